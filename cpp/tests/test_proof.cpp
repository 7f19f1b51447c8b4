// What PROOF.md promises, against trying everything: sweeps of every narrow width at any prices,
// and searches stopped anywhere. `test_proof 100000 1000000` takes as many boards from another
// range.
#include <cstdlib>

#include "boards.hpp"
#include "check.hpp"
#include "oracle.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"
#include "sweeping.hpp"
#include "tuned.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

// Three or five resources, anywhere on the board or within a few layers.
frontier::Fork random_fork(const Sweeping& s, Random& random) {
    std::vector<frontier::Place> places;
    const auto layers = static_cast<std::int32_t>(s.board.regions.size());
    const std::int32_t span = random.chance(50) ? layers : 1 + random.below(3);
    const std::int32_t first = random.below(std::max(1, layers - span));
    for (std::int32_t i = first; i < std::min(layers, first + span); ++i) {
        const auto layer = static_cast<std::size_t>(i);
        for (std::size_t bit = 0; bit < s.board.regions[layer].resources(); ++bit) {
            places.push_back({layer, bit});
        }
    }
    const std::size_t size = random.chance(60) ? 3 : 5;
    while (places.size() > size) {
        places.erase(places.begin() + random.below(static_cast<std::int32_t>(places.size())));
    }
    if (places.size() == 4) places.pop_back();
    return {places};
}

std::vector<frontier::Fork> random_forks(const Sweeping& s, Random& random) {
    std::vector<frontier::Fork> forks;
    for (std::int32_t left = random.chance(50) ? random.below(6) : 0; left > 0; --left) {
        frontier::Fork fork = random_fork(s, random);
        if (fork.seams.size() > 2) forks.push_back(std::move(fork));
    }
    return forks;
}

