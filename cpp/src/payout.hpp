// What one finished route earns by itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "graph.hpp"
#include "trains.hpp"

namespace route_opt {

// Which stops may not, or should, stand at the two ends of a route. Stops are those of the
// instance; all that matters of one is its class, numbered from 1, 0 for any that no term names.
class EndRules {
public:
    EndRules(const Terms& terms, const Stops& stops);

    [[nodiscard]] std::int32_t class_of(std::int32_t stop) const { return any_ ? cls_[stop] : 0; }
    [[nodiscard]] bool forbidden_classes(std::int32_t x, std::int32_t y) const {
        return any_ && (terms_of(x, y) & 1) != 0;
    }
    [[nodiscard]] bool bonus_classes(std::int32_t x, std::int32_t y) const {
        return any_ && (terms_of(x, y) & 2) != 0;
    }
    [[nodiscard]] bool forbidden(const Stop& a, const Stop& b) const {
        return any_ && forbidden_classes(cls_[a.original], cls_[b.original]);
    }
    [[nodiscard]] bool bonus(const Stop& a, const Stop& b) const {
        return any_ && bonus_classes(cls_[a.original], cls_[b.original]);
    }

private:
    struct Partner {
        std::int32_t cls;
        std::uint8_t terms;  // bit 0: forbidden, bit 1: bonus
    };

    // A class has few partners, however many classes there are.
    [[nodiscard]] std::uint8_t terms_of(std::int32_t x, std::int32_t y) const {
        const auto end = partners_.begin() + first_[x + 1];
        const auto found =
            std::lower_bound(partners_.begin() + first_[x], end, y,
                             [](const Partner& p, std::int32_t c) { return p.cls < c; });
        return found == end || found->cls != y ? 0 : found->terms;
    }

    bool any_ = false;
    std::vector<std::int32_t> cls_;    // by stop
    std::vector<std::int32_t> first_;  // partners of class c: first_[c] .. first_[c + 1]
    std::vector<Partner> partners_;    // of each class in order
};

inline constexpr Money no_route = -1;

// The most a route over `stops` (in running order, legal) earns when a train of the type counts
// what it may, an own stop among that; no_route when no own stop can be counted. With `counted`,
// the stops that pay, in running order.
[[nodiscard]] Money payout(const Graph& graph, const EndRules& ends,
                           std::span<const std::int32_t> stops, const TrainType& type,
                           std::vector<std::int32_t>* counted = nullptr);

// What the sets of stops pay that lie on a route as a whole, counted or not.
[[nodiscard]] Money sets_pay(const Graph& graph, std::span<const std::int32_t> stops);

}  // namespace route_opt
