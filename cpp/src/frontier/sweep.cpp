#include "frontier/sweep.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace route_opt::frontier {

namespace {

using Key = std::array<std::uint64_t, 2>;
using Nodes = std::array<std::int32_t, most_trains>;

// `value` is the most earned on the way here. `rest` bounds what is still to come: each way of
// getting here proves a bound on it, and the least of them holds for all, since what is to come
// depends on the state alone. Hence value and rest may stem from different ways.
struct State {
    Key key;
    Cost rest;
    Money value;
    std::int32_t sides;  // run over on the way here
    std::uint32_t parent;

    [[nodiscard]] Cost bound() const { return value * cost_scale + rest; }
};

// States of one layer, found by key. Open addressing over indices.
class StateTable {
public:
    void clear() {
        states_.clear();
        slots_.assign(min_slots, 0);
    }

    void insert(const State& state) {
        if (2 * (states_.size() + 1) > slots_.size()) grow();
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = hash(state.key) & mask;
        while (slots_[i] != 0) {
            State& old = states_[slots_[i] - 1];
            if (old.key == state.key) {
                old.rest = std::min(old.rest, state.rest);
                if (state.value > old.value ||
                    (state.value == old.value && state.sides < old.sides)) {
                    old.value = state.value;
                    old.sides = state.sides;
                    old.parent = state.parent;
                }
                return;
            }
            i = (i + 1) & mask;
        }
        states_.push_back(state);
        slots_[i] = static_cast<std::uint32_t>(states_.size());
    }

    [[nodiscard]] const std::vector<State>& states() const { return states_; }
    [[nodiscard]] std::size_t size() const { return states_.size(); }

    // Keeps the `width` states of the highest bounds; gives the highest bound given up.
    Cost shrink(std::size_t width) {
        const auto better = [](const State& x, const State& y) {
            return x.bound() != y.bound() ? x.bound() > y.bound() : x.key < y.key;
        };
        const auto cut = states_.begin() + static_cast<std::ptrdiff_t>(width);
        std::nth_element(states_.begin(), cut, states_.end(), better);
        const Cost given_up = cut->bound();
        states_.erase(cut, states_.end());
        rehash();
        return given_up;
    }

    void take(std::vector<State>& into) { into.swap(states_); }

private:
    static constexpr std::size_t min_slots = 1024;

    static std::size_t hash(const Key& key) {
        std::uint64_t x = key[0] * 0x9e3779b97f4a7c15U ^ (key[1] + 0x632be59bd9b4e019U);
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
        x = (x ^ x >> 27) * 0x94d049bb133111ebU;
        return static_cast<std::size_t>(x ^ x >> 31);
    }

    void grow() {
        slots_.resize(2 * slots_.size());
        rehash();
    }

    void rehash() {
        std::fill(slots_.begin(), slots_.end(), 0);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t k = 0; k < states_.size(); ++k) {
            std::size_t i = hash(states_[k].key) & mask;
            while (slots_[i] != 0) i = (i + 1) & mask;
            slots_[i] = static_cast<std::uint32_t>(k + 1);
        }
    }

    std::vector<State> states_;
    std::vector<std::uint32_t> slots_;
};

}  // namespace

bool JointSweep::fits(const Fleet& fleet) {
    const std::int32_t trains = std::accumulate(fleet.trains.begin(), fleet.trains.end(), 0);
    const std::size_t most = std::size_t{1} << id_bits(static_cast<std::size_t>(trains));
    return std::all_of(fleet.graphs.begin(), fleet.graphs.end(), [&](const TrainGraph* graph) {
        return std::all_of(graph->layers.begin(), graph->layers.end(),
                           [&](const Layer& layer) { return layer.nodes() < most; });
    });
}

// A key is two words, each for half of the trains.
std::int32_t JointSweep::id_bits(std::size_t trains) {
    return static_cast<std::int32_t>(std::min<std::size_t>(32, 64 / ((trains + 1) / 2)));
}

JointSweep::JointSweep(const Fleet& fleet, const Prices& prices, Watch& watch) : fleet_(fleet) {
    for (const auto& layer : prices) {
        root_bound_ = std::accumulate(layer.begin(), layer.end(), root_bound_);
    }
    for (std::size_t kind = 0; kind < fleet.graphs.size(); ++kind) {
        const TrainGraph& graph = *fleet.graphs[kind];
        const Potential potential = make_potential(graph, prices);
        root_bound_ += fleet.trains[kind] * potential[0][0];
        kind_of_.insert(kind_of_.end(), static_cast<std::size_t>(fleet.trains[kind]), kind);
        std::vector<RankedLayer>& layers = ranked_.emplace_back(graph.layers.size());
        for (std::size_t i = 0; i < layers.size(); ++i) {
            if (watch.work(40 * static_cast<std::int64_t>(graph.layers[i].arcs.size()))) return;
            layers[i] =
                rank(graph.layers[i], prices[i], fleet.sides[i], potential[i], potential[i + 1]);
        }
    }
    in_first_ = (kind_of_.size() + 1) / 2;
    id_bits_ = id_bits(kind_of_.size());
}

