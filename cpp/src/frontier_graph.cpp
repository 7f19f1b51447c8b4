#include "frontier_graph.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

constexpr std::size_t most_moves = 100'000;
constexpr std::int64_t most_arcs = 6'000'000;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// What a train has done so far. A slot in use holds the other open end of its piece of route, or
// itself when that other end is an end of the route.
struct Profile {
    std::uint64_t mates = 0;  // four bits a slot
    std::uint16_t mask = 0;   // slots in use
    std::uint16_t groups = 0;
    std::uint8_t ends = 0;  // of the route, reached
    std::uint8_t end_kind = 0;
    std::uint8_t visits = 0;
    std::uint8_t counts = 0;
    bool own = false;
    bool home = false;  // the route is complete

    friend bool operator==(const Profile&, const Profile&) = default;

    [[nodiscard]] bool uses(int slot) const { return (mask >> slot & 1) != 0; }
    [[nodiscard]] int mate(int slot) const { return static_cast<int>(mates >> (4 * slot) & 15); }
    void free(int slot) {
        mask = static_cast<std::uint16_t>(mask & ~(1U << slot));
        mates &= ~(std::uint64_t{15} << (4 * slot));
    }
    void set(int slot, int mate) {
        free(slot);
        mask = static_cast<std::uint16_t>(mask | 1U << slot);
        mates |= static_cast<std::uint64_t>(mate) << (4 * slot);
    }
};

struct ProfileHash {
    std::size_t operator()(const Profile& p) const {
        std::uint64_t rest = p.mask | std::uint64_t{p.groups} << 16 | std::uint64_t{p.ends} << 32 |
                             std::uint64_t{p.end_kind} << 36 | std::uint64_t{p.visits} << 44 |
                             std::uint64_t{p.counts} << 52;
        rest = rest << 2 | (p.own ? 2U : 0U) | (p.home ? 1U : 0U);
        std::uint64_t x = p.mates * 0x9e3779b97f4a7c15U ^ rest;
        x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9U;
        return static_cast<std::size_t>(x ^ x >> 32);
    }
};

class GraphMaker {
  public:
    GraphMaker(const GraphInput& input, const Kind& kind, Watch& watch)
        : in_(input), kind_(kind), watch_(watch) {}

    GraphFate run(TrainGraph& graph) {
        nodes_ = {Profile{}};
        for (std::size_t region = 0; region < in_.board.regions.size(); ++region) {
            const GraphFate fate = add_layer(graph, region);
            if (fate != GraphFate::done) {
                return fate;
            }
        }
        drop_dead_nodes(graph);
        return GraphFate::done;
    }

  private:
    GraphFate add_layer(TrainGraph& graph, std::size_t region) {
        Layer& layer = graph.layers.emplace_back();
        layer.moves = find_moves(in_.board, in_.board.regions[region], in_.strands[region],
                                 in_.instance, in_.groups, in_.ends, kind_, most_moves);
        if (layer.moves.empty()) {
            return GraphFate::too_large;
        }
        group_moves(layer, region);
        fading_ = 0;
        for (std::size_t group = 0; group < in_.groups.last.size(); ++group) {
            if (in_.groups.last[group] <= static_cast<Index>(region)) {
                fading_ |= 1U << group;
            }
        }
        next_.clear();
        number_.clear();
        for (const Profile& profile : nodes_) {
            layer.first.push_back(static_cast<Index>(layer.arcs.size()));
            const std::size_t before = layer.arcs.size();
            expand(profile, layer, region);
            arcs_ += static_cast<std::int64_t>(layer.arcs.size() - before);
            if (watch_.work(50 * static_cast<std::int64_t>(layer.arcs.size() - before + 1))) {
                return GraphFate::stopped;
            }
            if (arcs_ > most_arcs) {
                return GraphFate::too_large;
            }
        }
        layer.first.push_back(static_cast<Index>(layer.arcs.size()));
        nodes_.swap(next_);
        return GraphFate::done;
    }

