// The whole search for one width of masks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gap.hpp"
#include "packer.hpp"
#include "problem.hpp"
#include "repair.hpp"

namespace route_opt {

// Lists all routes where that is possible and packs them; otherwise works inside the gap.
template <class M>
class Search {
public:
    explicit Search(Problem& problem)
        : problem_(problem),
          enumerator_(problem.graph, problem.ends, problem.claims, problem.watch) {}

    Solution run() {
        const bool proved = search();
        Solution solution = problem_.solution(plan_, bound_, proved);
        solution.stats.routes = routes_;
        return solution;
    }

    // The best plan for a part of a larger problem.
    static Plan part(Problem& problem) {
        Search search(problem);
        search.search();
        return std::move(search.plan_);
    }

private:
    bool search() {
        bound_ = plain_ceiling(problem_.in, problem_.graph);
        if (problem_.pairs.empty() && !problem_.impossible) plan_.value = 0;  // all trains idle
        if (problem_.impossible) return true;
        if (!problem_.graph.complete) return false;
        return list_all() ? pack_lists() : pack_gaps();
    }

    bool list_all() {
        lists_.resize(problem_.types.size());
        for (std::size_t t = 0; t < lists_.size(); ++t) {
            Wanted wanted{problem_.types[t]};
            wanted.most = problem_.tuning.list_rows;
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
