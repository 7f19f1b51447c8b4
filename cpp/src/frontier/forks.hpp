// Forks: what trains do to each other where an odd number of seams meet.
//
// Of three seams only one train can have two, of five only two trains can have two each: of an odd
// number all trains have at most half as many pairs, rounded down (Lemma 30). Prices on
// single seams do not see this: to them three trains with half of each pair are one and a half. So
// a fork has a price of its own, paid for each pair that a train has. Seams stands here for all
// that only one train can use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frontier/cost.hpp"
#include "frontier/graph.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// A seam by its place in the graphs: a bit of Arc::used.
struct Place {
    std::size_t layer;
    std::size_t bit;

    friend bool operator==(const Place&, const Place&) = default;
};

struct Fork {
    std::vector<Place> seams;  // three or five, by layers

    // How many pairs there can be.
    [[nodiscard]] std::size_t most() const { return seams.size() / 2; }

    friend bool operator==(const Fork&, const Fork&) = default;
};

// A route that runs in part.
struct Share {
    const Way* way;
    double share;
};

// Forks, and how Arc::pairs tells of them: a pair counts where its second seam is used, and every
// fork has as many bits in a layer as there can be pairs, set one after the other.
class Forks {
public:
    static constexpr std::size_t most_bits = 12;  // of a layer

    explicit Forks(std::size_t layers) : here_(layers), waiting_(layers, 0) {}

    // False: there is no room for it.
    bool add(const Fork& fork);

    [[nodiscard]] const std::vector<Fork>& all() const { return forks_; }
    // How many pairs of a fork a train has on its way.
    [[nodiscard]] std::size_t pairs(std::size_t fork, const Way& way) const;
    // Whether these have as many pairs of it as there can be.
    [[nodiscard]] bool full(std::size_t fork, const std::vector<Share>& routes) const;
    // Prices of all combinations of the bits of Arc::pairs in a layer; `prices`: by fork.
    [[nodiscard]] std::vector<Cost> table(std::size_t layer, const std::vector<Cost>& prices) const;

    // The same graph with pairs. It grows, as between the seams of a fork it has to be known
    // whether one is waiting for another.
    [[nodiscard]] GraphFate mark(const TrainGraph& graph, std::int64_t most_arcs, Watch& watch,
                                 TrainGraph& marked) const;

    // The graph as it was without them. False: stopped.
    static bool unmark(TrainGraph& graph, Watch& watch);

private:
    struct Here {
        std::size_t fork;
        std::uint16_t seams;    // of the fork in this layer, as Arc::used has them
        std::size_t first_bit;  // of Arc::pairs
        std::size_t bits;       // so many, none where no pair can be complete
        std::uint64_t waiting;  // the bit of a node's state that says that one is
        bool last;              // no seam is to come
    };

    [[nodiscard]] std::size_t bits(std::size_t layer) const;
    [[nodiscard]] std::uint64_t follow(std::size_t layer, std::uint64_t state, Arc& arc) const;

    std::vector<Fork> forks_;
    std::vector<std::vector<Here>> here_;  // by layer
    std::vector<std::uint64_t> waiting_;   // by layer: the bits of states that are in use
};

// Pairs of two trains, as one crew has them: of a fork both can have one only if there can be two.
[[nodiscard]] inline std::uint16_t both(std::uint16_t one, std::uint16_t other) {
    return static_cast<std::uint16_t>(one | other | (one & other) << 1);
}

// Forks of which these have more pairs than there can be, those that say most first.
[[nodiscard]] std::vector<Fork> find_forks(const std::vector<Share>& routes, Watch& watch);

}  // namespace route_opt::frontier
