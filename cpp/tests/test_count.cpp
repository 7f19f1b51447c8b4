// Route counts against the oracle's list of routes.
#include <algorithm>

#include "boards.hpp"
#include "check.hpp"
#include "oracle.hpp"
#include "route_opt/count.hpp"

using namespace route_opt;
using namespace route_opt::test;

int main() {
    for (int seed = 1; seed <= 4000; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 1'000'000);
        Instance in = random_instance(random, 7, 9, 2);
        // Track laid twice is one route on paper, two for the oracle.
        std::set<std::pair<std::int32_t, std::int32_t>> once;
        Track track;
        track.sides = in.track.sides;
        for (std::int32_t i = 0; i < in.track.size(); ++i) {
            if (!once.insert(std::minmax({in.track.a[i], in.track.b[i]})).second) continue;
            track.a.push_back(in.track.a[i]);
            track.b.push_back(in.track.b[i]);
        }
        in.track = track;
        const RouteCounts counts = count_routes(in);
        CHECK(counts.complete);
        Oracle oracle(in);
        for (std::int32_t t = 0; t < in.trains.size(); ++t) {
            std::vector<std::int64_t> right(counts.by_stops[t].size(), 0);
            for (const OracleRoute& route : oracle.routes(t)) {
                if (route.value >= 0) ++right[route.stops.size()];  // an own stop can be counted
            }
            CHECK_NOTE(right == counts.by_stops[t], dump(in));
        }
    }
    Instance in;
    for (int i = 0; i < 12; ++i) add_stop(in, {.value = 10, .own = true});
    for (int i = 0; i < 12; ++i) {
        for (int k = 0; k < i; ++k) join(in, i, k);
    }
    add_train(in, 0);
    Limits limits;
    limits.nodes = 1000;
    CHECK(!count_routes(in, limits).complete);
    // The own stop is minor, and the first train counts none of those: it has no route.
    Instance towns;
    add_stop(towns, {.value = 10, .own = true});
    add_stop(towns, {.value = 30});
    join(towns, 0, 1);
    add_train(towns, 2);
    add_train(towns, 2);
    towns.stops.minor = {1, 0};
    towns.trains.minor_counts = {Trains::none, 0};
    const std::vector<std::vector<std::int64_t>> expected{{0, 0, 0}, {0, 0, 1}};
    CHECK(count_routes(towns).by_stops == expected);
    return summary();
}
