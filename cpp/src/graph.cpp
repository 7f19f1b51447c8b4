#include "graph.hpp"

#include <algorithm>
#include <limits>

namespace route_opt {
namespace {

constexpr std::int32_t none = -1;

// A link while it is being found: its resources are sides, or pieces that join two stops.
struct RawLink {
    std::int32_t a;
    std::int32_t b;
    std::int32_t first;  // into resources_
    std::int32_t size;
    std::int32_t sides;
    std::int32_t first_face;
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
    Contraction(const Instance& instance, Watch& watch)
        : in_(instance), watch_(watch), stops_(instance.stops.size()) {}

    Graph run() {
        index_track();
        spread_from_own_stops();
        number_stops();
        drop_dominated();
        merge_resources();
        write_arcs(graph_);
        return std::move(graph_);
    }

private:
    struct Joint {
        std::int32_t end;
        std::int32_t direct;  // resource of a piece that joins two stops, or none
    };
    struct Frame {
        std::int32_t position;  // a stop, or the face a train arrives at
        std::int32_t next;      // the next joint to try
    };

    [[nodiscard]] bool is_stop(std::int32_t end) const { return end < stops_; }
    [[nodiscard]] std::int32_t side_of(std::int32_t face) const { return (face - stops_) / 2; }
    [[nodiscard]] std::int32_t across(std::int32_t face) const {
        return stops_ + ((face - stops_) ^ 1);
    }

    void index_track() {
        const Track& track = in_.track;
        const std::int32_t ends = stops_ + 2 * track.sides;
        joint_begin_.assign(ends + 2, 0);
        for (std::int32_t i = 0; i < track.size(); ++i) {
            ++joint_begin_[track.a[i] + 2];
            ++joint_begin_[track.b[i] + 2];
        }
        for (std::int32_t e = 2; e < ends + 2; ++e) joint_begin_[e] += joint_begin_[e - 1];
        joints_.resize(2 * track.a.size());
        for (std::int32_t i = 0; i < track.size(); ++i) {
            const std::int32_t a = track.a[i];
            const std::int32_t b = track.b[i];
            const std::int32_t direct = is_stop(a) && is_stop(b) ? track.sides + i : none;
            joints_[joint_begin_[a + 1]++] = {b, direct};
            joints_[joint_begin_[b + 1]++] = {a, direct};
        }
        resource_name_.assign(track.sides + track.size(), none);
        seen_at_.assign(ends, none);
        side_used_.assign(track.sides, 0);
    }

    // Breadth first from the own stops. A route of at most `visits` stops with an own one among
    // them never leaves a stop `visits - 1` links away from the nearest own stop; it never leaves
    // a foreign end-only stop at all, and of the two directions of a link one is enough.
    void spread_from_own_stops() {
        std::int32_t reach = 0;
        for (const std::int32_t visits : in_.trains.visits) {
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
            if (watch_.stopped()) {
                graph_.complete = false;
                return;
            }
        }
    }

    void enter(std::int32_t position) {
        const auto depth = static_cast<std::int32_t>(stack_.size());
        stack_.push_back({position, joint_begin_[position]});
        for (std::int32_t j = joint_begin_[position]; j < joint_begin_[position + 1]; ++j) {
            const Joint& joint = joints_[j];
            if (joint.direct == none && seen_at_[joint.end] == none) seen_at_[joint.end] = depth;
        }
    }

    void leave() {
        const std::int32_t position = stack_.back().position;
        stack_.pop_back();
        const auto depth = static_cast<std::int32_t>(stack_.size());
        for (std::int32_t j = joint_begin_[position]; j < joint_begin_[position + 1]; ++j) {
            if (seen_at_[joints_[j].end] == depth) seen_at_[joints_[j].end] = none;
        }
    }

    // Depth-first over plain track. seen_at_ is the depth at which an end was first within reach:
    // arriving there later would be a detour, and the shorter way uses a part of the same sides.
    // (A piece that joins two stops is a resource of its own, so it makes nothing a detour.)
    void find_links(std::int32_t from) {
        faces_.clear();
        enter(from);
        while (!stack_.empty()) {
            Frame& frame = stack_.back();
            const auto depth = static_cast<std::int32_t>(stack_.size()) - 1;
            if (frame.next == joint_begin_[frame.position + 1] || watch_.work(8)) {
                leave();
                if (!faces_.empty()) {
                    side_used_[side_of(faces_.back())] = 0;
                    faces_.pop_back();
                }
                continue;
            }
            const Joint joint = joints_[frame.next++];
            if (joint.end == from) continue;
            if (joint.direct == none && seen_at_[joint.end] != depth) continue;
            if (is_stop(joint.end)) {
                if (!expanded_[joint.end]) record(from, joint);
            } else if (!side_used_[side_of(joint.end)]) {
                faces_.push_back(joint.end);
                side_used_[side_of(joint.end)] = 1;
                enter(across(joint.end));
            }
        }
    }

    std::int32_t name(std::int32_t resource) {
        if (resource_name_[resource] == none) resource_name_[resource] = resources_named_++;
        return resource_name_[resource];
    }

    void record(std::int32_t from, const Joint& joint) {
        RawLink link{from,
                     joint.end,
                     static_cast<std::int32_t>(resources_.size()),
                     0,
                     static_cast<std::int32_t>(faces_.size()),
                     static_cast<std::int32_t>(graph_.faces.size())};
        for (const std::int32_t face : faces_) {
            resources_.push_back(name(side_of(face)));
            graph_.faces.push_back(face);
        }
        if (joint.direct != none) resources_.push_back(name(joint.direct));
        link.size = static_cast<std::int32_t>(resources_.size()) - link.first;
        raw_.push_back(link);
        if (distance_[joint.end] == none) {
            distance_[joint.end] = distance_[from] + 1;
            order_.push_back(joint.end);
        }
    }

