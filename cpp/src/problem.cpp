#include "problem.hpp"

#include <algorithm>

namespace route_opt {

Problem::Problem(const Instance& instance, const Graph& g, Watch& w, const Tuning& t)
    : in(instance),
      graph(g),
      watch(w),
      tuning(t),
      ends(instance.terms, g),
      claims(instance.terms, g),
      step(money_step(instance)) {
    index_types();
    index_pairs();
    shared_terms = in.terms.visit_bonus > 0 || claims.matter();
    std::vector<std::int32_t> counts;
    for (const auto& of_type : trains) counts.push_back(static_cast<std::int32_t>(of_type.size()));
    if (!impossible) {
        all_castings =
            castings(counts, static_cast<std::int32_t>(pairs.size()), in.terms.visit_bonus > 0);
    }
}

void Problem::index_types() {
    const std::int32_t most = std::max(2, graph.size());
    for (std::int32_t i = 0; i < in.trains.size(); ++i) {
        TrainType type{in.trains.visits[i], in.trains.counts[i]};
        if (type.visits == 0 || type.visits > most) type.visits = most;
        if (type.counts == 0 || type.counts > type.visits) type.counts = type.visits;
        const auto found = std::find(types.begin(), types.end(), type);
        const auto number = static_cast<std::size_t>(found - types.begin());
        if (found == types.end()) {
            types.push_back(type);
            trains.emplace_back();
        }
        trains[number].push_back(i);
    }
}

// Required pairs, each once, in numbers of the graph. A stop out of reach is never an end.
void Problem::index_pairs() {
    if (in.terms.required_ends.empty()) return;
    std::vector<std::int32_t> number(in.stops.value.size(), -1);
    for (std::int32_t s = 0; s < graph.size(); ++s) number[graph.stops[s].original] = s;
    for (const Terms::Pair& pair : in.terms.required_ends) {
        std::pair<std::int32_t, std::int32_t> both{number[pair.first], number[pair.second]};
        if (both.first > both.second) std::swap(both.first, both.second);
        if (both.first < 0) {
            impossible = graph.complete;
            continue;
        }
        if (std::find(pairs.begin(), pairs.end(), both) == pairs.end()) pairs.push_back(both);
    }
    if (static_cast<std::int32_t>(pairs.size()) > in.trains.size()) impossible = true;
}

Solution Problem::solution(const Plan& plan, Money bound, bool proved) const {
    Solution result;
    result.value = std::max(0, plan.value);
    result.bound = proved ? result.value : std::max(bound, result.value);
    result.status = proved ? Status::optimal : Status::feasible;
    if (proved && plan.value < 0) result.status = Status::infeasible;
    std::vector<std::size_t> next(types.size(), 0);
    for (const PlannedRoute& planned : plan.routes) {
        const auto type = static_cast<std::size_t>(planned.type);
        result.routes.push_back(route(planned, trains[type][next[type]++]));
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
    const std::int32_t first_face = in.stops.size();
    std::vector<std::int32_t> stops{planned.first_stop};
    result.path.push_back(graph.stops[planned.first_stop].original);
    for (const std::int32_t id : planned.links) {
        const Link& link = graph.links[id];
        const bool forward = link.a == stops.back();
        for (std::int32_t k = 0; k < link.sides; ++k) {
            const std::int32_t at = forward ? k : link.sides - 1 - k;
            const std::int32_t face = graph.faces[link.first_face + at] - first_face;
            result.path.push_back(first_face + (forward ? face : face ^ 1));
        }
        stops.push_back(forward ? link.b : link.a);
        result.path.push_back(graph.stops[stops.back()].original);
    }
    std::vector<std::int32_t> counted;
    result.value = payout(graph, ends, stops, types[planned.type].counts, &counted);
    for (const std::int32_t s : counted) result.counted.push_back(graph.stops[s].original);
    return result;
}

}  // namespace route_opt
