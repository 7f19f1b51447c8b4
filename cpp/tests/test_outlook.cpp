// Walks and what is made of them, against trying everything: no route earns more than the best walk
// at any prices, no bound is below the best set, and a part of the board gives plans for the whole.
#include <algorithm>

#include "boards.hpp"
#include "check.hpp"
#include "oracle.hpp"
#include "outlook.hpp"
#include "route_opt/verify.hpp"
#include "tuned.hpp"

using namespace route_opt;
using namespace route_opt::test;
using frontier::Cost;
using frontier::cost_scale;

namespace {

// A board and what the search makes of it before it begins.
struct Begun {
    explicit Begun(const Instance& instance)
        : in(instance),
          seams(find_seams(in)),
          graph(contract(in, seams, watch)),
          problem(in, seams, graph, watch, tuning) {}
    Begun(const Begun&) = delete;
    Begun& operator=(const Begun&) = delete;

    const Instance& in;
    const Tuning tuning;
    Watch watch{Limits{}};
    const Seams seams;
    const Graph graph;
    const Problem problem;
};

// What a route pays: each bit once, though it may stand for many sides.
Cost paid(const Begun& board, const OracleRoute& route, const std::vector<Cost>& prices) {
    std::vector<char> bits(prices.size(), 0);
    for (std::int32_t seam = 0; seam < board.seams.size(); ++seam) {
        const std::int32_t bit = board.graph.bit_of_seam[seam];
        for (std::int32_t k = board.seams.first_face[seam]; k < board.seams.first_face[seam + 1];
             ++k) {
            const std::int32_t side = (board.seams.faces[k] - board.seams.stops) / 2;
            if (bit >= 0 && route.used.count(side) > 0) bits[bit] = 1;
        }
    }
    Cost sum = 0;
    for (std::size_t bit = 0; bit < bits.size(); ++bit) sum += bits[bit] != 0 ? prices[bit] : 0;
    return sum;
}

// Lemma 31. Gives how many routes were compared.
int walks_are_no_less(const Begun& board, Oracle& oracle, Random& random) {
    const Walks walks(board.problem);
    if (!walks.fit()) return 0;
    std::vector<Cost> prices(static_cast<std::size_t>(board.graph.bits), 0);
    for (Cost& price : prices) price = random.chance(50) ? random.below(30'000) : 0;
    int compared = 0;
    for (std::size_t type = 0; type < board.problem.types.size(); ++type) {
        const Walk best = walks.best(static_cast<std::int32_t>(type), prices);
        for (const OracleRoute& route : oracle.routes(board.problem.trains[type].front())) {
            if (route.value < 0) continue;
            // Track from stop to stop is no side: what it costs is left out.
            const bool direct = !route.used.empty() && *route.used.rbegin() >= board.in.track.sides;
            if (direct) continue;
            CHECK_NOTE(route.value * cost_scale - paid(board, route, prices) <= best.net,
                       dump(board.in));
            ++compared;
        }
    }
    return compared;
}

struct Seen {
    int boards = 0;
    int exact = 0;     // the bound is the truth
    int found = 0;     // the plan is
    int compared = 0;  // routes with walks
};

void look(const Instance& in, Random& random, Seen& seen) {
    Oracle oracle(in);
    if (oracle.sets() > 20'000) return;
    const Money truth = oracle.best().value;
    const Begun board(in);
    seen.compared += walks_are_no_less(board, oracle, random);
    Outlook outlook(board.problem);
    std::vector<Cost> told;
    if (!outlook.look([&](Cost bound) { told.push_back(bound); })) return;
    ++seen.boards;
    CHECK_NOTE(!told.empty() && std::is_sorted(told.rbegin(), told.rend()), dump(in));
    CHECK_NOTE(told.back() >= truth * cost_scale, dump(in));
    const auto choice = static_cast<Outlook::Choice>(random.below(3));
    const Plan plan = outlook.plan(solve_tuned(outlook.part(choice), {}, Tuning{}));
    CHECK_NOTE(plan.value <= truth, dump(in));
    CHECK_NOTE(verify(in, board.problem.solution(plan, truth, false)).problems.empty(), dump(in));
    seen.exact += told.back() < (truth + 1) * cost_scale ? 1 : 0;
    seen.found += plan.value == truth ? 1 : 0;
}

// By searches of which lists and graphs hold too little.
void searches(const Instance& in, Random& random) {
    Oracle oracle(in);
    if (oracle.sets() > 20'000) return;
    const OracleAnswer truth = oracle.best();
    Tuning tuning;
    tuning.sweep = false;
    tuning.few = {static_cast<std::size_t>(random.below(4)), 30};
    tuning.many = {static_cast<std::size_t>(random.below(8)), 60};
    Limits limits;
    if (random.chance(30)) limits.nodes = random.below(200);
    if (random.chance(30)) tuning.most_work = 1 + random.below(400'000);
    const Solution got = solve_tuned(in, limits, tuning);
    if (!truth.feasible) return;
    CHECK_NOTE(got.value <= truth.value && truth.value <= got.bound, dump(in));
    CHECK_NOTE((got.status == Status::optimal) == (got.value == got.bound), dump(in));
    CHECK_NOTE(verify(in, got).problems.empty(), dump(in));
}

}  // namespace

int main() {
    Seen seen;
    for (int seed = 1; seed <= 3'000; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 150'000'000);
        Instance in = random_instance(random, 9, 13, 3);
        if (seed % 2 == 0) {
            in.terms.visit_bonus = 0;
            in.terms.required_ends.clear();
            in.terms.good_value = 0;
            in.terms.sets.clear();
        }
        look(in, random, seen);
        searches(in, random);
    }
    std::printf("%d boards, %d with the bound exact, %d with the best set, %d routes\n",
                seen.boards, seen.exact, seen.found, seen.compared);
    CHECK(seen.boards > 500 && seen.exact > seen.boards / 3 && seen.found > seen.boards / 2);
    CHECK(seen.compared > 10'000);
    return summary();
}
