#include "route_opt/instance.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

namespace route_opt {
namespace {

// Collects sentences; a sentence is only built once something is wrong.
class Inspector {
public:
    Inspector(const Instance& instance, Unread unread)
        : in_(instance), unread_(unread), stops_(instance.stops.size()) {}

    std::vector<std::string> run() {
        check_sizes();
        check_lengths();
        check_stops();
        check_track();
        check_trains();
        check_terms();
        check_magnitude();
        return std::move(problems_);
    }

private:
    void add(std::string where, std::string what) {
        problems_.push_back(std::move(where) + ": " + std::move(what));
    }
    // The highest number a stop has, as far as it is known.
    [[nodiscard]] std::int32_t last_stop() const { return unread_.stops ? most_ : stops_ - 1; }

    // A number that is not what it may be; of an upper limit that is not known nothing is said.
    static std::string outside(std::int32_t x, std::int32_t low, std::int32_t high) {
        if (high == most_) return std::to_string(x) + " is below " + std::to_string(low);
        return std::to_string(x) + " is outside " + std::to_string(low) + ".." +
               std::to_string(high);
    }
    static std::string at(const char* array, std::size_t index) {
        return std::string(array) + "[" + std::to_string(index) + "]";
    }
    // What is more than bearable counts as not read: numbers of ends could overflow.
    void check_sizes() {
        constexpr std::size_t most = 1 << 24;
        if (in_.stops.value.size() > most) {
            add("stops", "more than 16777216");
            unread_.stops = true;
        }
        if (in_.stops.tariffs.size() > most) {
            add("stops.tariffs", "more than 16777216");
            unread_.tariffs = true;
        }
        if (std::max(in_.track.a.size(), in_.track.b.size()) > most) {
            add("track.pieces", "more than 16777216");
        }
        if (in_.track.sides < 0 || in_.track.sides > static_cast<std::int32_t>(most)) {
            add("track.sides", std::to_string(in_.track.sides) + " is outside 0..16777216");
            unread_.sides = true;
        }
        if (in_.trains.visits.size() > 1024) add("trains", "more than 1024");
    }

    void check_lengths() {
        const Stops& s = in_.stops;
        const std::size_t n = s.value.size();
        const auto same = [&](const char* name, std::size_t size) {
            if (size != n && !unread_.stops) {
                add(name, "has " + std::to_string(size) + " entries, stops.value has " +
                              std::to_string(n));
            }
        };
        same("stops.end_extra", s.end_extra.size());
        same("stops.pair_value", s.pair_value.size());
        same("stops.end_class", s.end_class.size());
        same("stops.group", s.group.size());
        same("stops.goods", s.goods.size());
        same("stops.own", s.own.size());
        same("stops.end_only", s.end_only.size());
        same("stops.buyer", s.buyer.size());
        same("stops.room", s.room.size());
        if (!s.minor.empty()) same("stops.minor", s.minor.size());
        if (!unread_.stops && !s.tariffs.empty() && (n == 0 || s.tariffs.size() % n != 0)) {
            add("stops.tariffs", "has " + std::to_string(s.tariffs.size()) +
                                     " entries, not a row of " + std::to_string(n) + " each");
        }
        if (in_.track.a.size() != in_.track.b.size()) {
            add("track.pieces", "a and b differ in length");
        }
        const std::size_t trains = in_.trains.visits.size();
        const auto one_each = [&](const char* name, std::size_t size) {
            if (size != trains && !unread_.trains) {
                add(name, "has " + std::to_string(size) + " entries, trains.visits has " +
                              std::to_string(trains));
            }
        };
        one_each("trains.counts", in_.trains.counts.size());
        for (const auto& [name, values] : optional_of_trains()) {
            if (!values->empty()) one_each(name, values->size());
        }
    }

    using Named = std::pair<const char*, const std::vector<std::int32_t>*>;
    [[nodiscard]] std::array<Named, 5> optional_of_trains() const {
        const Trains& t = in_.trains;
        return {{{"trains.major_visits", &t.major_visits},
                 {"trains.major_counts", &t.major_counts},
                 {"trains.minor_visits", &t.minor_visits},
                 {"trains.minor_counts", &t.minor_counts},
                 {"trains.tariff", &t.tariff}}};
    }

