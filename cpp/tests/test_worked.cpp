// The board that PROOF.md works out by hand, number by number.
#include "boards.hpp"
#include "check.hpp"
#include "frontier/market.hpp"
#include "frontier/team.hpp"
#include "oracle.hpp"
#include "route_opt/solve.hpp"
#include "sweeping.hpp"

using namespace route_opt;
using namespace route_opt::test;
using frontier::cost_scale;

namespace {

Instance triangle() {
    Instance in;
    add_stop(in, {.value = 20, .own = true});  // A
    add_stop(in, {.value = 30});               // B
    add_stop(in, {.value = 50});               // C
    join(in, 0, 1);
    join(in, 1, 2);
    join(in, 0, 2);
    add_train(in, 2);
    add_train(in, 2);
    return in;
}

// A price on the seam between A and C, in money.
frontier::Prices price_on_ac(const Sweeping& board, Money money) {
    frontier::Prices prices = board.no_prices();
    for (const frontier::Seam& seam : board.board.seams) {
        const auto [first, last] = std::minmax(seam.region[0], seam.region[1]);
        if (first == 0 && last == 1) prices.layers[0][seam.bit] = money * cost_scale;
    }
    return prices;
}

void seams_and_links(const Instance& in) {
    CHECK(find_seams(in).size() == 3);
    Watch watch(Limits{});
    const Graph graph = contract(in, find_seams(in), watch);
    CHECK(graph.links.size() == 2);  // AB and AC: BC is out of reach
    Instance longer = in;
    longer.trains.visits = {3, 3};
    CHECK(contract(longer, find_seams(longer), watch).links.size() == 3);
}

void regions(const Sweeping& s) {
    CHECK(s.board.regions.size() == 3);
    const std::vector<std::vector<std::int32_t>> order{{0}, {2}, {1}};
    for (std::size_t i = 0; i < 3; ++i) CHECK(s.board.regions[i].stops == order[i]);
    CHECK(s.board.regions[0].opened.size() == 2 && s.board.regions[0].closed.empty());
    CHECK(s.board.regions[1].opened.size() == 1 && s.board.regions[1].closed.size() == 1);
    CHECK(s.board.regions[2].opened.empty() && s.board.regions[2].closed.size() == 2);
    const frontier::TrainGraph& graph = *s.fleet.graphs[0];
    const std::size_t nodes[] = {1, 3, 2};
    const std::size_t arcs[] = {3, 3, 2};
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(graph.layers[i].nodes() == nodes[i] && graph.layers[i].arcs.size() == arcs[i]);
    }
}

Money bound_of(const frontier::Fleet& fleet, const frontier::Prices& prices) {
    return static_cast<Money>(price_bound(fleet, prices) / cost_scale);
}

void prices(const Sweeping& s) {
    CHECK(bound_of(s.fleet, s.no_prices()) == 140);
    CHECK(bound_of(s.fleet, price_on_ac(s, 15)) == 125);
    CHECK(bound_of(s.fleet, price_on_ac(s, 20)) == 120);
}

void widths(const Sweeping& s) {
    Watch watch(Limits{});
    const frontier::Prices none = s.no_prices();
    const frontier::JointSweep sweep(s.fleet, none, watch);
    const Money beyond[] = {70, 50, -1};
    for (const std::size_t width : {1, 2, 3}) {
        const frontier::SweepResult result = sweep.run(1, {.width = width}, watch);
        CHECK(result.value == 120 && result.beyond == beyond[width - 1]);
    }
    const frontier::JointSweep priced(s.fleet, price_on_ac(s, 20), watch);
    const frontier::SweepResult nothing = priced.run(121, {.width = 1}, watch);
    CHECK(nothing.value == -1 && nothing.beyond == -1);
    CHECK(priced.run(120, {.width = 1}, watch).value == 120);
}

// After A: on ab alone a train has one end yet to reach, on ac likewise, on both two; and no own
// stop is to come.
void ahead(const Sweeping& s) {
    std::uint32_t both = 0;
    for (const std::int32_t seam : s.board.regions[0].opened) {
        const std::uint32_t slot = 1U << s.board.seams[seam].slot;
        both |= slot;
        CHECK(s.horizon.least(1, slot, {1, false}) == 1);
        CHECK(s.horizon.least(1, slot, {1, true}) == frontier::Horizon::never);
        CHECK(s.horizon.least(1, slot, {0, false}) == frontier::Horizon::never);
    }
    CHECK(s.horizon.least(1, both, {2, false}) == 2);
    CHECK(s.horizon.least(0, 0, {2, true}) == 2);
}