    void number_stops() {
        std::sort(order_.begin(), order_.end());
        std::vector<std::int32_t> number(stops_, none);
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
                                    s.end_class[stop], group, s.cubes[stop], s.own[stop] != 0,
                                    s.end_only[stop] != 0, s.refinery[stop] != 0,
                                    s.room[stop] != 0});
        }
        for (RawLink& link : raw_) {
            link.a = number[link.a];
            link.b = number[link.b];
        }
    }

    // Of links between the same stops, drops those whose resources contain another's.
    void drop_dominated() {
        std::vector<RawLink> kept;
        kept.reserve(raw_.size());
        std::stable_sort(raw_.begin(), raw_.end(), [](const RawLink& x, const RawLink& y) {
            if (x.a != y.a) return x.a < y.a;
            if (x.b != y.b) return x.b < y.b;
            return x.size < y.size;
        });
        std::vector<char> present(resources_named_, 0);
        std::size_t bundle = 0;  // the first kept link between the present two stops
        for (const RawLink& link : raw_) {
            if (bundle < kept.size() && (kept[bundle].a != link.a || kept[bundle].b != link.b)) {
                bundle = kept.size();
            }
            if (bundle < kept.size()) {
                mark(link, present, 1);
                const bool dominated =
                    std::any_of(kept.begin() + static_cast<std::ptrdiff_t>(bundle), kept.end(),
                                [&](const RawLink& other) {
                                    watch_.work(other.size);
                                    return contains(present, other);
                                });
                mark(link, present, 0);
                if (dominated) continue;
            }
            kept.push_back(link);
            if (watch_.stopped()) graph_.complete = false;
        }
        raw_ = std::move(kept);
    }

    void mark(const RawLink& link, std::vector<char>& present, char value) const {
        for (std::int32_t i = 0; i < link.size; ++i) present[resources_[link.first + i]] = value;
    }
    [[nodiscard]] bool contains(const std::vector<char>& present, const RawLink& link) const {
        for (std::int32_t i = 0; i < link.size; ++i) {
            if (!present[resources_[link.first + i]]) return false;
        }
        return true;
    }

    // Partition refinement: resources stay in one class while every link has all or none of them.
    void merge_resources() {
        std::vector<std::int32_t> cls(resources_named_, 0);
        std::vector<std::int32_t> size{resources_named_};
        std::vector<std::int32_t> met{0};       // members of the class on the present link
        std::vector<std::int32_t> split{none};  // the class those members move to
        std::vector<std::int32_t> torn;
        for (const RawLink& link : raw_) {
            watch_.work(4 * link.size);
            for (std::int32_t i = 0; i < link.size; ++i) ++met[cls[resources_[link.first + i]]];
            for (std::int32_t i = 0; i < link.size; ++i) {
                const std::int32_t old = cls[resources_[link.first + i]];
                if (met[old] == size[old]) continue;
                if (split[old] == none) {
                    split[old] = static_cast<std::int32_t>(size.size());
                    torn.push_back(old);
                    size.push_back(met[old]);
                    met.push_back(0);
                    split.push_back(none);
                }
                cls[resources_[link.first + i]] = split[old];
            }
            for (std::int32_t i = 0; i < link.size; ++i) met[cls[resources_[link.first + i]]] = 0;
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
        std::vector<std::int32_t> bit_of(resources_named_ + 1, none);
        graph_.bits = 0;
        for (const RawLink& link : raw_) {
            for (std::int32_t i = 0; i < link.size; ++i) {
                std::int32_t& bit = bit_of[cls[resources_[link.first + i]]];
                if (bit == none) bit = graph_.bits++;
            }
        }
        graph_.words = static_cast<std::size_t>(std::max(1, (graph_.bits + 63) / 64));
        graph_.masks.assign(graph_.words * raw_.size(), 0);
        graph_.links.reserve(raw_.size());
        for (std::size_t k = 0; k < raw_.size(); ++k) {
            const RawLink& link = raw_[k];
            for (std::int32_t i = 0; i < link.size; ++i) {
                const std::int32_t bit = bit_of[cls[resources_[link.first + i]]];
                graph_.masks[k * graph_.words + static_cast<std::size_t>(bit / 64)] |=
                    std::uint64_t{1} << (bit % 64);
            }
            graph_.links.push_back({link.a, link.b, link.first_face, link.sides});
        }
    }

    const Instance& in_;
    Watch& watch_;
    const std::int32_t stops_;
    Graph graph_;

    std::vector<std::int32_t> joint_begin_;  // joints of end e: joint_begin_[e] .. [e + 1]
    std::vector<Joint> joints_;
    std::vector<std::int32_t> resource_name_;
    std::int32_t resources_named_ = 0;

    std::vector<std::int32_t> distance_;
    std::vector<char> expanded_;
    std::vector<std::int32_t> order_;

    std::vector<Frame> stack_;
    std::vector<std::int32_t> faces_;
    std::vector<std::int32_t> seen_at_;
    std::vector<char> side_used_;

    std::vector<RawLink> raw_;
    std::vector<std::int32_t> resources_;
};

}  // namespace

Graph contract(const Instance& instance, Watch& watch) {
    return Contraction(instance, watch).run();
}

}  // namespace route_opt
