#include "payout.hpp"

namespace route_opt {

EndRules::EndRules(const Terms& terms, const Stops& stops) {
    any_ = !terms.forbidden_ends.empty() || !terms.bonus_ends.empty();
    if (!any_) return;
    std::vector<std::int32_t> names{0};
    for (const auto* pairs : {&terms.forbidden_ends, &terms.bonus_ends}) {
        for (const Terms::Pair& pair : *pairs) {
            for (const std::int32_t c : {pair.first, pair.second}) {
                if (std::find(names.begin(), names.end(), c) == names.end()) names.push_back(c);
            }
        }
    }
    const auto number = [&](std::int32_t c) {
        const auto found = std::find(names.begin(), names.end(), c);
        return found == names.end() ? 0 : static_cast<std::int32_t>(found - names.begin());
    };
    classes_ = static_cast<std::int32_t>(names.size());
    table_.assign(static_cast<std::size_t>(classes_) * names.size(), 0);
    const auto fill = [&](const std::vector<Terms::Pair>& pairs, std::uint8_t bit) {
        for (const Terms::Pair& pair : pairs) {
            const std::int32_t x = number(pair.first);
            const std::int32_t y = number(pair.second);
            table_[x * classes_ + y] |= bit;
            table_[y * classes_ + x] |= bit;
        }
    };
    fill(terms.forbidden_ends, 1);
    fill(terms.bonus_ends, 2);
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

}  // namespace

Money payout(const Graph& graph, const EndRules& ends, std::span<const std::int32_t> stops,
             std::int32_t counts, std::vector<std::int32_t>* counted) {
    const auto n = static_cast<std::int32_t>(stops.size());
    if (counts == 0) counts = n;
    std::vector<Money> weight;
    weight.reserve(stops.size());
    for (const std::int32_t s : stops) weight.push_back(graph.stops[s].value);
    weight.front() += graph.stops[stops.front()].end_extra;
    weight.back() += graph.stops[stops.back()].end_extra;
    Pick best = pick(graph, stops, weight, counts, false);
    if (ends.bonus(graph.stops[stops.front()], graph.stops[stops.back()])) {
        weight.front() += graph.stops[stops.front()].pair_value;
        weight.back() += graph.stops[stops.back()].pair_value;
        Pick paired = pick(graph, stops, weight, counts, true);
        if (paired.value > best.value) best = std::move(paired);
    }
    if (counted != nullptr) {
        std::sort(best.positions.begin(), best.positions.end());
        counted->clear();
        for (const std::int32_t i : best.positions) counted->push_back(stops[i]);
    }
    return best.value;
}

}  // namespace route_opt
