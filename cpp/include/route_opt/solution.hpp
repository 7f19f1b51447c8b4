// The answer: routes, their value, and how far it is proved.
#pragma once

#include <cstdint>
#include <vector>

#include "route_opt/instance.hpp"

namespace route_opt {

// A route as the track it uses: ends in the encoding of Track, alternating as the train runs.
// `path` starts and ends with a stop; between two stops stand the sides crossed, each once, as
// the face the train leaves by. `counted` are the stops that pay, in running order.
struct Route {
    std::int32_t train = 0;
    std::vector<std::int32_t> path;
    std::vector<std::int32_t> counted;
    Money value = 0;  // without the terms over the whole set
};

enum class Status : std::uint8_t {
    optimal,     // proved: value == bound
    feasible,    // stopped early: value <= best possible <= bound
    infeasible,  // proved: no set of routes meets the required ends
};

struct Stats {
    std::int64_t nodes = 0;   // exact and repeatable: the regression gate
    std::int64_t routes = 0;  // routes enumerated
    double seconds = 0;
};

struct Solution {
    Status status = Status::feasible;
    Money value = 0;
    Money bound = 0;
    std::vector<Route> routes;  // at most one a train; idle trains are left out
    Stats stats;
};

}  // namespace route_opt
