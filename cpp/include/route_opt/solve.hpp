// The optimizer.
#pragma once

#include "route_opt/instance.hpp"
#include "route_opt/limits.hpp"
#include "route_opt/solution.hpp"

namespace route_opt {

// The best set of routes, one a train at most, no side used twice. Same instance, same answer.
// Throws std::invalid_argument when `validate` finds a problem.
[[nodiscard]] Solution solve(const Instance& instance, const Limits& limits = {});

}  // namespace route_opt
