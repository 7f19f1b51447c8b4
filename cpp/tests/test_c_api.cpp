// The C interface: what it says is what the core says, in many threads at once, stopped from
// another one, with every problem told, and with nothing thrown across it even when memory runs
// out.
#include <array>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "check.hpp"
#include "route_opt.h"
#include "route_opt/solve.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

thread_local long allowed = -1;  // allocations of this thread until there is no memory; -1: plenty

struct FreeProblem {
    void operator()(route_opt_problem* problem) const { route_opt_problem_free(problem); }
};
struct FreeSolution {
    void operator()(route_opt_solution* solution) const { route_opt_solution_free(solution); }
};
using ProblemHandle = std::unique_ptr<route_opt_problem, FreeProblem>;
using SolutionHandle = std::unique_ptr<route_opt_solution, FreeSolution>;
using Ints = std::vector<std::int32_t>;

template <class Values>
bool set(route_opt_problem* problem, const char* name, const Values& values) {
    const Ints copy(values.begin(), values.end());
    return route_opt_set(problem, name, copy.data(), static_cast<std::int64_t>(copy.size())) ==
           ROUTE_OPT_OK;
}

Ints flat(const std::vector<Terms::Pair>& pairs) {
    Ints found;
    for (const Terms::Pair& pair : pairs) found.insert(found.end(), {pair.first, pair.second});
    return found;
}

Ints flat(const std::vector<Terms::Set>& sets) {
    Ints found;
    for (const Terms::Set& one : sets) {
        found.insert(found.end(), {one.value, static_cast<std::int32_t>(one.stops.size())});
        found.insert(found.end(), one.stops.begin(), one.stops.end());
    }
    return found;
}

Ints pieces(const Track& track) {
    Ints found;
    for (std::size_t i = 0; i < track.a.size(); ++i) {
        found.insert(found.end(), {track.a[i], track.b[i]});
    }
    return found;
}

// An instance through the interface, field by field; nothing if a field was refused.
ProblemHandle problem_of(const Instance& in) {
    ProblemHandle made(route_opt_problem_new());
    route_opt_problem* p = made.get();
    const Stops& s = in.stops;
    const Trains& t = in.trains;
    const Terms& terms = in.terms;
    bool good = set(p, "stops.value", s.value) && set(p, "stops.end_extra", s.end_extra) &&
                set(p, "stops.pair_value", s.pair_value) && set(p, "stops.end_class", s.end_class);
    good = good && set(p, "stops.group", s.group) && set(p, "stops.goods", s.goods) &&
           set(p, "stops.own", s.own) && set(p, "stops.end_only", s.end_only);
    good = good && set(p, "stops.buyer", s.buyer) && set(p, "stops.room", s.room) &&
           set(p, "stops.minor", s.minor) && set(p, "stops.tariffs", s.tariffs);
    good = good && set(p, "track.pieces", pieces(in.track)) &&
           set(p, "track.sides", Ints{in.track.sides});
    good = good && set(p, "trains.visits", t.visits) && set(p, "trains.counts", t.counts) &&
           set(p, "trains.major_visits", t.major_visits) &&
           set(p, "trains.major_counts", t.major_counts) &&
           set(p, "trains.minor_visits", t.minor_visits) &&
           set(p, "trains.minor_counts", t.minor_counts) && set(p, "trains.tariff", t.tariff);
    good = good && set(p, "terms.forbidden_ends", flat(terms.forbidden_ends)) &&
           set(p, "terms.bonus_ends", flat(terms.bonus_ends)) &&
           set(p, "terms.required_ends", flat(terms.required_ends)) &&
           set(p, "terms.sets", flat(terms.sets));
    good = good && set(p, "terms.visit_bonus", Ints{terms.visit_bonus}) &&
           set(p, "terms.good_value", Ints{terms.good_value}) &&
           set(p, "terms.extra_good", Ints{terms.extra_good});
    return good ? std::move(made) : nullptr;
}

