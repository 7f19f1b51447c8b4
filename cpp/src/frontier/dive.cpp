#include "frontier/dive.hpp"

#include <algorithm>
#include <utility>

namespace route_opt::frontier {

namespace {

constexpr std::int32_t rounds = 30;  // of trade, after each sale
constexpr double least_share = 1e-6;

// Bidders that run for more than nothing and less than `most`, by falling shares.
std::vector<std::size_t> by_share(const Market& market, double most) {
    const Bidders& bidders = market.bidders();
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < bidders.size(); ++k) {
        if (bidders[k].share > least_share && bidders[k].share < most) order.push_back(k);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
        return bidders[x].share > bidders[y].share;
    });
    return order;
}

}  // namespace

std::vector<std::vector<Way>> dive(Market market, std::size_t first, Watch& watch) {
    std::vector<std::vector<Way>> ways(market.kinds());
    const auto sell = [&](std::size_t bidder) {
        const Bidder& sold = market.bidders()[bidder];
        ways[sold.kind].push_back(sold.way);
        market.sell(bidder);
    };
    bool traded = first == 0;
    if (!traded) {
        const std::vector<std::size_t> parted = by_share(market, whole_share);
        if (first >= parted.size()) return {};
        sell(parted[first]);
    }
    while (!watch.stopped()) {
        const std::vector<std::size_t> order = by_share(market, 2);
        // Those that run as a whole go first, and leave prices as they are.
        const bool whole = !order.empty() && market.bidders()[order[0]].share >= whole_share;
        if (whole || (traded && !order.empty())) {
            sell(order[0]);
            traded = false;
        } else if (!traded) {
            market.trade(0, rounds, watch);
            traded = true;
        } else {
            break;
        }
    }
    return ways;
}

}  // namespace route_opt::frontier
