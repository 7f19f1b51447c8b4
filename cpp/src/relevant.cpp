#include "route_opt/relevant.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace route_opt {
namespace {

// A leg is a piece of track in one direction: leg n starts at end(n) and comes to end(n ^ 1).
class Legs {
public:
    explicit Legs(const Instance& instance) : in_(instance), stops_(instance.stops.size()) {
        const auto ends = static_cast<std::size_t>(stops_ + 2 * in_.track.sides);
        from_.assign(ends + 1, 0);
        const std::int32_t legs = 2 * in_.track.size();
        for (std::int32_t leg = 0; leg < legs; ++leg) ++from_[end(leg) + 1];
        for (std::size_t e = 0; e < ends; ++e) from_[e + 1] += from_[e];
        legs_.resize(static_cast<std::size_t>(legs));
        std::vector<std::int32_t> next(from_.begin(), from_.end() - 1);
        for (std::int32_t leg = 0; leg < legs; ++leg) legs_[next[end(leg)]++] = leg;
    }

    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(legs_.size()); }
    [[nodiscard]] std::int32_t end(std::int32_t leg) const {
        return leg % 2 ? in_.track.b[leg / 2] : in_.track.a[leg / 2];
    }
    [[nodiscard]] bool has_track(std::int32_t stop) const { return from_[stop] < from_[stop + 1]; }

    // The legs that walks from some stops come along. Beyond a side they go on from its other
    // face, so that none turns back on a tile; at a stop only where `passes` says so.
    template <typename Passes>
    std::vector<std::uint8_t> follow(const std::vector<std::int32_t>& starts, Passes passes) const {
        std::vector<std::uint8_t> found(legs_.size(), 0);
        std::vector<std::int32_t> todo;
        const auto leave = [&](std::int32_t at) {
            for (std::int32_t n = from_[at]; n < from_[at + 1]; ++n) {
                if (!std::exchange(found[legs_[n]], 1)) todo.push_back(legs_[n]);
            }
        };
        for (const std::int32_t start : starts) leave(start);
        while (!todo.empty()) {
            const std::int32_t at = end(todo.back() ^ 1);
            todo.pop_back();
            if (at >= stops_) {
                leave(stops_ + ((at - stops_) ^ 1));
            } else if (passes(at)) {
                leave(at);
            }
        }
        return found;
    }

private:
    const Instance& in_;
    std::int32_t stops_;
    std::vector<std::int32_t> from_;  // where the legs of an end begin in legs_
    std::vector<std::int32_t> legs_;
};

// The pieces a route can use, lower end first, in order.
std::vector<std::pair<std::int32_t, std::int32_t>> useful_pieces(const Instance& in) {
    const Legs legs(in);
    std::vector<std::int32_t> own, all;
    for (std::int32_t s = 0; s < in.stops.size(); ++s) {
        if (!legs.has_track(s)) continue;
        all.push_back(s);
        if (in.stops.own[s]) own.push_back(s);
    }
    const auto reached = legs.follow(own, [&](std::int32_t s) { return !in.stops.end_only[s]; });
    // What leads to a stop is what a walk from that stop comes along, the other way.
    const auto leading = legs.follow(all, [](std::int32_t) { return false; });
    std::vector<std::pair<std::int32_t, std::int32_t>> pieces;
    for (std::int32_t leg = 0; leg < legs.size(); leg += 2) {
        if ((reached[leg] && leading[leg + 1]) || (reached[leg + 1] && leading[leg])) {
            const std::int32_t a = legs.end(leg), b = legs.end(leg + 1);
            pieces.emplace_back(std::min(a, b), std::max(a, b));
        }
    }
    std::sort(pieces.begin(), pieces.end());
    return pieces;
}

}  // namespace

std::vector<std::int32_t> relevant(const Instance& instance) {
    const auto problems = validate(instance);
    if (!problems.empty()) throw std::invalid_argument(problems.front());
    const Stops& stops = instance.stops;
    const auto pieces = useful_pieces(instance);
    std::vector<std::uint8_t> touched(stops.value.size(), 0);
    std::vector<std::int32_t> found{static_cast<std::int32_t>(pieces.size())};
    for (const auto& [first, second] : pieces) {
        found.insert(found.end(), {first, second});
        for (const std::int32_t end : {first, second}) {
            if (end < stops.size()) touched[end] = 1;
        }
    }
    for (std::int32_t s = 0; s < stops.size(); ++s) {
        if (!touched[s]) continue;
        found.insert(found.end(), {s, stops.value[s], stops.end_extra[s], stops.pair_value[s],
                                   stops.end_class[s], stops.group[s], stops.goods[s], stops.own[s],
                                   stops.end_only[s], stops.buyer[s], stops.room[s]});
        if (!stops.minor.empty()) found.push_back(stops.minor[s]);
        for (auto at = static_cast<std::size_t>(s); at < stops.tariffs.size();
             at += stops.value.size()) {
            found.push_back(stops.tariffs[at]);
        }
    }
    const Terms& terms = instance.terms;
    found.insert(found.end(), {-1, terms.visit_bonus, terms.good_value, terms.extra_good});
    for (const auto& pairs : {terms.forbidden_ends, terms.bonus_ends, terms.required_ends}) {
        found.push_back(static_cast<std::int32_t>(pairs.size()));
        for (const auto& pair : pairs) found.insert(found.end(), {pair.first, pair.second});
    }
    for (const auto& set : terms.sets) {
        found.insert(found.end(), {static_cast<std::int32_t>(set.stops.size()), set.value});
        found.insert(found.end(), set.stops.begin(), set.stops.end());
    }
    return found;
}

}  // namespace route_opt
