// Exact optimization by a sweep over the board, for trains of any length.
//
// The board is cut into regions joined by seams and swept in an order that keeps the cut narrow.
// What one train has done so far comes down to how it uses the cut, so all its routes, however
// many, are paths through a small layered graph; see graph.hpp. Prices on seams give bounds train
// by train (prices.hpp), and a sweep with all trains at once, pruned by these bounds, gives the
// best set of routes and its proof (sweep.hpp). Where that becomes too wide, graphs are joined two
// by two (team.hpp) until one is left, or as far as they stay small.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "frontier/ahead.hpp"
#include "frontier/board.hpp"
#include "frontier/graph.hpp"
#include "frontier/moves.hpp"
#include "frontier/prices.hpp"
#include "frontier/sweep.hpp"
#include "frontier/team.hpp"
#include "problem.hpp"

namespace route_opt::frontier {

inline constexpr Money unknown = std::numeric_limits<Money>::max();  // a bound that says nothing

// A casting of some trains, and what is known of it.
struct Part {
    explicit Part(const Casting& c) : casting(&c) {}

    const Casting* casting;
    Prices prices;          // empty: none looked for yet
    Money bound = unknown;  // no set of this casting is worth more
    bool declined = false;  // more sweeps will not lower the bound: it is no board for them
};

class Frontier {
public:
    explicit Frontier(const Problem& problem);

    // One stage more for every part whose bound is above the plan: better plans, lower bounds.
    // `tell` is called after each step of it.
    void improve(std::vector<Part>& parts, const Stage& stage, Plan& plan,
                 const std::function<void()>& tell);

    // A set that earns as much over fewer sides, if a narrow sweep meets one.
    void shorten(std::vector<Part>& parts, Plan& plan);

    // One more train of the type, on the best way that the plan leaves free. False: the way is not
    // known, as the routes of the type do not fit into a graph.
    bool extend(Plan& plan, std::int32_t type);

    // No single train of the type earns more; `unknown` where its routes do not fit into a graph.
    [[nodiscard]] Money single(std::int32_t type);

private:
    // The trains of a part by kind: of which type each kind is, and how the sweep sees them.
    struct Roster {
        std::vector<std::int32_t> types;
        std::vector<Kind> kinds;
        Fleet fleet;
    };
    // What is worked on in a stage: sets worth `target` or more, the least that is above the plan.
    struct Task {
        const Roster& roster;
        Part& part;
        Plan& plan;
        Money target;
        Prices prices;
        const std::function<void()>& tell;
    };

    [[nodiscard]] Kind kind_of(const Role& role) const;
    [[nodiscard]] GraphInput graph_input() const;
    [[nodiscard]] Prices no_prices() const;
    [[nodiscard]] Money round_down(Cost money) const;

    void prepare();
    [[nodiscard]] bool has_room(const Kind& kind) const;
    void foresee(const Kind& first);
    GraphFate find_graph(const Kind& kind, const TrainGraph*& graph);
    bool make_roster(Part& part, Roster& roster);
    void improve(Part& part, const Stage& stage, Plan& plan, const std::function<void()>& tell);
    bool unite(Task& task, Team& team, const Stage& stage);
    Cost price(Task& task, const Team& team, std::int32_t rounds);
    void run_together(Task& task, const Team& team);
    void sweep(Task& task, const Team& team, std::size_t width);
    void lower(Task& task, Cost bound) const;
    [[nodiscard]] Money above(const Plan& plan) const;
    void set_out(const Roster& roster, Plan& plan);
    void take(const TrainGraph& graph, const std::vector<std::int32_t>& path, Prices& prices) const;
    [[nodiscard]] PlannedRoute route(std::int32_t type, const Kind& kind, const TrainGraph& graph,
                                     const Way& way) const;
    void offer(const Roster& roster, const Team& team,
               const std::vector<std::vector<std::int32_t>>& paths, Plan& plan) const;

    const Problem& problem_;
    const EndKinds ends_;
    Board board_;
    Groups groups_;
    Sets sets_;
    std::vector<std::vector<Strand>> strands_;  // by region
    std::vector<std::vector<Cost>> sides_;      // see Fleet
    bool usable_ = false;
    std::int64_t arcs_ = 0;                                             // of all graphs
    std::vector<std::pair<Kind, std::unique_ptr<TrainGraph>>> graphs_;  // null: too large
    Ahead ahead_;
};

}  // namespace route_opt::frontier
