// A sweep without the search around it: its board, its graphs and its fleet in the open.
#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "frontier/board.hpp"
#include "frontier/forks.hpp"
#include "frontier/graph.hpp"
#include "frontier/moves.hpp"
#include "frontier/prices.hpp"
#include "frontier/sweep.hpp"
#include "frontier/team.hpp"
#include "seams.hpp"

namespace route_opt::test {

// For instances without a visit bonus and without required ends: the trains as they are.
struct Sweeping {
    // `sees`: graphs are made with a horizon.
    explicit Sweeping(const Instance& in, bool sees = true)
        : board(frontier::make_board(in, find_seams(in), watch)),
          groups(frontier::make_groups(board, in.stops)),
          sets(frontier::make_sets(board, in.terms)),
          rules(in.terms, in.stops),
          ends(rules, in.stops) {
        fits = board.slots <= frontier::most_slots && !board.regions.empty();
        for (const frontier::Region& region : board.regions) {
            fits = fits && region.resources() <= 16 && region.closed.size() <= 16;
            strands.push_back(frontier::find_strands(board, region, in.stops, 20'000, watch));
            fits = fits && strands.back().size() <= 20'000;
            fleet.sides.emplace_back(region.resources(), 0);
        }
        const auto moves = [&](std::size_t region) {
            return frontier::find_moves(board, board.regions[region], strands[region], in, groups,
                                        sets.here[region], ends, {}, frontier::most_moves, watch);
        };
        if (fits && sees) horizon = frontier::Horizon(board, moves, watch);
        std::vector<std::pair<frontier::Kind, std::int32_t>> counted;
        for (std::int32_t t = 0; t < in.trains.size(); ++t) {
            const frontier::Kind kind = kind_of(in.trains, t);
            const auto known = std::find_if(counted.begin(), counted.end(),
                                            [&](const auto& k) { return k.first == kind; });
            if (known == counted.end()) {
                counted.emplace_back(kind, 1);
            } else {
                ++known->second;
            }
        }
        std::sort(counted.begin(), counted.end(), [](const auto& x, const auto& y) {
            return std::pair(x.first.visits, x.first.counts) <
                   std::pair(y.first.visits, y.first.counts);
        });
        for (const auto& [kind, trains] : counted) {
            if (fits) add_kind(in, kind, trains);
        }
    }
    Sweeping(const Sweeping&) = delete;
    Sweeping& operator=(const Sweeping&) = delete;

    [[nodiscard]] frontier::Prices no_prices() const {
        frontier::Prices prices;
        for (const auto& region : board.regions) prices.layers.emplace_back(region.resources(), 0);
        return prices;
    }

    [[nodiscard]] frontier::GraphInput input(const Instance& in) const {
        return {in, board, strands, groups, sets, ends, horizon, 6'000'000};
    }

    // Whether a train of the kind can do this.
    [[nodiscard]] bool goes(std::size_t kind, const frontier::Way& way) const {
        std::set<std::int32_t> nodes{0};
        for (std::size_t i = 0; i < way.size(); ++i) {
            const frontier::Layer& layer = graphs[kind]->layers[i];
            std::set<std::int32_t> next;
            for (const std::int32_t node : nodes) {
                for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
                    const frontier::Arc& arc = layer.arcs[k];
                    if (arc.used == way[i].used && arc.value == way[i].value) next.insert(arc.to);
                }
            }
            nodes.swap(next);
        }
        return !nodes.empty();
    }

    Watch watch{Limits{}};
    frontier::Board board;
    frontier::Groups groups;
    frontier::Sets sets;
    EndRules rules;
    frontier::EndKinds ends;
    std::vector<std::vector<frontier::Strand>> strands;
    frontier::Horizon horizon;
    std::vector<frontier::Kind> kinds;
    std::vector<std::unique_ptr<frontier::TrainGraph>> graphs;
    frontier::Fleet fleet;
    bool fits = false;

private:
    [[nodiscard]] static frontier::Kind kind_of(const Trains& trains, std::int32_t train) {
        frontier::Kind kind;
        kind.visits = trains.visits[train];
        kind.counts = trains.counts[train];
        if (kind.visits != 0 && kind.counts >= kind.visits) kind.counts = 0;
        kind.tariff = tariff_of(trains, train);
        kind.major = major_quota(trains, train);
        kind.minor = minor_quota(trains, train);
        return kind;
    }

    void add_kind(const Instance& in, const frontier::Kind& kind, std::int32_t trains) {
        graphs.push_back(std::make_unique<frontier::TrainGraph>());
        kinds.push_back(kind);
        fits = frontier::make_train_graph(input(in), kind, watch, *graphs.back()) ==
               frontier::GraphFate::done;
        fleet.graphs.push_back(graphs.back().get());
        fleet.trains.push_back(trains);
    }
};

// The same trains in graphs that know of forks.
struct Forked {
    Forked(const Sweeping& s, const std::vector<frontier::Fork>& wanted)
        : forks(std::make_shared<frontier::Forks>(s.board.regions.size())), fleet(s.fleet) {
        for (const frontier::Fork& fork : wanted) forks->add(fork);
        graphs.resize(s.graphs.size());
        for (std::size_t kind = 0; kind < graphs.size(); ++kind) {
            Watch watch{Limits{}};
            fits = fits && forks->mark(*s.graphs[kind], 1'000'000, watch, graphs[kind]) ==
                               frontier::GraphFate::done;
            graphs[kind].forks = forks;
            fleet.graphs[kind] = &graphs[kind];
        }
    }
    Forked(const Forked&) = delete;
    Forked& operator=(const Forked&) = delete;

    std::shared_ptr<frontier::Forks> forks;
    std::vector<frontier::TrainGraph> graphs;
    frontier::Fleet fleet;
    bool fits = true;
};

// Lemma 14, term by term.
inline frontier::Cost price_bound(const frontier::Fleet& fleet, const frontier::Prices& prices) {
    Hands alone(1);
    frontier::Cost bound = 0;
    for (const auto& layer : prices.layers) {
        for (const frontier::Cost price : layer) bound += price;
    }
    for (std::size_t fork = 0; fork < prices.forks.size(); ++fork) {
        const std::size_t seams = fleet.graphs[0]->forks->all()[fork].seams.size();
        bound += static_cast<frontier::Cost>((seams - 1) / 2) * prices.forks[fork];
    }
    for (std::size_t kind = 0; kind < fleet.graphs.size(); ++kind) {
        bound +=
            fleet.trains[kind] * frontier::make_potential(*fleet.graphs[kind], prices, alone)[0][0];
    }
    return bound;
}

}  // namespace route_opt::test
