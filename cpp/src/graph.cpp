#include "graph.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "trains.hpp"

namespace route_opt {
namespace {

constexpr std::int32_t none = -1;

// A link while it is being found, with all its seams: ends `first` .. `first + size` of
// Graph::ends.
struct RawLink {
    std::int32_t a;
    std::int32_t b;
    std::int32_t first;
    std::int32_t size;
    std::int32_t sides;
};

void write_arcs(Graph& graph) {
    const std::int32_t n = graph.size();
    graph.arc_begin.assign(n + 2, 0);
    for (const Link& link : graph.links) {
        ++graph.arc_begin[link.a + 2];
        ++graph.arc_begin[link.b + 2];
    }
    for (std::int32_t s = 2; s < n + 2; ++s) graph.arc_begin[s] += graph.arc_begin[s - 1];
    graph.arcs.resize(2 * graph.links.size());
    for (std::size_t i = 0; i < graph.links.size(); ++i) {
        const Link& link = graph.links[i];
        const auto id = static_cast<std::int32_t>(i);
        graph.arcs[graph.arc_begin[link.a + 1]++] = {link.b, id};
        graph.arcs[graph.arc_begin[link.b + 1]++] = {link.a, id};
    }
    graph.arc_begin.pop_back();
}

class Contraction {
public:
    Contraction(const Instance& instance, const Seams& seams, Watch& watch)
        : in_(instance), seams_(seams), watch_(watch), stops_(instance.stops.size()) {}

    Graph run() {
        index_track();
        spread_from_own_stops();
        if (graph_.complete) drop_dominated();
        if (!graph_.complete) {
            give_up_links();
            meet_all_stops();
        }
        number_stops();
        merge_resources();
        write_arcs(graph_);
        return std::move(graph_);
    }

private:
    struct Frame {
        std::int32_t position;  // a stop, or the end of a seam a train arrives at
        std::int32_t next;      // the next joint to try
    };

    // Steps over plain track, and comparisons of links. Track joined in all ways has more links
    // than anyone can list; the boards of a box stay far below this. In steps, not in seconds, so
    // that the answer does not depend on the machine.
    static constexpr std::int64_t most_steps = 20'000'000;
    static constexpr std::size_t most_words = 16'000'000;  // of all masks

    [[nodiscard]] bool is_stop(std::int32_t end) const { return end < stops_; }

    // False: no further, the watch says stop or there are too many links.
    bool go_on(std::int64_t steps, std::int64_t cost) {
        steps_ += steps;
        if (watch_.work(cost) || steps_ > most_steps) graph_.complete = false;
        return graph_.complete;
    }

    // Lists of routes need all links: without, they are not made.
    void give_up_links() {
        graph_.complete = false;
        raw_ = {};
        graph_.ends = {};
    }

    // Every stop with track that is left may be within reach.
    void meet_all_stops() {
        order_.clear();
        for (std::int32_t s = 0; s < stops_; ++s) {
            if (in_.stops.own[s] || joint_begin_[s] < joint_begin_[s + 1]) order_.push_back(s);
        }
    }

    // What pieces join end e to: joints_[joint_begin_[e] .. joint_begin_[e + 1]].
    void index_track() {
        joint_begin_.assign(seams_.ends() + 2, 0);
        for (const Piece& piece : seams_.pieces) {
            ++joint_begin_[piece.a + 2];
            ++joint_begin_[piece.b + 2];
        }
        for (std::int32_t e = 2; e < seams_.ends() + 2; ++e) joint_begin_[e] += joint_begin_[e - 1];
        joints_.resize(2 * seams_.pieces.size());
        for (const Piece& piece : seams_.pieces) {
            joints_[joint_begin_[piece.a + 1]++] = piece.b;
            joints_[joint_begin_[piece.b + 1]++] = piece.a;
        }
        seen_at_.assign(seams_.ends(), none);
        seam_used_.assign(seams_.size(), 0);
    }

    // Lemma 2. Breadth first from the own stops. A route of at most `visits` stops with an own one
    // among them never leaves a stop `visits - 1` links away from the nearest own stop; it never
    // leaves a foreign end-only stop at all, and of the two directions of a link one is enough.
    void spread_from_own_stops() {
        std::int32_t reach = 0;
        for (std::int32_t train = 0; train < in_.trains.size(); ++train) {
            const std::int32_t visits = most_visits(in_.trains, train);
            reach =
                visits == 0 ? std::numeric_limits<std::int32_t>::max() : std::max(reach, visits);
            if (visits == 0) break;
        }
        distance_.assign(stops_, none);
        expanded_.assign(stops_, 0);
        for (std::int32_t s = 0; s < stops_; ++s) {
            if (in_.stops.own[s]) {
                distance_[s] = 0;
                order_.push_back(s);
            }
        }
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::int32_t stop = order_[i];
            if (distance_[stop] > reach - 2) break;
            if (in_.stops.end_only[stop] && !in_.stops.own[stop]) continue;
            find_links(stop);
            expanded_[stop] = 1;
            if (!graph_.complete) return;
        }
    }

