// Plans that no dive finds: some trains run anew, as well as they can beside the others.
#include <algorithm>
#include <utility>

#include "frontier/reduce.hpp"
#include "frontier/solver.hpp"

namespace route_opt::frontier {

namespace {

constexpr std::int32_t rounds = 30;          // of trade, for those that run anew
constexpr std::int64_t most_arcs = 300'000;  // of a graph of joined trains
constexpr std::int64_t a_region = 5'000;     // of work
constexpr std::size_t most_tries = 100;      // of choices of so many trains

// The next choice of so many numbers below `size`, ascending. False: there is none.
bool next_choice(std::vector<std::size_t>& chosen, std::size_t size) {
    for (std::size_t i = chosen.size(); i-- > 0;) {
        if (chosen[i] + (chosen.size() - i) < size) {
            ++chosen[i];
            for (std::size_t k = i + 1; k < chosen.size(); ++k) chosen[k] = chosen[k - 1] + 1;
            return true;
        }
    }
    return false;
}

// The graph without the ways over what is taken, by layer.
TrainGraph beside(const TrainGraph& graph, const std::vector<std::uint16_t>& taken, Watch& watch) {
    return choose_arcs(graph, watch, [&](std::size_t i) {
        return [mine = taken[i]](std::size_t, const Arc& arc) { return (arc.used & mine) == 0; };
    });
}

}  // namespace

// Not where a set is worth something else than its routes, or trains of a type differ by a role.
void Frontier::mend(Task& task, std::size_t most) {
    const Roster& roster = task.roster;
    const bool plain = std::none_of(roster.kinds.begin(), roster.kinds.end(),
                                    [](const Kind& kind) { return kind.ends.has_value(); });
    if (problem_.shared_terms || !plain || task.plan.value < 0) return;
    Part& part = task.part;
    while (open(task)) {
        if (part.mended != task.plan.value) part.anew = 1;
        part.mended = task.plan.value;
        if (part.anew >= most) return;
        if (!mend_by(task, part.anew + 1)) ++part.anew;
    }
}

// So many trains at a time. True: the plan is a better one.
bool Frontier::mend_by(Task& task, std::size_t size) {
    const std::vector<Berth> all = berths(task);
    if (all.size() <= size) return false;
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < size; ++i) chosen.push_back(i);
    for (std::size_t tries = 0; tries < most_tries && open(task); ++tries) {
        if (run_anew(task, all, chosen)) return true;
        if (!next_choice(chosen, all.size())) break;
    }
    return false;
}

std::vector<Frontier::Berth> Frontier::berths(const Task& task) {
    std::vector<Berth> berths;
    const Roster& roster = task.roster;
    for (std::size_t kind = 0; kind < roster.kinds.size(); ++kind) {
        std::int32_t idle = roster.fleet.trains[kind];
        for (const PlannedRoute& route : task.plan.routes) {
            if (route.type != roster.types[kind]) continue;
            berths.push_back({kind, &route});
            --idle;
        }
        for (; idle > 0; --idle) berths.push_back({kind, nullptr});
    }
    return berths;
}

// True: the plan is a better one.
bool Frontier::run_anew(Task& task, const std::vector<Berth>& berths,
                        const std::vector<std::size_t>& chosen) {
    Watch& watch = problem_.watch;
    // Tables and graphs with a row a region, however little is in it.
    if (watch.work(a_region * static_cast<std::int64_t>(board_.regions.size()))) return false;
    std::vector<std::int32_t> trains(task.roster.kinds.size(), 0);
    Plan kept;
    for (std::size_t i = 0; i < berths.size(); ++i) {
        if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) {
            ++trains[berths[i].kind];
        } else if (berths[i].route != nullptr) {
            kept.routes.push_back(*berths[i].route);
        }
    }
    problem_.appraise(kept);
    Prices prices = task.part.prices;
    std::vector<TrainGraph> graphs;
    const Roster crew = set_aside(task.roster, trains, use_up(kept, prices), graphs);
    if (graphs.back().empty()) return false;
    const Money target = above(task.plan.value) - kept.value;
    Market market(crew.fleet, prices);
    market.trade(target - 1, rounds, watch);
    if (watch.stopped() || market.bound() < target * cost_scale) return false;
    const Found found = Team(crew.fleet).find(market.prices(), target, most_arcs, watch);
    if (found.value < target || !offer(crew, found.ways, task.plan, std::move(kept))) return false;
    task.tell();
    return true;
}

// What the routes use, by layer; nobody pays for it any more.
std::vector<std::uint16_t> Frontier::use_up(const Plan& plan, Prices& prices) const {
    std::vector<std::uint16_t> taken(board_.regions.size(), 0);
    for (const auto& [layer, bit] : places(plan.routes)) {
        taken[layer] = static_cast<std::uint16_t>(taken[layer] | 1U << bit);
        prices.layers[layer][bit] = 0;
    }
    return taken;
}

// So many trains of each kind, beside what is taken. The last graph is empty: they cannot run.
Frontier::Roster Frontier::set_aside(const Roster& roster, const std::vector<std::int32_t>& trains,
                                     const std::vector<std::uint16_t>& taken,
                                     std::vector<TrainGraph>& graphs) {
    Roster crew;
    crew.fleet.sides = roster.fleet.sides;
    graphs.reserve(trains.size());
    for (std::size_t kind = 0; kind < trains.size(); ++kind) {
        if (trains[kind] == 0) continue;
        graphs.push_back(beside(*roster.fleet.graphs[kind], taken, problem_.watch));
        if (graphs.back().empty()) break;
        crew.types.push_back(roster.types[kind]);
        crew.kinds.push_back(roster.kinds[kind]);
        crew.plain.push_back(roster.plain[kind]);
        crew.fleet.graphs.push_back(&graphs.back());
        crew.fleet.trains.push_back(trains[kind]);
    }
    return crew;
}

}  // namespace route_opt::frontier