    // first_move_[e] .. first_move_[e + 1]: the moves of entry e.
    void group_moves(const Layer& layer, std::size_t region) {
        const std::size_t entries = std::size_t{1} << in_.board.regions[region].closed.size();
        first_move_.assign(entries + 1, 0);
        for (const Move& move : layer.moves) {
            ++first_move_[move.entry + 1];
        }
        for (std::size_t entry = 0; entry < entries; ++entry) {
            first_move_[entry + 1] += first_move_[entry];
        }
    }

    void expand(const Profile& profile, Layer& layer, std::size_t region) {
        if (profile.home) {
            add_arc(layer, profile, 0, 0, 0);
            return;
        }
        std::size_t entry = 0;
        const Region& place = in_.board.regions[region];
        for (std::size_t i = 0; i < place.closed.size(); ++i) {
            if (profile.uses(in_.board.seams[at(place.closed[i])].slot)) {
                entry |= std::size_t{1} << i;
            }
        }
        const std::size_t begin = layer.arcs.size();
        for (std::size_t i = first_move_[entry]; i < first_move_[entry + 1]; ++i) {
            const Move& move = layer.moves[i];
            Money bonus = 0;
            const std::optional<Profile> result = apply(profile, move, bonus);
            if (result) {
                add_arc(layer, *result, move.used, move.value + bonus, static_cast<Index>(i));
            }
        }
        keep_best(layer.arcs, begin);
    }

    void add_arc(Layer& layer, const Profile& to, std::uint32_t used, Money value, Index move) {
        const auto [it, fresh] = number_.try_emplace(to, static_cast<Index>(next_.size()));
        if (fresh) {
            next_.push_back(to);
        }
        layer.arcs.push_back({it->second, used, value, move});
    }

    // Of two arcs of a node to the same node over the same seams, the one that earns more.
    static void keep_best(std::vector<Arc>& arcs, std::size_t begin) {
        const auto from = arcs.begin() + static_cast<std::ptrdiff_t>(begin);
        std::stable_sort(from, arcs.end(), [](const Arc& x, const Arc& y) {
            return std::tuple(x.to, x.used, -x.value) < std::tuple(y.to, y.used, -y.value);
        });
        arcs.erase(std::unique(from, arcs.end(),
                               [](const Arc& x, const Arc& y) {
                                   return x.to == y.to && x.used == y.used;
                               }),
                   arcs.end());
    }

    [[nodiscard]] std::optional<Profile> apply(Profile p, const Move& move, Money& bonus) const {
        if ((p.groups & move.groups) != 0 || p.ends + move.ends.size() > 2) {
            return std::nullopt;
        }
        if (!count(p, move) || !close_ends(p, move, bonus)) {
            return std::nullopt;
        }
        bool complete = false;
        for (const Join& join : move.joins) {
            if (!connect(p, join, complete)) {
                return std::nullopt;
            }
        }
        if (complete) {
            // Nothing of the train may lie about elsewhere, and it has to have earned its run.
            if (p.mask != 0 || !p.own) {
                return std::nullopt;
            }
            Profile home;
            home.home = true;
            return home;
        }
        p.groups = static_cast<std::uint16_t>(p.groups & ~fading_);
        return p;
    }

    // All pieces of a train end up in one route, so one account a train is enough.
    [[nodiscard]] bool count(Profile& p, const Move& move) const {
        if (kind_.visits != 0) {
            if (p.visits + move.visits > kind_.visits) {
                return false;
            }
            p.visits = static_cast<std::uint8_t>(p.visits + move.visits);
        }
        if (kind_.counts != 0) {
            if (p.counts + move.counts > kind_.counts) {
                return false;
            }
            p.counts = static_cast<std::uint8_t>(p.counts + move.counts);
            if (kind_.visits != 0 && p.visits - p.counts > kind_.skips()) {
                return false;
            }
        }
        p.own = p.own || move.own;
        p.groups = static_cast<std::uint16_t>(p.groups | move.groups);
        return true;
    }

