// What a train has to do yet, by the seams it has cut: how many stops at the least.
//
// Most of what a train could begin comes to nothing: its pieces lie too far apart for the stops it
// may visit, or no own stop is left for it. To see that early, the rest of the board is looked at
// from its end, as if it did not matter which piece is which: a table for each region, small beside
// what it keeps from being made (Lemma 32).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "frontier/board.hpp"
#include "frontier/moves.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

class Horizon {
public:
    static constexpr std::uint8_t never = 255;  // it can come to no good end

    // What a train lacks: so many ends of its route, and an own stop or not.
    struct Lack {
        std::int32_t ends;
        bool own;
    };

    // Sees nothing: every train needs no more stops.
    Horizon() = default;
    // `moves`: of a region, for a train that may do anything; none: there are too many. It stays
    // blind where there are, where tables would be too large, and where the watch stops.
    Horizon(const Board& board, const std::function<std::vector<Move>(std::size_t)>& moves,
            Watch& watch);

    // The fewest stops of a train that uses these slots before the region; not less than it needs.
    [[nodiscard]] std::uint8_t least(std::size_t region, std::uint32_t slots, Lack lack) const {
        if (rows_.empty()) return 0;
        return rows_[region][slots][place(lack.ends, lack.own)];
    }

private:
    static constexpr std::size_t lacks = 6;
    using Row = std::array<std::uint8_t, lacks>;  // by what is lacking
    struct Step;

    [[nodiscard]] static std::size_t place(std::int32_t ends, bool own) {
        return 2 * static_cast<std::size_t>(ends) + (own ? 1 : 0);
    }
    static void better(Row& row, const Row& next, const Step& step);
    [[nodiscard]] static std::vector<std::vector<Step>> steps(const Board& board,
                                                              const Region& region,
                                                              const std::vector<Move>& moves);

    std::vector<std::vector<Row>> rows_;  // by region, and behind the last; by slots in use
};

}  // namespace route_opt::frontier
