// How many routes there are: the number that shows first when two programs read a rule apart.
#pragma once

#include <cstdint>
#include <vector>

#include "route_opt/instance.hpp"
#include "route_opt/limits.hpp"

namespace route_opt {

struct RouteCounts {
    // by_stops[t][n]: legal routes of train t over exactly n stops: it may visit them all, and
    // count an own one. A route and its reverse are one; two routes differ when the sides they
    // cross or the stops they visit differ, or the order of either.
    std::vector<std::vector<std::int64_t>> by_stops;
    std::int64_t nodes = 0;
    bool complete = true;  // false: a limit stopped the count, the numbers are too small
};

// Counts on the raw track, before any contraction or dominance. Whether a route is legal depends
// on the train only through what it may visit and which sizes of stops it may count at all, so
// trains with the same limits share a count. Throws
// std::invalid_argument when `validate` finds a problem.
[[nodiscard]] RouteCounts count_routes(const Instance& instance, const Limits& limits = {});

}  // namespace route_opt
