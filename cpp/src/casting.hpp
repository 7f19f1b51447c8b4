// Terms over the whole set, turned into parts that single trains play.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace route_opt {

// One train in a casting: what kind of train it is, whether the visit bonus is paid on it, and
// which required pair of ends it runs between.
struct Role {
    std::int32_t type;
    bool bonus;
    std::int32_t pair;    // -1: none
    std::int32_t copies;  // trains with this same role

    bool operator==(const Role&) const = default;
};
using Casting = std::vector<Role>;

// Lemma 6. The visit bonus goes to one train, each required pair of ends to one train. The best set
// appears under at least one casting, each set is worth at least what any casting says, so the best
// over all castings is the best. None: there are more pairs than trains, or a bonus and no train.
// Nothing at all where there are more than anyone can look at: they grow like a power of the pairs.
[[nodiscard]] std::optional<std::vector<Casting>> castings(std::vector<std::int32_t> trains_of_type,
                                                           std::int32_t pairs, bool bonus);

}  // namespace route_opt
