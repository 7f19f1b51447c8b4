#include "frontier/solver.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "frontier/board.hpp"
#include "frontier/graph.hpp"
#include "frontier/moves.hpp"
#include "frontier/prices.hpp"
#include "frontier/routes.hpp"
#include "frontier/sweep.hpp"
#include "problem.hpp"
#include "watch.hpp"

namespace route_opt {

namespace {

using namespace frontier;

constexpr std::size_t most_strands = 20'000;
constexpr std::size_t most_resources = 16;  // of a region
constexpr std::size_t most_lineups = 200;
constexpr Money unknown = std::numeric_limits<Money>::max();  // a bound that says nothing

// Each train with the part it plays: a set term that pays one train is tried on each in turn.
using Lineup = std::vector<Kind>;

class FrontierSolver {
public:
    FrontierSolver(const Instance& instance, Money incumbent, Watch& watch)
        : instance_(instance),
          watch_(watch),
          ends_(instance.stops, instance.terms),
          incumbent_(incumbent),
          step_(money_step(instance)) {}

    std::optional<Solution> run() {
        if (!ends_.fits() || static_cast<std::size_t>(instance_.trains.size()) > most_trains)
            return std::nullopt;
        best_ = incumbent_;
        if (may_stay_home()) best_ = std::max<Money>(best_, 0);
        prepare();
        if (board_.slots > most_slots || board_.refineries > most_limit ||
            groups_.last.size() > static_cast<std::size_t>(most_groups) ||
            strands_.empty() != board_.regions.empty()) {
            return std::nullopt;
        }
        const std::vector<Lineup> all = lineups();
        if (all.size() > most_lineups) return std::nullopt;
        for (const Lineup& lineup : all) {
            const bool account_fits = std::all_of(lineup.begin(), lineup.end(), [](const Kind& k) {
                return k.visits <= most_limit && k.counts <= most_limit;
            });
            last_ = &lineup == &all.back();
            if (!account_fits || !solve(lineup)) return std::nullopt;
        }
        return answer();
    }

private:
    [[nodiscard]] bool may_stay_home() const { return instance_.terms.required_ends.empty(); }

    void prepare() {
        board_ = make_board(instance_, watch_);
        groups_ = make_groups(board_, instance_.stops);
        for (const Region& region : board_.regions) {
            std::vector<Strand> strands =
                find_strands(board_, region, instance_.stops, most_strands, watch_);
            if (strands.size() > most_strands || region.resources() > most_resources ||
                region.closed.size() > most_resources) {
                strands_.clear();
                return;
            }
            strands_.push_back(std::move(strands));
        }
    }

    [[nodiscard]] Kind plain_kind(std::int32_t train) const {
        const std::int32_t stops = instance_.stops.size();
        Kind kind;
        kind.visits = instance_.trains.visits[train];
        kind.counts = instance_.trains.counts[train];
        if (kind.visits >= stops) kind.visits = 0;
        if (kind.counts >= (kind.visits == 0 ? stops : kind.visits)) kind.counts = 0;
        return kind;
    }

    // All ways to say which train earns the visit bonus and which runs each required pair. The
    // best over these is the best: the bonus goes to the train that gains most by it, so for the
    // right choice nothing is lost, and for any other no more than its due is counted.
    [[nodiscard]] std::vector<Lineup> lineups() const {
        Lineup plain;
        for (std::int32_t train = 0; train < instance_.trains.size(); ++train) {
            plain.push_back(plain_kind(train));
        }
        std::vector<Lineup> all{plain};
        for (const Terms::Pair& pair : instance_.terms.required_ends) {
            all = spread(all, [&](Kind& kind) {
                if (kind.ends) return same_pair(*kind.ends, pair);
                kind.ends = pair;
                return true;
            });
        }
        if (instance_.terms.visit_bonus != 0) {
            all = spread(all, [&](Kind& kind) {
                kind.visit_bonus = instance_.terms.visit_bonus;
                return true;
            });
        }
        return all;
    }

    static bool same_pair(const Terms::Pair& x, const Terms::Pair& y) {
        return (x.first == y.first && x.second == y.second) ||
               (x.first == y.second && x.second == y.first);
    }

    // Gives the part to each train in turn, once for trains that are alike.
    template <class Give>
    static std::vector<Lineup> spread(const std::vector<Lineup>& from, Give give) {
        std::vector<Lineup> all;
        for (const Lineup& lineup : from) {
            for (std::size_t train = 0; train < lineup.size(); ++train) {
                const auto end = lineup.begin() + static_cast<std::ptrdiff_t>(train);
                Lineup next = lineup;
                if (std::find(lineup.begin(), end, lineup[train]) == end && give(next[train])) {
                    all.push_back(std::move(next));
                }
            }
        }
        return all;
    }

