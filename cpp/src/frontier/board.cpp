#include "frontier/board.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

// Ends joined by a piece lie in one region.
Board cut_at_seams(const Seams& track) {
    std::vector<Index> parent(track.ends());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](Index end) {
        while (parent[end] != end) end = parent[end] = parent[parent[end]];
        return end;
    };
    for (const Piece& piece : track.pieces) parent[root(piece.a)] = root(piece.b);
    Board board;
    board.stops = track.stops;
    std::vector<Index> region_of(parent.size(), -1);  // by root
    const auto region = [&](Index end) {
        Index& known = region_of[root(end)];
        if (known < 0) {
            known = static_cast<Index>(board.regions.size());
            board.regions.emplace_back();
        }
        return known;
    };
    for (const Piece& piece : track.pieces) board.regions[region(piece.a)].pieces.push_back(piece);
    for (Index stop = 0; stop < track.stops; ++stop) {
        const Index known = region_of[root(stop)];
        if (known >= 0) board.regions[known].stops.push_back(stop);
    }
    for (Index seam = 0; seam < track.size(); ++seam) {
        const Index end = track.stops + 2 * seam;
        board.seams.push_back({{region(end), region(end + 1)}});
    }
    return board;
}

// Orders the regions so that few seams are cut at any time: a beam search over sets of regions
// already swept. The sweep keeps tables whose size grows like a power of the cut, so the cost of
// an order is the sum of that power over its steps.
class SweepOrder {
public:
    SweepOrder(const Board& board, Watch& watch) : watch_(watch), near_(board.regions.size()) {
        for (const Seam& seam : board.seams) {
            const auto [a, b] = seam.region;
            if (a != b) {
                near_[a].push_back(b);
                near_[b].push_back(a);
            }
        }
        std::uint64_t seed = 0;
        for (std::size_t i = 0; i < near_.size(); ++i) {
            seed += 0x9e3779b97f4a7c15U;
            std::uint64_t x = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9U;
            x = (x ^ x >> 27) * 0x94d049bb133111ebU;
            name_.push_back(x ^ x >> 31);
        }
    }

    // A wider beam only where the narrow one leaves much work for the sweep. Regions as they come
    // where there are too many to choose from, or no time.
    [[nodiscard]] std::vector<Index> find() {
        std::vector<Index> order(near_.size());
        std::iota(order.begin(), order.end(), 0);
        std::int64_t cost = std::numeric_limits<std::int64_t>::max();
        for (const auto& [beam, least] :
             {std::pair{12, 0}, std::pair{48, 2'000}, std::pair{200, 20'000}}) {
            if (near_.size() > most_regions || cost <= least * weight(0)) break;
            std::int64_t its_cost = 0;
            std::vector<Index> found = find(static_cast<std::size_t>(beam), its_cost);
            if (watch_.stopped()) break;
            if (its_cost >= cost) continue;  // a wider beam is not always a better one
            order = std::move(found);
            cost = its_cost;
        }
        return order;
    }

private:
    // For each region how many of its seams lead to regions already swept; `done` for those.
    using Marks = std::vector<std::int32_t>;
    static constexpr std::int32_t done = -1;
    static constexpr std::size_t most_regions = 5'000;  // each step looks at all of them

    struct Partial {
        std::int64_t cost = 0;
        std::int32_t cut = 0;
        std::int32_t link = -1;  // the last step that led here
        std::uint64_t hash = 0;  // of the set swept
        Marks marks;
    };
    struct Link {
        std::int32_t parent;
        Index region;
    };
    struct Choice {
        std::int64_t cost;
        std::int32_t cut;
        std::int32_t from;
        Index region;

        // In a heap of these, the first is the cheapest.
        friend bool operator<(const Choice& x, const Choice& y) {
            return std::tie(x.cost, x.cut, x.from, x.region) >
                   std::tie(y.cost, y.cut, y.from, y.region);
        }
    };

    [[nodiscard]] std::vector<Index> find(std::size_t beam_width, std::int64_t& cost) {
        links_.clear();
        beam_.resize(beam_width);
        next_.resize(beam_width);
        beam_[0] = {};
        beam_[0].marks.assign(near_.size(), 0);
        std::size_t size = 1;
        for (std::size_t step = 0; step < near_.size() && !watch_.stopped(); ++step) {
            size = widen(size, beam_width);
            beam_.swap(next_);
        }
        cost = beam_[0].cost;
        std::vector<Index> order;
        for (std::int32_t link = beam_[0].link; link >= 0; link = links_[link].parent) {
            order.push_back(links_[link].region);
        }
        std::reverse(order.begin(), order.end());
        return order;
    }

    static std::int64_t weight(std::int32_t cut) {
        static constexpr auto powers = [] {
            std::array<std::int64_t, 31> table{16};
            for (std::size_t i = 1; i < table.size(); ++i) table[i] = table[i - 1] * 5 / 2;
            return table;
        }();
        return powers[std::min(static_cast<std::size_t>(cut), powers.size() - 1)];
    }

