#include "frontier/join.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "frontier/forks.hpp"
#include "frontier/reduce.hpp"
#include "hash.hpp"

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

constexpr Cost unreached = std::numeric_limits<Cost>::max() / 4;

// The product of two graphs, layer by layer from the start, as far as it is worth having.
class Joiner {
public:
    Joiner(const Couple& couple, Cost slack)
        : first_(couple.first),
          second_(couple.second),
          twins_(couple.twins),
          lone_(couple.lone),
          slack_(slack) {}

    GraphFate run(const Prices& prices, std::int64_t most_arcs, Watch& watch, TrainGraph& joined) {
        if (watch.work(pricing_work(first_, prices) + pricing_work(second_, prices))) {
            return GraphFate::stopped;
        }
        const Potential first = make_potential(first_, prices, watch.hands());
        const Potential second = make_potential(second_, prices, watch.hands());
        joined.forks = first_.forks;
        nodes_ = {{0, 0, 0}};
        for (std::size_t i = 0; i < first_.layers.size(); ++i) {
            const Tariff tariff(first_, prices, i);
            first_ranked_ = rank(first_.layers[i], tariff, first[i], first[i + 1], watch);
            second_ranked_ = rank(second_.layers[i], tariff, second[i], second[i + 1], watch);
            if (watch.stopped()) return GraphFate::stopped;
            paid_ = sums(lone_[i]);
            next_.clear();
            Layer& layer = joined.layers.emplace_back();
            if (!fill(most_arcs, watch, layer)) {
                return watch.stopped() ? GraphFate::stopped : GraphFate::too_large;
            }
            layer.first.push_back(static_cast<Index>(layer.arcs.size()));
            nodes_.swap(next_.nodes);
        }
        return reduce(joined, std::vector<Index>(nodes_.size(), 0), watch) ? GraphFate::done
                                                                           : GraphFate::stopped;
    }

private:
    struct Node {
        Index first;
        Index second;
        Cost loss;  // the least on the way here
    };

    // Nodes that were met, numbered as they came.
    struct Met {
        std::vector<Node> nodes;
        Numbering numbers;

        void clear() {
            nodes.clear();
            numbers.clear();
        }
        static std::uint64_t hash_of(const Node& node) {
            const std::uint64_t both = static_cast<std::uint64_t>(node.first) << 32 |
                                       static_cast<std::uint32_t>(node.second);
            return mix(both * 0x9e3779b97f4a7c15U);
        }
        Index number(const Node& node) {
            const Index number = numbers.find_or_add(hash_of(node), [&](Index known) {
                return nodes[known].first == node.first && nodes[known].second == node.second;
            });
            if (number == static_cast<Index>(nodes.size())) {
                nodes.push_back(node);
            } else {
                nodes[number].loss = std::min(nodes[number].loss, node.loss);
            }
            return number;
        }
    };

    // Some nodes of a layer with their ways on. The nodes they lead to are named within the part
    // first: these are few, and their table small, while that of a whole layer fits into no cache.
    struct Part {
        struct Expanded {
            std::size_t end;     // of its arcs
            std::int64_t pairs;  // of arcs, of which the best are kept
        };
        std::vector<Expanded> nodes;
        std::vector<Arc> arcs;  // to nodes of `met`
        Met met;

        void clear() {
            nodes.clear();
            arcs.clear();
            met.clear();
        }
    };

    // As large as a part becomes, but for one node: nobody looks at the clock meanwhile.
    static constexpr std::size_t nodes_in_part = 64;
    static constexpr std::size_t arcs_in_part = 20'000;

    static constexpr std::size_t worth_sharing = 4 * nodes_in_part;

    // All nodes of the layer, in parts. What does not fit into one goes into more of them, one
    // after the other. False: stopped, or there are too many arcs.
    bool fill(std::int64_t most_arcs, Watch& watch, Layer& layer) {
        const std::size_t parts = (nodes_.size() + nodes_in_part - 1) / nodes_in_part;
        const auto end_of = [&](std::size_t k) {
            return std::min(nodes_.size(), (k + 1) * nodes_in_part);
        };
        return watch.hands().in_order(
            parts, nodes_.size() >= worth_sharing, parts_,
            [&](std::size_t k, Part& part) { expand(part, k * nodes_in_part, end_of(k)); },
            [&](std::size_t k, Part& part) {
                std::size_t from = k * nodes_in_part;
                for (;;) {
                    if (!add(part, most_arcs, watch, layer)) return false;
                    from += part.nodes.size();
                    if (from == end_of(k)) return true;
                    expand(part, from, end_of(k));
                }
            });
    }

    void expand(Part& part, std::size_t from, std::size_t end) const {
        part.clear();
        for (; from < end && part.arcs.size() < arcs_in_part; ++from) {
            const std::size_t before = part.arcs.size();
            expand(part, nodes_[from]);
            const auto pairs = static_cast<std::int64_t>(part.arcs.size() - before);
            keep_best(part.arcs, before);
            part.nodes.push_back({part.arcs.size(), pairs});
        }
    }

