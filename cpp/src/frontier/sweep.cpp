#include "frontier/sweep.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "hash.hpp"
#include "invariant.hpp"

namespace route_opt::frontier {

namespace {

using Nodes = std::array<std::int32_t, most_trains>;

// How nodes are packed into words: as many to a word as fit, none across two.
struct Packed {
    std::int32_t bits;        // of a node
    std::size_t in_word = 1;  // nodes

    explicit Packed(const Fleet& fleet) {
        std::size_t most = 1;
        for (const TrainGraph* graph : fleet.graphs) {
            for (const Layer& layer : graph->layers) most = std::max(most, layer.nodes());
        }
        bits = std::max(1, static_cast<std::int32_t>(std::bit_width(most - 1)));
        in_word = 64 / static_cast<std::size_t>(bits);
    }
    [[nodiscard]] std::size_t words(std::size_t trains) const {
        return (trains + in_word - 1) / in_word;
    }
};

constexpr std::size_t most_words = 8;

// Lemma 16. `value` is the most earned on the way here. `rest` bounds what is still to come: each
// way of getting here proves a bound on it, and the least of them holds for all, since what is to
// come depends on the state alone. Hence value and rest may stem from different ways.
template <class Key>
struct State {
    Key key;
    Cost rest;
    Money value;
    std::int32_t sides;  // run over on the way here
    std::uint32_t parent;

    [[nodiscard]] Cost bound() const { return value * cost_scale + rest; }
};

// States of one layer, found by key.
template <class Key>
class StateTable {
public:
    void clear() {
        states_.clear();
        numbers_.clear();
    }

    void insert(const State<Key>& state) {
        const std::int32_t number = number_of(state.key);
        if (number == static_cast<std::int32_t>(states_.size())) {
            states_.push_back(state);
            return;
        }
        State<Key>& old = states_[number];
        old.rest = std::min(old.rest, state.rest);
        if (state.value > old.value || (state.value == old.value && state.sides < old.sides)) {
            old.value = state.value;
            old.sides = state.sides;
            old.parent = state.parent;
        }
    }

    [[nodiscard]] const std::vector<State<Key>>& states() const { return states_; }
    [[nodiscard]] std::size_t size() const { return states_.size(); }

    static bool better(const State<Key>& x, const State<Key>& y) {
        return x.bound() != y.bound() ? x.bound() > y.bound() : x.key < y.key;
    }

    // Keeps the `width` states of the highest bounds; gives the highest bound given up. A stopped
    // watch leaves some of those out that were to be kept, and gives the highest bound of all.
    Cost shrink(std::size_t width, Watch& watch) {
        const auto cut = states_.begin() + static_cast<std::ptrdiff_t>(width);
        watch.work(10 * static_cast<std::int64_t>(states_.size()));
        std::nth_element(states_.begin(), cut, states_.end(), better);
        Cost given_up = cut->bound();
        ROUTE_OPT_INVARIANT(std::all_of(states_.begin(), cut, [&](const State<Key>& state) {
            return state.bound() >= given_up;
        }));
        std::vector<State<Key>> kept(states_.begin(), cut);
        clear();
        for (const State<Key>& state : kept) {
            if (watch.work(30)) {
                given_up = std::max(given_up, state.bound());
            } else {
                insert(state);
            }
        }
        return given_up;
    }

    void take(std::vector<State<Key>>& into) { into.swap(states_); }

private:
    [[nodiscard]] std::int32_t number_of(const Key& key) {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : key) {
            hash = mix(hash + word * 0x9e3779b97f4a7c15U + 0x632be59bd9b4e019U);
        }
        return numbers_.find_or_add(hash,
                                    [&](std::int32_t known) { return states_[known].key == key; });
    }

    std::vector<State<Key>> states_;
    Numbering numbers_;
};

}  // namespace

bool JointSweep::fits(const Fleet& fleet) {
    const auto trains = static_cast<std::size_t>(
        std::accumulate(fleet.trains.begin(), fleet.trains.end(), std::int32_t{0}));
    return trains <= most_trains && Packed(fleet).words(trains) <= most_words;
}

