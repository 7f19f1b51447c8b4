// The track as the frontier sweep sees it: regions, joined by seams, in a narrow order.
//
// A seam is a run of sides that can only be used together, one after the other; a region is what
// is left when the board is cut at the seams (on a hex map: the track of one tile, or of one of
// its stops). A route enters and leaves regions through seams, and a seam is used at most once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "route_opt/instance.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// Ends are encoded as in Track: a stop, or `stops + 2 * seam + end`.
struct Piece {
    std::int32_t a;
    std::int32_t b;
};

struct Seam {
    std::array<std::int32_t, 2> region{-1, -1};  // where its two ends lie; may be the same
    std::vector<std::int32_t> faces;             // what a train leaves by, running from end 0 to 1
    std::int32_t slot = -1;                      // its place in the frontier while it is cut
};

struct Region {
    std::vector<std::int32_t> stops;
    std::vector<Piece> pieces;
    std::vector<std::int32_t> inner;   // seams with both ends here
    std::vector<std::int32_t> opened;  // seams to regions that come later in the order
    std::vector<std::int32_t> closed;  // seams to regions that came before
    std::vector<std::int32_t> cubes;   // for each cube that could earn: the deposit it lies on
    bool offers_extra = false;         // here a train says that the extra cube is its own

    // What trains can compete for here: seams opened, inner seams, cubes, the extra cube.
    [[nodiscard]] std::size_t resources() const {
        return opened.size() + inner.size() + cubes.size() + (offers_extra ? 1 : 0);
    }
};

struct Board {
    std::int32_t stops = 0;
    std::vector<Seam> seams;
    std::vector<Region> regions;  // in the order of the sweep
    std::int32_t slots = 0;       // the widest frontier
    std::int32_t refineries = 0;  // 0 when no cube can earn
};

// Only what a route of the corporation can reach is kept. A stopped watch makes for a hasty order.
[[nodiscard]] Board make_board(const Instance& instance, Watch& watch);

}  // namespace route_opt::frontier
