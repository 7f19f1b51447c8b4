#include "frontier/shares.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace route_opt::frontier {

namespace {

constexpr double least_gain = 1e-6;   // of money; less is noise
constexpr double least_pivot = 1e-9;  // likewise
constexpr double most_price = 1e9;    // more than any set earns

// Limits are much alike, and many exchanges would change no amount at all; so that they do, and
// come to an end, no two limits are quite the same.
double spread(std::size_t resource) {
    return 1 + 1e-6 * static_cast<double>(1 + resource * 7919 % 1009) / 1009;
}

}  // namespace

std::size_t Shares::add_resource(double limit, double waste) {
    const std::size_t name = limit_.size();
    limit_.push_back(limit * spread(name));
    waste_.push_back(waste);
    price_.push_back(-waste);
    for (std::vector<double>& column : inverse_) column.push_back(0);
    inverse_.emplace_back(name + 1, 0.0).back() = 1;
    basis_.push_back(~static_cast<Name>(name));
    amount_.push_back(limit_.back());
    return name;
}

void Shares::add_route(std::vector<std::size_t> uses, double value) {
    routes_.push_back({std::move(uses), value});
}

double Shares::worth(Name name) const {
    return name >= 0 ? routes_[static_cast<std::size_t>(name)].value
                     : -waste_[static_cast<std::size_t>(~name)];
}

void Shares::find_prices() {
    for (std::size_t r = 0; r < price_.size(); ++r) {
        price_[r] = 0;
        for (std::size_t i = 0; i < basis_.size(); ++i) {
            if (inverse_[r][i] != 0) price_[r] += worth(basis_[i]) * inverse_[r][i];
        }
    }
}

// What gains most if it takes a share: a route, or leaving more of a resource idle.
bool Shares::choose(Name& entering, double& gain) const {
    gain = least_gain;
    bool found = false;
    const auto offer = [&](Name name, double its_gain) {
        if (its_gain <= gain) return;
        entering = name;
        gain = its_gain;
        found = true;
    };
    for (std::size_t k = 0; k < routes_.size(); ++k) {
        if (routes_[k].basic) continue;
        double its_gain = routes_[k].value;
        for (const std::size_t r : routes_[k].uses) its_gain -= price_[r];
        offer(static_cast<Name>(k), its_gain);
    }
    for (std::size_t r = 0; r < price_.size(); ++r) {
        offer(~static_cast<Name>(r), -waste_[r] - price_[r]);
    }
    return found;
}

// By how much the amounts fall if it takes a share of one.
std::vector<double> Shares::change(Name entering) const {
    if (entering < 0) return inverse_[static_cast<std::size_t>(~entering)];
    std::vector<double> change(basis_.size(), 0.0);
    for (const std::size_t r : routes_[static_cast<std::size_t>(entering)].uses) {
        for (std::size_t i = 0; i < change.size(); ++i) change[i] += inverse_[r][i];
    }
    return change;
}

// It enters the basis, in place of what is used up first. False: nothing is.
bool Shares::exchange(Name entering, double gain) {
    const std::vector<double> fall = change(entering);
    std::size_t place = fall.size();
    for (std::size_t i = 0; i < fall.size(); ++i) {
        if (fall[i] <= least_pivot) continue;
        if (place == fall.size() || amount_[i] * fall[place] < amount_[place] * fall[i]) place = i;
    }
    if (place == fall.size()) return false;
    for (std::size_t r = 0; r < inverse_.size(); ++r) {
        std::vector<double>& column = inverse_[r];
        if (column[place] == 0) continue;
        const double factor = column[place] / fall[place];
        for (std::size_t i = 0; i < column.size(); ++i) column[i] -= fall[i] * factor;
        column[place] = factor;
        price_[r] += gain * factor;
    }
    const double share = amount_[place] / fall[place];
    for (std::size_t i = 0; i < amount_.size(); ++i) {
        amount_[i] = std::max(0.0, amount_[i] - fall[i] * share);
    }
    amount_[place] = share;
    const Name leaving = std::exchange(basis_[place], entering);
    if (leaving >= 0) routes_[static_cast<std::size_t>(leaving)].basic = false;
    if (entering >= 0) routes_[static_cast<std::size_t>(entering)].basic = true;
    return true;
}

void Shares::solve(Watch& watch) {
    find_prices();
    const auto size = static_cast<std::int64_t>(limit_.size());
    const auto step = size * size + 40 * static_cast<std::int64_t>(routes_.size());
    Name entering = 0;
    double gain = 0;
    for (std::int64_t left = 100 + 10 * size; left > 0 && choose(entering, gain); --left) {
        if (watch.work(step) || !exchange(entering, gain)) break;
    }
}

Cost Shares::price(std::size_t resource) const {
    const double price = price_[resource];
    if (!(price > 0)) return 0;  // nor is what is no number
    return static_cast<Cost>(std::floor(std::min(price, most_price) * cost_scale + 0.5));
}

double Shares::value() const {
    double sum = 0;
    for (std::size_t i = 0; i < basis_.size(); ++i) sum += worth(basis_[i]) * amount_[i];
    return sum;
}

std::vector<double> Shares::shares() const {
    std::vector<double> shares(routes_.size(), 0.0);
    for (std::size_t i = 0; i < basis_.size(); ++i) {
        if (basis_[i] >= 0) shares[static_cast<std::size_t>(basis_[i])] = amount_[i];
    }
    return shares;
}

}  // namespace route_opt::frontier
