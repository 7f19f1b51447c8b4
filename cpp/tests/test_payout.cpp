// One route's pay: which stops are counted, and what ends add.
#include "boards.hpp"
#include "check.hpp"
#include "payout.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

struct Board {
    Instance in;
    Graph graph;
    std::vector<std::int32_t> stops;

    explicit Board(std::vector<Money> values, std::int32_t own) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            add_stop(in, {.value = values[i], .own = static_cast<std::int32_t>(i) == own});
            stops.push_back(static_cast<std::int32_t>(i));
        }
        for (std::int32_t i = 0; i + 1 < in.stops.size(); ++i) join(in, i, i + 1);
        add_train(in, 0);
    }
    Money pay(std::int32_t counts, std::vector<std::int32_t>* counted = nullptr) {
        Watch watch(Limits{});
        graph = contract(in, find_seams(in), watch);
        if (counts != 0) in.trains.counts[0] = counts;
        const TrainType type = type_of(in.trains, 0, graph.size() - graph.minors, graph.minors);
        in.trains.counts[0] = 0;
        return payout(graph, EndRules(in.terms, in.stops), stops, type, counted);
    }
};

}  // namespace

int main() {
    Board plain({10, 50, 20, 40}, 0);
    CHECK(plain.pay(0) == 120);
    CHECK(plain.pay(4) == 120);
    std::vector<std::int32_t> counted;
    CHECK(plain.pay(2, &counted) == 60);  // 50 and the own 10, though 40 is more
    CHECK((counted == std::vector<std::int32_t>{0, 1}));
    CHECK(plain.pay(1) == 10);
    plain.in.stops.end_extra[3] = 30;
    CHECK(plain.pay(2) == 80);

    // The bonus of a pair of ends needs both counted, and an own stop besides.
    Board pair({10, 50, 20, 40}, 1);
    pair.in.stops.end_class = {1, 0, 0, 2};
    pair.in.stops.pair_value = {30, 0, 0, 30};
    pair.in.terms.bonus_ends = {{2, 1}};
    CHECK(pair.pay(0) == 180);
    CHECK(pair.pay(3, &counted) == 160);
    CHECK((counted == std::vector<std::int32_t>{0, 1, 3}));
    CHECK(pair.pay(2) == 90);  // no room for an own stop beside both ends
    pair.in.terms.forbidden_ends = {{1, 2}};
    const EndRules rules(pair.in.terms, pair.in.stops);
    const std::vector<Stop>& stops = pair.graph.stops;
    CHECK(rules.forbidden(stops[0], stops[3]) && rules.forbidden(stops[3], stops[0]));
    CHECK(!rules.forbidden(stops[0], stops[1]));
    CHECK(rules.bonus(stops[3], stops[0]) && !rules.bonus(stops[0], stops[0]));
    CHECK(rules.class_of(1) == 0 && rules.class_of(0) != rules.class_of(3));
    return summary();
}
