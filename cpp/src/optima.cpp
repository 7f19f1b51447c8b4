// All sets of the greatest value, and second goals among them.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "lists.hpp"
#include "problem.hpp"
#include "route_opt/solve.hpp"

namespace route_opt {
namespace {

// Lemma 9. Plain exhaustive search over the full route lists: the value is known, so the bound is
// sharp.
template <class M>
class OptimaSearch {
public:
    OptimaSearch(Problem& problem, const Options& options, Money value)
        : problem_(problem), options_(options), value_(value), lists_(problem) {}

    // False: too many routes, too many sets, or stopped.
    bool run() {
        if (!list()) return false;
        for (std::size_t t = 0; t < problem_.types.size(); ++t) {
            seats_.insert(seats_.end(), problem_.trains[t].size(), static_cast<std::int32_t>(t));
        }
        rest_.assign(seats_.size() + 1, 0);
        for (std::size_t s = seats_.size(); s-- > 0;) {
            const Ranked<M>& items = *items_[seats_[s]];
            rest_[s] = rest_[s + 1] + (items.empty() ? 0 : items[0].value);
        }
        choose(0, 0, M::zero(problem_.graph.words), longest_bonus());
        return !full_ && !problem_.watch.stopped();
    }

    std::vector<Plan> best() {
        std::vector<Plan> plans;
        for (const auto& [order, plan] : found_) {
            if (static_cast<std::int32_t>(plans.size()) == options_.sets) break;
            plans.push_back(plan);
        }
        return plans;
    }
    [[nodiscard]] std::size_t size() const { return found_.size(); }

private:
    static constexpr std::size_t most_sets = 20'000;

    using Ways = std::vector<std::vector<std::int32_t>>;
    // The goal, the sides, then the track itself, and the order in which it is run.
    using Order = std::tuple<std::int32_t, std::int32_t, Ways, Ways>;

    bool list() {
        for (std::int32_t t = 0; t < static_cast<std::int32_t>(problem_.types.size()); ++t) {
            lists_.list(t, problem_.tuning.many.rows);
            if (!lists_.complete(t)) return false;
            items_.push_back(&lists_.items({t, false, -1, 1}));
        }
        return true;
    }

    // The most the visit bonus can come to, whoever gets it.
    [[nodiscard]] Money longest_bonus() const {
        std::int32_t longest = 0;
        for (const TrainType& type : problem_.types) longest = std::max(longest, type.visits);
        return problem_.in.terms.visit_bonus * longest;
    }

    // `reached` is a bound on what the chosen routes earn; what is left adds rest_ at most.
    void choose(std::size_t seat, std::size_t from, const M& used, Money reached) {
        if (full_ || problem_.watch.node()) return;
        if (reached + rest_[seat] < value_) return;
        if (seat == seats_.size()) {
            judge();
            return;
        }
        const std::int32_t type = seats_[seat];
        const bool twin = seat + 1 < seats_.size() && seats_[seat + 1] == type;
        const Ranked<M>& items = *items_[type];
        for (std::size_t i = from; i < items.size(); ++i) {
            if (reached + items[i].value + rest_[seat + 1] < value_) break;
            if (!used.disjoint(items[i].mask)) continue;
            chosen_.push_back({type, items[i].row});
            choose(seat + 1, twin ? i + 1 : 0, used | items[i].mask, reached + items[i].value);
            chosen_.pop_back();
        }
        // Idle; then its twins are idle too, as their order is fixed.
        std::size_t next = seat + 1;
        while (next < seats_.size() && seats_[next] == type) ++next;
        choose(next, 0, used, reached);
    }

