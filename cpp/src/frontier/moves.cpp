#include "frontier/moves.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include "invariant.hpp"

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

std::uint64_t bit(std::size_t place) {
    return std::uint64_t{1} << place;
}

// All stretches through a region: a walk from each seam that leads in, and from each stop.
class StrandFinder {
public:
    StrandFinder(const Board& board, const Region& region, const Stops& stops, std::size_t most,
                 Watch& watch)
        : board_(board), stops_(stops), most_(most), watch_(watch) {
        for (const auto* list : {&region.closed, &region.opened, &region.inner}) {
            for (Index seam : *list) seam_place_.emplace(seam, seam_place_.size());
        }
        boundary_ = region.closed.size() + region.opened.size();
        for (std::size_t i = 0; i < region.stops.size(); ++i) {
            stop_place_.emplace(region.stops[i], i);
        }
        for (const Piece& piece : region.pieces) {
            touching_[piece.a].push_back(piece.b);
            touching_[piece.b].push_back(piece.a);
        }
    }

    std::vector<Strand> run() {
        for (const auto& [end, others] : touching_) {
            walk_ = {};
            if (end < board_.stops) {
                visit(end);
            } else if (seam_place(end) < boundary_) {
                walk_.first = end;
                walk_.seams = bit(seam_place(end));
                leave(end);
            }
        }
        // Where some are missing, it has to be seen that there are too many.
        if (found_.size() <= most_ && !watch_.stopped()) drop_dominated();
        return std::move(found_);
    }

private:
    [[nodiscard]] std::size_t seam_place(Index end) const {
        return seam_place_.at((end - board_.stops) / 2);
    }

    // The train stands on an end and runs over each piece from there.
    void leave(Index end) {
        if (watch_.work(50) || found_.size() > most_) return;
        for (Index other : touching_[end]) {
            if (other < board_.stops) {
                visit(other);
            } else {
                cross(other);
            }
        }
    }

    void visit(Index stop) {
        const std::uint64_t mark = bit(stop_place_.at(stop));
        if ((walk_.stops & mark) != 0) return;
        const bool starts = walk_.path.empty() && walk_.first < 0;
        walk_.stops |= mark;
        walk_.path.push_back(stop);
        if (!starts) keep(-1);
        if (starts || stops_.end_only[stop] == 0) leave(stop);
        walk_.path.pop_back();
        walk_.stops &= ~mark;
    }

    void cross(Index end) {
        const std::size_t place = seam_place(end);
        if ((walk_.seams & bit(place)) != 0) return;
        walk_.seams |= bit(place);
        if (place < boundary_) {
            keep(end);
        } else {
            walk_.path.push_back(end);
            leave(((end - board_.stops) ^ 1) + board_.stops);
            walk_.path.pop_back();
        }
        walk_.seams &= ~bit(place);
    }

    // Each strand is met once in each direction; the one that starts lower is kept.
    void keep(Index last) {
        if (found_.size() > most_) return;
        const bool from_stop = walk_.first < 0;
        const bool to_stop = last < 0;
        const Index from = from_stop ? walk_.path.front() : walk_.first;
        const Index to = to_stop ? walk_.path.back() : last;
        if (from < to) {
            found_.push_back(walk_);
            found_.back().last = last;
        }
    }

    // Lemma 11. Same ends, same stops in any order: the one that needs no more seams will do. The
    // order of the stops is of no account, but which of them stand at the ends is.
    void drop_dominated() {
        const auto shape = [](const Strand& s) {
            return std::tuple(s.first, s.last, s.stops, s.first < 0 ? s.path.front() : -1,
                              s.last < 0 ? s.path.back() : -1);
        };
        std::map<std::tuple<Index, Index, std::uint64_t, Index, Index>, std::vector<std::uint64_t>>
            kept;
        std::stable_sort(found_.begin(), found_.end(), [](const Strand& x, const Strand& y) {
            return std::popcount(x.seams) < std::popcount(y.seams);
        });
        std::erase_if(found_, [&](const Strand& strand) {
            std::vector<std::uint64_t>& masks = kept[shape(strand)];
            if (watch_.work(static_cast<std::int64_t>(masks.size()))) return false;
            for (std::uint64_t mask : masks) {
                if ((mask & ~strand.seams) == 0) return true;
            }
            masks.push_back(strand.seams);
            return false;
        });
    }

