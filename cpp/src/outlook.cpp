#include "outlook.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace route_opt {

using frontier::Cost;
using frontier::cost_scale;

namespace {

constexpr std::int32_t most_rounds = 300;
constexpr double tolerance = 0.25;        // between bound and shares: of money
constexpr double most_price = 1e9;        // more than any set earns; whatever doubles come to
constexpr std::size_t most_bits = 2'000;  // shares grow with their square
constexpr std::size_t none = static_cast<std::size_t>(-1);

}  // namespace

Outlook::Outlook(const Problem& problem, std::vector<std::int32_t> trains)
    : problem_(problem),
      walks_(problem),
      trains_(std::move(trains)),
      prices_(static_cast<std::size_t>(problem.graph.bits), 0),
      bound_(std::numeric_limits<Cost>::max()),
      best_(trains_.size(), 0),
      row_(prices_.size(), none) {
    for (const std::int32_t copies : trains_) shares_.add_resource(copies);
}

bool Outlook::look(const std::function<void(Cost)>& tell) {
    if (!walks_.fit() || row_.size() > most_bits) return false;
    trade(tell);
    return bound_ < std::numeric_limits<Cost>::max();
}

// As in a market of routes (frontier/market.hpp), only that walks take part.
void Outlook::trade(const std::function<void(Cost)>& tell) {
    price(prices_);
    if (!problem_.watch.stopped()) tell(bound_);
    for (std::int32_t round = 0; round < most_rounds && !problem_.watch.stopped(); ++round) {
        shares_.solve(problem_.watch);
        if (static_cast<double>(bound_) / cost_scale - shares_.value() < tolerance) break;
        const std::vector<Cost> target = asked();
        std::vector<Cost> between = prices_;
        for (std::size_t bit = 0; bit < between.size(); ++bit) {
            between[bit] = (7 * between[bit] + 3 * target[bit]) / 10;
        }
        const Cost before = bound_;
        const bool fresh = price(between) || price(target);
        if (bound_ < before) tell(bound_);
        if (!fresh) break;
    }
    const std::vector<double> shares = shares_.shares();
    for (std::size_t k = 0; k < known_.size(); ++k) known_[k].share = shares[k];
}

// Each type's best walk at these prices. True: one of them is new.
bool Outlook::price(const std::vector<Cost>& prices) {
    Cost bound = 0;
    for (const Cost each : prices) bound += each;
    std::vector<Cost> best(trains_.size(), 0);
    bool fresh = false;
    for (std::size_t type = 0; type < trains_.size(); ++type) {
        if (trains_[type] == 0) continue;
        const Walk walk = walks_.best(static_cast<std::int32_t>(type), prices);
        if (problem_.watch.stopped()) return false;  // not the bound of all trains
        best[type] = walk.net;
        bound += trains_[type] * walk.net;
        fresh = enter(static_cast<std::int32_t>(type), walk) || fresh;
    }
    if (bound < bound_) {
        bound_ = bound;
        prices_ = prices;
        best_ = best;
    }
    return fresh;
}