    void judge() {
        Plan plan;
        plan.value = 0;
        std::int32_t longest = 0;
        std::vector<std::int32_t> claimed;
        Ways track;
        Ways ways;
        for (const auto& [type, number] : chosen_) {
            const RouteRow<M>& row = lists_.row(type, number);
            plan.value += row.value;
            plan.sides += row.sides;
            longest = std::max(longest, row.stops);
            if (row.claim != 0) claimed.push_back(row.claim);
            plan.routes.push_back(lists_.planned(type, number));
            track.push_back(track_of(plan.routes.back()));
            ways.push_back(way_of(plan.routes.back()));
        }
        plan.value += problem_.shared(longest, claimed);
        if (plan.value != value_ || !meets_pairs()) return;
        std::sort(track.begin(), track.end());
        std::sort(ways.begin(), ways.end());
        std::int32_t goal = plan.sides;
        if (options_.goal == Goal::most_idle_trains) goal = static_cast<std::int32_t>(track.size());
        if (options_.goal == Goal::most_goods_left) goal = problem_.shared(0, claimed);
        if (!seen_.insert(ways).second) return;
        found_.insert(
            {Order{goal, plan.sides, std::move(track), std::move(ways)}, std::move(plan)});
        full_ = found_.size() >= most_sets;
    }

    // The stops and seams of a route, whichever way it is run.
    [[nodiscard]] std::vector<std::int32_t> track_of(const PlannedRoute& route) const {
        std::vector<std::int32_t> track;
        const Seams& seams = problem_.seams;
        for (const std::int32_t end : route.path) {
            track.push_back(end < seams.stops ? end : seams.stops + seams.seam_of(end));
        }
        std::sort(track.begin(), track.end());
        return track;
    }

    // A route as it reads: stops, and the sides crossed between them, whichever way it is run. Of
    // several pieces that join the same two stops it does not say which one it runs over.
    [[nodiscard]] std::vector<std::int32_t> way_of(const PlannedRoute& route) const {
        const Seams& seams = problem_.seams;
        std::vector<std::int32_t> way;
        for (const std::int32_t end : route.path) {
            if (end < seams.stops) {
                way.push_back(end);
            } else {
                seams.cross(end, way);
            }
        }
        for (std::int32_t& end : way) {
            if (end >= seams.stops) end = seams.stops + (end - seams.stops) / 2;
        }
        return std::min(way, {way.rbegin(), way.rend()});
    }

    [[nodiscard]] bool meets_pairs() const {
        return std::all_of(problem_.pairs.begin(), problem_.pairs.end(), [&](const auto& pair) {
            return std::any_of(chosen_.begin(), chosen_.end(), [&](const auto& choice) {
                const RouteRow<M>& row = lists_.row(choice.first, choice.second);
                return std::minmax(row.first_stop, row.last_stop) ==
                       std::minmax(pair.first, pair.second);
            });
        });
    }

    Problem& problem_;
    const Options& options_;
    const Money value_;
    Lists<M> lists_;
    std::vector<const Ranked<M>*> items_;  // by type
    std::vector<std::int32_t> seats_;      // the type of each train, twins together
    std::vector<Money> rest_;              // from this seat on, at most
    std::vector<std::pair<std::int32_t, std::int32_t>> chosen_;
    std::set<Ways> seen_;
    std::map<Order, Plan> found_;
    bool full_ = false;
};

template <class M>
Optima list_optima(Problem& problem, const Options& options, const Solution& best) {
    OptimaSearch<M> search(problem, options, best.value);
    Optima result;
    result.complete = search.run() && static_cast<std::int32_t>(search.size()) <= options.sets;
    for (const Plan& plan : search.best()) {
        result.sets.push_back(problem.solution(plan, best.value, true));
    }
    return result;
}

}  // namespace

Optima all_optimal(const Instance& instance, const Options& options, const Limits& limits) {
    const Solution best = solve(instance, limits);
    Optima result{{}, false};
    if (best.status == Status::optimal && options.sets > 0) {
        Limits rest = limits;
        rest.seconds -= best.stats.seconds;
        rest.nodes -= best.stats.nodes;
        Watch watch(rest);
        const Seams seams = find_seams(instance);
        const Graph graph = contract(instance, seams, watch);
        const Tuning tuning;
        Problem problem(instance, seams, graph, watch, tuning);
        if (graph.complete) {
            result = graph.words == 1   ? list_optima<Mask<1>>(problem, options, best)
                     : graph.words == 2 ? list_optima<Mask<2>>(problem, options, best)
                                        : list_optima<Mask<0>>(problem, options, best);
        }
    }
    if (result.sets.empty()) result.sets.push_back(best);
    if (best.status == Status::infeasible) result = {{}, true};
    return result;
}

}  // namespace route_opt
