// From lists of routes to the best set they contain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "packing.hpp"
#include "problem.hpp"

namespace route_opt {

// Packs one casting. `lists[g]` are the routes of the casting's role g; they may be shared.
template <class M>
class Packer {
public:
    Packer(const Problem& problem, const Casting& casting, std::vector<const RouteList<M>*> lists)
        : problem_(problem), casting_(casting), lists_(std::move(lists)), worth_{*this} {
        fill_groups();
    }

    // Improves the plan with sets of at least `floor`. True: no set of the lists of at least
    // `floor` is better. `bound` is lowered as far as that is proved for sets from the lists.
    bool run(Money floor, Plan& plan, Money& bound, const std::vector<std::int64_t>* duals) {
        if (hopeless_) {
            bound = std::min(bound, std::max(plan.value, floor - problem_.step));
            return true;
        }
        if (duals == nullptr && !quick(floor, plan)) return false;
        if (complete_) {
            bound = std::min(bound, std::max(plan.value, floor - problem_.step));
            return true;
        }
        return descend(floor, plan, bound, duals);
    }

    // As good as the plan, with fewer sides: exact within the budget.
    void shorten(Plan& plan) {
        if (hopeless_ || plan.value < 0) return;
        sort(groups_);
        Packing<M, Worth> packing(groups_, 0, problem_.step, problem_.graph.words, worth_,
                                  problem_.watch);
        improve(packing, plan.value, true, problem_.tuning.tie_nodes, plan);
    }

private:
    // The true value of a set, whatever its casting promised.
    struct Worth {
        const Packer& packer;
        Money operator()(const std::vector<Choice>& chosen, Money value) const {
            return packer.problem_.shared_terms ? packer.worth(chosen) : value;
        }
    };
    using Search = Packing<M, Worth>;

    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    void fill_groups() {
        groups_.resize(casting_.size());
        for (std::size_t g = 0; g < casting_.size(); ++g) {
            const Role& role = casting_[g];
            const auto& rows = lists_[g]->rows;
            groups_[g].copies = role.copies;
            groups_[g].must = role.pair >= 0;
            groups_[g].items.reserve(rows.size());
            for (std::size_t r = 0; r < rows.size(); ++r) {
                const RouteRow<M>& row = rows[r];
                if (role.pair >= 0 && !runs_between(row, problem_.pairs[role.pair])) continue;
                Money value = row.value + problem_.claims.most(row.claim);
                if (role.bonus) value += problem_.in.terms.visit_bonus * row.stops;
                groups_[g].items.push_back({row.mask, dual_scale * value, value, row.sides,
                                            static_cast<std::int32_t>(r)});
            }
            hopeless_ = hopeless_ || (groups_[g].must && groups_[g].items.empty());
        }
    }

    static bool runs_between(const RouteRow<M>& row, std::pair<std::int32_t, std::int32_t> ends) {
        return std::minmax(row.first_stop, row.last_stop) == std::minmax(ends.first, ends.second);
    }

    [[nodiscard]] const RouteRow<M>& row(const Choice& choice) const {
        return lists_[choice.group]->rows[choice.row];
    }

    [[nodiscard]] Money worth(const std::vector<Choice>& chosen) const {
        Money total = 0;
        std::int32_t longest = 0;
        std::vector<std::int32_t> claims;
        for (const Choice& choice : chosen) {
            const RouteRow<M>& r = row(choice);
            total += r.value;
            longest = std::max(longest, r.stops);
            if (r.claim != 0) claims.push_back(r.claim);
        }
        if (!claims.empty()) total += problem_.claims.together(claims);
        return total + longest * problem_.in.terms.visit_bonus;
    }

    // Runs a packing search and writes down what it found.
    typename Search::End improve(Search& packing, Money floor, bool ties, std::int64_t budget,
                                 Plan& plan) {
        Incumbent found{plan.value, plan.sides, {}};
        const auto end = packing.run(floor, ties, budget, found);
        if (found.value == plan.value && found.sides == plan.sides) return end;
        plan.value = found.value;
        plan.sides = found.sides;
        plan.routes.clear();
        for (const Choice& choice : found.chosen) {
            const RouteRow<M>& r = row(choice);
            const auto first = lists_[choice.group]->links.begin() + r.first_link;
            plan.routes.push_back(
                {casting_[choice.group].type, r.first_stop, {first, first + r.stops - 1}});
        }
        return end;
    }

    // Plain branch and bound: enough for nearly every real position. False: stopped.
    bool quick(Money floor, Plan& plan) {
        sort(groups_);
        Search packing(groups_, 0, problem_.step, problem_.graph.words, worth_, problem_.watch);
        const auto end = improve(packing, floor, false, problem_.tuning.quick_nodes, plan);
        complete_ = end == Search::End::complete;
        return end != Search::End::stopped;
    }

    // Lowers a target from the dual bound. A target that fails is a proved bound; the first set
    // found is the best.
    bool descend(Money floor, Plan& plan, Money& bound, const std::vector<std::int64_t>* start) {
        const Money step = problem_.step;
        Duals<M> duals(problem_.graph.bits, problem_.watch);
        if (start != nullptr) duals.set(*start);
        const Money goal = std::max({0, plan.value, floor - step});
        const std::int64_t dual = duals.improve(groups_, goal, 200);
        if (problem_.watch.stopped()) return false;
        bound = std::min(bound, problem_.rounded(dual));
        for (Money width = 0;; width = 2 * width + step) {
            const Money least = std::max(problem_.beyond(plan), floor);
            if (bound < least) return true;
            const Money target = std::max(least, bound - width);
            std::vector<Group<M>> kept = within(dual, target);
            sort(kept);
            Search packing(kept, duals.total(), step, problem_.graph.words, worth_,
                           problem_.watch);
            const auto end = improve(packing, target, false, unlimited, plan);
            if (end == Search::End::stopped) return false;
            bound = std::max(plan.value, target - step);
            problem_.watch.set_bound(bound);
        }
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
    [[nodiscard]] std::vector<Group<M>> within(std::int64_t dual, Money floor) const {
        const std::int64_t gap = dual - dual_scale * floor;
        std::vector<Group<M>> kept(groups_.size());
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            kept[g].copies = groups_[g].copies;
            kept[g].must = groups_[g].must;
            const std::int64_t least = weakest(groups_[g]) - gap;
            for (const Item<M>& item : groups_[g].items) {
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

    const Problem& problem_;
    const Casting& casting_;
    std::vector<const RouteList<M>*> lists_;
    const Worth worth_;
    std::vector<Group<M>> groups_;
    bool hopeless_ = false;
    bool complete_ = false;
};

}  // namespace route_opt
