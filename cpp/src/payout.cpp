#include "payout.hpp"

#include <array>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace route_opt {

EndRules::EndRules(const Terms& terms, const Stops& stops) {
    any_ = !terms.forbidden_ends.empty() || !terms.bonus_ends.empty();
    if (!any_) return;
    std::vector<std::int32_t> names;
    for (const auto* pairs : {&terms.forbidden_ends, &terms.bonus_ends}) {
        for (const Terms::Pair& pair : *pairs) names.insert(names.end(), {pair.first, pair.second});
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    const auto number = [&](std::int32_t c) {
        const auto found = std::lower_bound(names.begin(), names.end(), c);
        const bool known = found != names.end() && *found == c;
        return known ? 1 + static_cast<std::int32_t>(found - names.begin()) : 0;
    };
    std::map<std::pair<std::int32_t, std::int32_t>, std::uint8_t> table;
    const auto fill = [&](const std::vector<Terms::Pair>& pairs, int bit) {
        for (const Terms::Pair& pair : pairs) {
            const std::int32_t x = number(pair.first);
            const std::int32_t y = number(pair.second);
            for (const auto& both : {std::pair{x, y}, std::pair{y, x}}) {
                table[both] = static_cast<std::uint8_t>(table[both] | bit);
            }
        }
    };
    fill(terms.forbidden_ends, 1);
    fill(terms.bonus_ends, 2);
    first_.assign(names.size() + 2, 0);
    for (const auto& [both, bits] : table) {
        ++first_[both.first + 1];
        partners_.push_back({both.second, bits});
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    cls_.reserve(stops.end_class.size());
    for (const std::int32_t c : stops.end_class) cls_.push_back(number(c));
}

namespace {

// Numbers along a route. Routes are listed by the thousand, so the heap is for very long ones.
template <class T>
class Along {
public:
    explicit Along(std::size_t size) : many_(size > few ? size : 0) {
        all_ = size > few ? std::span<T>(many_) : std::span<T>(few_.data(), size);
    }
    Along(const Along&) = delete;
    Along& operator=(const Along&) = delete;

    [[nodiscard]] std::span<T> all() { return all_; }

private:
    static constexpr std::size_t few = 32;

    std::array<T, few> few_;
    std::vector<T> many_;
    std::span<T> all_;
};

using Weights = std::span<const Money>;
using Positions = std::span<std::int32_t>;

// Which stops of a route are counted: so many positions, the first of those written down.
struct Pick {
    Money value = no_route;
    std::size_t size = 0;
};

// Lemma 5. The best `counts` positions by weight, those in `forced` among them, an own stop among
// them.
Pick pick(const Graph& graph, std::span<const std::int32_t> stops, Weights weight,
          std::int32_t counts, bool force_ends, Positions order) {
    const auto n = static_cast<std::int32_t>(stops.size());
    std::iota(order.begin(), order.end(), 0);
    const auto forced = [&](std::int32_t i) { return force_ends && (i == 0 || i == n - 1); };
    const auto own = [&](std::int32_t i) { return graph.stops[stops[i]].own; };
    std::sort(order.begin(), order.end(), [&](std::int32_t x, std::int32_t y) {
        if (forced(x) != forced(y)) return forced(x);
        if (weight[x] != weight[y]) return weight[x] > weight[y];
        return own(x) != own(y) ? own(x) : x < y;
    });
    const std::int32_t kept = std::min(n, counts);
    if (force_ends && kept < 2) return {};
    const Positions counted = order.first(static_cast<std::size_t>(kept));
    if (std::none_of(counted.begin(), counted.end(), own)) {
        // The weakest free position makes room for the best own stop.
        const auto best = std::find_if(order.begin() + kept, order.end(), own);
        if (best == order.end() || forced(counted.back())) return {};
        counted.back() = *best;
    }
    Pick result{0, counted.size()};
    for (const std::int32_t i : counted) result.value += weight[i];
    return result;
}

// Lemma 5, where major and minor stops have limits of their own. Limits on two classes and on all
// are a matroid: the dearest first, each that still fits, is best, and so it is after some that are
// taken in any case.
class SplitPick {
public:
    struct Chosen {
        Money value = no_route;
        std::vector<std::int32_t> positions;
    };

    SplitPick(const Graph& graph, std::span<const std::int32_t> stops, Weights weight,
              const TrainType& type)
        : graph_(graph), stops_(stops), weight_(weight), type_(type), order_(stops.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        std::stable_sort(order_.begin(), order_.end(), [&](std::int32_t x, std::int32_t y) {
            if (weight[x] != weight[y]) return weight[x] > weight[y];
            return own(x) && !own(y);
        });
    }

    [[nodiscard]] Chosen best(std::vector<std::int32_t> first) const {
        Chosen result = fill(first);
        if (result.value == no_route) return result;
        if (std::any_of(result.positions.begin(), result.positions.end(),
                        [&](std::int32_t i) { return own(i); })) {
            return result;
        }
        result = {};
        for (const std::int32_t i : order_) {
            if (!own(i)) continue;
            first.push_back(i);
            Chosen with = fill(first);
            if (with.value > result.value) result = std::move(with);
            first.pop_back();
        }
        return result;
    }

private:
    [[nodiscard]] bool own(std::int32_t i) const { return graph_.stops[stops_[i]].own; }

    // None if those to be taken first do not fit.
    [[nodiscard]] Chosen fill(const std::vector<std::int32_t>& first) const {
        Chosen result{0, {}};
        std::int32_t left[2] = {type_.major.counts, type_.minor.counts};
        const auto take = [&](std::int32_t i) {
            std::int32_t& room = left[graph_.stops[stops_[i]].minor ? 1 : 0];
            if (room == 0 || static_cast<std::int32_t>(result.positions.size()) == type_.counts) {
                return false;
            }
            --room;
            result.positions.push_back(i);
            result.value += weight_[i];
            return true;
        };
        for (const std::int32_t i : first) {
            if (!take(i)) return {};
        }
        for (const std::int32_t i : order_) {
            if (std::find(first.begin(), first.end(), i) == first.end()) take(i);
        }
        return result;
    }

    const Graph& graph_;
    std::span<const std::int32_t> stops_;
    Weights weight_;
    const TrainType& type_;
    std::vector<std::int32_t> order_;
};

Pick pick(const Graph& graph, std::span<const std::int32_t> stops, Weights weight,
          const TrainType& type, bool force_ends, Positions order) {
    if (!type.split) return pick(graph, stops, weight, type.counts, force_ends, order);
    std::vector<std::int32_t> first;
    if (force_ends) first = {0, static_cast<std::int32_t>(stops.size()) - 1};
    const auto chosen = SplitPick(graph, stops, weight, type).best(std::move(first));
    std::copy(chosen.positions.begin(), chosen.positions.end(), order.begin());
    return {chosen.value, chosen.positions.size()};
}

}  // namespace

Money sets_pay(const Graph& graph, std::span<const std::int32_t> stops) {
    Money sum = 0;
    for (const StopSet& set : graph.sets) {
        const bool whole = std::all_of(set.stops.begin(), set.stops.end(), [&](std::int32_t stop) {
            return std::find(stops.begin(), stops.end(), stop) != stops.end();
        });
        if (whole) sum += set.value;
    }
    return sum;
}

Money payout(const Graph& graph, const EndRules& ends, std::span<const std::int32_t> stops,
             const TrainType& type, std::vector<std::int32_t>* counted) {
    const std::vector<Money>& values = graph.tariffs[type.tariff];
    Along<Money> weights(stops.size());
    Along<std::int32_t> plain(stops.size());
    Along<std::int32_t> paired(stops.size());
    const std::span<Money> weight = weights.all();
    for (std::size_t i = 0; i < stops.size(); ++i) weight[i] = values[stops[i]];
    weight.front() += graph.stops[stops.front()].end_extra;
    weight.back() += graph.stops[stops.back()].end_extra;
    Pick best = pick(graph, stops, weight, type, false, plain.all());
    Positions order = plain.all();
    if (ends.bonus(graph.stops[stops.front()], graph.stops[stops.back()])) {
        weight.front() += graph.stops[stops.front()].pair_value;
        weight.back() += graph.stops[stops.back()].pair_value;
        const Pick both = pick(graph, stops, weight, type, true, paired.all());
        if (both.value > best.value) {
            best = both;
            order = paired.all();
        }
    }
    if (counted != nullptr) {
        const Positions paid = order.first(best.size);
        std::sort(paid.begin(), paid.end());
        counted->clear();
        for (const std::int32_t i : paid) counted->push_back(stops[i]);
    }
    return best.value == no_route ? no_route : best.value + sets_pay(graph, stops);
}

}  // namespace route_opt
