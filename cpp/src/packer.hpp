// From lists of routes to the best set they contain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
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
        sort_items(groups_, problem.watch);
    }

    // Improves the plan. True: no set from the lists is better.
    bool improve(Plan& plan) {
        return hopeless_ || run(false, std::numeric_limits<std::int64_t>::max(), plan);
    }

    // As good as the plan, with fewer sides: exact within the budget.
    void shorten(Plan& plan) {
        if (!hopeless_ && plan.value >= 0) run(true, problem_.tuning.tie_nodes, plan);
    }

    // No set from the lists is worth more.
    [[nodiscard]] Money ceiling() const { return hopeless_ ? -1 : packing().ceiling(); }

private:
    // The true value of a set, whatever its casting promised.
    struct Worth {
        const Packer& packer;
        Money operator()(const std::vector<Choice>& chosen, Money value) const {
            return packer.problem_.shared_terms ? packer.worth(chosen) : value;
        }
    };
    using Search = Packing<M, Worth>;

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
                groups_[g].items.push_back(
                    {row.mask, value, row.sides, static_cast<std::int32_t>(r)});
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

    [[nodiscard]] Search packing() const {
        return Search(groups_, problem_.step, problem_.graph.words, worth_, problem_.watch);
    }

    // Runs the search and writes down what it found. True: it is complete.
    bool run(bool ties, std::int64_t budget, Plan& plan) {
        Incumbent found{plan.value, plan.sides, {}};
        const auto end = packing().run(ties, budget, found);
        const bool complete = end == Search::End::complete;
        if (found.value == plan.value && found.sides == plan.sides) return complete;
        plan.value = found.value;
        plan.sides = found.sides;
        plan.routes.clear();
        for (const Choice& choice : found.chosen) {
            const RouteRow<M>& r = row(choice);
            const auto first = lists_[choice.group]->links.begin() + r.first_link;
            plan.routes.push_back(
                {casting_[choice.group].type, r.first_stop, {first, first + r.stops - 1}});
        }
        return complete;
    }

    const Problem& problem_;
    const Casting& casting_;
    std::vector<const RouteList<M>*> lists_;
    const Worth worth_;
    std::vector<Group<M>> groups_;
    bool hopeless_ = false;  // a train must run and has no route to
};

}  // namespace route_opt
