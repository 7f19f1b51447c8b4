// The routes of every train type, listed as far as they go, and sorted for packing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "packing.hpp"
#include "problem.hpp"
#include "routes.hpp"

namespace route_opt {

template <class M>
class Lists {
public:
    explicit Lists(const Problem& problem)
        : problem_(problem),
          enumerator_(problem.graph, problem.ends, problem.claims, problem.watch),
          lists_(problem.types.size()),
          fate_(problem.types.size(), Fate::unlisted),
          single_(problem.types.size(), -1) {}

    // For who wants one best set: a train that is alone runs the best of its routes. Whether it is.
    // Not under a limit of nodes that may be felt: there one train must not find what the same
    // train with others does not.
    bool keep_records() {
        if (problem_.type_of.size() != 1 || !may_search()) return false;
        enumerator_.keep_records(problem_.in.terms.visit_bonus);
        return true;
    }

    // Whether a route can be looked for by itself, and may be: see above.
    [[nodiscard]] bool may_search() const {
        return problem_.pairs.empty() && !problem_.nodes_felt() && !problem_.claims.matter();
    }

    // Lists a type, anew if need be, until there are too many rows or the watch says stop.
    void list(std::int32_t type, std::size_t rows) {
        lists_[type] = {};
        single_[type] = -1;
        std::erase_if(items_, [&](const auto& entry) { return std::get<0>(entry.first) == type; });
        fate_[type] =
            enumerator_.run(problem_.types[type], rows, lists_[type]) ? Fate::all : Fate::some;
        routes_ += static_cast<std::int64_t>(lists_[type].rows.size());
    }

    [[nodiscard]] bool listed(std::int32_t type) const { return fate_[type] != Fate::unlisted; }
    [[nodiscard]] bool complete(std::int32_t type) const { return fate_[type] == Fate::all; }
    [[nodiscard]] std::int64_t routes() const { return routes_; }
    [[nodiscard]] std::size_t size(std::int32_t type) const { return lists_[type].rows.size(); }
    [[nodiscard]] const RouteRow<M>& row(std::int32_t type, std::int32_t number) const {
        return lists_[type].rows[number];
    }

    // What a train in this role can run, the best first. A value is an upper bound where routes
    // share goods.
    [[nodiscard]] const Ranked<M>& items(const Role& role) {
        const auto [found, fresh] = items_.try_emplace({role.type, role.bonus, role.pair});
        if (fresh) fill(role, found->second);
        return found->second;
    }

    // No single train of the type earns more. For complete lists.
    [[nodiscard]] Money single(std::int32_t type) {
        Money& most = single_[type];
        if (most < 0) {
            most = 0;
            for (const RouteRow<M>& row : lists_[type].rows) most = std::max(most, alone(row, 0));
        }
        return most;
    }

    // One more train of the type, on the best route listed that the plan leaves free.
    void extend(Plan& plan, std::int32_t type) const {
        const auto& rows = lists_[type].rows;
        if (rows.empty()) return;
        const M used = mask_of(plan);
        std::int32_t longest = 0;
        for (const PlannedRoute& route : plan.routes) {
            longest = std::max(longest, problem_.visits(route));
        }
        const RouteRow<M>* best = nullptr;
        Money most = 0;
        for (const RouteRow<M>& row : rows) {
            const Money value = alone(row, longest);
            const bool better =
                best == nullptr || value > most || (value == most && row.sides < best->sides);
            if (!better || !used.disjoint(row.mask)) continue;
            most = value;
            best = &row;
        }
        problem_.watch.work(static_cast<std::int64_t>(rows.size()) * 3);
        if (best == nullptr) return;
        plan.routes.push_back(planned(type, static_cast<std::int32_t>(best - rows.data())));
        plan.value += best->value;
        plan.sides += best->sides;
        if (problem_.shared_terms) problem_.appraise(plan);
    }

