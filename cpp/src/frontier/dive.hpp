// A set of routes from shares: whoever runs for most of a route runs it, and the others share what
// is left.
#pragma once

#include <cstddef>
#include <vector>

#include "frontier/graph.hpp"
#include "frontier/market.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// The ways of the trains that run, by kind. Begins with the route of the greatest share, or of
// those that run in part with another: `first` counts them by falling shares. None if there are
// not so many. A stopped watch ends it early.
[[nodiscard]] std::vector<std::vector<Way>> dive(Market market, std::size_t first, Watch& watch);

}  // namespace route_opt::frontier
