#include "route_opt/verify.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace route_opt {
namespace {

using End = std::int32_t;

bool same_pair(const Terms::Pair& pair, std::int32_t x, std::int32_t y) {
    return (pair.first == x && pair.second == y) || (pair.first == y && pair.second == x);
}

class Verifier {
public:
    Verifier(const Instance& instance, const Solution& solution)
        : in_(instance), solution_(solution), stops_(instance.stops.size()) {
        const Track& track = in_.track;
        pieces_.reserve(track.a.size());
        for (std::size_t i = 0; i < track.a.size(); ++i) {
            pieces_.emplace_back(std::minmax(track.a[i], track.b[i]));
        }
        std::sort(pieces_.begin(), pieces_.end());
    }

    Verdict run() {
        std::set<std::int32_t> trains;
        for (const Route& route : solution_.routes) {
            where_ = "train " + std::to_string(route.train);
            if (route.train < 0 || route.train >= in_.trains.size()) {
                say("there is no such train");
                continue;
            }
            if (!trains.insert(route.train).second) say("runs twice");
            if (readable(route)) check(route);
        }
        where_ = "set";
        check_set();
        return std::move(verdict_);
    }

private:
    void say(const std::string& what) { verdict_.problems.push_back(where_ + ": " + what); }
    [[nodiscard]] bool is_stop(End end) const { return end < stops_; }

    bool readable(const Route& route) {
        const End ends = stops_ + 2 * in_.track.sides;
        const auto outside = [&](End end) { return end < 0 || end >= ends; };
        if (std::any_of(route.path.begin(), route.path.end(), outside)) {
            say("the path names an end that does not exist");
            return false;
        }
        if (route.path.size() < 2 || !is_stop(route.path.front()) || !is_stop(route.path.back())) {
            say("the path does not run from a stop to a stop");
            return false;
        }
        return true;
    }

    void check(const Route& route) {
        check_track(route);
        std::vector<End> stops;
        std::copy_if(route.path.begin(), route.path.end(), std::back_inserter(stops),
                     [&](End end) { return is_stop(end); });
        check_stops(route, stops);
        check_counted(route, stops);
        visited_.push_back(stops);
    }

    // How many pieces of track join two ends.
    [[nodiscard]] std::int64_t joining(End one, End other) const {
        const auto [first, last] = std::equal_range(pieces_.begin(), pieces_.end(),
                                                    std::pair<End, End>(std::minmax(one, other)));
        return last - first;
    }

    // Every step is a piece of track; every side, and every piece between two stops, is free.
    void check_track(const Route& route) {
        for (std::size_t i = 0; i + 1 < route.path.size(); ++i) {
            const End from = route.path[i];
            const End to = route.path[i + 1];
            const End left = is_stop(from) ? from : stops_ + ((from - stops_) ^ 1);
            const std::int64_t pieces = joining(left, to);
            if (pieces == 0) {
                say("no track from " + std::to_string(left) + " to " + std::to_string(to));
            } else if (is_stop(left) && is_stop(to) &&
                       ++direct_used_[std::minmax(left, to)] > pieces) {
                say("the track between two stops is used twice");
            }
            if (!is_stop(to) && !sides_used_.insert((to - stops_) / 2).second) {
                say("side " + std::to_string((to - stops_) / 2) + " is used twice");
            }
        }
    }

    void check_stops(const Route& route, const std::vector<End>& stops) {
        const Stops& s = in_.stops;
        if (std::set<End>(stops.begin(), stops.end()).size() != stops.size()) {
            say("a stop is visited twice");
        }
        const std::int32_t visits = in_.trains.visits[route.train];
        if (visits != 0 && static_cast<std::int32_t>(stops.size()) > visits) {
            say("visits more than " + std::to_string(visits) + " stops");
        }
        check_sizes(route.train, stops, in_.trains.major_visits, in_.trains.minor_visits, "visits");
        std::set<std::int32_t> groups;
        for (std::size_t i = 0; i < stops.size(); ++i) {
            if (i > 0 && i + 1 < stops.size() && s.end_only[stops[i]]) {
                say("passes through stop " + std::to_string(stops[i]));
            }
            const std::int32_t group = s.group[stops[i]];
            if (group >= 0 && !groups.insert(group).second) {
                say("visits two stops of group " + std::to_string(group));
            }
        }
        for (const Terms::Pair& pair : in_.terms.forbidden_ends) {
            if (same_pair(pair, s.end_class[stops.front()], s.end_class[stops.back()])) {
                say("its two ends may not go together");
            }
        }
    }