    void enter(std::int32_t position) {
        const auto depth = static_cast<std::int32_t>(stack_.size());
        stack_.push_back({position, joint_begin_[position]});
        for (std::int32_t j = joint_begin_[position]; j < joint_begin_[position + 1]; ++j) {
            if (seen_at_[joints_[j]] == none) seen_at_[joints_[j]] = depth;
        }
    }

    void leave() {
        const std::int32_t position = stack_.back().position;
        stack_.pop_back();
        const auto depth = static_cast<std::int32_t>(stack_.size());
        for (std::int32_t j = joint_begin_[position]; j < joint_begin_[position + 1]; ++j) {
            if (seen_at_[joints_[j]] == depth) seen_at_[joints_[j]] = none;
        }
    }

    // Depth-first over plain track. seen_at_ is the depth at which an end was first within reach:
    // arriving there later would be a detour, and the shorter way uses a part of the same seams
    // (Lemma 3).
    void find_links(std::int32_t from) {
        way_.clear();
        enter(from);
        while (!stack_.empty()) {
            Frame& frame = stack_.back();
            const auto depth = static_cast<std::int32_t>(stack_.size()) - 1;
            if (frame.next == joint_begin_[frame.position + 1] || !go_on(1, 8)) {
                leave();
                if (!way_.empty()) {
                    seam_used_[seams_.seam_of(way_.back())] = 0;
                    way_.pop_back();
                }
                continue;
            }
            const std::int32_t end = joints_[frame.next++];
            if (end == from || seen_at_[end] != depth) continue;
            if (is_stop(end)) {
                if (!expanded_[end]) record(from, end);
            } else if (!seam_used_[seams_.seam_of(end)]) {
                way_.push_back(end);
                seam_used_[seams_.seam_of(end)] = 1;
                enter(seams_.across(end));
            }
        }
    }

    void record(std::int32_t from, std::int32_t to) {
        const auto size = static_cast<std::int32_t>(way_.size());
        if (!go_on(size, 2 * size)) return;
        RawLink link{from, to, static_cast<std::int32_t>(graph_.ends.size()), size, 0};
        for (const std::int32_t end : way_) {
            graph_.ends.push_back(end);
            link.sides += seams_.sides(seams_.seam_of(end));
        }
        raw_.push_back(link);
        if (distance_[to] == none) {
            distance_[to] = distance_[from] + 1;
            order_.push_back(to);
        }
    }

    void number_stops() {
        std::sort(order_.begin(), order_.end());
        std::vector<std::int32_t>& number = graph_.number;
        number.assign(stops_, none);
        std::vector<std::int32_t> group_ids;
        const Stops& s = in_.stops;
        graph_.stops.reserve(order_.size());
        for (const std::int32_t stop : order_) {
            if (s.group[stop] >= 0) group_ids.push_back(s.group[stop]);
        }
        std::sort(group_ids.begin(), group_ids.end());
        group_ids.erase(std::unique(group_ids.begin(), group_ids.end()), group_ids.end());
        graph_.groups = static_cast<std::int32_t>(group_ids.size());
        for (const std::int32_t stop : order_) {
            number[stop] = graph_.size();
            const auto found = std::lower_bound(group_ids.begin(), group_ids.end(), s.group[stop]);
            const auto group =
                s.group[stop] < 0 ? none : static_cast<std::int32_t>(found - group_ids.begin());
            if (s.own[stop]) graph_.own.push_back(graph_.size());
            graph_.stops.push_back({stop, s.value[stop], s.end_extra[stop], s.pair_value[stop],
                                    group, s.goods[stop], s.own[stop] != 0, s.end_only[stop] != 0,
                                    s.buyer[stop] != 0, s.room[stop] != 0,
                                    !s.minor.empty() && s.minor[stop] != 0});
            graph_.minors += graph_.stops.back().minor ? 1 : 0;
        }
        list_tariffs();
        list_sets();
        for (RawLink& link : raw_) {
            link.a = number[link.a];
            link.b = number[link.b];
        }
    }

    void list_tariffs() {
        const auto rows = in_.stops.tariffs.size() / std::max<std::size_t>(1, stops_);
        for (std::size_t tariff = 0; tariff <= rows; ++tariff) {
            const Money* row = in_.stops.row(static_cast<std::int32_t>(tariff));
            std::vector<Money>& values = graph_.tariffs.emplace_back();
            for (const Stop& stop : graph_.stops) values.push_back(row[stop.original]);
        }
    }

    // A set with a stop out of reach is on no route.
    void list_sets() {
        for (const Terms::Set& set : in_.terms.sets) {
            StopSet reached{{}, set.value};
            for (const std::int32_t stop : set.stops) reached.stops.push_back(graph_.number[stop]);
            const bool whole = std::none_of(reached.stops.begin(), reached.stops.end(),
                                            [](std::int32_t stop) { return stop == none; });
            if (whole && set.value > 0) graph_.sets.push_back(std::move(reached));
        }
    }

