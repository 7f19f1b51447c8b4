#include "frontier/sweep.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "frontier/forks.hpp"
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

    // Before the i-th of these is inserted.
    void look_ahead(std::size_t i, const std::vector<State<Key>>& states) const {
        numbers_.look_ahead(
            i, states.size(), [&](std::size_t k) { return hash_of(states[k].key); }, states_);
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
    [[nodiscard]] static std::uint64_t hash_of(const Key& key) {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : key) {
            hash = mix(hash + word * 0x9e3779b97f4a7c15U + 0x632be59bd9b4e019U);
        }
        return hash;
    }
    [[nodiscard]] std::int32_t number_of(const Key& key) {
        return numbers_.find_or_add(hash_of(key),
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
    root_bound_ = total(fleet, prices);
    for (const std::vector<Cost>& layer : prices.layers) paid_.push_back(sums(layer));
    look_behind(prices);
    for (std::size_t kind = 0; kind < fleet.graphs.size(); ++kind) {
        const TrainGraph& graph = *fleet.graphs[kind];
        if (watch.work(pricing_work(graph, prices))) return;
        const Potential potential = make_potential(graph, prices, watch.hands());
        root_bound_ += fleet.trains[kind] * potential[0][0];
        kind_of_.insert(kind_of_.end(), static_cast<std::size_t>(fleet.trains[kind]), kind);
        for (std::size_t i = 0; i < behind_.size(); ++i) {
            if (behind_[i].after_forks) behind_[i].potential.push_back(potential[i + 1]);
        }
        std::vector<RankedLayer>& layers = ranked_.emplace_back(graph.layers.size());
        for (std::size_t i = 0; i < layers.size() && !watch.stopped(); ++i) {
            layers[i] = rank(graph.layers[i], Tariff(graph, prices, i), potential[i],
                             potential[i + 1], watch);
            const std::vector<Cost> length = sums(fleet.sides[i]);
            for (RankedArc& arc : layers[i].arcs) {
                arc.sides = static_cast<std::int32_t>(length[arc.used]);
            }
        }
    }
}

void JointSweep::look_behind(const Prices& prices) {
    std::vector<Cost> ending(paid_.size(), 0);  // the prices of all pairs of forks that end there
    for (std::size_t k = 0; k < prices.forks.size(); ++k) {
        const Fork& fork = fleet_.graphs[0]->forks->all()[k];
        ending[fork.seams.back().layer] += static_cast<Cost>(fork.most()) * prices.forks[k];
    }
    Cost open = root_bound_;
    for (std::size_t i = 0; i < paid_.size(); ++i) {
        open -= paid_[i].back() + ending[i];
        behind_.push_back({open, ending[i] > 0, {}});
    }
}

// One run of a JointSweep, with keys of so many words.
template <std::size_t words>
class SweepRun {
public:
    SweepRun(const JointSweep& sweep, Money target, const SweepLimits& limits, Watch& watch,
             const JointSweep::Tell& tell)
        : sweep_(sweep),
          packed_(sweep.fleet_),
          trains_(sweep.kind_of_.size()),
          target_(target * cost_scale),
          limits_(limits),
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
        const std::size_t parts = (states.size() + states_in_part - 1) / states_in_part;
        const bool whole = watch_.hands().in_order(
            parts, states.size() >= worth_sharing, parts_,
            [&](std::size_t k, Part& part) {
                expand(states, k * states_in_part, end_of(states, k), part);
            },
            [&](std::size_t k, Part& part) {
                return add(states, k * states_in_part, end_of(states, k), part);
            });
        if (!whole) {
            states.clear();
            return;
        }
        if (table_.size() > limits_.width) shrink();
        table_.take(states);
        states_ += static_cast<std::int64_t>(states.size());
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
        const Cost cut = table_.shrink(limits_.width, watch_);
        given_up_ = std::max(given_up_, cut);
        if (cut > floor_) floor_ = cut;
    }

    [[nodiscard]] bool too_many() const {
        return states_ + steps_ / steps_a_state + static_cast<std::int64_t>(table_.size()) >
               limits_.states;
    }

    // Lemma 18. Stopped by the clock, or as there are too many: what is not yet expanded, and what
    // was just reached, stays open.
    bool give_up(const std::vector<State>& states, std::size_t from) {
        for (std::size_t i = from; i < states.size(); ++i) {
            given_up_ = std::max(given_up_, states[i].bound());
        }
        for (const State& state : table_.states()) given_up_ = std::max(given_up_, state.bound());
        return false;
    }

    // Some states of a layer with what comes of them.
    struct Part {
        struct Expanded {
            std::size_t end;     // of what it leads to
            std::int64_t steps;  // that it took
        };
        std::vector<Expanded> from;
        std::vector<State> to;
        std::int64_t steps = 0;  // of the last state
        bool full = false;       // the next state is too rich for a part

        bool step() { return ++steps > most_steps; }
        void reach(const State& state) { to.push_back(state); }
    };
    // As large as a part becomes: nobody looks at the clock meanwhile.
    static constexpr std::size_t states_in_part = 32;
    static constexpr std::size_t most_reached = 50'000;
    static constexpr std::int64_t most_steps = 20'000;  // of one state
    static constexpr std::size_t worth_sharing = 4 * states_in_part;

    // Straight into the table. What comes of one state may have no end, so its steps count too.
    struct Direct {
        SweepRun& run;

        bool step() {
            ++run.steps_;
            return run.watch_.work(20) || run.too_many();
        }
        void reach(const State& state) { run.insert(state); }
    };
    static constexpr std::int64_t steps_a_state = 20;

    [[nodiscard]] static std::size_t end_of(const std::vector<State>& states, std::size_t k) {
        return std::min(states.size(), (k + 1) * states_in_part);
    }

    // As many of the states as the part has room for.
    void expand(const std::vector<State>& states, std::size_t from, std::size_t end,
                Part& part) const {
        part.from.clear();
        part.to.clear();
        part.full = false;
        for (; from < end && part.to.size() < most_reached; ++from) {
            const std::size_t before = part.to.size();
            part.steps = 0;
            choose(states, from, part);
            if (part.steps > most_steps) {
                part.to.resize(before, State{});
                part.full = true;
                return;
            }
            part.from.push_back({part.to.size(), part.steps});
        }
    }

    // All that comes of the states of a part. False: stopped.
    bool add(const std::vector<State>& states, std::size_t from, std::size_t end, Part& part) {
        for (;;) {
            if (!add(states, from, part)) return false;
            from += part.from.size();
            if (part.full) {
                if (watch_.node()) return give_up(states, from);
                Direct direct{*this};
                choose(states, from, direct);
                if (watch_.stopped() || too_many()) return give_up(states, from);
                ++from;
            }
            if (from == end) return true;
            expand(states, from, end, part);
        }
    }

    bool add(const std::vector<State>& states, std::size_t from, const Part& part) {
        std::size_t k = 0;
        for (const auto& [end, steps] : part.from) {
            if (watch_.node()) return give_up(states, from);
            for (; k < end; ++k) {
                table_.look_ahead(k, part.to);
                insert(part.to[k]);
            }
            if (watch_.work(20 * steps) || too_many()) return give_up(states, from);
            ++from;
        }
        return true;
    }

    void insert(const State& state) {
        if (state.bound() < floor_) return;
        table_.insert(state);
        if (table_.size() >= 2 * limits_.width) shrink();
    }

    // Where the trains are, and what they have chosen so far.
    struct Choice {
        Nodes from{};
        Nodes to{};
        std::array<std::int32_t, most_trains> taken{};
        std::uint32_t parent = 0;
    };

    template <class Into>
    void choose(const std::vector<State>& states, std::size_t from, Into& into) const {
        const State& state = states[from];
        Choice choice{unpack(state.key), {}, {}, static_cast<std::uint32_t>(from)};
        choose(choice, 0, 0, state.value, state.sides, state.bound(), into);
    }

    // Lemma 15. An arc for each train in turn. The bound of a state falls by exactly the losses of
    // the arcs taken: prices of used seams leave the potentials as they leave the sum of open
    // prices.
    template <class Into>
    void choose(Choice& choice, std::size_t train, std::uint32_t used, Money value,
                std::int32_t sides, Cost bound, Into& into) const {
        if (into.step()) {
            return;  // the state stays open
        }
        if (train == trains_) {
            bound = without_unpaid(choice, used, value, bound);
            if (bound < floor_.load(std::memory_order_relaxed)) return;
            into.reach({pack(choice.to), bound - value * cost_scale, value, sides, choice.parent});
            return;
        }
        const std::size_t kind = sweep_.kind_of_[train];
        const RankedLayer& layer = sweep_.ranked_[kind][layer_];
        const std::size_t node = static_cast<std::size_t>(choice.from[train]);
        // Lemma 17. Of two trains alike at the same node, the first takes the arc that is ranked
        // first.
        const bool twin = train > 0 && sweep_.kind_of_[train - 1] == kind &&
                          choice.from[train - 1] == choice.from[train];
        std::int32_t k = twin ? choice.taken[train - 1] : layer.first[node];
        for (; k < layer.first[node + 1]; ++k) {
            const RankedArc& arc = layer.arcs[k];
            if (bound - arc.loss < floor_.load(std::memory_order_relaxed)) break;
            if ((arc.used & used) != 0) continue;
            choice.to[train] = arc.to;
            choice.taken[train] = k;
            choose(choice, train + 1, used | arc.used, value + arc.value, sides + arc.sides,
                   bound - arc.loss, into);
        }
    }

    // Lemma 33. What no train uses in a layer is paid by nobody; so are pairs of forks that end.
    [[nodiscard]] Cost without_unpaid(const Choice& choice, std::uint32_t used, Money value,
                                      Cost bound) const {
        const std::vector<Cost>& paid = sweep_.paid_[layer_];
        bound -= paid.back() - paid[used];
        const JointSweep::Behind& behind = sweep_.behind_[layer_];
        if (!behind.after_forks) return bound;
        Cost most = value * cost_scale + behind.open;
        for (std::size_t i = 0; i < trains_; ++i) {
            most += behind.potential[sweep_.kind_of_[i]][static_cast<std::size_t>(choice.to[i])];
        }
        return std::min(bound, most);
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
            Retrace retrace{
                sweep_, layer, here, unpack(keys[layer]), trains_, sums(sweep_.fleet_.sides[layer]),
                watch_, steps};
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

    static constexpr std::size_t most_trail = 10'000'000;

    const JointSweep& sweep_;
    const Packed packed_;
    std::size_t trains_;
    Cost target_;
    const SweepLimits limits_;
    std::int64_t states_ = 0;  // of all layers that are left behind
    std::int64_t steps_ = 0;   // of states too rich for a part
    Watch& watch_;
    const JointSweep::Tell& tell_;
    StateTable<Key> table_;
    std::size_t layer_ = 0;
    Cost given_up_ = std::numeric_limits<Cost>::min();
    // States of lower bounds are not inserted. It only rises within a layer: who expands states by
    // an older one makes some more, and these are left out as they come.
    std::atomic<Cost> floor_{0};
    Hands::Places<Part> parts_;
    std::vector<std::vector<Step>> trail_;
    std::size_t trail_size_ = 0;
    bool trail_kept_ = true;
};

SweepResult JointSweep::run(Money target, const SweepLimits& limits, Watch& watch,
                            const Tell& tell) const {
    const std::size_t words = Packed(fleet_).words(kind_of_.size());
    if (words <= 1) return SweepRun<1>(*this, target, limits, watch, tell).run();
    if (words <= 2) return SweepRun<2>(*this, target, limits, watch, tell).run();
    if (words <= 4) return SweepRun<4>(*this, target, limits, watch, tell).run();
    return SweepRun<most_words>(*this, target, limits, watch, tell).run();
}

std::vector<std::vector<std::int32_t>> JointSweep::paths(const SweepResult& result,
                                                         const SweepLimits& limits,
                                                         Watch& watch) const {
    if (result.traced || result.value < 0) return result.paths;
    return run(result.value, limits, watch).paths;
}

}  // namespace route_opt::frontier
