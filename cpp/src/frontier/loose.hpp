// A train's graph that forgets how cut seams are joined: Lemma 34.
//
// It is small where the graph itself cannot be made. It has every route of the train, and ways that
// are none: loose pieces, rings beside a route. So prices give a bound with it as with the graph;
// and it guides whoever makes the graph, so that only what is near that bound is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "frontier/graph.hpp"
#include "frontier/prices.hpp"
#include "frontier/profile.hpp"
#include "hash.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

struct LooseGraph {
    TrainGraph graph;

    // By layer, of the nodes behind it: what they are told apart by, and their names in the graph,
    // in which some are one. -1: it comes to no good end.
    std::vector<std::vector<Profile>> profiles;
    std::vector<Numbering> numbers;
    std::vector<std::vector<std::int32_t>> names;

    // The name of the node behind the layer of a train at this profile.
    [[nodiscard]] std::int32_t node(std::size_t layer, Profile profile) const;
};

[[nodiscard]] GraphFate make_loose_graph(const GraphInput& input, const Kind& kind, Watch& watch,
                                         LooseGraph& loose);

// Which ways of a train are worth having, as far as its loose graph can tell.
class Guide {
public:
    // `slack`: what a way may lose against the best of the loose graph. A stopped watch leaves it
    // unfit for use. The loose graph has to outlive it.
    Guide(const LooseGraph& loose, const Prices& prices, Cost slack, Watch& watch);

    // The most that the train can earn at all, less prices.
    [[nodiscard]] Cost best() const { return potential_[0][0]; }
    // The most that it can earn yet behind the layer; none: it comes to no good end.
    [[nodiscard]] std::optional<Cost> rest(std::size_t layer, const Profile& profile) const;
    // What an arc of the layer earns, less what it pays.
    [[nodiscard]] Cost net(std::size_t layer, std::uint16_t used, Money value) const {
        return value * cost_scale - paid_[layer][used];
    }
    [[nodiscard]] Cost slack() const { return slack_; }

private:
    const LooseGraph& loose_;
    const Cost slack_;
    Potential potential_;
    std::vector<std::vector<Cost>> paid_;  // by layer, for all combinations of resources
};

// The graph of a train without what loses more than the guide's slack on every way.
[[nodiscard]] GraphFate make_near_graph(const GraphInput& input, const Kind& kind,
                                        const Guide& guide, Watch& watch, TrainGraph& graph);

}  // namespace route_opt::frontier