    // Lemma 3. Of links between the same stops, drops those whose seams contain another's.
    void drop_dominated() {
        std::vector<RawLink> kept;
        kept.reserve(raw_.size());
        std::stable_sort(raw_.begin(), raw_.end(), [](const RawLink& x, const RawLink& y) {
            if (x.a != y.a) return x.a < y.a;
            if (x.b != y.b) return x.b < y.b;
            return x.size < y.size;
        });
        std::vector<char> present(seams_.size(), 0);
        std::size_t bundle = 0;  // the first kept link between the present two stops
        for (const RawLink& link : raw_) {
            if (bundle < kept.size() && (kept[bundle].a != link.a || kept[bundle].b != link.b)) {
                bundle = kept.size();
            }
            if (bundle < kept.size()) {
                mark(link, present, 1);
                const bool dominated = std::any_of(
                    kept.begin() + static_cast<std::ptrdiff_t>(bundle), kept.end(),
                    [&](const RawLink& other) { return !go_on(1, 3) || contains(present, other); });
                mark(link, present, 0);
                if (!graph_.complete) return;
                if (dominated) continue;
            }
            kept.push_back(link);
        }
        raw_ = std::move(kept);
    }

    // The i-th seam of a link.
    [[nodiscard]] std::int32_t seam(const RawLink& link, std::int32_t i) const {
        return seams_.seam_of(graph_.ends[link.first + i]);
    }
    void mark(const RawLink& link, std::vector<char>& present, char value) const {
        for (std::int32_t i = 0; i < link.size; ++i) present[seam(link, i)] = value;
    }
    [[nodiscard]] bool contains(const std::vector<char>& present, const RawLink& link) const {
        for (std::int32_t i = 0; i < link.size; ++i) {
            if (!present[seam(link, i)]) return false;
        }
        return true;
    }

    // Lemma 4. Partition refinement: seams stay in one class while every link has all or none of
    // them.
    void merge_resources() {
        std::vector<std::int32_t> cls(seams_.size(), 0);
        std::vector<std::int32_t> size{seams_.size()};
        std::vector<std::int32_t> met{0};       // members of the class on the present link
        std::vector<std::int32_t> split{none};  // the class those members move to
        std::vector<std::int32_t> torn;
        for (const RawLink& link : raw_) {
            watch_.work(4 * link.size);
            for (std::int32_t i = 0; i < link.size; ++i) ++met[cls[seam(link, i)]];
            for (std::int32_t i = 0; i < link.size; ++i) {
                const std::int32_t old = cls[seam(link, i)];
                if (met[old] == size[old]) continue;
                if (split[old] == none) {
                    split[old] = static_cast<std::int32_t>(size.size());
                    torn.push_back(old);
                    size.push_back(met[old]);
                    met.push_back(0);
                    split.push_back(none);
                }
                cls[seam(link, i)] = split[old];
            }
            for (std::int32_t i = 0; i < link.size; ++i) met[cls[seam(link, i)]] = 0;
            for (const std::int32_t c : torn) {
                size[c] -= met[c];
                met[c] = 0;
                split[c] = none;
            }
            torn.clear();
        }
        write_links(cls);
    }

    void write_links(const std::vector<std::int32_t>& cls) {
        std::vector<std::int32_t> bit_of(seams_.size() + 1, none);
        graph_.bit_of_seam.assign(seams_.size(), none);
        graph_.bits = 0;
        for (const RawLink& link : raw_) {
            for (std::int32_t i = 0; i < link.size; ++i) {
                std::int32_t& bit = bit_of[cls[seam(link, i)]];
                if (bit == none) bit = graph_.bits++;
                graph_.bit_of_seam[seam(link, i)] = bit;
            }
        }
        graph_.words = static_cast<std::size_t>(std::max(1, (graph_.bits + 63) / 64));
        if (graph_.words * raw_.size() > most_words) {
            graph_.words = 1;
            give_up_links();
        }
        graph_.masks.assign(graph_.words * raw_.size(), 0);
        graph_.links.reserve(raw_.size());
        for (std::size_t k = 0; k < raw_.size(); ++k) {
            const RawLink& link = raw_[k];
            for (std::int32_t i = 0; i < link.size; ++i) {
                const std::int32_t bit = graph_.bit_of_seam[seam(link, i)];
                graph_.masks[k * graph_.words + static_cast<std::size_t>(bit / 64)] |=
                    std::uint64_t{1} << (bit % 64);
            }
            graph_.links.push_back({link.a, link.b, link.first, link.size, link.sides});
        }
    }

    const Instance& in_;
    const Seams& seams_;
    Watch& watch_;
    const std::int32_t stops_;
    Graph graph_;

    std::vector<std::int32_t> joint_begin_;
    std::vector<std::int32_t> joints_;

    std::vector<std::int32_t> distance_;
    std::vector<char> expanded_;
    std::vector<std::int32_t> order_;

    std::vector<Frame> stack_;
    std::vector<std::int32_t> way_;  // the ends of seams left by
    std::vector<std::int32_t> seen_at_;
    std::vector<char> seam_used_;

    std::vector<RawLink> raw_;
    std::int64_t steps_ = 0;
};

}  // namespace

Graph contract(const Instance& instance, const Seams& seams, Watch& watch) {
    return Contraction(instance, seams, watch).run();
}

}  // namespace route_opt
