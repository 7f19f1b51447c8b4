// Routes that forget where they were: bounds for trains with more routes than a graph holds.
//
// A walk goes from stop to stop like a route, but knows only of some stops near the one it is at
// whether it has been there. So it is found by a small table, and every route is a walk: what the
// best walk earns at given prices, no route exceeds (Lemma 31).
#pragma once

#include <cstdint>
#include <vector>

#include "frontier/cost.hpp"
#include "problem.hpp"

namespace route_opt {

struct Walk {
    frontier::Cost net = 0;           // what it earns less the prices it pays
    frontier::Cost value = 0;         // what it earns; a stop may be counted more than once
    std::vector<std::int32_t> links;  // none: to stay idle is best
};

class Walks {
public:
    explicit Walks(const Problem& problem);

    // False: routes earn what walks know nothing of, or tables become too large.
    [[nodiscard]] bool fit() const { return fit_; }

    // The best walk of a train type. `prices`: by bit of the links' masks, none negative. A stopped
    // watch leaves it unfit for use.
    [[nodiscard]] Walk best(std::int32_t type, const std::vector<frontier::Cost>& prices) const;

private:
    static constexpr std::int32_t near = 8;  // so many stops are remembered
    static constexpr std::int32_t sets = 1 << near;
    // From a stop to another, over the cheapest link between them.
    struct Step {
        std::int32_t to;
        std::int32_t link;
        frontier::Cost cost;
    };

    struct Table;

    [[nodiscard]] std::vector<std::int32_t> nearest(std::int32_t stop) const;
    [[nodiscard]] std::int32_t place(std::int32_t at, std::int32_t stop) const;
    [[nodiscard]] std::int32_t length(std::int32_t type) const;
    [[nodiscard]] std::vector<std::vector<Step>> steps(
        const std::vector<frontier::Cost>& prices) const;
    [[nodiscard]] std::vector<std::int32_t> carry(std::int32_t from, std::int32_t to) const;
    void extend(Table& table, std::int32_t stops, std::int32_t stop, const Step& step,
                frontier::Cost gain) const;
    [[nodiscard]] Walk trace(const Table& table, const std::vector<std::vector<Step>>& steps) const;

    const Problem& problem_;
    bool fit_ = false;
    std::vector<std::vector<std::int32_t>> near_;  // by stop: those nearest to it, itself first
};

}  // namespace route_opt
