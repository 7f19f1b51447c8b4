#include "frontier/reduce.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "hash.hpp"

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

std::uint64_t hash_of(std::span<const Arc> arcs) {
    std::uint64_t x = arcs.size();
    for (const Arc& arc : arcs) {
        x = (x ^ static_cast<std::uint32_t>(arc.to)) * 0x9e3779b97f4a7c15U;
        x = mix(x ^ arc.used ^ static_cast<std::uint64_t>(arc.value) << 32);
    }
    return x;
}

bool same(std::span<const Arc> x, std::span<const Arc> y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const Arc& a, const Arc& b) {
        return a.to == b.to && a.used == b.used && a.value == b.value;
    });
}

// For one layer after the other: fresh memory for millions of arcs costs more than to copy them.
struct Room {
    Numbering number;
    std::vector<Arc> arcs;
};

// What nodes of a layer remember beyond their ways on makes no difference any more. `renamed`: the
// new names of the nodes behind it, -1 for those that are gone. Gives those of the layer's nodes.
std::vector<Index> merge_layer(Layer& layer, const std::vector<Index>& renamed, Room& room,
                               Watch& watch) {
    std::vector<Index> names(layer.nodes(), -1);
    std::vector<Index> first;
    auto& [number, arcs] = room;
    arcs.clear();
    number.clear();
    for (std::size_t node = 0; node < layer.nodes(); ++node) {
        const std::size_t begin = arcs.size();
        for (Index k = layer.first[node]; k < layer.first[node + 1]; ++k) {
            Arc arc = layer.arcs[k];
            arc.to = renamed[arc.to];
            if (arc.to >= 0) arcs.push_back(arc);
        }
        if (arcs.size() == begin) continue;
        if (watch.work(30 * static_cast<std::int64_t>(arcs.size() - begin))) break;
        keep_best(arcs, begin);
        const std::span<const Arc> all = arcs;
        const std::span<const Arc> mine = all.subspan(begin);
        names[node] = number.find_or_add(hash_of(mine), [&](Index known) {
            const bool last = known + 1 == static_cast<Index>(first.size());
            const std::size_t from = static_cast<std::size_t>(first[known]);
            const std::size_t to = last ? begin : static_cast<std::size_t>(first[known + 1]);
            return same(mine, all.subspan(from, to - from));
        });
        if (names[node] == static_cast<Index>(first.size())) {
            first.push_back(static_cast<Index>(begin));
        } else {
            arcs.resize(begin);
        }
    }
    first.push_back(static_cast<Index>(arcs.size()));
    layer.first = std::move(first);
    layer.arcs.assign(arcs.begin(), arcs.end());
    return names;
}

}  // namespace

void keep_best(std::vector<Arc>& arcs, std::size_t begin) {
    const auto from = arcs.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(from, arcs.end(), [](const Arc& x, const Arc& y) {
        return std::tuple(x.to, x.used, -x.value) < std::tuple(y.to, y.used, -y.value);
    });
    arcs.erase(
        std::unique(from, arcs.end(),
                    [](const Arc& x, const Arc& y) { return x.to == y.to && x.used == y.used; }),
        arcs.end());
}

bool reduce(TrainGraph& graph, std::vector<std::int32_t> ends, Watch& watch) {
    graph.finals = std::count(ends.begin(), ends.end(), 0) > 0 ? 1 : 0;
    Room room;
    for (std::size_t i = graph.layers.size(); i-- > 0;) {
        ends = merge_layer(graph.layers[i], ends, room, watch);
        if (watch.stopped()) return false;
    }
    if (ends.empty() || ends[0] < 0) graph = {};
    return true;
}

}  // namespace route_opt::frontier
