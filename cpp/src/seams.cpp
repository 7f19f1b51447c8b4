#include "seams.hpp"

#include <utility>

namespace route_opt {
namespace {

// Pieces of the raw track, found by the ends they touch; kept are those that a route can use. Only
// what is connected to an own stop is ever looked at: most of a map is not.
class SeamFinder {
public:
    explicit SeamFinder(const Instance& instance)
        : in_(instance),
          stops_(instance.stops.size()),
          ends_(stops_ + 2 * instance.track.sides),
          first_(ends_, none),
          next_(2 * instance.track.a.size()),
          degree_(ends_, 0),
          seam_end_(ends_, none),
          reached_(ends_, 0),
          joined_to_(ends_, none),
          fate_(instance.track.a.size(), Fate::unmet) {}

    Seams run() {
        met_.reserve(ends_);
        kept_.reserve(fate_.size());
        index_pieces();
        spread_from_own_stops();
        drop_dead_ends();
        join_runs();
        write_pieces();
        return std::move(seams_);
    }

private:
    static constexpr std::int32_t none = -1;
    enum class Fate : std::uint8_t { unmet, kept, dropped };

    [[nodiscard]] bool is_stop(std::int32_t end) const { return end < stops_; }
    [[nodiscard]] bool direct(std::int32_t piece) const {
        return is_stop(in_.track.a[piece]) && is_stop(in_.track.b[piece]);
    }
    [[nodiscard]] std::int32_t across(std::int32_t face) const {
        return stops_ + ((face - stops_) ^ 1);
    }
    [[nodiscard]] std::int32_t other(std::int32_t piece, std::int32_t end) const {
        return in_.track.a[piece] == end ? in_.track.b[piece] : in_.track.a[piece];
    }

    // A chain a for each end: the pieces that touch it, 2 * i for `a` of piece i, 2 * i + 1 for
    // `b`.
    void index_pieces() {
        const Track& track = in_.track;
        for (std::int32_t i = 0; i < track.size(); ++i) {
            next_[2 * i] = std::exchange(first_[track.a[i]], 2 * i);
            next_[2 * i + 1] = std::exchange(first_[track.b[i]], 2 * i + 1);
        }
    }

    template <class Visit>
    void for_each_piece(std::int32_t end, Visit visit) const {
        for (std::int32_t k = first_[end]; k != none; k = next_[k]) visit(k / 2);
    }

    // Every route holds an own stop, so track not connected to one is never used. A second piece
    // between the same ends adds nothing, unless it joins two stops: then it is a resource of its
    // own.
    void spread_from_own_stops() {
        const auto reach = [&](std::int32_t end) {
            if (reached_[end]) return;
            reached_[end] = 1;
            met_.push_back(end);
        };
        for (std::int32_t stop = 0; stop < stops_; ++stop) {
            if (in_.stops.own[stop]) reach(stop);
        }
        for (std::size_t i = 0; i < met_.size(); ++i) {
            const std::int32_t end = met_[i];
            if (!is_stop(end)) reach(across(end));
            for_each_piece(end, [&](std::int32_t piece) {
                if (fate_[piece] != Fate::unmet) return;
                const std::int32_t far = other(piece, end);
                reach(far);
                // All pieces between two ends are met from the same one of them.
                const bool again = std::exchange(joined_to_[far], end) == end;
                if (again && !direct(piece)) {
                    fate_[piece] = Fate::dropped;
                } else {
                    keep(piece);
                }
            });
        }
    }

    void keep(std::int32_t piece) {
        fate_[piece] = Fate::kept;
        kept_.push_back(piece);
        ++degree_[in_.track.a[piece]];
        ++degree_[in_.track.b[piece]];
    }

    // A side with no track behind it leads nowhere, and so does what only leads to it.
    void drop_dead_ends() {
        std::vector<std::int32_t> bare;
        for (const std::int32_t end : met_) {
            if (!is_stop(end) && degree_[end] == 0) bare.push_back(end);
        }
        while (!bare.empty()) {
            const std::int32_t face = across(bare.back());
            bare.pop_back();
            for_each_piece(face, [&](std::int32_t piece) {
                if (fate_[piece] != Fate::kept) return;
                const std::int32_t far = other(piece, face);
                fate_[piece] = Fate::dropped;
                --degree_[face];
                if (--degree_[far] == 0 && !is_stop(far)) bare.push_back(far);
            });
        }
    }

