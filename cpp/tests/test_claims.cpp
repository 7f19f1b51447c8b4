// Goods: the flow between sources and trains, and the one extra good.
#include "boards.hpp"
#include "check.hpp"
#include "claims.hpp"

using namespace route_opt;
using namespace route_opt::test;

int main() {
    Instance in;  // 0, 1: sources with 1 and 2 goods; 2, 3: buyers; all own, all in a row
    for (int i = 0; i < 4; ++i) add_stop(in, {.own = true});
    for (int i = 0; i < 3; ++i) join(in, i, i + 1);
    in.stops.goods = {1, 2, 0, 0};
    in.stops.buyer = {0, 0, 1, 1};
    add_train(in, 0);
    in.terms.good_value = 30;
    Watch watch(Limits{});
    const Graph graph = contract(in, find_seams(in), watch);
    const auto number = [](Claims& claims, std::vector<std::int32_t> stops) {
        return claims.number(stops);
    };
    {
        Claims claims(in.terms, graph);
        CHECK(claims.matter());
        CHECK(number(claims, {0, 1}) == 0);
        CHECK(number(claims, {2, 3}) == 0);
        const std::int32_t first = number(claims, {0, 2});
        const std::int32_t both = number(claims, {3, 2, 0, 1});
        CHECK(first != both && number(claims, {2, 0}) == first);
        CHECK(claims.most(first) == 30 && claims.most(both) == 60);
        // The shared source has one good: alone 30 each, together 30.
        CHECK(claims.together(std::vector<std::int32_t>{first, first}) == 30);
        // The first takes the good of source 0; the other is served from source 1.
        CHECK(claims.together(std::vector<std::int32_t>{both, first}) == 90);
        CHECK(claims.together(std::vector<std::int32_t>{first, both, both}) == 90);
    }
    in.terms.extra_good = true;
    in.stops.room = {1, 0, 0, 0};
    Watch again(Limits{});
    const Graph roomy = contract(in, find_seams(in), again);
    Claims claims(in.terms, roomy);
    const std::int32_t first = number(claims, {0, 2});
    CHECK(claims.together(std::vector<std::int32_t>{first, first}) == 60);
    CHECK(claims.together(std::vector<std::int32_t>{first, first, first}) == 60);
    in.terms.good_value = 0;
    CHECK(!Claims(in.terms, roomy).matter());
    return summary();
}
