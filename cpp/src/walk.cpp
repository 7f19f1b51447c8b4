#include "walk.hpp"

#include <algorithm>
#include <array>

namespace route_opt {
namespace {

// The few best slots of a stop by gain, greatest first.
class TopSlots {
public:
    static constexpr std::int32_t most = 4;

    void fill(const std::vector<std::int64_t>& gain, std::int32_t degree) {
        size_ = 0;
        for (std::int32_t s = 0; s < degree; ++s) {
            if (gain[s] <= WalkBound::never / 2) continue;
            if (size_ == most && gain[s] <= gain[slots_[most - 1]]) continue;
            std::int32_t at = size_ < most ? size_++ : most - 1;
            for (; at > 0 && gain[s] > gain[slots_[at - 1]]; --at) slots_[at] = slots_[at - 1];
            slots_[at] = s;
        }
    }

    // The best slot that passes the test, or -1.
    template <class Test>
    std::int32_t first(const std::vector<std::int64_t>& gain, std::int32_t degree,
                       Test&& test) const {
        for (std::int32_t i = 0; i < size_; ++i) {
            if (test(slots_[i])) return slots_[i];
        }
        std::int32_t best = -1;
        if (size_ < most) return best;
        for (std::int32_t s = 0; s < degree; ++s) {
            if (gain[s] > WalkBound::never / 2 && (best < 0 || gain[s] > gain[best]) && test(s)) {
                best = s;
            }
        }
        return best;
    }

private:
    std::array<std::int32_t, most> slots_{};
    std::int32_t size_ = 0;
};

}  // namespace

WalkBound::WalkBound(const Graph& graph)
    : graph_(graph), arcs_(graph.arcs.size()), reverse_(graph.arcs.size(), -1) {
    std::vector<std::int32_t> one_way(graph.links.size(), -1);
    for (std::size_t a = 0; a < arcs_; ++a) {
        std::int32_t& other = one_way[graph.arcs[a].link];
        if (other < 0) {
            other = static_cast<std::int32_t>(a);
        } else {
            reverse_[a] = other;
            reverse_[other] = static_cast<std::int32_t>(a);
        }
    }
    std::int32_t widest = 0;
    for (std::int32_t s = 0; s < graph.size(); ++s) {
        const std::int32_t begin = graph.arc_begin[s];
        const std::int32_t degree = graph.arc_begin[s + 1] - begin;
        widest = std::max(widest, degree);
        follows_begin_.push_back(static_cast<std::int32_t>(follows_.size()));
        for (std::int32_t i = 0; i < degree; ++i) {
            for (std::int32_t k = 0; k < degree; ++k) {
                const Arc& x = graph.arcs[begin + i];
                const Arc& y = graph.arcs[begin + k];
                const std::int32_t group = graph.stops[x.to].group;
                bool good = x.to != y.to && (group < 0 || group != graph.stops[y.to].group);
                for (std::size_t w = 0; good && w < graph.words; ++w) {
                    good = (graph.mask(x.link)[w] & graph.mask(y.link)[w]) == 0;
                }
                follows_.push_back(good ? 1 : 0);
            }
        }
    }
    gain_.resize(static_cast<std::size_t>(widest));
}

void WalkBound::compute(const WalkPrices& prices, const std::vector<char>& banned, Watch& watch) {
    prices_ = prices;
    const std::int32_t n = graph_.size();
    value_.resize(static_cast<std::size_t>(n));
    for (std::int32_t s = 0; s < n; ++s) value_[s] = prices.stop[s] - prices.call[s];
    enter_.resize(arcs_);
    for (std::int32_t s = 0; s < n; ++s) {
        for (std::int32_t a = graph_.arc_begin[s]; a < graph_.arc_begin[s + 1]; ++a) {
            const Arc& arc = graph_.arcs[a];
            const std::int32_t group = graph_.stops[s].group;
            const bool shut = banned[arc.to] || banned[s] ||
                              (group >= 0 && group == graph_.stops[arc.to].group);
            enter_[a] = shut ? never : value_[arc.to] - prices.link[arc.link];
        }
    }
    const std::int32_t deepest = std::max(0, prices.visits - 2);
    table_.resize(arcs_ * static_cast<std::size_t>(deepest + 1));
    for (std::size_t a = 0; a < arcs_; ++a) table_[a] = prices.close[graph_.arcs[a].to];
    depth_ = 0;
    while (depth_ < deepest) {
        ++depth_;
        for (std::int32_t s = 0; s < n; ++s) deepen(s, depth_);
        if (watch.work(static_cast<std::int64_t>(arcs_) * 8)) break;
        const auto row = table_.begin() + static_cast<std::ptrdiff_t>(arcs_) * depth_;
        if (std::equal(row, row + static_cast<std::ptrdiff_t>(arcs_),
                       row - static_cast<std::ptrdiff_t>(arcs_))) {
            break;  // more calls add nothing
        }
    }
}

// Fills the row of `left` more calls for the arcs that arrive at `stop`.
void WalkBound::deepen(std::int32_t stop, std::int32_t left) {
    const std::int32_t begin = graph_.arc_begin[stop];
    const std::int32_t degree = graph_.arc_begin[stop + 1] - begin;
    std::int64_t* row = table_.data() + static_cast<std::size_t>(left) * arcs_;
    const std::int64_t close = prices_.close[stop];
    if (graph_.stops[stop].end_only) {
        for (std::int32_t s = 0; s < degree; ++s) row[reverse_[begin + s]] = close;
        return;
    }
    const std::int64_t* before = row - arcs_;
    for (std::int32_t s = 0; s < degree; ++s) gain_[s] = enter_[begin + s] + before[begin + s];
    TopSlots top;
    top.fill(gain_, degree);
    for (std::int32_t s = 0; s < degree; ++s) {
        const std::int32_t next =
            top.first(gain_, degree, [&](std::int32_t out) { return follows(s, out, stop); });
        row[reverse_[begin + s]] = next < 0 ? close : std::max(close, gain_[next]);
    }
}

WalkBound::Pair WalkBound::best_pair(std::int32_t own) const {
    const std::int32_t begin = graph_.arc_begin[own];
    const std::int32_t degree = graph_.arc_begin[own + 1] - begin;
    const std::int32_t calls = prices_.visits - 2;  // after the first stop of a single arm
    Pair best;
    for (std::int32_t s = 0; s < degree; ++s) {
        const std::int64_t value = over(begin + s, calls) + prices_.close[own];
        if (value > best.value) best = {value, begin + s, -1, calls, 0};
    }
    if (graph_.stops[own].end_only) return best;
    std::vector<std::int64_t> gain(static_cast<std::size_t>(degree));
    TopSlots top;
    for (std::int32_t first = 0; 2 * first <= calls - 1; ++first) {
        const std::int32_t second = calls - 1 - first;
        if (first > depth_) break;
        for (std::int32_t s = 0; s < degree; ++s) gain[s] = over(begin + s, second);
        top.fill(gain, degree);
        for (std::int32_t s = 0; s < degree; ++s) {
            const std::int32_t other =
                top.first(gain, degree, [&](std::int32_t out) { return follows(s, out, own); });
            if (other < 0) continue;
            const std::int64_t value = over(begin + s, first) + gain[other];
            if (value > best.value) best = {value, begin + s, begin + other, first, second};
        }
    }
    return best;
}

std::int64_t WalkBound::best_from(std::int32_t own) const {
    const Pair pair = best_pair(own);
    return pair.value <= never / 2 ? never : value_[own] + pair.value;
}

void WalkBound::trace(std::int32_t own, std::vector<std::int32_t>& links,
                      std::vector<std::int32_t>& calls) const {
    const Pair pair = best_pair(own);
    if (pair.value <= never / 2) return;
    ++calls[own];
    follow(pair.first, pair.left_first, links, calls);
    if (pair.second >= 0) follow(pair.second, pair.left_second, links, calls);
}

void WalkBound::follow(std::int32_t arc, std::int32_t left, std::vector<std::int32_t>& links,
                       std::vector<std::int32_t>& calls) const {
    for (;;) {
        const std::int32_t stop = graph_.arcs[arc].to;
        ++links[graph_.arcs[arc].link];
        ++calls[stop];
        left = std::min(left, depth_);
        const std::int64_t rest = after(arc, left);
        if (rest == prices_.close[stop] || left == 0) return;
        const std::int32_t begin = graph_.arc_begin[stop];
        const std::int32_t degree = graph_.arc_begin[stop + 1] - begin;
        const std::int32_t slot = reverse_[arc] - begin;
        std::int32_t next = -1;
        for (std::int32_t s = 0; s < degree && next < 0; ++s) {
            if (follows(slot, s, stop) && over(begin + s, left - 1) == rest) next = begin + s;
        }
        arc = next;
        --left;
    }
}

}  // namespace route_opt
