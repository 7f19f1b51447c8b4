#include "frontier/prices.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "frontier/forks.hpp"
#include "invariant.hpp"

namespace route_opt::frontier {

namespace {

constexpr Cost lowest = std::numeric_limits<Cost>::min() / 4;
constexpr std::size_t arcs_in_part = 5'000;    // of a layer
constexpr std::size_t worth_sharing = 10'000;  // arcs of a layer

}  // namespace

Cost total(const Fleet& fleet, const Prices& prices) {
    Cost sum = 0;
    for (const auto& layer : prices.layers) sum = std::accumulate(layer.begin(), layer.end(), sum);
    for (std::size_t k = 0; k < prices.forks.size(); ++k) {
        sum += static_cast<Cost>(fleet.graphs[0]->forks->all()[k].most()) * prices.forks[k];
    }
    return sum;
}

std::vector<Cost> sums(const std::vector<Cost>& prices) {
    std::vector<Cost> table(std::size_t{1} << prices.size(), 0);
    for (std::size_t k = 0; k < prices.size(); ++k) {
        const std::size_t half = std::size_t{1} << k;
        for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i] + prices[k];
    }
    return table;
}

Tariff::Tariff(const TrainGraph& graph, const Prices& prices, std::size_t layer)
    : used(sums(prices.layers[layer])), pairs{0} {
    if (!graph.forks) return;
    ROUTE_OPT_INVARIANT(prices.forks.size() == graph.forks->all().size());
    pairs = graph.forks->table(layer, prices.forks);
}

std::int64_t pricing_work(const TrainGraph& graph, const Prices& prices) {
    std::int64_t tables = 0;
    for (const std::vector<Cost>& layer : prices.layers) tables += std::int64_t{1} << layer.size();
    return 3 * graph.arcs() + 2 * tables;
}

Potential make_potential(const TrainGraph& graph, const Prices& prices, Hands& hands) {
    Potential potential(graph.layers.size() + 1);
    potential.back().assign(static_cast<std::size_t>(graph.finals), 0);
    for (std::size_t i = graph.layers.size(); i-- > 0;) {
        const Layer& layer = graph.layers[i];
        const Tariff tariff(graph, prices, i);
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
                    best = std::max(best, tariff.net(arc) + next[arc.to]);
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
        const Tariff tariff(graph, prices, i);
        for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
            const Arc& arc = layer.arcs[k];
            if (tariff.net(arc) + potential[i + 1][arc.to] == potential[i][node]) {
                path.push_back(k);
                node = static_cast<std::size_t>(arc.to);
                break;
            }
        }
        if (path.size() != i + 1) throw std::logic_error("a potential that no arc comes to");
    }
    return path;
}

RankedLayer rank(const Layer& layer, const Tariff& tariff, const std::vector<Cost>& here,
                 const std::vector<Cost>& next, Watch& watch) {
    RankedLayer ranked;
    ranked.first = layer.first;
    ranked.arcs.reserve(layer.arcs.size());
    for (std::size_t node = 0; node < layer.nodes(); ++node) {
        const auto begin = static_cast<std::ptrdiff_t>(ranked.arcs.size());
        if (watch.work(40 * std::int64_t{layer.first[node + 1] - layer.first[node]})) break;
        for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
            const Arc& arc = layer.arcs[k];
            const Cost reach = tariff.net(arc) + next[arc.to];
            ROUTE_OPT_INVARIANT(here[node] >= reach);
            ranked.arcs.push_back({here[node] - reach, arc.to, arc.used, arc.pairs, arc.value, 0});
        }
        std::stable_sort(ranked.arcs.begin() + begin, ranked.arcs.end(),
                         [](const RankedArc& x, const RankedArc& y) { return x.loss < y.loss; });
    }
    return ranked;
}

}  // namespace route_opt::frontier
