// The obviously right answer: every route, every set, every way to count. For small boards only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "route_opt/instance.hpp"

namespace route_opt::test {

struct OracleRoute {
    std::vector<std::int32_t> stops;
    std::set<std::int32_t> used;  // sides; a piece between two stops is sides + its number
    std::int32_t sides = 0;
    Money value = -1;  // -1: no own stop can be counted
};

struct OracleAnswer {
    bool feasible = false;
    Money value = 0;
    std::int32_t sides = 0;  // fewest of all best sets
    std::int64_t best_sets = 0;
    std::int32_t most_idle = 0;     // trains that can rest in a best set
    std::int32_t fewest_goods = 0;  // delivered in a best set
};

class Oracle {
public:
    explicit Oracle(const Instance& in) : in_(in), stops_(in.stops.size()) {}

    // All routes of a train, each once.
    std::vector<OracleRoute> routes(std::int32_t train) {
        train_ = train;
        found_.clear();
        for (std::int32_t s = 0; s < stops_; ++s) {
            OracleRoute route;
            route.stops.push_back(s);
            walk(route, s);
        }
        return found_;
    }

    OracleAnswer best() {
        lists_.clear();
        for (std::int32_t t = 0; t < in_.trains.size(); ++t) {
            lists_.push_back(routes(t));
            std::erase_if(lists_.back(), [](const OracleRoute& r) { return r.value < 0; });
        }
        answer_ = {};
        chosen_.clear();
        choose(0);
        return answer_;
    }

    // How many sets best() would look at, to keep tests short.
    double sets() {
        double product = 1;
        for (std::int32_t t = 0; t < in_.trains.size(); ++t) {
            product *= static_cast<double>(routes(t).size() + 1);
        }
        return product;
    }

private:
    void walk(OracleRoute& route, std::int32_t end) {
        for (std::int32_t i = 0; i < in_.track.size(); ++i) {
            std::int32_t to = -1;
            if (in_.track.a[i] == end) to = in_.track.b[i];
            if (in_.track.b[i] == end) to = in_.track.a[i];
            if (to < 0) continue;
            const bool direct = end < stops_ && to < stops_;
            const std::int32_t resource = direct        ? in_.track.sides + i
                                          : to < stops_ ? -1
                                                        : (to - stops_) / 2;
            if (resource >= 0 && route.used.count(resource)) continue;
            OracleRoute next = route;
            if (resource >= 0) next.used.insert(resource);
            if (to >= stops_) {
                ++next.sides;
                walk(next, stops_ + ((to - stops_) ^ 1));
            } else if (may_visit(route, to)) {
                next.stops.push_back(to);
                arrive(next);
            }
        }
    }

    bool may_visit(const OracleRoute& route, std::int32_t stop) const {
        const std::int32_t visits = in_.trains.visits[train_];
        if (visits != 0 && static_cast<std::int32_t>(route.stops.size()) >= visits) return false;
        for (const std::int32_t s : route.stops) {
            if (s == stop) return false;
            if (in_.stops.group[s] >= 0 && in_.stops.group[s] == in_.stops.group[stop])
                return false;
        }
        return true;
    }

    [[nodiscard]] bool minor(std::int32_t stop) const {
        return !in_.stops.minor.empty() && in_.stops.minor[stop] != 0;
    }

    // So many of a size, where the array has a limit.
    bool within(const std::vector<std::int32_t>& limits, std::int32_t count) const {
        if (limits.empty() || limits[train_] == 0) return true;
        return count <= (limits[train_] == Trains::none ? 0 : limits[train_]);
    }

    bool sizes_fit(const OracleRoute& route) const {
        std::int32_t minors = 0;
        for (const std::int32_t s : route.stops) minors += minor(s);
        const auto all = static_cast<std::int32_t>(route.stops.size());
        return within(in_.trains.minor_visits, minors) &&
               within(in_.trains.major_visits, all - minors);
    }

    Money worth(std::int32_t stop) const {
        const std::int32_t tariff = in_.trains.tariff.empty() ? 0 : in_.trains.tariff[train_];
        return tariff == 0 ? in_.stops.value[stop]
                           : in_.stops.tariffs[(tariff - 1) * stops_ + stop];
    }

    Money sets_worth(const OracleRoute& route) const {
        Money sum = 0;
        for (const Terms::Set& set : in_.terms.sets) {
            bool whole = true;
            for (const std::int32_t s : set.stops) {
                whole = whole && std::count(route.stops.begin(), route.stops.end(), s) == 1;
            }
            if (whole) sum += set.value;
        }
        return sum;
    }

    void arrive(OracleRoute& route) {
        const std::int32_t first = route.stops.front();
        const std::int32_t last = route.stops.back();
        if (!sizes_fit(route)) return;
        if (first < last && legal(route)) {
            route.value = value(route);
            found_.push_back(route);
        }
        if (!in_.stops.end_only[last]) walk(route, last);
    }

    static bool among(const std::vector<Terms::Pair>& pairs, std::int32_t x, std::int32_t y) {
        return std::any_of(pairs.begin(), pairs.end(), [&](const Terms::Pair& p) {
            return (p.first == x && p.second == y) || (p.first == y && p.second == x);
        });
    }

