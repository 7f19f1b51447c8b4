#include "frontier/ahead.hpp"

#include <algorithm>

namespace route_opt::frontier {

namespace {

// What is made ahead may be wanted by nobody, and takes room meanwhile.
constexpr std::size_t most_orders = 3;

}  // namespace

void Ahead::foresee(const Kind& kind) {
    const bool known = std::find(kinds_.begin(), kinds_.end(), kind) != kinds_.end();
    if (known || orders_.size() == most_orders) return;
    kinds_.push_back(kind);
    orders_.add(watch_.hands(), [this, kind](Watch& watch, TrainGraph& graph) {
        return make_train_graph(input_, kind, watch, graph);
    });
}

GraphFate Ahead::make(const Kind& kind, TrainGraph& graph) {
    const auto found = std::find(kinds_.begin(), kinds_.end(), kind);
    if (found == kinds_.end()) return make_train_graph(input_, kind, watch_, graph);
    return orders_.take(static_cast<std::size_t>(found - kinds_.begin()), watch_, graph);
}

}  // namespace route_opt::frontier
