// The frontier sweep against brute force, and its promises when it is stopped early.
#include "boards.hpp"
#include "check.hpp"
#include "frontier/solver.hpp"
#include "oracle.hpp"
#include "route_opt/verify.hpp"

namespace route_opt::test {
namespace {

void compare(const Instance& in, const OracleAnswer& truth) {
    const std::optional<Solution> found = solve_frontier(in);
    CHECK(found.has_value());
    if (!found) return;
    if (!truth.feasible) {
        CHECK_NOTE(found->status == Status::infeasible, dump(in));
        return;
    }
    CHECK_NOTE(found->status == Status::optimal, dump(in));
    CHECK_NOTE(found->value == truth.value && found->bound == truth.value,
               std::to_string(found->value) + " is not " + std::to_string(truth.value) + dump(in));
    std::int32_t sides = 0;
    for (const Route& route : found->routes) {
        for (const std::int32_t end : route.path) sides += end >= in.stops.size() ? 1 : 0;
    }
    CHECK_NOTE(sides == truth.sides,
               std::to_string(sides) + " sides, not " + std::to_string(truth.sides) + dump(in));
    const Verdict verdict = verify(in, *found);
    CHECK_NOTE(verdict.problems.empty(),
               (verdict.problems.empty() ? "" : verdict.problems[0]) + dump(in));
}

// An incumbent below the best is beaten; the best itself is only proved.
void compare_incumbents(const Instance& in, const OracleAnswer& truth) {
    const std::optional<Solution> proof = solve_frontier(in, truth.value);
    CHECK_NOTE(proof && proof->status == Status::optimal && proof->value == truth.value &&
                   proof->routes.empty(),
               dump(in));
    if (truth.value > 0) {
        const std::optional<Solution> better = solve_frontier(in, truth.value - 1);
        CHECK_NOTE(better && better->status == Status::optimal && better->value == truth.value &&
                       verify(in, *better).problems.empty(),
                   dump(in));
    }
}

// Wherever it is stopped, the truth lies between value and bound.
void compare_limits(const Instance& in, const OracleAnswer& truth) {
    for (const std::int64_t nodes : {0, 1, 5, 25, 125}) {
        Limits limits;
        limits.nodes = nodes;
        const std::optional<Solution> found = solve_frontier(in, -1, limits);
        CHECK_NOTE(found && found->value <= truth.value && truth.value <= found->bound &&
                       (found->value == found->bound) == (found->status == Status::optimal),
                   dump(in));
        CHECK_NOTE(found && (found->value < 0 || verify(in, *found).problems.empty()), dump(in));
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
        compare(in, truth);
        if (truth.feasible && i % 5 == 0) {
            compare_incumbents(in, truth);
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
        compare(in, oracle.best());
    }
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
        const std::optional<Solution> once = solve_frontier(in);
        std::swap(in.trains.visits[0], in.trains.visits[1]);
        const std::optional<Solution> again = solve_frontier(in);
        CHECK(once && again && once->status == Status::optimal && once->value == again->value);
        CHECK(again && verify(in, *again).problems.empty());
    }
}

void test_deadline() {
    Random random(3);
    Instance in = grid(random, 9, 9);
    in.stops.own[40] = 1;
    for (std::int32_t t = 0; t < 4; ++t) {
        add_train(in, t < 2 ? 0 : 20);
    }
    Limits limits;
    limits.seconds = 0.3;
    const std::optional<Solution> found = solve_frontier(in, -1, limits);
    CHECK(found && found->stats.seconds < 1.0);
    CHECK(found && found->value <= found->bound && verify(in, *found).problems.empty());
}

void test_nothing_to_run() {
    Instance in;
    CHECK(solve_frontier(in) && solve_frontier(in)->status == Status::optimal);
    add_stop(in, {50, true, false});
    add_stop(in, {50, false, false});
    add_train(in, 0);
    CHECK(solve_frontier(in) && solve_frontier(in)->value == 0);
    add_piece(in, 0, 1);
    CHECK(solve_frontier(in) && solve_frontier(in)->value == 100);
}

}  // namespace
}  // namespace route_opt::test

int main() {
    using namespace route_opt::test;
    test_random_boards();
    test_grids();
    test_large_grids();
    test_deadline();
    test_nothing_to_run();
    return summary();
}
