// The solver with its budgets in the open: for tests, which want every method on small boards.
#pragma once

#include "problem.hpp"
#include "route_opt/limits.hpp"
#include "route_opt/solution.hpp"

namespace route_opt {

[[nodiscard]] Solution solve_tuned(const Instance& instance, const Limits& limits,
                                   const Tuning& tuning);

}  // namespace route_opt
