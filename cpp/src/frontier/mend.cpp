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
    TrainGraph left;
    left.forks = graph.forks;
    for (std::size_t i = 0; i < graph.layers.size(); ++i) {
        const Layer& layer = graph.layers[i];
        Layer& kept = left.layers.emplace_back();
        if (watch.work(5 * static_cast<std::int64_t>(layer.arcs.size()))) return {};
        for (std::size_t node = 0; node < layer.nodes(); ++node) {
            kept.first.push_back(static_cast<std::int32_t>(kept.arcs.size()));
            for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
                if ((layer.arcs[k].used & taken[i]) == 0) kept.arcs.push_back(layer.arcs[k]);
            }
        }
        kept.first.push_back(static_cast<std::int32_t>(kept.arcs.size()));
    }
    const bool done = reduce(left, std::vector<std::int32_t>(graph.finals, 0), watch);
    return done ? left : TrainGraph{};
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
    const Roster& roster = task.roster;
    // Tables and graphs with a row a region, however little is in it.
    if (problem_.watch.work(a_region * static_cast<std::int64_t>(board_.regions.size()))) {
        return false;
    }
    std::vector<std::uint16_t> taken(board_.regions.size(), 0);
    std::vector<std::int32_t> trains(roster.kinds.size(), 0);
    Plan kept;
    for (std::size_t i = 0; i < berths.size(); ++i) {
        if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) {
            ++trains[berths[i].kind];
        } else if (berths[i].route != nullptr) {
            kept.routes.push_back(*berths[i].route);
        }
    }
    Prices prices = task.part.prices;
    for (const auto& [layer, bit] : places(kept.routes)) {
        taken[layer] = static_cast<std::uint16_t>(taken[layer] | 1U << bit);
        prices.layers[layer][bit] = 0;
    }
    problem_.appraise(kept);
    std::vector<TrainGraph> graphs(trains.size());
    Fleet fleet{{}, {}, roster.fleet.sides};
    std::vector<std::size_t> kinds;
    for (std::size_t kind = 0; kind < trains.size(); ++kind) {
        if (trains[kind] == 0) continue;
        graphs[kind] = beside(*roster.fleet.graphs[kind], taken, problem_.watch);
        if (graphs[kind].empty()) return false;
        fleet.graphs.push_back(&graphs[kind]);
        fleet.trains.push_back(trains[kind]);
        kinds.push_back(kind);
    }
    const Money target = above(task.plan.value) - kept.value;
    Market market(fleet, prices);
    market.trade(target - 1, rounds, problem_.watch);
    if (problem_.watch.stopped() || market.bound() < target * cost_scale) return false;
    Team team(fleet);
    if (team.gather(market.prices(), target, most_arcs, problem_.watch) != Gathered::all) {
        return false;
    }
    Best best = run_together(team);
    if (best.value < target) return false;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        for (const Way& way : best.ways[i]) {
            const std::size_t kind = kinds[i];
            PlannedRoute planned =
                route(roster.types[kind], roster.kinds[kind], *roster.plain[kind], way);
            if (!planned.path.empty()) kept.routes.push_back(std::move(planned));
        }
    }
    problem_.appraise(kept);
    if (!kept.beats(task.plan)) return false;
    task.plan = std::move(kept);
    task.tell();
    return true;
}

}  // namespace route_opt::frontier
