// The track as the frontier sweep sees it: regions, joined by seams, in a narrow order.
//
// A region is what is left when the board is cut at its seams (on a hex map: the track of one tile,
// or of one of its stops). A route enters and leaves regions through seams.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "route_opt/instance.hpp"
#include "seams.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

struct Seam {
    std::array<std::int32_t, 2> region{-1, -1};  // where its two ends lie; may be the same
    std::int32_t slot = -1;                      // its place in the frontier while it is cut
    std::int32_t bit = -1;                       // its place in the resources of its first region

    [[nodiscard]] std::int32_t first_region() const { return std::min(region[0], region[1]); }
};

struct Region {
    std::vector<std::int32_t> stops;
    std::vector<Piece> pieces;
    std::vector<std::int32_t> inner;   // seams with both ends here
    std::vector<std::int32_t> opened;  // seams to regions that come later in the order
    std::vector<std::int32_t> closed;  // seams to regions that came before
    std::vector<std::int32_t> goods;   // for each good that could earn: the source it lies on
    bool offers_extra = false;         // here a train says that the extra good is its own

    // What trains can compete for here: seams opened, inner seams, goods, the extra good.
    [[nodiscard]] std::size_t resources() const {
        return opened.size() + inner.size() + goods.size() + (offers_extra ? 1 : 0);
    }
};

struct Board {
    std::int32_t stops = 0;
    std::vector<Seam> seams;      // numbered as in Seams
    std::vector<Region> regions;  // in the order of the sweep
    std::int32_t slots = 0;       // the widest frontier
    std::int32_t buyers = 0;      // 0 when no good can earn
};

inline constexpr std::size_t most_resources = 16;  // of a region

// A stopped watch makes for a hasty order.
[[nodiscard]] Board make_board(const Instance& instance, const Seams& seams, Watch& watch);

}  // namespace route_opt::frontier
