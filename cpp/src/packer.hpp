// From lists of routes to the best set they contain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "lists.hpp"
#include "packing.hpp"
#include "problem.hpp"

namespace route_opt {

// Packs one casting.
template <class M>
class Packer {
public:
    Packer(const Problem& problem, const Casting& casting, Lists<M>& lists)
        : problem_(problem), casting_(casting), lists_(lists), worth_{*this} {
        for (const Role& role : casting) {
            groups_.push_back({&lists.items(role), role.copies, role.pair >= 0});
            hopeless_ = hopeless_ || (role.pair >= 0 && groups_.back().items->empty());
        }
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

    [[nodiscard]] const RouteRow<M>& row(const Choice& choice) const {
        return lists_.row(casting_[choice.group].type, choice.row);
    }

    [[nodiscard]] Money worth(const std::vector<Choice>& chosen) const {
        Money total = 0;
        std::int32_t longest = 0;
        std::vector<std::int32_t> claimed;
        for (const Choice& choice : chosen) {
            const RouteRow<M>& r = row(choice);
            total += r.value;
            longest = std::max(longest, r.stops);
            if (r.claim != 0) claimed.push_back(r.claim);
        }
        return total + problem_.shared(longest, claimed);
    }

    [[nodiscard]] Search packing() const {
        return Search(groups_, problem_.step, problem_.graph.words, worth_, problem_.watch);
    }

    // Runs the search and writes down what it found. True: it is complete.
    bool run(bool ties, std::int64_t budget, Plan& plan) {
        Incumbent found{plan.value, plan.sides, {}};
        const bool complete = packing().run(ties, budget, found) == Search::End::complete;
        if (found.value == plan.value && found.sides == plan.sides) return complete;
        plan = {found.value, found.sides, {}};
        for (const Choice& choice : found.chosen) {
            plan.routes.push_back(lists_.planned(casting_[choice.group].type, choice.row));
        }
        return complete;
    }

    const Problem& problem_;
    const Casting& casting_;
    const Lists<M>& lists_;
    const Worth worth_;
    std::vector<Group<M>> groups_;
    bool hopeless_ = false;  // a train must run and has no route to
};

}  // namespace route_opt
