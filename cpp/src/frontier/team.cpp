#include "frontier/team.hpp"

#include <algorithm>
#include <limits>

#include "frontier/join.hpp"
#include "frontier/sweep.hpp"

namespace route_opt::frontier {

namespace {

// By layer, what is on any way through the graph.
std::vector<std::uint16_t> usable(const TrainGraph& graph) {
    std::vector<std::uint16_t> used;
    for (const Layer& layer : graph.layers) {
        std::uint16_t all = 0;
        for (const Arc& arc : layer.arcs) all = static_cast<std::uint16_t>(all | arc.used);
        used.push_back(all);
    }
    return used;
}

// Takes the prices of these from the layers.
void set_free(std::vector<std::vector<Cost>>& layers, const std::vector<std::uint16_t>& which) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
        for (std::size_t k = 0; k < layers[i].size(); ++k) {
            if ((which[i] >> k & 1) != 0) layers[i][k] = 0;
        }
    }
}

}  // namespace

Team::Team(const Fleet& fleet) : kinds_(fleet.graphs.size()), sides_(fleet.sides) {
    for (std::size_t kind = 0; kind < kinds_; ++kind) {
        const std::shared_ptr<const TrainGraph> lent(std::shared_ptr<void>(), fleet.graphs[kind]);
        members_.push_back({{lent, kind, nullptr, nullptr}, fleet.trains[kind]});
    }
}

Fleet Team::fleet() const {
    Fleet fleet;
    fleet.sides = sides_;
    for (const Member& member : members_) {
        fleet.graphs.push_back(member.crew.graph.get());
        fleet.trains.push_back(member.copies);
    }
    return fleet;
}

bool Team::one_crew() const {
    return members_.size() == 1 && members_[0].copies == 1;
}

bool Team::nothing_left() const {
    return std::any_of(members_.begin(), members_.end(),
                       [](const Member& member) { return member.crew.graph->empty(); });
}

void Team::release(Prices& prices) const {
    std::vector<std::uint16_t> by_one(prices.layers.size(), 0);
    std::vector<std::uint16_t> by_two(prices.layers.size(), 0);
    for (const Member& member : members_) {
        const std::vector<std::uint16_t> mine = usable(*member.crew.graph);
        for (std::size_t i = 0; i < mine.size(); ++i) {
            const std::uint16_t before = member.copies > 1 ? mine[i] : by_one[i];
            by_two[i] = static_cast<std::uint16_t>(by_two[i] | (mine[i] & before));
            by_one[i] = static_cast<std::uint16_t>(by_one[i] | mine[i]);
        }
    }
    for (std::uint16_t& bits : by_two) bits = static_cast<std::uint16_t>(~bits);
    set_free(prices.layers, by_two);
}

// The prices of what none but these two could use.
std::vector<std::vector<Cost>> Team::lone(std::size_t a, std::size_t b,
                                          const Prices& prices) const {
    std::vector<std::vector<Cost>> lone = prices.layers;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const std::int32_t others = members_[i].copies - (i == a ? 1 : 0) - (i == b ? 1 : 0);
        if (others > 0) set_free(lone, usable(*members_[i].crew.graph));
    }
    return lone;
}

Cost Team::bound(const Prices& prices, Watch& watch) const {
    const Fleet fleet = this->fleet();
    Cost sum = total(fleet, prices);
    for (std::size_t kind = 0; kind < fleet.graphs.size(); ++kind) {
        const TrainGraph& graph = *fleet.graphs[kind];
        if (watch.work(pricing_work(graph, prices))) return std::numeric_limits<Cost>::max() / 2;
        sum += fleet.trains[kind] * make_potential(graph, prices, watch.hands())[0][0];
    }
    return sum;
}

void Team::trim(const Prices& prices, Cost slack, Watch& watch) {
    for (Member& member : members_) {
        auto trimmed =
            std::make_shared<TrainGraph>(frontier::trim(*member.crew.graph, prices, slack, watch));
        if (watch.stopped()) return;
        member.crew.graph = std::move(trimmed);
    }
}

