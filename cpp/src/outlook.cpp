#include "outlook.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <utility>

namespace route_opt {

using frontier::Cost;
using frontier::cost_scale;

namespace {

constexpr std::int32_t most_rounds = 300;
constexpr double tolerance = 0.25;        // between bound and shares: of money
constexpr std::size_t most_bits = 2'000;  // shares grow with their square
constexpr std::size_t none = static_cast<std::size_t>(-1);

}  // namespace

Outlook::Outlook(const Problem& problem)
    : problem_(problem),
      prices_(static_cast<std::size_t>(problem.graph.bits), 0),
      bound_(std::numeric_limits<Cost>::max()),
      best_(problem.types.size(), 0),
      row_(prices_.size(), none) {
    for (const std::vector<std::int32_t>& trains : problem.trains) {
        trains_.push_back(static_cast<std::int32_t>(trains.size()));
        shares_.add_resource(trains_.back());
    }
}

bool Outlook::look(const std::function<void(Cost)>& tell) {
    if (row_.size() > most_bits) return false;
    walks_.emplace(problem_);
    if (!walks_->fit()) return false;
    trade(tell);
    return bound_ < std::numeric_limits<Cost>::max();
}

// As in a market of routes (frontier/market.hpp), only that walks take part.
void Outlook::trade(const std::function<void(Cost)>& tell) {
    price(prices_);
    if (!problem_.watch.stopped()) tell(bound_);
    for (std::int32_t round = 0; round < most_rounds && !problem_.watch.stopped(); ++round) {
        shares_.solve(problem_.watch);
        if (static_cast<double>(bound_) / static_cast<double>(cost_scale) - shares_.value() <
            tolerance)
            break;
        const std::vector<Cost> target = asked();
        std::vector<Cost> between = prices_;
        for (std::size_t bit = 0; bit < between.size(); ++bit) {
            between[bit] = (7 * between[bit] + 3 * target[bit]) / 10;
        }
        const Cost before = bound_;
        const bool fresh = price(between) || (!problem_.watch.stopped() && price(target));
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
        const Walk walk = walks_->best(static_cast<std::int32_t>(type), prices);
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
    shares_.add_route(std::move(uses),
                      static_cast<double>(walk.value) / static_cast<double>(cost_scale));
    known_.push_back({type, walk});
    return true;
}

std::vector<Cost> Outlook::asked() const {
    std::vector<Cost> prices(prices_.size(), 0);
    for (std::size_t bit = 0; bit < prices.size(); ++bit) {
        if (row_[bit] == none) continue;
        prices[bit] = shares_.price(row_[bit]);
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
        const Cost net = known.walk.value - paid(known.walk);
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
    return part;
}

namespace {

// Routes over sides as routes over seams: a seam by the first of the sides that it crosses, one
// without a side by its two stops.
class Reader {
public:
    Reader(const Seams& seams, std::int32_t sides)
        : seams_(seams),
          end_of_(seams.stops + 2 * sides, -1),
          used_(static_cast<std::size_t>(seams.size()), 0) {
        for (std::int32_t end = seams.stops; end < seams.ends(); ++end) {
            std::vector<std::int32_t> faces;
            seams.cross(end, faces);
            if (!faces.empty()) end_of_[faces[0]] = end;
        }
        for (std::size_t i = 0; i + 1 < seams.pieces.size(); ++i) {
            const auto [a, end] = seams.pieces[i];
            const bool leaves = a < seams.stops && end >= seams.stops;
            if (!leaves || seams.sides(seams.seam_of(end)) > 0) continue;
            const std::int32_t b = seams.pieces[i + 1].b;  // written one after the other
            direct_[{a, b}].push_back(end);
            direct_[{b, a}].push_back(seams.across(end));
        }
    }

    [[nodiscard]] std::vector<std::int32_t> read(const std::vector<std::int32_t>& path) {
        std::vector<std::int32_t> result;
        for (std::size_t i = 0; i < path.size(); ++i) {
            const std::int32_t here = path[i];
            const bool stop = here < seams_.stops;
            if (stop && i > 0 && path[i - 1] < seams_.stops) {
                result.push_back(free_piece(path[i - 1], here));
            }
            if (stop || end_of_[here] >= 0) result.push_back(stop ? here : end_of_[here]);
        }
        return result;
    }

private:
    // Of the pieces between two stops one that no route has used.
    [[nodiscard]] std::int32_t free_piece(std::int32_t from, std::int32_t to) {
        const std::vector<std::int32_t>& ends = direct_.at({from, to});
        const auto free = std::find_if(ends.begin(), ends.end(), [&](std::int32_t end) {
            return used_[seams_.seam_of(end)] == 0;
        });
        used_[seams_.seam_of(*free)] = 1;
        return *free;
    }

    const Seams& seams_;
    std::vector<std::int32_t> end_of_;  // by face
    std::vector<char> used_;            // by seam
    std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::int32_t>> direct_;
};

}  // namespace

Plan Outlook::plan(const Solution& found) const {
    Plan plan;
    Reader reader(problem_.seams, problem_.in.track.sides);
    for (const Route& route : found.routes) {
        plan.routes.push_back({problem_.type_of[route.train], reader.read(route.path)});
    }
    problem_.appraise(plan);
    return plan;
}

}  // namespace route_opt
