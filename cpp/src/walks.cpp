#include "walks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <set>
#include <utility>

namespace route_opt {

using frontier::Cost;
using frontier::cost_scale;

namespace {

constexpr Cost lowest = std::numeric_limits<Cost>::min() / 4;
constexpr std::int64_t most_states = 5'000'000;

// What a stop can add to a route that ends there.
Money end_value(const Stop& stop) {
    return std::max(0, stop.end_extra) + std::max(0, stop.pair_value);
}

}  // namespace

// Castings, goods and sets of stops are left to those who know whole routes.
Walks::Walks(const Problem& problem) : problem_(problem) {
    const Graph& graph = problem.graph;
    if (!graph.complete || graph.links.empty() || problem.shared_terms || !problem.pairs.empty() ||
        !graph.sets.empty()) {
        return;
    }
    for (std::size_t type = 0; type < problem.types.size(); ++type) {
        const std::int64_t states = std::int64_t{graph.size()} * sets * 2;
        if (states * length(static_cast<std::int32_t>(type)) > most_states) return;
    }
    for (std::int32_t stop = 0; stop < graph.size(); ++stop) {
        if (problem.watch.work(10'000)) return;
        near_.push_back(nearest(stop));
    }
    fit_ = true;
}

std::int32_t Walks::length(std::int32_t type) const {
    return std::min(problem_.types[type].visits, problem_.graph.size());
}

// By the seams between them.
std::vector<std::int32_t> Walks::nearest(std::int32_t stop) const {
    const Graph& graph = problem_.graph;
    std::set<std::pair<std::int32_t, std::int32_t>> open{{0, stop}};  // by distance
    std::vector<std::int32_t> found;
    while (!open.empty() && found.size() < static_cast<std::size_t>(near)) {
        const auto [distance, here] = *open.begin();
        open.erase(open.begin());
        if (std::find(found.begin(), found.end(), here) != found.end()) continue;
        found.push_back(here);
        for (std::int32_t k = graph.arc_begin[here]; k < graph.arc_begin[here + 1]; ++k) {
            const Arc& arc = graph.arcs[k];
            open.insert({distance + graph.links[arc.link].seams + 1, arc.to});
        }
    }
    return found;
}

// Where a stop is among those nearest to another; -1: it is not.
std::int32_t Walks::place(std::int32_t at, std::int32_t stop) const {
    const auto found = std::find(near_[at].begin(), near_[at].end(), stop);
    return found == near_[at].end() ? -1 : static_cast<std::int32_t>(found - near_[at].begin());
}

std::vector<std::vector<Walks::Step>> Walks::steps(const std::vector<Cost>& prices) const {
    const Graph& graph = problem_.graph;
    std::vector<std::vector<Step>> steps(graph.stops.size());
    const auto offer = [&](std::int32_t from, const Step& step) {
        for (Step& known : steps[from]) {
            if (known.to != step.to) continue;
            if (step.cost < known.cost) known = step;
            return;
        }
        steps[from].push_back(step);
    };
    for (std::size_t i = 0; i < graph.links.size(); ++i) {
        const auto link = static_cast<std::int32_t>(i);
        Cost cost = 0;
        for (std::size_t word = 0; word < graph.words; ++word) {
            for (std::uint64_t left = graph.mask(link)[word]; left != 0; left &= left - 1) {
                cost += prices[64 * word + static_cast<std::size_t>(std::countr_zero(left))];
            }
        }
        offer(graph.links[i].a, {graph.links[i].b, link, cost});
        offer(graph.links[i].b, {graph.links[i].a, link, cost});
    }
    return steps;
}

// What is remembered at the next stop of what was remembered at this one.
std::vector<std::int32_t> Walks::carry(std::int32_t from, std::int32_t to) const {
    std::vector<std::int32_t> table(sets, 1 << place(to, to));
    std::array<std::int32_t, near> kept{};  // of each that is remembered here, its bit there
    for (std::size_t i = 0; i < near_[from].size(); ++i) {
        const std::int32_t there = place(to, near_[from][i]);
        kept[i] = there < 0 ? 0 : 1 << there;
    }
    for (std::size_t set = 1; set < table.size(); ++set) {
        const auto low = static_cast<std::size_t>(std::countr_zero(set));
        table[set] = table[set & (set - 1)] | kept[low];
    }
    return table;
}

// Lemma 31. Rows by the number of stops so far; in each, for every stop, what is remembered there
// and whether an own stop was among them, the most that a walk has earned.
struct Walks::Table {
    std::vector<std::vector<Cost>> earned;
    std::vector<std::vector<std::int32_t>> from;

    Table(std::int32_t rows, std::size_t states)
        : earned(rows + 1, std::vector<Cost>(states, lowest)),
          from(rows + 1, std::vector<std::int32_t>(states, -1)) {}

    [[nodiscard]] static std::size_t state(std::int32_t stop, std::int32_t set, bool own) {
        return (static_cast<std::size_t>(stop) * sets + static_cast<std::size_t>(set)) * 2 +
               (own ? 1 : 0);
    }
    [[nodiscard]] static std::int32_t stop_of(std::size_t state) {
        return static_cast<std::int32_t>(state / 2 / sets);
    }
};

// All walks of so many stops that end at one, by a step more.
void Walks::extend(Table& table, std::int32_t stops, std::int32_t stop, const Step& step,
                   Cost gain) const {
    const std::vector<std::int32_t> carried = carry(stop, step.to);
    const std::int32_t met = place(stop, step.to);
    const bool own_next = problem_.graph.stops[step.to].own;
    for (std::int32_t set = 0; set < sets; ++set) {
        if (met >= 0 && (set >> met & 1) != 0) continue;
        for (const bool own : {false, true}) {
            const std::size_t here = Table::state(stop, set, own);
            if (table.earned[stops][here] == lowest) continue;
            const Cost sum = table.earned[stops][here] + gain;
            const std::size_t there = Table::state(step.to, carried[set], own || own_next);
            if (sum <= table.earned[stops + 1][there]) continue;
            table.earned[stops + 1][there] = sum;
            table.from[stops + 1][there] = static_cast<std::int32_t>(here);
        }
    }
}

Walk Walks::best(std::int32_t type, const std::vector<Cost>& prices) const {
    const Graph& graph = problem_.graph;
    const std::vector<Money>& worth = graph.tariffs[problem_.types[type].tariff];
    const std::int32_t longest = length(type);
    Table table(longest, graph.stops.size() * sets * 2);
    for (std::int32_t s = 0; s < graph.size(); ++s) {
        table.earned[1][Table::state(s, 1 << place(s, s), graph.stops[s].own)] =
            (worth[s] + end_value(graph.stops[s])) * cost_scale;
    }
    const std::vector<std::vector<Step>> steps = this->steps(prices);
    for (std::int32_t stops = 1; stops < longest; ++stops) {
        for (std::int32_t s = 0; s < graph.size(); ++s) {
            if (stops > 1 && graph.stops[s].end_only) continue;
            if (problem_.watch.work(6 * sets * static_cast<std::int64_t>(steps[s].size()))) {
                return {};
            }
            for (const Step& step : steps[s]) {
                extend(table, stops, s, step, worth[step.to] * cost_scale - step.cost);
            }
        }
    }
    return trace(table, steps);
}

Walk Walks::trace(const Table& table, const std::vector<std::vector<Step>>& steps) const {
    Walk walk;
    std::size_t row = 0;
    std::size_t last = 0;
    for (std::size_t stops = 2; stops < table.earned.size(); ++stops) {
        for (std::size_t state = 1; state < table.earned[stops].size(); state += 2) {  // own
            if (table.earned[stops][state] == lowest) continue;
            const Stop& end = problem_.graph.stops[Table::stop_of(state)];
            const Cost net = table.earned[stops][state] + end_value(end) * cost_scale;
            if (net <= walk.net) continue;
            walk.net = net;
            row = stops;
            last = state;
        }
    }
    Cost gross = walk.net;
    for (; row > 1; --row) {
        const auto before = static_cast<std::size_t>(table.from[row][last]);
        const std::vector<Step>& all = steps[Table::stop_of(before)];
        const auto step = std::find_if(all.begin(), all.end(), [&](const Step& one) {
            return one.to == Table::stop_of(last);
        });
        gross += step->cost;
        walk.links.push_back(step->link);
        last = before;
    }
    walk.value = gross;
    return walk;
}

}  // namespace route_opt
