// Lists of routes: what one route is to the search, and how all routes of a train are listed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "claims.hpp"
#include "graph.hpp"
#include "mask.hpp"
#include "payout.hpp"
#include "trains.hpp"
#include "watch.hpp"

namespace route_opt {

template <class M>
struct RouteRow {
    M mask;
    Money value;         // without the terms over the whole set
    std::int32_t stops;  // visited
    std::int32_t sides;
    std::int32_t claim;
    std::int32_t first_stop;  // the ends
    std::int32_t last_stop;
    std::int32_t first_arc;  // stops - 1 from there on in RouteList::arcs
    std::int32_t arm;        // of them those of the first arm, which ends at first_stop
};

template <class M>
struct RouteList {
    std::vector<RouteRow<M>> rows;
    std::vector<std::int32_t> arcs;  // of the graph, each arm from its own stop outwards
};

// Lemma 8. Lists the legal routes of a train type over the links of the graph, each once: a route
// belongs to the first of its own stops (in the order of the graph), from which it has one arm, or
// two of which the one with the earlier first link is run first.
template <class M>
class Enumerator {
public:
    Enumerator(const Graph& graph, const EndRules& ends, Claims& claims, Watch& watch)
        : graph_(graph),
          ends_(ends),
          claims_(claims),
          watch_(watch),
          on_route_(graph.stops.size(), 0),
          group_used_(static_cast<std::size_t>(graph.groups), 0) {
        for (const StopSet& set : graph.sets) {
            set_work_ += 10 * static_cast<std::int64_t>(set.stops.size());
        }
        link_masks_.reserve(graph.links.size());
        for (std::size_t i = 0; i < graph.links.size(); ++i) {
            link_masks_.push_back(M::load(graph.mask(static_cast<std::int32_t>(i)), graph.words));
        }
    }

    // For one train alone, to which each visit pays so much more: from now on a route is put down
    // only if it is worth more than all before it, or as much over fewer sides. The first of the
    // best is among them, and no route that is left out is better.
    void keep_records(Money visit_bonus) {
        records_ = true;
        visit_bonus_ = visit_bonus;
    }

    // False when the watch stopped it, or there are more than `most` or very long ones: then routes
    // are missing. Track that is `taken` is not run over, and is in the masks.
    bool run(const TrainType& type, std::size_t most, RouteList<M>& list) {
        return run(type, most, list, M::zero(graph_.words));
    }
    bool run(const TrainType& type, std::size_t most, RouteList<M>& list, const M& taken) {
        type_ = type;
        value_ = graph_.tariffs[type.tariff].data();
        adds_up_ = !type.split && graph_.sets.empty();
        record_ = {-1, 0};
        if (records_) list_hopes();
        left_[0] = type.major.visits;
        left_[1] = type.minor.visits;
        most_ = most;
        list_ = &list;
        full_ = false;
        used_ = taken;
        for (const std::int32_t stop : graph_.own) {
            start(stop);
            on_route_[stop] = 1;  // later routes do without it
            if (full_) break;
        }
        std::fill(on_route_.begin(), on_route_.end(), 0);
        return !full_;
    }

private:
    static constexpr std::int32_t longest = 1'000;  // stops: each is a step deeper
    static constexpr std::size_t usual = 64;        // links and words of a mask: a row of this size

    [[nodiscard]] bool can_visit(std::int32_t stop) const {
        if (on_route_[stop]) return false;
        if (type_.split && left_[graph_.stops[stop].minor ? 1 : 0] == 0) return false;
        const std::int32_t group = graph_.stops[stop].group;
        return group < 0 || !group_used_[group];
    }

    void visit(std::int32_t stop, char flag) {
        const Stop& s = graph_.stops[stop];
        on_route_[stop] = flag;
        if (s.group >= 0) group_used_[s.group] = flag;
        sum_ += flag ? value_[stop] : -value_[stop];
        if (type_.split) left_[s.minor ? 1 : 0] += flag ? -1 : 1;
    }

    void start(std::int32_t stop) {
        if (!can_visit(stop)) return;
        origin_ = stop;
        visited_ = 1;
        visit(stop, 1);
        for (std::int32_t a = graph_.arc_begin[stop]; a < graph_.arc_begin[stop + 1]; ++a) {
            first_arc_ = a;
            extend(a, false);
        }
        visit(stop, 0);
    }

    // Takes one more arc at the end of an arm, and everything that may follow.
    void extend(std::int32_t arc_index, bool second) {
        const Arc arc = graph_.arcs[arc_index];
        if (!can_visit(arc.to) || !used_.disjoint(link_masks_[arc.link])) return;
        if (watch_.node() || visited_ == longest) full_ = true;
        if (full_) return;
        const M before = used_;
        used_ |= link_masks_[arc.link];
        sides_ += graph_.links[arc.link].sides;
        ++visited_;
        visit(arc.to, 1);
        arcs_.push_back(arc_index);
        if (!second) first_arm_ = arcs_.size();
        emit();
        if (visited_ < type_.visits && may_be_record()) go_on(arc.to, second);
        arcs_.pop_back();
        visit(arc.to, 0);
        --visited_;
        sides_ -= graph_.links[arc.link].sides;
        used_ = before;
    }

