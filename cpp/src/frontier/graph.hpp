// All routes of one train as paths through a layered graph.
//
// A node of layer i says all that matters about what the train has done in regions 0..i-1: which
// cut seams it uses, how they are joined, and what it has counted. Trains meet only where they
// want the same seam, so a set of routes is one path for each train, no seam used by two.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "frontier/board.hpp"
#include "frontier/horizon.hpp"
#include "frontier/moves.hpp"
#include "route_opt/instance.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

class Forks;

struct Arc {
    std::int32_t to;      // node of the next layer
    std::uint16_t used;   // Move::used
    std::uint16_t pairs;  // of forks: see Forks
    Money value;
};

struct Layer {
    std::vector<std::int32_t> first;  // arcs of node n: first[n] .. first[n + 1]
    std::vector<Arc> arcs;
    std::vector<Move> moves;

    [[nodiscard]] std::size_t nodes() const { return first.empty() ? 0 : first.size() - 1; }
};

struct TrainGraph {
    std::vector<Layer> layers;  // one a region; the last layer's arcs lead to `finals` nodes
    std::int32_t finals = 0;    // how many nodes follow the last layer: one, or none
    std::shared_ptr<const Forks> forks;  // none: Arc::pairs are nothing

    [[nodiscard]] bool empty() const { return finals == 0; }
    [[nodiscard]] std::int64_t arcs() const;
};

// What a path does in a layer, and in each layer from first to last. Nodes are merged, so this is
// all that a path tells.
struct Deed {
    std::uint16_t used;
    Money value;
};
using Way = std::vector<Deed>;

// `arcs`: the arc of each layer, by its index there.
[[nodiscard]] Way way_of(const TrainGraph& graph, const std::vector<std::int32_t>& arcs);

inline constexpr std::int32_t most_slots = 16;
inline constexpr std::int32_t most_limit = 100;  // visits, counts or buyers of a train
inline constexpr std::int32_t most_groups = 16;
inline constexpr std::int32_t most_sets = 16;

struct GraphInput {
    const Instance& instance;
    const Board& board;
    const std::vector<std::vector<Strand>>& strands;  // by region
    const Groups& groups;
    const Sets& sets;
    const EndKinds& ends;
    const Horizon& horizon;
    std::int64_t most_arcs;  // of a graph as it is made, before it is reduced
};

enum class GraphFate : std::uint8_t { done, too_large, stopped };

// Every node kept can be reached and can be brought to an end; nodes that differ only in what no
// longer matters are one. An empty graph: the kind must run (Kind::ends) but cannot.
[[nodiscard]] GraphFate make_train_graph(const GraphInput& input, const Kind& kind, Watch& watch,
                                         TrainGraph& graph);

// A move for each layer that does what is done on the way: the same seams for the same money.
[[nodiscard]] std::vector<std::int32_t> retrace(const GraphInput& input, const Kind& kind,
                                                const TrainGraph& graph, const Way& way);

}  // namespace route_opt::frontier
