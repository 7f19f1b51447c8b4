#include "claims.hpp"

#include <algorithm>

namespace route_opt {

Claims::Claims(const Terms& terms, const Graph& graph)
    : graph_(graph), value_(0), extra_(terms.extra_good), claims_(1), most_(1, 0) {
    const auto any = [&](auto test) {
        return std::any_of(graph.stops.begin(), graph.stops.end(), test);
    };
    if (any([](const Stop& s) { return s.buyer; }) &&
        any([this](const Stop& s) { return source(s); })) {
        value_ = terms.good_value;
    }
}

std::int32_t Claims::number(std::span<const std::int32_t> stops) {
    std::vector<std::int32_t> key{0};
    for (const std::int32_t s : stops) {
        if (graph_.stops[s].buyer) ++key[0];
        if (source(graph_.stops[s])) key.push_back(s);
    }
    if (key[0] == 0 || key.size() == 1) return 0;
    std::sort(key.begin() + 1, key.end());
    const auto [found, fresh] = known_.try_emplace(key, static_cast<std::int32_t>(claims_.size()));
    if (fresh) {
        claims_.push_back({key[0], {key.begin() + 1, key.end()}});
        most_.push_back(together({&found->second, 1}));
    }
    return found->second;
}

namespace {

// Goods flow from sources to trains. Trains are few: a path that improves the flow is found by a
// search over them, each visited once.
class GoodsFlow {
public:
    GoodsFlow(const Claims& claims, std::span<const std::int32_t> numbers, const Graph& graph)
        : claims_(claims), numbers_(numbers) {
        for (const std::int32_t number : numbers) {
            for (const std::int32_t d : claims[number].sources) sources_.push_back(d);
        }
        std::sort(sources_.begin(), sources_.end());
        sources_.erase(std::unique(sources_.begin(), sources_.end()), sources_.end());
        flow_.assign(sources_.size() * numbers.size(), 0);
        taken_.assign(numbers.size(), 0);
        for (const std::int32_t d : sources_) left_.push_back(graph.stops[d].goods);
    }

    std::int32_t run() {
        std::int32_t total = 0;
        for (std::size_t d = 0; d < sources_.size(); ++d) {
            for (; left_[d] > 0 && push(d); --left_[d]) ++total;
        }
        return total;
    }

    // Whether one more good on some source with room would be delivered.
    bool one_more(const Graph& graph) {
        for (std::size_t d = 0; d < sources_.size(); ++d) {
            if (graph.stops[sources_[d]].room && push(d)) return true;
        }
        return false;
    }

private:
    bool push(std::size_t source) {
        seen_.assign(numbers_.size(), 0);
        return augment(source);
    }

    bool augment(std::size_t source) {
        for (std::size_t t = 0; t < numbers_.size(); ++t) {
            const Claims::Claim& claim = claims_[numbers_[t]];
            if (seen_[t] ||
                !std::binary_search(claim.sources.begin(), claim.sources.end(), sources_[source])) {
                continue;
            }
            seen_[t] = 1;
            if (taken_[t] < claim.takes) {
                ++taken_[t];
                ++flow(source, t);
                return true;
            }
            for (std::size_t other = 0; other < sources_.size(); ++other) {
                if (flow(other, t) == 0) continue;
                // Train t takes this good instead of one from the other source, if that one
                // finds another train.
                if (augment(other)) {
                    --flow(other, t);
                    ++flow(source, t);
                    return true;
                }
            }
        }
        return false;
    }

    std::int32_t& flow(std::size_t source, std::size_t train) {
        return flow_[source * numbers_.size() + train];
    }

    const Claims& claims_;
    std::span<const std::int32_t> numbers_;
    std::vector<std::int32_t> sources_;
    std::vector<std::int32_t> left_;
    std::vector<std::int32_t> taken_;
    std::vector<std::int32_t> flow_;
    std::vector<char> seen_;
};

}  // namespace

Money Claims::together(std::span<const std::int32_t> numbers) const {
    GoodsFlow flow(*this, numbers, graph_);
    std::int32_t goods = flow.run();
    if (extra_ && flow.one_more(graph_)) ++goods;
    return value_ * goods;
}

}  // namespace route_opt
