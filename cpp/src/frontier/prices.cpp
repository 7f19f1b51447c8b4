#include "frontier/prices.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "invariant.hpp"

namespace route_opt::frontier {

namespace {

constexpr Cost lowest = std::numeric_limits<Cost>::min() / 4;
constexpr std::size_t arcs_in_part = 5'000;    // of a layer
constexpr std::size_t worth_sharing = 10'000;  // arcs of a layer

Cost sum(const Prices& prices) {
    Cost total = 0;
    for (const auto& layer : prices) {
        for (const Cost price : layer) total += price;
    }
    return total;
}

[[maybe_unused]] bool none_negative(const Prices& prices) {
    return std::all_of(prices.begin(), prices.end(), [](const std::vector<Cost>& layer) {
        return std::all_of(layer.begin(), layer.end(), [](Cost price) { return price >= 0; });
    });
}

// Steps along the smoothed overuse of seams: what two trains want gets dearer.
class PriceSearch {
public:
    PriceSearch(const Fleet& fleet, const Prices& start, Money floor)
        : fleet_(fleet), prices_(start), direction_(start), floor_(floor * cost_scale) {
        for (auto& layer : direction_) std::fill(layer.begin(), layer.end(), 0);
    }

    PriceResult run(std::int32_t rounds, Watch& watch) {
        ROUTE_OPT_INVARIANT(none_negative(prices_));  // Lemma 14
        PriceResult best{prices_, std::numeric_limits<Cost>::max()};
        std::int32_t idle = 0;
        Cost pace = 32;  // in 1/32 of the step that would close the gap on a straight line
        for (std::int32_t round = 0; round < rounds; ++round) {
            const Cost bound = evaluate(watch);
            if (watch.stopped()) {
                break;  // the bound is not that of all trains
            }
            if (bound < best.bound) {
                best = {prices_, bound};
                idle = 0;
            } else if (++idle >= 8) {
                idle = 0;
                pace = std::max<Cost>(pace * 2 / 3, 1);
                prices_ = best.prices;
            }
            if (best.bound < floor_ + cost_scale || !step(bound, pace)) break;
        }
        return best;
    }

private:
    static constexpr Cost fine = 16;

    // The bound of the present prices; turns `direction_` towards the overuse of its solution.
    Cost evaluate(Watch& watch) {
        Cost bound = sum(prices_);
        for (auto& layer : direction_) {
            for (Cost& d : layer) {
                d = d * 3 / 4 - fine;  // a seam nobody wants gets cheaper
            }
        }
        for (std::size_t kind = 0; kind < fleet_.graphs.size(); ++kind) {
            const TrainGraph& graph = *fleet_.graphs[kind];
            if (watch.work(pricing_work(graph, prices_))) break;
            const Potential potential = make_potential(graph, prices_, watch.hands());
            bound += fleet_.trains[kind] * potential[0][0];
            const std::vector<std::int32_t> path = best_path(graph, prices_, potential);
            for (std::size_t i = 0; i < path.size(); ++i) {
                const std::uint32_t used = graph.layers[i].arcs[path[i]].used;
                for (std::size_t k = 0; k < direction_[i].size(); ++k) {
                    if ((used >> k & 1) != 0) direction_[i][k] += fine * fleet_.trains[kind];
                }
            }
        }
        return bound;
    }

    bool step(Cost bound, Cost pace) {
        Cost norm = 0;
        for (std::size_t i = 0; i < prices_.size(); ++i) {
            for (std::size_t k = 0; k < prices_[i].size(); ++k) {
                Cost& d = direction_[i][k];
                if (prices_[i][k] == 0 && d < 0) d = 0;
                norm += d * d;
            }
        }
        if (norm == 0) return false;
        const Cost gap = std::max<Cost>(bound - floor_, cost_scale);
        for (std::size_t i = 0; i < prices_.size(); ++i) {
            for (std::size_t k = 0; k < prices_[i].size(); ++k) {
                const Cost change = gap * fine * direction_[i][k] / norm * pace / 32;
                prices_[i][k] = std::max<Cost>(0, prices_[i][k] + change);
            }
        }
        return true;
    }

