// A board too wide for graphs, seen as a whole: a bound from walks, and the part of the board that
// is worth a search of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "frontier/shares.hpp"
#include "problem.hpp"
#include "walks.hpp"

namespace route_opt {

class Outlook {
    using Cost = frontier::Cost;

public:
    // Which walks are good: those of the greatest shares, others that lose little, or more.
    enum class Choice : std::uint8_t { best, good, fair };

    explicit Outlook(const Problem& problem);

    // False: walks know too little of this board, or the watch stopped before there was a bound.
    // `tell` is called with each bound, which holds for all sets of routes: Lemmas 14 and 31.
    bool look(const std::function<void(Cost)>& tell);

    // The track that good walks use, as an instance of its own: stops, sides and trains have the
    // same numbers.
    [[nodiscard]] Instance part(Choice choice) const;
    // What was found there, as a plan for the whole board, in the same order.
    [[nodiscard]] Plan plan(const Solution& found) const;

private:
    struct Known {
        std::int32_t type;
        Walk walk;
        double share = 0;
    };

    bool price(const std::vector<Cost>& prices);
    bool enter(std::int32_t type, const Walk& walk);
    void trade(const std::function<void(Cost)>& tell);
    [[nodiscard]] std::vector<Cost> asked() const;
    [[nodiscard]] Cost paid(const Walk& walk) const;
    [[nodiscard]] std::vector<char> good_seams(Choice choice) const;
    template <class Use>
    void each_bit(const Walk& walk, Use use) const;

    const Problem& problem_;
    std::optional<Walks> walks_;        // from the first look on
    std::vector<std::int32_t> trains_;  // how many, by type
    std::vector<Cost> prices_;          // by bit; of the least bound
    Cost bound_;
    std::vector<Cost> best_;  // by type, at these prices
    std::vector<Known> known_;
    frontier::Shares shares_;
    std::vector<std::size_t> row_;  // in shares_, by bit
};

}  // namespace route_opt