    // Next comes a neighbour of what is swept; anything when nothing is cut.
    void add_choices(const Partial& partial, std::int32_t from) {
        for (std::size_t region = 0; region < near_.size(); ++region) {
            const std::int32_t mark = partial.marks[region];
            if (mark == done || (mark == 0 && partial.cut != 0)) continue;
            const std::int32_t cut =
                partial.cut + static_cast<std::int32_t>(near_[region].size()) - 2 * mark;
            choices_.push_back({partial.cost + weight(cut), cut, from, static_cast<Index>(region)});
        }
    }

    // The best sets with one region more, each once. Gives how many there are.
    std::size_t widen(std::size_t size, std::size_t beam_width) {
        choices_.clear();
        for (std::size_t from = 0; from < size; ++from) {
            add_choices(beam_[from], static_cast<std::int32_t>(from));
        }
        watch_.work(static_cast<std::int64_t>(2 * size * near_.size() + 10 * choices_.size()));
        std::make_heap(choices_.begin(), choices_.end());
        seen_.clear();
        while (!choices_.empty() && seen_.size() < beam_width) {
            std::pop_heap(choices_.begin(), choices_.end());
            const Choice choice = choices_.back();
            choices_.pop_back();
            const Partial& from = beam_[choice.from];
            const std::uint64_t hash = from.hash ^ name_[choice.region];
            if (std::find(seen_.begin(), seen_.end(), hash) == seen_.end()) {
                take(from, choice, hash, next_[seen_.size()]);
                seen_.push_back(hash);
            }
        }
        return seen_.size();
    }

    void take(const Partial& from, const Choice& choice, std::uint64_t hash, Partial& to) {
        links_.push_back({from.link, choice.region});
        to.cost = choice.cost;
        to.cut = choice.cut;
        to.link = static_cast<std::int32_t>(links_.size()) - 1;
        to.hash = hash;
        to.marks = from.marks;
        to.marks[choice.region] = done;
        for (const Index other : near_[choice.region]) {
            if (to.marks[other] != done) ++to.marks[other];
        }
    }

    Watch& watch_;
    std::vector<std::vector<Index>> near_;  // by region; twice when two seams join them
    std::vector<std::uint64_t> name_;
    std::vector<Link> links_;
    std::vector<Partial> beam_;
    std::vector<Partial> next_;
    std::vector<Choice> choices_;
    std::vector<std::uint64_t> seen_;
};

void put_in_order(Board& board, const std::vector<Index>& order) {
    std::vector<Index> place(order.size());
    std::vector<Region> regions;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto region = static_cast<std::size_t>(order[i]);
        place[region] = static_cast<Index>(i);
        regions.push_back(std::move(board.regions[region]));
    }
    board.regions = std::move(regions);
    for (std::size_t i = 0; i < board.seams.size(); ++i) {
        Seam& seam = board.seams[i];
        for (Index& region : seam.region) region = place[region];
        const auto [first, last] = std::minmax(seam.region[0], seam.region[1]);
        const auto name = static_cast<Index>(i);
        if (first == last) {
            board.regions[first].inner.push_back(name);
        } else {
            board.regions[first].opened.push_back(name);
            board.regions[last].closed.push_back(name);
        }
    }
    for (const Region& region : board.regions) {
        Index bit = 0;
        for (const auto* seams : {&region.opened, &region.inner}) {
            for (const Index name : *seams) board.seams[name].bit = bit++;
        }
    }
}

// The lowest free slot each time, so that the slots in use stay packed.
void give_slots(Board& board) {
    std::set<Index> free;
    for (Region& region : board.regions) {
        for (Index name : region.closed) {
            free.insert(board.seams[name].slot);
        }
        for (Index name : region.opened) {
            if (free.empty()) free.insert(board.slots++);
            board.seams[name].slot = *free.begin();
            free.erase(free.begin());
        }
    }
}

// Lemma 7. A train needs no more goods from a source than there are buyers to take them, and
// goods that nobody needs are no resource. The extra good is claimed in the first region, before
// anyone knows where it will lie, because regions know nothing of each other.
void place_goods(Board& board, const Instance& instance) {
    const Stops& stops = instance.stops;
    bool sources = false;
    bool room = false;
    for (const Region& region : board.regions) {
        for (const Index stop : region.stops) {
            const auto s = static_cast<std::size_t>(stop);
            board.buyers += stops.buyer[s] != 0 ? 1 : 0;
            sources = sources || stops.goods[s] > 0;
            room = room || stops.room[s] != 0;
        }
    }
    room = room && instance.terms.extra_good;
    if (instance.terms.good_value == 0 || !(sources || room)) board.buyers = 0;
    if (board.buyers == 0) return;
    // More than there is room for is enough to see that there is none.
    const std::int64_t most = std::min<std::int64_t>(
        std::int64_t{board.buyers} * instance.trains.size(), most_resources + 1);
    for (Region& region : board.regions) {
        for (const Index stop : region.stops) {
            if (region.goods.size() > most_resources) break;
            const auto goods = std::min<std::int64_t>(stops.goods[stop], most);
            region.goods.insert(region.goods.end(), static_cast<std::size_t>(goods), stop);
        }
    }
    board.regions.front().offers_extra = room;
}

}  // namespace

Board make_board(const Instance& instance, const Seams& seams, Watch& watch) {
    Board board = cut_at_seams(seams);
    put_in_order(board, SweepOrder(board, watch).find());
    give_slots(board);
    place_goods(board, instance);
    return board;
}

}  // namespace route_opt::frontier
