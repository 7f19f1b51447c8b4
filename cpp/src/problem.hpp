// What every strategy of the search works on, and what it brings home.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "graph.hpp"
#include "payout.hpp"
#include "route_opt/solution.hpp"
#include "routes.hpp"
#include "watch.hpp"

namespace route_opt {

// One train in a casting: what kind of train it is, whether the visit bonus is paid on it, and
// which required pair of ends it runs between.
struct Role {
    std::int32_t type;
    bool bonus;
    std::int32_t pair;    // -1: none
    std::int32_t copies;  // trains with this same role

    bool operator==(const Role&) const = default;
};
using Casting = std::vector<Role>;

// Terms over the set become roles: the visit bonus goes to one train, each required pair of ends
// to one train. The best set appears under at least one casting, each set is worth at least what
// any casting says, so the best over all castings is the best.
[[nodiscard]] std::vector<Casting> castings(std::vector<std::int32_t> trains_of_type,
                                            std::int32_t pairs, bool bonus);

// The largest unit that divides every sum of money in the instance.
[[nodiscard]] Money money_step(const Instance& instance);

// A bound that needs no search: every train counts the dearest stops there are.
[[nodiscard]] Money plain_ceiling(const Instance& instance, const Graph& graph);

// How far lists of routes may go. Budgets are in rows and nodes, never in seconds, so that the
// answer does not depend on the machine.
struct Effort {
    std::size_t rows;          // routes of a train type
    std::int64_t nodes;        // of listing, and again of packing
    std::int64_t rough_nodes;  // of packing when routes are missing, for any good plan
};

struct Tuning {
    Effort few{10'000, 30'000, 50};  // before the sweep
    bool sweep = true;
    Effort many{300'000, NodeCap::unlimited, 500};  // where no sweep can be made
    std::int64_t tie_nodes = 20'000;                // second pass: fewer sides
    bool narrow_masks = true;                       // masks of fixed width where they fit
};

struct PlannedRoute {
    std::int32_t type;
    std::int32_t first_stop;
    std::vector<std::int32_t> links;

    auto operator<=>(const PlannedRoute&) const = default;
};

// The best set so far.
struct Plan {
    Money value = -1;  // -1: none
    std::int32_t sides = 0;
    std::vector<PlannedRoute> routes;
};

struct Problem {
    Problem(const Instance& instance, const Graph& graph, Watch& watch, const Tuning& tuning);

    [[nodiscard]] Solution solution(const Plan& plan, Money bound, bool proved) const;

    const Instance& in;
    const Graph& graph;
    Watch& watch;
    const Tuning& tuning;
    const EndRules ends;
    mutable Claims claims;  // numbers are given as claims are met
    const Money step;
    std::vector<TrainType> types;
    std::vector<std::vector<std::int32_t>> trains;  // the trains of each type
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    std::vector<Casting> all_castings;
    bool impossible = false;    // a required pair is out of reach
    bool shared_terms = false;  // a set is worth something else than its routes

private:
    void index_types();
    void index_pairs();
    [[nodiscard]] Route route(const PlannedRoute& planned, std::int32_t train) const;
};

}  // namespace route_opt
