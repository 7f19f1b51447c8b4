// A bound on routes by walks: what one train could earn if it might call twice at a stop.
#pragma once

#include <algorithm>
#include <cstddef>
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

// What a walk remembers. At each stop some places are known by heart; a walk that has called at
// one of them and has since only been at stops that know it too will not call there again. (A
// place is a stop, or a group of which a route visits one.) The more is remembered, the fewer
// walks that are no routes, and the larger the tables.
class WalkMemory {
public:
    explicit WalkMemory(const Graph& graph);

    // Makes `stop` know `place`. False: it does already, or its memory is full.
    bool learn(std::int32_t stop, std::int32_t place, std::int32_t most);

    [[nodiscard]] std::int32_t places() const { return places_; }
    [[nodiscard]] std::int32_t place(std::int32_t stop) const { return place_[stop]; }
    [[nodiscard]] const std::vector<std::int32_t>& known(std::int32_t stop) const {
        return known_[stop];
    }
    // The bit of a place in the memory of a stop, or 0.
    [[nodiscard]] std::uint32_t bit(std::int32_t stop, std::int32_t place) const;

private:
    std::vector<std::int32_t> place_;
    std::int32_t places_;
    std::vector<std::vector<std::int32_t>> known_;
};

// The best walk of at most `visits` calls that starts with two arms (or one) at an own stop. A walk
// may repeat stops and sides, as far as its memory allows, except right away: it never goes back
// to the place it came from, nor over a side it has just used. Every route is such a walk, so the
// best walk bounds every route. Charges keep walks from repeating themselves.
class WalkBound {
public:
    static constexpr std::int64_t never = -(std::int64_t{1} << 60);

    WalkBound(const Graph& graph, const WalkMemory& memory);

    // To be called after the memory has changed.
    void resize();
    // Fills the tables. Walks keep off the stops flagged in `banned`.
    void compute(const WalkPrices& prices, const std::vector<char>& banned, Watch& watch);

    // The most that can be earned after arriving over arc `arc`, with `left` more calls allowed
    // and the places in `memory` (bits of the arc's end stop) behind.
    [[nodiscard]] std::int64_t after(std::int32_t arc, std::int32_t left,
                                     std::uint32_t memory) const {
        return table_[static_cast<std::size_t>(std::min(left, depth_)) * row_ +
                      offset_[static_cast<std::size_t>(arc)] + memory];
    }
    // The call at the arc's end less the link itself.
    [[nodiscard]] std::int64_t enter_value(std::int32_t arc) const { return enter_[arc]; }
    // The most an arm can earn that leaves an own stop over this arc.
    [[nodiscard]] std::int64_t arm(std::int32_t arc, std::int32_t left) const {
        return enter_[arc] + after(arc, left, passed(arc, 0));
    }
    // The best walk from an own stop, not counting the call charges given back.
    [[nodiscard]] std::int64_t best_from(std::int32_t own) const;
    [[nodiscard]] std::int64_t call_value(std::int32_t stop) const { return value_[stop]; }

    // The best walk from `own`: links, and the stops of its two arms (each from `own` on).
    struct Trace {
        std::vector<std::int32_t> links;
        std::vector<std::int32_t> arms[2];
    };
    void trace(std::int32_t own, Trace& trace) const;

private:
    struct Pair {
        std::int64_t value = never;
        std::int32_t first = -1;   // arcs
        std::int32_t second = -1;  // -1: one arm
        std::int32_t left_first = 0;
        std::int32_t left_second = 0;
    };

    void deepen(std::int32_t stop, std::int32_t left);
    void deepen(std::int32_t stop, std::uint32_t memory, std::int64_t* row,
                const std::int64_t* before);
    [[nodiscard]] Pair best_pair(std::int32_t own) const;
    [[nodiscard]] bool follows(std::int32_t in_slot, std::int32_t out_slot,
                               std::int32_t stop) const {
        const std::int32_t degree = graph_.arc_begin[stop + 1] - graph_.arc_begin[stop];
        return follows_[static_cast<std::size_t>(follows_begin_[stop] + in_slot * degree +
                                                 out_slot)] != 0;
    }
    // The memory after running over an arc, from the memory at its start.
    [[nodiscard]] std::uint32_t passed(std::int32_t arc, std::uint32_t memory) const {
        return pass_[pass_begin_[static_cast<std::size_t>(arc)] + memory];
    }
    void follow(std::int32_t arc, std::int32_t left, std::vector<std::int32_t>& links,
                std::vector<std::int32_t>& stops) const;

    const Graph& graph_;
    const WalkMemory& memory_;
    const std::size_t arcs_;
    std::vector<std::int32_t> reverse_;  // the same link the other way
    std::vector<std::int32_t> from_;     // the stop an arc starts at
    std::vector<std::int32_t> follows_begin_;
    std::vector<char> follows_;  // a stop's arcs against each other: may one follow the other?

    std::size_t row_ = 0;  // entries of the table for one number of calls left
    std::vector<std::size_t> offset_;
    std::vector<std::size_t> pass_begin_;
    std::vector<std::uint32_t> pass_;
    std::vector<std::uint32_t> to_bit_;    // by arc: its end in the memory of its start, or 0
    std::vector<std::uint32_t> from_bit_;  // by arc: its start in the memory of its end, or 0

    WalkPrices prices_;
    std::int32_t depth_ = 0;           // calls beyond this add nothing
    std::vector<std::int64_t> value_;  // stop, less its call charge
    std::vector<std::int64_t> enter_;  // by arc: value_ of its end less the link; never if banned
    std::vector<std::int64_t> table_;  // [left][arc][memory]
    std::vector<std::int64_t> gain_;   // scratch: by slot of the present stop
};

}  // namespace route_opt
