// From a path through a train's graph back to a route on the board.
#pragma once

#include <cstdint>
#include <vector>

#include "frontier/board.hpp"
#include "frontier/graph.hpp"
#include "frontier/moves.hpp"

namespace route_opt::frontier {

// `moves`: what the train does in each region. Gives stops and seams as PlannedRoute has them;
// nothing when the train stays at rest.
[[nodiscard]] std::vector<std::int32_t> join_moves(const GraphInput& input, const TrainGraph& graph,
                                                   const std::vector<std::int32_t>& moves);

}  // namespace route_opt::frontier
