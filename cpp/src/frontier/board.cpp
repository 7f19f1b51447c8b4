#include "frontier/board.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

// The pieces under reduction. `at[end]` lists the pieces that touch an end.
class Reducer {
public:
    explicit Reducer(const Instance& instance) : stops_(instance.stops.size()) {
        const Track& track = instance.track;
        for (Index side = 0; side < track.sides; ++side) faces_.push_back({stops_ + 2 * side});
        std::set<std::pair<Index, Index>> seen;
        for (Index i = 0; i < track.size(); ++i) {
            auto [a, b] = std::minmax(track.a[i], track.b[i]);
            if (b < stops_) {
                add_direct_piece(a, b);
            } else if (a != b && seen.insert({a, b}).second) {
                pieces_.push_back({a, b});
            }
        }
        alive_.assign(pieces_.size(), true);
        index_ends();
        drop_unreachable(instance.stops.own);
        drop_dead_ends();
        join_runs();
    }

    [[nodiscard]] Board board() const;

private:
    // Track from stop to stop is a resource of its own: a seam that crosses no side.
    void add_direct_piece(Index a, Index b) {
        if (a == b) return;
        const Index seam = static_cast<Index>(faces_.size());
        faces_.emplace_back();
        pieces_.push_back({a, stops_ + 2 * seam});
        pieces_.push_back({b, stops_ + 2 * seam + 1});
    }

    void index_ends() {
        touching_.assign(static_cast<std::size_t>(stops_) + 2 * faces_.size(), {});
        for (Index i = 0; i < static_cast<Index>(pieces_.size()); ++i) {
            touching_[pieces_[i].a].push_back(i);
            touching_[pieces_[i].b].push_back(i);
        }
    }

    [[nodiscard]] Index other_face(Index end) const { return ((end - stops_) ^ 1) + stops_; }

    void kill(Index piece) {
        if (!alive_[piece]) return;
        alive_[piece] = false;
        for (Index end : {pieces_[piece].a, pieces_[piece].b}) {
            std::erase(touching_[end], piece);
        }
    }

    // Every route holds an own stop, so track not connected to one is never used.
    void drop_unreachable(const std::vector<std::uint8_t>& own) {
        std::vector<bool> reached(touching_.size(), false);
        std::vector<Index> todo;
        const auto reach = [&](Index end) {
            if (!reached[end]) {
                reached[end] = true;
                todo.push_back(end);
            }
        };
        for (Index stop = 0; stop < stops_; ++stop) {
            if (own[stop] != 0) reach(stop);
        }
        while (!todo.empty()) {
            const Index end = todo.back();
            todo.pop_back();
            if (end >= stops_) reach(other_face(end));
            for (Index piece : touching_[end]) {
                reach(pieces_[piece].a);
                reach(pieces_[piece].b);
            }
        }
        for (Index i = 0; i < static_cast<Index>(pieces_.size()); ++i) {
            if (!reached[pieces_[i].a]) kill(i);
        }
    }

    // A side with no track behind it leads nowhere.
    void drop_dead_ends() {
        bool changed = true;
        while (changed) {
            changed = false;
            for (Index end = stops_; end < static_cast<Index>(touching_.size()); ++end) {
                if (touching_[other_face(end)].empty() && !touching_[end].empty()) {
                    kill(touching_[end].front());
                    changed = true;
                }
            }
        }
    }

    // A piece that is the only one at both of its faces makes the two sides one seam.
    void join_runs() {
        for (Index i = 0; i < static_cast<Index>(pieces_.size()); ++i) {
            if (!alive_[i]) continue;
            const auto [a, b] = pieces_[i];
            if (a < stops_ || b < stops_ || touching_[a].size() != 1 || touching_[b].size() != 1) {
                continue;
            }
            kill(i);
            if (seam_of(a) == seam_of(b)) {
                continue;  // a ring with no stop on it: both its faces are bare now
            }
            append(a, b);
        }
        drop_dead_ends();
    }

    [[nodiscard]] Index seam_of(Index end) const { return (end - stops_) / 2; }

    // The faces met when running the seam of `end` so that it is left by `end`.
    [[nodiscard]] std::vector<Index> faces_towards(Index end) const {
        std::vector<Index> faces = faces_[seam_of(end)];
        if (((end - stops_) & 1) == 0) {
            std::reverse(faces.begin(), faces.end());
            for (Index& face : faces) face = other_face(face);
        }
        return faces;
    }

    // Seam of a grows by the seam of b: far end of a, ..., a, b, ..., far end of b.
    void append(Index a, Index b) {
        std::vector<Index> faces = faces_towards(a);
        const std::vector<Index> rest = faces_towards(other_face(b));
        faces.insert(faces.end(), rest.begin(), rest.end());
        const Index start = other_face(a);
        const Index finish = other_face(b);
        const Index seam = seam_of(a);
        faces_[seam] = std::move(faces);
        std::vector<Index> front = std::move(touching_[start]);
        std::vector<Index> back = std::move(touching_[finish]);
        touching_[start].clear();
        touching_[finish].clear();
        move_pieces(front, start, stops_ + 2 * seam);
        move_pieces(back, finish, stops_ + 2 * seam + 1);
    }