    // The face behind the only piece at this one, if that piece is also the only one over there:
    // then the two sides are always used together.
    [[nodiscard]] std::int32_t next_face(std::int32_t face) const {
        if (degree_[face] != 1) return none;
        std::int32_t next = none;
        for_each_piece(face, [&](std::int32_t piece) {
            if (fate_[piece] == Fate::kept) next = other(piece, face);
        });
        return !is_stop(next) && degree_[next] == 1 ? next : none;
    }

    void join_runs() {
        seams_.stops = stops_;
        seams_.first_face.push_back(0);
        seams_.faces.reserve(met_.size() / 2);
        in_seam_.assign(in_.track.sides, 0);
        for (const std::int32_t first : met_) {
            if (is_stop(first) || in_seam_[(first - stops_) / 2] || degree_[first] == 0) continue;
            std::int32_t face = first;
            // Back to where the run starts. A ring with no stop on it has no start: nobody gets in.
            bool ring = false;
            for (std::int32_t back = next_face(face); back != none && !ring;
                 back = next_face(face)) {
                face = across(back);
                ring = face == first;
            }
            const std::int32_t start = face;
            while (true) {
                if (!ring) seams_.faces.push_back(face);
                in_seam_[(face - stops_) / 2] = 1;
                const std::int32_t next = next_face(across(face));
                if (next == none || next == start) break;
                face = next;
            }
            if (ring) continue;
            seam_end_[start] = stops_ + 2 * seams_.size();
            seam_end_[across(face)] = seam_end_[start] + 1;
            seams_.first_face.push_back(static_cast<std::int32_t>(seams_.faces.size()));
        }
    }

    // Pieces inside a run are part of its seam: their faces are the end of none.
    void write_pieces() {
        seams_.pieces.reserve(kept_.size());
        for (const std::int32_t i : kept_) {
            if (fate_[i] != Fate::kept) continue;
            const std::int32_t a = in_.track.a[i];
            const std::int32_t b = in_.track.b[i];
            if (direct(i)) {
                const std::int32_t end = seams_.ends();
                seams_.first_face.push_back(seams_.first_face.back());
                seams_.pieces.push_back({a, end});
                seams_.pieces.push_back({end + 1, b});
                continue;
            }
            const std::int32_t x = is_stop(a) ? a : seam_end_[a];
            const std::int32_t y = is_stop(b) ? b : seam_end_[b];
            if (x != none && y != none) seams_.pieces.push_back({x, y});
        }
    }

    const Instance& in_;
    const std::int32_t stops_;
    const std::int32_t ends_;
    std::vector<std::int32_t> first_;      // by end
    std::vector<std::int32_t> next_;       // by piece and end
    std::vector<std::int32_t> degree_;     // by end: pieces kept
    std::vector<std::int32_t> seam_end_;   // by face: the end of a seam it is at, or none
    std::vector<char> reached_;            // by end
    std::vector<std::int32_t> joined_to_;  // by end: from where a piece to it was last met
    std::vector<char> in_seam_;            // by side
    std::vector<Fate> fate_;               // by piece
    std::vector<std::int32_t> kept_;       // pieces, as they were met
    std::vector<std::int32_t> met_;        // ends
    Seams seams_;
};

}  // namespace

void Seams::cross(std::int32_t end, std::vector<std::int32_t>& path) const {
    const std::int32_t seam = seam_of(end);
    const auto first = faces.begin() + first_face[seam];
    const auto last = faces.begin() + first_face[seam + 1];
    if (((end - stops) & 1) == 0) {
        path.insert(path.end(), first, last);
        return;
    }
    for (auto face = last; face != first;) path.push_back(stops + ((*--face - stops) ^ 1));
}

Seams find_seams(const Instance& instance) {
    return SeamFinder(instance).run();
}

}  // namespace route_opt