    // The same without a list: the best route that it finds before the watch says stop, or there
    // are too many rows of others before it. True: there is none better.
    bool search(Plan& plan, std::int32_t type, std::size_t rows) {
        if (!scout_) {
            scout_.emplace(problem_.graph, problem_.ends, problem_.claims, problem_.watch);
            scout_->keep_records(problem_.in.terms.visit_bonus);
        }
        RouteList<M> records;
        const bool all = scout_->run(problem_.types[type], rows, records, mask_of(plan));
        if (records.rows.empty()) return all;
        const RouteRow<M>& best = records.rows.back();
        plan.routes.push_back(planned(type, records, best));
        plan.value += best.value;
        plan.sides += best.sides;
        if (problem_.shared_terms) problem_.appraise(plan);
        return all;
    }

    [[nodiscard]] PlannedRoute planned(std::int32_t type, std::int32_t number) const {
        return planned(type, lists_[type], row(type, number));
    }

private:
    enum class Fate : std::uint8_t { unlisted, some, all };

    [[nodiscard]] PlannedRoute planned(std::int32_t type, const RouteList<M>& list,
                                       const RouteRow<M>& r) const {
        const Graph& graph = problem_.graph;
        PlannedRoute route{type, {graph.stops[r.first_stop].original}};
        std::int32_t stop = r.first_stop;
        for (std::int32_t i = 0; i + 1 < r.stops; ++i) {
            const std::int32_t nth = i < r.arm ? r.arm - 1 - i : i;  // the first arm is run home
            const Link& link = graph.links[graph.arcs[list.arcs[r.first_arc + nth]].link];
            const bool forward = link.a == stop;
            for (std::int32_t k = 0; k < link.seams; ++k) {
                const std::int32_t at = forward ? k : link.seams - 1 - k;
                const std::int32_t end = graph.ends[link.first_end + at];
                route.path.push_back(forward ? end : problem_.seams.across(end));
            }
            stop = forward ? link.b : link.a;
            route.path.push_back(graph.stops[stop].original);
        }
        return route;
    }

    // The most a route adds to a set of which the longest route visits so many stops.
    [[nodiscard]] Money alone(const RouteRow<M>& row, std::int32_t longest) const {
        return row.value + problem_.claims.most(row.claim) +
               problem_.in.terms.visit_bonus * std::max(0, row.stops - longest);
    }

    void fill(const Role& role, Ranked<M>& items) {
        const auto& rows = lists_[role.type].rows;
        items.reserve(rows.size());
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const RouteRow<M>& row = rows[r];
            if (role.pair >= 0 && !runs_between(row, problem_.pairs[role.pair])) continue;
            Money value = row.value + problem_.claims.most(row.claim);
            if (role.bonus) value += problem_.in.terms.visit_bonus * row.stops;
            items.add({row.mask, value, row.sides, static_cast<std::int32_t>(r)});
        }
        problem_.watch.work(static_cast<std::int64_t>(rows.size()) * 40);  // to sort them as well
    }

    static bool runs_between(const RouteRow<M>& row, std::pair<std::int32_t, std::int32_t> ends) {
        return std::minmax(row.first_stop, row.last_stop) == std::minmax(ends.first, ends.second);
    }

    // The track of a plan. A seam on no link is in no list.
    [[nodiscard]] M mask_of(const Plan& plan) const {
        const Graph& graph = problem_.graph;
        std::vector<std::uint64_t> words(graph.words, 0);
        for (const PlannedRoute& route : plan.routes) {
            for (const std::int32_t end : route.path) {
                if (end < problem_.seams.stops) continue;
                const std::int32_t bit = graph.bit_of_seam[problem_.seams.seam_of(end)];
                if (bit >= 0) words[bit / 64] |= std::uint64_t{1} << (bit % 64);
            }
        }
        return M::load(words.data(), graph.words);
    }

    const Problem& problem_;
    Enumerator<M> enumerator_;
    std::optional<Enumerator<M>> scout_;  // of single routes
    std::vector<RouteList<M>> lists_;     // by type
    std::vector<Fate> fate_;
    std::vector<Money> single_;  // of complete lists, once it was asked for; -1: not yet
    std::map<std::tuple<std::int32_t, bool, std::int32_t>, Ranked<M>> items_;
    std::int64_t routes_ = 0;
};

}  // namespace route_opt
