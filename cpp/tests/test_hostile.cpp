// Boards that nobody would build, through the doors that anyone may use: whatever they are, a
// search ends when it is told to, in bounded memory, and what it says holds.
#include <ctime>
#include <functional>
#include <numeric>

#include "boards.hpp"
#include "casting.hpp"
#include "check.hpp"
#include "graph.hpp"
#include "route_opt/count.hpp"
#include "route_opt/relevant.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"
#include "tuned.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

constexpr double patience = 60;  // seconds of processor time: without an end it would be hours

// Hexes in rows, every side of a hex joined to every other, as if all tiles lay on it at once; a
// stop on every n-th.
Instance all_tiles(std::int32_t width, std::int32_t height, std::int32_t every) {
    Instance in;
    const std::int32_t hexes = width * height;
    std::vector<std::int32_t> stop(hexes, -1);
    for (std::int32_t i = 0; i < hexes; i += every) {
        stop[i] = add_stop(in, {.value = 10 * (1 + i * 7 % 5), .own = i % (5 * every) == 0});
    }
    std::vector<std::vector<std::int32_t>> faces(hexes);
    const auto side = [&](std::int32_t a, std::int32_t b) {
        faces[a].push_back(face_end(in, in.track.sides, 0));
        faces[b].push_back(face_end(in, in.track.sides++, 1));
    };
    for (std::int32_t i = 0; i < hexes; ++i) {
        const bool right = i % width + 1 < width, left = i % width > 0, below = i + width < hexes;
        if (right) side(i, i + 1);
        if (below) side(i, i + width);
        if (below && left) side(i, i + width - 1);
    }
    for (std::int32_t i = 0; i < hexes; ++i) {
        for (std::size_t a = 0; a < faces[i].size(); ++a) {
            if (stop[i] >= 0) add_piece(in, stop[i], faces[i][a]);
            for (std::size_t b = 0; b < a; ++b) add_piece(in, faces[i][a], faces[i][b]);
        }
    }
    return in;
}

Instance line(std::int32_t stops, std::int32_t own) {
    Instance in;
    for (std::int32_t i = 0; i < stops; ++i) add_stop(in, {.value = 10, .own = i == own});
    for (std::int32_t i = 0; i + 1 < stops; ++i) join(in, i, i + 1);
    return in;
}

Instance star(std::int32_t arms) {
    Instance in;
    add_stop(in, {.value = 10, .own = true});
    for (std::int32_t i = 0; i < arms; ++i) add_stop(in, {.value = 20});
    for (std::int32_t i = 1; i <= arms; ++i) join(in, 0, i);
    return in;
}

Instance grid(std::int32_t size) {
    Instance in;
    for (std::int32_t i = 0; i < size * size; ++i) {
        add_stop(in, {.value = 10 * (1 + i * 7 % 5), .own = i % 17 == 0});
    }
    for (std::int32_t i = 0; i < size * size; ++i) {
        if (i % size + 1 < size) join(in, i, i + 1);
        if (i + size < size * size) join(in, i, i + size);
    }
    return in;
}

Instance with(Instance in, std::int32_t trains, std::int32_t visits, std::int32_t more = 0) {
    for (std::int32_t t = 0; t < trains; ++t) add_train(in, visits == 0 ? 0 : visits + more * t);
    return in;
}

Instance with_goods(Instance in, std::int32_t goods) {
    in.terms.good_value = 1;
    in.terms.extra_good = true;
    for (std::int32_t i = 0; i < in.stops.size(); ++i) {
        in.stops.goods[i] = goods;
        in.stops.buyer[i] = i % 2 == 1;
        in.stops.room[i] = i % 3 == 0;
    }
    return in;
}

Instance with_pairs(Instance in, std::int32_t pairs) {
    for (std::int32_t i = 0; i < pairs; ++i) in.terms.required_ends.push_back({i, 24 - i});
    in.terms.visit_bonus = 10;
    return in;
}

