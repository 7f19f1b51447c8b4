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

frontier::Prices random_prices(const Sweeping& s, Random& random) {
    frontier::Prices prices = s.no_prices();
    const bool even = random.chance(50);
    for (auto& layer : prices) {
        for (frontier::Cost& price : layer) {
            if (random.chance(60)) continue;
            price = even ? 10 * random.below(5) * frontier::cost_scale : random.below(60'000);
        }
    }
    return prices;
}

// Lemma 14.
frontier::Cost price_bound(const frontier::Fleet& fleet, const frontier::Prices& prices) {
    Hands alone(1);
    frontier::Cost bound = 0;
    for (const auto& layer : prices) {
        for (const frontier::Cost price : layer) bound += price;
    }
    for (std::size_t kind = 0; kind < fleet.graphs.size(); ++kind) {
        bound +=
            fleet.trains[kind] * frontier::make_potential(*fleet.graphs[kind], prices, alone)[0][0];
    }
    return bound;
}

// Lemmas 10 to 18: whatever the prices, the width and the limit, a sweep covers all it says.
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
    const frontier::Prices prices = random_prices(s, random);
    Watch watch(Limits{});
    const frontier::JointSweep sweep(s.fleet, prices, watch);
    for (std::size_t width = 1; width <= 5; ++width) {
        const Money target = random.chance(50) ? 1 : 1 + random.below(truth + 20);
        Limits limits;
        if (random.chance(30)) limits.nodes = 1 + random.below(40);
        const bool hurried = random.chance(30);  // as by the clock, in the midst of anything
        Watch limited(limits, hurried ? 1 + random.below(3'000) : Watch::unlimited_work);
        std::vector<frontier::Cost> told;
        const frontier::SweepResult got =
            sweep.run(target, width, limited, [&](frontier::Cost bound) { told.push_back(bound); });
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

// Lemmas 26 and 27: whatever the prices and the target, crews joined as far as one likes still have
// every set worth the target, and no other.
struct SeenCrews {
    int teams = 0;
    int whole = 0;  // all trains in one crew
    int empty = 0;  // nothing was left
    int lost = 0;   // the best set was below the target, and is gone
};

void joined_crews(const Instance& in, Money truth, Random& random, SeenCrews& seen) {
    const Sweeping s(in);
    if (!s.fits) return;
    const frontier::Prices prices = random_prices(s, random);
    Watch watch(Limits{});
    const frontier::Cost bound = price_bound(s.fleet, prices);
    const Money target = random.chance(50) ? truth : 1 + random.below(truth + 20);
    const frontier::Cost slack = bound - target * frontier::cost_scale;
    const std::string note =
        "target " + std::to_string(target) + " truth " + std::to_string(truth) + dump(in);
    CHECK_NOTE(slack >= 0 || truth < target, note);  // Lemma 14
    if (slack < 0) return;
    frontier::Team team(s.fleet);
    while (!team.one_crew() && !team.nothing_left() && random.chance(80)) {
        if (random.chance(50)) team.trim(prices, slack, watch);
        CHECK(team.join(prices, slack, 1'000'000, watch) == frontier::GraphFate::done);
    }
    ++seen.teams;
    if (team.nothing_left()) {
        CHECK_NOTE(truth < target, note);
        ++seen.empty;
        return;
    }
    const frontier::Fleet fleet = team.fleet();
    const frontier::SweepResult got =
        frontier::JointSweep(fleet, prices, watch).run(target, 100'000, watch);
    CHECK_NOTE(got.value <= truth && got.beyond < 0, note);
    CHECK_NOTE(got.value == truth || truth < target, note);
    seen.whole += team.one_crew() ? 1 : 0;
    seen.lost += got.value < truth ? 1 : 0;
    if (!got.traced) return;
    // What the trains do is what the crews do: no resource twice, the same money. (Below the target
    // a path may be worth more than the sweep knows, as it did not look at all arcs.)
    Money sum = 0;
    std::vector<std::uint32_t> used(s.board.regions.size(), 0);
    const std::vector<std::vector<frontier::Way>> ways = team.ways(got.paths);
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
    CHECK_NOTE(got.value <= sum && sum <= truth, note);
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
    CHECK(seen.teams > boards / 4 && seen.whole > seen.teams / 4);
    CHECK(seen.empty > seen.teams / 100 && seen.lost > seen.teams / 80);
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
            stage = {random.below(5), static_cast<std::size_t>(1 + random.below(5)),
                     random.chance(50) ? random.below(300) : 0};
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

}  // namespace

int main(int argc, char** argv) {
    const int boards = argc > 1 ? std::atoi(argv[1]) : 8'000;
    const int first = argc > 2 ? std::atoi(argv[2]) : 1;
    sweeps(boards, first);
    crews(boards, first);
    stopped_searches(boards, first);
    return summary();
}