bool same(const route_opt_solution* found, const Solution& truth) {
    if (route_opt_status(found) != static_cast<std::int32_t>(truth.status) ||
        route_opt_value(found) != truth.value || route_opt_bound(found) != truth.bound ||
        route_opt_nodes(found) != truth.stats.nodes ||
        route_opt_listed(found) != truth.stats.routes || !(route_opt_seconds(found) >= 0) ||
        route_opt_routes(found) != static_cast<std::int32_t>(truth.routes.size())) {
        return false;
    }
    for (std::int32_t n = 0; n < route_opt_routes(found); ++n) {
        const Route& route = truth.routes[static_cast<std::size_t>(n)];
        std::int32_t length = 0;
        const std::int32_t* path = route_opt_route_path(found, n, &length);
        if (Ints(path, path + length) != route.path) return false;
        const std::int32_t* counted = route_opt_route_counted(found, n, &length);
        if (Ints(counted, counted + length) != route.counted) return false;
        if (route_opt_route_train(found, n) != route.train) return false;
        if (route_opt_route_value(found, n) != route.value) return false;
    }
    return true;
}

struct Asked {
    Instance instance;
    ProblemHandle problem;
    Solution truth;
};

std::vector<Asked> boards(int number) {
    std::vector<Asked> found;
    for (int seed = 0; seed < number; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 1);
        Instance in = random_instance(random, 9, 14, 3);
        Solution truth = solve(in);
        ProblemHandle problem = problem_of(in);
        found.push_back({std::move(in), std::move(problem), std::move(truth)});
    }
    return found;
}

