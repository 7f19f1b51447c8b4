// What one train can do inside one region of the board.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "frontier/board.hpp"
#include "payout.hpp"
#include "route_opt/instance.hpp"
#include "trains.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// A stretch of a route inside a region, from a seam or a stop to a seam or a stop.
struct Strand {
    std::int32_t first = -1;         // the seam end it comes in by; -1: it starts at a stop
    std::int32_t last = -1;          // the seam end it leaves by; -1: it finishes at a stop
    std::vector<std::int32_t> path;  // stops, and inner seams by the end it leaves by, as it runs
    std::uint64_t seams = 0;         // closed, opened, then inner ones, by place in Region
    std::uint64_t stops = 0;         // by place in Region::stops
};

// How a train of one kind earns. Trains of a kind are interchangeable.
struct Kind {
    std::int32_t visits = 0;          // 0: no limit
    std::int32_t counts = 0;          // 0: no limit; otherwise below `visits` if that is limited
    Money visit_bonus = 0;            // for each stop visited
    std::optional<Terms::Pair> ends;  // the train must run, and end at these two stops
    std::int32_t tariff = 0;
    Quota major{};
    Quota minor{};

    // Whether major and minor stops have limits of their own.
    [[nodiscard]] bool split() const { return major != Quota{} || minor != Quota{}; }
    // Whether it may be that a stop that is visited is not counted.
    [[nodiscard]] bool picks() const {
        return counts != 0 || major.counts != Quota::unlimited || minor.counts != Quota::unlimited;
    }

    // Lemma 12. How many stops are worth skipping: as many as the train visits beyond what it may
    // count. Nothing is worth less than nothing, so a route that skips more can count more instead,
    // unless a limit of its own keeps it from that.
    [[nodiscard]] std::int32_t skips() const {
        return visits == 0 || split() ? std::numeric_limits<std::int32_t>::max() : visits - counts;
    }

    friend bool operator==(const Kind& x, const Kind& y) {
        return x.visits == y.visits && x.counts == y.counts && x.visit_bonus == y.visit_bonus &&
               x.tariff == y.tariff && x.major == y.major && x.minor == y.minor &&
               x.ends.has_value() == y.ends.has_value() &&
               (!x.ends || (x.ends->first == y.ends->first && x.ends->second == y.ends->second));
    }
};

// What must be remembered of the first end of a route when the second is reached, as a small
// number: the class of the stop and, if it is counted, what it earns in a bonus pair.
class EndKinds {
public:
    EndKinds(const EndRules& rules, const Stops& stops);

    [[nodiscard]] std::uint8_t kind(std::int32_t stop, bool counted) const {
        return kind_[2 * stop + (counted ? 1 : 0)];
    }
    [[nodiscard]] bool forbidden(std::uint8_t x, std::uint8_t y) const {
        return rules_.forbidden_classes(kinds_[x].end_class, kinds_[y].end_class);
    }
    [[nodiscard]] Money bonus(std::uint8_t x, std::uint8_t y) const {
        const EndKind& a = kinds_[x];
        const EndKind& b = kinds_[y];
        const bool paid = a.pair_value >= 0 && b.pair_value >= 0 &&
                          rules_.bonus_classes(a.end_class, b.end_class);
        return paid ? a.pair_value + b.pair_value : 0;
    }
    [[nodiscard]] bool fits() const { return kinds_.size() <= 255; }

private:
    struct EndKind {
        std::int32_t end_class = 0;
        Money pair_value = -1;  // -1: not counted, so no bonus
    };

    const EndRules& rules_;
    std::vector<EndKind> kinds_;
    std::vector<std::uint8_t> kind_;  // by stop and counted
};

// A strand joins two ends; what the sweep needs of it. Of a seam that is opened its slot; of one
// that is closed `closing` and its place in Region::closed, as its slot may be another's already;
// -1 for a stop.
struct Join {
    static constexpr std::int8_t closing = 16;

    std::int8_t a;
    std::int8_t b;
};

// A set of strands of one train, without a common seam or stop.
struct Move {
    std::uint32_t entry = 0;  // closed seams used, by place in Region::closed
    std::uint32_t used = 0;   // in the order of Region::resources
    Money value = 0;
    std::int32_t visits = 0;
    std::int32_t counts = 0;
    std::int32_t major_visits = 0;  // of the stops visited and counted, those that are not minor
    std::int32_t major_counts = 0;
    bool own = false;                // an own stop is counted
    std::uint32_t groups = 0;        // see Groups
    std::uint32_t sets = 0;          // see Sets: those of which all stops of the region are visited
    std::int32_t demand = 0;         // buyers visited less goods claimed
    std::int32_t extra = 0;          // 1: takes the extra good; -1: puts it on a source here
    std::vector<std::uint8_t> ends;  // kinds of the ends closed here
    std::vector<Join> joins;
    std::vector<std::int32_t> strands;
};

// Groups with at least two stops on the board, numbered; `last` is the last region with one.
struct Groups {
    std::vector<std::int32_t> number;  // by stop, -1: none
    std::vector<std::int32_t> last;
};
[[nodiscard]] Groups make_groups(const Board& board, const Stops& stops);

// Lemma 25. The sets of stops that are on the board as a whole, numbered. What has to be known of a
// set between its first and its last region is whether the train has visited all of it so far.
struct Sets {
    struct Here {
        std::uint32_t mark;   // the bit of the set
        std::uint64_t stops;  // its stops in the region, by place in Region::stops
    };
    std::vector<Money> value;             // by set
    std::vector<std::vector<Here>> here;  // by region
    std::vector<std::uint32_t> begins;    // by region: sets with their first stops there
    std::vector<std::uint32_t> ends;      // and their last ones
};
[[nodiscard]] Sets make_sets(const Board& board, const Terms& terms);

// More than `most`: then not all were looked for. A stopped watch leaves strands out, here and of
// the moves.
[[nodiscard]] std::vector<Strand> find_strands(const Board& board, const Region& region,
                                               const Stops& stops, std::size_t most, Watch& watch);

inline constexpr std::size_t most_moves = 100'000;  // of a region

// Every move of a train of this kind, the empty one first; grouped by `entry`. Empty when there
// are more than `most`.
[[nodiscard]] std::vector<Move> find_moves(const Board& board, const Region& region,
                                           const std::vector<Strand>& strands,
                                           const Instance& instance, const Groups& groups,
                                           const std::vector<Sets::Here>& sets,
                                           const EndKinds& ends, const Kind& kind, std::size_t most,
                                           Watch& watch);

}  // namespace route_opt::frontier
