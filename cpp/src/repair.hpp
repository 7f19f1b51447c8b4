// A good set of routes soon: one train at a time, each the best on the track the others leave.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace route_opt {

// Makes and improves a plan without any claim that it is the best. Trains are taken out and put
// back, as well as a small budget finds, until no single train can do better. `solve_one` solves a
// problem of one train (the ordinary search with small budgets).
class Repair {
public:
    using SolveOne = Plan (*)(Problem& problem);

    Repair(Problem& problem, SolveOne solve_one) : problem_(problem), solve_one_(solve_one) {}

    void run(Plan& plan);

private:
    struct Seat {
        std::int32_t type;
        std::int32_t pair;  // the required pair it serves, or -1
        PlannedRoute route;
        bool runs = false;
    };

    void take_seats(const Plan& plan);
    bool reseat(std::size_t seat);
    [[nodiscard]] Plan plan_of_seats() const;

    Problem& problem_;
    SolveOne solve_one_;
    std::vector<Seat> seats_;
};

}  // namespace route_opt