// Every thread asks about every problem, each in another order; all have the answers of one thread.
void threads_do_not_meet() {
    const std::vector<Asked> asked = boards(60);
    std::atomic<int> good{0};
    std::vector<std::thread> threads;
    constexpr int number = 8;
    for (int t = 0; t < number; ++t) {
        threads.emplace_back([&asked, &good, t] {
            for (std::size_t i = 0; i < asked.size(); ++i) {
                const Asked& one = asked[(i + static_cast<std::size_t>(t) * 7) % asked.size()];
                route_opt_solution* raw = nullptr;
                const bool solved =
                    route_opt_solve(one.problem.get(), nullptr, &raw) == ROUTE_OPT_OK;
                const SolutionHandle solution(raw);
                const bool sound =
                    one.truth.status == Status::infeasible ||
                    route_opt_verify(one.problem.get(), solution.get(), nullptr, 0) == 0;
                good += solved && sound && same(solution.get(), one.truth) &&
                        route_opt_problems(one.problem.get(), nullptr, 0) == 0;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(good == number * static_cast<int>(asked.size()));
}

// Threads that make, change and free problems of their own beside each other.
void problems_are_apart() {
    std::atomic<int> good{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&good, t] {
            for (const Asked& one : boards(15 + t)) {
                route_opt_solution* raw = nullptr;
                good += route_opt_solve(one.problem.get(), nullptr, &raw) == ROUTE_OPT_OK &&
                        same(raw, one.truth);
                route_opt_solution_free(raw);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(good == 15 + 16 + 17 + 18);
}

// Two threads for one question.
void threads_are_shared() {
    for (const Asked& one : boards(15)) {
        route_opt_solution* raw = nullptr;
        CHECK(route_opt_solve_threads(one.problem.get(), nullptr, 2, &raw) == ROUTE_OPT_OK &&
              same(raw, one.truth));
        route_opt_solution_free(raw);
        for (const std::int32_t threads : {-1, 0, 65}) {
            CHECK(route_opt_solve_threads(one.problem.get(), nullptr, threads, &raw) ==
                      ROUTE_OPT_INVALID &&
                  raw == nullptr);
        }
    }
}

// A grid with far too many routes for any method: it ends only if somebody stops it.
Instance endless() {
    constexpr std::int32_t size = 12;
    Instance in;
    for (std::int32_t i = 0; i < size * size; ++i) {
        add_stop(in, {.value = 10 * (1 + i * 7 % 5), .own = i % 17 == 0});
    }
    join_grid(in, size);
    for (std::int32_t t = 0; t < 6; ++t) add_train(in, 0);
    return in;
}

struct Wish {
    std::atomic<bool> running{false};
    std::atomic<bool> stop{false};
};

std::int32_t look(void* context, std::int32_t, std::int32_t, std::int64_t, double) {
    auto* wish = static_cast<Wish*>(context);
    wish->running = true;
    wish->running.notify_all();
    return wish->stop ? 1 : 0;
}

void another_thread_stops() {
    const ProblemHandle problem = problem_of(endless());
    Wish wish;
    std::thread other([&wish] {
        wish.running.wait(false);
        wish.stop = true;
    });
    route_opt_limits limits{};
    limits.poll = look;
    limits.context = &wish;
    route_opt_solution* raw = nullptr;
    CHECK(route_opt_solve(problem.get(), &limits, &raw) == ROUTE_OPT_OK);
    other.join();
    const SolutionHandle solution(raw);
    CHECK(route_opt_status(raw) == ROUTE_OPT_FEASIBLE);
    CHECK(route_opt_bound(raw) > route_opt_value(raw));
    CHECK(route_opt_verify(problem.get(), raw, nullptr, 0) == 0);
}

std::int32_t throws(void*, std::int32_t, std::int32_t, std::int64_t, double) {
    throw 7;
}

void what_a_poll_throws_stays_inside() {
    const ProblemHandle problem = problem_of(endless());
    route_opt_limits limits{};
    limits.poll = throws;
    route_opt_solution* raw = nullptr;
    CHECK(route_opt_solve(problem.get(), &limits, &raw) == ROUTE_OPT_FAILED);
    CHECK(raw == nullptr);
}

void all_problems_are_told() {
    const ProblemHandle problem(route_opt_problem_new());
    CHECK(set(problem.get(), "stops.value", Ints{20, -5}));
    CHECK(set(problem.get(), "stops.own", Ints{1}));
    CHECK(set(problem.get(), "track.pieces", Ints{0, 9}));
    CHECK(set(problem.get(), "trains.visits", Ints{1, -1}));
    std::array<char, 2000> text{};
    const std::int64_t length = route_opt_problems(problem.get(), text.data(), 2000);
    const std::string said = text.data();
    CHECK(length == static_cast<std::int64_t>(said.size()));
    for (const char* place : {"stops.value[1]", "stops.own", "track.pieces[0]", "trains.visits[0]",
                              "trains.visits[1]"}) {
        CHECK(said.find(place) != std::string::npos);
    }
    // As far as there is room, and how much there would be.
    std::array<char, 8> little{};
    CHECK(route_opt_problems(problem.get(), little.data(), 8) == length);
    CHECK(std::string(little.data()) == said.substr(0, 7));
    route_opt_solution* raw = nullptr;
    CHECK(route_opt_solve(problem.get(), nullptr, &raw) == ROUTE_OPT_INVALID && raw == nullptr);
}

std::string said_of(const ProblemHandle& problem) {
    std::array<char, 2000> text{};
    route_opt_problems(problem.get(), text.data(), 2000);
    return text.data();
}

// Whether every question about a problem is refused, and nothing is handed out.
bool refused(const ProblemHandle& problem) {
    route_opt_solution* raw = nullptr;
    std::int32_t found = 0;
    std::int64_t count = 0;
    const bool solves = route_opt_solve(problem.get(), nullptr, &raw) == ROUTE_OPT_OK;
    const bool lists = route_opt_all_best(problem.get(), ROUTE_OPT_FEWEST_SIDES, nullptr, &raw, 1,
                                          &found, nullptr) == ROUTE_OPT_OK;
    const bool counts = route_opt_count_routes(problem.get(), 0, &count, 1) == ROUTE_OPT_OK;
    route_opt_solution_free(raw);
    CHECK(solves == lists && lists == counts);
    return !solves && raw == nullptr;
}

// Tokens on stops nobody knows of: wrong, unless it is the stops that could not be read.
void what_was_not_read_is_not_missed() {
    const ProblemHandle problem(route_opt_problem_new());
    CHECK(set(problem.get(), "stops.own", Ints{1}));
    CHECK(said_of(problem) == "stops.own: has 1 entries, stops.value has 0");
    CHECK(route_opt_unread(problem.get(), "stops.value") == ROUTE_OPT_OK);
    CHECK(said_of(problem) == "stops.value: was given and could not be read");
    CHECK(set(problem.get(), "stops.value", Ints{20, 30}));
    CHECK(said_of(problem) == "stops.own: has 1 entries, stops.value has 2");
    CHECK(route_opt_unread(problem.get(), "stops.own") == ROUTE_OPT_OK);
    CHECK(refused(problem));
}

// Two stops and the track between them, 20 and 30.
ProblemHandle tiny() {
    ProblemHandle problem(route_opt_problem_new());
    CHECK(set(problem.get(), "stops.value", Ints{20, 30}));
    CHECK(set(problem.get(), "stops.own", Ints{1, 0}));
    CHECK(set(problem.get(), "track.pieces", Ints{0, 1}));
    CHECK(set(problem.get(), "trains.visits", Ints{2}));
    return problem;
}

// A field that was refused is not as somebody meant it: no answer, until it is set.
void what_was_refused_is_remembered() {
    struct Case {
        const char* field;
        Ints wrong;
        const char* said;
        Ints right;
    };
    const std::vector<Case> cases{
        {"stops.own", {1, 7}, "stops.own[1]: 7 is neither 0 nor 1", {1, 0}},
        {"track.pieces", {0, 1, 0}, "track.pieces: 3 numbers are no pairs", {0, 1}},
        {"terms.bonus_ends", {1}, "terms.bonus_ends: 1 numbers are no pairs", {1, 1}},
        {"track.sides", {0, 0}, "track.sides: 2 values were given, not one", {0}},
        {"terms.visit_bonus", {}, "terms.visit_bonus: 0 values were given, not one", {0}},
        {"terms.extra_good", {2}, "terms.extra_good: 2 is neither 0 nor 1", {0}},
        {"terms.sets",
         {5, 2, 0, 1, 10, 3, 0, 1},
         "terms.sets[4]: the set of stops that begins here is cut short",
         {}},
    };
    for (const Case& one : cases) {
        const ProblemHandle problem = tiny();
        CHECK(!refused(problem));
        CHECK(!set(problem.get(), one.field, one.wrong));
        CHECK(refused(problem));
        CHECK(said_of(problem) == one.said);
        CHECK(set(problem.get(), one.field, one.right));
        CHECK(!refused(problem) && said_of(problem).empty());
    }
    // Sizes hang on it: what it was before is not compared with what the others are now.
    const ProblemHandle problem = tiny();
    CHECK(route_opt_set(problem.get(), "stops.value", nullptr, 3) == ROUTE_OPT_INVALID);
    CHECK(set(problem.get(), "stops.own", Ints{1, 0, 0}));
    CHECK(said_of(problem) == "stops.value: NULL was given for 3 values");
    CHECK(route_opt_set(problem.get(), "stops.value", nullptr, -1) == ROUTE_OPT_INVALID);
    CHECK(said_of(problem) == "stops.value: -1 is not a number of values");
}

// A name that is none is told with those there are, beside all else that is wrong.
void strangers_are_remembered() {
    const ProblemHandle problem = tiny();
    CHECK(!set(problem.get(), "track.peices", Ints{0, 1}));
    CHECK(refused(problem));
    CHECK(said_of(problem) == "track.peices: is none of pieces, sides");
    CHECK(!set(problem.get(), "own", Ints{1}));
    CHECK(route_opt_unread(problem.get(), "boats.value") == ROUTE_OPT_INVALID);
    CHECK(route_opt_set(problem.get(), nullptr, nullptr, 0) == ROUTE_OPT_INVALID);
    CHECK(!set(problem.get(), "stops.\x1b[2J\n", Ints{1}));
    CHECK(set(problem.get(), "trains.visits", Ints{1}));
    const std::string said = said_of(problem);
    for (const char* one :
         {"track.peices: is none of", "own: is no field of stops,",
          "boats.value: is no field of stops,", "NULL: is no field of stops,",
          "stops.?[2J?: is none of value, end_extra,", "trains.visits[0]: 1 is"}) {
        CHECK(said.find(one) != std::string::npos);
    }
}

// A list without entries is a list that was left out.
void nothing_is_as_if_not_set() {
    const ProblemHandle problem = tiny();
    for (const char* name : {"stops.group", "stops.end_only", "trains.counts", "stops.tariffs"}) {
        CHECK(set(problem.get(), name, Ints{}));
    }
    CHECK(said_of(problem).empty() && !refused(problem));
}

void limits_below_nothing_are_none() {
    const ProblemHandle problem = tiny();
    route_opt_solution* raw = nullptr;
    const auto ask = [&](double seconds, std::int64_t nodes) {
        route_opt_limits limits{};
        limits.seconds = seconds;
        limits.nodes = nodes;
        const std::int32_t code = route_opt_solve(problem.get(), &limits, &raw);
        route_opt_solution_free(raw);
        return code;
    };
    CHECK(ask(0, 0) == ROUTE_OPT_OK && ask(5, 1000) == ROUTE_OPT_OK);
    CHECK(ask(-1, 0) == ROUTE_OPT_INVALID && raw == nullptr);
    CHECK(ask(0, -1) == ROUTE_OPT_INVALID);
    CHECK(ask(std::numeric_limits<double>::quiet_NaN(), 0) == ROUTE_OPT_INVALID);
}

void what_is_not_there_is_answered() {
    std::int32_t number = 1;
    CHECK(route_opt_set(nullptr, "stops.value", &number, 1) == ROUTE_OPT_INVALID);
    const ProblemHandle problem(route_opt_problem_new());
    CHECK(route_opt_set(problem.get(), nullptr, &number, 1) == ROUTE_OPT_INVALID);
    CHECK(route_opt_set(problem.get(), "stops.value", nullptr, 1) == ROUTE_OPT_INVALID);
    CHECK(route_opt_set(problem.get(), "stops.value", &number, -1) == ROUTE_OPT_INVALID);
    number = 7;
    CHECK(route_opt_set(problem.get(), "stops.own", &number, 1) == ROUTE_OPT_INVALID);
    CHECK(!set(problem.get(), "terms.sets", Ints{10, 3, 0, 1}));
    CHECK(route_opt_problems(nullptr, nullptr, 0) == -1);
    CHECK(route_opt_unread(problem.get(), "stops.vlaue") == ROUTE_OPT_INVALID);
    CHECK(route_opt_unread(nullptr, "stops.value") == ROUTE_OPT_INVALID);
    CHECK(route_opt_verify(problem.get(), nullptr, nullptr, 0) == -1);
    CHECK(route_opt_solve(problem.get(), nullptr, nullptr) == ROUTE_OPT_INVALID);
    route_opt_solution* raw = nullptr;
    CHECK(route_opt_solve(nullptr, nullptr, &raw) == ROUTE_OPT_INVALID);
    std::int32_t found = 5;
    CHECK(route_opt_all_best(problem.get(), 9, nullptr, &raw, 1, &found, nullptr) ==
          ROUTE_OPT_INVALID);
    CHECK(found == 0);
    CHECK(route_opt_status(nullptr) == -1 && route_opt_routes(nullptr) == 0);
    CHECK(route_opt_value(nullptr) == 0 && route_opt_bound(nullptr) == 0);
    CHECK(route_opt_listed(nullptr) == 0 && route_opt_seconds(nullptr) == 0);
    CHECK(route_opt_nodes(nullptr) == 0 && route_opt_route_train(nullptr, 0) == -1);
    CHECK(route_opt_route_path(nullptr, 0, &found) == nullptr && found == 0);
    route_opt_problem_free(nullptr);
    route_opt_solution_free(nullptr);
}

void versions_agree() {
    CHECK(std::string(route_opt_version()) == ROUTE_OPT_VERSION);
    CHECK(route_opt_abi() == ROUTE_OPT_ABI);
}

// The n-th allocation fails, for every n until all succeed: a code each time, never more.
template <class Work>
void until_there_is_memory(Work work) {
    long failed = 0;
    for (long n = 0;; ++n) {
        allowed = n;
        const bool done = work();
        allowed = -1;
        if (done) break;
        ++failed;
    }
    CHECK(failed > 3);
}

void no_memory_is_a_code() {
    Random random(3);
    const Instance in = random_instance(random, 7, 10, 2);
    const Solution truth = solve(in);
    const ProblemHandle problem = problem_of(in);
    until_there_is_memory([&problem, &truth] {
        route_opt_solution* raw = nullptr;
        const std::int32_t code = route_opt_solve(problem.get(), nullptr, &raw);
        allowed = -1;
        CHECK(code == ROUTE_OPT_OK ? same(raw, truth)
                                   : code == ROUTE_OPT_NO_MEMORY && raw == nullptr);
        route_opt_solution_free(raw);
        return code == ROUTE_OPT_OK;
    });
    // A field for which there was no memory is missing: the problem says so until it is set.
    ProblemHandle kept = tiny();
    const Ints value{20, 40};
    allowed = 0;
    const std::int32_t code = route_opt_set(kept.get(), "stops.value", value.data(), 2);
    allowed = -1;
    CHECK(code == ROUTE_OPT_NO_MEMORY && refused(kept));
    CHECK(said_of(kept) == "stops.value: there was no memory for it");
    CHECK(set(kept.get(), "stops.value", value) && !refused(kept));
    allowed = 0;
    CHECK(route_opt_set(kept.get(), "stops.a name that is longer than any that stands in itself",
                        value.data(), 2) == ROUTE_OPT_NO_MEMORY);
    allowed = -1;
    CHECK(refused(kept));
    until_there_is_memory([] {
        route_opt_problem* made = route_opt_problem_new();
        const std::int32_t value = 10;
        const std::int32_t code =
            made == nullptr ? ROUTE_OPT_NO_MEMORY : route_opt_set(made, "stops.value", &value, 1);
        const std::int64_t said = code == ROUTE_OPT_OK ? route_opt_problems(made, nullptr, 0) : -1;
        allowed = -1;
        CHECK(code == ROUTE_OPT_OK || code == ROUTE_OPT_NO_MEMORY);
        route_opt_problem_free(made);
        return said >= 0;
    });
}

}  // namespace

// All memory of this program comes from here, so that it can run out.
void* operator new(std::size_t size) {
    if (allowed == 0) throw std::bad_alloc();
    if (allowed > 0) --allowed;
    if (void* found = std::malloc(size == 0 ? 1 : size)) return found;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    if (allowed == 0) return nullptr;
    if (allowed > 0) --allowed;
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

int main() {
    threads_do_not_meet();
    problems_are_apart();
    threads_are_shared();
    another_thread_stops();
    what_a_poll_throws_stays_inside();
    all_problems_are_told();
    what_was_not_read_is_not_missed();
    what_was_refused_is_remembered();
    strangers_are_remembered();
    nothing_is_as_if_not_set();
    limits_below_nothing_are_none();
    what_is_not_there_is_answered();
    versions_agree();
    no_memory_is_a_code();
    return summary();
}
