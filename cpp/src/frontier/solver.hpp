// Exact optimization by a sweep over the board, for trains of any length.
//
// The board is cut into regions joined by seams and swept in an order that keeps the cut narrow.
// What one train has done so far comes down to how it uses the cut, so all its routes, however
// many, are paths through a small layered graph; see graph.hpp. Prices on seams give bounds train
// by train (prices.hpp, market.hpp), and a sweep with all trains at once, pruned by these bounds,
// gives the best set of routes and its proof (sweep.hpp). Where that becomes too wide, prices on
// pairs of seams lower the bound (forks.hpp), and graphs are joined two by two (team.hpp) as long
// as they stay small, and swept again.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "frontier/ahead.hpp"
#include "frontier/board.hpp"
#include "frontier/forks.hpp"
#include "frontier/graph.hpp"
#include "frontier/horizon.hpp"
#include "frontier/loose.hpp"
#include "frontier/market.hpp"
#include "frontier/moves.hpp"
#include "frontier/prices.hpp"
#include "frontier/sweep.hpp"
#include "frontier/team.hpp"
#include "problem.hpp"

namespace route_opt::frontier {

inline constexpr Money unknown = std::numeric_limits<Money>::max();  // a bound that says nothing
inline constexpr std::int64_t most_in_all = 24'000'000;  // arcs of all graphs of single trains

// Routes that were good at some prices, by kind of train: to begin the next trade with.
class Met {
public:
    void meet(const Kind& kind, const Way& way);
    [[nodiscard]] std::span<const Way> ways(const Kind& kind) const;

private:
    std::vector<std::pair<Kind, std::vector<Way>>> ways_;
};

// A casting of some trains, and what is known of it.
struct Part {
    Part(const Casting& c, std::shared_ptr<Met> m) : casting(&c), met(std::move(m)) {}

    // Trains that were joined in vain: how large graphs could become, at which bound of prices, for
    // sets worth how much.
    struct Attempt {
        std::int64_t arcs = 0;
        Cost bound = 0;
        Money target = 0;

        [[nodiscard]] bool covers(const Attempt& other) const {
            return other.arcs <= arcs && other.bound >= bound && other.target <= target;
        }
    };

    // Forks belong to graphs, and go with them.
    void forget() {
        prices.forks.clear();
        forks = nullptr;
        marked.clear();
        tried = {};
    }

    const Casting* casting;
    std::shared_ptr<Met> met;        // castings of the same trains share it
    Prices prices;                   // empty: none looked for yet
    std::shared_ptr<Forks> forks;    // none: none looked for yet
    std::vector<TrainGraph> marked;  // with these forks, a graph for each role
    Money bound = unknown;           // no set of this casting is worth more
    Money mended = -1;               // the value of a plan of which so many trains ran anew, in
    std::size_t anew = 1;            // vain, however they were chosen
    Attempt tried;                   // the last
    bool declined = false;  // more sweeps will not lower the bound: it is no board for them
};

class Frontier {
public:
    // `most_arcs`: of a train's graph as it is made.
    Frontier(const Problem& problem, std::int64_t most_arcs);

    // One stage more for every part whose bound is above the plan: better plans, lower bounds.
    // `tell` is called after each step of it.
    void improve(std::vector<Part>& parts, const Stage& stage, Plan& plan,
                 const std::function<void()>& tell);

    // Lemma 34. So too for parts with graphs that cannot be made: nearer and nearer to the plan, as
    // far as graphs of what is between it and the bound can be.
    void approach(std::vector<Part>& parts, Plan& plan, const std::function<void()>& tell);

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
        std::vector<const TrainGraph*> plain;  // their graphs without forks
        Fleet fleet;
    };
    // What is worked on in a stage.
    struct Task {
        Roster& roster;
        Part& part;
        Plan& plan;
        const std::function<void()>& tell;
        Money floor = -1;  // the graphs need not hold sets that are worth no more
        Cost bound = std::numeric_limits<Cost>::max();  // of the part's prices
        std::int64_t spent = 0;                         // on these, roughly in nanoseconds
    };

    using Loose = std::pair<Kind, std::unique_ptr<LooseGraph>>;  // none: too large

    // The trains of a part as their loose graphs show them.
    struct LooseFleet {
        std::vector<const LooseGraph*> graphs;
        Fleet fleet;
        Prices prices;
        Cost bound = 0;
    };
    // How far below the bound to look, at first, and with which stages.
    struct Reach {
        Money depth;
        std::span<const Stage> stages;
    };
    // The trains of a part with graphs of what is near the bound.
    struct Near {
        std::vector<TrainGraph> graphs;
        Roster roster;
        Money floor = -1;  // they hold all sets worth more
    };

    // A train, and its route in a plan; none: it is idle.
    struct Berth {
        std::size_t kind;
        const PlannedRoute* route;
    };

    struct PricedFork {
        Fork fork;
        Cost price;
    };

