// Where routes are too many to list: walk duals first, then only the routes inside the gap.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "packer.hpp"
#include "problem.hpp"
#include "repair.hpp"
#include "walk.hpp"

namespace route_opt {

// The Lagrangian dual over walks instead of routes. With a dual on every bit of track, and for
// every role a charge for calling at a stop,
//     L = sum of duals + sum over trains of (best walk + sum of its role's call charges)
// is at least dual_scale times the value of every set: a route calls at a stop once at most, so
// what it is charged for calls is given back in full, and no bit is used twice.
class WalkDuals {
public:
    WalkDuals(Problem& problem, const Casting& casting, WalkMemory& memory, WalkBound& bound);

    // Subgradient steps towards `goal`; keeps the best point.
    void improve(Money goal, int steps);
    // Makes the stops remember the places that recent walks called at twice. False: nothing new.
    bool learn(std::int32_t most_known, std::size_t most_entries);
    // L at the best point.
    [[nodiscard]] std::int64_t value() const { return least_; }
    // What the dual bound counts for one train of the role, at the best point.
    [[nodiscard]] std::int64_t best(std::size_t role) const { return best_.role_best[role]; }
    [[nodiscard]] WalkPrices prices(std::size_t role) const { return prices_at(best_, role); }
    [[nodiscard]] const std::vector<std::int64_t>& duals() const { return best_.bits; }
    // Routes that the walks of a role were, or would be if they stopped before they repeat
    // themselves. Duals drive the trains apart, so that sets of these are good sets.
    [[nodiscard]] const std::set<PlannedRoute>& pool(std::size_t role) const { return pool_[role]; }

private:
    struct Point {
        std::vector<std::int64_t> bits;
        std::vector<std::vector<std::int64_t>> calls;  // by role, by place
        std::vector<std::int64_t> role_best;
    };

    void fixed_prices(const Role& role, WalkPrices& prices) const;
    [[nodiscard]] WalkPrices prices_at(const Point& point, std::size_t role) const;
    std::int64_t evaluate(Point& point);
    void note_repeats(const std::vector<std::int32_t>& arm);
    void pool_walk(std::size_t role);
    bool move(std::int64_t gap, std::int64_t pace);

    Problem& problem_;
    const Casting& casting_;
    WalkMemory& memory_;
    WalkBound& bound_;
    std::vector<std::vector<std::int32_t>> missed_;  // by stop, by place: should have known
    WalkBound::Trace trace_;
    std::vector<std::set<PlannedRoute>> pool_;
    std::vector<std::vector<std::int32_t>> link_bits_;
    std::vector<WalkPrices> fixed_;

    Point here_;
    Point best_;
    std::int64_t least_ = 0;
    std::vector<std::int64_t> bit_pull_;  // subgradients, then smoothed directions
    std::vector<std::vector<std::int64_t>> call_pull_;
    std::vector<std::int64_t> bit_way_;
    std::vector<std::vector<std::int64_t>> call_way_;
};

// Finds the best set of one casting. True: proved that no better set than the plan exists.
// `bound` is lowered to what is proved for this casting.
template <class M>
class GapSearch {
public:
    GapSearch(Problem& problem, const Casting& casting, Enumerator<M>& enumerator,
              Repair::SolveOne solve_one)
        : problem_(problem),
          solve_one_(solve_one),
          casting_(casting),
          enumerator_(enumerator),
          memory_(problem.graph),
          walks_(problem.graph, memory_),
          duals_(problem, casting, memory_, walks_) {}

    bool run(Plan& plan, Money& bound, std::int64_t& routes) {
        const Money step = problem_.step;
        tighten(plan);
        if (problem_.watch.stopped()) return false;
        pack_pool(plan);
        Money width = step;
        Money widest = bound;  // the most that was not too many routes
        bool repaired = false;
        for (;;) {
            bound = std::min(bound, problem_.rounded(duals_.value()));
            problem_.watch.set_bound(std::max(bound, plan.value));
            if (bound < problem_.beyond(plan)) return true;
            const bool far = bound - plan.value > bound / 20;
            if ((far || width > 2 * step) && !repaired && problem_.tuning.repair_nodes > 0) {
                repaired = true;
                Repair(problem_, solve_one_).run(plan);
                continue;
            }
            const Money floor = std::max(problem_.beyond(plan), bound - width + step);
            if (!list(floor, routes)) {
                if (problem_.watch.stopped() || width == step) return false;
                widest = width = std::max(step, width / step / 2 * step);
                continue;
            }
            std::vector<const RouteList<M>*> lists;
            for (const RouteList<M>& l : lists_) lists.push_back(&l);
            Packer<M> packer(problem_, casting_, lists);
            Money found = bound;
            if (!packer.run(floor, plan, found, &duals_.duals())) return false;
            bound = std::max(plan.value, floor - step);
            width = std::min(2 * width, widest);
        }
    }

private:
    // Better duals, then better memory, as long as it pays.
    void tighten(const Plan& plan) {
        const Money goal = std::max(0, plan.value);
        duals_.improve(goal, problem_.tuning.walk_steps);
        for (std::int32_t known = 2; known <= problem_.tuning.walk_memory; ++known) {
            if (!duals_.learn(known, problem_.tuning.walk_entries)) continue;
            duals_.improve(goal, problem_.tuning.walk_steps / 4);
        }
    }

    // A first plan, from the routes met while the duals were improved.
    void pack_pool(Plan& plan) {
        lists_.assign(casting_.size(), {});
        std::vector<const RouteList<M>*> lists;
        for (std::size_t g = 0; g < casting_.size(); ++g) {
            for (const PlannedRoute& route : duals_.pool(g)) {
                add_row(problem_, route, lists_[g]);
            }
            lists.push_back(&lists_[g]);
        }
        const NodeCap cap(problem_.watch, problem_.tuning.pool_nodes);
        Money bound = std::numeric_limits<Money>::max();
        Packer<M>(problem_, casting_, lists).run(0, plan, bound, nullptr);
    }

    // All routes that can be part of a set of at least `floor`.
    bool list(Money floor, std::int64_t& routes) {
        const std::int64_t gap = duals_.value() - dual_scale * floor;
        lists_.resize(casting_.size());
        for (std::size_t g = 0; g < casting_.size(); ++g) {
            const Role& role = casting_[g];
            const WalkPrices prices = duals_.prices(g);
            Wanted wanted{problem_.types[role.type]};
            wanted.visit_bonus = role.bonus ? problem_.in.terms.visit_bonus : 0;
            wanted.prices = &prices;
            wanted.least = duals_.best(g) - gap;
            if (role.pair >= 0) wanted.ends = problem_.pairs[role.pair];
            wanted.most = problem_.tuning.gap_rows;
            lists_[g].clear();
            if (!enumerator_.run(wanted, lists_[g], &walks_, &memory_)) return false;
            routes += static_cast<std::int64_t>(lists_[g].rows.size());
        }
        return true;
    }

    Problem& problem_;
    Repair::SolveOne solve_one_;
    const Casting& casting_;
    Enumerator<M>& enumerator_;
    WalkMemory memory_;
    WalkBound walks_;
    WalkDuals duals_;
    std::vector<RouteList<M>> lists_;
};

}  // namespace route_opt
