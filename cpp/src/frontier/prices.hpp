// A price on every seam, so that trains can be looked at one by one: Lemma 14.
//
// With a price p(e) >= 0 for each seam, any set of routes that uses no seam twice earns at most
//     sum of p(e)  +  sum over trains of the best route's value less the prices of its seams,
// because the prices paid are no more than all prices together. The best prices make this bound
// about as tight as one train's exact graph allows; every price vector gives a valid one, so how
// the prices were found never matters to a proof.
#pragma once

#include <cstdint>
#include <vector>

#include "frontier/graph.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// Money in fine steps, so that prices need not be whole.
using Cost = std::int64_t;
inline constexpr Cost cost_scale = 1024;

// The trains, by kind: one graph a kind, `trains` of them run through it.
struct Fleet {
    std::vector<const TrainGraph*> graphs;
    std::vector<std::int32_t> trains;
    // Sides behind each resource, by layer and bit of Arc::used: of two best sets, the one that
    // runs over fewer sides is preferred.
    std::vector<std::vector<Cost>> sides;
};

using Prices = std::vector<std::vector<Cost>>;  // by layer, by bit of Arc::used

// Prices of all combinations of the bits of Arc::used in one layer.
[[nodiscard]] std::vector<Cost> price_table(const std::vector<Cost>& prices);

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
    std::uint32_t used;
    Money value;
    std::int32_t sides;  // for whoever wants to know; 0 as ranked
};
struct RankedLayer {
    std::vector<std::int32_t> first;
    std::vector<RankedArc> arcs;  // of each node, the least loss first
};

// `table`: of prices; `here`, `next`: the potential before and behind the layer. A stopped watch
// leaves it unfit for use.
[[nodiscard]] RankedLayer rank(const Layer& layer, const std::vector<Cost>& table,
                               const std::vector<Cost>& here, const std::vector<Cost>& next,
                               Watch& watch);

struct PriceResult {
    Prices prices;
    Cost bound = 0;
};

// Looks for prices with a low bound; no lower than `floor`, as nothing below is of use.
[[nodiscard]] PriceResult find_prices(const Fleet& fleet, const Prices& start, Money floor,
                                      std::int32_t rounds, Watch& watch);

}  // namespace route_opt::frontier