    [[nodiscard]] Kind kind_of(const Role& role) const;
    [[nodiscard]] GraphInput graph_input() const;
    [[nodiscard]] GraphInput wide_input() const;
    [[nodiscard]] Prices no_prices() const;
    // What these routes use, but for goods.
    [[nodiscard]] std::vector<Place> places(const std::vector<PlannedRoute>& routes) const;
    [[nodiscard]] Money round_down(Cost money) const;
    [[nodiscard]] Money round_up(Money money) const;

    [[nodiscard]] static bool too_many(const std::vector<Part>& parts);

    void prepare();
    void look_ahead();
    [[nodiscard]] bool has_room(const Kind& kind) const;
    void foresee(const Kind& first);
    GraphFate find_graph(const Kind& kind, const TrainGraph*& graph);
    bool make_roster(Part& part, Roster& roster);
    void improve(Part& part, const Stage& stage, Plan& plan, const std::function<void()>& tell);
    void work(Task& task, const Stage& stage);
    void approach(Part& part, Plan& plan, const std::function<void()>& tell);
    [[nodiscard]] const Loose* known_loose(const Kind& kind) const;
    bool make_loose_graphs(const Casting& casting);
    bool make_loose_fleet(Part& part, LooseFleet& loose);
    Bidders trade_loosely(Part& part, LooseFleet& loose, const Plan& plan,
                          const std::function<void()>& tell);
    static void fence(const Bidders& bidders, Prices& prices);
    void glance(const Part& part, const LooseFleet& loose, const Bidders& bidders, Plan& plan,
                const std::function<void()>& tell);
    void come_nearer(const LooseFleet& loose, Reach reach, Part& part, Plan& plan,
                     const std::function<void()>& tell);
    bool come_near(const Part& part, const LooseFleet& loose, Money depth, const Plan& plan,
                   Near& near);
    void look_around(Near& near, std::span<const Stage> stages, Part& part, Plan& plan,
                     const std::function<void()>& tell);
    [[nodiscard]] bool open(const Task& task) const;
    [[nodiscard]] Market open_market(const Task& task, const Fleet& fleet) const;
    Bidders trade(Task& task, std::int32_t rounds);
    [[nodiscard]] std::int64_t small_arcs(const Task& task) const;
    void fork(Task& task, Bidders bidders, const Stage& stage);
    bool add_forks(Task& task, const Bidders& bidders);
    void drop_forks(Task& task);
    bool mark(Task& task, const std::vector<PricedFork>& priced);
    [[nodiscard]] TrainGraph worth_having(const Task& task, std::size_t kind, Watch& watch) const;
    static void use_forks(Roster& roster, const Part& part);
    [[nodiscard]] static bool large(const Task& task);
    [[nodiscard]] bool near_best(const Task& task, std::vector<TrainGraph>& trimmed,
                                 Fleet& fleet) const;
    void dive(Task& task);
    void settle(Task& task, std::int64_t most_arcs);
    void settle_without_idle_forks(Task& task, std::int64_t most_arcs);
    bool reach(Task& task, Money target, std::int64_t most_arcs);
    void mend(Task& task, std::size_t most);
    [[nodiscard]] static std::vector<Berth> berths(const Task& task);
    bool mend_by(Task& task, std::size_t size);
    bool run_anew(Task& task, const std::vector<Berth>& berths,
                  const std::vector<std::size_t>& chosen);
    [[nodiscard]] std::vector<std::uint16_t> use_up(const Plan& plan, Prices& prices) const;
    Roster set_aside(const Roster& roster, const std::vector<std::int32_t>& trains,
                     const std::vector<std::uint16_t>& taken, std::vector<TrainGraph>& graphs);
    void sweep(Task& task, std::size_t width);
    void lower(Task& task, Cost bound) const;
    [[nodiscard]] Money above(Money value) const;
    [[nodiscard]] static Money known(const Task& task);
    void set_out(const Roster& roster, Plan& plan);
    void take(const TrainGraph& graph, const std::vector<std::int32_t>& path, Prices& prices) const;
    [[nodiscard]] PlannedRoute route(std::int32_t type, const Kind& kind, const TrainGraph& graph,
                                     const Way& way) const;
    bool offer(const Roster& roster, const std::vector<std::vector<Way>>& ways, Plan& plan,
               Plan beside = {}) const;

    const Problem& problem_;
    const EndKinds ends_;
    Board board_;
    Groups groups_;
    Sets sets_;
    std::vector<std::vector<Strand>> strands_;  // by region
    std::vector<std::vector<Cost>> sides_;      // see Fleet
    Horizon horizon_;
    bool usable_ = false;
    const std::int64_t most_arcs_;
    std::int64_t arcs_ = 0;                                             // of all graphs
    std::vector<std::pair<Kind, std::unique_ptr<TrainGraph>>> graphs_;  // null: too large
    std::vector<Loose> loose_;                                          // of a rung
    Ahead ahead_;
};

}  // namespace route_opt::frontier
