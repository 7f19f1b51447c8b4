// From a path through a train's graph back to a route on the board.
#pragma once

#include <optional>
#include <vector>

#include "frontier/board.hpp"
#include "frontier/graph.hpp"
#include "frontier/moves.hpp"
#include "route_opt/solution.hpp"

namespace route_opt::frontier {

struct RouteMaker {
    const Instance& instance;
    const Board& board;
    const std::vector<std::vector<Strand>>& strands;
    const EndTable& ends;

    // `moves`: what the train does in each region. Nothing when it stays at rest.
    [[nodiscard]] std::optional<Route> route(const TrainGraph& graph,
                                             const std::vector<std::int32_t>& moves) const;

    // What the routes earn together, with the terms over the whole set.
    [[nodiscard]] Money total(const std::vector<Route>& routes) const;

    [[nodiscard]] std::size_t sides(const std::vector<Route>& routes) const;

    // How many cubes the routes bring to refineries.
    [[nodiscard]] std::int32_t deliveries(const std::vector<Route>& routes,
                                          const std::vector<std::int32_t>& cubes) const;
};

}  // namespace route_opt::frontier
