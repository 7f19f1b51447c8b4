// More threads than one change nothing but the time: the same answer, the same bound, the same
// nodes, wherever a search ends.
#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "boards.hpp"
#include "check.hpp"
#include "hands.hpp"
#include "route_opt/limits.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"
#include "tuned.hpp"
#include "watch.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

#if defined(ROUTE_OPT_ONE_THREAD)
constexpr bool others = false;
#else
constexpr bool others = true;  // whether there may be more threads than one
#endif

// A triangular grid of stops of which some links are missing.
Instance grid(Random& random, std::int32_t size) {
    Instance in;
    for (std::int32_t i = 0; i < size * size; ++i) {
        add_stop(in, {.value = 10 * (1 + random.below(6)), .own = i == 0 || random.below(8) == 0});
    }
    const auto link = [&](std::int32_t a, std::int32_t b) {
        if (random.below(9) != 0) join(in, a, b);
    };
    for (std::int32_t y = 0; y < size; ++y) {
        for (std::int32_t x = 0; x < size; ++x) {
            const std::int32_t here = y * size + x;
            if (x + 1 < size) link(here, here + 1);
            if (y + 1 < size) link(here, here + size);
            if (x + 1 < size && y + 1 < size) link(here + 1, here + size);
        }
    }
    return in;
}

Solution solved(const Instance& in, Limits limits, std::int32_t threads, const Tuning& tuning) {
    limits.threads = threads;
    return solve_tuned(in, limits, tuning);
}

bool same(const Solution& x, const Solution& y) {
    bool routes = x.routes.size() == y.routes.size();
    for (std::size_t i = 0; routes && i < x.routes.size(); ++i) {
        routes = x.routes[i].train == y.routes[i].train && x.routes[i].path == y.routes[i].path;
    }
    return routes && x.status == y.status && x.value == y.value && x.bound == y.bound &&
           x.stats.nodes == y.stats.nodes;
}

// Every method that is shared: graphs of trains, prices, forks, joins, sweeps that give up states;
// in every other round without graphs but those near the bound.
void answers_are_the_same() {
    Random random(11);
    for (int round = 0; round < 12; ++round) {
        Instance in = grid(random, 5);
        const std::int32_t trains = 3 + random.below(2);
        for (std::int32_t i = 0; i < trains; ++i) add_train(in, 4 + random.below(4));
        Tuning tuning;
        tuning.few = {100, 500};
        tuning.stages = {{{10, 200}, {5, 500}, {5, 1'000, 20'000, 2, 2}, {1, 2'000, 60'000, 2, 3}}};
        tuning.many = {1'000, 5'000};
        tuning.small_part = 100;  // or there would be no need for forks
        tuning.join_work = 1;
        if (round % 2 == 1) tuning.graph_arcs = 0;
        Limits limits;
        const Solution whole = solved(in, limits, 1, tuning);
        CHECK(verify(in, whole).problems.empty());
        CHECK(same(whole, solved(in, limits, 2, tuning)));
        CHECK(same(whole, solved(in, limits, 3, tuning)));
        const auto most = static_cast<std::int32_t>(whole.stats.nodes);
        for (int part = 0; part < 2; ++part) {
            limits.nodes = 1 + random.below(most);
            const Solution alone = solved(in, limits, 1, tuning);
            CHECK(alone.stats.nodes <= limits.nodes);
            CHECK(same(alone, solved(in, limits, 2, tuning)));
        }
    }
}

// A stop in the middle, by the caller: whatever was under way ends, and what is said holds.
void stops_are_heard() {
    Random random(5);
    Instance in = grid(random, 7);
    for (int i = 0; i < 5; ++i) add_train(in, 12 - i / 2);
    for (const int calls : {1, 3, 9}) {
        int left = calls;
        Limits limits;
        limits.threads = 2;
        limits.context = &left;
        limits.poll = [](void* context, const Progress&) {
            return --*static_cast<int*>(context) <= 0;
        };
        const Solution s = solve(in, limits);
        CHECK(left <= 0 || s.status == Status::optimal);
        CHECK(s.bound >= s.value && verify(in, s).problems.empty());
    }
}

