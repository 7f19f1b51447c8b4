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
        x = mix(x ^ arc.used ^ std::uint64_t{arc.pairs} << 16 ^
                static_cast<std::uint64_t>(arc.value) << 32);
    }
    return x;
}

bool same(std::span<const Arc> x, std::span<const Arc> y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const Arc& a, const Arc& b) {
        return a.to == b.to && a.used == b.used && a.pairs == b.pairs && a.value == b.value;
    });
}

// Some nodes of a layer with their ways on, as they are to be.
struct Part {
    struct Node {
        std::size_t end;    // of its arcs
        std::int64_t arcs;  // of which the best are kept
        std::uint64_t hash;
    };
    std::vector<Node> nodes;
    std::vector<Arc> arcs;
};

constexpr std::size_t arcs_in_part = 3'000;
constexpr std::size_t worth_sharing = 4 * arcs_in_part;

// For one layer after the other: fresh memory for millions of arcs costs more than to copy them.
struct Room {
    Numbering number;
    std::vector<Arc> arcs;
    Hands::Places<Part> parts;
};

// The first node of a part: the first whose arcs begin there or later.
std::size_t start_of(const Layer& layer, std::size_t part) {
    const auto arc = static_cast<std::int64_t>(part * arcs_in_part);
    const auto found = std::lower_bound(layer.first.begin(), layer.first.end(), arc);
    return std::min(layer.nodes(), static_cast<std::size_t>(found - layer.first.begin()));
}

void make_part(const Layer& layer, const std::vector<Index>& renamed, std::size_t k, Part& part) {
    part.nodes.clear();
    part.arcs.clear();
    const std::size_t end = start_of(layer, k + 1);
    for (std::size_t node = start_of(layer, k); node < end; ++node) {
        const std::size_t begin = part.arcs.size();
        for (Index k = layer.first[node]; k < layer.first[node + 1]; ++k) {
            Arc arc = layer.arcs[k];
            arc.to = renamed[arc.to];
            if (arc.to >= 0) part.arcs.push_back(arc);
        }
        const auto arcs = static_cast<std::int64_t>(part.arcs.size() - begin);
        if (arcs > 0) keep_best(part.arcs, begin);
        const std::span<const Arc> all = part.arcs;
        part.nodes.push_back({all.size(), arcs, hash_of(all.subspan(begin))});
    }
}

// What nodes of a layer remember beyond their ways on makes no difference any more. `renamed`: the
// new names of the nodes behind it, -1 for those that are gone. Gives those of the layer's nodes.
std::vector<Index> merge_layer(Layer& layer, const std::vector<Index>& renamed, Room& room,
                               Watch& watch) {
    std::vector<Index> names(layer.nodes(), -1);
    std::vector<Index> first;
    Numbering& number = room.number;
    std::vector<Arc>& arcs = room.arcs;
    arcs.clear();
    number.clear();
    const auto name = [&](std::span<const Arc> mine, std::uint64_t hash) {
        const Index named = number.find_or_add(hash, [&](Index known) {
            const bool last = known + 1 == static_cast<Index>(first.size());
            const auto from = static_cast<std::size_t>(first[known]);
            const std::size_t to = last ? arcs.size() : static_cast<std::size_t>(first[known + 1]);
            return same(mine, std::span<const Arc>(arcs).subspan(from, to - from));
        });
        if (named == static_cast<Index>(first.size())) {
            first.push_back(static_cast<Index>(arcs.size()));
            arcs.insert(arcs.end(), mine.begin(), mine.end());
        }
        return named;
    };
    const auto use = [&](std::size_t k, const Part& part) {
        const auto hash_at = [&](std::size_t i) { return part.nodes[i].hash; };
        const std::size_t from = start_of(layer, k);
        std::size_t begin = 0;
        for (std::size_t i = 0; i < part.nodes.size(); ++i) {
            number.look_ahead(i, part.nodes.size(), hash_at, first);
            const Part::Node& node = part.nodes[i];
            if (watch.work(30 * node.arcs)) return false;
            if (node.arcs > 0) {
                names[from + i] = name(
                    std::span<const Arc>(part.arcs).subspan(begin, node.end - begin), node.hash);
            }
            begin = node.end;
        }
        return true;
    };
    watch.hands().in_order(
        layer.arcs.size() / arcs_in_part + 1, layer.arcs.size() >= worth_sharing, room.parts,
        [&](std::size_t k, Part& part) { make_part(layer, renamed, k, part); }, use);
    first.push_back(static_cast<Index>(arcs.size()));
    layer.first = std::move(first);
    layer.arcs.assign(arcs.begin(), arcs.end());
    return names;
}

}  // namespace

void keep_best(std::vector<Arc>& arcs, std::size_t begin) {
    const auto from = arcs.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(from, arcs.end(), [](const Arc& x, const Arc& y) {
        return std::tuple(x.to, x.used, x.pairs, -x.value) <
               std::tuple(y.to, y.used, y.pairs, -y.value);
    });
    arcs.erase(std::unique(from, arcs.end(),
                           [](const Arc& x, const Arc& y) {
                               return x.to == y.to && x.used == y.used && x.pairs == y.pairs;
                           }),
               arcs.end());
}

bool reduce(TrainGraph& graph, std::vector<std::int32_t> ends, Watch& watch,
            std::vector<std::vector<std::int32_t>>* names) {
    graph.finals = std::count(ends.begin(), ends.end(), 0) > 0 ? 1 : 0;
    Room room;
    for (std::size_t i = graph.layers.size(); i-- > 0;) {
        std::vector<std::int32_t> here = merge_layer(graph.layers[i], ends, room, watch);
        if (watch.stopped()) return false;
        if (names != nullptr) (*names)[i] = std::move(ends);
        ends = std::move(here);
    }
    if (ends.empty() || ends[0] < 0) graph = {};
    return true;
}

}  // namespace route_opt::frontier
