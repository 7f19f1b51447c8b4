// What every strategy of the search works on, and what it brings home.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "casting.hpp"
#include "claims.hpp"
#include "graph.hpp"
#include "payout.hpp"
#include "route_opt/solution.hpp"
#include "routes.hpp"
#include "seams.hpp"
#include "watch.hpp"

namespace route_opt {

// How far lists of routes may go. Budgets are in rows and nodes, never in seconds, so that the
// answer does not depend on the machine.
struct Effort {
    std::size_t rows;    // routes of a train type
    std::int64_t nodes;  // of listing, and again of packing
};

// How far a turn of the sweep may go.
struct Stage {
    std::int32_t rounds;    // of prices
    std::size_t width;      // of the sweep after them; 0: none
    std::int64_t arcs = 0;  // of a graph of joined trains, or states of a sweep with these; 0: none
    std::int32_t patience = 0;  // rounds of new forks that may go by without a lower bound
    std::size_t anew = 0;       // trains that run anew beside the others, at a time
};

struct Tuning {
    Effort few{10'000, 30'000};         // before the sweep
    std::int64_t lone_nodes = 100'000;  // so too, of listing for a train that is alone
    bool sweep = true;
    std::array<Stage, 4> stages{
        {{40, 500}, {60, 2'000}, {150, 0, 8'000'000, 5, 3}, {1, 0, 30'000'000, 40, 4}}};
    // Joined trains: small graphs have the arcs of all trains' graphs, or a part of them; larger
    // ones cost so much for an arc, beside what was spent on forks in vain.
    std::int64_t small_part = 1;
    std::int64_t join_work = 100;
    // Of a train's graph as it is made, and of one of what is near the bound.
    std::int64_t graph_arcs = 6'000'000;
    std::int64_t near_arcs = 24'000'000;
    bool outlook = true;  // where a board is too wide for graphs, a search on a part of it
    Effort many{300'000, NodeCap::unlimited};  // where no sweep can be made
    std::int64_t alone_nodes = 1'000'000'000;  // so too, for a train that is alone
    // Of packing when routes are missing: nodes, and rows that all of them may look at.
    std::int64_t rough_nodes = 500;
    std::int64_t rough_rows = 20'000'000;
    std::int64_t tie_nodes = 20'000;  // second pass over lists: fewer sides
    std::size_t tie_width = 2'000;    // second pass by a sweep
    bool narrow_masks = true;         // masks of fixed width where they fit
    std::int64_t most_work = Watch::unlimited_work;
};

// A route by its track: stops, and between them seams, each as the end a train leaves by.
struct PlannedRoute {
    std::int32_t type;
    std::vector<std::int32_t> path;
};

// A set of routes, one a train at most.
struct Plan {
    Money value = -1;  // -1: none
    std::int32_t sides = 0;
    std::vector<PlannedRoute> routes;

    // Worth more, or as much over fewer sides.
    [[nodiscard]] bool beats(const Plan& other) const {
        return value != other.value ? value > other.value : value >= 0 && sides < other.sides;
    }
};

struct Problem {
    Problem(const Instance& instance, const Seams& seams, const Graph& graph, Watch& watch,
            const Tuning& tuning);

    // What a set earns beyond its routes, given the most stops that one visits and all claims.
    [[nodiscard]] Money shared(std::int32_t longest, std::span<const std::int32_t> claimed) const;
    // Whether there is a limit of nodes that may be felt: then nothing may be done that takes long
    // and counts few, or that depends on how many trains there are.
    [[nodiscard]] bool nodes_felt() const { return watch.most_nodes() < 100 * tuning.lone_nodes; }
    // How many stops a route visits.
    [[nodiscard]] std::int32_t visits(const PlannedRoute& planned) const;
    // Writes down what the routes of a plan are worth together, and their sides.
    void appraise(Plan& plan) const;
    [[nodiscard]] Solution solution(const Plan& plan, Money bound, bool proved) const;

    const Instance& in;
    const Seams& seams;
    const Graph& graph;
    Watch& watch;
    const Tuning& tuning;
    const EndRules ends;
    mutable Claims claims;  // numbers are given as claims are met
    const Money step;       // divides every sum of money
    std::vector<TrainType> types;
    std::vector<std::int32_t> type_of;                         // by train
    std::vector<std::vector<std::int32_t>> trains;             // the trains of each type
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;  // required, stops of the graph
    std::int32_t most_routes = 0;                              // of a set: Lemma 28
    bool impossible = false;                                   // a required pair is out of reach
    bool shared_terms = false;  // a set is worth something else than its routes

private:
    void index_types();
    void index_pairs();
    void count_seams();
    [[nodiscard]] std::vector<std::int32_t> stops_of(const PlannedRoute& planned) const;
    [[nodiscard]] Route route(const PlannedRoute& planned, std::int32_t train) const;
};

// Lemma 23. A bound that needs no search, for the first 0, 1, 2, ... trains: every train counts the
// dearest stops there are.
[[nodiscard]] std::vector<Money> plain_ceilings(const Problem& problem);

}  // namespace route_opt
