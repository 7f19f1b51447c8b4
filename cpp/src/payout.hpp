// What one finished route earns by itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "graph.hpp"

namespace route_opt {

// Which classes of end stops may not, or should, stand at the two ends of a route.
class EndRules {
public:
    EndRules(const Terms& terms, const Graph& graph);

    [[nodiscard]] bool forbidden(std::int32_t a, std::int32_t b) const {
        return any_ && (table_[at(a, b)] & 1) != 0;
    }
    [[nodiscard]] bool bonus(std::int32_t a, std::int32_t b) const {
        return any_ && (table_[at(a, b)] & 2) != 0;
    }
    // Classes, numbered from 1 without gaps in the order of the stops; 0: no class that matters.
    [[nodiscard]] std::int32_t class_of(std::int32_t stop) const { return any_ ? cls_[stop] : 0; }
    [[nodiscard]] std::int32_t classes() const { return classes_; }
    [[nodiscard]] bool bonus_classes(std::int32_t x, std::int32_t y) const {
        return any_ && (table_[x * classes_ + y] & 2) != 0;
    }

private:
    [[nodiscard]] std::int32_t at(std::int32_t a, std::int32_t b) const {
        return cls_[a] * classes_ + cls_[b];
    }

    bool any_ = false;
    std::int32_t classes_ = 1;
    std::vector<std::int32_t> cls_;
    std::vector<std::uint8_t> table_;  // bit 0: forbidden, bit 1: bonus
};

inline constexpr Money no_route = -1;

// The most a route over `stops` (in running order, legal) earns when at most `counts` of them are
// counted, one of those an own stop; no_route when no own stop can be counted. With `counted`, the
// stops that pay, in running order.
[[nodiscard]] Money payout(const Graph& graph, const EndRules& ends,
                           std::span<const std::int32_t> stops, std::int32_t counts,
                           std::vector<std::int32_t>* counted = nullptr);

}  // namespace route_opt