template <class Use>
void Outlook::each_bit(const Walk& walk, Use use) const {
    const Graph& graph = problem_.graph;
    for (const std::int32_t link : walk.links) {
        for (std::size_t word = 0; word < graph.words; ++word) {
            for (std::uint64_t left = graph.mask(link)[word]; left != 0; left &= left - 1) {
                use(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
            }
        }
    }
}

bool Outlook::enter(std::int32_t type, const Walk& walk) {
    const bool old = std::any_of(known_.begin(), known_.end(), [&](const Known& known) {
        return known.type == type && known.walk.links == walk.links;
    });
    if (old || walk.links.empty()) return false;
    std::vector<std::size_t> uses{static_cast<std::size_t>(type)};
    each_bit(walk, [&](std::size_t bit) {
        if (row_[bit] == none) row_[bit] = shares_.add_resource(1);
        uses.push_back(row_[bit]);
    });
    shares_.add_route(std::move(uses), walk.value);
    known_.push_back({type, walk});
    return true;
}

std::vector<Cost> Outlook::asked() const {
    std::vector<Cost> prices(prices_.size(), 0);
    for (std::size_t bit = 0; bit < prices.size(); ++bit) {
        if (row_[bit] == none) continue;
        const double price = std::clamp(shares_.price(row_[bit]), 0.0, most_price);
        prices[bit] = static_cast<Cost>(std::floor(price * cost_scale + 0.5));
    }
    return prices;
}

Cost Outlook::paid(const Walk& walk) const {
    Cost sum = 0;
    each_bit(walk, [&](std::size_t bit) { sum += prices_[bit]; });
    return sum;
}

// Those of walks that run in part, or lose little.
std::vector<char> Outlook::good_seams(Choice choice) const {
    const Cost most_loss =
        choice == Choice::best ? -1 : (choice == Choice::good ? 5 : 20) * cost_scale;
    const double least_share = choice == Choice::best ? 0.2 : 1e-6;
    const Graph& graph = problem_.graph;
    std::vector<char> good(static_cast<std::size_t>(problem_.seams.size()), 0);
    for (const Known& known : known_) {
        const Cost net = known.walk.value * cost_scale - paid(known.walk);
        if (known.share < least_share && net < best_[known.type] - most_loss) continue;
        for (const std::int32_t link : known.walk.links) {
            const auto first = graph.ends.begin() + graph.links[link].first_end;
            for (auto end = first; end != first + graph.links[link].seams; ++end) {
                good[problem_.seams.seam_of(*end)] = 1;
            }
        }
    }
    return good;
}

Instance Outlook::part(Choice choice) const {
    const Seams& seams = problem_.seams;
    const std::vector<char> good = good_seams(choice);
    std::vector<char> kept(static_cast<std::size_t>(problem_.in.track.sides), 0);
    for (std::int32_t seam = 0; seam < seams.size(); ++seam) {
        if (good[seam] == 0) continue;
        for (std::int32_t k = seams.first_face[seam]; k < seams.first_face[seam + 1]; ++k) {
            kept[(seams.faces[k] - seams.stops) / 2] = 1;
        }
    }
    const auto stays = [&](std::int32_t end) {
        return end < seams.stops || kept[(end - seams.stops) / 2] != 0;
    };
    Instance part = problem_.in;
    const Track& track = problem_.in.track;
    part.track.a.clear();
    part.track.b.clear();
    for (std::int32_t i = 0; i < track.size(); ++i) {
        if (!stays(track.a[i]) || !stays(track.b[i])) continue;
        part.track.a.push_back(track.a[i]);
        part.track.b.push_back(track.b[i]);
    }
    Trains& trains = part.trains;
    for (auto* row : {&trains.visits, &trains.counts, &trains.major_visits, &trains.major_counts,
                      &trains.minor_visits, &trains.minor_counts, &trains.tariff}) {
        if (row->empty()) continue;
        const std::vector<std::int32_t> all = std::exchange(*row, {});
        for (const std::int32_t train : chosen()) row->push_back(all[train]);
    }
    return part;
}

// The trains that take part, as the whole board numbers them.
std::vector<std::int32_t> Outlook::chosen() const {
    std::vector<std::int32_t> trains;
    for (std::size_t type = 0; type < trains_.size(); ++type) {
        const auto first = problem_.trains[type].begin();
        trains.insert(trains.end(), first, first + trains_[type]);
    }
    return trains;
}

Plan Outlook::plan(const Solution& found) const {
    Plan plan;
    std::vector<char> used(static_cast<std::size_t>(problem_.seams.size()), 0);
    const std::vector<std::int32_t> trains = chosen();
    for (const Route& route : found.routes) {
        plan.routes.push_back(planned(route, used));
        plan.routes.back().type = problem_.type_of[trains[route.train]];
    }
    problem_.appraise(plan);
    return plan;
}

// Seams by the first of the sides that the route crosses; one without a side by its two stops.
PlannedRoute Outlook::planned(const Route& route, std::vector<char>& used) const {
    const Seams& seams = problem_.seams;
    std::vector<std::int32_t> end_of(seams.stops + 2 * problem_.in.track.sides, -1);  // by face
    std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::int32_t>> direct;
    for (std::int32_t end = seams.stops; end < seams.ends(); ++end) {
        std::vector<std::int32_t> faces;
        seams.cross(end, faces);
        if (!faces.empty()) end_of[faces[0]] = end;
    }
    for (std::size_t i = 0; i + 1 < seams.pieces.size(); ++i) {
        const auto [a, end] = seams.pieces[i];
        if (a >= seams.stops || end < seams.stops || seams.sides(seams.seam_of(end)) > 0) continue;
        const std::int32_t b = seams.pieces[i + 1].b;  // written one after the other
        direct[{a, b}].push_back(end);
        direct[{b, a}].push_back(seams.across(end));
    }
    PlannedRoute result{0, {}};
    for (std::size_t i = 0; i < route.path.size(); ++i) {
        const std::int32_t here = route.path[i];
        const std::int32_t end = here < seams.stops ? here : end_of[here];
        if (end < 0) continue;  // in the midst of a seam
        if (i > 0 && here < seams.stops && route.path[i - 1] < seams.stops) {
            for (const std::int32_t way : direct[{route.path[i - 1], here}]) {
                if (std::exchange(used[seams.seam_of(way)], 1) != 0) continue;
                result.path.push_back(way);
                break;
            }
        }
        result.path.push_back(end);
    }
    return result;
}

}  // namespace route_opt
