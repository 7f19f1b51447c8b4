#include "casting.hpp"

#include <numeric>
#include <utility>

namespace route_opt {
namespace {

class Director {
public:
    Director(std::vector<std::int32_t> trains_of_type, std::int32_t pairs, bool bonus)
        : free_(std::move(trains_of_type)), pairs_(pairs), bonus_(bonus) {}

    std::optional<std::vector<Casting>> run() {
        const std::int32_t trains = std::accumulate(free_.begin(), free_.end(), 0);
        if (pairs_ <= trains) give_pair(0);
        if (roles_ > most_roles) return std::nullopt;
        return std::move(all_);
    }

private:
    static constexpr std::size_t most_roles = 100'000;  // of all castings together

    void give_pair(std::int32_t pair) {
        if (pair == pairs_) {
            give_bonus();
            return;
        }
        for (std::size_t t = 0; t < free_.size(); ++t) {
            if (free_[t] == 0) continue;
            if (roles_ > most_roles) return;
            --free_[t];
            running_.push_back({static_cast<std::int32_t>(t), false, pair, 1});
            give_pair(pair + 1);
            running_.pop_back();
            ++free_[t];
        }
    }

    void give_bonus() {
        if (!bonus_) {
            close(-1);
            return;
        }
        for (Role& role : running_) {
            if (roles_ > most_roles) return;
            role.bonus = true;
            close(-1);
            role.bonus = false;
        }
        for (std::size_t t = 0; t < free_.size(); ++t) {
            if (free_[t] > 0 && roles_ <= most_roles) close(static_cast<std::int32_t>(t));
        }
    }

    // The trains that are left have no part, but for one of a type that may get the bonus.
    void close(std::int32_t bonus_type) {
        Casting& casting = all_.emplace_back(running_);
        for (std::size_t i = 0; i < free_.size(); ++i) {
            const auto t = static_cast<std::int32_t>(i);
            const std::int32_t plain = free_[i] - (t == bonus_type ? 1 : 0);
            if (t == bonus_type) casting.push_back({t, true, -1, 1});
            if (plain > 0) casting.push_back({t, false, -1, plain});
        }
        roles_ += casting.size();
    }

    std::vector<std::int32_t> free_;  // trains of each type without a part
    const std::int32_t pairs_;
    const bool bonus_;
    Casting running_;  // the trains that run the pairs
    std::vector<Casting> all_;
    std::size_t roles_ = 0;
};

}  // namespace

std::optional<std::vector<Casting>> castings(std::vector<std::int32_t> trains_of_type,
                                             std::int32_t pairs, bool bonus) {
    return Director(std::move(trains_of_type), pairs, bonus).run();
}

}  // namespace route_opt
