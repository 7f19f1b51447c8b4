// Finding, among many routes, those that share no track with a given one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "mask.hpp"
#include "watch.hpp"

namespace route_opt {

// A binary tree over items with a `mask` and a `reduced` value. A node knows the bits that all its
// items have in common and the range of their values, so that a query passes over whole branches:
// those that clash with the query in a common bit, and those with nothing of enough value.
template <class M, class T>
class MaskTree {
public:
    // The items must outlive the tree and stay where they are.
    MaskTree(const std::vector<T>& items, std::size_t words, Watch& watch)
        : items_(items), words_(words), watch_(watch), order_(items.size()) {
        for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::int32_t>(i);
        nodes_.reserve(items.size() / leaf_size * 4 + 1);
        if (!items.empty()) build(0, static_cast<std::int32_t>(order_.size()));
    }

    // Calls visit(index) for every item disjoint from `used` with least() <= reduced <= most.
    // `least` may rise while the query runs.
    template <class Least, class Visit>
    void each(const M& used, std::int64_t most, Least&& least, Visit&& visit) const {
        if (!nodes_.empty()) descend(0, used, most, least, visit);
    }

private:
    static constexpr std::int32_t leaf_size = 8;
    static constexpr std::int32_t sample = 200;

    struct Node {
        M common;
        std::int64_t top;
        std::int64_t low;
        std::int32_t begin;
        std::int32_t end;
        std::int32_t right = -1;  // the left child follows its parent; -1: a leaf
    };

    void build(std::int32_t begin, std::int32_t end) {
        const std::size_t at = nodes_.size();
        nodes_.push_back(summary(begin, end));
        watch_.work(std::int64_t{end - begin} * 6);
        if (end - begin <= leaf_size || watch_.stopped()) return;
        const std::int32_t middle = split(begin, end);
        if (middle == begin || middle == end) return;
        build(begin, middle);
        nodes_[at].right = static_cast<std::int32_t>(nodes_.size());
        build(middle, end);
    }

    [[nodiscard]] const T& item(std::int32_t position) const {
        return items_[static_cast<std::size_t>(order_[static_cast<std::size_t>(position)])];
    }

    [[nodiscard]] Node summary(std::int32_t begin, std::int32_t end) const {
        Node node{item(begin).mask, item(begin).reduced, item(begin).reduced, begin, end};
        for (std::int32_t i = begin + 1; i < end; ++i) {
            node.common &= item(i).mask;
            node.top = std::max(node.top, item(i).reduced);
            node.low = std::min(node.low, item(i).reduced);
        }
        return node;
    }

    // Parts the items by the bit that halves them best, judged by a sample; those without it first.
    std::int32_t split(std::int32_t begin, std::int32_t end) {
        std::vector<std::int32_t> count(64 * words_, 0);
        const std::int32_t stride = std::max(1, (end - begin) / sample);
        std::int32_t seen = 0;
        for (std::int32_t i = begin; i < end; i += stride, ++seen) {
            item(i).mask.each([&](std::size_t bit) { ++count[bit]; });
        }
        std::size_t best = 0;
        std::int32_t balance = std::numeric_limits<std::int32_t>::max();
        for (std::size_t bit = 0; bit < count.size(); ++bit) {
            const std::int32_t off = std::abs(2 * count[bit] - seen);
            if (off < balance) {
                balance = off;
                best = bit;
            }
        }
        const auto middle = std::stable_partition(
            order_.begin() + begin, order_.begin() + end, [&](std::int32_t i) {
                return !items_[static_cast<std::size_t>(i)].mask.test(best);
            });
        return static_cast<std::int32_t>(middle - order_.begin());
    }

    template <class Least, class Visit>
    void descend(std::size_t at, const M& used, std::int64_t most, Least& least,
                 Visit& visit) const {
        const Node& node = nodes_[at];
        watch_.work(4);
        if (node.top < least() || node.low > most || !node.common.disjoint(used)) return;
        if (node.right >= 0) {
            descend(at + 1, used, most, least, visit);
            descend(static_cast<std::size_t>(node.right), used, most, least, visit);
            return;
        }
        for (std::int32_t i = node.begin; i < node.end; ++i) {
            const T& candidate = item(i);
            if (candidate.reduced >= least() && candidate.reduced <= most &&
                candidate.mask.disjoint(used)) {
                visit(order_[static_cast<std::size_t>(i)]);
            }
        }
    }

    const std::vector<T>& items_;
    const std::size_t words_;
    Watch& watch_;
    std::vector<std::int32_t> order_;
    std::vector<Node> nodes_;
};

}  // namespace route_opt
