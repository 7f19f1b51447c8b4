// Making a layered graph small without losing anything: Lemma 13.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontier/graph.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// Of two arcs to the same node over the same resources, the one that earns more. For the arcs of
// one node, which are those from `begin` on.
void keep_best(std::vector<Arc>& arcs, std::size_t begin);

// Drops nodes without a way to a good end, and makes one of all nodes whose ways on are the same.
// `ends`: for each node behind the last layer 0, or -1 if it is no good end. `names`, if wanted,
// has room for each layer, and gets what the nodes behind it are called now, -1 for those that are
// gone. False: stopped.
bool reduce(TrainGraph& graph, std::vector<std::int32_t> ends, Watch& watch,
            std::vector<std::vector<std::int32_t>>* names = nullptr);

}  // namespace route_opt::frontier
