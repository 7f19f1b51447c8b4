// The search against the oracle on random boards, and a few boards made by hand.
#include <cstdlib>
#include <stdexcept>

#include "boards.hpp"
#include "check.hpp"
#include "oracle.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"
#include "tuned.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

std::int32_t sides_of(const Instance& in, const Solution& solution) {
    std::int32_t sides = 0;
    for (const Route& route : solution.routes) {
        for (const std::int32_t end : route.path) sides += end >= in.stops.size() ? 1 : 0;
    }
    return sides;
}

void compare_one(const Instance& in, const OracleAnswer& right, const Tuning& tuning,
                 const std::string& name) {
    const Solution got = solve_tuned(in, {}, tuning);
    const std::string note = name + " got " + std::to_string(got.value) + " right " +
                             std::to_string(right.value) + dump(in);
    CHECK_NOTE((got.status != Status::infeasible) == right.feasible, note);
    if (!right.feasible) return;
    CHECK_NOTE(got.status == Status::optimal, note);
    CHECK_NOTE(got.value == right.value && got.bound == right.value, note);
    CHECK_NOTE(sides_of(in, got) == right.sides, note);
    const Verdict verdict = verify(in, got);
    CHECK_NOTE(verdict.problems.empty(),
               (verdict.problems.empty() ? "" : verdict.problems[0]) + note);
    const Solution again = solve_tuned(in, {}, tuning);
    CHECK(again.stats.nodes == got.stats.nodes);
    CHECK(again.routes.size() == got.routes.size());
}

// Every method on every board: short lists, the sweep, long lists, and masks of any width.
void compare(const Instance& in, const std::string& name) {
    Oracle oracle(in);
    if (oracle.sets() > 20'000) return;
    const OracleAnswer right = oracle.best();
    compare_one(in, right, {}, name);
    Tuning tuning;
    tuning.few.rows = 1;
    compare_one(in, right, tuning, name + " (sweep)");
    tuning.sweep = false;
    tuning.narrow_masks = false;
    compare_one(in, right, tuning, name + " (long lists, wide masks)");
}

// Nothing can be proved when routes are missing and there is no sweep; what is said holds.
void compare_rough(const Instance& in, const std::string& name) {
    Oracle oracle(in);
    if (oracle.sets() > 20'000) return;
    const OracleAnswer right = oracle.best();
    Tuning tuning;
    tuning.sweep = false;
    for (const std::size_t rows : {0, 3, 20}) {
        tuning.few.rows = tuning.many.rows = rows;
        const Solution got = solve_tuned(in, {}, tuning);
        const std::string note = name + " rows " + std::to_string(rows) + dump(in);
        if (!right.feasible) {
            CHECK_NOTE(got.status != Status::optimal, note);
            continue;
        }
        CHECK_NOTE(got.value <= right.value && right.value <= got.bound, note);
        CHECK_NOTE((got.status == Status::optimal) == (got.value == got.bound), note);
        if (!got.routes.empty()) CHECK_NOTE(verify(in, got).problems.empty(), note);
    }
}

void random_boards(int count) {
    for (int seed = 1; seed <= count; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        const Instance in = random_instance(random, 7, 10, 3);
        compare(in, "seed " + std::to_string(seed));
        if (seed % 10 == 0) compare_rough(in, "rough seed " + std::to_string(seed));
    }
}

// Nothing to run, nothing to run on.
void empty_boards() {
    Instance in;
    Solution s = solve(in);
    CHECK(s.status == Status::optimal && s.value == 0 && s.routes.empty());
    add_train(in, 3);
    CHECK(solve(in).value == 0);
    add_stop(in, {.value = 20, .own = true});
    add_stop(in, {.value = 30});
    CHECK(solve(in).value == 0);
    join(in, 0, 1);
    s = solve(in);
    CHECK(s.value == 50 && s.routes.size() == 1 && s.routes[0].path.size() == 3);
    in.trains = {};
    CHECK(solve(in).status == Status::optimal);
}

// A train that must run and cannot.
void required_but_impossible() {
    Instance in;
    for (int i = 0; i < 3; ++i) add_stop(in, {.value = 10, .own = i == 0});
    join(in, 0, 1);
    add_train(in, 2);
    in.terms.required_ends.push_back({0, 1});
    CHECK(solve(in).status == Status::optimal);
    in.terms.required_ends.push_back({0, 2});
    CHECK(solve(in).status == Status::infeasible);
    in.terms.required_ends = {{1, 2}};
    CHECK(solve(in).status == Status::infeasible);
}

// More sides than any fixed mask: a long chain of stops, and a ladder.
void wide_boards() {
    Instance chain;
    const std::int32_t n = 700;
    for (std::int32_t i = 0; i < n; ++i) add_stop(chain, {.value = 10, .own = i == n / 2});
    for (std::int32_t i = 0; i + 1 < n; ++i) join(chain, i, i + 1);
    add_train(chain, 0);
    add_train(chain, 5);
    const Solution s = solve(chain);
    CHECK(s.status == Status::optimal && s.value == 10 * n);
    CHECK(verify(chain, s).problems.empty());
}

void rejects_bad_instances() {
    Instance in;
    add_stop(in, {.value = -5});
    bool thrown = false;
    try {
        (void)solve(in);
    } catch (const std::invalid_argument&) {
        thrown = true;
    }
    CHECK(thrown);
}

}  // namespace

int main(int argc, char** argv) {
    empty_boards();
    required_but_impossible();
    wide_boards();
    rejects_bad_instances();
    random_boards(argc > 1 ? std::atoi(argv[1]) : 8'000);
    return summary();
}
