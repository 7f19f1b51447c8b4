// The whole search for one width of masks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "frontier.hpp"
#include "gap.hpp"
#include "packer.hpp"
#include "problem.hpp"
#include "repair.hpp"

namespace route_opt {

// Lists all routes where that is possible and packs them; sweeps over the board where it is not.
template <class M>
class Search {
public:
    explicit Search(Problem& problem)
        : problem_(problem),
          enumerator_(problem.graph, problem.ends, problem.claims, problem.watch) {}

    // Short lists, then a sweep over the board, then all that is left to try: each only if the
    // one before it did not prove its answer.
    Solution run() {
        bool proved = start();
        if (!proved && problem_.graph.complete) proved = short_lists();
        if (!proved && !problem_.watch.stopped() && problem_.tuning.sweep) {
            if (std::optional<Solution> swept = sweep()) return finished(std::move(*swept));
        }
        if (!proved && problem_.graph.complete) proved = exhaust();
        return finished(problem_.solution(plan_, bound_, proved));
    }

    // The best plan for a part of a larger problem.
    static Plan part(Problem& problem) {
        Search search(problem);
        if (!search.start() && problem.graph.complete) search.exhaust();
        return std::move(search.plan_);
    }

private:
    // True: there is nothing to search.
    bool start() {
        bound_ = plain_ceiling(problem_.in, problem_.graph);
        if (problem_.pairs.empty() && !problem_.impossible) plan_.value = 0;  // all trains idle
        return problem_.impossible;
    }

    // Enough for nearly every real position, in microseconds.
    bool short_lists() {
        const NodeCap cap(problem_.watch, problem_.tuning.short_nodes);
        return list_all(problem_.tuning.short_rows) && pack_lists();
    }

    // Nothing when the board is not one for a sweep.
    std::optional<Solution> sweep() {
        // Asked for what is as good as the plan, not only better: of equals it finds the shortest.
        const Money known = std::max<Money>(plan_.value - problem_.step, -1);
        std::optional<Solution> swept = solve_frontier(problem_.in, known, problem_.watch);
        if (!swept) return std::nullopt;
        const Money bound = std::max(plan_.value, std::min(bound_, swept->bound));
        if (swept->routes.empty() || swept->value < plan_.value) {
            return problem_.solution(plan_, bound, swept->status != Status::feasible);
        }
        swept->bound = bound;
        if (swept->value == bound) swept->status = Status::optimal;
        return swept;
    }

    bool exhaust() {
        return list_all(problem_.tuning.list_rows) ? pack_lists() : pack_gaps();
    }

    Solution finished(Solution solution) const {
        solution.stats.routes = routes_;
        return solution;
    }

    bool list_all(std::size_t most) {
        lists_.assign(problem_.types.size(), {});
        for (std::size_t t = 0; t < lists_.size(); ++t) {
            Wanted wanted{problem_.types[t]};
            wanted.most = most;
            const bool all = enumerator_.run(wanted, lists_[t]);
            routes_ += static_cast<std::int64_t>(lists_[t].rows.size());
            if (!all) return false;
        }
        return true;
    }

    bool pack_lists() {
        Money bound = -1;
        for (const Casting& casting : problem_.all_castings) {
            Money limit = bound_;
            Packer<M> packer(problem_, casting, lists_for(casting));
            if (!packer.run(0, plan_, limit, nullptr)) {
                bound_ = std::max({bound, limit, casting_is_last(casting) ? -1 : bound_});
                return false;
            }
            bound = std::max(bound, limit);
        }
        bound_ = std::max(bound, plan_.value);
        for (const Casting& casting : problem_.all_castings) {
            Packer<M>(problem_, casting, lists_for(casting)).shorten(plan_);
        }
        return true;
    }

    bool pack_gaps() {
        lists_.clear();
        if (problem_.watch.stopped()) return false;
        Money bound = -1;
        for (const Casting& casting : problem_.all_castings) {
            Money limit = bound_;
            GapSearch<M> search(problem_, casting, enumerator_, &part);
            if (!search.run(plan_, limit, routes_)) {
                bound_ = std::max({bound, limit, casting_is_last(casting) ? -1 : bound_});
                return false;
            }
            bound = std::max(bound, limit);
        }
        bound_ = std::max(bound, plan_.value);
        return true;
    }

    [[nodiscard]] bool casting_is_last(const Casting& casting) const {
        return &casting == &problem_.all_castings.back();
    }

    [[nodiscard]] std::vector<const RouteList<M>*> lists_for(const Casting& casting) const {
        std::vector<const RouteList<M>*> lists;
        for (const Role& role : casting) lists.push_back(&lists_[role.type]);
        return lists;
    }

    Problem& problem_;
    Enumerator<M> enumerator_;
    std::vector<RouteList<M>> lists_;  // one a type
    Plan plan_;
    Money bound_ = 0;
    std::int64_t routes_ = 0;
};

}  // namespace route_opt
