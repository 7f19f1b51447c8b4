#include "repair.hpp"

#include <algorithm>
#include <numeric>

namespace route_opt {

void Repair::run(Plan& plan) {
    take_seats(plan);
    for (bool better = true; better && !problem_.watch.stopped();) {
        better = false;
        for (std::size_t seat = 0; seat < seats_.size() && !problem_.watch.stopped(); ++seat) {
            better = reseat(seat) || better;
        }
    }
    Plan made = plan_of_seats();
    if (made.value > plan.value) {
        plan = std::move(made);
        problem_.watch.set_value(plan.value);
    }
}

// Required pairs first, then the longest trains; routes of the plan keep their trains.
void Repair::take_seats(const Plan& plan) {
    std::vector<std::int32_t> order(problem_.types.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t x, std::int32_t y) {
        return problem_.types[x].counts > problem_.types[y].counts;
    });
    for (const std::int32_t t : order) {
        for (std::size_t i = 0; i < problem_.trains[t].size(); ++i) {
            const auto seat = static_cast<std::int32_t>(seats_.size());
            const bool serves = seat < static_cast<std::int32_t>(problem_.pairs.size());
            seats_.push_back({t, serves ? seat : -1, {}, false});
        }
    }
    if (!problem_.pairs.empty()) return;
    for (const PlannedRoute& route : plan.routes) {
        const auto free = std::find_if(seats_.begin(), seats_.end(), [&](const Seat& seat) {
            return !seat.runs && seat.type == route.type;
        });
        free->route = route;
        free->runs = true;
    }
}

// What the seats earn together; -1 when a required pair is not served.
Plan Repair::plan_of_seats() const {
    Plan plan;
    plan.value = 0;
    std::int32_t longest = 0;
    std::vector<std::int32_t> claims;
    for (const Seat& seat : seats_) {
        if (!seat.runs) {
            if (seat.pair >= 0) return {};
            continue;
        }
        const std::vector<std::int32_t> stops = stops_of(problem_.graph, seat.route);
        plan.value += payout(problem_.graph, problem_.ends, stops,
                             problem_.types[seat.type].counts);
        longest = std::max(longest, static_cast<std::int32_t>(stops.size()));
        for (const std::int32_t id : seat.route.links) {
            plan.sides += problem_.graph.links[id].sides;
        }
        if (problem_.claims.matter()) {
            const std::int32_t claim = problem_.claims.number(stops);
            if (claim != 0) claims.push_back(claim);
        }
        plan.routes.push_back(seat.route);
    }
    if (!claims.empty()) plan.value += problem_.claims.together(claims);
    plan.value += longest * problem_.in.terms.visit_bonus;
    return plan;
}

// Looks for a better route for one train on the track that the others leave free.
bool Repair::reseat(std::size_t at) {
    const Graph& graph = problem_.graph;
    std::vector<std::uint64_t> used(graph.words, 0);
    for (std::size_t s = 0; s < seats_.size(); ++s) {
        if (s == at || !seats_[s].runs) continue;
        for (const std::int32_t link : seats_[s].route.links) {
            for (std::size_t w = 0; w < graph.words; ++w) used[w] |= graph.mask(link)[w];
        }
    }
    std::vector<char> flag(graph.links.size(), 1);
    for (std::size_t l = 0; l < flag.size(); ++l) {
        for (std::size_t w = 0; w < graph.words; ++w) {
            if (graph.mask(static_cast<std::int32_t>(l))[w] & used[w]) flag[l] = 0;
        }
    }
    std::vector<std::int32_t> kept;
    const Graph free = with_links(graph, flag, kept);
    Instance alone = problem_.in;
    Seat& seat = seats_[at];
    const std::int32_t train = problem_.trains[seat.type].front();
    alone.trains = {{problem_.in.trains.visits[train]}, {problem_.in.trains.counts[train]}};
    alone.terms.required_ends.clear();
    if (seat.pair >= 0) {
        const auto pair = problem_.pairs[seat.pair];
        alone.terms.required_ends.push_back(
            {graph.stops[pair.first].original, graph.stops[pair.second].original});
    }
    Tuning small;
    small.list_rows = 20'000;
    small.gap_rows = 100'000;
    small.walk_steps = 100;
    small.repair_nodes = 0;
    Problem problem(alone, free, problem_.watch, small);
    if (problem.impossible) return false;
    const Money before = plan_of_seats().value;
    const Seat old = seat;
    const NodeCap cap(problem_.watch, problem_.tuning.repair_nodes);
    const Plan one = solve_one_(problem);
    if (one.routes.empty()) return false;
    seat.route = one.routes.front();
    seat.route.type = seat.type;
    for (std::int32_t& link : seat.route.links) link = kept[link];
    seat.runs = true;
    if (plan_of_seats().value > before) return true;
    seat = old;
    return false;
}

}  // namespace route_opt
