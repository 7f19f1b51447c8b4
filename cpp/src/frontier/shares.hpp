// The most that known routes earn together if each may run in part: a linear program.
//
// Resources have limits, a route uses some of them and runs for a share between nothing and all of
// what it would earn. What one more of a resource would bring is its price. These numbers are
// doubles: prices found here may be poor, never wrong (Lemma 14).
#pragma once

#include <cstddef>
#include <vector>

#include "frontier/cost.hpp"
#include "watch.hpp"

namespace route_opt::frontier {

inline constexpr double whole_share = 0.99;  // from here on a route runs as a whole

class Shares {
public:
    // Resources and routes are numbered as they come. `waste`: what it costs to leave one idle.
    std::size_t add_resource(double limit, double waste = 0);
    // `uses`: a resource as often as the route needs it.
    void add_route(std::vector<std::size_t> uses, double value);

    // The best shares of all routes so far, starting from those before. A stopped watch leaves
    // shares that are not the best.
    void solve(Watch& watch);

    [[nodiscard]] std::size_t resources() const { return limit_.size(); }
    [[nodiscard]] double value() const;
    // Not negative, whatever doubles come to.
    [[nodiscard]] Cost price(std::size_t resource) const;
    [[nodiscard]] std::vector<double> shares() const;  // by route

private:
    // The simplex method keeps as many of routes and idle resources as there are resources: the
    // basis, each with an amount. A name is the number of a route, or ~number of an idle resource.
    using Name = std::ptrdiff_t;
    struct Route {
        std::vector<std::size_t> uses;
        double value;
        bool basic = false;
    };

    [[nodiscard]] double worth(Name name) const;
    void find_prices();
    [[nodiscard]] bool choose(Name& entering, double& gain) const;
    [[nodiscard]] std::vector<double> change(Name entering) const;
    bool exchange(Name entering, double gain);

    std::vector<Route> routes_;
    std::vector<double> limit_;                 // by resource, a little more than it is: see below
    std::vector<double> waste_;                 // by resource
    std::vector<double> price_;                 // by resource
    std::vector<std::vector<double>> inverse_;  // of the basis: by resource, by place
    std::vector<Name> basis_;                   // by place
    std::vector<double> amount_;                // by place
};

}  // namespace route_opt::frontier
