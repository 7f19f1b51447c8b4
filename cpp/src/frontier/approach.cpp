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

constexpr std::int32_t loose_rounds = 800;   // of trade
constexpr Money first_part = 32;             // of the way from the bound to the plan
constexpr Money glance_part = 4;             // so too, for a first plan
constexpr std::int64_t less_joined = 4;      // arcs, for that: its bounds are of no use, so that
constexpr std::int32_t little_patience = 1;  // forks end as soon as some are in vain
constexpr double some_share = 0.001;         // of a bidder who takes part
constexpr std::size_t first_stage = 2;       // narrow sweeps do not see that far

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

const Frontier::Loose* Frontier::known_loose(const Kind& kind) const {
    const auto found = std::find_if(loose_.begin(), loose_.end(),
                                    [&](const Loose& known) { return known.first == kind; });
    return found == loose_.end() ? nullptr : &*found;
}

// Those that are not there yet. False: stopped, or one is too large, or all are.
bool Frontier::make_loose_graphs(const Casting& casting) {
    std::vector<Kind> wanted;
    for (const Role& role : casting) {
        const Kind kind = kind_of(role);
        if (!has_room(kind)) return false;
        const bool asked = std::find(wanted.begin(), wanted.end(), kind) != wanted.end();
        if (!asked && known_loose(kind) == nullptr) wanted.push_back(kind);
    }
    const GraphInput input = wide_input();
    Watch& watch = problem_.watch;
    Orders<LooseGraph> orders(watch.hands(), true, wanted.size(),
                              [&](std::size_t i, Watch& its, LooseGraph& graph) {
                                  return make_loose_graph(input, wanted[i], its, graph);
                              });
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        std::int64_t arcs = 0;
        for (const auto& [known, made] : loose_) arcs += made ? made->graph.arcs() : 0;
        if (arcs > most_in_all) return false;
        auto fresh = std::make_unique<LooseGraph>();
        const GraphFate fate = orders.take(i, watch, *fresh);
        if (fate == GraphFate::stopped) return false;
        if (fate == GraphFate::too_large) fresh = nullptr;
        loose_.emplace_back(wanted[i], std::move(fresh));
        if (loose_.back().second == nullptr) return false;
    }
    return true;
}

// False: there is none.
bool Frontier::make_loose_fleet(Part& part, LooseFleet& loose) {
    if (!make_loose_graphs(*part.casting)) return false;
    for (const Role& role : *part.casting) {
        const LooseGraph* graph = known_loose(kind_of(role))->second.get();
        if (graph == nullptr) return false;
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
    for (std::size_t i = 0; i < loose.graphs.size(); ++i) {
        const Role& role = (*part.casting)[i];
        near.roster.types.push_back(role.type);
        near.roster.kinds.push_back(kind_of(role));
        near.roster.plain.push_back(&near.graphs[i]);
        near.roster.fleet.graphs[i] = &near.graphs[i];
    }
    const GraphInput input = wide_input();
    const Cost slack = loose.bound - target * cost_scale;
    Orders<TrainGraph> orders(problem_.watch.hands(), true, loose.graphs.size(),
                              [&](std::size_t i, Watch& watch, TrainGraph& graph) {
                                  const Guide guide(*loose.graphs[i], loose.prices, slack, watch);
                                  if (watch.stopped()) return GraphFate::stopped;
                                  return make_near_graph(input, near.roster.kinds[i], guide, watch,
                                                         graph);
                              });
    std::int64_t arcs = 0;
    for (std::size_t i = 0; i < loose.graphs.size(); ++i) {
        TrainGraph& graph = near.graphs[i];
        if (orders.take(i, problem_.watch, graph) != GraphFate::done) return false;
        if ((arcs += graph.arcs()) > most_in_all) return false;
    }
    return true;
}

void Frontier::approach(Part& part, Plan& plan, const std::function<void()>& tell) {
    LooseFleet loose;
    if (!make_loose_fleet(part, loose)) return;
    const Bidders bidders = trade_loosely(part, loose, plan, tell);
    glance(part, loose, bidders, plan, tell);
    const Money gap = part.bound - std::max(0, plan.value);
    const std::span<const Stage> stages(problem_.tuning.stages);
    come_nearer(loose, {gap / first_part, stages.subspan(first_stage)}, part, plan, tell);
}

// A plan: from what bidders of some share use, as if there were no other track.
void Frontier::glance(const Part& part, const LooseFleet& loose, const Bidders& bidders, Plan& plan,
                      const std::function<void()>& tell) {
    Part own = part;  // what is found out is no bound of the whole
    LooseFleet fenced = loose;
    fence(bidders, fenced.prices);
    const Money gap = part.bound - std::max(0, plan.value);
    Stage stage = problem_.tuning.stages[first_stage];
    stage.arcs /= less_joined;
    stage.patience = little_patience;
    come_nearer(fenced, {gap / glance_part, {&stage, 1}}, own, plan, tell);
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

void Frontier::look_around(Near& near, std::span<const Stage> stages, Part& part, Plan& plan,
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
    for (const Stage& stage : stages) {
        if (open(task)) work(task, stage);
    }
    part.forget();
}

}  // namespace route_opt::frontier
