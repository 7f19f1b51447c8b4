#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "problem.hpp"

namespace route_opt {

std::vector<Casting> castings(std::vector<std::int32_t> trains_of_type, std::int32_t pairs,
                              bool bonus) {
    std::vector<Casting> all;
    Casting casting;
    const auto types = static_cast<std::int32_t>(trains_of_type.size());
    const auto close = [&](Casting roles, std::int32_t bonus_type) {
        for (std::int32_t t = 0; t < types; ++t) {
            std::int32_t free = trains_of_type[t];
            if (t == bonus_type) {
                roles.push_back({t, true, -1, 1});
                --free;
            }
            if (free > 0) roles.push_back({t, false, -1, free});
        }
        all.push_back(std::move(roles));
    };
    const std::function<void(std::int32_t)> assign = [&](std::int32_t pair) {
        if (pair < pairs) {
            for (std::int32_t t = 0; t < types; ++t) {
                if (trains_of_type[t] == 0) continue;
                --trains_of_type[t];
                casting.push_back({t, false, pair, 1});
                assign(pair + 1);
                casting.pop_back();
                ++trains_of_type[t];
            }
            return;
        }
        if (!bonus) close(casting, -1);
        for (std::size_t i = 0; bonus && i < casting.size(); ++i) {
            Casting with = casting;
            with[i].bonus = true;
            close(with, -1);
        }
        for (std::int32_t t = 0; bonus && t < types; ++t) {
            if (trains_of_type[t] > 0) close(casting, t);
        }
    };
    assign(0);
    return all;
}

Money money_step(const Instance& instance) {
    Money step = std::gcd(instance.terms.visit_bonus, instance.terms.cube_value);
    const Stops& s = instance.stops;
    for (const auto* values : {&s.value, &s.end_extra, &s.pair_value}) {
        for (const Money v : *values) step = std::gcd(step, v);
    }
    return std::max(1, step);
}

Money plain_ceiling(const Instance& instance, const Graph& graph) {
    std::vector<Money> values;
    Money extra = 0;
    std::int64_t cubes = instance.terms.extra_cube ? 1 : 0;
    const Stops& s = instance.stops;
    for (std::size_t i = 0; i < s.value.size(); ++i) {
        values.push_back(s.value[i]);
        extra = std::max(extra, s.end_extra[i] + s.pair_value[i]);
        cubes += s.cubes[i];
    }
    std::sort(values.begin(), values.end(), std::greater<Money>());
    std::int64_t total = 0;
    std::int64_t longest = 0;
    for (std::int32_t t = 0; t < instance.trains.size(); ++t) {
        const auto all = static_cast<std::int32_t>(values.size());
        std::int32_t visits = instance.trains.visits[t];
        if (visits == 0 || visits > all) visits = all;
        std::int32_t counts = instance.trains.counts[t];
        if (counts == 0 || counts > visits) counts = visits;
        total += std::accumulate(values.begin(), values.begin() + counts, std::int64_t{0});
        total += 2 * std::int64_t{extra};
        longest = std::max<std::int64_t>(longest, visits);
    }
    total += longest * instance.terms.visit_bonus + cubes * instance.terms.cube_value;
    if (graph.complete && graph.links.empty()) total = 0;
    return static_cast<Money>(std::min<std::int64_t>(total, std::numeric_limits<Money>::max()));
}

}  // namespace route_opt