// One train: at 60 on ac it keeps 10 of AC and all of AB. But nobody else could use ac.
void what_nobody_else_could_use(Instance in) {
    in.trains.visits = in.trains.counts = {2};
    const Sweeping s(in);
    frontier::Prices prices = price_on_ac(s, 60);
    CHECK(bound_of(s.fleet, prices) == 110);
    frontier::Team(s.fleet).release(prices);
    CHECK(bound_of(s.fleet, prices) == 70);
}

// Three own stops on three sides of a tile with track from each side to each: of three routes, over
// two seams each, one can run.
Instance three_ways() {
    Instance in;
    for (int stop = 0; stop < 3; ++stop) add_stop(in, {.value = 10, .own = true});
    in.track.sides = 3;
    for (int side = 0; side < 3; ++side) {
        add_piece(in, side, face_end(in, side, 0));
        add_piece(in, face_end(in, side, 1), face_end(in, (side + 1) % 3, 1));
    }
    add_train(in, 2);
    add_train(in, 2);
    return in;
}

// Trades until nobody gains; gives the bound in money.
double traded(frontier::Market& market) {
    Watch watch(Limits{});
    market.trade(0, 100, watch);
    return static_cast<double>(market.bound()) / static_cast<double>(cost_scale);
}

void three_seams() {
    const Instance in = three_ways();
    CHECK(Oracle(in).best().value == 20);
    CHECK(solve(in).value == 20 && solve(in).status == Status::optimal);
    const Sweeping s(in);
    CHECK(s.fits && s.board.seams.size() == 3);
    frontier::Prices tens = s.no_prices();
    for (const frontier::Seam& seam : s.board.seams) {
        tens.layers[static_cast<std::size_t>(seam.first_region())][seam.bit] = 10 * cost_scale;
    }
    CHECK(bound_of(s.fleet, s.no_prices()) == 40);
    CHECK(bound_of(s.fleet, tens) == 30);
    frontier::Market market(s.fleet, s.no_prices());
    const double bound = traded(market);
    CHECK(bound >= 30 && bound < 30.5);
    // The three routes run for half each, and the three seams are found.
    std::vector<frontier::Share> shares;
    for (const frontier::Bidder& bidder : market.bidders()) {
        CHECK(bidder.share > 0.49 && bidder.share < 0.51);
        shares.push_back({&bidder.way, bidder.share});
    }
    CHECK(shares.size() == 3);
    Watch watch(Limits{});
    const std::vector<frontier::Fork> found = frontier::find_forks(shares, watch);
    CHECK(found.size() == 1 && found[0].seams.size() == 3 && found[0].most() == 1);
    const Forked f(s, found);
    CHECK(f.fits);
    frontier::Prices twenty = s.no_prices();
    twenty.forks = {20 * cost_scale};
    CHECK(bound_of(f.fleet, twenty) == 20);
    frontier::Market better(f.fleet, twenty);
    CHECK(traded(better) == 20);
}

// Two trains with a pair each of a fork that has two, where both are completed in one layer: both
// bits are set, and those of the fork beside it stay as they are.
void pairs_of_a_crew() {
    CHECK(frontier::both(0b0100, 0b0100) == 0b1100);
    CHECK(frontier::both(0b0100, 0b0011) == 0b0111);
    CHECK(frontier::both(0b1100, 0) == 0b1100);
}

}  // namespace

int main() {
    const Instance in = triangle();
    CHECK(Oracle(in).best().value == 120);
    CHECK(solve(in).value == 120 && solve(in).status == Status::optimal);
    Instance one = in;
    one.trains.visits = one.trains.counts = {2};
    CHECK(solve(one).value == 70);
    seams_and_links(in);
    const Sweeping s(in);
    CHECK(s.fits);
    regions(s);
    prices(s);
    widths(s);
    ahead(s);
    what_nobody_else_could_use(in);
    three_seams();
    pairs_of_a_crew();
    return summary();
}