    void expand(Part& part, const Node& node) const {
        const Index last = second_ranked_.first[node.second + 1];
        for (Index x = first_ranked_.first[node.first]; x < first_ranked_.first[node.first + 1];
             ++x) {
            const RankedArc& one = first_ranked_.arcs[x];
            const Cost left = slack_ - node.loss - one.loss;
            if (left < 0) break;
            // Lemma 17. Of twins at one node, the first takes the arc that is ranked first.
            const bool alike = twins_ && node.first == node.second;
            for (Index y = alike ? x : second_ranked_.first[node.second]; y < last; ++y) {
                const RankedArc& other = second_ranked_.arcs[y];
                if (other.loss > left) break;
                if ((one.used & other.used) != 0) continue;
                const auto used = static_cast<std::uint16_t>(one.used | other.used);
                // Lemma 33. What nobody uses is paid by nobody.
                const Cost loss = one.loss + other.loss + paid_.back() - paid_[used];
                if (node.loss + loss > slack_) continue;
                Node to{one.to, other.to, node.loss + loss};
                // Lemma 17. Twins have their nodes in order.
                if (twins_ && to.first > to.second) std::swap(to.first, to.second);
                part.arcs.push_back({part.met.number(to), used, both(one.pairs, other.pairs),
                                     one.value + other.value});
            }
        }
    }

    // False: stopped, or there are too many arcs.
    bool add(const Part& part, std::int64_t most_arcs, Watch& watch, Layer& layer) {
        const std::vector<Node>& met = part.met.nodes;
        const auto hash_at = [&](std::size_t i) { return Met::hash_of(met[i]); };
        renamed_.clear();
        for (std::size_t i = 0; i < met.size(); ++i) {
            next_.numbers.look_ahead(i, met.size(), hash_at, next_.nodes);
            renamed_.push_back(next_.number(met[i]));
        }
        std::size_t k = 0;
        for (const auto& [end, pairs] : part.nodes) {
            if (watch.node() || watch.work(40 * pairs)) return false;
            if ((arcs_ += pairs) > most_arcs) return false;
            layer.first.push_back(static_cast<Index>(layer.arcs.size()));
            for (; k < end; ++k) {
                const Arc& arc = part.arcs[k];
                layer.arcs.push_back({renamed_[arc.to], arc.used, arc.pairs, arc.value});
            }
        }
        return true;
    }

    const TrainGraph& first_;
    const TrainGraph& second_;
    const bool twins_;
    const std::vector<std::vector<Cost>>& lone_;
    const Cost slack_;
    std::vector<Cost> paid_;  // of lone_ in the layer, for all combinations of resources
    RankedLayer first_ranked_;
    RankedLayer second_ranked_;
    std::vector<Node> nodes_;  // of the layer
    Met next_;                 // of the one behind it
    Hands::Places<Part> parts_;
    std::vector<Index> renamed_;  // the nodes of the part
    std::int64_t arcs_ = 0;
};

}  // namespace

TrainGraph trim(const TrainGraph& graph, const Prices& prices, Cost slack, Watch& watch) {
    if (watch.work(pricing_work(graph, prices))) return {};
    const Potential potential = make_potential(graph, prices, watch.hands());
    std::vector<Cost> here;     // by node the least loss on the way there
    std::vector<Cost> next{0};  // so too, behind the layer
    return choose_arcs(graph, watch, [&](std::size_t i) {
        here.swap(next);
        next.assign(potential[i + 1].size(), unreached);
        return [&, i, tariff = Tariff(graph, prices, i)](std::size_t node, const Arc& arc) {
            const Cost reach = tariff.net(arc) + potential[i + 1][arc.to];
            const Cost loss = here[node] + potential[i][node] - reach;
            if (loss > slack) return false;
            next[arc.to] = std::min(next[arc.to], loss);
            return true;
        };
    });
}

GraphFate join(const Couple& couple, const Prices& prices, Cost slack, std::int64_t most_arcs,
               Watch& watch, TrainGraph& joined) {
    return Joiner(couple, slack).run(prices, most_arcs, watch, joined);
}

std::pair<Way, Way> share_out(const TrainGraph& first, const TrainGraph& second, const Way& way) {
    struct Step {
        std::pair<Index, Index> nodes;
        std::size_t parent;
        Deed one;
    };
    std::vector<std::vector<Step>> steps{{{{0, 0}, 0, {}}}};
    for (std::size_t i = 0; i < way.size(); ++i) {
        const Deed& deed = way[i];
        std::map<std::pair<Index, Index>, Step> found;
        for (std::size_t from = 0; from < steps.back().size(); ++from) {
            const auto [a, b] = steps.back()[from].nodes;
            const Layer& mine = first.layers[i];
            const Layer& yours = second.layers[i];
            for (Index x = mine.first[a]; x < mine.first[a + 1]; ++x) {
                const Arc& one = mine.arcs[x];
                if ((one.used & ~deed.used) != 0) continue;
                for (Index y = yours.first[b]; y < yours.first[b + 1]; ++y) {
                    const Arc& other = yours.arcs[y];
                    if ((one.used ^ other.used) != deed.used ||
                        one.value + other.value != deed.value) {
                        continue;
                    }
                    const std::pair nodes{one.to, other.to};
                    found.try_emplace(nodes, Step{nodes, from, {one.used, one.value}});
                }
            }
        }
        std::vector<Step>& next = steps.emplace_back();
        for (const auto& [nodes, step] : found) next.push_back(step);
    }
    if (steps.back().empty()) throw std::logic_error("a way of two trains that neither goes");
    std::pair<Way, Way> ways{Way(way.size()), Way(way.size())};
    std::size_t at = 0;
    for (std::size_t i = way.size(); i-- > 0;) {
        const Step& step = steps[i + 1][at];
        ways.first[i] = step.one;
        ways.second[i] = {static_cast<std::uint16_t>(way[i].used & ~step.one.used),
                          way[i].value - step.one.value};
        at = step.parent;
    }
    return ways;
}

}  // namespace route_opt::frontier
