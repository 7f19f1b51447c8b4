#include "frontier/routes.hpp"

#include <algorithm>
#include <map>

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

// The strands of one route, joined at the seams they share.
class Joiner {
public:
    explicit Joiner(Index stops) : stops_(stops) {}

    void add(const Strand& strand) {
        if (strand.first < 0 || strand.last < 0) start_ = &strand;
        by_end_[strand.first] = &strand;
        by_end_[strand.last] = &strand;
    }

    [[nodiscard]] std::vector<Index> path() const {
        std::vector<Index> path;
        if (start_ == nullptr) return path;
        const Strand* strand = start_;
        bool forward = strand->first < 0;
        while (true) {
            run(*strand, forward, path);
            const Index out = forward ? strand->last : strand->first;
            if (out < 0) return path;
            path.push_back(out);
            strand = by_end_.at(across(out));
            forward = strand->first == across(out);
        }
    }

private:
    [[nodiscard]] Index across(Index end) const { return ((end - stops_) ^ 1) + stops_; }

    void run(const Strand& strand, bool forward, std::vector<Index>& path) const {
        if (forward) {
            path.insert(path.end(), strand.path.begin(), strand.path.end());
            return;
        }
        for (auto step = strand.path.rbegin(); step != strand.path.rend(); ++step) {
            path.push_back(*step < stops_ ? *step : across(*step));
        }
    }

    Index stops_;
    const Strand* start_ = nullptr;
    std::map<Index, const Strand*> by_end_;
};

}  // namespace

std::vector<Index> join_moves(const GraphInput& input, const TrainGraph& graph,
                              const std::vector<Index>& moves) {
    Joiner joiner(input.board.stops);
    for (std::size_t layer = 0; layer < moves.size(); ++layer) {
        for (const Index strand : graph.layers[layer].moves[moves[layer]].strands) {
            joiner.add(input.strands[layer][strand]);
        }
    }
    return joiner.path();
}

}  // namespace route_opt::frontier
