#include "frontier/ahead.hpp"

#include <algorithm>
#include <utility>

namespace route_opt::frontier {

namespace {

// What is made ahead may be wanted by nobody, and takes room meanwhile.
constexpr std::size_t most_orders = 3;

}  // namespace

Ahead::Order::Order(const GraphInput& input, const Kind& wanted, Hands& hands)
    : kind(wanted), errand(hands, [this, &input](Errand& self) {
          Watch watch(self);
          fate = make_train_graph(input, kind, watch, graph);
          work = watch.worked();
      }) {}

// All are told before the first is waited for.
Ahead::~Ahead() {
    for (const auto& order : orders_) order->errand.cancel();
}

void Ahead::foresee(const Kind& kind) {
    const bool known = std::any_of(orders_.begin(), orders_.end(),
                                   [&](const auto& order) { return order->kind == kind; });
    if (known || orders_.size() == most_orders) return;
    orders_.push_back(std::make_unique<Order>(input_, kind, watch_.hands()));
}

GraphFate Ahead::make(const Kind& kind, TrainGraph& graph) {
    const auto found = std::find_if(orders_.begin(), orders_.end(),
                                    [&](const auto& order) { return order->kind == kind; });
    if (found == orders_.end() || (*found)->errand.withdraw()) {
        return make_train_graph(input_, kind, watch_, graph);
    }
    Order& order = **found;
    while (!order.errand.done()) {
        if (watch_.waited()) return GraphFate::stopped;
    }
    graph = std::move(order.graph);
    return watch_.work(order.work) ? GraphFate::stopped : order.fate;
}

}  // namespace route_opt::frontier