    const Board& board_;
    const Stops& stops_;
    std::size_t most_;
    Watch& watch_;
    std::map<Index, std::size_t> seam_place_;
    std::map<Index, std::size_t> stop_place_;
    std::map<Index, std::vector<Index>> touching_;
    std::size_t boundary_ = 0;
    Strand walk_;
    std::vector<Strand> found_;
};

// Sets of strands that one train can run together.
class MoveFinder {
public:
    MoveFinder(const Board& board, const Region& region, const std::vector<Strand>& strands,
               const Instance& instance, const Groups& groups, const std::vector<Sets::Here>& sets,
               const EndKinds& ends, const Kind& kind, std::size_t most, Watch& watch)
        : board_(board),
          region_(region),
          strands_(strands),
          instance_(instance),
          groups_(groups),
          sets_(sets),
          ends_(ends),
          kind_(kind),
          values_(instance.stops.row(kind.tariff)),
          most_(most),
          watch_(watch) {}

    std::vector<Move> run() {
        extend(0, {}, 0, 0);
        if (found_.size() > most_) return {};
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Move& x, const Move& y) { return x.entry < y.entry; });
        return std::move(found_);
    }

private:
    // The move, and all that have strands from `next` on besides: without the last ones first.
    void extend(std::size_t next, const Move& move, std::uint64_t seams, std::uint64_t stops) {
        finish(move, stops);
        for (std::size_t i = strands_.size(); i-- > next;) {
            if (watch_.work(3) || found_.size() > most_) return;
            const Strand& strand = strands_[i];
            if ((seams & strand.seams) == 0 && (stops & strand.stops) == 0) {
                extend_by(i, move, seams, stops);
            }
        }
    }

    // With no limit on what counts, everything counts: nothing is worth less than nothing.
    void extend_by(std::size_t index, const Move& move, std::uint64_t seams, std::uint64_t stops) {
        const Strand& strand = strands_[index];
        const std::uint64_t all = strand.stops;
        std::uint64_t counted = all;
        while (true) {
            Move longer = move;
            if (add(longer, index, counted)) {
                extend(index + 1, longer, seams | strand.seams, stops | strand.stops);
            }
            if (!kind_.picks() || counted == 0) break;
            if (watch_.work(50) || found_.size() > most_) return;
            counted = (counted - 1) & all;
        }
    }

    // Lemma 7. The move, with every choice of goods that lie on its way. Where they go is settled
    // by count: a route delivers as many as it claims if it visits as many buyers.
    void finish(Move move, std::uint64_t stops) {
        for (const Sets::Here& set : sets_) {
            if ((set.stops & ~stops) == 0) move.sets |= set.mark;
        }
        if (board_.buyers == 0) {
            found_.push_back(std::move(move));
            return;
        }
        const std::size_t shift = region_.opened.size() + region_.inner.size();
        std::uint32_t lying = 0;
        bool room = false;
        for (std::size_t i = 0; i < region_.stops.size(); ++i) {
            if ((stops & bit(i)) == 0) continue;
            const Index stop = region_.stops[i];
            move.demand += instance_.stops.buyer[stop] != 0 ? 1 : 0;
            room = room || (instance_.terms.extra_good && instance_.stops.room[stop] != 0);
            for (std::size_t k = 0; k < region_.goods.size(); ++k) {
                if (region_.goods[k] == stop) lying |= std::uint32_t{1} << (shift + k);
            }
        }
        const std::uint32_t offer = std::uint32_t{1} << (shift + region_.goods.size());
        for (const bool takes : {false, true}) {
            for (const bool puts : {false, true}) {
                if ((takes && !region_.offers_extra) || (puts && !room)) continue;
                Move variant = move;
                variant.used |= takes ? offer : 0;
                variant.extra = (takes ? 1 : 0) - (puts ? 1 : 0);
                claim(variant, lying, puts ? 1 : 0);
            }
        }
    }

    void claim(const Move& move, std::uint32_t lying, std::int32_t more) {
        std::uint32_t taken = 0;
        do {
            const std::int32_t goods = std::popcount(taken) + more;
            if (goods <= board_.buyers) {
                Move& variant = found_.emplace_back(move);
                variant.used |= taken;
                variant.demand -= goods;
                variant.value += goods * instance_.terms.good_value;
            }
            taken = (taken - lying) & lying;
        } while (taken != 0);
    }

    [[nodiscard]] bool add(Move& move, std::size_t index, std::uint64_t counted) const {
        const Strand& strand = strands_[index];
        const Stops& stops = instance_.stops;
        for (std::size_t i = 0; i < region_.stops.size(); ++i) {
            if ((strand.stops & bit(i)) == 0) continue;
            const Index stop = region_.stops[i];
            const bool major = stops.minor.empty() || stops.minor[stop] == 0;
            ++move.visits;
            move.major_visits += major ? 1 : 0;
            move.value += kind_.visit_bonus;
            if ((counted & bit(i)) != 0) {
                ++move.counts;
                move.major_counts += major ? 1 : 0;
                move.value += values_[stop];
                move.own = move.own || stops.own[stop] != 0;
            }
            const Index group = groups_.number[stop];
            if (group >= 0) {
                const std::uint32_t mark = std::uint32_t{1} << group;
                if ((move.groups & mark) != 0) return false;
                move.groups |= mark;
            }
        }
        if (strand.first < 0 && !add_end(move, strand.path.front(), counted)) return false;
        if (strand.last < 0 && !add_end(move, strand.path.back(), counted)) return false;
        mark_seams(move, strand);
        move.joins.push_back({joined(strand.first), joined(strand.last)});
        move.strands.push_back(static_cast<Index>(index));
        return (kind_.visits == 0 || move.visits <= kind_.visits) &&
               (kind_.counts == 0 ||
                (move.counts <= kind_.counts && move.visits - move.counts <= kind_.skips())) &&
               move.ends.size() <= 2 && within_quotas(move);
    }

    [[nodiscard]] bool within_quotas(const Move& move) const {
        return move.major_visits <= kind_.major.visits && move.major_counts <= kind_.major.counts &&
               move.visits - move.major_visits <= kind_.minor.visits &&
               move.counts - move.major_counts <= kind_.minor.counts;
    }

    [[nodiscard]] bool add_end(Move& move, Index stop, std::uint64_t counted) const {
        if (kind_.ends && stop != kind_.ends->first && stop != kind_.ends->second) return false;
        const auto place = static_cast<std::size_t>(
            std::find(region_.stops.begin(), region_.stops.end(), stop) - region_.stops.begin());
        ROUTE_OPT_INVARIANT(place < region_.stops.size());
        const bool counts = (counted & bit(place)) != 0;
        if (counts) move.value += instance_.stops.end_extra[stop];
        move.ends.push_back(ends_.kind(stop, counts));
        return true;
    }

    void mark_seams(Move& move, const Strand& strand) const {
        const std::size_t closed = region_.closed.size();
        move.entry |= static_cast<std::uint32_t>(strand.seams & (bit(closed) - 1));
        move.used |= static_cast<std::uint32_t>(strand.seams >> closed);
    }

    [[nodiscard]] std::int8_t joined(Index end) const {
        if (end < 0) return -1;
        const Index seam = (end - board_.stops) / 2;
        const auto closed = std::find(region_.closed.begin(), region_.closed.end(), seam);
        if (closed == region_.closed.end()) {
            return static_cast<std::int8_t>(board_.seams[seam].slot);
        }
        return static_cast<std::int8_t>(Join::closing + (closed - region_.closed.begin()));
    }

    const Board& board_;
    const Region& region_;
    const std::vector<Strand>& strands_;
    const Instance& instance_;
    const Groups& groups_;
    const std::vector<Sets::Here>& sets_;
    const EndKinds& ends_;
    const Kind& kind_;
    const Money* values_;  // of each stop, to a train of this kind
    std::size_t most_;
    Watch& watch_;
    std::vector<Move> found_;
};

}  // namespace