    // What the dearest stops of the board would add to a route, by their number; the two ends too.
    // Empty where more visits may be worth less than fewer, or sets of stops pay.
    void list_hopes() {
        hopes_.clear();
        if (!graph_.sets.empty() || visit_bonus_ < 0) return;
        std::vector<std::int64_t> values;
        std::int64_t ends = 0;
        for (std::size_t s = 0; s < graph_.stops.size(); ++s) {
            const Stop& stop = graph_.stops[s];
            if (value_[s] < 0 || stop.end_extra < 0 || stop.pair_value < 0) return;
            values.push_back(value_[s] + visit_bonus_);
            ends = std::max(ends, std::int64_t{stop.end_extra} + stop.pair_value);
        }
        std::sort(values.begin(), values.end(), std::greater<>());
        hopes_.push_back(2 * ends);
        for (const std::int64_t value : values) hopes_.push_back(hopes_.back() + value);
    }

    // Whether what follows the present route may be worth as much as the best so far.
    [[nodiscard]] bool may_be_record() const {
        if (hopes_.empty()) return true;
        const auto left = static_cast<std::size_t>(type_.visits - visited_);
        const std::int64_t hope = hopes_[std::min(left, hopes_.size() - 1)];
        return sum_ + visit_bonus_ * visited_ + hope >= record_.value;
    }

    // Whether a route of this worth is the best so far; then it is the one to beat.
    bool sets_record(Money worth) {
        const std::int64_t value = worth + visit_bonus_ * visited_;
        const bool better =
            value > record_.value || (value == record_.value && sides_ < record_.sides);
        if (better) record_ = {value, sides_};
        return better;
    }

    // Second arms come first: while they are tried the first arm stays as it is.
    void go_on(std::int32_t stop, bool second) {
        if (!second && !graph_.stops[origin_].end_only) {
            for (std::int32_t a = first_arc_ + 1; a < graph_.arc_begin[origin_ + 1]; ++a) {
                extend(a, true);
            }
        }
        if (graph_.stops[stop].end_only) return;
        for (std::int32_t a = graph_.arc_begin[stop]; a < graph_.arc_begin[stop + 1]; ++a) {
            extend(a, second);
        }
    }

    void list_stops() {
        stops_.clear();
        for (std::size_t i = first_arm_; i-- > 0;) stops_.push_back(graph_.arcs[arcs_[i]].to);
        stops_.push_back(origin_);
        for (std::size_t i = first_arm_; i < arcs_.size(); ++i) {
            stops_.push_back(graph_.arcs[arcs_[i]].to);
        }
    }

    [[nodiscard]] Money value(std::int32_t a, std::int32_t b) const {
        if (!adds_up_ || type_.counts < visited_) return payout(graph_, ends_, stops_, type_);
        Money v = sum_ + graph_.stops[a].end_extra + graph_.stops[b].end_extra;
        if (ends_.bonus(graph_.stops[a], graph_.stops[b]))
            v += graph_.stops[a].pair_value + graph_.stops[b].pair_value;
        return v;
    }

    // Puts the route down, if it is legal.
    void emit() {
        const std::int32_t a = graph_.arcs[arcs_[first_arm_ - 1]].to;
        const std::int32_t b = first_arm_ == arcs_.size() ? origin_ : graph_.arcs[arcs_.back()].to;
        if (ends_.forbidden(graph_.stops[a], graph_.stops[b])) return;
        if (!adds_up_ || type_.counts < visited_ || claims_.matter()) list_stops();
        const Money worth = value(a, b);
        if (worth == no_route || (records_ && !sets_record(worth))) return;
        const std::size_t size = list_->arcs.size() + list_->rows.size() * graph_.words;
        if (list_->rows.size() >= most_ || size > most_ * usual || watch_.work(set_work_)) {
            full_ = true;
            return;
        }
        const std::int32_t claim = claims_.matter() ? claims_.number(stops_) : 0;
        list_->rows.push_back({used_, worth, visited_, sides_, claim, a, b,
                               static_cast<std::int32_t>(list_->arcs.size()),
                               static_cast<std::int32_t>(first_arm_)});
        list_->arcs.insert(list_->arcs.end(), arcs_.begin(), arcs_.end());
    }

    const Graph& graph_;
    const EndRules& ends_;
    Claims& claims_;
    Watch& watch_;
    std::vector<M> link_masks_;

    TrainType type_{};
    const Money* value_ = nullptr;  // of each stop, to a train of this type
    std::int64_t set_work_ = 0;     // of looking through all sets of stops
    bool adds_up_ = true;           // a route that counts all it visits earns their sum
    std::int32_t left_[2] = {};     // major and minor stops that may still be visited
    std::size_t most_ = 0;
    RouteList<M>* list_ = nullptr;
    bool full_ = false;
    bool records_ = false;  // only routes better than all before them
    std::int64_t visit_bonus_ = 0;
    struct {
        std::int64_t value;
        std::int32_t sides;
    } record_{-1, 0};
    std::vector<std::int64_t> hopes_;  // what so many more visits may add

    // The route being built.
    std::int32_t origin_ = 0;
    std::int32_t first_arc_ = 0;
    std::vector<std::int32_t> arcs_;  // of the first arm, then of the second, each outwards
    std::size_t first_arm_ = 0;       // how many of them are of the first
    std::vector<std::int32_t> stops_;
    std::vector<char> on_route_;
    std::vector<char> group_used_;
    M used_{};
    Money sum_ = 0;
    std::int32_t sides_ = 0;
    std::int32_t visited_ = 0;
};

}  // namespace route_opt
