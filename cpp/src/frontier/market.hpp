// Where prices come from: routes bid for seams until nobody gains by another route.
//
// A few routes of each kind of train share the seams as well as they can (shares.hpp), which gives
// prices; at these each kind looks for its best route in its graph, and if that is a new one it
// joins in. In the end prices are the best there are, and the bound of Lemma 14 is what the shares
// are worth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "frontier/forks.hpp"
#include "frontier/graph.hpp"
#include "frontier/prices.hpp"
#include "frontier/shares.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// A route that takes part.
struct Bidder {
    std::size_t kind;
    Way way;
    double share = 0;  // for which it runs
};
using Bidders = std::vector<Bidder>;

class Market {
public:
    // `start`: prices to begin with. The fleet has to outlive the market.
    Market(const Fleet& fleet, Prices start);

    // A train of the kind could go this way.
    void bid(std::size_t kind, const Way& way);

    // With the bidders of another market, of the same kinds of trains, and with its prices if they
    // give a lower bound here.
    void follow(const Market& other, Watch& watch);

    // Lower bounds, at most so many rounds; no lower than `floor`, as nothing below is of use.
    // `tell` is called with each.
    void trade(Money floor, std::int32_t rounds, Watch& watch,
               const std::function<void(Cost)>& tell = {});

    [[nodiscard]] std::size_t kinds() const { return trains_.size(); }
    // The prices of the least bound so far.
    [[nodiscard]] const Prices& prices() const { return prices_; }
    [[nodiscard]] Cost bound() const { return bound_; }
    // What it cost to look for routes and prices, roughly in nanoseconds; but for what was sold.
    [[nodiscard]] std::int64_t work() const { return work_ + shares_.work(); }

    [[nodiscard]] const Bidders& bidders() const { return bidders_; }

    // The route is sold: one train fewer of its kind, and what it uses is gone.
    void sell(std::size_t bidder);

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    void open();
    void enter(const Bidder& bidder);
    [[nodiscard]] bool barred(const Bidder& bidder) const;
    bool look(const Prices& prices, Watch& watch, const std::function<void(Cost)>& tell);
    [[nodiscard]] Prices with_barriers(Prices prices) const;
    [[nodiscard]] Prices asked() const;
    [[nodiscard]] Prices between(const Prices& target) const;

    const Fleet* fleet_;
    const Forks* forks_;
    std::vector<std::int32_t> trains_;  // that are left, by kind
    std::vector<char> runs_;            // by kind: whether it has to
    std::vector<std::uint16_t> gone_;   // what is sold, by layer
    Prices prices_;
    Cost bound_;
    std::int64_t work_ = 0;
    Bidders bidders_;
    std::set<std::vector<std::uint32_t>> known_;
    Shares shares_;
    std::vector<std::vector<std::size_t>> row_;  // in shares_, by layer and bit
};

}  // namespace route_opt::frontier