EndKinds::EndKinds(const EndRules& rules, const Stops& stops) : rules_(rules), kinds_(1) {
    std::map<std::pair<Index, Money>, std::size_t> number;
    for (Index stop = 0; stop < stops.size(); ++stop) {
        for (const bool counted : {false, true}) {
            const Index end_class = rules.class_of(stop);
            std::size_t kind = 0;
            if (end_class != 0) {
                const Money pair_value = counted ? stops.pair_value[stop] : -1;
                const auto [it, fresh] = number.try_emplace({end_class, pair_value}, kinds_.size());
                if (fresh) kinds_.push_back({end_class, pair_value});
                kind = it->second;
            }
            kind_.push_back(static_cast<std::uint8_t>(kind));
        }
    }
}

Groups make_groups(const Board& board, const Stops& stops) {
    struct Seen {
        int stops = 0;
        Index last = 0;
    };
    std::map<Index, Seen> seen;
    for (std::size_t region = 0; region < board.regions.size(); ++region) {
        for (Index stop : board.regions[region].stops) {
            Seen& group = seen[stops.group[stop]];
            ++group.stops;
            group.last = static_cast<Index>(region);
        }
    }
    Groups groups;
    groups.number.assign(static_cast<std::size_t>(stops.size()), -1);
    std::map<Index, Index> number;
    for (const auto& [name, group] : seen) {
        if (name < 0 || group.stops < 2) continue;
        number.emplace(name, static_cast<Index>(groups.last.size()));
        groups.last.push_back(group.last);
    }
    for (Index stop = 0; stop < stops.size(); ++stop) {
        const auto known = number.find(stops.group[stop]);
        if (known != number.end()) groups.number[stop] = known->second;
    }
    return groups;
}

