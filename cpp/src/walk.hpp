// A bound on routes by walks: what one train could earn if it might call twice at a stop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graph.hpp"
#include "watch.hpp"

namespace route_opt {

// Duals, charges and reduced values are integers, in this many parts of a unit of money.
inline constexpr std::int64_t dual_scale = 64;

// What a train is paid and charged on the way. All numbers are in dual_scale parts of money.
struct WalkPrices {
    std::vector<std::int64_t> stop;   // earned by visiting, at least what any route earns there
    std::vector<std::int64_t> close;  // earned on top by ending there; `never` where it may not
    std::vector<std::int64_t> link;   // charged for a link
    std::vector<std::int64_t> call;   // charged for a call at a stop, and given back once a stop
    std::int32_t visits = 0;
};

// The best walk of at most `visits` calls that starts with two arms (or one) at an own stop. A walk
// may repeat stops and sides, except right away: it never goes back to the stop it came from, nor
// over a side it has just used, nor to a stop of the same group. Every route is such a walk, so
// the best walk bounds every route. Charges keep walks from repeating themselves.
class WalkBound {
public:
    static constexpr std::int64_t never = -(std::int64_t{1} << 60);

    explicit WalkBound(const Graph& graph);

    // Fills the tables. Walks keep off the stops flagged in `banned`.
    void compute(const WalkPrices& prices, const std::vector<char>& banned, Watch& watch);

    // The most that can be earned after arriving over arc `arc`, with `left` more calls allowed.
    [[nodiscard]] std::int64_t after(std::int32_t arc, std::int32_t left) const {
        return table_[static_cast<std::size_t>(std::min(left, depth_)) * arcs_ +
                      static_cast<std::size_t>(arc)];
    }
    // The same, with the call at the arc's end and the link itself.
    [[nodiscard]] std::int64_t over(std::int32_t arc, std::int32_t left) const {
        return enter_[static_cast<std::size_t>(arc)] + after(arc, left);
    }
    // The best walk from an own stop, not counting the call charges given back.
    [[nodiscard]] std::int64_t best_from(std::int32_t own) const;
    [[nodiscard]] std::int64_t call_value(std::int32_t stop) const { return value_[stop]; }
    [[nodiscard]] std::int64_t enter_value(std::int32_t arc) const { return enter_[arc]; }

    // How often the best walk from `own` uses each link and calls at each stop.
    void trace(std::int32_t own, std::vector<std::int32_t>& links,
               std::vector<std::int32_t>& calls) const;

private:
    struct Pair {
        std::int64_t value = never;
        std::int32_t first = -1;   // arcs
        std::int32_t second = -1;  // -1: one arm
        std::int32_t left_first = 0;
        std::int32_t left_second = 0;
    };

    void deepen(std::int32_t stop, std::int32_t left);
    [[nodiscard]] Pair best_pair(std::int32_t own) const;
    [[nodiscard]] bool follows(std::int32_t in_slot, std::int32_t out_slot, std::int32_t stop) const {
        const std::int32_t degree = graph_.arc_begin[stop + 1] - graph_.arc_begin[stop];
        return follows_[static_cast<std::size_t>(follows_begin_[stop] + in_slot * degree +
                                                 out_slot)] != 0;
    }
    void follow(std::int32_t arc, std::int32_t left, std::vector<std::int32_t>& links,
                std::vector<std::int32_t>& calls) const;

    const Graph& graph_;
    const std::size_t arcs_;
    std::vector<std::int32_t> reverse_;  // the same link the other way
    std::vector<std::int32_t> follows_begin_;
    std::vector<char> follows_;  // a stop's arcs against each other: may one follow the other?

    WalkPrices prices_;
    std::int32_t depth_ = 0;            // calls beyond this add nothing
    std::vector<std::int64_t> value_;   // stop, less its call charge
    std::vector<std::int64_t> enter_;   // by arc: value_ of its end less the link; never if banned
    std::vector<std::int64_t> table_;   // [left][arc]
    std::vector<std::int64_t> gain_;    // scratch: by slot of the present stop
};

}  // namespace route_opt
