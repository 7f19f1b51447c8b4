#include "route_opt/solve.hpp"

#include <stdexcept>

#include "search.hpp"

namespace route_opt {
namespace {

template <std::size_t W>
Solution search(const Instance& instance, const Graph& graph, Watch& watch) {
    return Search<Mask<W>>(instance, graph, watch).run();
}

}  // namespace

Solution solve(const Instance& instance, const Limits& limits) {
    if (const auto problems = validate(instance); !problems.empty()) {
        std::string text;
        for (const std::string& problem : problems) text += (text.empty() ? "" : "; ") + problem;
        throw std::invalid_argument(text);
    }
    Watch watch(limits);
    const Graph graph = contract(instance, watch);
    switch (graph.words) {
        case 1: return search<1>(instance, graph, watch);
        case 2: return search<2>(instance, graph, watch);
        case 3: return search<3>(instance, graph, watch);
        case 4: return search<4>(instance, graph, watch);
        default: return search<0>(instance, graph, watch);
    }
}

}  // namespace route_opt
