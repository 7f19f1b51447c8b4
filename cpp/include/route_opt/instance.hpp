// The question, as the core sees it: stops, track, trains and bonus terms, all integers.
//
// The core has never heard of a hex, a company or a title. Whoever builds an Instance (the Python
// package, a test, a fuzzer) flattens its world into these arrays; `validate` is the border guard.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace route_opt {

using Money = std::int32_t;

// Everything a stop can do for the corporation that runs. One entry a stop in every array, but for
// those that may be left empty.
struct Stops {
    std::vector<Money> value;             // earned when the stop is counted
    std::vector<Money> end_extra;         // earned on top when a route counts it and ends there
    std::vector<Money> pair_value;        // earned on top by both ends of a bonus pair, see Terms
    std::vector<std::int32_t> end_class;  // 0: none; otherwise a class named in Terms
    std::vector<std::int32_t> group;      // -1: none; a route visits at most one stop of a group
    std::vector<std::int32_t> goods;      // goods lying on a source
    std::vector<std::uint8_t> own;        // carries a token of the corporation
    std::vector<std::uint8_t> end_only;   // a route may end here, not pass through
    std::vector<std::uint8_t> buyer;      // takes one paid good a train
    std::vector<std::uint8_t> room;       // a source that could take the one extra good

    // May be empty: no stop is minor. A town, for trains that tell towns from cities.
    std::vector<std::uint8_t> minor;
    // May be empty. Rows of one value a stop: to a train of tariff k > 0, a stop is worth what row
    // k - 1 says, in place of `value`.
    std::vector<Money> tariffs;

    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(value.size()); }
    [[nodiscard]] const Money* row(std::int32_t tariff) const {
        const auto rows_before = static_cast<std::size_t>(tariff) - 1;
        return tariff == 0 ? value.data() : tariffs.data() + rows_before * value.size();
    }
};

// Pieces of track. An end is a stop, or one of the two faces of a side (a place where two tiles
// meet). A train crosses a side from one face to the other, so it can never turn back on a tile.
// End encoding: stop s is `s`; face f (0 or 1) of side e is `stops + 2 * e + f`.
// Each side can be used once, by one train; so can each piece that joins two stops directly.
struct Track {
    std::vector<std::int32_t> a;
    std::vector<std::int32_t> b;
    std::int32_t sides = 0;

    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(a.size()); }
};

// One entry a train. A train visits 2..visits different stops and counts at most `counts` of
// them, at least one of those with an own token. 0 means no limit.
struct Trains {
    static constexpr std::int32_t none = -1;  // where 0 is no limit: not one

    std::vector<std::int32_t> visits;
    std::vector<std::int32_t> counts;
    // Each may be empty: no train has such a limit, every train has tariff 0. Limits on the stops
    // that are minor and on those that are not hold besides those on all stops.
    std::vector<std::int32_t> major_visits;
    std::vector<std::int32_t> major_counts;
    std::vector<std::int32_t> minor_visits;
    std::vector<std::int32_t> minor_counts;
    std::vector<std::int32_t> tariff;

    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(visits.size()); }
};

// Terms that look at a route as a whole, or at all routes together.
struct Terms {
    struct Pair {
        std::int32_t first;
        std::int32_t second;
    };
    struct Set {
        std::vector<std::int32_t> stops;  // at least two
        Money value;
    };
    std::vector<Pair> forbidden_ends;  // classes that may not be the two ends of one route
    std::vector<Pair> bonus_ends;      // classes whose stops earn pair_value at the two ends
    std::vector<Pair> required_ends;  // stops: each pair must be the two ends of some train's route
    std::vector<Set> sets;            // a route that visits all stops of a set earns its value
    Money visit_bonus = 0;            // a visited stop, on the one train that gains most by it
    Money good_value = 0;             // a good brought to a buyer on the same route
    bool extra_good = false;          // one more good, on any one source with room
};

struct Instance {
    Stops stops;
    Track track;
    Trains trains;
    Terms terms;
};

// Fields that whoever builds an instance was given and could not read. Sizes hang on some of them.
struct Unread {
    bool stops = false;
    bool tariffs = false;
    bool sides = false;
    bool trains = false;

    void add(std::string_view field) {
        stops |= field == "stops.value";
        tariffs |= field == "stops.tariffs";
        sides |= field == "track.sides";
        trains |= field == "trains.visits";
    }
};

// Every problem found, one sentence each; empty when the instance is sound. Of what hangs on a
// field that was not read nothing is said. No other function of the core accepts an instance with
// problems.
[[nodiscard]] std::vector<std::string> validate(const Instance& instance, Unread unread = {});

}  // namespace route_opt