JointSweep::RankedLayer JointSweep::rank(const Layer& layer, const std::vector<Cost>& prices,
                                         const std::vector<Cost>& sides,
                                         const std::vector<Cost>& here,
                                         const std::vector<Cost>& next) {
    RankedLayer ranked;
    const std::vector<Cost> table = price_table(prices);
    const std::vector<Cost> length = price_table(sides);
    ranked.first = layer.first;
    ranked.arcs.reserve(layer.arcs.size());
    for (std::size_t node = 0; node < layer.nodes(); ++node) {
        const auto begin = static_cast<std::ptrdiff_t>(ranked.arcs.size());
        for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
            const Arc& arc = layer.arcs[k];
            const Cost reach = arc.value * cost_scale - table[arc.used] + next[arc.to];
            ranked.arcs.push_back({here[node] - reach, arc.to, arc.used, arc.value,
                                   static_cast<std::int32_t>(length[arc.used])});
        }
        std::stable_sort(ranked.arcs.begin() + begin, ranked.arcs.end(),
                         [](const RankedArc& x, const RankedArc& y) { return x.loss < y.loss; });
    }
    return ranked;
}

// One run of a JointSweep.
class SweepRun {
public:
    SweepRun(const JointSweep& sweep, Money target, std::size_t width, Watch& watch)
        : sweep_(sweep),
          trains_(sweep.kind_of_.size()),
          target_(target * cost_scale),
          width_(width),
          watch_(watch) {}

    SweepResult run() {
        SweepResult result;
        std::vector<State> states;
        if (sweep_.root_bound_ >= target_) states.push_back({Key{}, sweep_.root_bound_, 0, 0, 0});
        const std::size_t layers = sweep_.fleet_.graphs[0]->layers.size();
        for (std::size_t layer = 0; layer < layers && !states.empty(); ++layer) {
            advance(states, layer);
            keep_trail(states);
        }
        std::size_t best = states.size();
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (best == states.size() || states[i].value > states[best].value ||
                (states[i].value == states[best].value && states[i].sides < states[best].sides)) {
                result.value = states[i].value;
                best = i;
            }
        }
        if (given_up_ >= target_) result.beyond = static_cast<Money>(given_up_ / cost_scale);
        if (best < states.size() && trail_kept_) trace(result, best);
        return result;
    }

