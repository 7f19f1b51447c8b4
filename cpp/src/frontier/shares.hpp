// The most that known routes earn together if each may run in part: a linear program.
//
// Resources have limits, a route uses some of them and runs for a share between nothing and all of
// what it would earn. What one more of a resource would bring is its price. These numbers are
// doubles: prices found here may be poor, never wrong (Lemma 14).
#pragma once

#include <cstddef>
#include <cstdint>
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
    // What it cost to solve, roughly in nanoseconds.
    [[nodiscard]] std::int64_t work() const { return work_; }

private:
    // The simplex method keeps as many of routes and idle resources as there are resources: the
    // basis, each with an amount. A name is the number of a route, or ~number of an idle resource.
    using Name = std::ptrdiff_t;
    struct Route {
        std::vector<std::size_t> uses;
        double value;
    };
    // What may take a share, routes or idle resources, by number.
    struct Offers {
        std::vector<double> gain;    // of one more of it
        std::vector<double> weight;  // how many others that would move, squared: roughly
        std::vector<char> basic;

        void add() {
            gain.push_back(0);
            weight.push_back(1);
            basic.push_back(0);
        }
    };

    [[nodiscard]] double worth(Name name) const;
    [[nodiscard]] Offers& offers(Name name) {
        return name >= 0 ? routes_on_offer_ : idle_on_offer_;
    }
    [[nodiscard]] static std::size_t number(Name name) {
        return static_cast<std::size_t>(name >= 0 ? name : ~name);
    }
    void find_prices();
    void find_gains();
    [[nodiscard]] bool choose(Name& entering) const;
    [[nodiscard]] std::vector<double> change(Name entering) const;
    void look_along(std::size_t place);
    void pass_on(Name entering, Name leaving, double pivot);
    void renew(const std::vector<double>& fall, std::size_t place);
    bool exchange(Name entering);

    std::vector<Route> routes_;
    std::vector<std::vector<std::uint32_t>> users_;  // by resource: routes, as often as they use it
    std::vector<double> limit_;                 // by resource, a little more than it is: see below
    std::vector<double> waste_;                 // by resource
    std::vector<double> price_;                 // by resource
    std::vector<std::vector<double>> inverse_;  // of the basis: by resource, by place
    std::vector<Name> basis_;                   // by place
    std::vector<double> amount_;                // by place
    std::int64_t work_ = 0;
    Offers routes_on_offer_;
    Offers idle_on_offer_;
    // By how much the amount of a place falls for one more of each resource, of each route.
    std::vector<double> along_idle_;
    std::vector<double> along_routes_;
};

}  // namespace route_opt::frontier
