// A stopped search keeps its word: the best so far, a bound that holds, and no waiting.
#include "boards.hpp"
#include "check.hpp"
#include "route_opt/limits.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"
#include "tuned.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

// A triangular grid of stops, each joined to its neighbours: far too many routes to list.
Instance grid(std::int32_t size, std::int32_t trains, std::int32_t visits) {
    Instance in;
    for (std::int32_t i = 0; i < size * size; ++i) {
        add_stop(in, {.value = 10 * (1 + i * 7 % 5), .own = i % 17 == 0});
    }
    join_grid(in, size);
    for (std::int32_t t = 0; t < trains; ++t) add_train(in, visits);
    return in;
}

// How late a search may be is measured, not tested: it depends on who else is at work. What it says
// holds, however little time it had.
void time_is_kept() {
    for (const std::int32_t visits : {0, 12, 8}) {
        const Instance in = grid(9, 3, visits);
        for (const double seconds : {0.0, 0.001, 0.05, 0.3}) {
            Limits limits;
            limits.seconds = seconds;
            const Solution s = solve(in, limits);
            CHECK(s.bound >= s.value);
            CHECK((s.status == Status::optimal) == (s.bound == s.value));
            CHECK(seconds > 0 || s.status == Status::feasible);
            CHECK((seconds > 0 || s.routes.empty()) && verify(in, s).problems.empty());
        }
    }
}

void nodes_are_kept() {
    const Instance in = grid(6, 2, 8);
    for (const std::int64_t nodes : {0, 1, 10, 1000, 20'000}) {
        Limits limits;
        limits.nodes = nodes;
        const Solution s = solve(in, limits);
        CHECK(s.stats.nodes <= nodes);
        CHECK(s.bound >= s.value);
        CHECK(verify(in, s).problems.empty());
        const Solution again = solve(in, limits);
        CHECK(again.value == s.value && again.stats.nodes == s.stats.nodes);
    }
}

// Routes too many to list and sweeps too narrow to prove anything: a plan, and a bound.
void nothing_is_promised_beyond_all_methods() {
    const Instance in = grid(6, 9, 0);
    Tuning tuning;
    tuning.few.rows = 500;
    tuning.many.rows = 5'000;
    for (Stage& stage : tuning.stages) stage = {2, 3};
    const Solution s = solve_tuned(in, {}, tuning);
    CHECK(s.status == Status::feasible && s.value > 0 && s.bound > s.value);
    CHECK(verify(in, s).problems.empty());
}

struct Calls {
    int count = 0;
    Money value = -1;
};

void poll_is_called() {
    const Instance in = grid(9, 2, 0);
    Calls calls;
    Limits limits;
    limits.context = &calls;
    limits.poll = [](void* context, const Progress& progress) {
        Calls& c = *static_cast<Calls*>(context);
        CHECK(progress.value >= c.value);
        CHECK(progress.bound >= progress.value);
        c.value = progress.value;
        return ++c.count == 5;
    };
    const Solution s = solve(in, limits);
    CHECK(calls.count == 5);
    CHECK(s.status == Status::feasible);
}

}  // namespace

// Without ties a search ends with the first set of the greatest value: as much, over no fewer
// sides.
void check_ties() {
    for (int seed = 1; seed <= 300; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 9'000'000);
        const Instance in = random_instance(random, 7, 10, 2);
        Limits any;
        any.ties = false;
        const Solution first = solve(in, any), tidy = solve(in);
        CHECK(first.status == tidy.status);
        CHECK(first.value == tidy.value);
        CHECK(first.bound == tidy.bound);
        CHECK(verify(in, first).problems.empty());
        CHECK(first.stats.nodes <= tidy.stats.nodes);
    }
}

int main() {
    check_ties();
    time_is_kept();
    nodes_are_kept();
    nothing_is_promised_beyond_all_methods();
    poll_is_called();
    return summary();
}
