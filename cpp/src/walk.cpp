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

WalkMemory::WalkMemory(const Graph& graph) : places_(graph.groups), known_(graph.stops.size()) {
    for (const Stop& stop : graph.stops) {
        place_.push_back(stop.group >= 0 ? stop.group : places_++);
    }
}

bool WalkMemory::learn(std::int32_t stop, std::int32_t place, std::int32_t most) {
    std::vector<std::int32_t>& known = known_[stop];
    if (static_cast<std::int32_t>(known.size()) >= most || bit(stop, place) != 0 ||
        place == place_[stop]) {
        return false;
    }
    known.push_back(place);
    return true;
}

std::uint32_t WalkMemory::bit(std::int32_t stop, std::int32_t place) const {
    const auto& known = known_[stop];
    const auto found = std::find(known.begin(), known.end(), place);
    return found == known.end() ? 0 : std::uint32_t{1} << (found - known.begin());
}

WalkBound::WalkBound(const Graph& graph, const WalkMemory& memory)
    : graph_(graph),
      memory_(memory),
      arcs_(graph.arcs.size()),
      reverse_(graph.arcs.size(), -1),
      from_(graph.arcs.size(), -1) {
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
            from_[begin + i] = s;
            for (std::int32_t k = 0; k < degree; ++k) {
                const Arc& x = graph.arcs[begin + i];
                const Arc& y = graph.arcs[begin + k];
                bool good = memory.place(x.to) != memory.place(y.to);
                for (std::size_t w = 0; good && w < graph.words; ++w) {
                    good = (graph.mask(x.link)[w] & graph.mask(y.link)[w]) == 0;
                }
                follows_.push_back(good ? 1 : 0);
            }
        }
    }
    gain_.resize(static_cast<std::size_t>(widest));
    resize();
}

void WalkBound::resize() {
    row_ = 0;
    offset_.clear();
    pass_begin_.clear();
    pass_.clear();
    to_bit_.clear();
    from_bit_.clear();
    for (std::size_t a = 0; a < arcs_; ++a) {
        const std::int32_t from = from_[a];
        const std::int32_t to = graph_.arcs[a].to;
        offset_.push_back(row_);
        row_ += std::size_t{1} << memory_.known(to).size();
        to_bit_.push_back(memory_.bit(from, memory_.place(to)));
        from_bit_.push_back(memory_.bit(to, memory_.place(from)));
        pass_begin_.push_back(pass_.size());
        const auto& known = memory_.known(from);
        for (std::uint32_t m = 0; m < (1u << known.size()); ++m) {
            std::uint32_t next = from_bit_.back();
            for (std::size_t i = 0; i < known.size(); ++i) {
                if (m >> i & 1) next |= memory_.bit(to, known[i]);
            }
            pass_.push_back(next);
        }
    }
}

void WalkBound::compute(const WalkPrices& prices, const std::vector<char>& banned, Watch& watch) {
    prices_ = prices;
    const std::int32_t n = graph_.size();
    value_.resize(static_cast<std::size_t>(n));
    for (std::int32_t s = 0; s < n; ++s) value_[s] = prices.stop[s] - prices.call[s];
    enter_.resize(arcs_);
    const std::int32_t deepest = std::max(0, prices.visits - 2);
    table_.resize(row_ * static_cast<std::size_t>(deepest + 1));
    for (std::size_t a = 0; a < arcs_; ++a) {
        const Arc& arc = graph_.arcs[a];
        const bool shut = banned[arc.to] || banned[from_[a]] ||
                          memory_.place(arc.to) == memory_.place(from_[a]);
        enter_[a] = shut ? never : value_[arc.to] - prices.link[arc.link];
        const std::size_t end = a + 1 < arcs_ ? offset_[a + 1] : row_;
        for (std::size_t i = offset_[a]; i < end; ++i) table_[i] = prices.close[arc.to];
    }
    depth_ = 0;
    while (depth_ < deepest) {
        ++depth_;
        for (std::int32_t s = 0; s < n; ++s) deepen(s, depth_);
        if (watch.work(static_cast<std::int64_t>(row_) * 8)) break;
        const auto row = table_.begin() + static_cast<std::ptrdiff_t>(row_) * depth_;
        if (std::equal(row, row + static_cast<std::ptrdiff_t>(row_),
                       row - static_cast<std::ptrdiff_t>(row_))) {
            break;  // more calls add nothing
        }
    }
}

// Fills the row of `left` more calls for the arcs that arrive at `stop`.
void WalkBound::deepen(std::int32_t stop, std::int32_t left) {
    std::int64_t* row = table_.data() + static_cast<std::size_t>(left) * row_;
    const auto memories = std::uint32_t{1} << memory_.known(stop).size();
    for (std::uint32_t m = 0; m < memories; ++m) deepen(stop, m, row, row - row_);
}

