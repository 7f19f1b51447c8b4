#include "trains.hpp"

#include <algorithm>

namespace route_opt {
namespace {

std::int32_t limit(const std::vector<std::int32_t>& limits, std::int32_t train) {
    const std::int32_t said = limits.empty() ? 0 : limits[train];
    return said == 0 ? Quota::unlimited : std::max(said, 0);
}

// A limit above what there is, or above what the train can visit or count anyway, is none.
void loosen(Quota& quota, const TrainType& type, std::int32_t stops) {
    if (quota.counts >= std::min({quota.visits, stops, type.counts})) {
        quota.counts = Quota::unlimited;
    }
    if (quota.visits >= std::min(stops, type.visits)) quota.visits = Quota::unlimited;
}

}  // namespace

Quota major_quota(const Trains& trains, std::int32_t train) {
    return {limit(trains.major_visits, train), limit(trains.major_counts, train)};
}

Quota minor_quota(const Trains& trains, std::int32_t train) {
    return {limit(trains.minor_visits, train), limit(trains.minor_counts, train)};
}

std::int32_t tariff_of(const Trains& trains, std::int32_t train) {
    return trains.tariff.empty() ? 0 : trains.tariff[train];
}

std::int32_t most_visits(const Trains& trains, std::int32_t train) {
    const std::int32_t all = trains.visits[train];
    const std::int64_t parts =
        std::int64_t{major_quota(trains, train).visits} + minor_quota(trains, train).visits;
    if (parts >= Quota::unlimited || (all != 0 && all <= parts)) return all;
    return static_cast<std::int32_t>(std::max<std::int64_t>(parts, 2));
}

TrainType type_of(const Trains& trains, std::int32_t train, std::int32_t majors,
                  std::int32_t minors) {
    const std::int32_t most = std::max(2, majors + minors);
    TrainType type{most_visits(trains, train), trains.counts[train]};
    if (type.visits == 0 || type.visits > most) type.visits = most;
    if (type.counts == 0 || type.counts > type.visits) type.counts = type.visits;
    type.tariff = tariff_of(trains, train);
    type.major = major_quota(trains, train);
    type.minor = minor_quota(trains, train);
    loosen(type.major, type, majors);
    loosen(type.minor, type, minors);
    type.split = type.major != Quota{} || type.minor != Quota{};
    return type;
}

}  // namespace route_opt
