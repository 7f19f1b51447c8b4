#include "frontier/graph.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <stdexcept>
#include <utility>

#include "frontier/loose.hpp"
#include "frontier/profile.hpp"
#include "frontier/reduce.hpp"
#include "hash.hpp"
#include "invariant.hpp"

namespace route_opt::frontier {

namespace {

using Index = std::int32_t;

constexpr std::int64_t move_size = 16;  // in arcs

class GraphMaker {
public:
    // `guide`: none, all of the graph is made.
    GraphMaker(const GraphInput& input, const Kind& kind, const Guide* guide = nullptr)
        : in_(input), kind_(kind), split_(kind.split()), guide_(guide) {}

    GraphFate run(TrainGraph& graph, Watch& watch) {
        start();
        for (std::size_t region = 0; region < in_.board.regions.size(); ++region) {
            const GraphFate fate = add_layer(graph, region, watch);
            if (fate != GraphFate::done) return fate;
            nodes_.swap(next_);
        }
        return reduce(graph, ends(), watch) ? GraphFate::done : GraphFate::stopped;
    }

    // Lemma 34. With the nodes by which others find their way in it.
    GraphFate run(LooseGraph& loose, Watch& watch) {
        loose_ = true;
        start();
        for (std::size_t region = 0; region < in_.board.regions.size(); ++region) {
            const GraphFate fate = add_layer(loose.graph, region, watch);
            if (fate != GraphFate::done) return fate;
            nodes_ = next_;
            std::vector<Profile>& profiles = loose.profiles.emplace_back();
            for (const Node& node : next_) profiles.push_back(node.profile);
            loose.numbers.push_back(std::exchange(number_, {}));
        }
        loose.names.resize(loose.profiles.size());
        return reduce(loose.graph, ends(), watch, &loose.names) ? GraphFate::done
                                                                : GraphFate::stopped;
    }

    // Lemma 19. Nodes were merged, so a path tells seams and money only. All profiles that agree
    // with it so far are carried along; the graph was made from such a path, so one comes to a good
    // end.
    std::vector<Index> retrace(const TrainGraph& graph, const Way& way) {
        struct Step {
            Profile profile;
            std::size_t parent;
            std::size_t move;
        };
        std::vector<std::vector<Step>> steps{{{Profile{}, 0, 0}}};
        for (std::size_t region = 0; region < way.size(); ++region) {
            const Layer& layer = graph.layers[region];
            const Deed& deed = way[region];
            enter(layer, region);
            std::vector<Step> next;
            for (std::size_t i = 0; i < steps.back().size(); ++i) {
                const auto keep = [&](std::size_t move, Money value, const Profile& to) {
                    if (value != deed.value || layer.moves[move].used != deed.used) return;
                    const bool known = std::any_of(next.begin(), next.end(),
                                                   [&](const Step& s) { return s.profile == to; });
                    if (!known) next.push_back({to, i, move});
                };
                for_each_move(steps.back()[i].profile, layer, keep);
            }
            steps.push_back(std::move(next));
        }
        const std::vector<Step>& last = steps.back();
        const auto end = std::find_if(last.begin(), last.end(),
                                      [&](const Step& s) { return good_end(s.profile); });
        if (end == last.end()) throw std::logic_error("a path of the sweep is no route");
        auto i = static_cast<std::size_t>(end - last.begin());
        std::vector<Index> moves(way.size());
        for (std::size_t region = way.size(); region-- > 0;) {
            const Step& step = steps[region + 1][i];
            moves[region] = static_cast<Index>(step.move);
            i = step.parent;
        }
        return moves;
    }

private:
    struct Node {
        Profile profile;
        Cost loss;  // with a guide: the least on the way here
        Cost rest;  // and the most that can be earned yet
    };

    static constexpr std::int8_t none = -1;

    // Where pieces that come in have their other ends, by place in Region::closed: `none` for an
    // end of the route, the slot of a seam that stays cut, or the one that comes in as well, as in
    // Join.
    using Far = std::array<std::int8_t, most_resources>;

    // A train as it comes into a region: its profile but for the seams that are closed there.
    struct Arrival {
        Profile profile;
        std::size_t entry;  // Move::entry
        Far far;
    };

    void start() { nodes_ = {{Profile{}, 0, guide_ != nullptr ? guide_->best() : 0}}; }

    [[nodiscard]] std::vector<Index> ends() const {
        std::vector<Index> ends(nodes_.size());
        std::transform(nodes_.begin(), nodes_.end(), ends.begin(),
                       [&](const Node& node) { return good_end(node.profile) ? 0 : -1; });
        return ends;
    }

