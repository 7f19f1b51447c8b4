// The track that routes can use, cut at its seams: what contraction and sweep both start from.
#pragma once

#include <cstdint>
#include <vector>

#include "route_opt/instance.hpp"

namespace route_opt {

// A piece of track. Ends are encoded as in Track, over seams: a stop, or `stops + 2 * seam + end`.
struct Piece {
    std::int32_t a;
    std::int32_t b;
};

// A seam is a run of sides that can only be used together, one after the other; a piece that joins
// two stops is a seam without a side. Each seam can be used once, by one train.
struct Seams {
    std::int32_t stops = 0;
    std::vector<Piece> pieces;        // none between two stops
    std::vector<std::int32_t> faces;  // of all seams, as a train leaves by them from end 0 to 1
    std::vector<std::int32_t> first_face;  // of seam s: faces first_face[s] .. first_face[s + 1]

    [[nodiscard]] std::int32_t size() const {
        return static_cast<std::int32_t>(first_face.size()) - 1;
    }
    [[nodiscard]] std::int32_t ends() const { return stops + 2 * size(); }
    [[nodiscard]] std::int32_t seam_of(std::int32_t end) const { return (end - stops) / 2; }
    [[nodiscard]] std::int32_t across(std::int32_t end) const {
        return stops + ((end - stops) ^ 1);
    }
    [[nodiscard]] std::int32_t sides(std::int32_t seam) const {
        return first_face[seam + 1] - first_face[seam];
    }

    // Over all sides of a seam, from the end named to the other one, as a Route writes it.
    void cross(std::int32_t end, std::vector<std::int32_t>& path) const;
};

// What is left of the track of a valid instance: connected to an own stop, no dead ends. Lemma 1.
[[nodiscard]] Seams find_seams(const Instance& instance);

}  // namespace route_opt
