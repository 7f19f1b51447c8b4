// Two graphs as one: all that two trains, or two crews of trains, can do side by side.
//
// A joined graph is a train's graph in every respect, so it can be priced, swept and joined again.
// What two trains do to each other is then no longer left to prices: its bound is the tighter.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "frontier/graph.hpp"
#include "frontier/prices.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// Lemma 26. The graph without the arcs of which every path loses more than `slack` against the
// best. Empty when stopped.
[[nodiscard]] TrainGraph trim(const TrainGraph& graph, const Prices& prices, Cost slack,
                              Watch& watch);

// What is joined, and how.
struct Couple {
    const TrainGraph& first;
    const TrainGraph& second;
    bool twins;  // they are the same graph, and it does not matter who does what
    // Prices of what nobody else could use, by layer and bit of Arc::used: lost if neither does.
    std::vector<std::vector<Cost>> lone;
};

// Lemmas 27 and 33. What both can do without losing more than `slack` together. Empty: there is
// nothing.
[[nodiscard]] GraphFate join(const Couple& couple, const Prices& prices, Cost slack,
                             std::int64_t most_arcs, Watch& watch, TrainGraph& joined);

// Lemma 27. Who of both does what on a way through their joined graph.
[[nodiscard]] std::pair<Way, Way> share_out(const TrainGraph& first, const TrainGraph& second,
                                            const Way& way);

}  // namespace route_opt::frontier
