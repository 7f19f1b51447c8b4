// What of an instance its trains could use at all: a name for boards on which the same can be run.
#pragma once

#include <cstdint>
#include <vector>

#include "route_opt/instance.hpp"

namespace route_opt {

// The same for two instances of the same stops, sides and trains on which the same routes are
// legal for the same pay, as far as reachability tells; never the same for two on which they are
// not. A piece of track counts if it can be reached from an own stop and leads to a stop: no legal
// route uses any other. Throws std::invalid_argument when `validate` finds a problem.
[[nodiscard]] std::vector<std::int32_t> relevant(const Instance& instance);

}  // namespace route_opt
