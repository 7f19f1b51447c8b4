// What trains can use: boards that have the same name for it have the same best.
#include "boards.hpp"
#include "check.hpp"
#include "oracle.hpp"
#include "route_opt/relevant.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

Instance without_piece(Instance in, std::int32_t piece) {
    in.track.a.erase(in.track.a.begin() + piece);
    in.track.b.erase(in.track.b.begin() + piece);
    return in;
}

}  // namespace

int main() {
    int same = 0, other = 0;
    for (int seed = 1; seed <= 3000; ++seed) {
        Random random(static_cast<std::uint64_t>(seed) + 7'000'000);
        const Instance in = random_instance(random, 6, 9, 2);
        if (in.track.size() == 0) continue;
        Instance less = without_piece(in, random.below(in.track.size()));
        if (random.below(4) == 0) less.stops.value[random.below(less.stops.size())] += 10;
        if (relevant(in) != relevant(less)) {
            ++other;
            continue;
        }
        ++same;
        CHECK_NOTE(Oracle(in).best().value == Oracle(less).best().value, dump(in) + dump(less));
    }
    CHECK(same > 300);
    CHECK(other > 300);

    // Own A to B; a spur from B ends in a field, C and D are joined to each other alone.
    Instance in;
    add_stop(in, {.value = 10, .own = true});
    for (int i = 0; i < 3; ++i) add_stop(in, {.value = 20});
    add_train(in, 2);
    join(in, 0, 1);
    const auto plain = relevant(in);
    Instance spur = in;
    add_piece(spur, 1, face_end(spur, spur.track.sides, 0));
    ++spur.track.sides;
    CHECK(relevant(spur) == plain);
    Instance apart = in;
    join(apart, 2, 3);
    CHECK(relevant(apart) == plain);
    apart.stops.value[2] = 90;
    CHECK(relevant(apart) == plain);
    Instance longer = in;
    join(longer, 1, 2);
    CHECK(relevant(longer) != plain);
    Instance dearer = in;
    dearer.stops.value[1] = 30;
    CHECK(relevant(dearer) != plain);
    Instance twice = in;
    join(twice, 0, 1);
    CHECK(relevant(twice) != plain);
    // Beyond a stop where routes end there is nothing to run to.
    Instance closed = in;
    closed.stops.end_only[1] = 1;
    const auto ends = relevant(closed);
    join(closed, 1, 2);
    CHECK(relevant(closed) == ends);
    return summary();
}