    // The train is home, or never ran where it need not.
    [[nodiscard]] bool good_end(const Profile& p) const {
        return p.home || (p == Profile{} && !kind_.ends);
    }

    GraphFate add_layer(TrainGraph& graph, std::size_t region, Watch& watch) {
        Layer& layer = graph.layers.emplace_back();
        layer.moves =
            find_moves(in_.board, in_.board.regions[region], in_.strands[region], in_.instance,
                       in_.groups, in_.sets.here[region], in_.ends, kind_, most_moves, watch);
        if (watch.stopped()) return GraphFate::stopped;
        if (layer.moves.empty()) return GraphFate::too_large;
        arcs_ += move_size * static_cast<std::int64_t>(layer.moves.size());
        enter(layer, region);
        next_.clear();
        number_.clear();
        const std::int64_t a_try = guide_ != nullptr ? 40 : 10;
        for (const Node& node : nodes_) {
            layer.first.push_back(static_cast<Index>(layer.arcs.size()));
            const std::size_t before = layer.arcs.size();
            tried_ = 0;
            expand(node, layer, region);
            const auto made = static_cast<std::int64_t>(layer.arcs.size() - before);
            arcs_ += made;
            if (watch.work(50 * (made + 1) + a_try * tried_)) return GraphFate::stopped;
            if (arcs_ > in_.most_arcs) return GraphFate::too_large;
        }
        layer.first.push_back(static_cast<Index>(layer.arcs.size()));
        return GraphFate::done;
    }

    // first_move_[e] .. first_move_[e + 1]: the moves of entry e.
    void enter(const Layer& layer, std::size_t region) {
        sets_begin_ = in_.sets.begins[region];
        sets_end_ = in_.sets.ends[region];
        sets_here_ = 0;
        for (const Sets::Here& set : in_.sets.here[region]) sets_here_ |= set.mark;
        fading_ = 0;
        for (std::size_t group = 0; group < in_.groups.last.size(); ++group) {
            if (in_.groups.last[group] <= static_cast<Index>(region)) fading_ |= 1U << group;
        }
        closed_.clear();
        door_.fill(none);
        for (const std::int32_t seam : in_.board.regions[region].closed) {
            const std::int32_t slot = in_.board.seams[seam].slot;
            door_[slot] = static_cast<std::int8_t>(Join::closing + closed_.size());
            closed_.push_back(slot);
        }
        const std::size_t entries = std::size_t{1} << closed_.size();
        first_move_.assign(entries + 1, 0);
        for (const Move& move : layer.moves) ++first_move_[move.entry + 1];
        for (std::size_t entry = 0; entry < entries; ++entry) {
            first_move_[entry + 1] += first_move_[entry];
        }
    }

    // Calls `found` with each move of a train at this profile, what it earns and leads to.
    template <class Found>
    void for_each_move(const Profile& profile, const Layer& layer, Found found) {
        if (profile.home) {
            found(0, 0, profile);
            return;
        }
        const Arrival here = arrive(profile);
        const std::size_t entry = here.entry;
        tried_ += static_cast<std::int64_t>(first_move_[entry + 1] - first_move_[entry]);
        for (std::size_t i = first_move_[entry]; i < first_move_[entry + 1]; ++i) {
            Money bonus = 0;
            const std::optional<Profile> result = apply(here, layer.moves[i], bonus);
            if (result) found(i, layer.moves[i].value + bonus, *result);
        }
    }

    // Lemma 32. Whether a train can come home from here, as far as can be seen. One that has not
    // set out may stay where it is.
    [[nodiscard]] bool hopeless(const Profile& p, std::size_t region) const {
        if (p.mask == 0) return false;
        const std::uint8_t least = in_.horizon.least(region, p.mask, {2 - p.ends, !p.own});
        return least == Horizon::never || (kind_.visits != 0 && p.visits + least > kind_.visits);
    }

    void expand(const Node& node, Layer& layer, std::size_t region) {
        const std::size_t begin = layer.arcs.size();
        for_each_move(node.profile, layer, [&](std::size_t move, Money value, const Profile& to) {
            if (hopeless(to, region + 1)) return;
            const auto used = static_cast<std::uint16_t>(layer.moves[move].used);
            Node next{to, 0, 0};
            if (guide_ != nullptr && !follow(node, region, used, value, next)) return;
            layer.arcs.push_back({number(next), used, 0, value});
        });
        keep_best(layer.arcs, begin);
    }

