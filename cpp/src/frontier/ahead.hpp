// Graphs of trains, of which some are made before they are asked for.
//
// Trains of different kinds have graphs that know nothing of each other. With more threads than one
// others make those that will be wanted later, while the asking thread makes and uses the first.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "frontier/graph.hpp"
#include "hands.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

class Ahead {
public:
    Ahead(const GraphInput& input, Watch& watch) : input_(input), watch_(watch) {}
    ~Ahead();
    Ahead(const Ahead&) = delete;
    Ahead& operator=(const Ahead&) = delete;

    // The graph of this kind will be asked for.
    void foresee(const Kind& kind);

    // Lemma 29. The same graph, whoever has made it.
    [[nodiscard]] GraphFate make(const Kind& kind, TrainGraph& graph);

private:
    struct Order {
        Order(const GraphInput& input, const Kind& wanted, Hands& hands);

        const Kind kind;
        TrainGraph graph;
        GraphFate fate = GraphFate::stopped;
        std::int64_t work = 0;
        Errand errand;  // the last: it writes to the others
    };

    const GraphInput input_;
    Watch& watch_;
    std::vector<std::unique_ptr<Order>> orders_;
};

}  // namespace route_opt::frontier
