// Lists of routes: what one route is to the search, and how all routes of a train are listed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "graph.hpp"
#include "mask.hpp"
#include "payout.hpp"
#include "walk.hpp"
#include "watch.hpp"

namespace route_opt {

// What a route can do with cubes: how many it may take, and where they lie. Few different ones
// occur, so routes carry a number. Number 0 claims nothing.
class Claims {
public:
    struct Claim {
        std::int32_t takes = 0;               // refineries on the route
        std::vector<std::int32_t> deposits;   // stops of the graph, ascending
    };

    Claims(const Terms& terms, const Graph& graph);

    // Whether cubes can earn anything at all.
    [[nodiscard]] bool matter() const { return value_ > 0; }
    [[nodiscard]] std::int32_t number(std::span<const std::int32_t> stops);
    [[nodiscard]] const Claim& operator[](std::int32_t number) const { return claims_[number]; }
    // The most the claim can earn, with all cubes to itself. The best flow is subadditive over
    // trains, so the sum over a set of routes bounds what the set earns.
    [[nodiscard]] Money most(std::int32_t number) const { return most_[number]; }
    // What the routes with these claims earn together: the greatest flow of cubes.
    [[nodiscard]] Money together(std::span<const std::int32_t> numbers) const;

private:
    [[nodiscard]] bool deposit(const Stop& stop) const {
        return stop.cubes > 0 || (extra_ && stop.room);
    }

    const Graph& graph_;
    Money value_;
    bool extra_;
    std::vector<Claim> claims_;
    std::vector<Money> most_;
    std::map<std::vector<std::int32_t>, std::int32_t> known_;
};

// The limits of a train, 0 replaced by what the board allows.
struct TrainType {
    std::int32_t visits;
    std::int32_t counts;
    bool operator==(const TrainType&) const = default;
};

template <class M>
struct RouteRow {
    M mask;
    Money value;              // without the terms over the whole set
    std::int32_t stops;       // visited
    std::int32_t sides;
    std::int32_t claim;
    std::int32_t first_stop;  // the ends
    std::int32_t last_stop;
    std::int32_t first_link;  // stops - 1 links from first_stop on: a range of RouteList::links
};

template <class M>
struct RouteList {
    std::vector<RouteRow<M>> rows;
    std::vector<std::int32_t> links;

    void clear() {
        rows.clear();
        links.clear();
    }
};

// Which routes a list is for. Without `prices`, all of the train type.
struct Wanted {
    TrainType type;
    Money visit_bonus = 0;                 // earned on top for every stop visited
    const WalkPrices* prices = nullptr;    // with these, only routes whose reduced value,
    std::int64_t least = 0;                // with cubes and bonus, is at least this
    std::pair<std::int32_t, std::int32_t> ends{-1, -1};  // only between these, if not -1
    std::size_t most = 0;                  // rows the list may have
};

// Lists legal routes over the links of the graph, each once: a route belongs to the first of its
// own stops (in the order of the graph), from which it has one arm, or two of which the one with
// the earlier first link is run first. With prices, an arm is given up as soon as the best walk
// that continues it is not wanted; every route is a walk, so nothing wanted is lost.
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
        link_masks_.reserve(graph.links.size());
        for (std::size_t i = 0; i < graph.links.size(); ++i) {
            link_masks_.push_back(M::load(graph.mask(static_cast<std::int32_t>(i)), graph.words));
        }
    }

    // False when the watch stopped it or the list outgrew `wanted.most`: then routes are missing.
    // A priced list needs a `bound` of the same graph, whose tables it fills.
    bool run(const Wanted& wanted, RouteList<M>& list, WalkBound* bound = nullptr,
             const WalkMemory* memory = nullptr) {
        wanted_ = &wanted;
        if (memory != nullptr) index_memory(*memory);
        visits_ = wanted.type.visits;
        list_ = &list;
        bound_ = bound;
        full_ = false;
        used_ = M::zero(graph_.words);
        std::vector<char> banned(graph_.stops.size(), 0);
        for (const std::int32_t stop : graph_.own) {
            if (wanted.prices != nullptr) {
                start_priced(stop, banned);
            } else {
                start<false>(stop);
            }
            on_route_[stop] = banned[stop] = 1;  // later routes do without it
            if (full_) break;
        }
        std::fill(on_route_.begin(), on_route_.end(), 0);
        return !full_;
    }

