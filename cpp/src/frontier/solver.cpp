#include "frontier/solver.hpp"

#include <algorithm>

#include "frontier/join.hpp"
#include "frontier/routes.hpp"
#include "invariant.hpp"

namespace route_opt::frontier {

namespace {

constexpr std::size_t most_strands = 20'000;
constexpr std::size_t most_stops = 64;  // of a region: a strand has a bit for each
constexpr std::size_t most_castings = 200;
constexpr std::int32_t tie_rounds = 40;  // of trade, where no prices were needed before
constexpr std::size_t most_ways = 400;   // of a kind, to begin the next trade with

}  // namespace

void Met::meet(const Kind& kind, const Way& way) {
    auto known = std::find_if(ways_.begin(), ways_.end(),
                              [&](const auto& each) { return each.first == kind; });
    if (known == ways_.end()) known = ways_.insert(ways_.end(), {kind, {}});
    const auto same = [](const Deed& x, const Deed& y) { return x.used == y.used; };
    const bool old = std::any_of(known->second.begin(), known->second.end(), [&](const Way& other) {
        return std::equal(way.begin(), way.end(), other.begin(), same);
    });
    if (!old && known->second.size() < most_ways) known->second.push_back(way);
}

std::span<const Way> Met::ways(const Kind& kind) const {
    const auto known = std::find_if(ways_.begin(), ways_.end(),
                                    [&](const auto& each) { return each.first == kind; });
    if (known == ways_.end()) return {};
    return known->second;
}

Frontier::Frontier(const Problem& problem, std::int64_t most_arcs)
    : problem_(problem),
      ends_(problem.ends, problem.in.stops),
      most_arcs_(most_arcs),
      ahead_(graph_input(), problem.watch) {
    prepare();
}

void Frontier::prepare() {
    board_ = make_board(problem_.in, problem_.seams, problem_.watch);
    groups_ = make_groups(board_, problem_.in.stops);
    sets_ = make_sets(board_, problem_.in.terms);
    if (!ends_.fits() || board_.slots > most_slots || board_.buyers > most_limit ||
        groups_.last.size() > static_cast<std::size_t>(most_groups) ||
        sets_.value.size() > static_cast<std::size_t>(most_sets)) {
        return;
    }
    for (const Region& region : board_.regions) {
        if (region.resources() > most_resources || region.closed.size() > most_resources ||
            region.stops.size() > most_stops) {
            return;
        }
        strands_.push_back(
            find_strands(board_, region, problem_.in.stops, most_strands, problem_.watch));
        if (strands_.back().size() > most_strands || problem_.watch.stopped()) return;
        std::vector<Cost>& sides = sides_.emplace_back(region.resources(), 0);
        for (const auto* seams : {&region.opened, &region.inner}) {
            for (const std::int32_t seam : *seams) {
                sides[board_.seams[seam].bit] = problem_.seams.sides(seam);
            }
        }
    }
    look_ahead();
    usable_ = true;
}

// A train without limits can make every move of any other.
void Frontier::look_ahead() {
    const auto moves = [&](std::size_t region) {
        return find_moves(board_, board_.regions[region], strands_[region], problem_.in, groups_,
                          sets_.here[region], ends_, Kind{}, most_moves, problem_.watch);
    };
    horizon_ = Horizon(board_, moves, problem_.watch);
}

Kind Frontier::kind_of(const Role& role) const {
    const TrainType& type = problem_.types[role.type];
    Kind kind;
    // Lemma 2. More than there are stops to visit is no limit. As many may be one: a graph ends
    // where the longest train cannot get any farther.
    const std::int32_t visits = most_visits(problem_.in.trains, problem_.trains[role.type].front());
    kind.visits = visits > problem_.graph.size() ? 0 : visits;
    kind.counts = type.counts >= type.visits ? 0 : type.counts;
    kind.tariff = type.tariff;
    kind.major = type.major;
    kind.minor = type.minor;
    if (role.bonus) kind.visit_bonus = problem_.in.terms.visit_bonus;
    if (role.pair >= 0) {
        const auto [first, second] = problem_.pairs[role.pair];
        kind.ends = {problem_.graph.stops[first].original, problem_.graph.stops[second].original};
    }
    return kind;
}

GraphInput Frontier::graph_input() const {
    return {problem_.in, board_, strands_, groups_, sets_, ends_, horizon_, most_arcs_};
}

Prices Frontier::no_prices() const {
    Prices prices;
    for (const Region& region : board_.regions) prices.layers.emplace_back(region.resources(), 0);
    return prices;
}

std::vector<Place> Frontier::places(const std::vector<PlannedRoute>& routes) const {
    std::vector<Place> places;
    for (const PlannedRoute& planned : routes) {
        for (const std::int32_t end : planned.path) {
            if (end < board_.stops) continue;
            const Seam& seam = board_.seams[problem_.seams.seam_of(end)];
            places.push_back({static_cast<std::size_t>(seam.first_region()),
                              static_cast<std::size_t>(seam.bit)});
        }
    }
    return places;
}

// Lemma 20.
Money Frontier::round_down(Cost money) const {
    const Cost whole = money < 0 ? money : money / problem_.step * problem_.step;
    return static_cast<Money>(std::min<Cost>(whole, unknown));
}

// No sum of money lies between.
Money Frontier::round_up(Money money) const {
    const Cost whole = (Cost{money} + problem_.step - 1) / problem_.step * problem_.step;
    return static_cast<Money>(std::min<Cost>(whole, unknown));
}

bool Frontier::has_room(const Kind& kind) const {
    const auto fits = [](std::int32_t quota) {
        return quota <= most_limit || quota == Quota::unlimited;
    };
    return usable_ && kind.visits <= most_limit && kind.counts <= most_limit &&
           fits(kind.major.visits) && fits(kind.major.counts) && fits(kind.minor.visits) &&
           fits(kind.minor.counts);
}

// Where one train's routes do not fit into lists, those of the others are not likely to.
void Frontier::foresee(const Kind& first) {
    for (std::size_t type = 0; type < problem_.types.size(); ++type) {
        for (const bool bonus : {problem_.in.terms.visit_bonus > 0, false}) {
            const Kind kind = kind_of({static_cast<std::int32_t>(type), bonus, -1, 1});
            if (!(kind == first) && has_room(kind)) ahead_.foresee(kind);
        }
    }
}

GraphFate Frontier::find_graph(const Kind& kind, const TrainGraph*& graph) {
    if (!has_room(kind)) return GraphFate::too_large;
    for (const auto& [known, made] : graphs_) {
        if (known == kind) {
            graph = made.get();
            return made ? GraphFate::done : GraphFate::too_large;
        }
    }
    if (problem_.watch.stopped()) return GraphFate::stopped;
    if (arcs_ > most_in_all) return GraphFate::too_large;
    if (graphs_.empty()) foresee(kind);
    auto fresh = std::make_unique<TrainGraph>();
    const GraphFate fate = ahead_.make(kind, *fresh);
    if (fate == GraphFate::stopped) return fate;
    if (fate == GraphFate::done) arcs_ += fresh->arcs();
    if (fate == GraphFate::too_large) fresh = nullptr;
    graph = fresh.get();
    graphs_.emplace_back(kind, std::move(fresh));
    return fate;
}

// False: there is nothing to sweep.
bool Frontier::make_roster(Part& part, Roster& roster) {
    for (const Role& role : *part.casting) {
        const TrainGraph* graph = nullptr;
        const Kind kind = kind_of(role);
        const GraphFate fate = find_graph(kind, graph);
        part.declined = part.declined || fate == GraphFate::too_large;
        if (fate != GraphFate::done) return false;
        if (graph->empty()) {
            part.bound = -1;  // a train cannot run what it must
            return false;
        }
        roster.types.push_back(role.type);
        roster.kinds.push_back(kind);
        roster.plain.push_back(graph);
        roster.fleet.graphs.push_back(graph);
        roster.fleet.trains.push_back(role.copies);
    }
    roster.fleet.sides = sides_;
    use_forks(roster, part);
    return true;
}

// Lemma 6.
bool Frontier::too_many(const std::vector<Part>& parts) {
    return parts.size() > most_castings;
}

void Frontier::improve(std::vector<Part>& parts, const Stage& stage, Plan& plan,
                       const std::function<void()>& tell) {
    for (Part& part : parts) {
        if (problem_.watch.stopped()) return;
        part.declined = part.declined || too_many(parts);
        if (part.bound > plan.value && !part.declined) improve(part, stage, plan, tell);
    }
}

void Frontier::shorten(std::vector<Part>& parts, Plan& plan) {
    for (Part& part : parts) {
        Roster roster;
        if (part.bound < plan.value || !make_roster(part, roster) ||
            !JointSweep::fits(roster.fleet)) {
            continue;
        }
        if (part.prices.layers.empty()) {
            Market market(roster.fleet, no_prices());
            market.trade(plan.value, tie_rounds, problem_.watch);
            part.prices = market.prices();
        }
        if (problem_.watch.stopped()) return;
        const JointSweep sweep(roster.fleet, part.prices, problem_.watch);
        if (problem_.watch.stopped()) return;
        const SweepResult result =
            sweep.run(plan.value, {.width = problem_.tuning.tie_width}, problem_.watch);
        if (!result.paths.empty()) offer(roster, Team(roster.fleet).ways(result.paths), plan);
    }
}

// Trains set out one by one, each on the best way that is left: something to start from.
void Frontier::set_out(const Roster& roster, Plan& plan) {
    const Fleet& fleet = roster.fleet;
    Prices prices = no_prices();
    std::vector<std::vector<std::int32_t>> paths;
    for (std::size_t kind = 0; kind < fleet.graphs.size(); ++kind) {
        const TrainGraph& graph = *fleet.graphs[kind];
        for (std::int32_t i = 0; i < fleet.trains[kind]; ++i) {
            if (problem_.watch.work(pricing_work(graph, prices))) return;
            const Potential potential = make_potential(graph, prices, problem_.watch.hands());
            if (potential[0][0] < 0) return;  // it has to run and no way is left
            paths.push_back(best_path(graph, prices, potential));
            take(graph, paths.back(), prices);
        }
    }
    offer(roster, Team(fleet).ways(paths), plan);
}

void Frontier::take(const TrainGraph& graph, const std::vector<std::int32_t>& path,
                    Prices& prices) const {
    for (std::size_t layer = 0; layer < prices.layers.size(); ++layer) {
        const Arc& arc = graph.layers[layer].arcs[path[layer]];
        for (std::size_t k = 0; k < prices.layers[layer].size(); ++k) {
            if ((arc.used >> k & 1) != 0) prices.layers[layer][k] = barrier;
        }
    }
}

bool Frontier::extend(Plan& plan, std::int32_t type) {
    const Kind kind = kind_of({type, false, -1, 1});
    const TrainGraph* graph = nullptr;
    if (find_graph(kind, graph) != GraphFate::done) return false;
    Prices prices = no_prices();
    for (const auto& [layer, bit] : places(plan.routes)) prices.layers[layer][bit] = barrier;
    if (problem_.watch.work(pricing_work(*graph, prices))) return false;
    const Potential potential = make_potential(*graph, prices, problem_.watch.hands());
    PlannedRoute more =
        route(type, kind, *graph, way_of(*graph, best_path(*graph, prices, potential)));
    if (!more.path.empty()) {
        plan.routes.push_back(std::move(more));
        problem_.appraise(plan);
    }
    return true;
}

Money Frontier::single(std::int32_t type) {
    const TrainGraph* graph = nullptr;
    const Kind kind = kind_of({type, problem_.in.terms.visit_bonus > 0, -1, 1});
    if (find_graph(kind, graph) != GraphFate::done) return unknown;
    const Prices prices = no_prices();
    if (problem_.watch.work(pricing_work(*graph, prices))) return unknown;
    return static_cast<Money>(make_potential(*graph, prices, problem_.watch.hands())[0][0] /
                              cost_scale);
}

PlannedRoute Frontier::route(std::int32_t type, const Kind& kind, const TrainGraph& graph,
                             const Way& way) const {
    const GraphInput input = graph_input();
    return {type, join_moves(input, graph, retrace(input, kind, graph, way))};
}

// `ways`: by kind, of the trains that run; `beside`: what others run. True: the plan is better.
bool Frontier::offer(const Roster& roster, const std::vector<std::vector<Way>>& ways, Plan& plan,
                     Plan beside) const {
    for (std::size_t kind = 0; kind < ways.size(); ++kind) {
        const TrainGraph& graph = *roster.plain[kind];
        for (const Way& way : ways[kind]) {
            PlannedRoute planned = route(roster.types[kind], roster.kinds[kind], graph, way);
            if (!planned.path.empty()) beside.routes.push_back(std::move(planned));
        }
        // Without a train that has to run it is no set, whatever it earns.
        const auto trains = static_cast<std::size_t>(roster.fleet.trains[kind]);
        if (roster.kinds[kind].ends && ways[kind].size() < trains) return false;
    }
    problem_.appraise(beside);
    if (!beside.beats(plan)) return false;
    plan = std::move(beside);
    return true;
}

}  // namespace route_opt::frontier
