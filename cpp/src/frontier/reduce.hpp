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

// The graph with the arcs that stay, reduced: `choose(layer)` gives what says of an arc whether it
// does, by the node it begins at and the arc. Empty: stopped, or nothing is left.
template <class Choose>
[[nodiscard]] TrainGraph choose_arcs(const TrainGraph& graph, Watch& watch, Choose choose) {
    TrainGraph left;
    left.forks = graph.forks;
    for (std::size_t i = 0; i < graph.layers.size(); ++i) {
        const Layer& layer = graph.layers[i];
        if (watch.work(10 * static_cast<std::int64_t>(layer.arcs.size()))) return {};
        auto stays = choose(i);
        Layer& kept = left.layers.emplace_back();
        for (std::size_t node = 0; node < layer.nodes(); ++node) {
            kept.first.push_back(static_cast<std::int32_t>(kept.arcs.size()));
            for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
                if (stays(node, layer.arcs[k])) kept.arcs.push_back(layer.arcs[k]);
            }
        }
        kept.first.push_back(static_cast<std::int32_t>(kept.arcs.size()));
    }
    const bool done = reduce(left, std::vector<std::int32_t>(graph.finals, 0), watch);
    return done ? left : TrainGraph{};
}

}  // namespace route_opt::frontier