void parts_are_used_in_order() {
    for (const std::int32_t threads : {1, 2, 5}) {
        Hands hands(threads);
        for (const std::size_t parts : {0, 1, 2, 7, 1'000}) {
            Hands::Places<std::size_t> places{};
            std::vector<std::size_t> seen;
            const bool all = hands.in_order(
                parts, true, places, [](std::size_t k, std::size_t& part) { part = k * k; },
                [&](std::size_t k, const std::size_t& part) {
                    CHECK(part == k * k && k == seen.size());
                    seen.push_back(k);
                    return true;
                });
            CHECK(all && seen.size() == parts);
            std::atomic<std::size_t> sum = 0;
            hands.each(parts, true, [&](std::size_t k) { sum += k + 1; });
            CHECK(sum == parts * (parts + 1) / 2);
        }
    }
}

// Errands are run beside loops, each once; those that nobody has begun are the asking thread's, and
// one that is no longer wanted ends.
void errands_are_run_or_withdrawn() {
    for (const std::int32_t threads : {1, 2, 5}) {
        Hands hands(threads);
        Hands::Places<int> places{};
        for (int round = 0; round < 50; ++round) {
            std::atomic<int> made = 0;
            std::vector<std::unique_ptr<Errand>> errands;
            for (int i = 0; i < 4; ++i) {
                errands.push_back(std::make_unique<Errand>(hands, [&](Errand&) { ++made; }));
            }
            hands.in_order(
                20, true, places, [](std::size_t, int&) {}, [](std::size_t, int&) { return true; });
            int mine = 0;
            for (const auto& errand : errands) {
                if (errand->withdraw()) {
                    ++mine;
                } else {
                    while (!errand->done()) continue;
                }
            }
            CHECK(made + mine == 4 && ((others && threads > 1) || mine == 4));
        }
        if (threads == 1 || !others) continue;
        bool run = false;
        Errand awaited(hands, [&](Errand&) { run = true; });
        while (!awaited.done()) continue;
        CHECK(run);
    }
}

void errands_end_when_nobody_wants_them() {
    Hands hands(2);
    std::atomic<bool> begun = false;
    {
        const Errand endless(hands, [&](Errand& self) {
            begun = true;
            while (self.wanted()) continue;
        });
        while (!begun) continue;
    }
    Errand thrower(hands, [](Errand&) { throw std::bad_alloc(); });
    bool thrown = false;
    try {
        while (!thrower.done()) continue;
    } catch (const std::bad_alloc&) {
        thrown = true;
    }
    CHECK(thrown);
}

// Who is told that the search is over, or that an errand is not wanted, hears it by the next look,
// and begins no other.
void errands_end_with_the_search() {
    Limits limits;
    limits.threads = 2;
    limits.nodes = 1;
    Watch watch(limits);
    std::atomic<bool> begun = false;
    std::atomic<bool> more = false;
    Errand first(watch.hands(), [&](Errand& self) {
        Watch own(self);
        begun = true;
        while (!own.work(1)) continue;
    });
    Errand second(watch.hands(), [&](Errand&) { more = true; });
    while (!begun) continue;
    CHECK(first.wanted() && watch.node() && watch.over());
    CHECK(!first.wanted() && !second.wanted());
    if (first.wanted()) first.cancel();
    while (!first.done()) continue;
    CHECK(second.withdraw() && !more);
    Errand late(watch.hands(), [&](Errand&) { more = true; });
    CHECK(late.withdraw() && !more);
}

void errands_are_cancelled_without_waiting() {
    Hands hands(2);
    std::atomic<bool> begun = false;
    std::atomic<bool> more = false;
    std::atomic<bool> end = false;
    Errand first(hands, [&](Errand&) {
        begun = true;
        while (!end) continue;
    });
    Errand second(hands, [&](Errand&) { more = true; });
    while (!begun) continue;
    first.cancel();
    second.cancel();
    CHECK(!first.wanted() && !first.done());
    Watch own(first);
    CHECK(own.work(1'000'000) && own.over());
    end = true;
    while (!first.done()) continue;
    CHECK(second.withdraw() && !more);
}

// Whoever throws, and whoever has enough: the loop is over for all, and the next one begins.
void loops_end_early() {
    for (const std::int32_t threads : {1, 2, 5}) {
        Hands hands(threads);
        Hands::Places<int> places{};
        for (std::size_t last = 0; last < 40; ++last) {
            std::size_t uses = 0;
            const auto enough = [&](std::size_t k, int&) {
                ++uses;
                return k < last;
            };
            CHECK(!hands.in_order(100, true, places, [](std::size_t, int&) {}, enough));
            CHECK(uses == last + 1);
            bool thrown = false;
            try {
                hands.in_order(
                    100, true, places,
                    [&](std::size_t k, int&) {
                        if (k == last) throw std::bad_alloc();
                    },
                    [](std::size_t k, int&) { return k < 100; });
            } catch (const std::bad_alloc&) {
                thrown = true;
            }
            CHECK(thrown);
        }
    }
}

void some_numbers_are_refused() {
    const Instance in = [] {
        Random random(1);
        return grid(random, 2);
    }();
    for (const std::int32_t threads : {-1, 0, 65}) {
        Limits limits;
        limits.threads = threads;
        bool refused = false;
        try {
            (void)solve(in, limits);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    }
}

}  // namespace

int main() {
    parts_are_used_in_order();
    loops_end_early();
    errands_are_run_or_withdrawn();
    if (others) {
        errands_end_when_nobody_wants_them();
        errands_end_with_the_search();
        errands_are_cancelled_without_waiting();
    }
    some_numbers_are_refused();
    answers_are_the_same();
    stops_are_heard();
    return summary();
}