void WalkBound::deepen(std::int32_t stop, std::uint32_t memory, std::int64_t* row,
                       const std::int64_t* before) {
    const std::int32_t begin = graph_.arc_begin[stop];
    const std::int32_t degree = graph_.arc_begin[stop + 1] - begin;
    const std::int64_t close = prices_.close[stop];
    const bool ends = graph_.stops[stop].end_only;
    TopSlots top;
    if (!ends) {
        for (std::int32_t s = 0; s < degree; ++s) {
            const std::int32_t arc = begin + s;
            gain_[s] = memory & to_bit_[arc] ? never
                                             : enter_[arc] + before[offset_[arc] +
                                                                    passed(arc, memory)];
        }
        top.fill(gain_, degree);
    }
    for (std::int32_t s = 0; s < degree; ++s) {
        const std::int32_t in = reverse_[begin + s];
        if ((memory & from_bit_[in]) != from_bit_[in]) continue;  // it comes from there
        std::int64_t& entry = row[offset_[in] + memory];
        entry = close;
        if (ends) continue;
        const std::int32_t next =
            top.first(gain_, degree, [&](std::int32_t out) { return follows(s, out, stop); });
        if (next >= 0) entry = std::max(close, gain_[next]);
    }
}

WalkBound::Pair WalkBound::best_pair(std::int32_t own) const {
    const std::int32_t begin = graph_.arc_begin[own];
    const std::int32_t degree = graph_.arc_begin[own + 1] - begin;
    const std::int32_t calls = prices_.visits - 2;  // after the first stop of a single arm
    Pair best;
    for (std::int32_t s = 0; s < degree; ++s) {
        const std::int64_t value = arm(begin + s, calls) + prices_.close[own];
        if (value > best.value) best = {value, begin + s, -1, calls, 0};
    }
    if (graph_.stops[own].end_only) return best;
    std::vector<std::int64_t> gain(static_cast<std::size_t>(degree));
    TopSlots top;
    for (std::int32_t first = 0; 2 * first <= calls - 1; ++first) {
        const std::int32_t second = calls - 1 - first;
        if (first > depth_) break;
        for (std::int32_t s = 0; s < degree; ++s) gain[s] = arm(begin + s, second);
        top.fill(gain, degree);
        for (std::int32_t s = 0; s < degree; ++s) {
            const std::int32_t other =
                top.first(gain, degree, [&](std::int32_t out) { return follows(s, out, own); });
            if (other < 0) continue;
            const std::int64_t value = arm(begin + s, first) + gain[other];
            if (value > best.value) best = {value, begin + s, begin + other, first, second};
        }
    }
    return best;
}

std::int64_t WalkBound::best_from(std::int32_t own) const {
    const Pair pair = best_pair(own);
    return pair.value <= never / 2 ? never : value_[own] + pair.value;
}

void WalkBound::trace(std::int32_t own, Trace& trace) const {
    trace.links.clear();
    for (auto& arm : trace.arms) arm.clear();
    const Pair pair = best_pair(own);
    if (pair.value <= never / 2) return;
    for (auto& arm : trace.arms) arm.push_back(own);
    follow(pair.first, pair.left_first, trace.links, trace.arms[0]);
    if (pair.second >= 0) follow(pair.second, pair.left_second, trace.links, trace.arms[1]);
}

void WalkBound::follow(std::int32_t arc, std::int32_t left, std::vector<std::int32_t>& links,
                       std::vector<std::int32_t>& stops) const {
    std::uint32_t memory = passed(arc, 0);
    for (;;) {
        const std::int32_t stop = graph_.arcs[arc].to;
        links.push_back(graph_.arcs[arc].link);
        stops.push_back(stop);
        left = std::min(left, depth_);
        const std::int64_t rest = after(arc, left, memory);
        if (rest == prices_.close[stop] || left == 0) return;
        const std::int32_t begin = graph_.arc_begin[stop];
        const std::int32_t degree = graph_.arc_begin[stop + 1] - begin;
        const std::int32_t slot = reverse_[arc] - begin;
        --left;
        for (std::int32_t s = 0; s < degree; ++s) {
            const std::int32_t out = begin + s;
            if (!follows(slot, s, stop) || (memory & to_bit_[out]) != 0) continue;
            const std::uint32_t then = passed(out, memory);
            if (enter_[out] + after(out, left, then) != rest) continue;
            arc = out;
            memory = then;
            break;
        }
    }
}

}  // namespace route_opt
