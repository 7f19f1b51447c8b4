// The frontier sweep against brute force, and its promises when it is stopped early.
#include <algorithm>
#include <vector>

#include "boards.hpp"
#include "check.hpp"
#include "frontier/board.hpp"
#include "oracle.hpp"
#include "route_opt/verify.hpp"
#include "seams.hpp"
#include "tuned.hpp"

namespace route_opt::test {
namespace {

// By sweeps alone: not one route is listed.
Tuning sweeps_alone() {
    Tuning tuning;
    tuning.few.rows = tuning.many.rows = 0;
    tuning.outlook = false;
    return tuning;
}

Solution sweep(const Instance& in, const Limits& limits = {}) {
    return solve_tuned(in, limits, sweeps_alone());
}

// Prices that were hardly looked for leave it to the sweep to prove something.
Solution sweep_at_poor_prices(const Instance& in, std::int32_t rounds) {
    Tuning tuning = sweeps_alone();
    for (Stage& stage : tuning.stages) stage.rounds = rounds;
    return solve_tuned(in, {}, tuning);
}

void compare(const Instance& in, const Solution& found, const OracleAnswer& truth) {
    if (!truth.feasible) {
        CHECK_NOTE(found.status == Status::infeasible, dump(in));
        return;
    }
    CHECK_NOTE(found.status == Status::optimal, dump(in));
    CHECK_NOTE(found.value == truth.value && found.bound == truth.value,
               std::to_string(found.value) + " is not " + std::to_string(truth.value) + dump(in));
    std::int32_t sides = 0;
    for (const Route& route : found.routes) {
        for (const std::int32_t end : route.path) sides += end >= in.stops.size() ? 1 : 0;
    }
    CHECK_NOTE(sides == truth.sides,
               std::to_string(sides) + " sides, not " + std::to_string(truth.sides) + dump(in));
    const Verdict verdict = verify(in, found);
    CHECK_NOTE(verdict.problems.empty(),
               (verdict.problems.empty() ? "" : verdict.problems[0]) + dump(in));
}

// Wherever it is stopped, the truth lies between value and bound.
void compare_limits(const Instance& in, const OracleAnswer& truth) {
    for (const std::int64_t nodes : {0, 1, 5, 25, 125}) {
        Limits limits;
        limits.nodes = nodes;
        const Solution found = sweep(in, limits);
        CHECK_NOTE(found.value <= truth.value && truth.value <= found.bound &&
                       (found.value == found.bound) == (found.status == Status::optimal),
                   dump(in));
        const Verdict verdict = verify(in, found);
        CHECK_NOTE(verdict.problems.empty(),
                   (verdict.problems.empty() ? "" : verdict.problems[0]) + dump(in));
    }
}

void test_random_boards() {
    Random random(2024);
    int compared = 0;
    for (int i = 0; i < 12'000; ++i) {
        const int size = i % 4;
        Instance in = random_instance(random, 5 + size, 6 + 2 * size, 1 + size);
        Oracle oracle(in);
        if (oracle.sets() > 40'000) continue;
        const OracleAnswer truth = oracle.best();
        compare(in, sweep(in), truth);
        if (i % 2 == 0) compare(in, sweep_at_poor_prices(in, i / 2 % 2), truth);
        if (truth.feasible && i % 5 == 0) {
            compare_limits(in, truth);
        }
        ++compared;
    }
    CHECK(compared > 6'000);
}

// A grid of stops with a side between neighbours: many routes cross every cut.
Instance grid(Random& random, std::int32_t rows, std::int32_t columns) {
    Instance in;
    for (std::int32_t i = 0; i < rows * columns; ++i) {
        add_stop(in, {10 * (1 + random.below(9)), random.chance(25), random.chance(10)});
    }
    for (std::int32_t r = 0; r < rows; ++r) {
        for (std::int32_t c = 0; c < columns; ++c) {
            if (c + 1 < columns) join(in, r * columns + c, r * columns + c + 1);
            if (r + 1 < rows) join(in, r * columns + c, (r + 1) * columns + c);
        }
    }
    return in;
}

void test_grids() {
    Random random(7);
    for (int i = 0; i < 60; ++i) {
        Instance in = grid(random, 2 + random.below(2), 3);
        const std::int32_t trains = 1 + random.below(2);
        for (std::int32_t t = 0; t < trains; ++t) {
            add_train(in, random.chance(50) ? 0 : 2 + random.below(6));
        }
        Oracle oracle(in);
        if (oracle.sets() > 300'000) continue;
        compare(in, sweep(in), oracle.best());
    }
}

// Too wide for brute force: ways that have little in common prove the same. Sweeps with all trains
// at once; trains that are joined, at prices that were hardly looked for, so that many a target is
// not reached; and forks, with what is joined while new ones are in vain.
void test_sweeps_and_joins_agree() {
    Random random(23);
    int hard = 0;
    for (int i = 0; i < 40; ++i) {
        Instance in;
        constexpr std::int32_t size = 4;
        for (std::int32_t k = 0; k < size * size; ++k) {
            add_stop(in, {10 * (1 + random.below(9)), random.chance(20), random.chance(10)});
        }
        in.stops.own[5] = 1;
        join_grid(in, size);
        for (int t = 0; t < 5; ++t) add_train(in, 3 + random.below(4));
        Tuning swept = sweeps_alone();
        std::size_t width = 500;
        for (Stage& stage : swept.stages) stage = {40, width *= 4};
        Tuning joined = sweeps_alone();
        for (Stage& stage : joined.stages) stage = {2, 0, 4'000'000};
        Tuning forked = sweeps_alone();
        for (Stage& stage : forked.stages) stage = {20, 0, 4'000, 30, 1};
        forked.stages.back().arcs = 4'000'000;
        forked.small_part = 100;  // or the first of them would prove it
        forked.join_work = 1;
        const Solution one = solve_tuned(in, {}, swept);
        const Solution other = solve_tuned(in, {}, joined);
        const Solution third = solve_tuned(in, {}, forked);
        for (const Solution* each : {&one, &other, &third}) {
            CHECK(each->status == Status::optimal && verify(in, *each).problems.empty());
            CHECK_NOTE(each->value == one.value, std::to_string(one.value) + " and " +
                                                     std::to_string(each->value) + dump(in));
        }
        hard += other.stats.nodes > 10'000 ? 1 : 0;
    }
    CHECK(hard > 10);
}

// Trains that have to run between given stops, beside others that earn more on the same track: no
// plan is without them, also where a set of routes is put together one by one.
void test_required_trains_are_never_left_out() {
    Instance in;
    constexpr std::int32_t size = 3;
    for (const Money value : {10, 30, 20, 60, 20, 20, 60, 20, 60}) add_stop(in, {.value = value});
    in.stops.own = {1, 0, 0, 0, 0, 1, 0, 0, 0};
    in.stops.end_only[1] = 1;
    in.stops.goods = {1, 0, 1, 1, 0, 0, 0, 0, 0};
    in.stops.buyer = {1, 0, 1, 1, 0, 0, 0, 0, 1};
    in.terms.good_value = 30;
    in.terms.required_ends = {{4, 8}, {5, 7}};
    join_grid(in, size);
    for (const std::int32_t visits : {6, 5, 6, 6, 5, 0}) add_train(in, visits, visits == 5 ? 4 : 0);
    in.trains.counts[1] = 0;
    Tuning swept = sweeps_alone();
    for (Stage& stage : swept.stages) stage = {40, 2'000};
    const Solution by_sweeps = solve_tuned(in, {}, swept);
    const Solution found = solve_tuned(in, {}, Tuning{});
    CHECK(verify(in, found).problems.empty() && verify(in, by_sweeps).problems.empty());
    CHECK(found.status == Status::optimal);
    CHECK(by_sweeps.value <= found.value && found.value <= by_sweeps.bound);
}

// Too wide for brute force: the answer must not depend on the trains' order, and must be legal.
void test_large_grids() {
    Random random(11);
    for (int i = 0; i < 8; ++i) {
        Instance in = grid(random, 5, 6);
        in.stops.own[7] = 1;
        add_train(in, 0);
        add_train(in, 4 + i % 3);
        add_train(in, 0);
        const Solution once = sweep(in);
        std::swap(in.trains.visits[0], in.trains.visits[1]);
        const Solution again = sweep(in);
        CHECK(once.status == Status::optimal && once.value == again.value);
        CHECK(verify(in, again).problems.empty());
    }
}

// Seams that are cut at one time have slots of their own, and there are no more slots than that:
// one that a region closes is given anew by the same region.
void test_slots() {
    Random random(5);
    int anew = 0;
    for (int i = 0; i < 50; ++i) {
        Instance in = grid(random, 3 + i % 6, 3 + i % 4);
        in.stops.own[4] = 1;
        add_train(in, 0);
        Watch watch(Limits{});
        const frontier::Board board = frontier::make_board(in, find_seams(in), watch);
        std::vector<std::int32_t> cut;  // slots in use
        std::size_t widest = 0;
        for (const frontier::Region& region : board.regions) {
            std::vector<std::int32_t> closed;
            for (const std::int32_t seam : region.closed) closed.push_back(board.seams[seam].slot);
            for (const std::int32_t slot : closed) CHECK(std::erase(cut, slot) == 1);
            for (const std::int32_t seam : region.opened) {
                const std::int32_t slot = board.seams[seam].slot;
                CHECK(std::count(cut.begin(), cut.end(), slot) == 0);
                cut.push_back(slot);
                anew += std::count(closed.begin(), closed.end(), slot) > 0 ? 1 : 0;
            }
            widest = std::max(widest, cut.size());
        }
        CHECK(cut.empty() && board.slots == static_cast<std::int32_t>(widest));
    }
    CHECK(anew > 100);
}

// More work than there is time for: that it comes back at all is the limit's doing.
void test_deadline() {
    Random random(3);
    Instance in = grid(random, 9, 9);
    in.stops.own[40] = 1;
    for (std::int32_t t = 0; t < 4; ++t) {
        add_train(in, t < 2 ? 0 : 20);
    }
    Limits limits;
    limits.seconds = 0.3;
    const Solution found = sweep(in, limits);
    CHECK(found.value <= found.bound && verify(in, found).problems.empty());
}

// More stops around one face than a strand has bits for: no board for a sweep, and it says so.
// The best route joins the own stop beyond the side, worth 10, to the dearest of the others.
void test_many_stops_in_a_region() {
    for (const std::int32_t dear : {0, 63, 64, 69}) {
        Instance in;
        for (std::int32_t i = 0; i < 70; ++i) add_stop(in, {.value = 10});
        const std::int32_t beyond = add_stop(in, {.value = 10, .own = true});
        in.stops.value[dear] = 500;
        in.track.sides = 1;
        for (std::int32_t i = 0; i < 70; ++i) add_piece(in, i, face_end(in, 0, 0));
        add_piece(in, beyond, face_end(in, 0, 1));
        add_train(in, 2);
        const Solution found = sweep(in);
        CHECK_NOTE(found.bound >= 510 && found.status == Status::feasible, dump(in));
        CHECK(solve_tuned(in, {}, Tuning{}).value == 510);
    }
}

// More ways through a region than are looked for, nearly all of them detours over its inner sides:
// no board for a sweep, and it says so. The best route is that from B to C, for 50 + 100; from A to
// C it is 10 + 100.
void test_many_strands_in_a_region() {
    Instance in;
    const std::int32_t a = add_stop(in, {.value = 10, .own = true});
    const std::int32_t b = add_stop(in, {.value = 50, .own = true});
    const std::int32_t c = add_stop(in, {.value = 100});
    in.track.sides = 9;
    std::vector<std::int32_t> faces;  // of the region
    for (std::int32_t side = 3; side < 9; ++side) {
        for (const std::int32_t face : {0, 1}) faces.push_back(face_end(in, side, face));
    }
    for (const std::int32_t stop : {a, b, c}) {
        add_piece(in, stop, face_end(in, stop, 1));
        faces.push_back(face_end(in, stop, 0));
    }
    for (std::size_t i = 0; i < faces.size(); ++i) {
        for (std::size_t k = i + 1; k < faces.size(); ++k) add_piece(in, faces[i], faces[k]);
    }
    add_train(in, 2);
    const Solution found = sweep(in);
    CHECK_NOTE(found.bound >= 150 && found.status == Status::feasible, dump(in));
    CHECK(solve_tuned(in, {}, Tuning{}).value == 150);
}

void test_nothing_to_run() {
    Instance in;
    CHECK(sweep(in).status == Status::optimal);
    add_stop(in, {50, true, false});
    add_stop(in, {50, false, false});
    add_train(in, 0);
    CHECK(sweep(in).value == 0);
    add_piece(in, 0, 1);
    CHECK(sweep(in).value == 100);
}

}  // namespace
}  // namespace route_opt::test

int main() {
    using namespace route_opt::test;
    test_random_boards();
    test_grids();
    test_sweeps_and_joins_agree();
    test_required_trains_are_never_left_out();
    test_large_grids();
    test_slots();
    test_deadline();
    test_many_stops_in_a_region();
    test_many_strands_in_a_region();
    test_nothing_to_run();
    return summary();
}