    // Limits on stops that are not minor, and on those that are.
    template <class Ends>
    void check_sizes(std::int32_t train, const Ends& stops, const std::vector<std::int32_t>& majors,
                     const std::vector<std::int32_t>& minors, const std::string& does) {
        std::int32_t minor = 0;
        for (const End stop : stops) {
            minor += !in_.stops.minor.empty() && in_.stops.minor[stop] != 0 ? 1 : 0;
        }
        const auto check = [&](const char* name, const std::vector<std::int32_t>& limits,
                               std::int32_t count) {
            if (limits.empty() || limits[train] == 0) return;
            const std::int32_t limit = limits[train] < 0 ? 0 : limits[train];
            if (count > limit) {
                say(does + " more than " + std::to_string(limit) + " " + name + " stops");
            }
        };
        check("major", majors, static_cast<std::int32_t>(stops.size()) - minor);
        check("minor", minors, minor);
    }

    // What a stop is worth to a train.
    [[nodiscard]] Money worth(std::int32_t train, End stop) const {
        const std::int32_t tariff = in_.trains.tariff.empty() ? 0 : in_.trains.tariff[train];
        if (tariff == 0) return in_.stops.value[stop];
        return in_.stops.tariffs[static_cast<std::size_t>(stops_) * (tariff - 1) + stop];
    }

    // What the stops visited earn as sets.
    [[nodiscard]] Money set_money(const std::vector<End>& stops) const {
        const std::set<End> visited(stops.begin(), stops.end());
        Money money = 0;
        for (const Terms::Set& set : in_.terms.sets) {
            const std::set<End> wanted(set.stops.begin(), set.stops.end());
            if (std::includes(visited.begin(), visited.end(), wanted.begin(), wanted.end())) {
                money += set.value;
            }
        }
        return money;
    }

    void check_counted(const Route& route, const std::vector<End>& stops) {
        const Stops& s = in_.stops;
        const std::set<End> counted(route.counted.begin(), route.counted.end());
        if (counted.size() != route.counted.size()) say("a stop is counted twice");
        const std::int32_t counts = in_.trains.counts[route.train];
        if (counts != 0 && static_cast<std::int32_t>(counted.size()) > counts) {
            say("counts more than " + std::to_string(counts) + " stops");
        }
        Money value = set_money(stops);
        bool own = false;
        std::vector<End> paid_for;
        for (const End stop : counted) {
            if (std::find(stops.begin(), stops.end(), stop) == stops.end()) {
                say("counts stop " + std::to_string(stop) + " without visiting it");
                continue;
            }
            paid_for.push_back(stop);
            value += worth(route.train, stop);
            own = own || s.own[stop] != 0;
        }
        check_sizes(route.train, paid_for, in_.trains.major_counts, in_.trains.minor_counts,
                    "counts");
        if (!own) say("counts no own stop");
        const bool first = counted.count(stops.front()) != 0;
        const bool last = counted.count(stops.back()) != 0;
        if (first) value += s.end_extra[stops.front()];
        if (last) value += s.end_extra[stops.back()];
        const bool paid = std::any_of(
            in_.terms.bonus_ends.begin(), in_.terms.bonus_ends.end(), [&](const Terms::Pair& p) {
                return same_pair(p, s.end_class[stops.front()], s.end_class[stops.back()]);
            });
        if (first && last && paid) {
            value += s.pair_value[stops.front()] + s.pair_value[stops.back()];
        }
        if (value != route.value) {
            say("is worth " + std::to_string(value) + ", not " + std::to_string(route.value));
        }
        verdict_.value += value;
    }