private:
    [[nodiscard]] bool can_visit(std::int32_t stop) const {
        if (on_route_[stop]) return false;
        const std::int32_t group = graph_.stops[stop].group;
        return group < 0 || !group_used_[group];
    }

    void visit(std::int32_t stop, char flag) {
        const Stop& s = graph_.stops[stop];
        on_route_[stop] = flag;
        if (s.group >= 0) group_used_[s.group] = flag;
        sum_ += flag ? s.value : -s.value;
    }

    // remember_[s]: where a call at s leaves its bit in the memories of other stops.
    void index_memory(const WalkMemory& memory) {
        remember_.assign(graph_.stops.size(), {});
        behind_.assign(graph_.stops.size(), 0);
        for (std::int32_t s = 0; s < graph_.size(); ++s) {
            for (std::int32_t at = 0; at < graph_.size(); ++at) {
                const std::uint32_t bit = memory.bit(at, memory.place(s));
                if (bit != 0) remember_[s].push_back({at, bit});
            }
        }
    }

    template <bool Priced>
    void remember(std::int32_t stop) {
        if constexpr (Priced) {
            for (const Bit& b : remember_[stop]) behind_[b.stop] ^= b.bit;
        }
    }

    template <bool Priced>
    void start(std::int32_t stop) {
        origin_ = stop;
        visited_ = 1;
        visit(stop, 1);
        remember<Priced>(stop);
        for (std::int32_t a = graph_.arc_begin[stop]; a < graph_.arc_begin[stop + 1]; ++a) {
            first_arc_ = a;
            if constexpr (Priced) prepare_second_arm();
            extend<Priced>(a, first_arm_, false);
        }
        remember<Priced>(stop);
        visit(stop, 0);
    }

    void start_priced(std::int32_t stop, const std::vector<char>& banned) {
        bound_->compute(*wanted_->prices, banned, watch_);
        if (watch_.stopped()) full_ = true;
        // Call charges are given back once a stop; groups share one charge.
        least_ = wanted_->least;
        std::vector<char> group_seen(static_cast<std::size_t>(graph_.groups), 0);
        for (std::int32_t s = 0; s < graph_.size(); ++s) {
            const std::int32_t group = graph_.stops[s].group;
            if (group >= 0 && group_seen[group]) continue;
            if (group >= 0) group_seen[group] = 1;
            least_ -= wanted_->prices->call[s];
        }
        if (full_ || bound_->best_from(stop) < least_) return;
        reached_ = bound_->call_value(stop);
        start<true>(stop);
    }

    // second_arm_best_[n]: the most a second arm of at most n stops can add.
    void prepare_second_arm() {
        const std::int64_t close = wanted_->prices->close[origin_];
        second_arm_best_.assign(static_cast<std::size_t>(visits_), close);
        if (graph_.stops[origin_].end_only) return;
        for (std::int32_t n = 1; n < visits_; ++n) {
            std::int64_t& best = second_arm_best_[n];
            best = second_arm_best_[n - 1];
            for (std::int32_t a = first_arc_ + 1; a < graph_.arc_begin[origin_ + 1]; ++a) {
                best = std::max(best, bound_->arm(a, n - 1));
            }
        }
    }

    // Whether some walk that goes on over this arc is still wanted.
    [[nodiscard]] bool promising(std::int32_t arc, bool second) const {
        const std::int64_t here = reached_ + bound_->enter_value(arc);
        const std::int32_t left = visits_ - visited_ - 1;
        const std::uint32_t behind = behind_[graph_.arcs[arc].to];
        if (second) {
            const std::int64_t close = wanted_->prices->close[tip(first_arm_)];
            return here + close + bound_->after(arc, left, behind) >= least_;
        }
        if (here + bound_->after(arc, left, behind) + second_arm_best_[left] < least_) return false;
        if (visits_ >= graph_.size()) return true;  // length is no object
        for (std::int32_t n = 0; n <= left; ++n) {
            if (here + bound_->after(arc, left - n, behind) + second_arm_best_[n] >= least_) {
                return true;
            }
        }
        return false;
    }

    // Takes one more arc at the end of an arm, and everything that may follow.
    template <bool Priced>
    void extend(std::int32_t arc_index, std::vector<std::int32_t>& arm, bool second) {
        const Arc arc = graph_.arcs[arc_index];
        if (!can_visit(arc.to) || !used_.disjoint(link_masks_[arc.link])) return;
        if constexpr (Priced) {
            if (!promising(arc_index, second)) return;
        }
        if (watch_.node()) full_ = true;
        if (full_) return;
        const M before = used_;
        used_ |= link_masks_[arc.link];
        sides_ += graph_.links[arc.link].sides;
        ++visited_;
        visit(arc.to, 1);
        remember<Priced>(arc.to);
        arm.push_back(arc_index);
        if constexpr (Priced) {
            reached_ += bound_->enter_value(arc_index);
            charged_ += wanted_->prices->link[arc.link];
        }
        emit<Priced>();
        if (visited_ < visits_) go_on<Priced>(arc.to, arm, second);
        if constexpr (Priced) {
            reached_ -= bound_->enter_value(arc_index);
            charged_ -= wanted_->prices->link[arc.link];
        }
        arm.pop_back();
        remember<Priced>(arc.to);
        visit(arc.to, 0);
        --visited_;
        sides_ -= graph_.links[arc.link].sides;
        used_ = before;
    }

    template <bool Priced>
    void go_on(std::int32_t stop, std::vector<std::int32_t>& arm, bool second) {
        if (!second && !graph_.stops[origin_].end_only) {
            for (std::int32_t a = first_arc_ + 1; a < graph_.arc_begin[origin_ + 1]; ++a) {
                extend<Priced>(a, second_arm_, true);
            }
        }
        if (graph_.stops[stop].end_only) return;
        for (std::int32_t a = graph_.arc_begin[stop]; a < graph_.arc_begin[stop + 1]; ++a) {
            extend<Priced>(a, arm, second);
        }
    }

    [[nodiscard]] std::int32_t tip(const std::vector<std::int32_t>& arm) const {
        return arm.empty() ? origin_ : graph_.arcs[arm.back()].to;
    }

    void list_stops() {
        stops_.clear();
        for (std::size_t i = first_arm_.size(); i-- > 0;) {
            stops_.push_back(graph_.arcs[first_arm_[i]].to);
        }
        stops_.push_back(origin_);
        for (const std::int32_t a : second_arm_) stops_.push_back(graph_.arcs[a].to);
    }

    [[nodiscard]] Money value(std::int32_t a, std::int32_t b) const {
        if (wanted_->type.counts < visited_) {
            return payout(graph_, ends_, stops_, wanted_->type.counts);
        }
        Money v = sum_ + graph_.stops[a].end_extra + graph_.stops[b].end_extra;
        if (ends_.bonus(a, b)) v += graph_.stops[a].pair_value + graph_.stops[b].pair_value;
        return v;
    }

    template <bool Priced>
    void emit() {
        const std::int32_t a = tip(first_arm_);
        const std::int32_t b = tip(second_arm_);
        if (ends_.forbidden(a, b)) return;
        if (wanted_->ends.first >= 0 &&
            std::minmax(a, b) != std::minmax(wanted_->ends.first, wanted_->ends.second)) {
            return;
        }
        if (wanted_->type.counts < visited_ || claims_.matter()) list_stops();
        const Money worth = value(a, b);
        if (worth == no_route) return;
        const std::int32_t claim = claims_.matter() ? claims_.number(stops_) : 0;
        if constexpr (Priced) {
            const std::int64_t all =
                std::int64_t{worth} + claims_.most(claim) + wanted_->visit_bonus * visited_;
            if (dual_scale * all - charged_ < wanted_->least) return;
        }
        if (list_->rows.size() >= wanted_->most) {
            full_ = true;
            return;
        }
        list_->rows.push_back({used_, worth, visited_, sides_, claim, a, b,
                               static_cast<std::int32_t>(list_->links.size())});
        for (std::size_t i = first_arm_.size(); i-- > 0;) {
            list_->links.push_back(graph_.arcs[first_arm_[i]].link);
        }
        for (const std::int32_t i : second_arm_) list_->links.push_back(graph_.arcs[i].link);
    }

    const Graph& graph_;
    const EndRules& ends_;
    Claims& claims_;
    Watch& watch_;
    std::vector<M> link_masks_;

    const Wanted* wanted_ = nullptr;
    std::int32_t visits_ = 0;
    RouteList<M>* list_ = nullptr;
    WalkBound* bound_ = nullptr;
    std::int64_t least_ = 0;  // what a walk must reach, call charges deducted
    std::vector<std::int64_t> second_arm_best_;
    struct Bit {
        std::int32_t stop;
        std::uint32_t bit;
    };
    std::vector<std::vector<Bit>> remember_;
    std::vector<std::uint32_t> behind_;  // what each stop would remember of the present route
    bool full_ = false;

    // The route being built.
    std::int32_t origin_ = 0;
    std::int32_t first_arc_ = 0;
    std::vector<std::int32_t> first_arm_;  // arcs, from the origin outwards
    std::vector<std::int32_t> second_arm_;
    std::vector<std::int32_t> stops_;
    std::vector<char> on_route_;
    std::vector<char> group_used_;
    M used_{};
    Money sum_ = 0;
    std::int32_t sides_ = 0;
    std::int32_t visited_ = 0;
    std::int64_t reached_ = 0;  // priced: the walk so far
    std::int64_t charged_ = 0;  // priced: its links
};

}  // namespace route_opt
