// The trains of a casting, joined step by step until a sweep, or one graph, holds all that they can
// do: Lemma 27.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "frontier/graph.hpp"
#include "frontier/prices.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

// The best set of a team that is worth as much as was asked for.
struct Found {
    bool known =
        false;         // whether there is one; if not, graphs became too large or the watch stopped
    Money value = -1;  // -1: there is none
    std::vector<std::vector<Way>> ways;  // of its trains, by kind
};

class Team {
public:
    // Single trains. Their graphs are those of the fleet, which has to outlive the team.
    explicit Team(const Fleet& fleet);

    // The crews as a fleet of their own: a graph for each kind of crew, and how many there are.
    [[nodiscard]] Fleet fleet() const;
    [[nodiscard]] bool one_crew() const;
    // No set of routes is left; at the start there is one.
    [[nodiscard]] bool nothing_left() const;

    // Lemma 33. What only one crew could use is free.
    void release(Prices& prices) const;

    // Lemma 14. Of the crews as they are. A stopped watch leaves one that says nothing.
    [[nodiscard]] Cost bound(const Prices& prices, Watch& watch) const;

    // Lemma 26. Leaves out what loses more than `slack`.
    void trim(const Prices& prices, Cost slack, Watch& watch);

    // Makes one crew of two: those with the least to join, but twins come together first. Unless
    // it is done the team stays as it is.
    [[nodiscard]] GraphFate join(const Prices& prices, Cost slack, std::int64_t most_arcs,
                                 Watch& watch);

    // All of these, and a sweep with the crews where they have become large. No graph has more arcs
    // than `most`, and no sweep more states.
    [[nodiscard]] Found find(Prices prices, Money target, std::int64_t most, Watch& watch);

    // The way of each train, by kind of the first fleet; `paths`: of each crew in fleet order.
    [[nodiscard]] std::vector<std::vector<Way>> ways(
        const std::vector<std::vector<std::int32_t>>& paths) const;

private:
    // Trains that run through one graph.
    struct Crew {
        std::shared_ptr<const TrainGraph> graph;
        std::size_t kind = 0;               // of a train alone
        std::shared_ptr<const Crew> first;  // of two that were joined, as they were then
        std::shared_ptr<const Crew> second;
    };
    struct Member {
        Crew crew;
        std::int32_t copies;
    };

    [[nodiscard]] std::pair<std::size_t, std::size_t> next_two() const;
    [[nodiscard]] std::int64_t largest() const;
    [[nodiscard]] Found sweep(const Prices& prices, Money target, std::int64_t most,
                              Watch& watch) const;
    [[nodiscard]] std::vector<std::vector<Cost>> lone(std::size_t a, std::size_t b,
                                                      const Prices& prices) const;
    static void share_out(const Crew& crew, Way way, std::vector<std::vector<Way>>& ways);

    std::size_t kinds_;
    std::vector<std::vector<Cost>> sides_;
    std::vector<Member> members_;
};

}  // namespace route_opt::frontier