    const Fleet& fleet_;
    Prices prices_;
    Prices direction_;  // in 1/fine
    Cost floor_;
};

}  // namespace

std::vector<Cost> price_table(const std::vector<Cost>& prices) {
    std::vector<Cost> table(std::size_t{1} << prices.size(), 0);
    for (std::size_t k = 0; k < prices.size(); ++k) {
        const std::size_t half = std::size_t{1} << k;
        for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i] + prices[k];
    }
    return table;
}

std::int64_t pricing_work(const TrainGraph& graph, const Prices& prices) {
    std::int64_t tables = 0;
    for (const std::vector<Cost>& layer : prices) tables += std::int64_t{1} << layer.size();
    return 3 * graph.arcs() + 2 * tables;
}

Potential make_potential(const TrainGraph& graph, const Prices& prices, Hands& hands) {
    Potential potential(graph.layers.size() + 1);
    potential.back().assign(static_cast<std::size_t>(graph.finals), 0);
    for (std::size_t i = graph.layers.size(); i-- > 0;) {
        const Layer& layer = graph.layers[i];
        const std::vector<Cost> table = price_table(prices[i]);
        const std::vector<Cost>& next = potential[i + 1];
        std::vector<Cost>& here = potential[i];
        here.resize(layer.nodes());
        const std::size_t parts = std::min(here.size(), layer.arcs.size() / arcs_in_part + 1);
        hands.each(parts, layer.arcs.size() >= worth_sharing, [&](std::size_t part) {
            const std::size_t end = here.size() * (part + 1) / parts;
            for (std::size_t node = here.size() * part / parts; node < end; ++node) {
                Cost best = lowest;
                for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
                    const Arc& arc = layer.arcs[k];
                    best = std::max(best, arc.value * cost_scale - table[arc.used] + next[arc.to]);
                }
                here[node] = best;
            }
        });
    }
    return potential;
}

std::vector<std::int32_t> best_path(const TrainGraph& graph, const Prices& prices,
                                    const Potential& potential) {
    std::vector<std::int32_t> path;
    std::size_t node = 0;
    for (std::size_t i = 0; i < graph.layers.size(); ++i) {
        const Layer& layer = graph.layers[i];
        const std::vector<Cost> table = price_table(prices[i]);
        for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
            const Arc& arc = layer.arcs[k];
            if (arc.value * cost_scale - table[arc.used] + potential[i + 1][arc.to] ==
                potential[i][node]) {
                path.push_back(k);
                node = static_cast<std::size_t>(arc.to);
                break;
            }
        }
        if (path.size() != i + 1) throw std::logic_error("a potential that no arc comes to");
    }
    return path;
}

RankedLayer rank(const Layer& layer, const std::vector<Cost>& table, const std::vector<Cost>& here,
                 const std::vector<Cost>& next, Watch& watch) {
    RankedLayer ranked;
    ranked.first = layer.first;
    ranked.arcs.reserve(layer.arcs.size());
    for (std::size_t node = 0; node < layer.nodes(); ++node) {
        const auto begin = static_cast<std::ptrdiff_t>(ranked.arcs.size());
        if (watch.work(40 * std::int64_t{layer.first[node + 1] - layer.first[node]})) break;
        for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
            const Arc& arc = layer.arcs[k];
            const Cost reach = arc.value * cost_scale - table[arc.used] + next[arc.to];
            ROUTE_OPT_INVARIANT(here[node] >= reach);
            ranked.arcs.push_back({here[node] - reach, arc.to, arc.used, arc.value, 0});
        }
        std::stable_sort(ranked.arcs.begin() + begin, ranked.arcs.end(),
                         [](const RankedArc& x, const RankedArc& y) { return x.loss < y.loss; });
    }
    return ranked;
}

PriceResult find_prices(const Fleet& fleet, const Prices& start, Money floor, std::int32_t rounds,
                        Watch& watch) {
    return PriceSearch(fleet, start, floor).run(rounds, watch);
}

}  // namespace route_opt::frontier