JointSweep::JointSweep(const Fleet& fleet, const Prices& prices, Watch& watch) : fleet_(fleet) {
    for (const auto& layer : prices) {
        root_bound_ = std::accumulate(layer.begin(), layer.end(), root_bound_);
    }
    for (std::size_t kind = 0; kind < fleet.graphs.size(); ++kind) {
        const TrainGraph& graph = *fleet.graphs[kind];
        if (watch.work(pricing_work(graph, prices))) return;
        const Potential potential = make_potential(graph, prices);
        root_bound_ += fleet.trains[kind] * potential[0][0];
        kind_of_.insert(kind_of_.end(), static_cast<std::size_t>(fleet.trains[kind]), kind);
        std::vector<RankedLayer>& layers = ranked_.emplace_back(graph.layers.size());
        for (std::size_t i = 0; i < layers.size() && !watch.stopped(); ++i) {
            layers[i] = rank(graph.layers[i], price_table(prices[i]), potential[i],
                             potential[i + 1], watch);
            const std::vector<Cost> length = price_table(fleet.sides[i]);
            for (RankedArc& arc : layers[i].arcs) {
                arc.sides = static_cast<std::int32_t>(length[arc.used]);
            }
        }
    }
}

// One run of a JointSweep, with keys of so many words.
template <std::size_t words>
class SweepRun {
public:
    SweepRun(const JointSweep& sweep, Money target, std::size_t width, Watch& watch,
             const JointSweep::Tell& tell)
        : sweep_(sweep),
          packed_(sweep.fleet_),
          trains_(sweep.kind_of_.size()),
          target_(target * cost_scale),
          width_(width),
          watch_(watch),
          tell_(tell) {}

