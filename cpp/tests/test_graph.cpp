// Contraction: which links are found, which are dropped, which sides share a bit.
#include "boards.hpp"
#include "check.hpp"
#include "graph.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

Graph compile(const Instance& in) {
    Watch watch(Limits{});
    return contract(in, watch);
}

// Two stops, and plain track between them over three sides in a row: one link, one bit.
void chain_is_one_bit() {
    Instance in;
    add_stop(in, {.own = true});
    add_stop(in, {});
    in.track.sides = 3;
    add_piece(in, 0, face_end(in, 0, 0));
    add_piece(in, face_end(in, 0, 1), face_end(in, 1, 0));
    add_piece(in, face_end(in, 1, 1), face_end(in, 2, 0));
    add_piece(in, face_end(in, 2, 1), 1);
    add_train(in, 2);
    const Graph graph = compile(in);
    CHECK(graph.links.size() == 1 && graph.bits == 1 && graph.links[0].sides == 3);
    CHECK(graph.arcs.size() == 2);
}

// A detour that uses all sides of the direct way and more is dropped; another way is kept.
void detours_are_dropped() {
    Instance in;
    add_stop(in, {.own = true});
    add_stop(in, {});
    in.track.sides = 3;
    add_piece(in, 0, face_end(in, 0, 0));
    add_piece(in, face_end(in, 0, 1), 1);
    add_piece(in, face_end(in, 0, 1), face_end(in, 1, 0));  // the detour: on over side 1
    add_piece(in, face_end(in, 1, 1), 1);
    add_train(in, 2);
    CHECK(compile(in).links.size() == 1);
    add_piece(in, 0, face_end(in, 2, 0));
    add_piece(in, face_end(in, 2, 1), 1);
    CHECK(compile(in).links.size() == 2);
    add_piece(in, 0, 1);  // a piece that joins the stops is a resource of its own
    CHECK(compile(in).links.size() == 3);
    CHECK(compile(in).bits == 3);
}

// A junction: two links share the side before it, so they share its bit and no other.
void junction_shares_a_bit() {
    Instance in;
    add_stop(in, {.own = true});
    add_stop(in, {});
    add_stop(in, {});
    in.track.sides = 3;
    add_piece(in, 0, face_end(in, 0, 0));
    add_piece(in, face_end(in, 0, 1), face_end(in, 1, 0));
    add_piece(in, face_end(in, 0, 1), face_end(in, 2, 0));
    add_piece(in, face_end(in, 1, 1), 1);
    add_piece(in, face_end(in, 2, 1), 2);
    add_train(in, 3);
    const Graph graph = compile(in);
    CHECK(graph.links.size() == 2);  // not 1 to 2: no turning back at the junction
    CHECK(graph.bits == 3);
    CHECK((graph.mask(0)[0] & graph.mask(1)[0]) != 0);
}

// Out of reach: behind a foreign full stop, too far for the longest train, not connected.
void only_what_is_in_reach() {
    Instance in;
    for (int i = 0; i < 6; ++i) add_stop(in, {.own = i == 0});
    in.stops.end_only[1] = 1;
    join(in, 0, 1);
    join(in, 1, 2);
    join(in, 0, 3);
    join(in, 3, 4);
    join(in, 4, 5);
    add_train(in, 3);
    const Graph graph = compile(in);
    CHECK(graph.size() == 4);  // 0, 1, 3, 4
    CHECK(graph.links.size() == 3);
    in.stops.own.assign(6, 0);
    CHECK(compile(in).links.empty());
}

}  // namespace

int main() {
    chain_is_one_bit();
    detours_are_dropped();
    junction_shares_a_bit();
    only_what_is_in_reach();
    return summary();
}
