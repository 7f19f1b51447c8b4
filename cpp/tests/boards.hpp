// Boards for tests: a builder for hand-made ones, and random ones from a stream of numbers.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "route_opt/instance.hpp"

namespace route_opt::test {

struct StopSpec {
    Money value = 10;
    bool own = false;
    bool end_only = false;
};

inline std::int32_t add_stop(Instance& in, const StopSpec& spec) {
    Stops& s = in.stops;
    s.value.push_back(spec.value);
    s.end_extra.push_back(0);
    s.pair_value.push_back(0);
    s.end_class.push_back(0);
    s.group.push_back(-1);
    s.goods.push_back(0);
    s.own.push_back(spec.own);
    s.end_only.push_back(spec.end_only);
    s.buyer.push_back(0);
    s.room.push_back(0);
    return s.size() - 1;
}

inline void add_train(Instance& in, std::int32_t visits, std::int32_t counts = 0) {
    in.trains.visits.push_back(visits);
    in.trains.counts.push_back(counts);
}

inline void add_piece(Instance& in, std::int32_t a, std::int32_t b) {
    in.track.a.push_back(a);
    in.track.b.push_back(b);
}

// The end of face `face` of side `side`. All stops must have been added.
inline std::int32_t face_end(const Instance& in, std::int32_t side, std::int32_t face) {
    return in.stops.size() + 2 * side + face;
}

// A new side with `a` at its one face and `b` at the other. All stops must have been added.
inline void join(Instance& in, std::int32_t a, std::int32_t b) {
    const std::int32_t side = in.track.sides++;
    add_piece(in, a, face_end(in, side, 0));
    add_piece(in, face_end(in, side, 1), b);
}

// The first size * size stops as a triangular grid, each joined to its neighbours.
inline void join_grid(Instance& in, std::int32_t size) {
    for (std::int32_t y = 0; y < size; ++y) {
        for (std::int32_t x = 0; x < size; ++x) {
            if (x + 1 < size) join(in, y * size + x, y * size + x + 1);
            if (y + 1 < size) join(in, y * size + x, (y + 1) * size + x);
            if (x + 1 < size && y + 1 < size) join(in, y * size + x + 1, (y + 1) * size + x);
        }
    }
}

// Numbers that are the same on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
    std::int32_t below(std::int32_t n) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::int32_t>((state_ >> 11) % static_cast<std::uint64_t>(n));
    }
    bool chance(std::int32_t percent) { return below(100) < percent; }

private:
    std::uint64_t state_;
};

// Stops of two sizes, and trains that tell them apart.
template <class Source>
void add_towns(Source& random, Instance& in) {
    for (std::int32_t i = 0; i < in.stops.size(); ++i) in.stops.minor.push_back(random.chance(45));
    Trains& t = in.trains;
    const auto limit = [&](std::int32_t most) {
        return random.chance(50) ? 0 : random.chance(20) ? Trains::none : 1 + random.below(most);
    };
    for (auto* limits : {&t.major_visits, &t.major_counts, &t.minor_visits, &t.minor_counts}) {
        if (!random.chance(60)) continue;
        for (std::int32_t i = 0; i < t.size(); ++i) limits->push_back(limit(3));
    }
}

template <class Source>
void add_tariffs(Source& random, Instance& in) {
    const std::int32_t rows = 1 + random.below(2);
    for (std::int32_t i = 0; i < rows * in.stops.size(); ++i) {
        in.stops.tariffs.push_back(10 * random.below(9));
    }
    for (std::int32_t i = 0; i < in.trains.size(); ++i) {
        in.trains.tariff.push_back(random.below(rows + 1));
    }
}

template <class Source>
void add_sets(Source& random, Instance& in) {
    for (std::int32_t i = 1 + random.below(3); i > 0; --i) {
        Terms::Set set{{}, 10 * random.below(8)};
        const std::int32_t most = 2 + random.below(2);
        for (std::int32_t s = 0; s < in.stops.size(); ++s) {
            const bool fits = static_cast<std::int32_t>(set.stops.size()) < most;
            if (fits && random.chance(45)) set.stops.push_back(s);
        }
        if (set.stops.size() > 1) in.terms.sets.push_back(set);
    }
}