    SweepResult run() {
        SweepResult result;
        std::vector<State> states;
        if (sweep_.root_bound_ >= target_) states.push_back({Key{}, sweep_.root_bound_, 0, 0, 0});
        const std::size_t layers = sweep_.fleet_.graphs[0]->layers.size();
        for (std::size_t layer = 0; layer < layers && !states.empty(); ++layer) {
            advance(states, layer);
            keep_trail(states);
            if (tell_) tell_(highest(states));
        }
        std::size_t best = states.size();
        for (std::size_t i = 0; i < states.size(); ++i) {
            // Lemma 15: at the end nothing is to come but prices that nobody paid.
            ROUTE_OPT_INVARIANT(states[i].rest >= 0 && states[i].bound() <= sweep_.root_bound_);
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
    using Key = std::array<std::uint64_t, words>;
    using State = frontier::State<Key>;

    struct Step {
        Key key;
        std::uint32_t parent;
    };

    // Lemma 18. As of a sweep that is stopped here.
    [[nodiscard]] Cost highest(const std::vector<State>& states) const {
        Cost bound = std::max(given_up_, target_ - 1);
        for (const State& state : states) bound = std::max(bound, state.bound());
        return bound;
    }

    void advance(std::vector<State>& states, std::size_t layer) {
        table_.clear();
        layer_ = layer;
        floor_ = target_;
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
        }
        if (table_.size() > width_) shrink();
        table_.take(states);
        // Where states are given up, the best go first: they soon show what is not worth making.
        if (floor_ > target_) sort(states.begin(), states.end());
    }

    // In parts: to sort a million at once takes longer than a time limit may be passed by. The
    // order only decides what is found first, so a stopped watch may leave it.
    using Place = typename std::vector<State>::iterator;
    void sort(Place first, Place last) {
        const auto size = last - first;
        if (watch_.work(10 * static_cast<std::int64_t>(size))) return;
        if (size <= 100'000) {
            std::sort(first, last, StateTable<Key>::better);
            return;
        }
        const Place middle = first + size / 2;
        std::nth_element(first, middle, last, StateTable<Key>::better);
        sort(first, middle);
        sort(middle, last);
    }

    // Lemma 18. There are enough states in this layer above those given up here, so that what is
    // below them need not be made at all.
    void shrink() {
        const Cost cut = table_.shrink(width_, watch_);
        given_up_ = std::max(given_up_, cut);
        floor_ = std::max(floor_, cut);
    }

    // Lemma 18. Stopped by the clock: what is not yet expanded, and what was just reached, stays
    // open.
    void give_up(const std::vector<State>& states, std::size_t from) {
        for (std::size_t i = from; i < states.size(); ++i) {
            given_up_ = std::max(given_up_, states[i].bound());
        }
        for (const State& state : table_.states()) given_up_ = std::max(given_up_, state.bound());
    }

    // Lemma 15. An arc for each train in turn. The bound of a state falls by exactly the losses of
    // the arcs taken: prices of used seams leave the potentials as they leave the sum of open
    // prices.
    void choose(std::size_t train, std::uint32_t used, Money value, std::int32_t sides,
                Cost bound) {
        if (watch_.work(20)) {
            return;  // the state stays open
        }
        if (train == trains_) {
            table_.insert({pack(to_), bound - value * cost_scale, value, sides, parent_});
            if (table_.size() >= 2 * width_) shrink();
            return;
        }
        const std::size_t kind = sweep_.kind_of_[train];
        const RankedLayer& layer = sweep_.ranked_[kind][layer_];
        const std::size_t node = static_cast<std::size_t>(from_[train]);
        // Lemma 17. Of two trains alike at the same node, the first takes the arc that is ranked
        // first.
        const bool twin =
            train > 0 && sweep_.kind_of_[train - 1] == kind && from_[train - 1] == from_[train];
        std::int32_t k = twin ? taken_[train - 1] : layer.first[node];
        for (; k < layer.first[node + 1]; ++k) {
            const RankedArc& arc = layer.arcs[k];
            if (bound - arc.loss < floor_) break;
            if ((arc.used & used) != 0) continue;
            to_[train] = arc.to;
            taken_[train] = k;
            choose(train + 1, used | arc.used, value + arc.value, sides + arc.sides,
                   bound - arc.loss);
        }
    }

    // Lemma 17. Trains of a kind are interchangeable, so their nodes are kept in order.
    [[nodiscard]] Key pack(const Nodes& unordered) const {
        Nodes nodes{};
        std::copy_n(unordered.begin(), trains_, nodes.begin());
        const std::vector<std::size_t>& kind = sweep_.kind_of_;
        for (std::size_t i = 1; i < trains_; ++i) {
            for (std::size_t k = i; k > 0 && kind[k - 1] == kind[i] && nodes[k - 1] > nodes[k];
                 --k) {
                std::swap(nodes[k - 1], nodes[k]);
            }
        }
        Key key{};
        for (std::size_t i = 0; i < trains_; ++i) {
            std::uint64_t& word = key[i / packed_.in_word];
            word = word << packed_.bits | static_cast<std::uint32_t>(nodes[i]);
        }
        return key;
    }

    [[nodiscard]] Nodes unpack(Key key) const {
        Nodes nodes{};
        const std::uint64_t mask = (std::uint64_t{1} << packed_.bits) - 1;
        for (std::size_t i = trains_; i-- > 0;) {
            std::uint64_t& word = key[i / packed_.in_word];
            nodes[i] = static_cast<std::int32_t>(word & mask);
            word >>= packed_.bits;
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
        std::int64_t steps = 0;
        for (std::size_t layer = 0; layer < keys.size(); ++layer) {
            Retrace retrace{sweep_,  layer,
                            here,    unpack(keys[layer]),
                            trains_, price_table(sweep_.fleet_.sides[layer]),
                            watch_,  steps};
            retrace.search(0, 0, 0);
            if (retrace.lost()) {
                result.paths.clear();
                return;
            }
            if (retrace.value < 0) throw std::logic_error("a state that no arcs lead to");
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
        Watch& watch;
        std::int64_t& steps;
        Money value = -1;
        Cost sides = 0;
        std::array<std::int32_t, most_trains> arcs{};
        std::array<std::int32_t, most_trains> best{};

        // A stopped watch leaves time for a way back that is plain, as nearly all are.
        [[nodiscard]] bool lost() const { return steps > 100'000 && watch.stopped(); }

        void search(std::size_t train, std::uint32_t used, Money sum) {
            watch.work(20);
            if (++steps; lost()) return;
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
            // Lemma 17. Twins at one node take their arcs in order: any other order is the same.
            std::int32_t k = here.first[from[train]];
            for (std::size_t i = 0; i < train; ++i) {
                if (sweep.kind_of_[i] == kind && from[i] == from[train]) k = arcs[i];
            }
            for (; k < here.first[static_cast<std::size_t>(from[train]) + 1]; ++k) {
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
    const Packed packed_;
    std::size_t trains_;
    Cost target_;
    std::size_t width_;
    Watch& watch_;
    const JointSweep::Tell& tell_;
    StateTable<Key> table_;
    std::size_t layer_ = 0;
    Nodes from_{};
    Nodes to_{};
    std::array<std::int32_t, most_trains> taken_{};
    std::uint32_t parent_ = 0;
    Cost given_up_ = std::numeric_limits<Cost>::min();
    Cost floor_ = 0;  // states of lower bounds are not made
    std::vector<std::vector<Step>> trail_;
    std::size_t trail_size_ = 0;
    bool trail_kept_ = true;
};

SweepResult JointSweep::run(Money target, std::size_t width, Watch& watch, const Tell& tell) const {
    const std::size_t words = Packed(fleet_).words(kind_of_.size());
    if (words <= 1) return SweepRun<1>(*this, target, width, watch, tell).run();
    if (words <= 2) return SweepRun<2>(*this, target, width, watch, tell).run();
    if (words <= 4) return SweepRun<4>(*this, target, width, watch, tell).run();
    return SweepRun<most_words>(*this, target, width, watch, tell).run();
}

}  // namespace route_opt::frontier