    // Lemma 34. Whether the guide leads there.
    bool follow(const Node& node, std::size_t region, std::uint16_t used, Money value,
                Node& next) const {
        const std::optional<Cost> rest = guide_->rest(region, next.profile);
        if (!rest) return false;
        const Cost loss = node.rest - guide_->net(region, used, value) - *rest;
        ROUTE_OPT_INVARIANT(loss >= 0);  // Lemma 34
        next.loss = node.loss + loss;
        next.rest = *rest;
        return next.loss <= guide_->slack();
    }

    Index number(const Node& node) {
        const Index number = number_.find_or_add(hash_of(node.profile), [&](Index known) {
            return next_[known].profile == node.profile;
        });
        if (number == static_cast<Index>(next_.size())) {
            next_.push_back(node);
        } else {
            next_[number].loss = std::min(next_[number].loss, node.loss);
        }
        return number;
    }

    // The slots of seams that are closed here may be given anew, so these are taken out first.
    [[nodiscard]] Arrival arrive(const Profile& profile) const {
        Arrival here{profile, 0, {}};
        for (std::size_t i = 0; i < closed_.size(); ++i) {
            const std::int32_t slot = closed_[i];
            if (!profile.uses(slot)) continue;
            here.entry |= std::size_t{1} << i;
            here.profile.free(slot);
            const int mate = profile.mate(slot);
            const std::int8_t door = door_[mate];
            here.far[i] = mate == slot   ? none
                          : door != none ? door
                                         : static_cast<std::int8_t>(mate);
        }
        return here;
    }

    [[nodiscard]] std::optional<Profile> apply(const Arrival& here, const Move& move,
                                               Money& bonus) const {
        Profile p = here.profile;
        if ((p.groups & move.groups) != 0 || p.ends + move.ends.size() > 2) return std::nullopt;
        if (!count(p, move) || !close_ends(p, move, bonus)) return std::nullopt;
        if (sets_here_ != 0) bonus += follow_sets(p, move);
        bool complete = false;
        if (!(loose_ ? connect_loosely(p, move, complete) : connect(p, here.far, move, complete))) {
            return std::nullopt;
        }
        if (complete) {
            // Nothing of the train may lie about elsewhere, and it has to have earned its run.
            if (p.mask != 0 || !p.own || p.demand < 0) return std::nullopt;
            Profile home;
            home.home = true;
            return home;
        }
        p.groups = static_cast<std::uint16_t>(p.groups & ~fading_);
        return p;
    }

    // Lemma 25. A set is still whole if it was so far and all its stops here are visited; it pays
    // where its last stops lie.
    [[nodiscard]] Money follow_sets(Profile& p, const Move& move) const {
        const std::uint32_t whole = (p.sets | sets_begin_) & move.sets;
        p.sets = static_cast<std::uint16_t>((p.sets & ~sets_here_) | (whole & ~sets_end_));
        Money paid = 0;
        for (std::uint32_t left = whole & sets_end_; left != 0; left &= left - 1) {
            paid += in_.sets.value[std::countr_zero(left)];
        }
        return paid;
    }

    // Adds to a count that has a limit of its own.
    [[nodiscard]] static bool add(std::uint8_t& count, std::int32_t more, std::int32_t limit) {
        if (limit == Quota::unlimited) return true;
        if (count + more > limit) return false;
        count = static_cast<std::uint8_t>(count + more);
        return true;
    }

    // All pieces of a train end up in one route, so one account a train is enough.
    [[nodiscard]] bool count(Profile& p, const Move& move) const {
        if (kind_.visits != 0) {
            if (p.visits + move.visits > kind_.visits) return false;
            p.visits = static_cast<std::uint8_t>(p.visits + move.visits);
        }
        if (kind_.counts != 0) {
            if (p.counts + move.counts > kind_.counts) return false;
            p.counts = static_cast<std::uint8_t>(p.counts + move.counts);
            if (kind_.visits != 0 && p.visits - p.counts > kind_.skips()) return false;
        }
        if (split_ && !(add(p.major_visits, move.major_visits, kind_.major.visits) &&
                        add(p.major_counts, move.major_counts, kind_.major.counts) &&
                        add(p.minor_visits, move.visits - move.major_visits, kind_.minor.visits) &&
                        add(p.minor_counts, move.counts - move.major_counts, kind_.minor.counts))) {
            return false;
        }
        const std::int32_t extra = (p.extra ? 1 : 0) + move.extra;
        const std::int32_t demand = std::min(p.demand + move.demand, in_.board.buyers);
        if (extra < 0 || extra > 1 || demand < -in_.board.buyers) return false;
        p.extra = extra == 1;
        p.demand = static_cast<std::int8_t>(demand);
        p.own = p.own || move.own;
        p.groups = static_cast<std::uint16_t>(p.groups | move.groups);
        return true;
    }

