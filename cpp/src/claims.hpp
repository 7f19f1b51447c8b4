// Goods: what routes earn by them, each alone and all together.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "graph.hpp"

namespace route_opt {

// What a route can do with goods: how many it may take, and where they lie. Few different ones
// occur, so routes carry a number. Number 0 claims nothing.
class Claims {
public:
    struct Claim {
        std::int32_t takes = 0;             // buyers on the route
        std::vector<std::int32_t> sources;  // stops of the graph, ascending
    };

    Claims(const Terms& terms, const Graph& graph);

    // Whether goods can earn anything at all.
    [[nodiscard]] bool matter() const { return value_ > 0; }
    [[nodiscard]] std::int32_t number(std::span<const std::int32_t> stops);
    [[nodiscard]] const Claim& operator[](std::int32_t number) const { return claims_[number]; }
    // Lemma 7. The most the claim can earn, with all goods to itself. The best flow is subadditive
    // over trains, so the sum over a set of routes bounds what the set earns.
    [[nodiscard]] Money most(std::int32_t number) const { return most_[number]; }
    // What the routes with these claims earn together: the greatest flow of goods.
    [[nodiscard]] Money together(std::span<const std::int32_t> numbers) const;

private:
    [[nodiscard]] bool source(const Stop& stop) const {
        return stop.goods > 0 || (extra_ && stop.room);
    }

    const Graph& graph_;
    Money value_;
    bool extra_;
    std::vector<Claim> claims_;
    std::vector<Money> most_;
    std::map<std::vector<std::int32_t>, std::int32_t> known_;
};

}  // namespace route_opt