    void move_pieces(const std::vector<Index>& pieces, Index from, Index to) {
        for (Index i : pieces) {
            Piece& piece = pieces_[i];
            (piece.a == from ? piece.a : piece.b) = to;
        }
        touching_[to] = pieces;
    }

    Index stops_;
    std::vector<Piece> pieces_;
    std::vector<bool> alive_;
    std::vector<std::vector<Index>> touching_;
    std::vector<std::vector<Index>> faces_;  // by seam
};

Board Reducer::board() const {
    // Ends joined by a piece lie in one region.
    std::vector<Index> parent(touching_.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](Index end) {
        while (parent[end] != end) end = parent[end] = parent[parent[end]];
        return end;
    };
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        if (alive_[i]) parent[root(pieces_[i].a)] = root(pieces_[i].b);
    }
    Board board;
    board.stops = stops_;
    std::map<Index, Index> region_of;
    const auto region = [&](Index end) -> Index {
        const auto [it, fresh] = region_of.try_emplace(root(end), board.regions.size());
        if (fresh) board.regions.emplace_back();
        return it->second;
    };
    for (Index stop = 0; stop < stops_; ++stop) {
        if (!touching_[stop].empty()) board.regions[region(stop)].stops.push_back(stop);
    }
    std::vector<Index> renamed(faces_.size(), -1);
    for (Index seam = 0; seam < static_cast<Index>(faces_.size()); ++seam) {
        if (touching_[stops_ + 2 * seam].empty()) continue;
        renamed[seam] = static_cast<Index>(board.seams.size());
        Seam& fresh = board.seams.emplace_back();
        fresh.faces = faces_[seam];
        fresh.region = {region(stops_ + 2 * seam), region(stops_ + 2 * seam + 1)};
    }
    const auto rename = [&](Index end) {
        return end < stops_ ? end : stops_ + 2 * renamed[seam_of(end)] + ((end - stops_) & 1);
    };
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        if (alive_[i]) {
            const Piece piece{rename(pieces_[i].a), rename(pieces_[i].b)};
            board.regions[region(pieces_[i].a)].pieces.push_back(piece);
        }
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

    // A wider beam only where the narrow one leaves much work for the sweep.
    [[nodiscard]] std::vector<Index> find() {
        std::int64_t cost = 0;
        std::vector<Index> order = find(12, cost);
        if (cost > 2'000 * weight(0) && !watch_.stopped()) order = find(48, cost);
        if (cost > 20'000 * weight(0) && !watch_.stopped()) order = find(200, cost);
        return order;
    }

private:
    // For each region how many of its seams lead to regions already swept; `done` for those.
    using Marks = std::vector<std::uint8_t>;
    static constexpr std::uint8_t done = 255;

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
        for (std::size_t step = 0; step < near_.size(); ++step) {
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
            const std::uint8_t mark = partial.marks[region];
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
            if (watch_.stopped()) {
                break;  // one is enough to go on with
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
            std::uint8_t& mark = to.marks[other];
            if (mark < done - 1) ++mark;
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
        const Index name = static_cast<Index>(i);
        if (first == last) {
            board.regions[first].inner.push_back(name);
        } else {
            board.regions[first].opened.push_back(name);
            board.regions[last].closed.push_back(name);
        }
    }
}

// The lowest free slot each time, so that the slots in use stay packed.
void give_slots(Board& board) {
    std::set<Index> free;
    for (Region& region : board.regions) {
        // A slot closed here can only be reused from the next region on.
        for (Index name : region.opened) {
            if (free.empty()) free.insert(board.slots++);
            board.seams[name].slot = *free.begin();
            free.erase(free.begin());
        }
        for (Index name : region.closed) {
            free.insert(board.seams[name].slot);
        }
    }
}

// A train needs no more cubes from a deposit than there are refineries to take them, and cubes
// that nobody needs are no resource. The extra cube is claimed in the first region, before anyone
// knows where it will lie, because regions know nothing of each other.
void place_cubes(Board& board, const Instance& instance) {
    const Stops& stops = instance.stops;
    bool deposits = false;
    bool room = false;
    for (const Region& region : board.regions) {
        for (const Index stop : region.stops) {
            const auto s = static_cast<std::size_t>(stop);
            board.refineries += stops.refinery[s] != 0 ? 1 : 0;
            deposits = deposits || stops.cubes[s] > 0;
            room = room || stops.room[s] != 0;
        }
    }
    room = room && instance.terms.extra_cube;
    if (instance.terms.cube_value == 0 || !(deposits || room)) board.refineries = 0;
    if (board.refineries == 0) return;
    const Index most = board.refineries * instance.trains.size();
    for (Region& region : board.regions) {
        for (const Index stop : region.stops) {
            const Index cubes = std::min(stops.cubes[stop], most);
            region.cubes.insert(region.cubes.end(), static_cast<std::size_t>(cubes), stop);
        }
    }
    board.regions.front().offers_extra = room;
}

}  // namespace

Board make_board(const Instance& instance, Watch& watch) {
    Board board = Reducer(instance).board();
    put_in_order(board, SweepOrder(board, watch).find());
    give_slots(board);
    place_cubes(board, instance);
    return board;
}

}  // namespace route_opt::frontier
