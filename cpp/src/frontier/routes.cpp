#include "frontier/routes.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

// The strands of one route, joined at the seams they share.
class Joiner {
public:
    explicit Joiner(const Board& board) : board_(board) {}

    void add(const Strand& strand) {
        if (strand.first < 0 || strand.last < 0) start_ = &strand;
        by_end_[strand.first] = &strand;
        by_end_[strand.last] = &strand;
    }

    [[nodiscard]] bool empty() const { return start_ == nullptr; }

    [[nodiscard]] std::vector<Index> path() const {
        std::vector<Index> path;
        const Strand* strand = start_;
        bool forward = strand->first < 0;
        while (true) {
            run(*strand, forward, path);
            const Index out = forward ? strand->last : strand->first;
            if (out < 0) return path;
            cross(out, path);
            const Index in = opposite(out);
            strand = by_end_.at(in);
            forward = strand->first == in;
        }
    }

private:
    [[nodiscard]] Index opposite(Index end) const {
        return ((end - board_.stops) ^ 1) + board_.stops;
    }

    void run(const Strand& strand, bool forward, std::vector<Index>& path) const {
        std::vector<Index> steps = strand.path;
        if (!forward) std::reverse(steps.begin(), steps.end());
        for (const Index step : steps) {
            if (step < board_.stops) {
                path.push_back(step);
            } else {
                cross(forward ? step : opposite(step), path);
            }
        }
    }

    // Over all sides of a seam, from the end named to the other one.
    void cross(Index end, std::vector<Index>& path) const {
        const Seam& seam = board_.seams[(end - board_.stops) / 2];
        if (((end - board_.stops) & 1) == 0) {
            path.insert(path.end(), seam.faces.begin(), seam.faces.end());
            return;
        }
        for (auto face = seam.faces.rbegin(); face != seam.faces.rend(); ++face) {
            path.push_back(opposite(*face));
        }
    }

    const Board& board_;
    const Strand* start_ = nullptr;
    std::map<Index, const Strand*> by_end_;
};

}  // namespace

std::optional<Route> RouteMaker::route(const TrainGraph& graph,
                                       const std::vector<Index>& moves) const {
    Joiner joiner(board);
    std::set<Index> counted;
    for (std::size_t layer = 0; layer < moves.size(); ++layer) {
        for (const Move::Part& part : graph.layers[layer].moves[moves[layer]].parts) {
            joiner.add(strands[layer][part.strand]);
            const Region& region = board.regions[layer];
            for (std::size_t i = 0; i < region.stops.size(); ++i) {
                if ((part.counted >> i & 1) != 0) counted.insert(region.stops[i]);
            }
        }
    }
    if (joiner.empty()) return std::nullopt;
    Route route;
    route.path = joiner.path();
    for (const Index end : route.path) {
        if (counted.contains(end)) {
            route.counted.push_back(end);
            route.value += instance.stops.value[end];
        }
    }
    const Index a = route.path.front();
    const Index b = route.path.back();
    for (const Index end : {a, b}) {
        if (counted.contains(end)) route.value += instance.stops.end_extra[end];
    }
    route.value += ends.bonus(ends.kind(a, counted.contains(a)), ends.kind(b, counted.contains(b)));
    return route;
}

Money RouteMaker::total(const std::vector<Route>& routes) const {
    Money total = 0;
    Money most_visits = 0;
    for (const Route& route : routes) {
        total += route.value;
        const auto visits = std::count_if(route.path.begin(), route.path.end(),
                                          [&](Index end) { return end < instance.stops.size(); });
        most_visits = std::max(most_visits, static_cast<Money>(visits));
    }
    total += most_visits * instance.terms.visit_bonus;
    if (board.refineries == 0) return total;
    std::vector<Index> cubes = instance.stops.cubes;
    Index delivered = deliveries(routes, cubes);
    for (std::size_t stop = 0; instance.terms.extra_cube && stop < cubes.size(); ++stop) {
        if (instance.stops.room[stop] != 0) {
            ++cubes[stop];
            delivered = std::max(delivered, deliveries(routes, cubes));
            --cubes[stop];
        }
    }
    return total + delivered * instance.terms.cube_value;
}

std::size_t RouteMaker::sides(const std::vector<Route>& routes) const {
    std::size_t sides = 0;
    for (const Route& route : routes) {
        for (const Index end : route.path) sides += end >= instance.stops.size() ? 1 : 0;
    }
    return sides;
}

// The greatest flow of cubes from deposits to trains is the least cut: for some set of trains all
// cubes they can reach, and for the others all refineries they visit. Trains are few.
Index RouteMaker::deliveries(const std::vector<Route>& routes,
                             const std::vector<Index>& cubes) const {
    Index least = std::numeric_limits<Index>::max();
    for (std::uint32_t set = 0; set < (1U << routes.size()); ++set) {
        Index cut = 0;
        std::set<Index> reached;
        for (std::size_t i = 0; i < routes.size(); ++i) {
            for (const Index end : routes[i].path) {
                if (end >= instance.stops.size()) continue;
                if ((set >> i & 1) == 0) {
                    cut += instance.stops.refinery[end] != 0 ? 1 : 0;
                } else if (reached.insert(end).second) {
                    cut += cubes[end];
                }
            }
        }
        least = std::min(least, cut);
    }
    return least;
}

}  // namespace route_opt::frontier
