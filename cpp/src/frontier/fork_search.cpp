#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "frontier/forks.hpp"
#include "frontier/shares.hpp"

namespace route_opt::frontier {

namespace {

// Sets of seams of which routes in part have too many pairs: all threes, and fives that are made
// of the best threes.
class ForkSearch {
public:
    ForkSearch(const std::vector<Share>& routes, Watch& watch) : watch_(watch) {
        for (const Share& route : routes) share_.push_back(route.share);
        const std::size_t layers = routes.empty() ? 0 : routes.front().way->size();
        for (std::size_t layer = 0; layer < layers; ++layer) {
            for (std::size_t bit = 0; bit < 16; ++bit) add_seam(routes, {layer, bit});
        }
        join_seams();
    }

    std::vector<Fork> run() {
        const std::vector<Set> sets = threes();
        for (std::size_t i = 0; i < sets.size() && !watch_.stopped(); ++i) {
            offer(sets[i]);
            if (i < most_fives) offer(five(sets[i]));
        }
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Found& x, const Found& y) { return x.score > y.score; });
        std::vector<Fork> forks;
        for (const Found& found : found_) {
            Fork& fork = forks.emplace_back();
            for (const std::size_t seam : found.seams) fork.seams.push_back(seams_[seam]);
        }
        return forks;
    }

private:
    static constexpr double least_excess = 0.02;  // pairs too many; less says little
    static constexpr double least_start = -0.4;   // of a three that may become a five
    static constexpr double span_weight = 0.005;  // a fork is worth less for each layer it spans
    static constexpr std::size_t most_threes = 300;
    static constexpr std::size_t most_fives = 60;

    using Set = std::vector<std::size_t>;  // seams, ascending
    using Seams = std::span<const std::size_t>;
    struct Found {
        Set seams;
        double score;
    };

    // Only seams of routes that run in part: what runs as a whole leaves nothing to others.
    void add_seam(const std::vector<Share>& routes, const Place& seam) {
        std::vector<char> on;
        bool parted = false;
        for (const Share& route : routes) {
            on.push_back(static_cast<char>((*route.way)[seam.layer].used >> seam.bit & 1));
            parted = parted || (on.back() != 0 && route.share < whole_share);
        }
        if (!parted) return;
        seams_.push_back(seam);
        on_.push_back(std::move(on));
    }

    // For each two seams, the shares of routes over both.
    void join_seams() {
        joint_.assign(seams_.size(), std::vector<double>(seams_.size(), 0.0));
        for (std::size_t k = 0; k < share_.size(); ++k) {
            std::vector<std::size_t>& mine = of_route_.emplace_back();
            for (std::size_t a = 0; a < seams_.size(); ++a) {
                if (on_[a][k] != 0) mine.push_back(a);
            }
            watch_.work(static_cast<std::int64_t>(mine.size() * mine.size()));
            for (const std::size_t a : mine) {
                for (const std::size_t b : mine) joint_[a][b] += share_[k];
            }
        }
    }

    [[nodiscard]] int count(Seams set, std::size_t route) const {
        int sum = 0;
        for (const std::size_t seam : set) sum += on_[seam][route];
        return sum;
    }

    // How many pairs there are, less how many there can be.
    [[nodiscard]] double excess(Seams set) const {
        double pairs = 0;
        for (std::size_t k = 0; k < share_.size(); ++k) pairs += count(set, k) / 2 * share_[k];
        return pairs - static_cast<double>(set.size() / 2);
    }

    struct Three {
        double more;
        std::array<std::size_t, 3> seams;
    };

    static void keep_most(std::vector<Three>& found) {
        const auto end =
            found.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), most_threes));
        std::partial_sort(found.begin(), end, found.end(), [](const Three& x, const Three& y) {
            return std::tuple(-x.more, x.seams) < std::tuple(-y.more, y.seams);
        });
        found.erase(end, found.end());
    }

    // Those with the most pairs. A route over all three seams is counted thrice at first.
    [[nodiscard]] std::vector<Set> threes() {
        std::vector<Three> found;
        const std::size_t size = seams_.size();
        for (std::size_t a = 0; a < size; ++a) {
            if (watch_.work(static_cast<std::int64_t>(size * size))) break;
            for (std::size_t b = a + 1; b < size; ++b) {
                for (std::size_t c = b + 1; c < size; ++c) {
                    const double pairs = joint_[a][b] + joint_[a][c] + joint_[b][c];
                    if (pairs < 1 + least_start) continue;
                    const std::array<std::size_t, 3> seams{a, b, c};
                    const double more = excess(seams);
                    if (more >= least_start) found.push_back({more, seams});
                    if (found.size() > 20 * most_threes) keep_most(found);
                }
            }
        }
        keep_most(found);
        std::vector<Set> sets;
        for (const Three& three : found) sets.emplace_back(three.seams.begin(), three.seams.end());
        return sets;
    }

    // With the two seams that bring most: a route that waits for a pair needs one of them, any
    // other both.
    [[nodiscard]] Set five(const Set& three) {
        const std::size_t size = seams_.size();
        if (watch_.work(static_cast<std::int64_t>(size * size))) return {};
        std::vector<double> alone(size, 0.0);  // shares of those who wait, by seam
        std::vector<std::vector<double>> pairs = joint_;
        for (std::size_t k = 0; k < share_.size(); ++k) {
            if (count(three, k) % 2 == 0) continue;
            for (const std::size_t a : of_route_[k]) {
                alone[a] += share_[k];
                for (const std::size_t b : of_route_[k]) pairs[a][b] -= 2 * share_[k];
            }
        }
        double most = 0;
        Set best;
        for (std::size_t a = 0; a < size; ++a) {
            if (std::count(three.begin(), three.end(), a) > 0) continue;
            for (std::size_t b = a + 1; b < size; ++b) {
                const double sum = pairs[a][b] + alone[a] + alone[b];
                if (sum <= most || std::count(three.begin(), three.end(), b) > 0) continue;
                most = sum;
                best = {a, b};
            }
        }
        if (best.empty()) return {};
        best.insert(best.end(), three.begin(), three.end());
        std::sort(best.begin(), best.end());
        return best;
    }

    void offer(Set set) {
        if (set.empty()) return;
        const double more = excess(set);
        if (more < least_excess) return;
        const bool known = std::any_of(found_.begin(), found_.end(),
                                       [&](const Found& found) { return found.seams == set; });
        if (known) return;
        const std::size_t span = seams_[set.back()].layer - seams_[set.front()].layer;
        found_.push_back({std::move(set), more - span_weight * static_cast<double>(span)});
    }

    Watch& watch_;
    std::vector<double> share_;                       // by route
    std::vector<Place> seams_;                        // in order
    std::vector<std::vector<char>> on_;               // by seam and route
    std::vector<std::vector<std::size_t>> of_route_;  // its seams
    std::vector<std::vector<double>> joint_;          // by two seams
    std::vector<Found> found_;
};

}  // namespace

std::vector<Fork> find_forks(const std::vector<Share>& routes, Watch& watch) {
    return ForkSearch(routes, watch).run();
}

}  // namespace route_opt::frontier
