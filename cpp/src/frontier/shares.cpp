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
    users_.emplace_back();
    for (std::vector<double>& column : inverse_) column.push_back(0);
    inverse_.emplace_back(name + 1, 0.0).back() = 1;
    basis_.push_back(~static_cast<Name>(name));
    amount_.push_back(limit_.back());
    idle_on_offer_.add();
    idle_on_offer_.basic.back() = 1;
    return name;
}

void Shares::add_route(std::vector<std::size_t> uses, double value) {
    for (const std::size_t r : uses)
        users_[r].push_back(static_cast<std::uint32_t>(routes_.size()));
    routes_.push_back({std::move(uses), value});
    routes_on_offer_.add();
}

double Shares::worth(Name name) const {
    return name >= 0 ? routes_[number(name)].value : -waste_[number(name)];
}

void Shares::find_prices() {
    for (std::size_t r = 0; r < price_.size(); ++r) {
        if (idle_on_offer_.basic[r] != 0) {
            price_[r] = -waste_[r];
            continue;
        }
        price_[r] = 0;
        for (std::size_t i = 0; i < basis_.size(); ++i) {
            if (inverse_[r][i] != 0) price_[r] += worth(basis_[i]) * inverse_[r][i];
        }
    }
}

// From prices, as what is handed on from exchange to exchange is rounded.
void Shares::find_gains() {
    find_prices();
    for (std::size_t k = 0; k < routes_.size(); ++k) {
        double gain = routes_[k].value;
        for (const std::size_t r : routes_[k].uses) gain -= price_[r];
        routes_on_offer_.gain[k] = gain;
    }
    for (std::size_t r = 0; r < price_.size(); ++r) idle_on_offer_.gain[r] = -waste_[r] - price_[r];
    for (Offers* some : {&routes_on_offer_, &idle_on_offer_}) {
        std::fill(some->weight.begin(), some->weight.end(), 1);
    }
}

// What gains most if it takes a share, beside what it moves (Devex pricing): a route, or leaving
// more of a resource idle.
bool Shares::choose(Name& entering) const {
    double most = 0;
    const auto look = [&](const Offers& some, bool idle) {
        for (std::size_t k = 0; k < some.gain.size(); ++k) {
            const double gain = some.gain[k];
            if (gain <= least_gain || gain * gain <= most * some.weight[k] || some.basic[k] != 0) {
                continue;
            }
            most = gain * gain / some.weight[k];
            entering = idle ? ~static_cast<Name>(k) : static_cast<Name>(k);
        }
    };
    look(routes_on_offer_, false);
    look(idle_on_offer_, true);
    return most > 0;
}

// By how much the amounts fall if it takes a share of one.
std::vector<double> Shares::change(Name entering) const {
    if (entering < 0) return inverse_[number(entering)];
    std::vector<double> change(basis_.size(), 0.0);
    for (const std::size_t r : routes_[number(entering)].uses) {
        for (std::size_t i = 0; i < change.size(); ++i) change[i] += inverse_[r][i];
    }
    return change;
}

// The same for one place, whatever enters.
void Shares::look_along(std::size_t place) {
    along_idle_.clear();
    along_routes_.assign(routes_.size(), 0);
    for (std::size_t r = 0; r < inverse_.size(); ++r) {
        const double fall = inverse_[r][place];
        along_idle_.push_back(fall);
        if (fall == 0) continue;
        for (const std::uint32_t route : users_[r]) along_routes_[route] += fall;
    }
}

// Gains and weights after the exchange; `pivot`: by how much the place falls for what enters it.
void Shares::pass_on(Name entering, Name leaving, double pivot) {
    const double step = offers(entering).gain[number(entering)] / pivot;
    const double weight = offers(entering).weight[number(entering)] / (pivot * pivot);
    const auto pass = [&](Offers& some, const std::vector<double>& along) {
        for (std::size_t k = 0; k < along.size(); ++k) {
            some.gain[k] -= step * along[k];
            some.weight[k] = std::max(some.weight[k], weight * along[k] * along[k]);
        }
    };
    pass(routes_on_offer_, along_routes_);
    pass(idle_on_offer_, along_idle_);
    offers(entering).basic[number(entering)] = 1;
    offers(leaving).basic[number(leaving)] = 0;
    offers(leaving).weight[number(leaving)] = std::max(weight, 1.0);
}

// The inverse and the amounts after the exchange.
void Shares::renew(const std::vector<double>& fall, std::size_t place) {
    for (std::vector<double>& column : inverse_) {
        if (column[place] == 0) continue;
        const double factor = column[place] / fall[place];
        for (std::size_t i = 0; i < column.size(); ++i) column[i] -= fall[i] * factor;
        column[place] = factor;
    }
    const double share = amount_[place] / fall[place];
    for (std::size_t i = 0; i < amount_.size(); ++i) {
        amount_[i] = std::max(0.0, amount_[i] - fall[i] * share);
    }
    amount_[place] = share;
}

// It enters the basis, in place of what is used up first. False: nothing is.
bool Shares::exchange(Name entering) {
    const std::vector<double> fall = change(entering);
    std::size_t place = fall.size();
    for (std::size_t i = 0; i < fall.size(); ++i) {
        if (fall[i] <= least_pivot) continue;
        if (place == fall.size() || amount_[i] * fall[place] < amount_[place] * fall[i]) place = i;
    }
    if (place == fall.size()) return false;
    look_along(place);
    pass_on(entering, basis_[place], fall[place]);
    renew(fall, place);
    basis_[place] = entering;
    return true;
}

void Shares::solve(Watch& watch) {
    const auto size = static_cast<std::int64_t>(limit_.size());
    const auto step = size * size / 8 + 10 * static_cast<std::int64_t>(routes_.size());
    bool known = false;  // gains are those of the prices
    for (std::int64_t left = 100 + 10 * size; left > 0; --left) {
        work_ += step;
        if (watch.work(step)) break;
        Name entering = 0;
        if (choose(entering)) {
            if (!exchange(entering)) break;
            known = false;
        } else {
            if (known) return;
            find_gains();
            known = true;
        }
    }
    find_prices();
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
