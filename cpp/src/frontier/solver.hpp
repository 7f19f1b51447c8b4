// Exact optimization by a sweep over the board, for trains of any length.
//
// The board is cut into regions joined by seams and swept in an order that keeps the cut narrow.
// What one train has done so far comes down to how it uses the cut, so all its routes, however
// many, are paths through a small layered graph; see graph.hpp. Prices on seams give
// bounds train by train (prices.hpp), and a sweep with all trains at once, pruned by
// these bounds, gives the best set of routes and its proof (sweep.hpp).
#pragma once

#include <optional>

#include "route_opt/instance.hpp"
#include "route_opt/limits.hpp"
#include "route_opt/solution.hpp"
#include "watch.hpp"

namespace route_opt {

// Proves that nothing beats `incumbent`, or finds something that does. The routes are given only
// when they are worth more than `incumbent`; `value` is at least `incumbent` in any case, -1 for
// an incumbent when nothing is known. Of several best sets, one that runs over few sides. Nothing
// when the instance is not one for this method, as its board cannot be cut narrowly or its trains
// are too many. Stopped early, it knows the best so far and a bound, which may be the greatest
// number there is. The instance has been validated.
[[nodiscard]] std::optional<Solution> solve_frontier(const Instance& instance, Money incumbent = -1,
                                                     const Limits& limits = {});

// The same as part of a longer search, whose clock and node count go on.
[[nodiscard]] std::optional<Solution> solve_frontier(const Instance& instance, Money incumbent,
                                                     Watch& watch);

}  // namespace route_opt