frontier::Prices random_prices(const Sweeping& s, const Forked& f, Random& random) {
    frontier::Prices prices = s.no_prices();
    const bool even = random.chance(50);
    const auto price = [&]() -> frontier::Cost {
        if (random.chance(60)) return 0;
        return even ? 10 * random.below(5) * frontier::cost_scale : random.below(60'000);
    };
    for (auto& layer : prices.layers) std::generate(layer.begin(), layer.end(), price);
    prices.forks.resize(f.forks->all().size());
    std::generate(prices.forks.begin(), prices.forks.end(), price);
    return prices;
}

// Lemma 30: with forks a graph has the same routes, and each pays for as many pairs as it has.
void check_marks(const Sweeping& s, const Forked& f, const frontier::Prices& prices) {
    Hands alone(1);
    for (std::size_t kind = 0; kind < f.graphs.size(); ++kind) {
        const frontier::TrainGraph& graph = f.graphs[kind];
        frontier::Prices free = s.no_prices();
        const frontier::Cost plain = frontier::make_potential(*s.graphs[kind], free, alone)[0][0];
        free.forks.assign(prices.forks.size(), 0);
        CHECK(frontier::make_potential(graph, free, alone)[0][0] == plain);
        const frontier::Potential potential = frontier::make_potential(graph, prices, alone);
        const frontier::Way way =
            frontier::way_of(graph, frontier::best_path(graph, prices, potential));
        CHECK(s.goes(kind, way));
        frontier::Cost net = 0;
        for (std::size_t i = 0; i < way.size(); ++i) {
            net += way[i].value * frontier::cost_scale;
            for (std::size_t bit = 0; bit < prices.layers[i].size(); ++bit) {
                if ((way[i].used >> bit & 1) != 0) net -= prices.layers[i][bit];
            }
        }
        for (std::size_t fork = 0; fork < prices.forks.size(); ++fork) {
            int seams = 0;
            for (const frontier::Place& seam : f.forks->all()[fork].seams) {
                seams += way[seam.layer].used >> seam.bit & 1;
            }
            net -= seams / 2 * prices.forks[fork];
        }
        CHECK(net == potential[0][0]);
    }
}

// Lemmas 10 to 18, and 30: whatever the prices, the width and the limit, a sweep covers all it
// says.
struct Seen {
    int sweeps = 0;
    int given_up = 0;  // something was
    int tight = 0;     // and what was given up is all that keeps the sweep from claiming a lie
    int stopped = 0;
    int falls = 0;  // what was told fell on the way
};

void narrow_sweeps(const Instance& in, Money truth, Random& random, Seen& seen) {
    const Sweeping s(in);
    if (!s.fits) return;
    const Forked f(s, random_forks(s, random));
    CHECK(f.fits);
    const frontier::Prices prices = random_prices(s, f, random);
    check_marks(s, f, prices);
    Watch watch(Limits{});
    const frontier::JointSweep sweep(f.fleet, prices, watch);
    for (std::size_t width = 1; width <= 5; ++width) {
        const Money target = random.chance(50) ? 1 : 1 + random.below(truth + 20);
        Limits limits;
        if (random.chance(30)) limits.nodes = 1 + random.below(40);
        const bool hurried = random.chance(30);  // as by the clock, in the midst of anything
        Watch limited(limits, hurried ? 1 + random.below(3'000) : Watch::unlimited_work);
        frontier::SweepLimits sizes{.width = width};
        if (random.chance(20)) sizes.states = random.below(12);
        std::vector<frontier::Cost> told;
        const frontier::SweepResult got =
            sweep.run(target, sizes, limited, [&](frontier::Cost bound) { told.push_back(bound); });
        const Money covered = std::max({got.value, got.beyond, target - 1});
        const std::string note = "width " + std::to_string(width) + " target " +
                                 std::to_string(target) + " value " + std::to_string(got.value) +
                                 " beyond " + std::to_string(got.beyond) + " truth " +
                                 std::to_string(truth) + dump(in);
        CHECK_NOTE(got.value <= truth, note);
        CHECK_NOTE(truth <= covered, note);
        // After every region the bound holds, and it only ever falls.
        CHECK_NOTE(std::is_sorted(told.rbegin(), told.rend()), note);
        CHECK_NOTE(told.empty() || truth < target || truth <= told.back() / frontier::cost_scale,
                   note);
        seen.falls += !told.empty() && told.front() > told.back() ? 1 : 0;
        CHECK_NOTE(got.beyond < 0 || got.beyond >= target, note);
        ++seen.sweeps;
        seen.given_up += got.beyond >= 0 ? 1 : 0;
        seen.tight += got.value < truth && target <= truth ? 1 : 0;
        seen.stopped += limited.stopped() ? 1 : 0;
    }
}

// Lemma 32: with a horizon less is made, and what is left is the same graph.
void horizons(int boards, int first) {
    int graphs = 0;
    int limited = 0;  // graphs of trains with fewer visits than there are stops
    for (int seed = first; seed < first + boards; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 160'000'000);
        Instance in = random_instance(random, 12, 18, 3);
        in.terms.visit_bonus = 0;
        in.terms.required_ends.clear();
        const Sweeping seeing(in);
        const Sweeping blind(in, false);
        CHECK(seeing.fits == blind.fits);
        if (!seeing.fits) continue;
        const frontier::Prices prices = random_prices(seeing, Forked(seeing, {}), random);
        CHECK_NOTE(price_bound(seeing.fleet, prices) == price_bound(blind.fleet, prices), dump(in));
        for (std::size_t kind = 0; kind < seeing.graphs.size(); ++kind) {
            const frontier::TrainGraph& one = *seeing.graphs[kind];
            const frontier::TrainGraph& other = *blind.graphs[kind];
            for (std::size_t i = 0; i < one.layers.size(); ++i) {
                CHECK_NOTE(one.layers[i].nodes() == other.layers[i].nodes(), dump(in));
                CHECK_NOTE(one.layers[i].arcs.size() == other.layers[i].arcs.size(), dump(in));
            }
            ++graphs;
        }
        limited += std::any_of(in.trains.visits.begin(), in.trains.visits.end(),
                               [&](std::int32_t v) { return v > 0 && v < in.stops.size(); });
    }
    std::printf("%d graphs with a horizon, %d boards with limits\n", graphs, limited);
    CHECK(graphs > boards / 4 && limited > boards / 8);
}

// Lemmas 26, 27, 30 and 33: whatever the prices and the target, crews joined as far as one likes
// still have every set worth the target, and no other.
struct SeenCrews {
    int teams = 0;
    int whole = 0;  // all trains in one crew
    int empty = 0;  // nothing was left
    int lost = 0;   // the best set was below the target, and is gone
    int known = 0;  // of teams that were asked for a set: whether there is one
    int unknown = 0;
};

// What trains do that are no crew: no resource twice. What they earn.
Money sum_of(const Sweeping& s, const std::vector<std::vector<frontier::Way>>& ways,
             const std::string& note) {
    Money sum = 0;
    std::vector<std::uint32_t> used(s.board.regions.size(), 0);
    for (std::size_t kind = 0; kind < ways.size(); ++kind) {
        CHECK_NOTE(ways[kind].size() == static_cast<std::size_t>(s.fleet.trains[kind]), note);
        for (const frontier::Way& way : ways[kind]) {
            CHECK_NOTE(s.goes(kind, way), note);
            for (std::size_t i = 0; i < way.size(); ++i) {
                CHECK_NOTE((used[i] & way[i].used) == 0, note);
                used[i] |= way[i].used;
                sum += way[i].value;
            }
        }
    }
    return sum;
}

// Lemmas 27 and 33: what a team finds is the best set worth the target, or there is none, or it
// does not know.
void found_sets(const Sweeping& s, const Forked& f, Money target, Money truth,
                const std::string& note, Random& random, SeenCrews& seen) {
    for (int i = 0; i < 3; ++i) {
        Watch watch(Limits{});
        const std::int64_t most = random.chance(30) ? 1'000'000 : random.below(40);
        const frontier::Found found =
            frontier::Team(f.fleet).find(random_prices(s, f, random), target, most, watch);
        CHECK_NOTE(found.known || most < 1'000'000, note);
        CHECK_NOTE(found.known || found.value < 0, note);
        seen.unknown += found.known ? 0 : 1;
        if (!found.known) continue;
        CHECK_NOTE(found.value == (truth >= target ? truth : -1), note);
        ++seen.known;
        if (found.value >= 0) CHECK_NOTE(sum_of(s, found.ways, note) == truth, note);
    }
}

void joined_crews(const Instance& in, Money truth, Random& random, SeenCrews& seen) {
    const Sweeping s(in);
    if (!s.fits) return;
    const Forked f(s, random_forks(s, random));
    frontier::Prices prices = random_prices(s, f, random);
    Watch watch(Limits{});
    frontier::Cost bound = price_bound(f.fleet, prices);
    const Money target = random.chance(50) ? truth : 1 + random.below(truth + 20);
    frontier::Cost slack = bound - target * frontier::cost_scale;
    const std::string note =
        "target " + std::to_string(target) + " truth " + std::to_string(truth) + dump(in);
    CHECK_NOTE(slack >= 0 || truth < target, note);  // Lemma 14
    if (slack < 0) return;
    found_sets(s, f, target, truth, note, random, seen);
    frontier::Team team(f.fleet);
    while (!team.one_crew() && !team.nothing_left() && random.chance(80)) {
        if (random.chance(50)) team.trim(prices, slack, watch);
        if (random.chance(50)) {
            team.release(prices);
            CHECK_NOTE(team.bound(prices, watch) <= bound, note);
            bound = team.bound(prices, watch);
            slack = bound - target * frontier::cost_scale;
            CHECK_NOTE(slack >= 0 || truth < target, note);
            if (slack < 0) return;
        }
        CHECK(team.join(prices, slack, 1'000'000, watch) == frontier::GraphFate::done);
    }
    ++seen.teams;
    if (team.nothing_left()) {
        CHECK_NOTE(truth < target, note);
        ++seen.empty;
        return;
    }
    const frontier::Fleet fleet = team.fleet();
    CHECK_NOTE(price_bound(fleet, prices) <= bound, note);
    const frontier::SweepResult got =
        frontier::JointSweep(fleet, prices, watch).run(target, {}, watch);
    CHECK_NOTE(got.value <= truth && got.beyond < 0, note);
    CHECK_NOTE(got.value == truth || truth < target, note);
    seen.whole += team.one_crew() ? 1 : 0;
    seen.lost += got.value < truth ? 1 : 0;
    if (!got.traced) return;
    // Below the target a path may be worth more than the sweep knows, as it did not look at all
    // arcs.
    const Money sum = sum_of(s, team.ways(got.paths), note);
    CHECK_NOTE(got.value <= sum && sum <= truth, note);
}

// What comes of one state may be more than a sweep may keep in all: it gives up soon, and says so.
void rich_state() {
    Instance in;
    for (const Money value : {10, 20}) add_stop(in, {.value = value});
    in.stops.own[0] = 1;
    for (int link = 0; link < 16; ++link) join(in, 0, 1);
    for (int train = 0; train < 8; ++train) add_train(in, 0);
    const Sweeping s(in);
    CHECK(s.fits);
    Watch watch(Limits{});
    const frontier::JointSweep sweep(s.fleet, s.no_prices(), watch);
    Watch limited(Limits{}, 400'000);  // eight of 16 links, one after the other, are 784,060
    const frontier::SweepResult got = sweep.run(1, {.states = 100}, limited);
    CHECK(!limited.stopped());
    CHECK(got.value == -1 && got.beyond >= 8 * (10 + 20));
    CHECK(sweep.run(1, {}, watch).value == 8 * (10 + 20));
}

void crews(int boards, int first) {
    SeenCrews seen;
    for (int seed = first; seed < first + boards; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 80'000'000);
        Instance in = random_instance(random, 7, 11, 4);
        in.terms.visit_bonus = 0;
        in.terms.required_ends.clear();
        Oracle oracle(in);
        if (oracle.sets() > 20'000) continue;
        const Money truth = oracle.best().value;
        if (truth > 0) joined_crews(in, truth, random, seen);
    }
    std::printf("%d teams, %d one crew, %d with nothing left, %d without the best set\n",
                seen.teams, seen.whole, seen.empty, seen.lost);
    std::printf("asked for a set %d knew, %d did not\n", seen.known, seen.unknown);
    CHECK(seen.teams > boards / 4 && seen.whole > seen.teams / 4);
    CHECK(seen.empty > seen.teams / 100 && seen.lost > seen.teams / 80);
    CHECK(seen.known > seen.teams && seen.unknown > seen.teams / 10);
}

void sweeps(int boards, int first) {
    Seen seen;
    for (int seed = first; seed < first + boards; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 40'000'000);
        Instance in = random_instance(random, 7, 11, 3);
        in.terms.visit_bonus = 0;
        in.terms.required_ends.clear();
        Oracle oracle(in);
        if (oracle.sets() > 20'000) continue;
        const Money truth = oracle.best().value;
        if (truth > 0) narrow_sweeps(in, truth, random, seen);
    }
    std::printf("%d sweeps, %d gave something up, %d of them the best set, %d were stopped\n",
                seen.sweeps, seen.given_up, seen.tight, seen.stopped);
    // The boards are worth their while: many a sweep loses the best set and has to know it.
    CHECK(seen.sweeps > 5 * boards / 4 && seen.given_up > seen.sweeps / 8);
    CHECK(seen.tight > seen.sweeps / 40 && seen.stopped > seen.sweeps / 40);
    CHECK(seen.falls > seen.sweeps / 8);
}

// Lemma 24: a search that is cut short in every way says nothing but the truth.
void stopped_searches(int boards, int first) {
    int open = 0;
    int proved = 0;
    for (int number = 0; number <= boards; ++number) {
        // The last has a price bound just below nothing before there is a plan.
        const int seed = number < boards ? first + number : 186'041;
        Random random(static_cast<std::uint64_t>(seed) + 60'000'000);
        const Instance in = random_instance(random, 8, 11, 4);
        Oracle oracle(in);
        if (oracle.sets() > 20'000) continue;
        const OracleAnswer truth = oracle.best();
        Tuning tuning;
        tuning.few = {static_cast<std::size_t>(random.below(12)), 1 + random.below(60)};
        tuning.many = {static_cast<std::size_t>(random.below(30)), 1 + random.below(60)};
        tuning.rough_nodes = 1 + random.below(10);
        for (Stage& stage : tuning.stages) {
            stage = {random.below(5), static_cast<std::size_t>(random.below(6)),
                     random.chance(50) ? random.below(random.chance(50) ? 300 : 30'000) : 0,
                     random.below(4), static_cast<std::size_t>(random.below(4))};
        }
        tuning.sweep = random.chance(80);
        Limits limits;
        if (random.chance(50)) limits.nodes = random.below(120);
        if (random.chance(30)) tuning.most_work = 1 + random.below(40'000);
        const Solution got = solve_tuned(in, limits, tuning);
        const std::string note = "value " + std::to_string(got.value) + " bound " +
                                 std::to_string(got.bound) + " truth " +
                                 std::to_string(truth.value) + dump(in);
        if (!truth.feasible) {
            CHECK_NOTE(got.status != Status::optimal, note);
            continue;
        }
        CHECK_NOTE(got.status != Status::infeasible, note);
        CHECK_NOTE(got.value <= truth.value && truth.value <= got.bound, note);
        CHECK_NOTE((got.status == Status::optimal) == (got.value == got.bound), note);
        CHECK_NOTE(verify(in, got).problems.empty(), note);
        (got.status == Status::optimal ? proved : open) += 1;
    }
    std::printf("%d proved, %d left open\n", proved, open);
    CHECK(proved > boards / 10 && open > boards / 80);
}

// Searches that end by joining trains, at prices that were hardly looked for: bounds fall step by
// step, and never too far.
void settled(int boards, int first) {
    int proved = 0;
    for (int seed = first; seed < first + boards; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 120'000'000);
        const Instance in = random_instance(random, 8, 12, 4);
        Oracle oracle(in);
        if (oracle.sets() > 20'000) continue;
        const OracleAnswer truth = oracle.best();
        Tuning tuning;
        tuning.few = tuning.many = {0, 0};
        for (Stage& stage : tuning.stages) {
            stage = {1 + random.below(3), 0, 1'000'000, random.below(3),
                     static_cast<std::size_t>(random.below(4))};
        }
        const Solution got = solve_tuned(in, {}, tuning);
        const std::string note = "value " + std::to_string(got.value) + " truth " +
                                 std::to_string(truth.value) + dump(in);
        CHECK_NOTE(truth.feasible == (got.status != Status::infeasible), note);
        if (!truth.feasible) continue;
        CHECK_NOTE(got.value <= truth.value && truth.value <= got.bound, note);
        proved += got.status == Status::optimal ? 1 : 0;
    }
    std::printf("%d proved by joining\n", proved);
    CHECK(proved > boards / 2);
}

}  // namespace

int main(int argc, char** argv) {
    const int boards = argc > 1 ? std::atoi(argv[1]) : 8'000;
    const int first = argc > 2 ? std::atoi(argv[2]) : 1;
    sweeps(boards, first);
    horizons(boards, first);
    rich_state();
    crews(boards, first);
    stopped_searches(boards, first);
    settled(boards, first);
    return summary();
}
