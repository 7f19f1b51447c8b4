#include "frontier/loose.hpp"

#include "invariant.hpp"

namespace route_opt::frontier {

std::int32_t LooseGraph::node(std::size_t layer, Profile profile) const {
    profile.mates = 0;
    const std::vector<Profile>& known = profiles[layer];
    const std::int32_t number = numbers[layer].find(
        hash_of(profile), [&](std::int32_t other) { return known[other] == profile; });
    ROUTE_OPT_INVARIANT(number >= 0);  // Lemma 34
    return number < 0 ? -1 : names[layer][number];
}

Guide::Guide(const LooseGraph& loose, const Prices& prices, Cost slack, Watch& watch)
    : loose_(loose), slack_(slack) {
    if (watch.work(2 * pricing_work(loose.graph, prices))) return;
    potential_ = make_potential(loose.graph, prices, watch.hands());
    for (const std::vector<Cost>& layer : prices.layers) paid_.push_back(sums(layer));
}

std::optional<Cost> Guide::rest(std::size_t layer, const Profile& profile) const {
    const std::int32_t node = loose_.node(layer, profile);
    if (node < 0) return std::nullopt;
    return potential_[layer + 1][node];
}

}  // namespace route_opt::frontier
