// Graphs that forget how seams are joined, and what is made with their help (Lemma 34), against
// trying everything: no route earns more than the best loose way at any prices, and the search that
// has nothing else finds and proves the truth.
#include <algorithm>
#include <cstdio>

#include "boards.hpp"
#include "check.hpp"
#include "frontier/loose.hpp"
#include "oracle.hpp"
#include "route_opt/verify.hpp"
#include "sweeping.hpp"
#include "tuned.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

struct Seen {
    int boards = 0;
    int proved = 0;
    int anyway = 0;  // without any of it
    int less = 0;    // boards where graphs near the bound were too large as well
};

// Neither lists nor graphs nor walks hold anything.
Tuning nothing_else() {
    Tuning tuning;
    tuning.few = {0, 0};
    tuning.lone_nodes = 0;
    tuning.many = {0, 0};
    tuning.alone_nodes = 0;
    tuning.rough_nodes = 0;
    tuning.outlook = false;
    tuning.graph_arcs = 0;
    return tuning;
}

void approach(const Instance& in, Random& random, Seen& seen) {
    Oracle oracle(in);
    if (oracle.sets() > 20'000) return;
    const OracleAnswer truth = oracle.best();
    if (!truth.feasible) return;
    Tuning tuning = nothing_else();
    const bool less = random.chance(20);
    if (less) tuning.near_arcs = random.below(3'000);
    if (random.chance(10)) tuning.most_work = 1 + random.below(400'000);
    Tuning without = tuning;
    without.near_arcs = 0;
    seen.anyway += solve_tuned(in, {}, without).status == Status::optimal ? 1 : 0;
    const Solution got = solve_tuned(in, {}, tuning);
    CHECK_NOTE(got.value <= truth.value && truth.value <= got.bound, dump(in));
    CHECK_NOTE((got.status == Status::optimal) == (got.value == got.bound), dump(in));
    CHECK_NOTE(verify(in, got).problems.empty(), dump(in));
    ++seen.boards;
    seen.proved += got.status == Status::optimal ? 1 : 0;
    seen.less += less ? 1 : 0;
}

// Lemma 6. Of eight trains, each of a kind of its own, one has the bonus and two run the pairs, in
// 8 * 8 * 7 ways: more than are looked at one by one. One pair leaves 8 * 8.
void too_many_castings() {
    Instance in;
    for (int i = 0; i < 9; ++i) add_stop(in, {.value = 10 * (1 + i), .own = i % 2 == 0});
    join_grid(in, 3);
    for (std::int32_t visits = 2; visits <= 9; ++visits) add_train(in, visits);
    in.terms.visit_bonus = 10;
    in.terms.required_ends = {{0, 2}};
    CHECK(solve_tuned(in, {}, nothing_else()).status == Status::optimal);
    in.terms.required_ends = {{0, 2}, {6, 8}};
    CHECK(solve_tuned(in, {}, nothing_else()).status == Status::feasible);
}

struct SeenGraphs {
    int graphs = 0;
    int looser = 0;  // the best loose way is no route
    int less = 0;    // there was something to leave out
};

// With as much slack as the best route needs, the graph near the bound has it, and with a little
// less it has not; with all the slack there is, it is the graph.
void graphs_near(const Instance& in, Random& random, SeenGraphs& seen) {
    using namespace frontier;
    Sweeping s(in);
    if (!s.fits) return;
    Prices prices = s.no_prices();
    for (auto& layer : prices.layers) {
        for (Cost& price : layer) price = random.chance(50) ? random.below(30'000) : 0;
    }
    const GraphInput input = s.input(in);
    for (std::size_t kind = 0; kind < s.kinds.size(); ++kind) {
        LooseGraph loose;
        CHECK(make_loose_graph(input, s.kinds[kind], s.watch, loose) == GraphFate::done);
        Hands alone(1);
        const Cost best = make_potential(*s.graphs[kind], prices, alone)[0][0];
        const Cost loosely = make_potential(loose.graph, prices, alone)[0][0];
        CHECK_NOTE(loosely >= best, dump(in));
        const auto near = [&](Cost slack) {
            TrainGraph graph;
            const Guide guide(loose, prices, slack, s.watch);
            CHECK(make_near_graph(input, s.kinds[kind], guide, s.watch, graph) == GraphFate::done);
            return graph;
        };
        const TrainGraph just = near(loosely - best);
        CHECK_NOTE(!just.empty() && make_potential(just, prices, alone)[0][0] == best, dump(in));
        CHECK_NOTE(near(loosely - best - 1).empty(), dump(in));
        CHECK_NOTE(near(barrier).arcs() == s.graphs[kind]->arcs(), dump(in));
        ++seen.graphs;
        seen.looser += loosely > best ? 1 : 0;
        seen.less += just.arcs() < s.graphs[kind]->arcs() ? 1 : 0;
    }
}

}  // namespace

int main() {
    SeenGraphs made;
    for (int seed = 1; seed <= 1'500; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 180'000'000);
        Instance in = random_instance(random, 12, 18, 3);
        in.terms.visit_bonus = 0;
        in.terms.required_ends.clear();
        graphs_near(in, random, made);
    }
    std::printf("%d graphs, %d with a better loose way, %d smaller\n", made.graphs, made.looser,
                made.less);
    CHECK(made.graphs > 1'000 && made.looser > 10 && made.less > made.graphs / 2);
    too_many_castings();
    Seen seen;
    for (int seed = 1; seed <= 3'000; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 170'000'000);
        approach(random_instance(random, 9, 13, 3), random, seen);
    }
    std::printf("%d boards, %d proved, %d of them anyway, %d with little room\n", seen.boards,
                seen.proved, seen.anyway, seen.less);
    CHECK(seen.boards > 1'500 && seen.proved > seen.anyway + 500 && seen.less > 200);
    return summary();
}
