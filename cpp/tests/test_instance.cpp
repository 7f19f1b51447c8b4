// Every way an instance can be unsound is named, and none of them crashes.
#include <functional>

#include "boards.hpp"
#include "check.hpp"
#include "route_opt/instance.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

Instance sound() {
    Instance in;
    add_stop(in, {.value = 20, .own = true});
    add_stop(in, {.value = 30});
    join(in, 0, 1);
    add_train(in, 2);
    return in;
}

void expect(const char* word, const std::function<void(Instance&)>& spoil) {
    Instance in = sound();
    spoil(in);
    const auto problems = validate(in);
    CHECK_NOTE(!problems.empty() && problems[0].find(word) != std::string::npos,
               std::string(word) + (problems.empty() ? "" : ": " + problems[0]));
}

}  // namespace

int main() {
    CHECK(validate(Instance{}).empty());
    CHECK(validate(sound()).empty());
    expect("stops.own", [](Instance& in) { in.stops.own.pop_back(); });
    expect("stops.room", [](Instance& in) { in.stops.room.push_back(0); });
    expect("stops.value[1]", [](Instance& in) { in.stops.value[1] = -10; });
    expect("stops.end_extra[0]", [](Instance& in) { in.stops.end_extra[0] = -1; });
    expect("stops.goods[0]", [](Instance& in) { in.stops.goods[0] = -1; });
    expect("stops.group[0]", [](Instance& in) { in.stops.group[0] = -2; });
    expect("track.pieces", [](Instance& in) { in.track.a.pop_back(); });
    expect("track.sides", [](Instance& in) { in.track.sides = -1; });
    expect("track.pieces[0]", [](Instance& in) { in.track.a[0] = 99; });
    expect("track.pieces[0]", [](Instance& in) { in.track.a[0] = -1; });
    expect("track.pieces[1]", [](Instance& in) { in.track.a[1] = in.track.b[1]; });
    expect("trains.counts", [](Instance& in) { in.trains.counts.pop_back(); });
    expect("trains.visits[0]", [](Instance& in) { in.trains.visits[0] = 1; });
    expect("trains.visits[0]", [](Instance& in) { in.trains.visits[0] = -3; });
    expect("trains.counts[0]", [](Instance& in) { in.trains.counts[0] = -3; });
    expect("forbidden_ends[0]", [](Instance& in) { in.terms.forbidden_ends = {{0, 1}}; });
    expect("required_ends[0]", [](Instance& in) { in.terms.required_ends = {{0, 2}}; });
    expect("required_ends[0]", [](Instance& in) { in.terms.required_ends = {{1, 1}}; });
    expect("visit_bonus", [](Instance& in) { in.terms.visit_bonus = -1; });
    expect("good_value", [](Instance& in) { in.terms.good_value = -1; });
    expect("add up", [](Instance& in) { in.stops.value[0] = 2'000'000'000; });
    expect("add up", [](Instance& in) {
        in.trains.visits = {2, 2, 2, 2, 2};
        in.trains.counts = {0, 0, 0, 0, 0};
        in.stops.goods = {1, 0};
        in.stops.buyer = {0, 1};
        in.terms.good_value = 120'000'000;
    });
    Instance many = sound();
    many.stops.value = {-1, -1};
    CHECK(validate(many).size() == 2);
    // What is too short or too long hides nothing else that is wrong.
    many.stops.own.pop_back();
    many.trains.visits[0] = 1;
    many.track.a[0] = 99;
    CHECK(validate(many).size() == 5);
    // Nothing is said of what hangs on a size that was not read: the length of `own`, the end 99.
    Unread unread;
    unread.add("stops.value");
    CHECK(validate(many, unread).size() == 3);
    unread = {};
    unread.add("track.sides");
    CHECK(validate(many, unread).size() == 4);
    many.track.sides = -1;  // which is a problem, and hides none but that of the end
    CHECK(validate(many).size() == 5);
    return summary();
}
