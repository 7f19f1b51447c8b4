// Trains as the search sees them: limits that the board does not set anyway.
#pragma once

#include <cstdint>
#include <limits>

#include "route_opt/instance.hpp"

namespace route_opt {

// How many stops of one size a train may visit, and count.
struct Quota {
    static constexpr std::int32_t unlimited = std::numeric_limits<std::int32_t>::max();

    std::int32_t visits = unlimited;
    std::int32_t counts = unlimited;
    bool operator==(const Quota&) const = default;
};

// Trains of a type are interchangeable. The limits, 0 replaced by what the board allows.
struct TrainType {
    std::int32_t visits;
    std::int32_t counts;
    std::int32_t tariff = 0;
    bool split = false;  // it tells major stops from minor ones; if not, the quotas are unlimited
    Quota major{};
    Quota minor{};
    bool operator==(const TrainType&) const = default;

    // Whether it can run all that the other can, for no less.
    [[nodiscard]] bool covers(const TrainType& other) const {
        return visits >= other.visits && counts >= other.counts && tariff == other.tariff &&
               major.visits >= other.major.visits && major.counts >= other.major.counts &&
               minor.visits >= other.minor.visits && minor.counts >= other.minor.counts;
    }
};

// What the arrays say of a train, where an empty one says nothing: 0 is no limit.
[[nodiscard]] Quota major_quota(const Trains& trains, std::int32_t train);
[[nodiscard]] Quota minor_quota(const Trains& trains, std::int32_t train);
[[nodiscard]] std::int32_t tariff_of(const Trains& trains, std::int32_t train);

// The most stops of all sizes that a train may visit, at least two; 0: no limit.
[[nodiscard]] std::int32_t most_visits(const Trains& trains, std::int32_t train);

// The type of a train on a board where it can reach so many stops.
[[nodiscard]] TrainType type_of(const Trains& trains, std::int32_t train, std::int32_t majors,
                                std::int32_t minors);

}  // namespace route_opt
