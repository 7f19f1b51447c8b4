// The sweep over the board with all trains at once.
//
// A state is one node for each train. Two ways to reach a state differ only in what was earned,
// so the better one is kept; a state whose bound does not reach the target is dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "frontier/prices.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

inline constexpr std::size_t most_trains = 32;

// What is beyond these is given up: the weakest states of a region, all that are open where there
// have been too many in all.
struct SweepLimits {
    std::size_t width = std::numeric_limits<std::size_t>::max() / 2;
    std::int64_t states = std::numeric_limits<std::int64_t>::max();
};

struct SweepResult {
    Money value = -1;     // the best set of routes found, maybe below the target; -1: none
    Money beyond = -1;    // nothing that was given up is worth more; -1: nothing was given up
    bool traced = false;  // `paths` holds the routes
    std::vector<std::vector<std::int32_t>> paths;  // by train in fleet order: arc of each layer
};

class JointSweep {
public:
    // Whether a state can name a node of each train.
    [[nodiscard]] static bool fits(const Fleet& fleet);

    // A stopped watch leaves it unfit to run.
    JointSweep(const Fleet& fleet, const Prices& prices, Watch& watch);

    // Every set of routes worth `target` or more is covered, except what `beyond` says. `tell`
    // hears after each region what no set worth the target is above.
    using Tell = std::function<void(Cost bound)>;
    [[nodiscard]] SweepResult run(Money target, const SweepLimits& limits, Watch& watch,
                                  const Tell& tell = nullptr) const;
    // The paths of a run's best set: those it has, or those of another run for that alone.
    [[nodiscard]] std::vector<std::vector<std::int32_t>> paths(const SweepResult& result,
                                                               const SweepLimits& limits,
                                                               Watch& watch) const;

private:
    template <std::size_t words>
    friend class SweepRun;

    const Fleet& fleet_;
    std::vector<std::vector<RankedLayer>> ranked_;  // by kind, by layer
    std::vector<std::size_t> kind_of_;              // by train
    std::vector<std::vector<Cost>> paid_;           // by layer, for all combinations of resources
    // Behind a layer.
    struct Behind {
        Cost open = 0;                             // what can still be paid, for seams and forks
        bool after_forks = false;                  // some that have a price end here
        std::vector<std::vector<Cost>> potential;  // if so, by kind
    };
    void look_behind(const Prices& prices);

    std::vector<Behind> behind_;  // by layer
    Cost root_bound_ = 0;
};

}  // namespace route_opt::frontier
