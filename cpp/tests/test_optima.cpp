// Listing best sets: all of them best, none twice, and the second goals against the oracle.
#include <set>

#include "boards.hpp"
#include "check.hpp"
#include "oracle.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"

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

// A route as it reads, whichever way it is run: its stops and sides.
std::vector<std::int32_t> reading(const Instance& in, const Route& route) {
    std::vector<std::int32_t> way = route.path;
    const std::int32_t stops = in.stops.size();
    for (std::int32_t& end : way) {
        if (end >= stops) end = stops + (end - stops) / 2;
    }
    return std::min(way, {way.rbegin(), way.rend()});
}

void check_sets(const Instance& in, const OracleAnswer& right, const Optima& optima) {
    std::set<std::multiset<std::vector<std::int32_t>>> seen;
    for (const Solution& set : optima.sets) {
        CHECK_NOTE(set.value == right.value && set.status == Status::optimal, dump(in));
        CHECK_NOTE(verify(in, set).problems.empty(), dump(in));
        std::multiset<std::vector<std::int32_t>> track;
        for (const Route& route : set.routes) track.insert(reading(in, route));
        CHECK_NOTE(seen.insert(track).second, dump(in));
    }
    CHECK(static_cast<std::int64_t>(optima.sets.size()) <= right.best_sets);
}

}  // namespace

int main() {
    for (int seed = 1; seed <= 6000; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 7'000'000);
        const Instance in = random_instance(random, 6, 8, 3);
        Oracle oracle(in);
        if (oracle.sets() > 10'000) continue;
        const OracleAnswer right = oracle.best();
        Optima optima = all_optimal(in, {Goal::fewest_sides, 50});
        CHECK(optima.sets.empty() == !right.feasible);
        if (!right.feasible) continue;
        check_sets(in, right, optima);
        CHECK_NOTE(sides_of(in, optima.sets.front()) == right.sides, dump(in));
        optima = all_optimal(in, {Goal::most_idle_trains, 1});
        const auto idle =
            in.trains.size() - static_cast<std::int32_t>(optima.sets.front().routes.size());
        CHECK_NOTE(idle == right.most_idle, dump(in));
        optima = all_optimal(in, {Goal::most_goods_left, 3});
        Instance free = in;
        free.terms.good_value = 0;
        const Money goods = right.value - verify(free, optima.sets.front()).value;
        CHECK_NOTE(goods == right.fewest_goods * in.terms.good_value, dump(in));
    }
    return summary();
}