Sets make_sets(const Board& board, const Terms& terms) {
    std::map<Index, std::pair<std::size_t, std::size_t>> place;  // of each stop: region, bit
    for (std::size_t region = 0; region < board.regions.size(); ++region) {
        const std::vector<Index>& stops = board.regions[region].stops;
        for (std::size_t i = 0; i < stops.size(); ++i) place[stops[i]] = {region, i};
    }
    Sets sets;
    sets.here.resize(board.regions.size());
    sets.begins.assign(board.regions.size(), 0);
    sets.ends.assign(board.regions.size(), 0);
    for (const Terms::Set& set : terms.sets) {
        const bool whole = std::all_of(set.stops.begin(), set.stops.end(),
                                       [&](Index stop) { return place.contains(stop); });
        if (!whole || set.value == 0) continue;
        std::map<std::size_t, std::uint64_t> regions;
        for (const Index stop : set.stops)
            regions[place[stop].first] |= bit(place[stop].second % 64);
        const std::uint32_t mark = std::uint32_t{1} << sets.value.size() % 32;
        for (const auto& [region, stops] : regions) sets.here[region].push_back({mark, stops});
        sets.begins[regions.begin()->first] |= mark;
        sets.ends[regions.rbegin()->first] |= mark;
        sets.value.push_back(set.value);
    }
    return sets;
}

std::vector<Strand> find_strands(const Board& board, const Region& region, const Stops& stops,
                                 std::size_t most, Watch& watch) {
    return StrandFinder(board, region, stops, most, watch).run();
}

std::vector<Move> find_moves(const Board& board, const Region& region,
                             const std::vector<Strand>& strands, const Instance& instance,
                             const Groups& groups, const std::vector<Sets::Here>& sets,
                             const EndKinds& ends, const Kind& kind, std::size_t most,
                             Watch& watch) {
    return MoveFinder(board, region, strands, instance, groups, sets, ends, kind, most, watch)
        .run();
}

}  // namespace route_opt::frontier
