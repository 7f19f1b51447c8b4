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
        return any_ && (table_[x * classes_ + y] & 1) != 0;
    }
    [[nodiscard]] bool bonus_classes(std::int32_t x, std::int32_t y) const {
        return any_ && (table_[x * classes_ + y] & 2) != 0;
    }
    [[nodiscard]] bool forbidden(const Stop& a, const Stop& b) const {
        return any_ && forbidden_classes(cls_[a.original], cls_[b.original]);
    }
    [[nodiscard]] bool bonus(const Stop& a, const Stop& b) const {
        return any_ && bonus_classes(cls_[a.original], cls_[b.original]);
    }

private:
    bool any_ = false;
    std::int32_t classes_ = 1;
    std::vector<std::int32_t> cls_;    // by stop
    std::vector<std::uint8_t> table_;  // bit 0: forbidden, bit 1: bonus
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