    // False: the graphs do not fit.
    bool solve(const Lineup& lineup) {
        Fleet fleet;
        std::vector<std::int32_t> trains;  // in fleet order
        Start start{no_prices(), {}};
        for (std::size_t train = 0; train < lineup.size(); ++train) {
            const auto end = lineup.begin() + static_cast<std::ptrdiff_t>(train);
            if (std::find(lineup.begin(), end, lineup[train]) != end) continue;
            const TrainGraph* graph = nullptr;
            switch (find_graph(lineup[train], graph)) {
                case GraphFate::too_large: return false;
                case GraphFate::stopped:
                    bound_ = unknown;
                    offer(fleet, trains, start.paths);
                    return true;
                case GraphFate::done: break;
            }
            if (graph->empty()) {
                return true;  // a train cannot run what it must
            }
            fleet.kinds.push_back(lineup[train]);
            fleet.graphs.push_back(graph);
            fleet.trains.push_back(0);
            for (std::size_t other = train; other < lineup.size(); ++other) {
                if (lineup[other] == lineup[train]) {
                    ++fleet.trains.back();
                    trains.push_back(static_cast<std::int32_t>(other));
                }
            }
            if (start.paths.size() + static_cast<std::size_t>(fleet.trains.back()) ==
                trains.size()) {
                set_out(*graph, fleet.trains.back(), start);
            }
        }
        if (fleet.graphs.empty() || board_.regions.empty()) return true;
        if (!JointSweep::fits(fleet)) return false;
        fleet.sides = side_counts();
        offer(fleet, trains, start.paths);
        search(fleet, trains);
        return true;
    }

    GraphFate find_graph(const Kind& kind, const TrainGraph*& graph) {
        for (const auto& [known, made] : graphs_) {
            if (known == kind) {
                graph = made.get();
                return GraphFate::done;
            }
        }
        if (watch_.stopped()) return GraphFate::stopped;
        auto fresh = std::make_unique<TrainGraph>();
        const GraphFate fate = make_train_graph(graph_input(), kind, watch_, *fresh);
        graph = fresh.get();
        if (fate == GraphFate::done) graphs_.emplace_back(kind, std::move(fresh));
        return fate;
    }

    [[nodiscard]] GraphInput graph_input() const {
        return {instance_, board_, strands_, groups_, ends_};
    }

    [[nodiscard]] std::vector<std::vector<Cost>> side_counts() const {
        std::vector<std::vector<Cost>> counts;
        for (const Region& region : board_.regions) {
            std::vector<Cost>& here = counts.emplace_back();
            for (const auto* seams : {&region.opened, &region.inner}) {
                for (const std::int32_t seam : *seams) {
                    here.push_back(static_cast<Cost>(board_.seams[seam].faces.size()));
                }
            }
            here.resize(region.resources(), 0);
        }
        return counts;
    }

    [[nodiscard]] Prices no_prices() const {
        Prices prices;
        for (const Region& region : board_.regions) prices.emplace_back(region.resources(), 0);
        return prices;
    }

    // Trains set out one by one, each on the best way that is left: something to start from.
    struct Start {
        Prices prices;  // what is taken costs more than any route earns
        std::vector<std::vector<std::int32_t>> paths;
    };

    void set_out(const TrainGraph& graph, std::int32_t trains, Start& start) {
        constexpr Cost taken = Cost{1} << 50;
        for (std::int32_t i = 0; i < trains && !watch_.stopped(); ++i) {
            const Potential potential = make_potential(graph, start.prices);
            watch_.work(3 * graph.arcs());
            if (potential[0][0] < 0) {
                return;  // it has to run and no way is left
            }
            start.paths.push_back(best_path(graph, start.prices, potential));
            for (std::size_t layer = 0; layer < start.prices.size(); ++layer) {
                const frontier::Arc& arc = graph.layers[layer].arcs[start.paths.back()[layer]];
                for (std::size_t k = 0; k < start.prices[layer].size(); ++k) {
                    if ((arc.used >> k & 1) != 0) start.prices[layer][k] = taken;
                }
            }
        }
    }