    void not_negative(const char* array, const std::vector<std::int32_t>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] < 0) add(at(array, i), std::to_string(values[i]) + " is negative");
        }
    }

    void check_stops() {
        not_negative("stops.value", in_.stops.value);
        not_negative("stops.end_extra", in_.stops.end_extra);
        not_negative("stops.pair_value", in_.stops.pair_value);
        not_negative("stops.end_class", in_.stops.end_class);
        not_negative("stops.goods", in_.stops.goods);
        not_negative("stops.tariffs", in_.stops.tariffs);
        for (std::size_t i = 0; i < in_.stops.group.size(); ++i) {
            if (in_.stops.group[i] < -1) {
                add(at("stops.group", i), std::to_string(in_.stops.group[i]) + " is below -1");
            }
        }
    }

    void check_track() {
        const bool known = !unread_.stops && !unread_.sides;
        const std::int32_t ends = known ? stops_ + 2 * in_.track.sides : most_;
        for (std::size_t i = 0; i < std::min(in_.track.a.size(), in_.track.b.size()); ++i) {
            const std::int32_t a = in_.track.a[i];
            const std::int32_t b = in_.track.b[i];
            for (const std::int32_t end : {a, b}) {
                if (end < 0 || end >= ends) {
                    add(at("track.pieces", i), "end " + outside(end, 0, ends - 1));
                }
            }
            if (a == b) add(at("track.pieces", i), "both ends are " + std::to_string(a));
        }
    }

    void check_trains() {
        for (std::size_t i = 0; i < in_.trains.visits.size(); ++i) {
            const std::int32_t visits = in_.trains.visits[i];
            if (visits < 0 || visits == 1) {
                add(at("trains.visits", i),
                    std::to_string(visits) + " is neither 0 (no limit) nor at least 2");
            }
        }
        not_negative("trains.counts", in_.trains.counts);
        const bool known = !unread_.stops && !unread_.tariffs;
        const auto size = static_cast<std::int32_t>(in_.stops.tariffs.size());
        const std::int32_t rows = !known ? most_ : stops_ == 0 ? 0 : size / stops_;
        for (const auto& [name, values] : optional_of_trains()) {
            const bool tariff = values == &in_.trains.tariff;
            for (std::size_t i = 0; i < values->size(); ++i) {
                const std::int32_t x = (*values)[i];
                if (tariff && (x < 0 || x > rows)) {
                    add(at(name, i), outside(x, 0, rows));
                } else if (!tariff && x < Trains::none) {
                    add(at(name, i), std::to_string(x) + " is below -1");
                }
            }
        }
    }

    void check_sets() {
        for (std::size_t i = 0; i < in_.terms.sets.size(); ++i) {
            const Terms::Set& set = in_.terms.sets[i];
            if (set.stops.size() < 2) add(at("terms.sets", i), "has fewer than two stops");
            if (set.value < 0) add(at("terms.sets", i), "its value is negative");
            std::vector<std::int32_t> stops = set.stops;
            std::sort(stops.begin(), stops.end());
            if (std::adjacent_find(stops.begin(), stops.end()) != stops.end()) {
                add(at("terms.sets", i), "names a stop twice");
            }
            for (const std::int32_t stop : stops) {
                if (stop < 0 || stop > last_stop()) {
                    add(at("terms.sets", i), outside(stop, 0, last_stop()));
                }
            }
        }
    }

    void check_pairs(const char* name, const std::vector<Terms::Pair>& pairs, std::int32_t low,
                     std::int32_t high) {
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            for (const std::int32_t x : {pairs[i].first, pairs[i].second}) {
                if (x < low || x > high) {
                    add(at(name, i), outside(x, low, high));
                }
            }
        }
    }

    void check_terms() {
        const Terms& t = in_.terms;
        check_pairs("terms.forbidden_ends", t.forbidden_ends, 1, most_);
        check_pairs("terms.bonus_ends", t.bonus_ends, 1, most_);
        check_pairs("terms.required_ends", t.required_ends, 0, last_stop());
        for (std::size_t i = 0; i < t.required_ends.size(); ++i) {
            if (t.required_ends[i].first == t.required_ends[i].second) {
                add(at("terms.required_ends", i), "a route has two different ends");
            }
        }
        check_sets();
        if (t.visit_bonus < 0) add("terms.visit_bonus", "is negative");
        if (t.good_value < 0) add("terms.good_value", "is negative");
    }

    // What all trains together could ever earn stays well inside Money, each with a good for every
    // buyer as if it were alone (Lemma 7), and so do all goods, so that no sum in the search can
    // overflow.
    void check_magnitude() {
        constexpr std::int64_t most = std::numeric_limits<Money>::max() / 4;
        const Stops& s = in_.stops;
        const auto clip = [&](std::int64_t x) {
            return std::clamp<std::int64_t>(x, 0, most + 1);  // of negative ones is said elsewhere
        };
        std::int64_t worth = 0;
        std::int64_t goods = in_.terms.extra_good ? 1 : 0;
        std::int64_t buyers = 0;
        for (std::size_t i = 0; i < s.value.size(); ++i) {
            Money dearest = s.value[i];
            for (std::size_t k = i; k < s.tariffs.size(); k += s.value.size()) {
                dearest = std::max(dearest, s.tariffs[k]);
            }
            worth = clip(worth + dearest + entry(s.end_extra, i) + entry(s.pair_value, i));
            goods = clip(goods + entry(s.goods, i));
            buyers += i < s.buyer.size() && s.buyer[i] != 0 ? 1 : 0;
        }
        for (const Terms::Set& set : in_.terms.sets) worth = clip(worth + set.value);
        worth = clip(worth + clip(std::min(goods, buyers) * in_.terms.good_value));
        std::int64_t total = clip(worth * std::max(1, in_.trains.size()));
        total = clip(total + clip(std::int64_t{stops_} * in_.terms.visit_bonus));
        total = clip(total + clip(goods * in_.terms.good_value));
        if (total > most) {
            add("instance", "the values add up to more than " + std::to_string(most));
        }
    }

    // An entry of an array that may be too short.
    static Money entry(const std::vector<Money>& values, std::size_t i) {
        return i < values.size() ? values[i] : 0;
    }

    static constexpr std::int32_t most_ = std::numeric_limits<std::int32_t>::max();

    const Instance& in_;
    Unread unread_;
    std::int32_t stops_;
    std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> validate(const Instance& instance, Unread unread) {
    return Inspector(instance, unread).run();
}

}  // namespace route_opt
