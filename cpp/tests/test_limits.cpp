// A stopped search keeps its word: the best so far, a bound that holds, and no waiting.
#include <chrono>

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
    for (std::int32_t y = 0; y < size; ++y) {
        for (std::int32_t x = 0; x < size; ++x) {
            if (x + 1 < size) join(in, y * size + x, y * size + x + 1);
            if (y + 1 < size) join(in, y * size + x, (y + 1) * size + x);
            if (x + 1 < size && y + 1 < size) join(in, y * size + x + 1, (y + 1) * size + x);
        }
    }
    for (std::int32_t t = 0; t < trains; ++t) add_train(in, visits);
    return in;
}

void time_is_kept() {
    for (const std::int32_t visits : {0, 12, 8}) {
        const Instance in = grid(9, 3, visits);
        Limits limits;
        limits.seconds = 0.3;
        const auto start = std::chrono::steady_clock::now();
        const Solution s = solve(in, limits);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        CHECK_NOTE(took.count() < 1.0, std::to_string(took.count()));
        CHECK(s.bound >= s.value);
        CHECK(verify(in, s).problems.empty());
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

// More trains than a sweep carries and more routes than lists hold: a plan, and a bound.
void nothing_is_promised_beyond_all_methods() {
    const Instance in = grid(6, 9, 0);
    Tuning tuning;
    tuning.few.rows = 500;
    tuning.many.rows = 5'000;
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

int main() {
    time_is_kept();
    nodes_are_kept();
    nothing_is_promised_beyond_all_methods();
    poll_is_called();
    return summary();
}