    // Prices and sweeps by turns: a narrow sweep often settles it before prices are at their best.
    void search(const Fleet& fleet, const std::vector<std::int32_t>& trains) {
        PriceResult priced{no_prices(), std::numeric_limits<Cost>::max()};
        Money bound = unknown;
        for (const Stage& stage : stages) {
            if (stage.rounds > 0) {
                priced = find_prices(fleet, priced.prices, std::max<Money>(best_, 0) + step_ - 1,
                                     stage.rounds, watch_);
                bound = std::min(bound, round_down(priced.bound / cost_scale));
            }
            if (bound <= best_ || watch_.stopped()) break;
            const JointSweep sweep(fleet, priced.prices, watch_);
            if (watch_.stopped()) break;
            const SweepResult result = sweep.run(best_ + 1, stage.width, watch_);
            if (result.value > best_) {
                offer(fleet, trains,
                      result.traced ? result.paths
                                    : sweep.run(result.value, stage.width, watch_).paths);
            }
            bound = std::min(bound, round_down(std::max(result.beyond, result.value)));
            if (last_) watch_.set_bound(std::max({bound_, bound, best_}));
        }
        bound_ = std::max(bound_, bound);
        if (bound >= best_ && !routes_.empty() && !watch_.stopped()) {
            shorten(fleet, trains, priced.prices);
        }
    }

    // One more sweep, for a set that earns as much over fewer sides. It need not be complete.
    void shorten(const Fleet& fleet, const std::vector<std::int32_t>& trains,
                 const Prices& prices) {
        const JointSweep sweep(fleet, prices, watch_);
        if (!watch_.stopped()) offer(fleet, trains, sweep.run(best_, tie_width, watch_).paths);
    }

    [[nodiscard]] Money round_down(Cost money) const {
        const Cost whole = money < 0 ? money : money / step_ * step_;
        return static_cast<Money>(std::min<Cost>(whole, unknown));
    }

    // `paths`: of the first trains, if the others may stay at home; none when a sweep was too wide
    // to keep its tracks.
    void offer(const Fleet& fleet, const std::vector<std::int32_t>& trains,
               const std::vector<std::vector<std::int32_t>>& paths) {
        if (paths.empty() || (paths.size() < instance_.trains.visits.size() && !may_stay_home())) {
            return;
        }
        const RouteMaker maker{instance_, board_, strands_, ends_};
        std::vector<Route> routes;
        std::size_t index = 0;
        for (std::size_t kind = 0; kind < fleet.graphs.size(); ++kind) {
            for (std::int32_t i = 0; i < fleet.trains[kind] && index < paths.size(); ++i, ++index) {
                const TrainGraph& graph = *fleet.graphs[kind];
                std::optional<Route> route = maker.route(
                    graph, retrace(graph_input(), fleet.kinds[kind], graph, paths[index]));
                if (route) {
                    route->train = trains[index];
                    routes.push_back(std::move(*route));
                }
            }
        }
        const Money value = maker.total(routes);
        const std::size_t sides = maker.sides(routes);
        if (value > best_ || (value == best_ && !routes_.empty() && sides < sides_)) {
            best_ = value;
            sides_ = sides;
            routes_ = std::move(routes);
            watch_.set_value(value);
        }
    }

    [[nodiscard]] Solution answer() const {
        Solution solution;
        solution.value = best_;
        solution.bound = std::max(bound_, best_);
        solution.routes = routes_;
        std::sort(solution.routes.begin(), solution.routes.end(),
                  [](const Route& x, const Route& y) { return x.train < y.train; });
        solution.status = solution.bound > solution.value ? Status::feasible
                          : best_ < 0                     ? Status::infeasible
                                                          : Status::optimal;
        solution.stats.nodes = watch_.nodes();
        solution.stats.seconds = watch_.seconds();
        return solution;
    }

    struct Stage {
        std::int32_t rounds;  // of prices
        std::size_t width;    // of the sweep after them
    };
    static constexpr std::size_t tie_width = 2'000;
    static constexpr std::array<Stage, 5> stages{
        {{40, 500}, {60, 2'000}, {150, 20'000}, {0, 150'000}, {0, 1'000'000}}};

    const Instance& instance_;
    Watch& watch_;
    EndTable ends_;
    Money incumbent_;
    Money step_;  // every total is a multiple of this
    Money best_ = -1;
    std::size_t sides_ = 0;  // of routes_
    Money bound_ = -1;       // of the lineups so far
    bool last_ = false;      // what bounds this lineup and those before it bounds all
    Board board_;
    Groups groups_;
    std::vector<std::vector<Strand>> strands_;
    std::vector<std::pair<Kind, std::unique_ptr<TrainGraph>>> graphs_;
    std::vector<Route> routes_;
};

}  // namespace

std::optional<Solution> solve_frontier(const Instance& instance, Money incumbent,
                                       const Limits& limits) {
    Watch watch(limits);
    return solve_frontier(instance, incumbent, watch);
}

std::optional<Solution> solve_frontier(const Instance& instance, Money incumbent, Watch& watch) {
    return FrontierSolver(instance, incumbent, watch).run();
}

}  // namespace route_opt
