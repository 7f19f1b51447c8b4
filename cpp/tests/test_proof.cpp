// What PROOF.md promises, against trying everything: sweeps of every narrow width at any prices,
// and searches stopped anywhere.
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

// Lemmas 10 to 18: whatever the prices, the width and the limit, a sweep covers all it says.
struct Seen {
    int sweeps = 0;
    int given_up = 0;  // something was
    int tight = 0;     // and what was given up is all that keeps the sweep from claiming a lie
    int stopped = 0;
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
        const frontier::SweepResult got = sweep.run(target, width, limited);
        const Money covered = std::max({got.value, got.beyond, target - 1});
        const std::string note = "width " + std::to_string(width) + " target " +
                                 std::to_string(target) + " value " + std::to_string(got.value) +
                                 " beyond " + std::to_string(got.beyond) + " truth " +
                                 std::to_string(truth) + dump(in);
        CHECK_NOTE(got.value <= truth, note);
        CHECK_NOTE(truth <= covered, note);
        CHECK_NOTE(got.beyond < 0 || got.beyond >= target, note);
        ++seen.sweeps;
        seen.given_up += got.beyond >= 0 ? 1 : 0;
        seen.tight += got.value < truth && target <= truth ? 1 : 0;
        seen.stopped += limited.stopped() ? 1 : 0;
    }
}

void sweeps(int boards) {
    Seen seen;
    for (int seed = 1; seed <= boards; ++seed) {
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
}

// Lemma 24: a search that is cut short in every way says nothing but the truth.
void stopped_searches(int boards) {
    int open = 0;
    int proved = 0;
    for (int seed = 1; seed <= boards; ++seed) {
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
            stage = {random.below(5), static_cast<std::size_t>(1 + random.below(5))};
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
    sweeps(boards);
    stopped_searches(boards);
    return summary();
}