    void check_set() {
        for (const Terms::Pair& pair : in_.terms.required_ends) {
            const bool met = std::any_of(visited_.begin(), visited_.end(), [&](const auto& stops) {
                return same_pair(pair, stops.front(), stops.back());
            });
            if (!met && (solution_.status == Status::optimal || !visited_.empty())) {
                say("no train runs from " + std::to_string(pair.first) + " to " +
                    std::to_string(pair.second));
            }
        }
        std::size_t longest = 0;
        for (const auto& stops : visited_) longest = std::max(longest, stops.size());
        verdict_.value += in_.terms.visit_bonus * static_cast<Money>(longest);
        verdict_.value += in_.terms.good_value * goods();
        if (verdict_.value != solution_.value) {
            say("is worth " + std::to_string(verdict_.value) + ", not " +
                std::to_string(solution_.value));
        }
        if (solution_.bound < solution_.value) say("the bound is below the value");
        if (solution_.status == Status::optimal && solution_.bound != solution_.value) {
            say("is called optimal below its bound");
        }
    }

    // Most goods delivered by the routes together: with the extra good where it does most.
    [[nodiscard]] std::int32_t goods() const {
        if (in_.terms.good_value == 0) return 0;
        std::vector<std::int32_t> left = in_.stops.goods;
        const std::int32_t most = delivered(left);
        std::set<End> tried;
        for (const std::vector<End>& stops : visited_) {
            for (const End stop : stops) {
                if (!in_.terms.extra_good || !in_.stops.room[stop] || !tried.insert(stop).second) {
                    continue;
                }
                ++left[stop];
                if (delivered(left) > most) return most + 1;
                --left[stop];
            }
        }
        return most;
    }

    // Buyers of each train in turn look for a good; where a train passes no good that is left, a
    // train that took one there has to find another. If nobody can, that buyer goes without.
    [[nodiscard]] std::int32_t delivered(std::vector<std::int32_t> left) const {
        std::vector<std::map<End, std::int32_t>> taken(visited_.size());
        std::int32_t total = 0;
        for (std::size_t train = 0; train < visited_.size(); ++train) {
            for (const End stop : visited_[train]) {
                if (!in_.stops.buyer[stop]) continue;
                std::set<End> asked;
                if (!supply(train, left, taken, asked)) break;
                ++total;
            }
        }
        return total;
    }

    [[nodiscard]] bool supply(std::size_t train, std::vector<std::int32_t>& left,
                              std::vector<std::map<End, std::int32_t>>& taken,
                              std::set<End>& asked) const {
        for (const End stop : visited_[train]) {
            if (left[stop] == 0) continue;
            --left[stop];
            ++taken[train][stop];
            return true;
        }
        for (const End stop : visited_[train]) {
            if (!asked.insert(stop).second) continue;
            for (std::size_t other = 0; other < visited_.size(); ++other) {
                const auto had = taken[other].find(stop);
                if (other == train || had == taken[other].end() || had->second == 0) continue;
                if (!supply(other, left, taken, asked)) continue;
                --taken[other][stop];
                ++taken[train][stop];
                return true;
            }
        }
        return false;
    }

    const Instance& in_;
    const Solution& solution_;
    const std::int32_t stops_;
    std::vector<std::pair<End, End>> pieces_;  // of track, lower end first, in order
    std::map<std::pair<End, End>, std::int64_t> direct_used_;
    std::set<std::int32_t> sides_used_;
    std::vector<std::vector<End>> visited_;
    std::string where_;
    Verdict verdict_;
};

}  // namespace

Verdict verify(const Instance& instance, const Solution& solution) {
    if (!validate(instance).empty()) throw std::invalid_argument(validate(instance).front());
    return Verifier(instance, solution).run();
}

}  // namespace route_opt
