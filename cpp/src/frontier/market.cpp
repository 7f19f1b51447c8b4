#include "frontier/market.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "invariant.hpp"

namespace route_opt::frontier {

namespace {

constexpr double tolerance = 0.25;    // between bound and shares: of money
constexpr double must_run = 100'000;  // what it costs if a train does not that has to
constexpr std::int64_t worth_sharing =
    200'000;                              // of work, to look at kinds in more than one thread
constexpr std::size_t most_rows = 2'000;  // of shares, which grow with their square

[[maybe_unused]] bool none_negative(const Prices& prices) {
    const auto sound = [](const std::vector<Cost>& some) {
        return std::all_of(some.begin(), some.end(), [](Cost price) { return price >= 0; });
    };
    return std::all_of(prices.layers.begin(), prices.layers.end(), sound) && sound(prices.forks);
}

struct Best {
    Cost net;  // what the route earns, less prices
    Way way;
};

Best best_route(const TrainGraph& graph, const Prices& prices) {
    Hands alone(1);  // the others have graphs of their own
    const Potential potential = make_potential(graph, prices, alone);
    return {potential[0][0], way_of(graph, best_path(graph, prices, potential))};
}

// Whether a train may stay at rest: there is a path that uses and earns nothing.
bool may_rest(const TrainGraph& graph) {
    std::set<std::int32_t> nodes{0};
    for (const Layer& layer : graph.layers) {
        std::set<std::int32_t> next;
        for (const std::int32_t node : nodes) {
            for (std::int32_t k = layer.first[node]; k < layer.first[node + 1]; ++k) {
                if (layer.arcs[k].used == 0 && layer.arcs[k].value == 0) {
                    next.insert(layer.arcs[k].to);
                }
            }
        }
        nodes.swap(next);
    }
    return !nodes.empty();
}

}  // namespace

Market::Market(const Fleet& fleet, Prices start)
    : fleet_(&fleet),
      forks_(fleet.graphs[0]->forks.get()),
      trains_(fleet.trains),
      gone_(start.layers.size(), 0),
      prices_(std::move(start)),
      bound_(std::numeric_limits<Cost>::max()) {
    for (const TrainGraph* graph : fleet.graphs) runs_.push_back(may_rest(*graph) ? 0 : 1);
    open();
}

void Market::open() {
    shares_ = {};
    for (std::size_t kind = 0; kind < trains_.size(); ++kind) {
        shares_.add_resource(trains_[kind], runs_[kind] != 0 ? must_run : 0);
    }
    if (forks_ != nullptr) {
        for (const Fork& fork : forks_->all()) {
            shares_.add_resource(static_cast<double>(fork.most()));
        }
    }
    row_.clear();
    for (const auto& layer : prices_.layers) row_.emplace_back(layer.size(), none);
    for (const Bidder& bidder : bidders_) enter(bidder);
}

void Market::enter(const Bidder& bidder) {
    std::vector<std::size_t> uses{bidder.kind};
    Money value = 0;
    for (std::size_t layer = 0; layer < bidder.way.size(); ++layer) {
        const Deed& deed = bidder.way[layer];
        value += deed.value;
        for (std::uint32_t left = deed.used; left != 0; left &= left - 1) {
            std::size_t& row = row_[layer][static_cast<std::size_t>(std::countr_zero(left))];
            if (row == none) row = shares_.add_resource(1);
            uses.push_back(row);
        }
    }
    for (std::size_t fork = 0; fork < prices_.forks.size(); ++fork) {
        uses.insert(uses.end(), forks_->pairs(fork, bidder.way), trains_.size() + fork);
    }
    shares_.add_route(std::move(uses), value);
}

bool Market::barred(const Bidder& bidder) const {
    for (std::size_t layer = 0; layer < gone_.size(); ++layer) {
        if ((bidder.way[layer].used & gone_[layer]) != 0) return true;
    }
    return trains_[bidder.kind] == 0;
}

void Market::bid(std::size_t kind, const Way& way) {
    std::vector<std::uint32_t> name{static_cast<std::uint32_t>(kind)};
    for (const Deed& deed : way) name.push_back(deed.used);
    const bool rests =
        std::all_of(way.begin(), way.end(), [](const Deed& d) { return d.used == 0; });
    Bidder bidder{kind, way};
    if (rests || barred(bidder) || shares_.resources() > most_rows ||
        !known_.insert(std::move(name)).second) {
        return;
    }
    enter(bidder);
    bidders_.push_back(std::move(bidder));
}

void Market::follow(const Market& other, Watch& watch) {
    look(prices_, watch, {});
    for (const Bidder& bidder : other.bidders_) bid(bidder.kind, bidder.way);
    look(other.prices_, watch, {});
}

void Market::trade(Money floor, std::int32_t rounds, Watch& watch,
                   const std::function<void(Cost)>& tell) {
    look(prices_, watch, tell);
    for (std::int32_t round = 0; round < rounds && !watch.stopped(); ++round) {
        if (bound_ < (floor + Cost{1}) * cost_scale) break;
        shares_.solve(watch);
        if (static_cast<double>(bound_) / cost_scale - shares_.value() < tolerance) break;
        // Prices of few routes go too far: a part of the way is better, if it shows a new route.
        const Prices target = asked();
        if (!look(between(target), watch, tell) && !look(target, watch, tell)) break;
    }
    shares_.solve(watch);
    const std::vector<double> shares = shares_.shares();
    for (std::size_t k = 0; k < bidders_.size(); ++k) bidders_[k].share = shares[k];
}

// Each kind's best route at these prices. True: one of them is new.
bool Market::look(const Prices& prices, Watch& watch, const std::function<void(Cost)>& tell) {
    ROUTE_OPT_INVARIANT(none_negative(prices));  // Lemma 14
    const Prices barred = with_barriers(prices);
    std::vector<std::size_t> kinds;
    std::int64_t work = 0;
    for (std::size_t kind = 0; kind < trains_.size(); ++kind) {
        if (trains_[kind] == 0) continue;
        kinds.push_back(kind);
        work += pricing_work(*fleet_->graphs[kind], barred);
    }
    work_ += work;
    if (watch.work(work)) return false;
    Cost bound = total(*fleet_, prices);
    const std::size_t before = bidders_.size();
    Hands::Places<Best> places;
    watch.hands().in_order(
        kinds.size(), work >= worth_sharing, places,
        [&](std::size_t k, Best& best) { best = best_route(*fleet_->graphs[kinds[k]], barred); },
        [&](std::size_t k, const Best& best) {
            bound += trains_[kinds[k]] * best.net;
            bid(kinds[k], best.way);
            return true;
        });
    if (bound < bound_) {
        bound_ = bound;
        prices_ = prices;
        if (tell) tell(bound);
    }
    return bidders_.size() > before;
}

Prices Market::with_barriers(Prices prices) const {
    for (std::size_t layer = 0; layer < gone_.size(); ++layer) {
        for (std::size_t bit = 0; bit < prices.layers[layer].size(); ++bit) {
            if ((gone_[layer] >> bit & 1) != 0) prices.layers[layer][bit] = barrier;
        }
    }
    return prices;
}

Prices Market::asked() const {
    Prices prices = prices_;
    for (std::size_t layer = 0; layer < row_.size(); ++layer) {
        for (std::size_t bit = 0; bit < row_[layer].size(); ++bit) {
            const std::size_t row = row_[layer][bit];
            prices.layers[layer][bit] = row == none ? 0 : shares_.price(row);
        }
    }
    for (std::size_t fork = 0; fork < prices.forks.size(); ++fork) {
        prices.forks[fork] = shares_.price(trains_.size() + fork);
    }
    return prices;
}

Prices Market::between(const Prices& target) const {
    const auto mix = [](Cost from, Cost to) { return (7 * from + 3 * to) / 10; };
    Prices prices = prices_;
    for (std::size_t layer = 0; layer < prices.layers.size(); ++layer) {
        for (std::size_t bit = 0; bit < prices.layers[layer].size(); ++bit) {
            Cost& price = prices.layers[layer][bit];
            price = mix(price, target.layers[layer][bit]);
        }
    }
    for (std::size_t fork = 0; fork < prices.forks.size(); ++fork) {
        prices.forks[fork] = mix(prices.forks[fork], target.forks[fork]);
    }
    return prices;
}

void Market::sell(std::size_t number) {
    const Bidder bidder = bidders_[number];
    --trains_[bidder.kind];
    for (std::size_t layer = 0; layer < gone_.size(); ++layer) {
        gone_[layer] |= bidder.way[layer].used;
        for (std::size_t bit = 0; bit < prices_.layers[layer].size(); ++bit) {
            if ((gone_[layer] >> bit & 1) != 0) prices_.layers[layer][bit] = 0;
        }
    }
    std::erase_if(bidders_, [&](const Bidder& other) { return barred(other); });
    bound_ = std::numeric_limits<Cost>::max();
    open();
}

}  // namespace route_opt::frontier
