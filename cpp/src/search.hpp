// The whole search for one width of masks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "frontier/solver.hpp"
#include "packer.hpp"
#include "problem.hpp"
#include "routes.hpp"

namespace route_opt {

// Lists all routes where they are few and packs them; sweeps over the board where they are not.
template <class M>
class Search {
public:
    explicit Search(Problem& problem)
        : problem_(problem),
          enumerator_(problem.graph, problem.ends, problem.claims, problem.watch),
          bound_(plain_ceiling(problem.in, problem.graph)) {
        problem.watch.set_bound(bound_);
    }

    // Short lists, then a sweep over the board, then long lists where no sweep can be made: each
    // only if the one before it did not prove its answer.
    Solution run() {
        const Tuning& tuning = problem_.tuning;
        if (problem_.impossible) return finished(true);
        if (problem_.pairs.empty()) plan_.value = 0;  // all trains idle
        if (try_lists(tuning.few)) return finished(true);
        if (tuning.sweep && !problem_.watch.stopped()) {
            if (std::optional<Solution> swept = sweep()) return *swept;
        }
        return finished(try_lists(tuning.many));
    }

private:
    // True: the plan is proved to be the best. Otherwise it is the best of what was looked at.
    bool try_lists(const Effort& effort) {
        if (!problem_.graph.complete || problem_.watch.stopped()) return false;
        const bool all = list(effort);
        const NodeCap cap(problem_.watch, all ? effort.nodes : effort.rough_nodes);
        return pack(all);
    }

    // False: routes are missing.
    bool list(const Effort& effort) {
        const NodeCap cap(problem_.watch, effort.nodes);
        bool all = true;
        lists_.assign(problem_.types.size(), {});
        for (std::size_t t = 0; t < lists_.size(); ++t) {
            all = enumerator_.run(problem_.types[t], effort.rows, lists_[t]) && all;
            routes_ += static_cast<std::int64_t>(lists_[t].rows.size());
        }
        return all;
    }

    // `all`: the lists are complete, so that what holds for them holds for the board.
    bool pack(bool all) {
        std::deque<Packer<M>> packers;  // one a casting
        Money bound = -1;
        for (const Casting& casting : problem_.all_castings) {
            Packer<M>& packer = packers.emplace_back(problem_, casting, lists_for(casting));
            if (!packer.improve(plan_)) bound = std::max(bound, packer.ceiling());
        }
        if (!all) return false;
        bound_ = std::max(plan_.value, std::min(bound_, bound));
        problem_.watch.set_bound(bound_);
        if (bound >= 0) return false;
        for (Packer<M>& packer : packers) packer.shorten(plan_);
        return true;
    }

    [[nodiscard]] std::vector<const RouteList<M>*> lists_for(const Casting& casting) const {
        std::vector<const RouteList<M>*> lists;
        for (const Role& role : casting) lists.push_back(&lists_[role.type]);
        return lists;
    }

    // Nothing when the board is not one for a sweep.
    std::optional<Solution> sweep() {
        // Asked for what is as good as the plan, not only better: of equals it finds the shortest.
        const Money known = std::max<Money>(plan_.value - problem_.step, -1);
        std::optional<Solution> swept = solve_frontier(problem_.in, known, problem_.watch);
        if (!swept) return std::nullopt;
        bound_ = std::max(plan_.value, std::min(bound_, swept->bound));
        if (swept->routes.empty() || swept->value < plan_.value) {
            return finished(swept->status != Status::feasible);
        }
        swept->bound = std::max(swept->value, bound_);
        if (swept->value == swept->bound) swept->status = Status::optimal;
        swept->stats.routes = routes_;
        return swept;
    }

    [[nodiscard]] Solution finished(bool proved) const {
        Solution solution = problem_.solution(plan_, bound_, proved || bound_ == plan_.value);
        solution.stats.routes = routes_;
        return solution;
    }

    Problem& problem_;
    Enumerator<M> enumerator_;
    std::vector<RouteList<M>> lists_;  // one a type
    Plan plan_;
    Money bound_;
    std::int64_t routes_ = 0;
};

}  // namespace route_opt
