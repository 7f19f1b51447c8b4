// Money in fine steps, so that prices need not be whole.
#pragma once

#include <cstdint>

namespace route_opt::frontier {

using Cost = std::int64_t;
inline constexpr Cost cost_scale = 1024;

}  // namespace route_opt::frontier
