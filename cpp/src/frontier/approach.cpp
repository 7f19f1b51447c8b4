// The search where graphs of trains are too large to be made.
//
// Loose graphs give prices and a bound (Lemma 34); and at these prices graphs can be made of what
// is near the bound. First of very little, then of more, as long as they stay small enough: each
// time there is a set among it, or the bound falls.
#include <algorithm>
#include <utility>

#include "frontier/loose.hpp"
#include "frontier/solver.hpp"

namespace route_opt::frontier {

namespace {

constexpr std::int32_t loose_rounds = 800;  // of trade
constexpr Money first_part = 32;            // of the way from the bound to the plan
constexpr Money glance_part = 4;            // so too, for a first plan
constexpr double some_share = 0.001;        // of a bidder who takes part
constexpr std::size_t first_stage = 2;      // narrow sweeps do not see that far

}  // namespace

// Lemma 21: loose graphs are made anew for each rung, or there would be no room for some because of
// trains above.
void Frontier::approach(std::vector<Part>& parts, Plan& plan, const std::function<void()>& tell) {
    if (too_many(parts)) return;
    for (Part& part : parts) {
        if (problem_.watch.stopped()) break;
        if (part.bound > plan.value && part.declined) approach(part, plan, tell);
    }
    loose_.clear();
}

GraphInput Frontier::wide_input() const {
    GraphInput input = graph_input();
    input.most_arcs = problem_.tuning.near_arcs;
    return input;
}

GraphFate Frontier::find_loose(const Kind& kind, const LooseGraph*& loose) {
    if (!has_room(kind)) return GraphFate::too_large;
    for (const auto& [known, made] : loose_) {
        if (known == kind) {
            loose = made.get();
            return made ? GraphFate::done : GraphFate::too_large;
        }
    }
    std::int64_t arcs = 0;
    for (const auto& [known, made] : loose_) arcs += made ? made->graph.arcs() : 0;
    if (arcs > most_in_all) return GraphFate::too_large;
    auto fresh = std::make_unique<LooseGraph>();
    const GraphFate fate = make_loose_graph(wide_input(), kind, problem_.watch, *fresh);
    if (fate == GraphFate::stopped) return fate;
    if (fate == GraphFate::too_large) fresh = nullptr;
    loose = fresh.get();
    loose_.emplace_back(kind, std::move(fresh));
    return fate;
}

// False: there is none.
bool Frontier::make_loose_fleet(Part& part, LooseFleet& loose) {
    for (const Role& role : *part.casting) {
        const LooseGraph* graph = nullptr;
        if (find_loose(kind_of(role), graph) != GraphFate::done) return false;
        if (graph->graph.empty()) {
            part.bound = -1;  // a train cannot run what it must
            return false;
        }
        loose.graphs.push_back(graph);
        loose.fleet.graphs.push_back(&graph->graph);
        loose.fleet.trains.push_back(role.copies);
    }
    loose.fleet.sides = sides_;
    return true;
}

// Lemma 26. Graphs that hold all sets so far below the bound, and above the plan. False: stopped,
// or they are too large.
bool Frontier::come_near(const Part& part, const LooseFleet& loose, Money depth, const Plan& plan,
                         Near& near) {
    const Money target = std::max(above(plan.value), round_up(part.bound - depth));
    near = {};
    near.floor = target - problem_.step;
    near.graphs.resize(loose.graphs.size());
    near.roster.fleet = loose.fleet;
    std::int64_t arcs = 0;
    for (std::size_t i = 0; i < loose.graphs.size(); ++i) {
        const Role& role = (*part.casting)[i];
        const Kind kind = kind_of(role);
        TrainGraph& graph = near.graphs[i];
        const Guide guide(*loose.graphs[i], loose.prices, loose.bound - target * cost_scale,
                          problem_.watch);
        if (problem_.watch.stopped() ||
            make_near_graph(wide_input(), kind, guide, problem_.watch, graph) != GraphFate::done) {
            return false;
        }
        if ((arcs += graph.arcs()) > most_in_all) return false;
        near.roster.types.push_back(role.type);
        near.roster.kinds.push_back(kind);
        near.roster.plain.push_back(&graph);
        near.roster.fleet.graphs[i] = &graph;
    }
    return true;
}

void Frontier::approach(Part& part, Plan& plan, const std::function<void()>& tell) {
    LooseFleet loose;
    if (!make_loose_fleet(part, loose)) return;
    const Bidders bidders = trade_loosely(part, loose, plan, tell);
    glance(part, loose, bidders, plan, tell);
    const Money gap = part.bound - std::max(0, plan.value);
    come_nearer(loose, {gap / first_part, problem_.tuning.stages.size()}, part, plan, tell);
}

// A plan: from what bidders of some share use, as if there were no other track.
void Frontier::glance(const Part& part, const LooseFleet& loose, const Bidders& bidders, Plan& plan,
                      const std::function<void()>& tell) {
    Part own = part;  // what is found out is no bound of the whole
    LooseFleet fenced = loose;
    fence(bidders, fenced.prices);
    const Money gap = part.bound - std::max(0, plan.value);
    come_nearer(fenced, {gap / glance_part, first_stage + 1}, own, plan, tell);
}

// Of little first, then of twice as much each time.
void Frontier::come_nearer(const LooseFleet& loose, Reach reach, Part& part, Plan& plan,
                           const std::function<void()>& tell) {
    while (part.bound > plan.value && !problem_.watch.stopped()) {
        Near near;
        if (!come_near(part, loose, reach.depth, plan, near)) return;
        part.declined = false;
        look_around(near, reach.stages, part, plan, tell);
        if (part.bound > std::max(near.floor, plan.value)) return;
        reach.depth = 2 * std::max(reach.depth, problem_.step);
    }
}

// The bidders are no routes: nobody may meet them.
Bidders Frontier::trade_loosely(Part& part, LooseFleet& loose, const Plan& plan,
                                const std::function<void()>& tell) {
    if (part.prices.layers.empty()) part.prices = no_prices();
    part.forget();
    Market market(loose.fleet, part.prices);
    market.trade(above(plan.value) - 1, loose_rounds, problem_.watch, [&](Cost bound) {
        const Money whole = round_down(bound < 0 ? -1 : bound / cost_scale);
        part.bound = std::min(part.bound, std::max(whole, plan.value));
        tell();
    });
    loose.prices = part.prices = market.prices();
    loose.bound = market.bound();
    return market.bidders();
}

// Nobody can pay for what no bidder of some share uses.
void Frontier::fence(const Bidders& bidders, Prices& prices) {
    for (std::size_t layer = 0; layer < prices.layers.size(); ++layer) {
        std::uint32_t used = 0;
        for (const Bidder& bidder : bidders) {
            if (bidder.share >= some_share) used |= bidder.way[layer].used;
        }
        for (std::size_t bit = 0; bit < prices.layers[layer].size(); ++bit) {
            if ((used >> bit & 1) == 0) prices.layers[layer][bit] = barrier;
        }
    }
}

void Frontier::look_around(Near& near, std::size_t stages, Part& part, Plan& plan,
                           const std::function<void()>& tell) {
    part.forget();
    Task task{near.roster, part, plan, tell, near.floor};
    const bool none = std::any_of(near.graphs.begin(), near.graphs.end(),
                                  [](const TrainGraph& graph) { return graph.empty(); });
    if (none) {
        lower(task, near.floor);
        return;
    }
    set_out(near.roster, plan);
    for (std::size_t s = first_stage; s < stages && open(task); ++s) {
        work(task, problem_.tuning.stages[s]);
    }
    part.forget();
}

}  // namespace route_opt::frontier
