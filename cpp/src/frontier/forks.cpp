#include "frontier/forks.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "frontier/reduce.hpp"
#include "hash.hpp"
#include "invariant.hpp"

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

// So many bits from `first` on.
std::uint16_t unary(std::size_t first, std::size_t count) {
    return static_cast<std::uint16_t>(((1U << count) - 1) << first);
}

}  // namespace

bool Forks::add(const Fork& fork) {
    const std::vector<Place>& seams = fork.seams;
    ROUTE_OPT_INVARIANT(seams.size() == 3 || seams.size() == 5);
    std::uint64_t taken = 0;
    for (std::size_t i = seams.front().layer; i <= seams.back().layer; ++i) taken |= waiting_[i];
    if (~taken == 0) return false;
    std::vector<std::pair<std::size_t, Here>> fresh;  // with its layer
    for (std::size_t i = 0; i < seams.size(); ++i) {
        const std::size_t layer = seams[i].layer;
        if (fresh.empty() || fresh.back().first != layer) {
            const bool last = layer == seams.back().layer;
            fresh.push_back(
                {layer, {forks_.size(), 0, bits(layer), 0, ~taken & (taken + 1), last}});
        }
        Here& here = fresh.back().second;
        here.seams = static_cast<std::uint16_t>(here.seams | 1U << seams[i].bit);
        here.bits = i > 0 ? fork.most() : 0;
        if (here.first_bit + here.bits > most_bits) return false;
    }
    for (const auto& [layer, here] : fresh) here_[layer].push_back(here);
    for (std::size_t i = seams.front().layer; i <= seams.back().layer; ++i) {
        waiting_[i] |= fresh.front().second.waiting;
    }
    forks_.push_back(fork);
    return true;
}

std::size_t Forks::bits(std::size_t layer) const {
    return here_[layer].empty() ? 0 : here_[layer].back().first_bit + here_[layer].back().bits;
}

std::size_t Forks::pairs(std::size_t fork, const Way& way) const {
    std::size_t count = 0;
    for (const Place& seam : forks_[fork].seams) count += way[seam.layer].used >> seam.bit & 1U;
    return count / 2;
}

bool Forks::full(std::size_t fork, const std::vector<Share>& routes) const {
    double sum = 0;
    for (const Share& route : routes) {
        sum += route.share * static_cast<double>(pairs(fork, *route.way));
    }
    return sum > static_cast<double>(forks_[fork].most()) - 1e-4;  // shares are rounded
}

std::vector<Cost> Forks::table(std::size_t layer, const std::vector<Cost>& prices) const {
    std::vector<Cost> table{0};
    for (const Here& here : here_[layer]) {
        for (std::size_t bit = 0; bit < here.bits; ++bit) {
            const std::size_t half = table.size();
            table.resize(2 * half);
            for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i] + prices[here.fork];
        }
    }
    return table;
}

// Lemma 30. Gives the arc its pairs, and what is known behind it.
std::uint64_t Forks::follow(std::size_t layer, std::uint64_t state, Arc& arc) const {
    for (const Here& here : here_[layer]) {
        const int count = std::popcount(static_cast<std::uint32_t>(arc.used & here.seams)) +
                          ((state & here.waiting) != 0 ? 1 : 0);
        arc.pairs |= unary(here.first_bit, static_cast<std::size_t>(count / 2));
        state &= ~here.waiting;
        if (count % 2 == 1 && !here.last) state |= here.waiting;
    }
    return state;
}

GraphFate Forks::mark(const TrainGraph& graph, std::int64_t most_arcs, Watch& watch,
                      TrainGraph& marked) const {
    struct Node {
        Index node;
        std::uint64_t state;

        bool operator==(const Node&) const = default;
    };
    std::vector<Node> nodes{{0, 0}};
    std::vector<Node> next;
    Numbering number;
    std::int64_t arcs = 0;
    for (std::size_t i = 0; i < graph.layers.size(); ++i) {
        const Layer& plain = graph.layers[i];
        Layer& layer = marked.layers.emplace_back();
        next.clear();
        number.clear();
        for (const Node& node : nodes) {
            layer.first.push_back(static_cast<Index>(layer.arcs.size()));
            const Index end = plain.first[node.node + 1];
            const std::int64_t more = end - plain.first[node.node];
            if (watch.work(40 * more)) return GraphFate::stopped;
            if ((arcs += more) > most_arcs) return GraphFate::too_large;
            for (Index k = plain.first[node.node]; k < end; ++k) {
                Arc arc = plain.arcs[k];
                const Node to{arc.to, follow(i, node.state, arc)};
                const auto name = static_cast<std::uint64_t>(to.node) * 0x9e3779b97f4a7c15U;
                arc.to = number.find_or_add(mix(mix(to.state + 1) ^ name),
                                            [&](Index known) { return next[known] == to; });
                if (arc.to == static_cast<Index>(next.size())) next.push_back(to);
                layer.arcs.push_back(arc);
            }
        }
        layer.first.push_back(static_cast<Index>(layer.arcs.size()));
        nodes.swap(next);
    }
    const bool done = reduce(marked, std::vector<Index>(nodes.size(), 0), watch);
    return done ? GraphFate::done : GraphFate::stopped;
}

bool Forks::unmark(TrainGraph& graph, Watch& watch) {
    if (!graph.forks) return !watch.stopped();
    graph.forks = nullptr;
    for (Layer& layer : graph.layers) {
        for (Arc& arc : layer.arcs) arc.pairs = 0;
    }
    return reduce(graph, std::vector<Index>(static_cast<std::size_t>(graph.finals), 0), watch);
}

}  // namespace route_opt::frontier
