// A second look at an answer, by code that shares nothing with the search.
#pragma once

#include <string>
#include <vector>

#include "route_opt/instance.hpp"
#include "route_opt/solution.hpp"

namespace route_opt {

struct Verdict {
    std::vector<std::string> problems;  // empty: legal, and worth exactly what it says
    Money value = 0;                    // what the stated routes earn, as far as they can be read
};

// Checks every route against the track and the train, the set against the terms, and the stated
// values against a fresh sum. It cannot tell whether a better set exists. Throws
// std::invalid_argument when `validate` finds a problem in the instance.
[[nodiscard]] Verdict verify(const Instance& instance, const Solution& solution);

}  // namespace route_opt