    [[nodiscard]] bool close_ends(Profile& p, const Move& move, Money& bonus) const {
        for (const std::uint8_t kind : move.ends) {
            if (p.ends == 0) {
                p.end_kind = kind;
            } else {
                if (in_.ends.forbidden(p.end_kind, kind)) return false;
                bonus += in_.ends.bonus(p.end_kind, kind);
                p.end_kind = 0;
            }
            ++p.ends;
        }
        return true;
    }

    // Runs the strands of a move: pieces that come in are used up, their far ends become mates of
    // each other or of seams that are opened.
    [[nodiscard]] static bool connect(Profile& p, Far far, const Move& move, bool& complete) {
        for (const Join& join : move.joins) {
            const std::int8_t x = far_end(far, join.a);
            const std::int8_t y = far_end(far, join.b);
            if (join.a >= Join::closing && x == join.b) return false;  // a ring
            if (x == none && y == none) {
                complete = true;
            } else {
                point(p, far, x, y);
                point(p, far, y, x);
            }
        }
        ROUTE_OPT_INVARIANT(!complete || p.ends == 2);
        return true;
    }

    // Of the piece that a strand goes on with; a seam that it opens is an end itself.
    [[nodiscard]] static std::int8_t far_end(const Far& far, std::int8_t end) {
        return end < Join::closing ? end : far[end - Join::closing];
    }

    // A piece has its other end there. Where that comes in as well, some strand goes on with it
    // yet.
    static void point(Profile& p, Far& far, std::int8_t end, std::int8_t other) {
        if (end >= Join::closing) {
            far[end - Join::closing] = other;
        } else if (end != none) {
            p.set(end, other == none || other >= Join::closing ? end : other);
        }
    }

    // Lemma 34. All that is known of a strand is which seams it uses up and which it opens. Where
    // nothing is left open the route is complete, or there is none.
    [[nodiscard]] static bool connect_loosely(Profile& p, const Move& move, bool& complete) {
        for (const Join& join : move.joins) {
            for (const std::int8_t end : {join.a, join.b}) {
                if (end == none || end >= Join::closing) continue;
                p.mask = static_cast<std::uint16_t>(p.mask | 1U << end);
            }
        }
        complete = p.mask == 0 && !move.joins.empty();
        return !complete || p.ends == 2;
    }

    const GraphInput& in_;
    const Kind& kind_;
    const bool split_;
    const Guide* guide_;
    bool loose_ = false;  // it does not matter how cut seams are joined
    std::vector<Node> nodes_;
    std::vector<Node> next_;
    Numbering number_;
    std::vector<std::size_t> first_move_;
    std::vector<std::int32_t> closed_;            // slots of seams closed here
    std::array<std::int8_t, most_slots> door_{};  // those as in Join, by slot
    std::uint32_t fading_ = 0;                    // groups with no stop after this region
    std::uint32_t sets_here_ = 0;
    std::uint32_t sets_begin_ = 0;
    std::uint32_t sets_end_ = 0;
    std::int64_t arcs_ = 0;
    std::int64_t tried_ = 0;  // moves, whether or not an arc came of them
};

}  // namespace

std::int64_t TrainGraph::arcs() const {
    std::int64_t sum = 0;
    for (const Layer& layer : layers) sum += static_cast<std::int64_t>(layer.arcs.size());
    return sum;
}

Way way_of(const TrainGraph& graph, const std::vector<std::int32_t>& arcs) {
    Way way;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const Arc& arc = graph.layers[i].arcs[arcs[i]];
        way.push_back({arc.used, arc.value});
    }
    return way;
}

GraphFate make_train_graph(const GraphInput& input, const Kind& kind, Watch& watch,
                           TrainGraph& graph) {
    return GraphMaker(input, kind).run(graph, watch);
}

GraphFate make_loose_graph(const GraphInput& input, const Kind& kind, Watch& watch,
                           LooseGraph& loose) {
    return GraphMaker(input, kind).run(loose, watch);
}

GraphFate make_near_graph(const GraphInput& input, const Kind& kind, const Guide& guide,
                          Watch& watch, TrainGraph& graph) {
    return GraphMaker(input, kind, &guide).run(graph, watch);
}

std::vector<std::int32_t> retrace(const GraphInput& input, const Kind& kind,
                                  const TrainGraph& graph, const Way& way) {
    return GraphMaker(input, kind).retrace(graph, way);
}

}  // namespace route_opt::frontier