// A small board that uses every term now and then. Faces and stops lie on tiles; track joins ends
// of one tile, so that tracks share sides, stops have several faces, and stops may touch.
template <class Source>
Instance random_instance(Source& random, std::int32_t most_stops, std::int32_t most_sides,
                         std::int32_t most_trains) {
    Instance in;
    const std::int32_t stops = 2 + random.below(most_stops - 1);
    const std::int32_t classes = random.chance(50) ? 0 : 1 + random.below(3);
    const bool goods = random.chance(35);
    for (std::int32_t i = 0; i < stops; ++i) {
        add_stop(in, {10 * random.below(7), random.chance(30), random.chance(25)});
        if (random.chance(20)) in.stops.end_extra[i] = 10 * random.below(5);
        if (random.chance(15)) in.stops.group[i] = random.below(2) * 7;
        if (classes > 0 && random.chance(60)) {
            in.stops.end_class[i] = 1 + random.below(classes);
            in.stops.pair_value[i] = 10 * random.below(5);
        }
        if (goods) {
            if (random.chance(40)) in.stops.goods[i] = random.below(3);
            in.stops.buyer[i] = random.chance(40);
            in.stops.room[i] = random.chance(30);
        }
    }
    in.track.sides = random.below(most_sides + 1);
    const std::int32_t tiles = 1 + random.below(6);
    std::vector<std::vector<std::int32_t>> ends(tiles);
    for (std::int32_t e = 0; e < stops + 2 * in.track.sides; ++e) {
        ends[random.below(tiles)].push_back(e);
    }
    const std::int32_t pieces = random.below(3 * most_sides);
    for (std::int32_t i = 0; i < pieces; ++i) {
        const auto& tile = ends[random.below(tiles)];
        if (tile.size() < 2) continue;
        const std::int32_t a = tile[random.below(static_cast<std::int32_t>(tile.size()))];
        const std::int32_t b = tile[random.below(static_cast<std::int32_t>(tile.size()))];
        if (a == b || (a < stops && b < stops && !random.chance(25))) continue;
        add_piece(in, a, b);
    }
    const std::int32_t trains = 1 + random.below(most_trains);
    for (std::int32_t i = 0; i < trains; ++i) {
        const std::int32_t visits = random.chance(25) ? 0 : 2 + random.below(4);
        add_train(in, visits, random.chance(60) ? 0 : 1 + random.below(4));
    }
    Terms& t = in.terms;
    if (classes > 0) {
        const auto any = [&] { return 1 + random.below(classes); };
        if (random.chance(50)) t.forbidden_ends.push_back({any(), any()});
        if (random.chance(80)) t.bonus_ends.push_back({any(), any()});
        if (random.chance(20)) t.bonus_ends.push_back({any(), any()});
    }
    if (random.chance(25)) t.visit_bonus = 10;
    if (goods) t.good_value = 30;
    t.extra_good = goods && random.chance(40);
    for (int i = 0; i < 3 && random.chance(12); ++i) {
        const std::int32_t a = random.below(stops);
        const std::int32_t b = random.below(stops);
        if (a != b) t.required_ends.push_back({a, b});
    }
    if (random.chance(40)) add_towns(random, in);
    if (random.chance(30)) add_tariffs(random, in);
    if (random.chance(30)) add_sets(random, in);
    return in;
}

// The instance as text, to make a test of a failure.
inline std::string dump(const Instance& in) {
    std::ostringstream out;
    const auto list = [&](const char* name, const auto& values) {
        out << "\n" << name << ":";
        for (const auto v : values) out << ' ' << static_cast<long>(v);
    };
    const auto pairs = [&](const char* name, const auto& values) {
        out << "\n" << name << ":";
        for (const auto& p : values) out << ' ' << p.first << '-' << p.second;
    };
    list("value", in.stops.value);
    list("end_extra", in.stops.end_extra);
    list("pair_value", in.stops.pair_value);
    list("end_class", in.stops.end_class);
    list("group", in.stops.group);
    list("goods", in.stops.goods);
    list("own", in.stops.own);
    list("end_only", in.stops.end_only);
    list("buyer", in.stops.buyer);
    list("room", in.stops.room);
    out << "\nsides: " << in.track.sides;
    list("a", in.track.a);
    list("b", in.track.b);
    list("visits", in.trains.visits);
    list("counts", in.trains.counts);
    list("minor", in.stops.minor);
    list("tariffs", in.stops.tariffs);
    list("tariff", in.trains.tariff);
    list("major_visits", in.trains.major_visits);
    list("major_counts", in.trains.major_counts);
    list("minor_visits", in.trains.minor_visits);
    list("minor_counts", in.trains.minor_counts);
    for (const Terms::Set& set : in.terms.sets) {
        list("set", set.stops);
        out << " for " << set.value;
    }
    pairs("forbidden", in.terms.forbidden_ends);
    pairs("bonus", in.terms.bonus_ends);
    pairs("required", in.terms.required_ends);
    out << "\nvisit_bonus " << in.terms.visit_bonus << " good_value " << in.terms.good_value
        << " extra " << in.terms.extra_good << "\n";
    return out.str();
}

}  // namespace route_opt::test