Instance with_classes(Instance in) {
    const std::int32_t n = in.stops.size();
    for (std::int32_t i = 0; i < n; ++i) {
        in.stops.end_class[i] = i + 1;
        in.terms.forbidden_ends.push_back({i + 1, n - i});
    }
    return in;
}

Instance with_sets(Instance in, std::int32_t sets) {
    for (std::int32_t k = 0; k < sets; ++k) {
        Terms::Set set{{}, 1};
        for (std::int32_t i = 0; i < in.stops.size(); ++i) {
            if ((k >> (i % 14) & 1) != 0) set.stops.push_back(i);
        }
        if (set.stops.size() > 1) in.terms.sets.push_back(set);
    }
    return in;
}

// Where no route counts an own stop, nothing is put down however far a train goes.
Instance with_nothing_own_to_count(Instance in) {
    in.stops.minor = in.stops.own;
    in.trains.minor_counts.assign(in.trains.visits.size(), Trains::none);
    return in;
}

struct Hostile {
    const char* name;
    std::function<Instance()> make;
};

const std::vector<Hostile>& boards() {
    static const std::vector<Hostile> all{
        {"all tiles at once", [] { return with(all_tiles(15, 15, 4), 4, 12); }},
        {"all tiles, unlimited trains", [] { return with(all_tiles(15, 15, 4), 9, 0); }},
        {"all tiles, a stop on each", [] { return with(all_tiles(12, 12, 1), 8, 12); }},
        {"all tiles, few stops", [] { return with(all_tiles(15, 15, 30), 2, 6); }},
        {"all tiles, narrow", [] { return with(all_tiles(3, 60, 2), 16, 0); }},
        {"all tiles, four wide", [] { return with(all_tiles(4, 60, 2), 9, 12); }},
        {"a line", [] { return with(line(20'000, 10'000), 3, 0); }},
        {"a long line", [] { return with(line(100'000, 0), 1, 0); }},
        {"a line for nothing",
         [] { return with_nothing_own_to_count(with(line(20'000, 0), 1, 0)); }},
        {"a star", [] { return with(star(50'000), 3, 0); }},
        {"a big grid", [] { return with(grid(200), 3, 12); }},
        {"a thousand trains", [] { return with(grid(3), 1'000, 2, 1); }},
        {"a thousand trains and mail", [] { return with_pairs(with(grid(5), 1'000, 2, 1), 0); }},
        {"ten pairs", [] { return with_pairs(with(grid(5), 12, 2, 1), 10); }},
        {"more pairs than trains", [] { return with_pairs(with(grid(5), 11, 2, 1), 12); }},
        {"goods", [] { return with_goods(with(grid(5), 30, 4), 3); }},
        {"mountains of goods", [] { return with_goods(with(grid(60), 1'000, 4), 20'000); }},
        {"classes", [] { return with_classes(with(grid(60), 2, 4)); }},
        {"sets of stops", [] { return with_sets(with(grid(6), 3, 0), 10'000); }},
    };
    return all;
}

double worked(const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// By the clock, by nodes, and by work: the search ends, and what it says holds.
void limits_are_kept() {
    for (const Hostile& board : boards()) {
        const Instance in = board.make();
        Limits seconds, nodes;
        seconds.seconds = 0.1;
        nodes.nodes = 2'000;
        Tuning little;
        little.most_work = 30'000'000;
        for (const int way : {0, 1, 2}) {
            Solution s;
            const double time = worked([&] {
                s = way == 0   ? solve(in, seconds)
                    : way == 1 ? solve_tuned(in, nodes, little)
                               : solve_tuned(in, {}, little);
            });
            CHECK_NOTE(time < patience, std::string(board.name) + ": " + std::to_string(time));
            CHECK_NOTE(s.bound >= s.value, board.name);
            const double looked =
                worked([&] { CHECK_NOTE(verify(in, s).problems.empty(), board.name); });
            CHECK_NOTE(looked < patience, board.name);
        }
        CHECK_NOTE(worked([&] { CHECK(!relevant(in).empty()); }) < patience, board.name);
    }
}

// Without a limit, too: there are more links than anyone can list, so none are listed.
void links_beyond_counting_are_given_up() {
    const Instance in = with(all_tiles(15, 15, 4), 4, 12);
    Watch watch{Limits{}};
    const Graph graph = contract(in, find_seams(in), watch);
    CHECK(!graph.complete && graph.links.empty() && graph.ends.empty());
    CHECK(graph.size() == in.stops.size() && !watch.stopped());
}

// A triangle beside all tiles at once: what cannot be listed can be swept or is left open, and is
// never taken for nothing.
void giving_up_links_proves_nothing() {
    const Instance in = with(all_tiles(3, 12, 3), 1, 2);
    Watch watch{Limits{}};
    const Graph graph = contract(in, find_seams(in), watch);
    const Solution s = solve(in);
    CHECK(verify(in, s).problems.empty());
    CHECK(graph.complete || s.status != Status::optimal || s.value > 0);
    // Every own stop has a neighbour within reach: a route is worth 20 at least.
    CHECK(s.bound >= 20);
}

// A stop that no track comes to, on a board whose links are given up.
void a_pair_out_of_reach_stays_out_of_reach() {
    Instance in = all_tiles(15, 15, 4);
    Instance larger;
    for (std::int32_t i = 0; i < in.stops.size(); ++i) {
        add_stop(larger, {.value = in.stops.value[i], .own = in.stops.own[i] != 0});
    }
    const std::int32_t lonely = add_stop(larger, {.value = 50});
    const auto moved = [&](std::int32_t end) { return end < lonely ? end : end + 1; };
    larger.track.sides = in.track.sides;
    for (std::int32_t i = 0; i < in.track.size(); ++i) {
        add_piece(larger, moved(in.track.a[i]), moved(in.track.b[i]));
    }
    add_train(larger, 12);
    larger.terms.required_ends.push_back({0, lonely});
    CHECK(solve(larger).status == Status::infeasible);
}

// Forty trains, each from the middle to an arm and back with one good, as long as there are goods:
// 40 * (10 + 20) + 25 for the goods. The set has 2^40 parts to look through for whoever tries.
void many_trains_share_goods() {
    Instance in = with(star(40), 40, 2);
    in.terms.good_value = 1;
    in.stops.goods[0] = 25;
    for (std::int32_t i = 1; i <= 40; ++i) in.stops.buyer[i] = 1;
    Solution s = solve(in);
    CHECK(s.value == 40 * 30 + 25 && verify(in, s).problems.empty());
    s.value += 1;
    CHECK(!verify(in, s).problems.empty());
}

// 3 pairs for trains of n types: n (n - 1) (n - 2) ways, each with n parts.
void castings_are_counted_before_they_are_made() {
    const auto of = [](std::int32_t types, std::int32_t pairs) {
        return castings(std::vector<std::int32_t>(types, 1), pairs, false);
    };
    CHECK(of(10, 3) && of(10, 3)->size() == 10 * 9 * 8);
    CHECK(!of(40, 3));
    CHECK(!of(30, 20));
    CHECK(of(20, 30) && of(20, 30)->empty());
}

// From its one own stop at the end of a line a train has one route for each stop but that; a way as
// long as the line is no reason to fall.
void a_long_way_is_counted() {
    const Instance in = with(line(200'000, 0), 1, 0);
    Limits limits;
    limits.nodes = 700'000;
    const RouteCounts counts = count_routes(in, limits);
    const std::vector<std::int64_t>& found = counts.by_stops.front();
    CHECK(!counts.complete);
    CHECK(std::accumulate(found.begin(), found.end(), std::int64_t{0}) >= 199'999);
    CHECK(found[2] == 1 && found[200'000] == 1);
}

}  // namespace

int main() {
    links_beyond_counting_are_given_up();
    giving_up_links_proves_nothing();
    a_pair_out_of_reach_stays_out_of_reach();
    many_trains_share_goods();
    castings_are_counted_before_they_are_made();
    a_long_way_is_counted();
    limits_are_kept();
    return summary();
}