private:
    struct Step {
        Key key;
        std::uint32_t parent;
    };

    void advance(std::vector<State>& states, std::size_t layer) {
        table_.clear();
        layer_ = layer;
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (watch_.node()) {
                give_up(states, i);
                states.clear();
                return;
            }
            from_ = unpack(states[i].key);
            parent_ = static_cast<std::uint32_t>(i);
            choose(0, 0, states[i].value, states[i].sides, states[i].bound());
            if (watch_.stopped()) {
                give_up(states, i);
                states.clear();
                return;
            }
            if (table_.size() >= 2 * width_) given_up_ = std::max(given_up_, table_.shrink(width_));
        }
        if (table_.size() > width_) given_up_ = std::max(given_up_, table_.shrink(width_));
        table_.take(states);
    }

    // Stopped by the clock: what is not yet expanded, and what was just reached, stays open.
    void give_up(const std::vector<State>& states, std::size_t from) {
        for (std::size_t i = from; i < states.size(); ++i) {
            given_up_ = std::max(given_up_, states[i].bound());
        }
        for (const State& state : table_.states()) given_up_ = std::max(given_up_, state.bound());
    }

    // An arc for each train in turn. The bound of a state falls by exactly the losses of the arcs
    // taken: prices of used seams leave the potentials as they leave the sum of open prices.
    void choose(std::size_t train, std::uint32_t used, Money value, std::int32_t sides,
                Cost bound) {
        if (watch_.work(20)) {
            return;  // the state stays open
        }
        if (train == trains_) {
            table_.insert({pack(to_), bound - value * cost_scale, value, sides, parent_});
            return;
        }
        const std::size_t kind = sweep_.kind_of_[train];
        const JointSweep::RankedLayer& layer = sweep_.ranked_[kind][layer_];
        const std::size_t node = static_cast<std::size_t>(from_[train]);
        // Of two trains alike at the same node, the first takes the arc that is ranked first.
        const bool twin =
            train > 0 && sweep_.kind_of_[train - 1] == kind && from_[train - 1] == from_[train];
        std::int32_t k = twin ? taken_[train - 1] : layer.first[node];
        for (; k < layer.first[node + 1]; ++k) {
            const JointSweep::RankedArc& arc = layer.arcs[k];
            if (bound - arc.loss < target_) break;
            if ((arc.used & used) != 0) continue;
            to_[train] = arc.to;
            taken_[train] = k;
            choose(train + 1, used | arc.used, value + arc.value, sides + arc.sides,
                   bound - arc.loss);
        }
    }

    // Trains of a kind are interchangeable, so their nodes are kept in order.
    [[nodiscard]] Key pack(Nodes nodes) const {
        const std::vector<std::size_t>& kind = sweep_.kind_of_;
        for (std::size_t i = 1; i < trains_; ++i) {
            for (std::size_t k = i; k > 0 && kind[k - 1] == kind[i] && nodes[k - 1] > nodes[k];
                 --k) {
                std::swap(nodes[k - 1], nodes[k]);
            }
        }
        Key key{};
        for (std::size_t i = 0; i < trains_; ++i) {
            std::uint64_t& word = key[i < sweep_.in_first_ ? 0 : 1];
            word = word << sweep_.id_bits_ | static_cast<std::uint32_t>(nodes[i]);
        }
        return key;
    }

    [[nodiscard]] Nodes unpack(Key key) const {
        Nodes nodes{};
        const std::uint64_t mask = (std::uint64_t{1} << sweep_.id_bits_) - 1;
        for (std::size_t i = trains_; i-- > 0;) {
            std::uint64_t& word = key[i < sweep_.in_first_ ? 0 : 1];
            nodes[i] = static_cast<std::int32_t>(word & mask);
            word >>= sweep_.id_bits_;
        }
        return nodes;
    }

    void keep_trail(const std::vector<State>& states) {
        trail_size_ += states.size();
        if (trail_size_ > most_trail) {
            trail_kept_ = false;
            trail_.clear();
        }
        if (trail_kept_) {
            std::vector<Step>& steps = trail_.emplace_back();
            steps.reserve(states.size());
            for (const State& state : states) steps.push_back({state.key, state.parent});
        }
    }

    // From the last state back to the first, then forth again to name the arcs.
    void trace(SweepResult& result, std::size_t last) const {
        std::vector<Key> keys(trail_.size());
        for (std::size_t i = trail_.size(); i-- > 0;) {
            keys[i] = trail_[i][last].key;
            last = trail_[i][last].parent;
        }
        result.paths.assign(trains_, {});
        Nodes here{};
        for (std::size_t layer = 0; layer < keys.size(); ++layer) {
            Retrace retrace{sweep_,  layer,
                            here,    unpack(keys[layer]),
                            trains_, price_table(sweep_.fleet_.sides[layer])};
            retrace.search(0, 0, 0);
            for (std::size_t train = 0; train < trains_; ++train) {
                const std::int32_t k = retrace.best[train];
                result.paths[train].push_back(k);
                const TrainGraph& graph = *sweep_.fleet_.graphs[sweep_.kind_of_[train]];
                here[train] = graph.layers[layer].arcs[k].to;
            }
        }
        result.traced = true;
    }

    // The best arcs from given nodes to the nodes of a key, which trains of a kind may share out.
    struct Retrace {
        const JointSweep& sweep;
        std::size_t layer;
        Nodes from;
        Nodes to;
        std::size_t trains;
        std::vector<Cost> length;
        Money value = -1;
        Cost sides = 0;
        std::array<std::int32_t, most_trains> arcs{};
        std::array<std::int32_t, most_trains> best{};

        void search(std::size_t train, std::uint32_t used, Money sum) {
            if (train == trains) {
                if (sum > value || (sum == value && length[used] < sides)) {
                    value = sum;
                    sides = length[used];
                    best = arcs;
                }
                return;
            }
            const std::size_t kind = sweep.kind_of_[train];
            const Layer& here = sweep.fleet_.graphs[kind]->layers[layer];
            for (std::int32_t k = here.first[from[train]];
                 k < here.first[static_cast<std::size_t>(from[train]) + 1]; ++k) {
                const Arc& arc = here.arcs[k];
                if ((arc.used & used) != 0) continue;
                for (std::size_t i = 0; i < trains; ++i) {
                    if (sweep.kind_of_[i] == kind && to[i] == arc.to) {
                        to[i] = -1;
                        arcs[train] = k;
                        search(train + 1, used | arc.used, sum + arc.value);
                        to[i] = arc.to;
                        break;
                    }
                }
            }
        }
    };

    static constexpr std::size_t most_trail = 3'000'000;

    const JointSweep& sweep_;
    std::size_t trains_;
    Cost target_;
    std::size_t width_;
    Watch& watch_;
    StateTable table_;
    std::size_t layer_ = 0;
    Nodes from_{};
    Nodes to_{};
    std::array<std::int32_t, most_trains> taken_{};
    std::uint32_t parent_ = 0;
    Cost given_up_ = std::numeric_limits<Cost>::min();
    std::vector<std::vector<Step>> trail_;
    std::size_t trail_size_ = 0;
    bool trail_kept_ = true;
};

SweepResult JointSweep::run(Money target, std::size_t width, Watch& watch) const {
    return SweepRun(*this, target, width, watch).run();
}

}  // namespace route_opt::frontier
