// The whole search for one width of masks: list routes, cast the trains, pack.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "graph.hpp"
#include "mask.hpp"
#include "packing.hpp"
#include "payout.hpp"
#include "route_opt/solution.hpp"
#include "routes.hpp"
#include "watch.hpp"

namespace route_opt {

// One train in a casting: what kind of train it is, whether the visit bonus is paid on it, and
// which required pair of ends it runs between.
struct Role {
    std::int32_t type;
    bool bonus;
    std::int32_t pair;    // -1: none
    std::int32_t copies;  // trains with this same role

    bool operator==(const Role&) const = default;
};
using Casting = std::vector<Role>;

// Terms over the set become roles: the visit bonus goes to one train, each required pair of ends
// to one train. The best set appears under at least one casting, each set is worth at least what
// any casting says, so the best over all castings is the best.
[[nodiscard]] std::vector<Casting> castings(std::vector<std::int32_t> trains_of_type,
                                            std::int32_t pairs, bool bonus);

// The largest unit that divides every sum of money in the instance.
[[nodiscard]] Money money_step(const Instance& instance);

// A bound that needs no search: every train counts the dearest stops there are.
[[nodiscard]] Money plain_ceiling(const Instance& instance, const Graph& graph);

template <class M>
class Search {
public:
    Search(const Instance& instance, const Graph& graph, Watch& watch)
        : in_(instance),
          graph_(graph),
          watch_(watch),
          ends_(instance.terms, graph),
          claims_(instance.terms, graph),
          step_(money_step(instance)) {}

    Solution run() {
        index_types();
        index_pairs();
        Solution solution;
        bound_ = plain_ceiling(in_, graph_);
        bool listed = graph_.complete;
        if (listed && !impossible_) {
            Enumerator<M> enumerator(graph_, ends_, claims_, watch_);
            lists_.resize(types_.size());
            for (std::size_t t = 0; t < types_.size() && listed; ++t) {
                listed = enumerator.run(types_[t], route_budget, lists_[t]);
                solution.stats.routes += static_cast<std::int64_t>(lists_[t].rows.size());
            }
        }
        const bool proved = impossible_ || (listed ? pack_all() : false);
        write(solution, proved);
        return solution;
    }

private:
    static constexpr std::size_t route_budget = 1'000'000;
    static constexpr std::int64_t quick_budget = 3'000;
    static constexpr std::int64_t tie_budget = 20'000;

    // The true value of a set, whatever its casting promised.
    struct Worth {
        const Search& search;
        const Casting& casting;
        Money operator()(const std::vector<Choice>& chosen, Money value) const {
            return search.needs_worth_ ? search.worth(casting, chosen) : value;
        }
    };

    void index_types() {
        const std::int32_t most = std::max(2, graph_.size());
        for (std::int32_t i = 0; i < in_.trains.size(); ++i) {
            TrainType type{in_.trains.visits[i], in_.trains.counts[i]};
            if (type.visits == 0 || type.visits > most) type.visits = most;
            if (type.counts == 0 || type.counts > type.visits) type.counts = type.visits;
            const auto found = std::find(types_.begin(), types_.end(), type);
            const auto number = static_cast<std::size_t>(found - types_.begin());
            if (found == types_.end()) {
                types_.push_back(type);
                trains_.emplace_back();
            }
            trains_[number].push_back(i);
        }
        needs_worth_ = in_.terms.visit_bonus > 0 || claims_.matter();
    }

    // Required pairs, each once, in numbers of the graph. A stop out of reach is never an end.
    void index_pairs() {
        std::vector<std::int32_t> number(in_.stops.value.size(), -1);
        for (std::int32_t s = 0; s < graph_.size(); ++s) number[graph_.stops[s].original] = s;
        for (const Terms::Pair& pair : in_.terms.required_ends) {
            std::pair<std::int32_t, std::int32_t> ends{number[pair.first], number[pair.second]};
            if (ends.first > ends.second) std::swap(ends.first, ends.second);
            if (ends.first < 0) {
                impossible_ = graph_.complete;
                continue;
            }
            if (std::find(pairs_.begin(), pairs_.end(), ends) == pairs_.end()) {
                pairs_.push_back(ends);
            }
        }
        if (static_cast<std::int32_t>(pairs_.size()) > in_.trains.size()) impossible_ = true;
    }

    [[nodiscard]] const RouteRow<M>& row(const Casting& casting, const Choice& choice) const {
        return lists_[casting[choice.group].type].rows[choice.row];
    }

