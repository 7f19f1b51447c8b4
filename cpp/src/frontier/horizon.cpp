#include "frontier/horizon.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace route_opt::frontier {

namespace {

constexpr std::size_t most_rows = 20'000'000;  // of all regions

// For each region and behind the last, the slots that may be in use before it.
std::vector<std::uint32_t> slots_in_use(const Board& board) {
    std::vector<std::uint32_t> slots(board.regions.size() + 1, 0);
    for (const Seam& seam : board.seams) {
        const auto [first, last] = std::minmax(seam.region[0], seam.region[1]);
        for (std::int32_t i = first + 1; i <= last; ++i) slots[i] |= std::uint32_t{1} << seam.slot;
    }
    return slots;
}

std::uint32_t slots_of(const Board& board, const std::vector<std::int32_t>& seams) {
    std::uint32_t slots = 0;
    for (const std::int32_t seam : seams) slots |= std::uint32_t{1} << board.seams[seam].slot;
    return slots;
}

}  // namespace

// A move, as far as it matters.
struct Horizon::Step {
    std::uint32_t opened;  // slots
    std::int32_t ends;
    bool own;
    std::uint8_t visits;
};

// By entry, of moves that do the same the one with the fewest stops.
std::vector<std::vector<Horizon::Step>> Horizon::steps(const Board& board, const Region& region,
                                                       const std::vector<Move>& moves) {
    std::vector<std::vector<Step>> steps(std::size_t{1} << region.closed.size());
    for (const Move& move : moves) {
        Step step{0, static_cast<std::int32_t>(move.ends.size()), move.own,
                  static_cast<std::uint8_t>(std::min<std::int32_t>(move.visits, never - 1))};
        for (std::size_t i = 0; i < region.opened.size(); ++i) {
            const std::int32_t slot = board.seams[region.opened[i]].slot;
            if ((move.used >> i & 1) != 0) step.opened |= std::uint32_t{1} << slot;
        }
        std::vector<Step>& known = steps[move.entry];
        const auto same = std::find_if(known.begin(), known.end(), [&](const Step& other) {
            return other.opened == step.opened && other.ends == step.ends && other.own == step.own;
        });
        if (same == known.end()) {
            known.push_back(step);
        } else {
            same->visits = std::min(same->visits, step.visits);
        }
    }
    return steps;
}

void Horizon::better(Row& row, const Row& next, const Step& step) {
    for (std::int32_t ends = step.ends; ends <= 2; ++ends) {
        for (const bool own : {false, true}) {
            const std::uint8_t rest = next[place(ends - step.ends, own && !step.own)];
            if (rest == never) continue;
            const auto sum = static_cast<std::uint8_t>(std::min(rest + step.visits, never - 1));
            std::uint8_t& least = row[place(ends, own)];
            least = std::min(least, sum);
        }
    }
}

// Lemma 32.
Horizon::Horizon(const Board& board, const std::function<std::vector<Move>(std::size_t)>& moves,
                 Watch& watch) {
    const std::vector<std::uint32_t> in_use = slots_in_use(board);
    std::size_t sum = 0;
    for (const std::uint32_t slots : in_use) sum += std::bit_ceil(std::size_t{slots} + 1);
    if (sum > most_rows) return;
    Row nothing;
    nothing.fill(never);
    std::vector<std::vector<Row>> rows(in_use.size());
    rows.back().assign(1, nothing);
    rows.back()[0][place(0, false)] = 0;
    for (std::size_t i = board.regions.size(); i-- > 0;) {
        const Region& region = board.regions[i];
        const std::vector<Move> all = moves(i);
        if (all.empty() || watch.work(2'000)) return;
        const std::vector<std::vector<Step>> steps = Horizon::steps(board, region, all);
        const std::uint32_t closed = slots_of(board, region.closed);
        std::vector<Row>& here = rows[i];
        here.assign(std::bit_ceil(std::size_t{in_use[i]} + 1), nothing);
        for (std::uint32_t slots = in_use[i];; slots = (slots - 1) & in_use[i]) {
            std::size_t entry = 0;
            for (std::size_t k = 0; k < region.closed.size(); ++k) {
                const std::int32_t slot = board.seams[region.closed[k]].slot;
                entry |= static_cast<std::size_t>(slots >> slot & 1) << k;
            }
            if (watch.work(10 + 10 * static_cast<std::int64_t>(steps[entry].size()))) return;
            for (const Step& step : steps[entry]) {
                better(here[slots], rows[i + 1][(slots & ~closed) | step.opened], step);
            }
            if (slots == 0) break;
        }
    }
    rows_ = std::move(rows);
}

}  // namespace route_opt::frontier