    bool legal(const OracleRoute& route) const {
        const auto& cls = in_.stops.end_class;
        if (among(in_.terms.forbidden_ends, cls[route.stops.front()], cls[route.stops.back()])) {
            return false;
        }
        return std::any_of(route.stops.begin(), route.stops.end(),
                           [&](std::int32_t s) { return in_.stops.own[s] != 0; });
    }

    Money value(const OracleRoute& route) const {
        const auto n = static_cast<std::int32_t>(route.stops.size());
        const std::int32_t counts = in_.trains.counts[train_];
        const Stops& s = in_.stops;
        Money best = -1;
        for (std::uint32_t subset = 1; subset < (1u << n); ++subset) {
            Money sum = 0;
            std::int32_t counted = 0;
            std::int32_t minors = 0;
            bool own = false;
            for (std::int32_t i = 0; i < n; ++i) {
                if (!(subset >> i & 1)) continue;
                const std::int32_t stop = route.stops[i];
                ++counted;
                minors += minor(stop);
                own = own || s.own[stop];
                sum += worth(stop);
                if (i == 0 || i == n - 1) sum += s.end_extra[stop];
            }
            if (!own || (counts != 0 && counted > counts)) continue;
            if (!within(in_.trains.minor_counts, minors)) continue;
            if (!within(in_.trains.major_counts, counted - minors)) continue;
            const std::int32_t a = route.stops.front();
            const std::int32_t b = route.stops.back();
            if ((subset & 1) && (subset >> (n - 1) & 1) &&
                among(in_.terms.bonus_ends, s.end_class[a], s.end_class[b])) {
                sum += s.pair_value[a] + s.pair_value[b];
            }
            best = std::max(best, sum);
        }
        return best < 0 ? best : best + sets_worth(route);
    }

    void choose(std::size_t train) {
        if (train == lists_.size()) {
            judge();
            return;
        }
        chosen_.push_back(nullptr);
        choose(train + 1);
        chosen_.pop_back();
        for (const OracleRoute& route : lists_[train]) {
            const bool clash = std::any_of(chosen_.begin(), chosen_.end(), [&](const auto* other) {
                return other && std::any_of(other->used.begin(), other->used.end(),
                                            [&](std::int32_t u) { return route.used.count(u); });
            });
            if (clash) continue;
            chosen_.push_back(&route);
            choose(train + 1);
            chosen_.pop_back();
        }
    }

    void judge() {
        for (const Terms::Pair& pair : in_.terms.required_ends) {
            const bool met = std::any_of(chosen_.begin(), chosen_.end(), [&](const auto* r) {
                return r && among({pair}, r->stops.front(), r->stops.back());
            });
            if (!met) return;
        }
        Money total = 0;
        std::int32_t sides = 0;
        std::size_t longest = 0;
        for (const OracleRoute* r : chosen_) {
            if (!r) continue;
            total += r->value;
            sides += r->sides;
            longest = std::max(longest, r->stops.size());
        }
        total += in_.terms.visit_bonus * static_cast<Money>(longest);
        const std::int32_t delivered = goods();
        total += in_.terms.good_value * delivered;
        if (!answer_.feasible || total > answer_.value) {
            answer_ = {true, total, sides, 0, 0, delivered};
        }
        if (total == answer_.value) {
            const auto idle = std::count(chosen_.begin(), chosen_.end(), nullptr);
            answer_.sides = std::min(answer_.sides, sides);
            answer_.most_idle = std::max(answer_.most_idle, static_cast<std::int32_t>(idle));
            answer_.fewest_goods = std::min(answer_.fewest_goods, delivered);
            ++answer_.best_sets;
        }
    }

    std::int32_t goods() const {
        if (in_.terms.good_value == 0) return 0;
        std::vector<std::int32_t> left = in_.stops.goods;
        std::int32_t best = deliver(0, 0, left);
        for (std::int32_t d = 0; in_.terms.extra_good && d < stops_; ++d) {
            if (!in_.stops.room[d]) continue;
            ++left[d];
            best = std::max(best, deliver(0, 0, left));
            --left[d];
        }
        return best;
    }

    // Train by train, buyer by buyer: the good comes from any source of the route, or not.
    std::int32_t deliver(std::size_t train, std::size_t position,
                         std::vector<std::int32_t>& left) const {
        if (train == chosen_.size()) return 0;
        const OracleRoute* route = chosen_[train];
        if (!route || position == route->stops.size()) return deliver(train + 1, 0, left);
        std::int32_t best = deliver(train, position + 1, left);
        if (!in_.stops.buyer[route->stops[position]]) return best;
        for (const std::int32_t d : route->stops) {
            if (left[d] == 0) continue;
            --left[d];
            best = std::max(best, 1 + deliver(train, position + 1, left));
            ++left[d];
        }
        return best;
    }

    const Instance& in_;
    const std::int32_t stops_;
    std::int32_t train_ = 0;
    std::vector<OracleRoute> found_;
    std::vector<std::vector<OracleRoute>> lists_;
    std::vector<const OracleRoute*> chosen_;
    OracleAnswer answer_;
};

}  // namespace route_opt::test
