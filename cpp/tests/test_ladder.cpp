// More trains never earn less: whatever stops the search, one train more at the end of the list
// gives at least the value found without it, and a bound that holds and is not above the plain one.
#include <algorithm>

#include "boards.hpp"
#include "check.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"
#include "tuned.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

Instance first_trains(const Instance& in, std::int32_t trains) {
    Instance part = in;
    Trains& t = part.trains;
    for (auto* each : {&t.visits, &t.counts, &t.major_visits, &t.major_counts, &t.minor_visits,
                       &t.minor_counts, &t.tariff}) {
        if (!each->empty()) each->resize(static_cast<std::size_t>(trains));
    }
    return part;
}

// What anybody can see: every train counts all stops it may, the dearest first, with the best ends.
Money plain_bound(const Instance& in) {
    const auto all = in.stops.size();
    Money ends = 0;
    Money goods = in.terms.extra_good ? 1 : 0;
    for (std::int32_t s = 0; s < all; ++s) {
        ends = std::max(ends, in.stops.end_extra[s] + in.stops.pair_value[s]);
        goods += in.stops.goods[s];
    }
    Money total = goods * in.terms.good_value;
    std::int32_t longest = 0;
    for (std::int32_t t = 0; t < in.trains.size(); ++t) {
        const Money* row = in.stops.row(in.trains.tariff.empty() ? 0 : in.trains.tariff[t]);
        std::vector<Money> values(row, row + all);
        std::sort(values.rbegin(), values.rend());
        for (const Terms::Set& set : in.terms.sets) total += set.value;
        const std::int32_t visits = in.trains.visits[t] == 0 ? all : in.trains.visits[t];
        const std::int32_t counts = in.trains.counts[t] == 0 ? visits : in.trains.counts[t];
        for (std::int32_t i = 0; i < std::min({visits, counts, all}); ++i) total += values[i];
        total += 2 * ends;
        longest = std::max(longest, std::min(visits, all));
    }
    return total + longest * in.terms.visit_bonus;
}

// Values of the first 1, 2, ... trains within a limit.
void climb(const Instance& in, const Tuning& tuning, std::int64_t nodes, const std::string& name,
           std::int32_t first = 1) {
    Limits limits;
    limits.nodes = nodes;
    Money before = 0;
    for (std::int32_t trains = first; trains <= in.trains.size(); ++trains) {
        const Instance part = first_trains(in, trains);
        const Solution found = solve_tuned(part, limits, tuning);
        const std::string note = name + ", " + std::to_string(trains) + " trains, " +
                                 std::to_string(nodes) + " nodes: " + std::to_string(found.value) +
                                 " after " + std::to_string(before) + dump(part);
        CHECK_NOTE(found.value >= before, note);
        CHECK_NOTE(found.bound >= found.value, note);
        CHECK_NOTE(found.bound <= plain_bound(part), note);
        CHECK_NOTE(verify(part, found).problems.empty(), note);
        before = found.value;
    }
}

// Small boards, every limit that comes up: by lists, by sweeps, by both.
void small_boards() {
    const std::int64_t none = NodeCap::unlimited;
    for (int seed = 1; seed <= 1'500; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 90'000'000);
        Instance in = random_instance(random, 7, 10, 2);
        for (std::int32_t extra = 1 + random.below(3); extra > 0; --extra) {
            add_train(in, random.chance(25) ? 0 : 2 + random.below(4), random.below(3));
        }
        Tuning tuning;
        if (seed % 3 == 1) tuning.few.rows = tuning.many.rows = 0;
        if (seed % 3 == 2) tuning.few = {20, 40};
        const std::int64_t drawn = 1 + random.below(seed % 2 == 0 ? 30 : 600);
        for (const std::int64_t nodes : {std::int64_t{0}, drawn, none}) {
            climb(in, tuning, nodes, "seed " + std::to_string(seed));
        }
    }
}

// Where neither lists nor sweeps hold the routes: what is known comes of walks and of a part of the
// board.
void walks_alone() {
    for (int seed = 1; seed <= 700; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 95'000'000);
        Instance in = random_instance(random, 10, 16, 2);
        in.terms = {};
        for (int t = 0; t < 3; ++t) add_train(in, 2 + random.below(6));
        Tuning tuning;
        tuning.sweep = false;
        tuning.few = {4, 30};
        tuning.many = {8, 60};
        // A train that is alone is listed in another way, which shows where lists are this short.
        climb(in, tuning, NodeCap::unlimited, "walks " + std::to_string(seed), 2);
    }
}

