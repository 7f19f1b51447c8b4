#include "route_opt/count.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "watch.hpp"

namespace route_opt {
namespace {

// Walks the track from every stop, one end at a time, with nothing clever in it.
class Walker {
public:
    struct Most {
        std::int32_t stops;
        std::int32_t majors;
        std::int32_t minors;
        bool count_majors;  // whether stops of that size can be counted at all
        bool count_minors;
        friend bool operator<(const Most& x, const Most& y) {
            return std::tie(x.majors, x.minors, x.count_majors, x.count_minors) <
                   std::tie(y.majors, y.minors, y.count_majors, y.count_minors);
        }
    };

    Walker(const Instance& instance, const Most& most, Watch& watch)
        : in_(instance),
          stops_(instance.stops.size()),
          most_(most),
          watch_(watch),
          next_(static_cast<std::size_t>(stops_ + 2 * instance.track.sides)),
          visited_(instance.stops.value.size(), 0),
          side_used_(static_cast<std::size_t>(instance.track.sides), 0),
          counts_(static_cast<std::size_t>(most.stops) + 1, 0) {
        for (std::int32_t i = 0; i < instance.track.size(); ++i) {
            next_[instance.track.a[i]].push_back(instance.track.b[i]);
            next_[instance.track.b[i]].push_back(instance.track.a[i]);
        }
        for (auto& ends : next_) {
            std::sort(ends.begin(), ends.end());
            ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        }
    }

    std::vector<std::int64_t> run() {
        for (std::int32_t s = 0; s < stops_ && !watch_.stopped(); ++s) {
            first_ = s;
            arrive(s);
            while (!steps_.empty()) go_on();
        }
        return counts_;
    }

private:
    // Where the train stands: a stop, or the face a side was entered by.
    struct Step {
        std::int32_t end;
        std::size_t next;  // way to try
    };

    [[nodiscard]] bool group_taken(std::int32_t stop) const {
        const std::int32_t group = in_.stops.group[stop];
        return group >= 0 && std::any_of(route_.begin(), route_.end(), [&](std::int32_t s) {
                   return in_.stops.group[s] == group;
               });
    }

    [[nodiscard]] bool minor(std::int32_t stop) const {
        return !in_.stops.minor.empty() && in_.stops.minor[stop] != 0;
    }

    [[nodiscard]] std::int32_t& left_of(std::int32_t stop) {
        return minor(stop) ? most_.minors : most_.majors;
    }

    // An own stop that the train may count: every route counts one.
    [[nodiscard]] bool bears_a_route(std::int32_t stop) const {
        return in_.stops.own[stop] != 0 && (minor(stop) ? most_.count_minors : most_.count_majors);
    }

    void arrive(std::int32_t stop) {
        watch_.work(static_cast<std::int64_t>(route_.size()));
        if (visited_[stop] || group_taken(stop) || left_of(stop) == 0) return;
        --left_of(stop);
        visited_[stop] = 1;
        route_.push_back(stop);
        if (first_ < stop && legal()) ++counts_[route_.size()];
        const bool may_leave = (route_.size() == 1 || !in_.stops.end_only[stop]) &&
                               static_cast<std::int32_t>(route_.size()) < most_.stops;
        steps_.push_back({stop, may_leave ? 0 : next_[stop].size()});
    }

    // The next way from where the train stands, or a step back. Not by recursion: a route may be
    // as long as the board.
    void go_on() {
        Step& here = steps_.back();
        if (here.next == next_[here.end].size() || watch_.node()) {
            step_back(here.end);
            return;
        }
        const std::int32_t to = next_[here.end][here.next++];
        if (to < stops_) {
            arrive(to);
        } else if (char& used = side_used_[(to - stops_) / 2]; !used) {
            used = 1;
            steps_.push_back({stops_ + ((to - stops_) ^ 1), 0});
        }
    }

    void step_back(std::int32_t end) {
        steps_.pop_back();
        if (end >= stops_) {
            side_used_[(end - stops_) / 2] = 0;
            return;
        }
        route_.pop_back();
        visited_[end] = 0;
        ++left_of(end);
    }

    [[nodiscard]] bool legal() const {
        const std::int32_t a = in_.stops.end_class[route_.front()];
        const std::int32_t b = in_.stops.end_class[route_.back()];
        for (const Terms::Pair& pair : in_.terms.forbidden_ends) {
            if ((pair.first == a && pair.second == b) || (pair.first == b && pair.second == a)) {
                return false;
            }
        }
        return std::any_of(route_.begin(), route_.end(),
                           [&](std::int32_t s) { return bears_a_route(s); });
    }

    const Instance& in_;
    const std::int32_t stops_;
    Most most_;  // how many may still be visited, of all how many at once
    Watch& watch_;
    std::vector<std::vector<std::int32_t>> next_;
    std::vector<char> visited_;
    std::vector<char> side_used_;
    std::vector<std::int32_t> route_;
    std::vector<Step> steps_;
    std::int32_t first_ = 0;
    std::vector<std::int64_t> counts_;
};

}  // namespace

RouteCounts count_routes(const Instance& instance, const Limits& limits) {
    if (!validate(instance).empty()) throw std::invalid_argument(validate(instance).front());
    Watch watch(limits);
    RouteCounts result;
    const std::int32_t stops = instance.stops.size();
    const auto limit = [&](const std::vector<std::int32_t>& of_trains, std::size_t train) {
        const std::int32_t said = of_trains.empty() ? 0 : of_trains[train];
        return said == 0 ? stops : std::clamp(said, 0, stops);
    };
    const auto some = [](const std::vector<std::int32_t>& of_trains, std::size_t train) {
        return of_trains.empty() || of_trains[train] != Trains::none;
    };
    const Trains& trains = instance.trains;
    std::vector<Walker::Most> most;
    std::map<Walker::Most, std::vector<std::int64_t>> counted;  // by all but the stops
    for (std::size_t t = 0; t < trains.visits.size(); ++t) {
        most.push_back({limit(trains.visits, t), limit(trains.major_visits, t),
                        limit(trains.minor_visits, t), some(trains.major_counts, t),
                        some(trains.minor_counts, t)});
    }
    for (const Walker::Most& one : most) {
        if (counted.contains(one)) continue;
        Walker::Most longest = one;
        for (const Walker::Most& other : most) {
            const bool alike = !(one < other) && !(other < one);
            if (alike) longest.stops = std::max(longest.stops, other.stops);
        }
        counted[one] = Walker(instance, longest, watch).run();
    }
    for (const Walker::Most& one : most) {
        const std::vector<std::int64_t>& all = counted[one];
        result.by_stops.emplace_back(all.begin(), all.begin() + one.stops + 1);
    }
    result.nodes = watch.nodes();
    result.complete = !watch.stopped();
    return result;
}

}  // namespace route_opt