    [[nodiscard]] bool close_ends(Profile& p, const Move& move, Money& bonus) const {
        for (const std::uint8_t kind : move.ends) {
            if (p.ends == 0) {
                p.end_kind = kind;
            } else {
                if (in_.ends.forbidden(p.end_kind, kind)) {
                    return false;
                }
                bonus += in_.ends.bonus(p.end_kind, kind);
                p.end_kind = 0;
            }
            ++p.ends;
        }
        return true;
    }

    // Runs a strand: the open ends it meets are used up, their far ends become mates.
    [[nodiscard]] static bool connect(Profile& p, const Join& join, bool& complete) {
        if (join.a >= 0 && join.b >= 0 && p.uses(join.a) && p.mate(join.a) == join.b) {
            return false;  // a ring
        }
        const int x = far_end(p, join.a);
        const int y = far_end(p, join.b);
        if (x < 0 && y < 0) {
            complete = true;
        } else if (x < 0 || y < 0) {
            p.set(std::max(x, y), std::max(x, y));
        } else {
            p.set(x, y);
            p.set(y, x);
        }
        return true;
    }

    // -1: an end of the route. A slot not in use is opened by this strand: its far end is itself.
    [[nodiscard]] static int far_end(Profile& p, int slot) {
        if (slot < 0 || !p.uses(slot)) {
            return slot;
        }
        const int mate = p.mate(slot);
        p.free(slot);
        return mate == slot ? -1 : mate;
    }

    // Keeps what leads to a good end: the train home, or never run where it need not.
    void drop_dead_nodes(TrainGraph& graph) {
        std::vector<Index> renamed(nodes_.size(), -1);
        for (std::size_t node = 0; node < nodes_.size(); ++node) {
            const Profile& p = nodes_[node];
            if (p.home || (p == Profile{} && !kind_.ends)) {
                renamed[node] = graph.finals++;
            }
        }
        for (std::size_t i = graph.layers.size(); i-- > 0;) {
            Layer& layer = graph.layers[i];
            std::vector<Index> names(layer.nodes(), -1);
            std::vector<Index> first;
            std::vector<Arc> arcs;
            for (std::size_t node = 0; node < layer.nodes(); ++node) {
                const std::size_t begin = arcs.size();
                for (Index k = layer.first[node]; k < layer.first[node + 1]; ++k) {
                    Arc arc = layer.arcs[at(k)];
                    arc.to = renamed[at(arc.to)];
                    if (arc.to >= 0) {
                        arcs.push_back(arc);
                    }
                }
                if (arcs.size() > begin) {
                    names[node] = static_cast<Index>(first.size());
                    first.push_back(static_cast<Index>(begin));
                }
            }
            first.push_back(static_cast<Index>(arcs.size()));
            layer.first = std::move(first);
            layer.arcs = std::move(arcs);
            renamed = std::move(names);
        }
        if (renamed.empty() || renamed[0] < 0) {
            graph = {};
        }
    }

    const GraphInput& in_;
    const Kind& kind_;
    Watch& watch_;
    std::vector<Profile> nodes_;
    std::vector<Profile> next_;
    std::unordered_map<Profile, Index, ProfileHash> number_;
    std::vector<std::size_t> first_move_;
    std::uint32_t fading_ = 0;  // groups with no stop after this region
    std::int64_t arcs_ = 0;
};

}  // namespace

std::int64_t TrainGraph::arcs() const {
    std::int64_t sum = 0;
    for (const Layer& layer : layers) {
        sum += static_cast<std::int64_t>(layer.arcs.size());
    }
    return sum;
}

GraphFate make_train_graph(const GraphInput& input, const Kind& kind, Watch& watch,
                           TrainGraph& graph) {
    return GraphMaker(input, kind, watch).run(graph);
}

}  // namespace route_opt::frontier
