// Money in fine steps, so that prices need not be whole.
#pragma once

#include <cstdint>

namespace route_opt::frontier {

using Cost = std::int64_t;
inline constexpr Cost cost_scale = 1024;

// The price of what is taken: more than any route earns, as Money is below 2^31, and little enough
// that half a million of them are still a number.
inline constexpr Cost barrier = Cost{1} << 42;

}  // namespace route_opt::frontier