// A triangular grid filled to the last place, where the sweep itself is cut short: nothing is
// proved, and still nothing is lost.
void full_boards() {
    constexpr std::int32_t size = 4;
    for (int seed = 1; seed <= 12; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        Instance in;
        for (std::int32_t i = 0; i < size * size; ++i) {
            add_stop(in, {10 * (1 + random.below(8)), random.chance(20), random.chance(10)});
        }
        in.stops.own[5] = 1;
        join_grid(in, size);
        for (int t = 0; t < 11; ++t) add_train(in, seed % 2 == 0 ? 6 : 3 + random.below(5));
        Tuning tuning;
        tuning.few = {50, 500};
        tuning.many = {200, 2'000};
        for (Stage& stage : tuning.stages) stage = {3, static_cast<std::size_t>(2 + seed % 5)};
        climb(in, tuning, NodeCap::unlimited, "full " + std::to_string(seed));
        // A limit of nodes leaves the order as it is as long as there is but one sweep a rung.
        std::fill(tuning.stages.begin() + 1, tuning.stages.end(), Stage{0, 0});
        climb(in, tuning, 400, "full " + std::to_string(seed));
    }
}

// A grid with more routes than any list, stopped as by the clock in the middle of the hard work: a
// train more never earns less, and there is track for a second one.
void stopped_by_the_clock() {
    constexpr std::int32_t size = 10;
    for (int seed = 1; seed <= 4; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        Instance in;
        for (std::int32_t i = 0; i < size * size; ++i) {
            add_stop(in, {.value = 10 * (1 + random.below(8)), .own = i == size * size / 2 + 5});
        }
        join_grid(in, size);
        for (int t = 0; t < 5; ++t) add_train(in, 12);
        for (const std::int64_t work : {20'000'000, 60'000'000}) {
            Tuning tuning;
            tuning.most_work = work;
            climb(in, tuning, NodeCap::unlimited, "clock " + std::to_string(seed));
            const Money one = solve_tuned(first_trains(in, 1), {}, tuning).value;
            CHECK(solve_tuned(first_trains(in, 2), {}, tuning).value > one);
        }
    }
}

// More trains than any sweep takes: the best of the first ones, and the others on what is left.
void more_trains_than_a_sweep_takes() {
    Instance in;
    constexpr std::int32_t lines = 40;
    Money truth = 0;
    for (std::int32_t i = 0; i < lines; ++i) {
        add_stop(in, {.value = 100, .own = true});
        add_stop(in, {.value = 10 * (1 + i % 7)});
        add_train(in, 2);
        truth += 100 + 10 * (1 + i % 7);  // a line for every train
    }
    for (std::int32_t i = 0; i < lines; ++i) join(in, 2 * i, 2 * i + 1);
    for (const bool lists : {true, false}) {
        Tuning tuning;
        if (!lists) tuning.few.rows = tuning.many.rows = 0;
        const Solution found = solve_tuned(in, {}, tuning);
        CHECK_NOTE(found.value == truth && found.bound >= truth, std::to_string(found.value));
        CHECK(verify(in, found).problems.empty());
    }
}

// Lemma 28. An own stop with three seams: a fourth train that can do no more than three others
// stays idle, wherever it stands in the list, and costs the search nothing at the end of it. All
// runs: the middle (20) and one of three lines of 10, 20, 30, 40, ... outwards, so that by hand a
// train of n stops earns 20 and the first n - 1 of a line, or the lines of two seams.
void trains_without_a_seam() {
    Instance in;
    const std::int32_t middle = add_stop(in, {.value = 20, .own = true});
    for (int i = 0; i < 15; ++i) add_stop(in, {.value = 10 * (1 + i % 5)});
    for (int i = 0; i < 15; ++i) join(in, i % 5 == 0 ? middle : i, i + 1);
    const auto with = [&](const std::vector<std::int32_t>& visits) {
        Instance all = in;
        for (const std::int32_t each : visits) add_train(all, each);
        return solve_tuned(all, {}, Tuning{});
    };
    const Solution three = with({6, 6, 6});
    CHECK(three.status == Status::optimal && three.value == 3 * (20 + 150));
    const Solution nine = with({6, 6, 6, 6, 5, 6, 2, 6, 6});
    CHECK(nine.value == three.value && nine.bound == three.bound);
    CHECK(nine.stats.nodes == three.stats.nodes);
    // 2 stops: 30. The strong trains come last, and the weak ones before them are the idle ones.
    CHECK(with({2, 2, 2, 2, 6, 6, 6}).value == three.value);
    CHECK(with({2, 2, 2, 2, 6, 6}).value == 2 * 170 + 30);
    CHECK(with({2, 2, 2, 2}).value == 3 * 30);
}

// A board too wide for graphs, with more routes than a list has rows: 20 stops of 10, 20, ... 200,
// each joined to each, behind a gate. A train of 8 stops runs from the own stop (10) by the gate
// (10) to the six dearest: 10 + 10 + 200 + 190 + 180 + 170 + 160 + 150. A train that earns nothing
// beside it takes nothing away.
void a_train_that_earns_nothing() {
    Instance in;
    add_stop(in, {.value = 10, .own = true});
    add_stop(in, {.value = 10});
    constexpr std::int32_t stops = 20;
    for (std::int32_t i = 1; i <= stops; ++i) add_stop(in, {.value = 10 * i});
    for (std::int32_t i = 0; i < stops + 2; ++i) {
        for (std::int32_t k = i + 1; k < stops + 2 && (i > 0 || k == 1); ++k) join(in, i, k);
    }
    in.stops.tariffs.assign(in.stops.value.size(), 0);
    add_train(in, 8);
    add_train(in, 2);
    in.trains.tariff = {0, 1};
    Instance one = in;
    one.trains.visits.pop_back();
    one.trains.counts.pop_back();
    one.trains.tariff = {0};
    for (const Instance& each : {one, in}) {
        const Solution found = solve(each);
        CHECK_NOTE(found.value == 1070, std::to_string(found.value));
        CHECK(verify(each, found).problems.empty());
    }
}

}  // namespace

int main() {
    small_boards();
    walks_alone();
    full_boards();
    stopped_by_the_clock();
    more_trains_than_a_sweep_takes();
    trains_without_a_seam();
    a_train_that_earns_nothing();
    return summary();
}
