#include "route_opt/solve.hpp"

#include <stdexcept>

#include "search.hpp"
#include "tuned.hpp"

namespace route_opt {

Solution solve_tuned(const Instance& instance, const Limits& limits, const Tuning& tuning) {
    if (const auto problems = validate(instance); !problems.empty()) {
        std::string text;
        for (const std::string& problem : problems) text += (text.empty() ? "" : "; ") + problem;
        throw std::invalid_argument(text);
    }
    Watch watch(limits, tuning.most_work);
    const Seams seams = find_seams(instance);
    const Graph graph = contract(instance, seams, watch);
    Problem problem(instance, seams, graph, watch, tuning);
    switch (tuning.narrow_masks ? graph.words : 0) {
        case 1: return Search<Mask<1>>(problem).run();
        case 2: return Search<Mask<2>>(problem).run();
        case 3: return Search<Mask<3>>(problem).run();
        case 4: return Search<Mask<4>>(problem).run();
        default: return Search<Mask<0>>(problem).run();
    }
}

Solution solve(const Instance& instance, const Limits& limits) {
    return solve_tuned(instance, limits, Tuning{});
}

}  // namespace route_opt
