// What every strategy of the search works on, and what it brings home.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "graph.hpp"
#include "payout.hpp"
#include "route_opt/solution.hpp"
#include "routes.hpp"
#include "watch.hpp"

namespace route_opt {

// One train in a casting: what kind of train it is, whether the visit bonus is paid on it, and
// which required pair of ends it runs between.
struct Role {
    std::int32_t type;
    bool bonus;
    std::int32_t pair;    // -1: none
    std::int32_t copies;  // trains with this same role

    bool operator==(const Role&) const = default;
};
using Casting = std::vector<Role>;

// Terms over the set become roles: the visit bonus goes to one train, each required pair of ends
// to one train. The best set appears under at least one casting, each set is worth at least what
// any casting says, so the best over all castings is the best.
[[nodiscard]] std::vector<Casting> castings(std::vector<std::int32_t> trains_of_type,
                                            std::int32_t pairs, bool bonus);

// The largest unit that divides every sum of money in the instance.
[[nodiscard]] Money money_step(const Instance& instance);

// A bound that needs no search: every train counts the dearest stops there are.
[[nodiscard]] Money plain_ceiling(const Instance& instance, const Graph& graph);

// How much of each method to try before the next. Budgets are in nodes or rows, never in seconds,
// so that the answer does not depend on the machine. Tests set them low.
struct Tuning {
    std::size_t short_rows = 2'000;       // routes of a type listed before a sweep
    std::int64_t short_nodes = 20'000;    // of listing and packing them
    bool sweep = true;
    std::size_t list_rows = 300'000;      // routes of a type listed in full
    std::int64_t quick_nodes = 3'000;     // packing without duals
    std::int64_t tie_nodes = 20'000;      // second pass: fewer sides
    std::size_t gap_rows = 1'500'000;     // routes of a role listed within the gap
    int walk_steps = 300;                 // of the walk duals
    std::int32_t walk_memory = 5;         // places a stop may know
    std::size_t walk_entries = 6'000;    // of one row of the walk tables
    std::int64_t repair_nodes = 150'000;  // for one train at a time, before the proof
    std::int64_t pool_nodes = 30'000;     // packing what the walks met
    bool narrow_masks = true;             // masks of fixed width where they fit
};

struct PlannedRoute {
    std::int32_t type;
    std::int32_t first_stop;
    std::vector<std::int32_t> links;

    auto operator<=>(const PlannedRoute&) const = default;
};

// The best set so far.
struct Plan {
    Money value = -1;  // -1: none
    std::int32_t sides = 0;
    std::vector<PlannedRoute> routes;
};

struct Problem {
    Problem(const Instance& instance, const Graph& graph, Watch& watch, const Tuning& tuning);

    // The least value that would be better than the plan.
    [[nodiscard]] Money beyond(const Plan& plan) const {
        return plan.value < 0 ? 0 : plan.value + step;
    }
    // The greatest value a set can have under a dual bound; -1: no set at all.
    [[nodiscard]] Money rounded(std::int64_t dual) const {
        if (dual < 0) return -1;
        const std::int64_t most = std::numeric_limits<Money>::max() / 2;
        return static_cast<Money>(std::min(most, dual / dual_scale)) / step * step;
    }
    [[nodiscard]] Solution solution(const Plan& plan, Money bound, bool proved) const;

    const Instance& in;
    const Graph& graph;
    Watch& watch;
    const Tuning& tuning;
    const EndRules ends;
    mutable Claims claims;  // numbers are given as claims are met
    const Money step;
    std::vector<TrainType> types;
    std::vector<std::vector<std::int32_t>> trains;  // the trains of each type
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    std::vector<Casting> all_castings;
    bool impossible = false;   // a required pair is out of reach
    bool shared_terms = false;  // a set is worth something else than its routes

private:
    void index_types();
    void index_pairs();
    [[nodiscard]] Route route(const PlannedRoute& planned, std::int32_t train) const;
};

// The stops of a planned route, in running order.
[[nodiscard]] std::vector<std::int32_t> stops_of(const Graph& graph, const PlannedRoute& planned);

// Adds a planned route to a list, if it is legal.
template <class M>
void add_row(const Problem& problem, const PlannedRoute& planned, RouteList<M>& list) {
    const Graph& graph = problem.graph;
    const std::vector<std::int32_t> stops = stops_of(graph, planned);
    if (problem.ends.forbidden(stops.front(), stops.back())) return;
    const Money value =
        payout(graph, problem.ends, stops, problem.types[planned.type].counts);
    if (value == no_route) return;
    RouteRow<M> row{M::zero(graph.words), value, static_cast<std::int32_t>(stops.size()), 0,
                    problem.claims.matter() ? problem.claims.number(stops) : 0, stops.front(),
                    stops.back(), static_cast<std::int32_t>(list.links.size())};
    for (const std::int32_t link : planned.links) {
        row.mask |= M::load(graph.mask(link), graph.words);
        row.sides += graph.links[link].sides;
        list.links.push_back(link);
    }
    list.rows.push_back(row);
}

}  // namespace route_opt
