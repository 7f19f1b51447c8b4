// What can be made before it is asked for: graphs of trains of different kinds know nothing of each
// other. With more threads than one others make those that will be wanted, while the asking thread
// is at the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "frontier/graph.hpp"
#include "hands.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// Some things that will be asked for, each to be made by whoever comes first to it.
template <class Thing>
class Orders {
public:
    using Make = std::function<GraphFate(Watch&, Thing&)>;

    Orders() = default;
    // So many, each by its number. Others begin with the last: the asking thread will be at the
    // first. If they are not `worth` it, nobody is told.
    template <class Each>
    Orders(Hands& hands, bool worth, std::size_t count, Each each) : orders_(count) {
        for (std::size_t k = count; k-- > 0;) {
            orders_[k] = std::make_unique<Order>(
                worth ? hands : nobody_,
                [each, k](Watch& watch, Thing& thing) { return each(k, watch, thing); });
        }
    }
    // All are told before the first is waited for.
    ~Orders() {
        for (const auto& order : orders_) order->errand.cancel();
    }
    Orders(const Orders&) = delete;
    Orders& operator=(const Orders&) = delete;

    [[nodiscard]] std::size_t size() const { return orders_.size(); }

    // One more: `make` may be asked by another thread from now on.
    void add(Hands& hands, Make make) {
        orders_.push_back(std::make_unique<Order>(hands, std::move(make)));
    }

    // Lemma 29. The same thing, whoever has made it. Once only.
    [[nodiscard]] GraphFate take(std::size_t number, Watch& watch, Thing& thing) {
        Order& order = *orders_[number];
        if (order.errand.withdraw()) return order.make(watch, thing);
        while (!order.errand.done()) {
            if (watch.waited()) return GraphFate::stopped;
        }
        thing = std::move(order.thing);
        return watch.work(order.work) ? GraphFate::stopped : order.fate;
    }

private:
    struct Order {
        Order(Hands& hands, Make how)
            : make(std::move(how)), errand(hands, [this](Errand& self) {
                  Watch watch(self);
                  fate = make(watch, thing);
                  work = watch.worked();
              }) {}

        const Make make;
        Thing thing;
        GraphFate fate = GraphFate::stopped;
        std::int64_t work = 0;
        Errand errand;  // the last: it writes to the others
    };

    Hands nobody_{1};
    std::vector<std::unique_ptr<Order>> orders_;
};

// Graphs of kinds of trains, by kind.
class Ahead {
public:
    Ahead(const GraphInput& input, Watch& watch) : input_(input), watch_(watch) {}

    // The graph of this kind will be asked for.
    void foresee(const Kind& kind);

    [[nodiscard]] GraphFate make(const Kind& kind, TrainGraph& graph);

private:
    const GraphInput input_;
    Watch& watch_;
    std::vector<Kind> kinds_;  // of the orders
    Orders<TrainGraph> orders_;
};

}  // namespace route_opt::frontier
