// How long a search may go on, and how it tells the world about itself.
#pragma once

#include <cstdint>
#include <limits>

#include "route_opt/instance.hpp"

namespace route_opt {

struct Progress {
    Money value;
    Money bound;
    std::int64_t nodes;
    double seconds;
};

// A stop is a status, never an exception: the answer then carries the best found and a bound
// that is still valid. `poll` is called every few milliseconds; returning true stops the search.
struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::int64_t nodes = std::numeric_limits<std::int64_t>::max();
    bool (*poll)(void* context, const Progress& progress) = nullptr;
    void* context = nullptr;
    bool ties = true;  // false: any set of the greatest value will do, nobody looks at its sides
    // At most so many work on one search, 1 to 64. Answers and nodes are the same for any number.
    std::int32_t threads = 1;
};

}  // namespace route_opt
