// What a train has done in the regions swept so far, as far as it matters to the rest: Lemma 10.
#pragma once

#include <cstdint>

#include "hash.hpp"

namespace route_opt::frontier {

// A slot in use holds the other open end of its piece of
// route, or itself when that other end is an end of the route.
struct Profile {
    std::uint64_t mates = 0;  // four bits a slot
    std::uint16_t mask = 0;   // slots in use
    std::uint16_t groups = 0;
    std::uint16_t sets = 0;  // begun, and all of it visited so far
    std::uint8_t ends = 0;   // of the route, reached
    std::uint8_t end_kind = 0;
    std::uint8_t visits = 0;
    std::uint8_t counts = 0;
    std::uint8_t major_visits = 0;  // these four only where they have a limit
    std::uint8_t major_counts = 0;
    std::uint8_t minor_visits = 0;
    std::uint8_t minor_counts = 0;
    std::int8_t demand = 0;  // buyers visited less goods claimed
    bool extra : 1 = false;  // the extra good is this train's, and not yet put anywhere
    bool own : 1 = false;
    bool home : 1 = false;  // the route is complete

    friend bool operator==(const Profile&, const Profile&) = default;

    [[nodiscard]] bool uses(int slot) const { return (mask >> slot & 1) != 0; }
    [[nodiscard]] int mate(int slot) const { return static_cast<int>(mates >> (4 * slot) & 15); }
    void free(int slot) {
        mask = static_cast<std::uint16_t>(mask & ~(1U << slot));
        mates &= ~(std::uint64_t{15} << (4 * slot));
    }
    void set(int slot, int mate) {
        free(slot);
        mask = static_cast<std::uint16_t>(mask | 1U << slot);
        mates |= static_cast<std::uint64_t>(mate) << (4 * slot);
    }
};

inline std::uint64_t hash_of(const Profile& p) {
    std::uint64_t rest = p.mask | std::uint64_t{p.groups} << 16 | std::uint64_t{p.ends} << 32 |
                         std::uint64_t{p.end_kind} << 36 | std::uint64_t{p.visits} << 44 |
                         std::uint64_t{p.counts} << 52;
    rest = rest << 2 | (p.own ? 2U : 0U) | (p.home ? 1U : 0U);
    const auto demand = static_cast<std::uint8_t>(p.demand);
    const std::uint64_t parts = std::uint64_t{p.sets} << 40 | std::uint64_t{p.major_visits} << 32 |
                                std::uint64_t{p.major_counts} << 24 |
                                std::uint64_t{p.minor_visits} << 16 |
                                std::uint64_t{p.minor_counts} << 8;
    return mix(mix(p.mates * 0x9e3779b97f4a7c15U ^ rest) + (parts << 1) + 2U * demand +
               (p.extra ? 1U : 0U));
}

}  // namespace route_opt::frontier
