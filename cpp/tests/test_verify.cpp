// An answer with one thing wrong in it is caught.
#include <functional>

#include "boards.hpp"
#include "check.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

// Three stops in a row, the last one own; two ways between the first two.
Instance board() {
    Instance in;
    add_stop(in, {.value = 20});
    add_stop(in, {.value = 30});
    add_stop(in, {.value = 40, .own = true});
    join(in, 0, 1);
    join(in, 1, 2);
    join(in, 0, 1);
    add_train(in, 3);
    add_train(in, 2);
    return in;
}

void expect(const char* word, const Instance& in, const std::function<void(Solution&)>& spoil) {
    Solution solution = solve(in);
    CHECK(verify(in, solution).problems.empty());
    spoil(solution);
    const auto problems = verify(in, solution).problems;
    bool named = false;
    for (const std::string& p : problems) named = named || p.find(word) != std::string::npos;
    CHECK_NOTE(named, std::string(word) + (problems.empty() ? "" : ": " + problems[0]));
}

}  // namespace

int main() {
    const Instance in = board();
    expect("not", in, [](Solution& s) { s.value += 10; });
    expect("not", in, [](Solution& s) { s.routes[0].value += 10; });
    expect("no such train", in, [](Solution& s) { s.routes[0].train = 5; });
    expect("runs twice", in, [](Solution& s) { s.routes.push_back(s.routes[0]); });
    expect("used twice", in, [](Solution& s) {
        s.routes.push_back(s.routes[0]);
        s.routes.back().train = 1;
    });
    expect("does not exist", in, [](Solution& s) { s.routes[0].path[1] = 99; });
    expect("from a stop", in, [](Solution& s) { s.routes[0].path.pop_back(); });
    expect("no track", in, [](Solution& s) { s.routes[0].path[1] ^= 1; });
    expect("own", in, [](Solution& s) { s.routes[0].counted = {0}; });
    expect("without visiting", in, [](Solution& s) { s.routes[0].counted = {2, 7}; });
    expect("counted twice", in, [](Solution& s) { s.routes[0].counted = {2, 2}; });
    expect("bound", in, [](Solution& s) { s.bound -= 10; });
    expect("optimal", in, [](Solution& s) { s.bound += 10; });
    Instance shorter = in;
    shorter.trains.visits[0] = 2;
    CHECK(!verify(shorter, solve(in)).problems.empty());
    Instance blocked = in;
    blocked.stops.end_only[1] = 1;
    CHECK(!verify(blocked, solve(in)).problems.empty());
    Instance grouped = in;
    grouped.stops.group = {4, -1, 4};
    CHECK(!verify(grouped, solve(in)).problems.empty());
    Instance counting = in;
    counting.trains.counts = {1, 1};
    CHECK(!verify(counting, solve(in)).problems.empty());
    return summary();
}