    [[nodiscard]] Money worth(const Casting& casting, const std::vector<Choice>& chosen) const {
        Money total = 0;
        std::int32_t longest = 0;
        std::vector<std::int32_t> claims;
        for (const Choice& choice : chosen) {
            const RouteRow<M>& r = row(casting, choice);
            total += r.value;
            longest = std::max(longest, r.stops);
            if (r.claim != 0) claims.push_back(r.claim);
        }
        if (!claims.empty()) total += claims_.together(claims);
        return total + longest * in_.terms.visit_bonus;
    }

    bool pack_all() {
        std::vector<std::int32_t> counts;
        for (const auto& trains : trains_) counts.push_back(static_cast<std::int32_t>(trains.size()));
        std::vector<Casting> all =
            castings(counts, static_cast<std::int32_t>(pairs_.size()), in_.terms.visit_bonus > 0);
        Money bound = -1;
        bool complete = true;
        for (const Casting& casting : all) {
            const Money best = complete ? pack(casting) : bound_;
            if (watch_.stopped()) complete = false;
            bound = std::max(bound, best);
        }
        if (complete) {
            bound_ = std::max(bound, incumbent_.value);
            for (const Casting& casting : all) shorten(casting);
        } else {
            bound_ = std::min(bound_, std::max(bound, incumbent_.value));
        }
        return complete;
    }

    [[nodiscard]] std::vector<Group<M>> groups_of(const Casting& casting) {
        std::vector<Group<M>> groups(casting.size());
        for (std::size_t g = 0; g < casting.size(); ++g) {
            const Role& role = casting[g];
            const RouteList<M>& list = lists_[role.type];
            groups[g].copies = role.copies;
            groups[g].must = role.pair >= 0;
            groups[g].items.reserve(list.rows.size());
            for (std::size_t r = 0; r < list.rows.size(); ++r) {
                const RouteRow<M>& row = list.rows[r];
                if (role.pair >= 0 && !runs_between(row, pairs_[role.pair])) continue;
                Money value = row.value + claims_.most(row.claim);
                if (role.bonus) value += in_.terms.visit_bonus * row.stops;
                groups[g].items.push_back({row.mask, dual_scale * value, value, row.sides,
                                           static_cast<std::int32_t>(r)});
            }
        }
        return groups;
    }

    static bool runs_between(const RouteRow<M>& row, std::pair<std::int32_t, std::int32_t> ends) {
        return std::minmax(row.first_stop, row.last_stop) ==
               std::minmax(ends.first, ends.second);
    }

    static void sort(std::vector<Group<M>>& groups) {
        for (Group<M>& group : groups) {
            std::sort(group.items.begin(), group.items.end(),
                      [](const Item<M>& x, const Item<M>& y) {
                          if (x.reduced != y.reduced) return x.reduced > y.reduced;
                          if (x.sides != y.sides) return x.sides < y.sides;
                          return x.row < y.row;
                      });
        }
    }

    // Keeps the items that can be part of a set of at least `floor`.
    static std::vector<Group<M>> within(const std::vector<Group<M>>& groups, std::int64_t dual,
                                        Money floor) {
        const std::int64_t gap = dual - dual_scale * floor;
        std::vector<Group<M>> kept(groups.size());
        for (std::size_t g = 0; g < groups.size(); ++g) {
            kept[g].copies = groups[g].copies;
            kept[g].must = groups[g].must;
            const std::int64_t least = weakest(groups[g]) - gap;
            for (const Item<M>& item : groups[g].items) {
                if (item.reduced >= least) kept[g].items.push_back(item);
            }
        }
        return kept;
    }

    // The least reduced value among those the dual bound counts for this group.
    static std::int64_t weakest(const Group<M>& group) {
        std::vector<std::int64_t> top;
        for (const Item<M>& item : group.items) {
            const auto at = std::upper_bound(top.begin(), top.end(), item.reduced,
                                             std::greater<std::int64_t>());
            if (at == top.end() && top.size() == static_cast<std::size_t>(group.copies)) continue;
            top.insert(at, item.reduced);
            if (top.size() > static_cast<std::size_t>(group.copies)) top.pop_back();
        }
        const std::int64_t least =
            top.size() < static_cast<std::size_t>(group.copies) ? 0 : top.back();
        return group.must ? least : std::max<std::int64_t>(0, least);
    }

