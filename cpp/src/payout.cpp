#include "payout.hpp"

#include <map>
#include <numeric>
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

struct Pick {
    Money value = no_route;
    std::vector<std::int32_t> positions;
};

// Lemma 5. The best `counts` positions by weight, those in `forced` among them, an own stop among
// them.
Pick pick(const Graph& graph, std::span<const std::int32_t> stops, const std::vector<Money>& weight,
          std::int32_t counts, bool force_ends) {
    const auto n = static_cast<std::int32_t>(stops.size());
    std::vector<std::int32_t> order(stops.size());
    for (std::int32_t i = 0; i < n; ++i) order[i] = i;
    const auto forced = [&](std::int32_t i) { return force_ends && (i == 0 || i == n - 1); };
    const auto own = [&](std::int32_t i) { return graph.stops[stops[i]].own; };
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t x, std::int32_t y) {
        if (forced(x) != forced(y)) return forced(x);
        if (weight[x] != weight[y]) return weight[x] > weight[y];
        return own(x) && !own(y);
    });
    const std::int32_t kept = std::min(n, counts);
    Pick result;
    if (force_ends && kept < 2) return result;
    result.positions.assign(order.begin(), order.begin() + kept);
    if (std::none_of(order.begin(), order.begin() + kept, own)) {
        // The weakest free position makes room for the best own stop.
        const auto best = std::find_if(order.begin() + kept, order.end(), own);
        if (best == order.end() || forced(result.positions.back())) return result;
        result.positions.back() = *best;
    }
    result.value = 0;
    for (const std::int32_t i : result.positions) result.value += weight[i];
    return result;
}

// Lemma 5, where major and minor stops have limits of their own. Limits on two classes and on all
// are a matroid: the dearest first, each that still fits, is best, and so it is after some that are
// taken in any case.
class SplitPick {
public:
    SplitPick(const Graph& graph, std::span<const std::int32_t> stops,
              const std::vector<Money>& weight, const TrainType& type)
        : graph_(graph), stops_(stops), weight_(weight), type_(type), order_(stops.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        std::stable_sort(order_.begin(), order_.end(), [&](std::int32_t x, std::int32_t y) {
            if (weight[x] != weight[y]) return weight[x] > weight[y];
            return own(x) && !own(y);
        });
    }

    [[nodiscard]] Pick best(std::vector<std::int32_t> first) const {
        Pick result = fill(first);
        if (result.value == no_route) return result;
        if (std::any_of(result.positions.begin(), result.positions.end(),
                        [&](std::int32_t i) { return own(i); })) {
            return result;
        }
        result = {};
        for (const std::int32_t i : order_) {
            if (!own(i)) continue;
            first.push_back(i);
            Pick with = fill(first);
            if (with.value > result.value) result = std::move(with);
            first.pop_back();
        }
        return result;
    }

private:
    [[nodiscard]] bool own(std::int32_t i) const { return graph_.stops[stops_[i]].own; }

    // None if those to be taken first do not fit.
    [[nodiscard]] Pick fill(const std::vector<std::int32_t>& first) const {
        Pick result{0, {}};
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
    const std::vector<Money>& weight_;
    const TrainType& type_;
    std::vector<std::int32_t> order_;
};

Pick pick(const Graph& graph, std::span<const std::int32_t> stops, const std::vector<Money>& weight,
          const TrainType& type, bool force_ends) {
    if (!type.split) return pick(graph, stops, weight, type.counts, force_ends);
    std::vector<std::int32_t> first;
    if (force_ends) first = {0, static_cast<std::int32_t>(stops.size()) - 1};
    return SplitPick(graph, stops, weight, type).best(std::move(first));
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
    std::vector<Money> weight;
    weight.reserve(stops.size());
    for (const std::int32_t s : stops) weight.push_back(values[s]);
    weight.front() += graph.stops[stops.front()].end_extra;
    weight.back() += graph.stops[stops.back()].end_extra;
    Pick best = pick(graph, stops, weight, type, false);
    if (ends.bonus(graph.stops[stops.front()], graph.stops[stops.back()])) {
        weight.front() += graph.stops[stops.front()].pair_value;
        weight.back() += graph.stops[stops.back()].pair_value;
        Pick paired = pick(graph, stops, weight, type, true);
        if (paired.value > best.value) best = std::move(paired);
    }
    if (counted != nullptr) {
        std::sort(best.positions.begin(), best.positions.end());
        counted->clear();
        for (const std::int32_t i : best.positions) counted->push_back(stops[i]);
    }
    return best.value == no_route ? no_route : best.value + sets_pay(graph, stops);
}

}  // namespace route_opt
