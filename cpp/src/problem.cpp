#include "problem.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "invariant.hpp"

namespace route_opt {
namespace {

// The largest unit that divides every sum of money in the instance.
Money money_step(const Instance& instance) {
    Money step = std::gcd(instance.terms.visit_bonus, instance.terms.good_value);
    const Stops& s = instance.stops;
    for (const auto* values : {&s.value, &s.end_extra, &s.pair_value, &s.tariffs}) {
        for (const Money v : *values) step = std::gcd(step, v);
    }
    for (const Terms::Set& set : instance.terms.sets) step = std::gcd(step, set.value);
    return std::max(1, step);
}

}  // namespace

Problem::Problem(const Instance& instance, const Seams& s, const Graph& g, Watch& w,
                 const Tuning& t)
    : in(instance),
      seams(s),
      graph(g),
      watch(w),
      tuning(t),
      ends(instance.terms, instance.stops),
      claims(instance.terms, g),
      step(money_step(instance)) {
    index_types();
    index_pairs();
    count_seams();
    shared_terms = in.terms.visit_bonus > 0 || claims.matter();
}

void Problem::index_types() {
    for (std::int32_t i = 0; i < in.trains.size(); ++i) {
        const TrainType type =
            route_opt::type_of(in.trains, i, graph.size() - graph.minors, graph.minors);
        const auto found = std::find(types.begin(), types.end(), type);
        const auto number = static_cast<std::int32_t>(found - types.begin());
        if (found == types.end()) {
            types.push_back(type);
            trains.emplace_back();
        }
        type_of.push_back(number);
        trains[number].push_back(i);
    }
}

// Required pairs, each once, in numbers of the graph. A stop out of reach is never an end: Lemma 2.
void Problem::index_pairs() {
    for (const Terms::Pair& pair : in.terms.required_ends) {
        std::pair<std::int32_t, std::int32_t> both{graph.number[pair.first],
                                                   graph.number[pair.second]};
        if (both.first > both.second) std::swap(both.first, both.second);
        if (both.first < 0) {
            impossible = true;
            continue;
        }
        if (std::find(pairs.begin(), pairs.end(), both) == pairs.end()) pairs.push_back(both);
    }
    if (static_cast<std::int32_t>(pairs.size()) > in.trains.size()) impossible = true;
}

// Lemma 28. Every route leaves an own stop by a seam.
void Problem::count_seams() {
    std::vector<char> leaves(static_cast<std::size_t>(seams.size()), 0);
    for (const Piece& piece : seams.pieces) {
        for (const auto& [from, to] : {std::pair{piece.a, piece.b}, {piece.b, piece.a}}) {
            if (from < seams.stops && in.stops.own[from] != 0) leaves[seams.seam_of(to)] = 1;
        }
    }
    most_routes = static_cast<std::int32_t>(std::count(leaves.begin(), leaves.end(), 1));
}

Money Problem::shared(std::int32_t longest, std::span<const std::int32_t> claimed) const {
    const Money goods = claimed.empty() ? 0 : claims.together(claimed);
    return longest * in.terms.visit_bonus + goods;
}

std::vector<std::int32_t> Problem::stops_of(const PlannedRoute& planned) const {
    std::vector<std::int32_t> stops;
    for (const std::int32_t end : planned.path) {
        if (end < seams.stops) stops.push_back(graph.number[end]);
    }
    return stops;
}

std::int32_t Problem::visits(const PlannedRoute& planned) const {
    return static_cast<std::int32_t>(
        std::count_if(planned.path.begin(), planned.path.end(),
                      [&](std::int32_t end) { return end < seams.stops; }));
}

void Problem::appraise(Plan& plan) const {
    std::size_t longest = 0;
    std::vector<std::int32_t> claimed;
    plan.value = 0;
    plan.sides = 0;
    for (const PlannedRoute& planned : plan.routes) {
        const std::vector<std::int32_t> stops = stops_of(planned);
        plan.value += payout(graph, ends, stops, types[planned.type]);
        longest = std::max(longest, stops.size());
        if (claims.matter()) claimed.push_back(claims.number(stops));
        for (const std::int32_t end : planned.path) {
            if (end >= seams.stops) plan.sides += seams.sides(seams.seam_of(end));
        }
    }
    plan.value += shared(static_cast<std::int32_t>(longest), claimed);
    ROUTE_OPT_INVARIANT(plan.value % step == 0);  // Lemma 20
}

Solution Problem::solution(const Plan& plan, Money bound, bool proved) const {
    Solution result;
    result.value = std::max(0, plan.value);
    result.bound = proved ? result.value : std::max(bound, result.value);
    result.status = proved ? Status::optimal : Status::feasible;
    if (proved && plan.value < 0) result.status = Status::infeasible;
    std::vector<std::size_t> next(types.size(), 0);
    for (const PlannedRoute& planned : plan.routes) {
        result.routes.push_back(route(planned, trains[planned.type][next[planned.type]++]));
    }
    std::sort(result.routes.begin(), result.routes.end(),
              [](const Route& x, const Route& y) { return x.train < y.train; });
    result.stats.nodes = watch.nodes();
    result.stats.seconds = watch.seconds();
    return result;
}

Route Problem::route(const PlannedRoute& planned, std::int32_t train) const {
    Route result;
    result.train = train;
    for (const std::int32_t end : planned.path) {
        if (end < seams.stops) {
            result.path.push_back(end);
        } else {
            seams.cross(end, result.path);
        }
    }
    std::vector<std::int32_t> counted;
    result.value = payout(graph, ends, stops_of(planned), types[planned.type], &counted);
    for (const std::int32_t s : counted) result.counted.push_back(graph.stops[s].original);
    return result;
}

std::vector<Money> plain_ceilings(const Problem& problem) {
    const Stops& s = problem.in.stops;
    std::vector<Money> ceilings(problem.in.trains.visits.size() + 1, 0);
    if (problem.graph.complete && problem.graph.links.empty()) return ceilings;
    // Of each tariff, what its dearest 0, 1, 2, ... stops are worth.
    std::vector<std::vector<std::int64_t>> dearest(
        1 + s.tariffs.size() / std::max<std::size_t>(1, s.value.size()));
    for (std::size_t k = 0; k < dearest.size(); ++k) {
        const Money* row = s.row(static_cast<std::int32_t>(k));
        std::vector<Money> values(row, row + s.value.size());
        std::sort(values.begin(), values.end(), std::greater<Money>());
        dearest[k].assign(1, 0);
        for (const Money value : values) dearest[k].push_back(dearest[k].back() + value);
    }
    Money sets = 0;
    for (const Terms::Set& set : problem.in.terms.sets) sets += set.value;
    Money extra = 0;
    std::int64_t goods = problem.in.terms.extra_good ? 1 : 0;
    for (std::size_t i = 0; i < s.value.size(); ++i) {
        extra = std::max(extra, s.end_extra[i] + s.pair_value[i]);
        goods += s.goods[i];
    }
    std::int64_t total = goods * problem.in.terms.good_value;
    std::int64_t longest = 0;
    for (std::size_t t = 0; t + 1 < ceilings.size(); ++t) {
        const auto train = static_cast<std::int32_t>(t);
        const auto all = s.size();
        std::int32_t visits = most_visits(problem.in.trains, train);
        if (visits == 0 || visits > all) visits = all;
        std::int32_t counts = problem.in.trains.counts[t];
        if (counts == 0 || counts > visits) counts = visits;
        total += dearest[tariff_of(problem.in.trains, train)][counts];
        total += 2 * std::int64_t{extra} + sets;
        longest = std::max<std::int64_t>(longest, visits);
        ceilings[t + 1] = static_cast<Money>(std::min<std::int64_t>(
            total + longest * problem.in.terms.visit_bonus, std::numeric_limits<Money>::max()));
    }
    return ceilings;
}

}  // namespace route_opt