GraphFate Team::join(const Prices& prices, Cost slack, std::int64_t most_arcs, Watch& watch) {
    const auto [a, b] = next_two();
    auto graph = std::make_shared<TrainGraph>();
    const Couple couple{*members_[a].crew.graph, *members_[b].crew.graph, a == b,
                        lone(a, b, prices)};
    const GraphFate fate = frontier::join(couple, prices, slack, most_arcs, watch, *graph);
    if (fate != GraphFate::done) return fate;
    const auto first = std::make_shared<const Crew>(members_[a].crew);
    const auto second = a == b ? first : std::make_shared<const Crew>(members_[b].crew);
    const std::int32_t copies = a == b ? members_[a].copies / 2 : 1;
    members_.push_back({{std::move(graph), 0, first, second}, copies});
    members_[a].copies -= a == b ? 2 * copies : 1;
    if (a != b) members_[b].copies -= 1;
    std::erase_if(members_, [](const Member& member) { return member.copies == 0; });
    return fate;
}

// As crews grow the bound falls, and less is left between it and the target. Graphs that become no
// larger than there are cost little; before one does, a sweep may do without.
Found Team::find(Prices prices, Money target, std::int64_t most, Watch& watch) {
    const Found none{true, -1, {}};
    const auto slack = [&] { return bound(prices, watch) - target * cost_scale; };
    for (;;) {
        if (nothing_left()) return none;
        const Cost before = slack();
        if (before < 0) return none;
        trim(prices, before, watch);
        if (watch.stopped()) return {};
        release(prices);
        const Cost after = slack();
        if (after < 0) return none;
        const std::int64_t cheap = std::min(most, largest());
        if (!one_crew()) {
            const GraphFate fate = join(prices, after, cheap, watch);
            if (fate == GraphFate::stopped) return {};
            if (fate == GraphFate::done) continue;
        }
        Found found = sweep(prices, target, most, watch);
        if (found.known || one_crew() || cheap == most) return found;
        if (join(prices, after, most, watch) != GraphFate::done) return {};
    }
}

// With the crews as they are.
Found Team::sweep(const Prices& prices, Money target, std::int64_t most, Watch& watch) const {
    const Fleet fleet = this->fleet();
    if (!JointSweep::fits(fleet)) return {};
    const JointSweep sweep(fleet, prices, watch);
    if (watch.stopped()) return {};
    const SweepLimits limits{.states = most};
    const SweepResult result = sweep.run(target, limits, watch);
    if (watch.stopped() || result.beyond >= target) return {};
    if (result.value < 0) return {true, -1, {}};
    const auto paths = sweep.paths(result, limits, watch);
    if (paths.empty()) return {};
    return {true, result.value, ways(paths)};
}

std::int64_t Team::largest() const {
    std::int64_t most = 0;
    for (const Member& member : members_) most = std::max(most, member.crew.graph->arcs());
    return most;
}

// A crew that has a twin joins nobody else: what twins do to each other is what prices know least
// of, as to them both are the same.
std::pair<std::size_t, std::size_t> Team::next_two() const {
    std::pair<std::size_t, std::size_t> best{0, 0};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < members_.size(); ++a) {
        for (std::size_t b = a; b < members_.size(); ++b) {
            if (a == b ? members_[a].copies < 2 : members_[a].copies + members_[b].copies > 2) {
                continue;
            }
            double cost = 0;  // pairs of arcs, in all layers
            for (std::size_t i = 0; i < sides_.size(); ++i) {
                cost += static_cast<double>(members_[a].crew.graph->layers[i].arcs.size()) *
                        static_cast<double>(members_[b].crew.graph->layers[i].arcs.size());
            }
            if (cost < least) {
                best = {a, b};
                least = cost;
            }
        }
    }
    return best;
}

std::vector<std::vector<Way>> Team::ways(
    const std::vector<std::vector<std::int32_t>>& paths) const {
    std::vector<std::vector<Way>> ways(kinds_);
    auto path = paths.begin();
    for (const Member& member : members_) {
        for (std::int32_t i = 0; i < member.copies; ++i, ++path) {
            share_out(member.crew, way_of(*member.crew.graph, *path), ways);
        }
    }
    return ways;
}

void Team::share_out(const Crew& crew, Way way, std::vector<std::vector<Way>>& ways) {
    if (!crew.first) {
        ways[crew.kind].push_back(std::move(way));
        return;
    }
    auto [one, other] = frontier::share_out(*crew.first->graph, *crew.second->graph, way);
    share_out(*crew.first, std::move(one), ways);
    share_out(*crew.second, std::move(other), ways);
}

}  // namespace route_opt::frontier
