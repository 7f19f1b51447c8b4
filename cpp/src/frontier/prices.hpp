// A price on every seam, so that trains can be looked at one by one: Lemma 14.
//
// With a price p(e) >= 0 for each seam, any set of routes that uses no seam twice earns at most
//     sum of p(e)  +  sum over trains of the best route's value less the prices of its seams,
// because the prices paid are no more than all prices together. The best prices make this bound
// about as tight as one train's exact graph allows; every price vector gives a valid one, so how
// the prices were found never matters to a proof. The same holds for pairs of seams of a fork
// (forks.hpp), which are paid for once more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontier/cost.hpp"
#include "frontier/graph.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// The trains, by kind: one graph a kind, `trains` of them run through it.
struct Fleet {
    std::vector<const TrainGraph*> graphs;  // all with the same forks
    std::vector<std::int32_t> trains;
    // Sides behind each resource, by layer and bit of Arc::used: of two best sets, the one that
    // runs over fewer sides is preferred.
    std::vector<std::vector<Cost>> sides;
};

struct Prices {
    std::vector<std::vector<Cost>> layers;  // by layer, by bit of Arc::used
    std::vector<Cost> forks;                // of a pair, by fork; none: they are free
};

// What all resources cost together, and all pairs of forks that there can be.
[[nodiscard]] Cost total(const Fleet& fleet, const Prices& prices);

// Sums of all combinations of the bits of Arc::used in one layer.
[[nodiscard]] std::vector<Cost> sums(const std::vector<Cost>& prices);

// What the arcs of a layer pay.
struct Tariff {
    std::vector<Cost> used;
    std::vector<Cost> pairs;

    Tariff(const TrainGraph& graph, const Prices& prices, std::size_t layer);
    // What an arc earns, less what it pays.
    [[nodiscard]] Cost net(const Arc& arc) const {
        return arc.value * cost_scale - used[arc.used] - pairs[arc.pairs];
    }
};

// What pricing a graph once costs, for the watch: every arc, and a table a layer.
[[nodiscard]] std::int64_t pricing_work(const TrainGraph& graph, const Prices& prices);

// For each layer and node of a graph, the most the train can still earn, less prices.
using Potential = std::vector<std::vector<Cost>>;
[[nodiscard]] Potential make_potential(const TrainGraph& graph, const Prices& prices, Hands& hands);

// The best path by a potential: the arc (index in its layer) taken in each layer.
[[nodiscard]] std::vector<std::int32_t> best_path(const TrainGraph& graph, const Prices& prices,
                                                  const Potential& potential);

// An arc with what it loses against the best continuation of its node.
struct RankedArc {
    Cost loss;
    std::int32_t to;
    std::uint16_t used;
    std::uint16_t pairs;
    Money value;
    std::int32_t sides;  // for whoever wants to know; 0 as ranked
};
struct RankedLayer {
    std::vector<std::int32_t> first;
    std::vector<RankedArc> arcs;  // of each node, the least loss first
};

// `here`, `next`: the potential before and behind the layer. A stopped watch leaves it unfit for
// use.
[[nodiscard]] RankedLayer rank(const Layer& layer, const Tariff& tariff,
                               const std::vector<Cost>& here, const std::vector<Cost>& next,
                               Watch& watch);

}  // namespace route_opt::frontier
