// A sweep without the search around it: its board, its graphs and its fleet in the open.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "frontier/board.hpp"
#include "frontier/graph.hpp"
#include "frontier/moves.hpp"
#include "frontier/prices.hpp"
#include "frontier/sweep.hpp"
#include "seams.hpp"

namespace route_opt::test {

// For instances without a visit bonus and without required ends: the trains as they are.
struct Sweeping {
    explicit Sweeping(const Instance& in)
        : board(frontier::make_board(in, find_seams(in), watch)),
          groups(frontier::make_groups(board, in.stops)),
          rules(in.terms, in.stops),
          ends(rules, in.stops) {
        fits = board.slots <= frontier::most_slots && !board.regions.empty();
        for (const frontier::Region& region : board.regions) {
            fits = fits && region.resources() <= 16 && region.closed.size() <= 16;
            strands.push_back(frontier::find_strands(board, region, in.stops, 20'000, watch));
            fleet.sides.emplace_back(region.resources(), 0);
        }
        std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> kinds;
        for (std::int32_t t = 0; t < in.trains.size(); ++t) {
            const std::int32_t visits = in.trains.visits[t];
            const std::int32_t counts = in.trains.counts[t];
            const bool counts_all = visits != 0 && counts >= visits;
            ++kinds[{visits, counts_all ? 0 : counts}];
        }
        for (const auto& [limits, trains] : kinds) {
            if (fits) add_kind(in, limits.first, limits.second, trains);
        }
    }
    Sweeping(const Sweeping&) = delete;
    Sweeping& operator=(const Sweeping&) = delete;

    [[nodiscard]] frontier::Prices no_prices() const {
        frontier::Prices prices;
        for (const auto& region : board.regions) prices.emplace_back(region.resources(), 0);
        return prices;
    }

    Watch watch{Limits{}};
    frontier::Board board;
    frontier::Groups groups;
    EndRules rules;
    frontier::EndKinds ends;
    std::vector<std::vector<frontier::Strand>> strands;
    std::vector<std::unique_ptr<frontier::TrainGraph>> graphs;
    frontier::Fleet fleet;
    bool fits = false;

private:
    void add_kind(const Instance& in, std::int32_t visits, std::int32_t counts,
                  std::int32_t trains) {
        frontier::Kind kind;
        kind.visits = visits;
        kind.counts = counts;
        graphs.push_back(std::make_unique<frontier::TrainGraph>());
        fits = frontier::make_train_graph({in, board, strands, groups, ends}, kind, watch,
                                          *graphs.back()) == frontier::GraphFate::done;
        fleet.types.push_back(static_cast<std::int32_t>(fleet.types.size()));
        fleet.kinds.push_back(kind);
        fleet.graphs.push_back(graphs.back().get());
        fleet.trains.push_back(trains);
    }
};

}  // namespace route_opt::test