    // Finds the best set of a casting, unless the incumbent is better. Returns a bound on it.
    Money pack(const Casting& casting) {
        const Worth worth{*this, casting};
        std::vector<Group<M>> groups = groups_of(casting);
        for (const Group<M>& group : groups) {
            if (group.must && group.items.empty()) return -1;
        }
        sort(groups);
        using Pack = Packing<M, Worth>;
        Incumbent found = incumbent_;
        found.chosen.clear();
        const auto keep = [&] {
            if (found.value > incumbent_.value) {
                incumbent_ = found;
                casting_ = casting;
            }
        };
        {
            Pack packing(groups, 0, step_, graph_.words, worth, watch_);
            const auto end = packing.run(0, false, quick_budget, found);
            keep();
            if (end == Pack::End::complete) return incumbent_.value;
            if (end == Pack::End::stopped) return bound_;
        }
        Duals<M> duals(graph_.bits, watch_);
        const std::int64_t dual = duals.improve(groups, incumbent_.value, 200);
        Money bound = rounded(dual);
        for (Money width = 0; bound > incumbent_.value; width = 2 * width + step_) {
            const Money floor = std::max(incumbent_.value + step_, bound - width);
            std::vector<Group<M>> kept = within(groups, dual, floor);
            sort(kept);
            Pack packing(kept, duals.total(), step_, graph_.words, worth, watch_);
            found = incumbent_;
            const auto end = packing.run(floor, false, unlimited, found);
            keep();
            if (end == Pack::End::stopped) return bound;
            bound = std::max(incumbent_.value, floor - step_);
            watch_.set_bound(bound);
        }
        return bound;
    }

    // Second pass over a casting: as good as the best, with fewer sides.
    void shorten(const Casting& casting) {
        if (incumbent_.value < 0) return;
        const Worth worth{*this, casting};
        std::vector<Group<M>> groups = groups_of(casting);
        sort(groups);
        Incumbent found = incumbent_;
        Packing<M, Worth> packing(groups, 0, step_, graph_.words, worth, watch_);
        packing.run(incumbent_.value, true, tie_budget, found);
        if (found.sides < incumbent_.sides) {
            incumbent_ = found;
            casting_ = casting;
        }
    }

    [[nodiscard]] Money rounded(std::int64_t dual) const {
        return static_cast<Money>(dual / dual_scale / step_ * step_);
    }

    void write(Solution& solution, bool proved) {
        solution.value = std::max(0, incumbent_.value);
        solution.bound = proved ? solution.value : std::max(bound_, solution.value);
        solution.status = proved ? Status::optimal : Status::feasible;
        if (proved && incumbent_.value < 0) solution.status = Status::infeasible;
        std::vector<std::size_t> next(types_.size(), 0);
        for (const Choice& choice : incumbent_.chosen) {
            const std::int32_t type = casting_[choice.group].type;
            solution.routes.push_back(
                route_of(trains_[type][next[type]++], types_[type], row(casting_, choice),
                         lists_[type].links.data() + row(casting_, choice).first_link));
        }
        std::sort(solution.routes.begin(), solution.routes.end(),
                  [](const Route& x, const Route& y) { return x.train < y.train; });
        solution.stats.nodes = watch_.nodes();
        solution.stats.seconds = watch_.seconds();
    }

    [[nodiscard]] Route route_of(std::int32_t train, TrainType type, const RouteRow<M>& row,
                                 const std::int32_t* links) const {
        Route route;
        route.train = train;
        const auto faces_of_stops = static_cast<std::int32_t>(in_.stops.value.size());
        std::vector<std::int32_t> stops{row.first_stop};
        route.path.push_back(graph_.stops[row.first_stop].original);
        for (std::int32_t i = 0; i + 1 < row.stops; ++i) {
            const Link& link = graph_.links[links[i]];
            const bool forward = link.a == stops.back();
            for (std::int32_t k = 0; k < link.sides; ++k) {
                const std::int32_t at = forward ? k : link.sides - 1 - k;
                const std::int32_t face = graph_.faces[link.first_face + at] - faces_of_stops;
                route.path.push_back(faces_of_stops + (forward ? face : face ^ 1));
            }
            stops.push_back(forward ? link.b : link.a);
            route.path.push_back(graph_.stops[stops.back()].original);
        }
        std::vector<std::int32_t> counted;
        route.value = payout(graph_, ends_, stops, type.counts, &counted);
        for (const std::int32_t s : counted) route.counted.push_back(graph_.stops[s].original);
        return route;
    }

    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    const Instance& in_;
    const Graph& graph_;
    Watch& watch_;
    const EndRules ends_;
    Claims claims_;
    const Money step_;

    std::vector<TrainType> types_;
    std::vector<std::vector<std::int32_t>> trains_;  // the trains of each type
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs_;
    bool impossible_ = false;
    bool needs_worth_ = false;

    std::vector<RouteList<M>> lists_;  // one a type
    Incumbent incumbent_;
    Casting casting_;
    Money bound_ = 0;
};

}  // namespace route_opt
