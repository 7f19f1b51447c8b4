#include "gap.hpp"

#include <bit>

namespace route_opt {

WalkDuals::WalkDuals(Problem& problem, const Casting& casting, WalkMemory& memory,
                     WalkBound& bound)
    : problem_(problem),
      casting_(casting),
      memory_(memory),
      bound_(bound),
      missed_(problem.graph.stops.size(), std::vector<std::int32_t>(memory.places(), 0)) {
    const Graph& graph = problem.graph;
    link_bits_.resize(graph.links.size());
    for (std::size_t l = 0; l < graph.links.size(); ++l) {
        for (std::size_t w = 0; w < graph.words; ++w) {
            std::uint64_t rest = graph.mask(static_cast<std::int32_t>(l))[w];
            for (; rest != 0; rest &= rest - 1) {
                link_bits_[l].push_back(static_cast<std::int32_t>(64 * w) +
                                        std::countr_zero(rest));
            }
        }
    }
    fixed_.resize(casting.size());
    pool_.resize(casting.size());
    for (std::size_t g = 0; g < casting.size(); ++g) fixed_prices(casting[g], fixed_[g]);
    here_.bits.assign(static_cast<std::size_t>(graph.bits), 0);
    here_.calls.assign(casting.size(), std::vector<std::int64_t>(memory_.places(), 0));
    here_.role_best.assign(casting.size(), 0);
    bit_way_.assign(here_.bits.size(), 0);
    call_way_ = here_.calls;
    least_ = evaluate(here_);
    best_ = here_;
}

// A stop pays at most its value, the visit bonus and a cube at a refinery; an end pays its extras,
// the pair value whenever some pair of ends could earn it.
void WalkDuals::fixed_prices(const Role& role, WalkPrices& prices) const {
    const Graph& graph = problem_.graph;
    const EndRules& ends = problem_.ends;
    const Money cube = problem_.claims.matter() ? problem_.in.terms.cube_value : 0;
    prices.visits = problem_.types[role.type].visits;
    for (std::int32_t s = 0; s < graph.size(); ++s) {
        const Stop& stop = graph.stops[s];
        std::int64_t pay = stop.value;
        if (role.bonus) pay += problem_.in.terms.visit_bonus;
        if (stop.refinery) pay += cube;
        prices.stop.push_back(dual_scale * pay);
        std::int64_t close = stop.end_extra;
        for (std::int32_t c = 1; c < ends.classes(); ++c) {
            if (ends.bonus_classes(ends.class_of(s), c)) {
                close += stop.pair_value;
                break;
            }
        }
        const bool may_end = role.pair < 0 || problem_.pairs[role.pair].first == s ||
                             problem_.pairs[role.pair].second == s;
        prices.close.push_back(may_end ? dual_scale * close : WalkBound::never);
    }
}

WalkPrices WalkDuals::prices_at(const Point& point, std::size_t role) const {
    WalkPrices prices = fixed_[role];
    prices.link.assign(link_bits_.size(), 0);
    for (std::size_t l = 0; l < link_bits_.size(); ++l) {
        for (const std::int32_t bit : link_bits_[l]) prices.link[l] += point.bits[bit];
    }
    for (std::int32_t s = 0; s < problem_.graph.size(); ++s) {
        prices.call.push_back(point.calls[role][memory_.place(s)]);
    }
    return prices;
}

// L at the point; leaves its subgradient in the pulls.
std::int64_t WalkDuals::evaluate(Point& point) {
    const Graph& graph = problem_.graph;
    const std::vector<char> banned(graph.stops.size(), 0);
    std::int64_t total = 0;
    for (const std::int64_t d : point.bits) total += d;
    bit_pull_.assign(point.bits.size(), -1);
    call_pull_.assign(casting_.size(), std::vector<std::int64_t>(memory_.places(), -1));
    for (std::size_t g = 0; g < casting_.size(); ++g) {
        bound_.compute(prices_at(point, g), banned, problem_.watch);
        std::int64_t best = WalkBound::never;
        std::int32_t from = -1;
        for (const std::int32_t own : graph.own) {
            const std::int64_t value = bound_.best_from(own);
            if (value > best) {
                best = value;
                from = own;
            }
        }
        for (const std::int64_t charge : point.calls[g]) best += charge;
        const bool idle = best <= 0 && casting_[g].pair < 0;
        if (idle) best = 0;
        point.role_best[g] = best;
        const std::int64_t copies = casting_[g].copies;
        total += copies * std::max(best, WalkBound::never / 64);
        if (idle || from < 0) {
            call_pull_[g].assign(call_pull_[g].size(), 0);
            continue;
        }
        bound_.trace(from, trace_);
        for (const std::int32_t link : trace_.links) {
            for (const std::int32_t bit : link_bits_[link]) bit_pull_[bit] += copies;
        }
        pool_walk(g);
        for (const auto& arm : trace_.arms) {
            note_repeats(arm);
            for (const std::int32_t s : arm) ++call_pull_[g][memory_.place(s)];
        }
        if (!trace_.arms[1].empty()) --call_pull_[g][memory_.place(from)];  // on both arms
        for (std::int64_t& pull : call_pull_[g]) pull *= copies;
    }
    return total;
}

// All stops between two calls at a place should have known it.
void WalkDuals::note_repeats(const std::vector<std::int32_t>& arm) {
    for (std::size_t i = 0; i < arm.size(); ++i) {
        const std::int32_t place = memory_.place(arm[i]);
        for (std::size_t k = i + 1; k < arm.size(); ++k) {
            if (memory_.place(arm[k]) != place) continue;
            for (std::size_t between = i + 1; between < k; ++between) {
                ++missed_[arm[between]][place];
            }
            break;
        }
    }
}

// Runs the two arms in step, each until it would use a place or a bit again.
void WalkDuals::pool_walk(std::size_t role) {
    std::vector<char> place_used(static_cast<std::size_t>(memory_.places()), 0);
    std::vector<char> bit_used(here_.bits.size(), 0);
    place_used[memory_.place(trace_.arms[0].front())] = 1;
    const std::size_t split = trace_.arms[0].size() - 1;  // links of the first arm
    std::vector<std::int32_t> taken[2];
    bool open[2] = {true, !trace_.arms[1].empty()};
    for (std::size_t i = 1; open[0] || open[1]; ++i) {
        for (const int arm : {0, 1}) {
            if (open[arm] && i >= trace_.arms[arm].size()) open[arm] = false;
            if (!open[arm]) continue;
            const std::int32_t link = trace_.links[(arm == 0 ? 0 : split) + i - 1];
            const std::int32_t place = memory_.place(trace_.arms[arm][i]);
            bool fits = !place_used[place];
            for (const std::int32_t bit : link_bits_[link]) fits = fits && !bit_used[bit];
            open[arm] = fits;
            if (!fits) continue;
            place_used[place] = 1;
            for (const std::int32_t bit : link_bits_[link]) bit_used[bit] = 1;
            taken[arm].push_back(link);
        }
    }
    if (taken[0].empty() && taken[1].empty()) return;
    PlannedRoute route{casting_[role].type, trace_.arms[0][taken[0].size()], {}};
    route.links.assign(taken[0].rbegin(), taken[0].rend());
    route.links.insert(route.links.end(), taken[1].begin(), taken[1].end());
    pool_[role].insert(std::move(route));
}

bool WalkDuals::learn(std::int32_t most_known, std::size_t most_entries) {
    const Graph& graph = problem_.graph;
    std::size_t entries = 0;
    for (const Arc& arc : graph.arcs) entries += std::size_t{1} << memory_.known(arc.to).size();
    bool learnt = false;
    for (std::int32_t s = 0; s < graph.size(); ++s) {
        auto& missed = missed_[s];
        const std::size_t degree = graph.arc_begin[s + 1] - graph.arc_begin[s];
        for (;;) {
            const auto worst = std::max_element(missed.begin(), missed.end());
            if (worst == missed.end() || *worst == 0) break;
            const std::size_t more = degree << memory_.known(s).size();
            if (entries + more > most_entries) break;
            const auto place = static_cast<std::int32_t>(worst - missed.begin());
            *worst = 0;
            if (!memory_.learn(s, place, most_known)) continue;
            entries += more;
            learnt = true;
        }
        std::fill(missed.begin(), missed.end(), 0);
    }
    if (learnt) {
        bound_.resize();
        here_ = best_;
        least_ = evaluate(here_);
        best_ = here_;
    }
    return learnt;
}

// One step along a smoothed subgradient. False: nothing moves.
bool WalkDuals::move(std::int64_t gap, std::int64_t pace) {
    constexpr std::int64_t fine = 256;
    constexpr std::int64_t memory = 160;  // of the old direction, in 1/fine
    std::int64_t norm = 0;
    const auto turn = [&](std::int64_t& way, std::int64_t pull, std::int64_t at) {
        way = fine * pull + way * memory / fine;
        if (at == 0 && way < 0) way = 0;
        norm += way * way;
    };
    for (std::size_t b = 0; b < bit_way_.size(); ++b) turn(bit_way_[b], bit_pull_[b], here_.bits[b]);
    for (std::size_t g = 0; g < call_way_.size(); ++g) {
        for (std::size_t c = 0; c < call_way_[g].size(); ++c) {
            turn(call_way_[g][c], call_pull_[g][c], here_.calls[g][c]);
        }
    }
    if (norm == 0 || gap <= 0) return false;
    const auto shift = [&](std::int64_t& at, std::int64_t way) {
        at = std::max<std::int64_t>(0, at + gap * pace * way / norm);
    };
    for (std::size_t b = 0; b < bit_way_.size(); ++b) shift(here_.bits[b], bit_way_[b]);
    for (std::size_t g = 0; g < call_way_.size(); ++g) {
        for (std::size_t c = 0; c < call_way_[g].size(); ++c) {
            shift(here_.calls[g][c], call_way_[g][c]);
        }
    }
    return true;
}

void WalkDuals::improve(Money goal, int steps) {
    here_ = best_;
    evaluate(here_);
    std::int64_t pace = 256;  // 256: the full Polyak step
    int stale = 0;
    for (int i = 0; i < steps && !problem_.watch.stopped(); ++i) {
        const std::int64_t aim = std::max(dual_scale * std::int64_t{goal}, least_ - least_ / 12);
        if (!move(least_ - aim, pace)) break;
        const std::int64_t value = evaluate(here_);
        if (problem_.watch.stopped()) break;
        if (value < least_) {
            if (value < least_ - least_ / 2000) stale = 0;
            least_ = value;
            best_ = here_;
        }
        if (++stale >= 10) {
            stale = 0;
            pace = pace * 2 / 3;
            here_ = best_;
            evaluate(here_);
            if (pace < 4) break;
        }
    }
}

}  // namespace route_opt
