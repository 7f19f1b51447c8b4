// Tariffs, trains that tell towns from cities, and sets of stops: boards worked by hand.
#include "boards.hpp"
#include "check.hpp"
#include "route_opt/count.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"
#include "tuned.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

// A line: off-board 20, city 30 (own), town 10, city 40, off-board 20.
Instance line() {
    Instance in;
    add_stop(in, {.value = 20, .end_only = true});
    add_stop(in, {.value = 30, .own = true});
    add_stop(in, {.value = 10});
    add_stop(in, {.value = 40});
    add_stop(in, {.value = 20, .end_only = true});
    for (std::int32_t i = 0; i < 4; ++i) join(in, i, i + 1);
    in.stops.minor = {0, 0, 1, 0, 0};
    return in;
}

// By lists and by the sweep.
void expect(const Instance& in, Money value, const char* what) {
    Tuning swept;
    swept.few.rows = swept.many.rows = 0;
    for (const Tuning& tuning : {Tuning{}, swept}) {
        const Solution got = solve_tuned(in, {}, tuning);
        CHECK_NOTE(got.status == Status::optimal && got.value == value,
                   std::string(what) + ": " + std::to_string(got.value));
        CHECK_NOTE(verify(in, got).problems.empty(), what);
    }
}

void tariffs() {
    Instance in = line();
    add_train(in, 3);
    add_train(in, 0);
    expect(in, (30 + 10 + 40 + 20) + (20 + 30), "two trains at the printed values");
    in.stops.tariffs = {80, 30, 10, 40, 80};
    in.trains.tariff = {0, 0};
    expect(in, 150, "a tariff that no train has");
    in.trains.tariff = {0, 1};
    // The second runs all the way east for 30 + 10 + 40 + 80, the first west for 30 + 20; all the
    // way by itself it would have 80 + 30 + 10 + 40 + 80 = 240.
    expect(in, 240, "off-boards that pay the second more");
    const Solution got = solve(in);
    CHECK(got.routes.size() == 1 && got.routes[0].train == 1 && got.routes[0].value == 240);
    Instance other = in;
    other.trains.tariff = {1, 0};
    CHECK(!verify(other, got).problems.empty());
}

void towns() {
    Instance in = line();
    add_train(in, 0);
    in.trains.major_visits = {2};
    expect(in, 30 + 10 + 40, "two cities, any number of towns");
    in.trains.minor_visits = {Trains::none};
    expect(in, 20 + 30, "two cities, no town");
    in.trains.minor_visits = {1};
    in.trains.minor_counts = {Trains::none};
    expect(in, 30 + 40, "two cities, past a town that does not count");
    in.trains.major_visits = {4};
    expect(in, 20 + 30 + 40 + 20, "four cities");
    in.trains.major_counts = {2};
    expect(in, 30 + 40, "four cities, two of them counted");
    in.trains.counts = {1};
    expect(in, 30, "one of them counted: the own one");
    const Solution got = solve(in);
    Instance less = in;
    less.trains.major_counts = {Trains::none};
    CHECK(!verify(less, got).problems.empty());
    expect(less, 0, "nothing that it could count is its own");
    CHECK(count_routes(in).by_stops[0] == (std::vector<std::int64_t>{0, 0, 2, 2, 2, 1}));
    in.trains.minor_visits = {Trains::none};
    CHECK(count_routes(in).by_stops[0] == (std::vector<std::int64_t>{0, 0, 1, 0, 0, 0}));
}

void sets() {
    Instance in = line();
    add_train(in, 3);
    expect(in, 30 + 10 + 40, "without a set");
    in.terms.sets = {{{0, 2}, 50}};
    expect(in, 20 + 30 + 10 + 50, "a pair of stops");
    in.trains.counts = {1};
    expect(in, 30 + 50, "visited, not counted");
    in.trains.counts = {0};
    in.terms.sets.push_back({{1, 2, 3}, 60});
    expect(in, 30 + 10 + 40 + 60, "a set of three is worth more");
    add_train(in, 0);
    in.terms.sets = {{{0, 1}, 100}};
    // Each route that has the pair is paid for it: one train only gets there.
    expect(in, (20 + 30 + 100) + (30 + 10 + 40 + 20), "once on each route");
    Solution got = solve(in);
    got.value += 10;
    got.bound += 10;
    CHECK(!verify(in, got).problems.empty());
}

void unsound() {
    const auto refused = [](auto spoil) {
        Instance in = line();
        add_train(in, 2);
        spoil(in);
        return !validate(in).empty();
    };
    CHECK(!refused([](Instance&) {}));
    CHECK(refused([](Instance& in) { in.stops.minor.pop_back(); }));
    CHECK(refused([](Instance& in) { in.stops.tariffs = {1, 2}; }));
    CHECK(refused([](Instance& in) { in.stops.tariffs = {1, 2, 3, 4, -5}; }));
    CHECK(refused([](Instance& in) { in.trains.tariff = {1}; }));
    CHECK(refused([](Instance& in) { in.trains.tariff = {0, 0}; }));
    CHECK(refused([](Instance& in) { in.trains.major_visits = {-2}; }));
    CHECK(refused([](Instance& in) { in.trains.minor_counts = {1, 1}; }));
    CHECK(refused([](Instance& in) { in.terms.sets = {{{1}, 10}}; }));
    CHECK(refused([](Instance& in) { in.terms.sets = {{{1, 1}, 10}}; }));
    CHECK(refused([](Instance& in) { in.terms.sets = {{{1, 5}, 10}}; }));
    CHECK(refused([](Instance& in) { in.terms.sets = {{{1, 2}, -10}}; }));
    CHECK(refused([](Instance& in) { in.terms.sets = {{{1, 2}, 2'000'000'000}}; }));
}

// A star: 10 (own, with a good) in the middle, five buyers around it. Each train might have the
// good if it were alone, and sums of what they might have are made in the search: the dearest good
// that is allowed leaves room for that. Five trains to one buyer each are best, 70 + 70 + 30 + 40 +
// 10; the first over two of them, 60 + 10 + 60, leaves 30 + 40 + 10 to the others.
void goods_as_dear_as_may_be() {
    Instance in;
    for (const Money value : {10, 60, 20, 30, 0, 60}) add_stop(in, {.value = value});
    in.stops.own[0] = 1;
    in.stops.goods[0] = 1;
    for (std::int32_t stop = 1; stop <= 5; ++stop) {
        in.stops.buyer[stop] = 1;
        join(in, 0, stop);
    }
    add_train(in, 3);
    for (int i = 0; i < 4; ++i) add_train(in, 2);
    // All stops and the good for each of five trains, and the good: 180 * 5 + good * 6 is not to be
    // more than 536'870'911.
    in.terms.good_value = 89'478'335;
    expect(in, 220 + in.terms.good_value, "a dear good");
    ++in.terms.good_value;
    CHECK(!validate(in).empty());
}

}  // namespace

int main() {
    tariffs();
    towns();
    sets();
    goods_as_dear_as_may_be();
    unsound();
    return summary();
}
