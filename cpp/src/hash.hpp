// The one hash table of the core.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace route_opt {

inline std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    return x ^ x >> 29;
}

// Numbers 0, 1, 2, ... for things kept elsewhere, found by hash. Open addressing.
class Numbering {
public:
    // Keeps about as much room as was needed last.
    void clear() {
        slots_.assign(std::bit_ceil(std::max<std::size_t>(64, 2 * size_)), Slot{0, none});
        size_ = 0;
    }

    // The number of the thing with this hash for which `is` holds; the next new one if there is
    // none.
    template <class Is>
    std::int32_t find_or_add(std::uint64_t hash, Is is) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        std::size_t i = hash & (slots_.size() - 1);
        for (; slots_[i].number != none; i = (i + 1) & (slots_.size() - 1)) {
            if (slots_[i].hash == hash && is(slots_[i].number)) return slots_[i].number;
        }
        slots_[i] = {hash, static_cast<std::int32_t>(size_++)};
        return slots_[i].number;
    }

private:
    static constexpr std::int32_t none = -1;

    struct Slot {
        std::uint64_t hash;
        std::int32_t number;
    };

    void grow() {
        std::vector<Slot> old(std::max<std::size_t>(64, 2 * slots_.size()), Slot{0, none});
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.number == none) continue;
            std::size_t i = slot.hash & (slots_.size() - 1);
            while (slots_[i].number != none) i = (i + 1) & (slots_.size() - 1);
            slots_[i] = slot;
        }
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace route_opt
