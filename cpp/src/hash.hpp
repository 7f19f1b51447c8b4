// The one hash table of the core.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace route_opt {

inline std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    return x ^ x >> 29;
}

// Numbers 0, 1, 2, ... for things kept elsewhere, found by hash. Open addressing, in parts that
// grow one at a time: to move millions at once takes longer than a time limit may be passed by.
class Numbering {
public:
    // Keeps about as much room as was needed last.
    void clear() {
        for (Part& part : parts_) part.clear();
        next_ = 0;
    }

    // The number of the thing with this hash for which `is` holds; the next new one if there is
    // none.
    template <class Is>
    std::int32_t find_or_add(std::uint64_t hash, Is is) {
        Slot& slot = parts_[hash >> (64 - part_bits)].find(hash, is);
        if (slot.number == none) slot = {hash, next_++};
        return slot.number;
    }

    // Its number; -1 if there is none.
    template <class Is>
    [[nodiscard]] std::int32_t find(std::uint64_t hash, Is is) const {
        return part(hash).number(hash, is);
    }

    // Before the i-th of `count` things is looked for: what is needed for those after it is on its
    // way from memory meanwhile, first the slot, then the thing in it.
    template <class HashOf, class Thing>
    void look_ahead(std::size_t i, std::size_t count, HashOf hash_of,
                    const std::vector<Thing>& things) const {
        constexpr std::size_t soon = 8;
        if (i + 2 * soon < count) {
            const std::uint64_t hash = hash_of(i + 2 * soon);
            prefetch(part(hash).guess(hash));
        }
        if (i + soon < count) {
            const std::uint64_t hash = hash_of(i + soon);
            const Slot* slot = part(hash).guess(hash);
            if (slot != nullptr && slot->number != none) prefetch(&things[slot->number]);
        }
    }

private:
    static constexpr std::int32_t none = -1;
    static constexpr int part_bits = 4;

    struct Slot {
        std::uint64_t hash;
        std::int32_t number;
    };

    class Part {
    public:
        void clear() {
            slots_.assign(std::bit_ceil(std::max(least, 2 * size_)), Slot{0, none});
            size_ = 0;
        }

        // Where the thing most likely is; null: there is no slot yet.
        [[nodiscard]] const Slot* guess(std::uint64_t hash) const {
            return slots_.empty() ? nullptr : &slots_[hash & (slots_.size() - 1)];
        }

        // Where the thing is, or a free slot that the caller fills.
        template <class Is>
        Slot& find(std::uint64_t hash, Is is) {
            if (2 * (size_ + 1) > slots_.size()) grow();
            std::size_t i = hash & (slots_.size() - 1);
            for (; slots_[i].number != none; i = (i + 1) & (slots_.size() - 1)) {
                if (slots_[i].hash == hash && is(slots_[i].number)) return slots_[i];
            }
            ++size_;
            return slots_[i];
        }

        template <class Is>
        [[nodiscard]] std::int32_t number(std::uint64_t hash, Is is) const {
            if (slots_.empty()) return none;
            std::size_t i = hash & (slots_.size() - 1);
            for (; slots_[i].number != none; i = (i + 1) & (slots_.size() - 1)) {
                if (slots_[i].hash == hash && is(slots_[i].number)) break;
            }
            return slots_[i].number;
        }

    private:
        static constexpr std::size_t least = 8;

        void grow() {
            std::vector<Slot> old(std::max(least, 2 * slots_.size()), Slot{0, none});
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

    static void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
        __builtin_prefetch(address);
#endif
    }
    [[nodiscard]] const Part& part(std::uint64_t hash) const {
        return parts_[hash >> (64 - part_bits)];
    }

    std::array<Part, 1 << part_bits> parts_;
    std::int32_t next_ = 0;
};

}  // namespace route_opt
