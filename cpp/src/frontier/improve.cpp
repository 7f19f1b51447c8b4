// One stage of the search for one part: bounds from prices, plans from dives, and proof by a sweep
// or by joining trains.
#include <algorithm>
#include <utility>

#include "frontier/dive.hpp"
#include "frontier/join.hpp"
#include "frontier/solver.hpp"
#include "invariant.hpp"

namespace route_opt::frontier {

namespace {

constexpr std::int32_t fork_rounds = 150;  // of trade, with new forks
constexpr std::size_t most_forks = 20;     // that are new in a round
constexpr std::size_t most_dives = 8;
constexpr std::int64_t large_arcs = 200'000;     // of a graph: see near_best
constexpr std::int64_t worth_sharing = 200'000;  // arcs of all graphs, to mark them by kind
constexpr Cost near_part = 8;                    // of the way from the bound to the plan
constexpr Money steps_down = 16;                 // from the bound to the plan, at most: see settle
constexpr Money falls_down = 100;                // of the bound, likewise: less is none

// How large a graph may become by forks.
std::int64_t most_marked(const TrainGraph& plain) {
    return 6 * plain.arcs() + 10'000;
}

// All of them.
std::int64_t arcs_of(const std::vector<const TrainGraph*>& graphs) {
    std::int64_t sum = 0;
    for (const TrainGraph* graph : graphs) sum += graph->arcs();
    return sum;
}

}  // namespace

// A narrow sweep often settles it before prices are at their best; what is left then needs the best
// there are, and forks.
void Frontier::improve(Part& part, const Stage& stage, Plan& plan,
                       const std::function<void()>& tell) {
    Roster roster;
    if (!make_roster(part, roster)) return;
    if (part.prices.layers.empty()) part.prices = no_prices();
    if (part.bound == unknown) set_out(roster, plan);
    Task task{roster, part, plan, tell};
    work(task, stage);
    if (part.bound <= plan.value) part.forget();  // nobody needs them any more
}

void Frontier::work(Task& task, const Stage& stage) {
    if (stage.rounds > 0) {
        Bidders bidders = trade(task, stage.rounds);
        if (stage.arcs > 0) {
            settle(task, small_arcs(task));
            dive(task);
            mend(task, 2);
            fork(task, std::move(bidders), stage);
            dive(task);
            mend(task, stage.anew);
            settle(task, stage.arcs);
        }
    }
    if (stage.width > 0 && open(task)) sweep(task, stage.width);
}

// What need not be looked for: the graphs do not hold it, or the plan is worth as much.
Money Frontier::known(const Task& task) {
    return std::max(task.plan.value, task.floor);
}

// Whether there may be a set above that, and time to look for it.
bool Frontier::open(const Task& task) const {
    return task.part.bound > known(task) && !problem_.watch.stopped();
}

// The least that a set worth more can be worth: Lemma 20.
Money Frontier::above(Money value) const {
    return value < 0 ? 0 : value + problem_.step;
}

// Lemma 18. Sets that were not looked at are worth no more than the bound that is given, or than
// what need not be looked for.
void Frontier::lower(Task& task, Cost bound) const {
    task.part.bound = std::min(task.part.bound, std::max(round_down(bound), known(task)));
    task.tell();
}

// With the routes that were good before.
Market Frontier::open_market(const Task& task, const Fleet& fleet) const {
    const Roster& roster = task.roster;
    Market market(fleet, task.part.prices);
    for (std::size_t kind = 0; kind < roster.kinds.size(); ++kind) {
        for (const Way& way : task.part.met->ways(roster.kinds[kind])) market.bid(kind, way);
    }
    return market;
}

// New prices, and a bound from them. Gives who takes part in the end.
Bidders Frontier::trade(Task& task, std::int32_t rounds) {
    Market market = open_market(task, task.roster.fleet);
    std::vector<TrainGraph> trimmed;
    Fleet near;
    if (large(task) && near_best(task, trimmed, near)) {
        Market first = open_market(task, near);
        first.trade(above(known(task)) - 1, rounds, problem_.watch);
        task.spent += first.work();
        market.follow(first, problem_.watch);
    }
    // Rounded down, below nothing too: 0 would be the target where there is no plan yet.
    market.trade(above(known(task)) - 1, rounds, problem_.watch,
                 [&](Cost bound) { lower(task, bound < 0 ? -1 : bound / cost_scale); });
    for (const Bidder& bidder : market.bidders()) {
        if (bidder.share > 0) task.part.met->meet(task.roster.kinds[bidder.kind], bidder.way);
    }
    task.part.prices = market.prices();
    task.bound = market.bound();
    task.spent += market.work();
    return market.bidders();
}

// A graph of joined trains that becomes no larger than theirs costs little beside a round of new
// forks.
std::int64_t Frontier::small_arcs(const Task& task) const {
    return arcs_of(task.roster.plain) / problem_.tuning.small_part;
}

// Prices on forks, as long as they lower the bound; joining comes first where it is cheap. While
// new ones are in vain, joining may become as dear as all forks were.
void Frontier::fork(Task& task, Bidders bidders, const Stage& stage) {
    const std::int64_t start = task.spent;
    std::int64_t tried = small_arcs(task);
    for (std::int32_t idle = 0; idle < stage.patience; ++idle) {
        const Cost before = task.bound;
        if (!open(task) || !add_forks(task, bidders)) break;
        bidders = trade(task, fork_rounds);
        const Money gap = task.part.bound - std::max(0, known(task));
        if (task.bound > before - std::max(1, gap / falls_down) * cost_scale) {
            const std::int64_t affordable = (task.spent - start) / problem_.tuning.join_work;
            const std::int64_t arcs = std::min(stage.arcs, affordable);
            if (arcs < 2 * tried) continue;
            tried = arcs;
            settle_without_idle_forks(task, arcs);
        } else {
            idle = -1;
            tried = small_arcs(task);
            drop_forks(task);
            settle(task, tried);
        }
    }
    drop_forks(task);
}

// Those of which the bidders have too many pairs. Those of which they have as many as there can be
// stay, or the next bidders are the same as before. False: there are no others, there is no room
// for them, or they make the graphs too large.
bool Frontier::add_forks(Task& task, const Bidders& bidders) {
    const Part& part = task.part;
    std::vector<Share> shares;
    for (const Bidder& bidder : bidders) {
        if (bidder.share > 0) shares.push_back({&bidder.way, bidder.share});
    }
    std::vector<PricedFork> forks;
    for (std::size_t k = 0; k < part.prices.forks.size(); ++k) {
        const Cost price = part.prices.forks[k];
        if (price > 0 || part.forks->full(k, shares))
            forks.push_back({part.forks->all()[k], price});
    }
    const std::size_t kept = forks.size();
    for (Fork& fork : find_forks(shares, problem_.watch)) {
        if (forks.size() < kept + most_forks) forks.push_back({std::move(fork), 0});
    }
    const std::shared_ptr<Forks> before = part.forks;
    while (forks.size() > kept && !problem_.watch.stopped()) {
        if (mark(task, forks)) return !before || !(before->all() == part.forks->all());
        forks.resize(kept + (forks.size() - kept) / 2);
    }
    return false;
}

// Those without a price make graphs larger and nothing else.
void Frontier::drop_forks(Task& task) {
    const Part& part = task.part;
    std::vector<PricedFork> forks;
    for (std::size_t k = 0; k < part.prices.forks.size(); ++k) {
        const Cost price = part.prices.forks[k];
        if (price > 0) forks.push_back({part.forks->all()[k], price});
    }
    if (forks.size() < part.prices.forks.size()) mark(task, forks);
}

// Lemma 30. Graphs with these forks, if they do not become too large.
bool Frontier::mark(Task& task, const std::vector<PricedFork>& priced) {
    Part& part = task.part;
    auto forks = std::make_shared<Forks>(board_.regions.size());
    Prices prices{part.prices.layers, {}};
    for (const PricedFork& one : priced) {
        const bool added = forks->add(one.fork);
        if (added) prices.forks.push_back(one.price);
        if (!added && one.price > 0) return false;  // the bound hangs on it
    }
    std::vector<TrainGraph> marked(task.roster.kinds.size());
    Orders<TrainGraph> orders(
        problem_.watch.hands(), arcs_of(task.roster.plain) >= worth_sharing, marked.size(),
        [&](std::size_t kind, Watch& watch, TrainGraph& graph) {
            const TrainGraph left = worth_having(task, kind, watch);
            if (left.empty()) return GraphFate::too_large;
            return forks->mark(left, most_marked(*task.roster.plain[kind]), watch, graph);
        });
    for (std::size_t kind = 0; kind < marked.size(); ++kind) {
        const GraphFate fate = orders.take(kind, problem_.watch, marked[kind]);
        if (fate != GraphFate::done) return false;
        marked[kind].forks = forks;
    }
    part.forks = std::move(forks);
    part.prices = std::move(prices);
    part.marked = std::move(marked);
    use_forks(task.roster, part);
    return true;
}

// Lemma 26. A kind's graph without forks, and without what is on no set that is looked for. Empty:
// stopped, or there is no such set.
TrainGraph Frontier::worth_having(const Task& task, std::size_t kind, Watch& watch) const {
    const Cost slack = task.bound - above(known(task)) * cost_scale;
    if (slack < 0) return {};
    TrainGraph left = trim(*task.roster.fleet.graphs[kind], task.part.prices, slack, watch);
    return Forks::unmark(left, watch) ? left : TrainGraph{};
}

void Frontier::use_forks(Roster& roster, const Part& part) {
    for (std::size_t kind = 0; kind < part.marked.size(); ++kind) {
        roster.fleet.graphs[kind] = &part.marked[kind];
    }
}

// Whether they have prices, and a graph costs much when it is looked at.
bool Frontier::large(const Task& task) {
    const auto& graphs = task.roster.fleet.graphs;
    return task.bound < std::numeric_limits<Cost>::max() &&
           std::any_of(
               graphs.begin(), graphs.end(),
               [](const TrainGraph* graph) { return graph->arcs() >= large_arcs; });
}

// The fleet, but of large graphs only what is near the best: they are looked at again and again.
// False: stopped, or nothing is.
bool Frontier::near_best(const Task& task, std::vector<TrainGraph>& trimmed, Fleet& fleet) const {
    const Cost slack = (task.bound - above(task.plan.value) * cost_scale) / near_part;
    if (slack < 0) return false;
    fleet = task.roster.fleet;
    trimmed.resize(fleet.graphs.size());
    for (std::size_t kind = 0; kind < trimmed.size(); ++kind) {
        const TrainGraph*& graph = fleet.graphs[kind];
        if (graph->arcs() < large_arcs) continue;
        trimmed[kind] = trim(*graph, task.part.prices, slack, problem_.watch);
        if (trimmed[kind].empty()) return false;
        graph = &trimmed[kind];
    }
    return true;
}

// Sets of routes from those that run in part.
void Frontier::dive(Task& task) {
    std::vector<TrainGraph> trimmed;
    Fleet fleet;
    if (!open(task) || !near_best(task, trimmed, fleet)) return;
    Market market = open_market(task, fleet);
    market.trade(above(task.plan.value) - 1, fork_rounds, problem_.watch);
    for (std::size_t first = 0; first < most_dives && open(task); ++first) {
        const auto ways = frontier::dive(market, first, problem_.watch);
        if (ways.empty()) return;
        offer(task.roster, ways, task.plan);
    }
}

// Joins trains as long as that lowers the bound, or gives a plan that is worth it. From far above
// the plan it goes down faster, as steps of money may be small.
void Frontier::settle(Task& task, std::int64_t most_arcs) {
    Part& part = task.part;
    while (open(task)) {
        const Money gap = part.bound - std::max(0, known(task));
        const Part::Attempt next{most_arcs, task.bound, round_up(part.bound - gap / steps_down)};
        if (part.tried.covers(next)) return;
        if (!reach(task, next.target, most_arcs)) {
            part.tried = next;
            return;
        }
    }
}

// Forks that have no price only make it harder to join; but those of which bidders have as many
// pairs as there can be are wanted again for the next.
void Frontier::settle_without_idle_forks(Task& task, std::int64_t most_arcs) {
    Part& part = task.part;
    const std::shared_ptr<Forks> forks = part.forks;
    const Prices prices = part.prices;
    std::vector<TrainGraph> marked = std::move(part.marked);  // the roster still sees them there
    drop_forks(task);
    settle(task, most_arcs);
    part.forks = forks;
    part.prices = prices;
    part.marked = std::move(marked);
    use_forks(task.roster, part);
}

// Sets worth the target, which is not above the bound: finds the best, or lowers the bound. They
// are few, as they lose little; so graphs stay small longer than in a search for all sets above the
// plan. False: it is not known whether there are any.
bool Frontier::reach(Task& task, Money target, std::int64_t most_arcs) {
    const Found found =
        Team(task.roster.fleet).find(task.part.prices, target, most_arcs, problem_.watch);
    if (!found.known) return false;
    if (found.value > task.plan.value) {
        offer(task.roster, found.ways, task.plan);
        ROUTE_OPT_INVARIANT(task.plan.value >= found.value);  // Lemma 19
    }
    lower(task, std::max(found.value, target - 1));
    return !problem_.watch.stopped();
}

void Frontier::sweep(Task& task, std::size_t width) {
    Watch& watch = problem_.watch;
    const Fleet& fleet = task.roster.fleet;
    task.part.declined = task.part.declined || !JointSweep::fits(fleet);
    if (task.part.declined) return;
    const JointSweep sweep(fleet, task.part.prices, watch);
    if (watch.stopped()) return;
    const SweepLimits limits{.width = width};
    const SweepResult result = sweep.run(above(known(task)), limits, watch,
                                         [&](Cost bound) { lower(task, bound / cost_scale); });
    ROUTE_OPT_INVARIANT(result.value <= task.part.bound);  // Lemma 14
    if (result.value > task.plan.value) {
        const auto paths = sweep.paths(result, limits, watch);
        if (!paths.empty()) offer(task.roster, Team(fleet).ways(paths), task.plan);
        ROUTE_OPT_INVARIANT(!result.traced || task.plan.value >= result.value);  // Lemma 19
    }
    lower(task, std::max(result.beyond, result.value));  // Lemma 18
}

}  // namespace route_opt::frontier
