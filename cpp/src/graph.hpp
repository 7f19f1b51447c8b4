// The board as the search sees it: stops joined by links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "route_opt/instance.hpp"
#include "seams.hpp"
#include "watch.hpp"

namespace route_opt {

// A link is a piece of running from one stop to another without a stop between. Only links that
// can matter are kept: those a route with an own stop can reach, and of two links between the same
// stops only the one that uses less track, when its sides are among the other's.
struct Link {
    std::int32_t a;
    std::int32_t b;
    std::int32_t first_end;  // the seams from a to b, each as the end a train leaves by: a range
    std::int32_t seams;      // of Graph::ends, so many
    std::int32_t sides;      // behind those seams
};

// A link seen from one of its stops.
struct Arc {
    std::int32_t to;
    std::int32_t link;
};

struct Stop {
    std::int32_t original;  // its number in the instance
    Money value;
    Money end_extra;
    Money pair_value;
    std::int32_t group;  // numbered from 0 without gaps; -1: none
    std::int32_t goods;
    bool own;
    bool end_only;
    bool buyer;
    bool room;
    bool minor;
};

// A set of stops within reach, all of which on one route earn its value.
struct StopSet {
    std::vector<std::int32_t> stops;
    Money value;
};

// Track resources are bits. Seams that only ever occur together share one bit: two links meet on
// one of them if and only if they meet on all.
struct Graph {
    std::vector<Stop> stops;
    std::vector<std::int32_t> own;  // stops with a token, ascending
    std::vector<Link> links;
    std::vector<std::int32_t> ends;
    std::vector<std::int32_t> arc_begin;  // arcs of stop s: arc_begin[s] .. arc_begin[s + 1]
    std::vector<Arc> arcs;
    std::vector<std::uint64_t> masks;       // `words` words a link
    std::vector<std::int32_t> number;       // by stop of the instance; -1: out of reach
    std::vector<std::int32_t> bit_of_seam;  // -1: on no link
    std::size_t words = 1;
    std::int32_t bits = 0;
    std::int32_t groups = 0;
    std::int32_t minors = 0;                  // how many stops are minor
    std::vector<std::vector<Money>> tariffs;  // by tariff and stop; the first is Stop::value
    std::vector<StopSet> sets;
    bool complete = true;  // false: stopped, or too many links; then there are none, and all stops

    [[nodiscard]] const std::uint64_t* mask(std::int32_t link) const {
        return masks.data() + static_cast<std::size_t>(link) * words;
    }
    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(stops.size()); }
};

// The part of the board that the trains of a valid instance can reach, contracted.
[[nodiscard]] Graph contract(const Instance& instance, const Seams& seams, Watch& watch);

}  // namespace route_opt
