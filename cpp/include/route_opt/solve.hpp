// The optimizer.
#pragma once

#include <cstdint>
#include <vector>

#include "route_opt/instance.hpp"
#include "route_opt/limits.hpp"
#include "route_opt/solution.hpp"

namespace route_opt {

// The best set of routes, one a train at most, no side used twice. Same instance, same answer.
// Throws std::invalid_argument when `validate` finds a problem.
//
// Among sets of the same value the one with fewer sides wins; beyond that the choice is fixed but
// has no meaning. Fewest sides is exact as long as the second pass that looks for it stays within
// its budget: of nodes where routes are listed, of states carried along where the board is swept.
// Beyond that, the choice is only repeatable. A search that a limit stopped returns the best it
// had; without a limit, `feasible` means that the board is beyond every method.
[[nodiscard]] Solution solve(const Instance& instance, const Limits& limits = {});

// What to prefer among sets of the greatest value.
enum class Goal : std::uint8_t {
    fewest_sides,
    most_idle_trains,
    most_goods_left,
};

struct Options {
    Goal goal = Goal::fewest_sides;
    std::int32_t sets = 1;  // how many sets to list at most
};

struct Optima {
    std::vector<Solution> sets;  // best by the goal first, then fewest sides, then a fixed order
    bool complete = true;        // false: there are more, or a limit stopped the search
};

// Lists sets of the greatest value, no two that read the same: the same routes, whichever train
// runs them and whichever way. Pieces that join the same two stops read the same. Between two stops
// only running is considered that could not leave out any of its sides: a set with a detour is
// never listed, and `complete` does not count it. Throws std::invalid_argument as `solve` does.
[[nodiscard]] Optima all_optimal(const Instance& instance, const Options& options,
                                 const Limits& limits = {});

}  // namespace route_opt
