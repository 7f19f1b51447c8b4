// Choosing one route a train from given lists, no track used twice: duals, filter, search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "mask.hpp"
#include "mask_tree.hpp"
#include "route_opt/instance.hpp"
#include "walk.hpp"
#include "watch.hpp"

namespace route_opt {

template <class M>
struct Item {
    M mask;
    std::int64_t reduced = 0;  // dual_scale * value - duals of the mask
    Money value = 0;           // an upper bound when routes share a term, otherwise exact
    std::int32_t sides = 0;
    std::int32_t row = 0;  // the caller's name for it
};

// Trains that choose from the same list. Copies are interchangeable, so the search takes their
// items in the order of the list. A group that must run leaves no copy idle.
template <class M>
struct Group {
    std::vector<Item<M>> items;
    std::int32_t copies = 1;
    bool must = false;
};

struct Choice {
    std::int32_t group;
    std::int32_t row;
};

// What the search looks for: a set of at least `floor` that beats the incumbent. In the second
// pass `ties` is set: sets as good as the incumbent count when they use fewer sides.
struct Incumbent {
    Money value = -1;  // -1: none yet
    std::int32_t sides = 0;
    std::vector<Choice> chosen;
};

// The Lagrangian dual of the packing problem. For any duals >= 0 on the bits,
//     L = sum of duals + sum over groups of the best reduced values, one a copy, never below 0
// is at least dual_scale times the value of every set: each set's value is the sum of its reduced
// values and the duals of the bits it uses, and no bit is used twice.
template <class M>
class Duals {
public:
    Duals(std::int32_t bits, Watch& watch)
        : duals_(static_cast<std::size_t>(bits), 0), best_(duals_), watch_(watch) {}

    [[nodiscard]] std::int64_t total() const {
        return std::accumulate(duals_.begin(), duals_.end(), std::int64_t{0});
    }
    [[nodiscard]] std::int64_t of(const M& mask) const {
        std::int64_t sum = 0;
        mask.each([&](std::size_t bit) { sum += duals_[bit]; });
        return sum;
    }
    [[nodiscard]] const std::vector<std::int64_t>& values() const { return duals_; }
    void set(std::vector<std::int64_t> duals) { duals_ = std::move(duals); }

    // Writes the reduced values and returns L.
    std::int64_t price(std::vector<Group<M>>& groups) {
        std::int64_t bound = total();
        tops_.clear();
        for (Group<M>& group : groups) bound += price(group);
        return bound;
    }

    // Lowers L and leaves the items priced by the best duals found. `goal` is a value L need not
    // fall below (what is already found). Long lists are priced in full only now and then: the
    // steps are made on the items that matter, and what a full pricing brings up joins them.
    std::int64_t improve(std::vector<Group<M>>& groups, Money goal, int steps) {
        std::size_t items = 0;
        for (const Group<M>& group : groups) items += group.items.size();
        std::int64_t least = price(groups);
        if (items <= 4 * working_size) return descend(groups, goal, steps);
        std::vector<std::int64_t> best = duals_;
        std::vector<Group<M>> working(groups.size());
        for (std::size_t g = 0; g < groups.size(); ++g) {
            working[g].copies = groups[g].copies;
            working[g].must = groups[g].must;
        }
        std::vector<std::vector<char>> taken(groups.size());
        for (int round = 0; round < 15 && !watch_.stopped(); ++round) {
            for (std::size_t g = 0; g < groups.size(); ++g) {
                take_best(groups[g], round == 0 ? working_size : working_size / 4, taken[g],
                          working[g]);
            }
            const std::int64_t inside = descend(working, goal, steps);
            const std::int64_t bound = price(groups);
            if (bound < least) {
                least = bound;
                best = duals_;
            }
            if (least - inside < dual_scale || least < dual_scale * (std::int64_t{goal} + 1)) break;
        }
        duals_ = best;
        return price(groups);
    }

private:
    static constexpr std::size_t working_size = 1000;

    // Moves the items of greatest reduced value into the working list.
    void take_best(const Group<M>& group, std::size_t count, std::vector<char>& taken,
                   Group<M>& working) {
        taken.resize(group.items.size(), 0);
        std::vector<std::pair<std::int64_t, std::size_t>> order;
        for (std::size_t i = 0; i < group.items.size(); ++i) {
            if (!taken[i]) order.push_back({-group.items[i].reduced, i});
        }
        watch_.work(static_cast<std::int64_t>(group.items.size()) * 10);
        count = std::min(count, order.size());
        std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count),
                         order.end());
        std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
        for (std::size_t i = 0; i < count; ++i) {
            taken[order[i].second] = 1;
            working.items.push_back(group.items[order[i].second]);
        }
    }

    // Subgradient steps; keeps the duals with the least L seen, and leaves the items priced by
    // them.
    std::int64_t descend(std::vector<Group<M>>& groups, Money goal, int steps) {
        std::int64_t least = price(groups);
        best_ = duals_;
        std::int64_t pace = 256;  // in 1/256 of the full Polyak step
        int stale = 0;
        for (int i = 0; i < steps && !watch_.stopped(); ++i) {
            if (!step(least - dual_scale * goal, pace)) break;
            const std::int64_t bound = price(groups);
            if (bound < least) {
                least = bound;
                best_ = duals_;
                stale = 0;
            } else if (++stale == 5) {
                stale = 0;
                pace = pace * 2 / 3;
                duals_ = best_;
                price(groups);
                if (pace < 8) break;
            }
            if (least < dual_scale * (std::int64_t{goal} + 1)) break;
        }
        duals_ = best_;
        return price(groups);
    }

    // Prices a group; remembers its best items for the next step.
    std::int64_t price(Group<M>& group) {
        top_.assign(static_cast<std::size_t>(group.copies), nullptr);
        for (Item<M>& item : group.items) {
            item.reduced = dual_scale * item.value - of(item.mask);
            if (top_.back() != nullptr && item.reduced <= top_.back()->reduced) continue;
            std::size_t at = top_.size() - 1;
            for (; at > 0 && (top_[at - 1] == nullptr || item.reduced > top_[at - 1]->reduced);
                 --at) {
                top_[at] = top_[at - 1];
            }
            top_[at] = &item;
        }
        watch_.work(static_cast<std::int64_t>(group.items.size()) * 15);
        std::int64_t sum = 0;
        for (const Item<M>* item : top_) {
            if (item == nullptr || (item->reduced <= 0 && !group.must)) break;
            sum += item->reduced;
            tops_.push_back(item);
        }
        return sum;
    }

    // Bits used more than once become dearer, unused ones cheaper. False: nothing to change.
    bool step(std::int64_t gap, std::int64_t pace) {
        use_.assign(duals_.size(), -1);
        for (const Item<M>* item : tops_) {
            item->mask.each([&](std::size_t bit) { ++use_[bit]; });
        }
        std::int64_t norm = 0;
        for (std::size_t b = 0; b < use_.size(); ++b) {
            if (use_[b] < 0 && duals_[b] == 0) use_[b] = 0;
            norm += std::int64_t{use_[b]} * use_[b];
        }
        if (norm == 0 || gap <= 0) return false;
        bool moved = false;
        for (std::size_t b = 0; b < use_.size(); ++b) {
            std::int64_t change = gap * pace * use_[b] / (256 * norm);
            if (change == 0) change = use_[b];
            const std::int64_t next = std::max<std::int64_t>(0, duals_[b] + change);
            moved |= next != duals_[b];
            duals_[b] = next;
        }
        return moved;
    }

    std::vector<std::int64_t> duals_;
    std::vector<std::int64_t> best_;
    std::vector<std::int32_t> use_;
    std::vector<const Item<M>*> top_;
    std::vector<const Item<M>*> tops_;
    Watch& watch_;
};

// Depth-first search over the groups. Items must be sorted by `reduced`, greatest first. With all
// duals 0 it is plain branch and bound on the values.
template <class M, class Worth>
class Packing {
public:
    enum class End { complete, budget, stopped };

    // `duals` is the sum of all duals; `worth` gives the true value of a set of choices, given the
    // sum of the items' values.
    Packing(const std::vector<Group<M>>& groups, std::int64_t duals, Money step, std::size_t words,
            const Worth& worth, Watch& watch)
        : groups_(groups), duals_(duals), step_(step), words_(words), worth_(worth), watch_(watch) {
        std::int32_t depth = 0;
        for (const Group<M>& group : groups) depth += group.copies;
        levels_.resize(static_cast<std::size_t>(depth) + groups.size() + 1);
    }

    // Improves the incumbent with sets of at least `floor`. When it returns `complete`, no set of
    // at least `floor` is better (with ties: or as good and shorter).
    End run(Money floor, bool ties, std::int64_t budget, Incumbent& incumbent) {
        incumbent_ = &incumbent;
        floor_ = floor;
        ties_ = ties;
        budget_ = budget;
        end_ = End::complete;
        chosen_.clear();
        Level& root = levels_[0];
        root.lists.resize(groups_.size());
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            std::vector<std::int32_t>& list = root.lists[g].items;
            list.resize(groups_[g].items.size());
            std::iota(list.begin(), list.end(), 0);
            root.lists[g].copies = groups_[g].copies;
        }
        aim();
        search(0, M::zero(words_), duals_, 0, 0);
        return end_;
    }

private:
    static constexpr std::size_t tree_pays = 200;

    struct List {
        std::vector<std::int32_t> items;  // into the group's items, in its order
        std::int32_t copies = 0;
    };
    struct Level {
        std::vector<List> lists;
    };

    // The least sum of reduced values and duals that is still of interest.
    void aim() {
        Money value = floor_;
        if (incumbent_->value >= 0) {
            value = std::max(value, incumbent_->value + (ties_ ? 0 : step_));
        }
        aim_ = dual_scale * value;
    }

    [[nodiscard]] std::int64_t reduced(std::size_t group, std::int32_t item) const {
        return groups_[group].items[static_cast<std::size_t>(item)].reduced;
    }

    // Bound on what the copies of a list can still add, from position `from` on.
    [[nodiscard]] std::int64_t best_of(std::size_t group, const List& list, std::size_t from,
                                       std::int32_t copies) const {
        std::int64_t sum = 0;
        for (std::int32_t c = 0; c < copies; ++c) {
            const std::size_t at = from + static_cast<std::size_t>(c);
            if (at >= list.items.size()) break;
            const std::int64_t r = reduced(group, list.items[at]);
            if (r <= 0 && !groups_[group].must) break;
            sum += r;
        }
        return sum;
    }

    [[nodiscard]] bool leave() {
        if (watch_.stopped()) end_ = End::stopped;
        return end_ != End::complete;
    }

    void search(std::size_t depth, const M& used, std::int64_t reached, Money value,
                std::int32_t sides) {
        const Level& level = levels_[depth];
        std::size_t pick = groups_.size();
        std::int64_t rest = 0;
        std::int32_t copies = 0;
        for (std::size_t g = 0; g < level.lists.size(); ++g) {
            const List& list = level.lists[g];
            if (list.copies == 0) continue;
            if (list.items.empty()) {
                if (groups_[g].must) return;
                continue;
            }
            rest += best_of(g, list, 0, list.copies);
            copies += list.copies;
            if (pick == groups_.size() || prefer(g, pick, level)) pick = g;
        }
        if (reached + rest < aim_) return;
        if (ties_ && sides >= incumbent_->sides) return;
        if (pick == groups_.size()) {
            finish(value, sides);
            return;
        }
        branch(depth, pick, used, reached, value, sides, rest, copies);
    }

    [[nodiscard]] bool prefer(std::size_t g, std::size_t pick, const Level& level) const {
        if (groups_[g].must != groups_[pick].must) return groups_[g].must;
        return level.lists[g].items.size() < level.lists[pick].items.size();
    }

    void branch(std::size_t depth, std::size_t pick, const M& used, std::int64_t reached,
                Money value, std::int32_t sides, std::int64_t rest, std::int32_t copies) {
        const List& list = levels_[depth].lists[pick];
        const std::int64_t others = rest - best_of(pick, list, 0, list.copies);
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            if (++spent_ > budget_) end_ = End::budget;
            watch_.node();
            if (leave()) return;
            if (reached + others + best_of(pick, list, i, list.copies) < aim_) break;
            const Item<M>& item = groups_[pick].items[static_cast<std::size_t>(list.items[i])];
            if (!used.disjoint(item.mask)) continue;  // only where lists are not yet filtered
            chosen_.push_back({static_cast<std::int32_t>(pick), item.row});
            const std::int64_t here = reached + item.reduced;
            if (copies == 1) {
                finish(value + item.value, sides + item.sides);
            } else if (copies == 2) {
                take_last(depth, pick, i + 1, used | item.mask, here, value + item.value,
                          sides + item.sides);
            } else {
                const M now = used | item.mask;
                narrow(depth, pick, i, now, here,
                       others + best_of(pick, list, i + 1, list.copies - 1));
                search(depth + 1, now, here, value + item.value, sides + item.sides);
            }
            chosen_.pop_back();
        }
        if (leave() || groups_[pick].must) return;
        leave_idle(depth, pick, used, reached, value, sides, others);
    }

    // One more route to choose: no lists are made, the first that fits is the best one.
    void take_last(std::size_t depth, std::size_t pick, std::size_t from, const M& used,
                   std::int64_t reached, Money value, std::int32_t sides) {
        const Level& level = levels_[depth];
        std::size_t g = pick;
        if (level.lists[pick].copies == 1) {
            from = 0;
            for (g = 0; g == pick || level.lists[g].copies == 0 || level.lists[g].items.empty();) {
                ++g;
            }
        }
        const std::vector<std::int32_t>& list = level.lists[g].items;
        const auto take = [&](const Item<M>& item) {
            chosen_.push_back({static_cast<std::int32_t>(g), item.row});
            finish(value + item.value, sides + item.sides);
            chosen_.pop_back();
        };
        if (from < list.size() && list.size() - from > tree_pays) {
            // The tree holds the whole group; what lists left out fails one of its tests too.
            tree(g).each(used, reduced(g, list[from]), [&] { return aim_ - reached; },
                         [&](std::int32_t i) { take(groups_[g].items[i]); });
        } else {
            std::size_t i = from;
            for (; i < list.size(); ++i) {
                const Item<M>& item = groups_[g].items[static_cast<std::size_t>(list[i])];
                if (reached + item.reduced < aim_) break;
                if (used.disjoint(item.mask)) take(item);
            }
            watch_.work(static_cast<std::int64_t>(i - from) * 2);
        }
        if (!groups_[g].must && reached >= aim_) finish(value, sides);
    }

    // Copies of the group stay where they are; the other groups go on.
    void leave_idle(std::size_t depth, std::size_t pick, const M& used, std::int64_t reached,
                    Money value, std::int32_t sides, std::int64_t others) {
        if (reached + others < aim_) return;
        copy_level(depth, depth + 1);
        levels_[depth + 1].lists[pick].copies = 0;
        search(depth + 1, used, reached, value, sides);
    }

    const MaskTree<M, Item<M>>& tree(std::size_t group) {
        trees_.resize(groups_.size());
        if (!trees_[group]) {
            trees_[group] =
                std::make_unique<MaskTree<M, Item<M>>>(groups_[group].items, words_, watch_);
        }
        return *trees_[group];
    }

    void copy_level(std::size_t from, std::size_t to) { levels_[to].lists = levels_[from].lists; }

    // The lists that remain after item `taken` of group `pick`: compatible, and worth it.
    void narrow(std::size_t depth, std::size_t pick, std::size_t taken, const M& used,
                std::int64_t reached, std::int64_t rest) {
        const Level& from = levels_[depth];
        Level& to = levels_[depth + 1];
        to.lists.resize(from.lists.size());
        std::int64_t cost = 0;
        for (std::size_t g = 0; g < from.lists.size(); ++g) {
            const List& source = from.lists[g];
            List& target = to.lists[g];
            target.items.clear();
            target.copies = source.copies - (g == pick ? 1 : 0);
            if (target.copies == 0) continue;
            const std::size_t begin = g == pick ? taken + 1 : 0;
            // An item must make up for the weakest of those that `rest` assumes.
            const std::size_t weakest = begin + static_cast<std::size_t>(target.copies) - 1;
            std::int64_t makes_up =
                weakest < source.items.size() ? reduced(g, source.items[weakest]) : 0;
            if (!groups_[g].must) makes_up = std::max<std::int64_t>(0, makes_up);
            const std::int64_t least = aim_ - reached - rest + makes_up;
            for (std::size_t i = begin; i < source.items.size(); ++i) {
                const Item<M>& item = groups_[g].items[static_cast<std::size_t>(source.items[i])];
                if (item.reduced < least) break;
                ++cost;
                if (used.disjoint(item.mask)) target.items.push_back(source.items[i]);
            }
        }
        watch_.work(cost * 3);
    }

    void finish(Money value, std::int32_t sides) {
        const Money worth = worth_(chosen_, value);
        if (worth < floor_ || worth < incumbent_->value) return;
        if (worth == incumbent_->value && !(ties_ && sides < incumbent_->sides)) return;
        incumbent_->value = worth;
        incumbent_->sides = sides;
        incumbent_->chosen = chosen_;
        watch_.set_value(worth);
        aim();
    }

    const std::vector<Group<M>>& groups_;
    const std::int64_t duals_;
    const Money step_;
    const std::size_t words_;
    const Worth& worth_;
    Watch& watch_;

    Incumbent* incumbent_ = nullptr;
    Money floor_ = 0;
    bool ties_ = false;
    std::int64_t budget_ = 0;
    std::int64_t spent_ = 0;
    std::int64_t aim_ = 0;
    End end_ = End::complete;
    std::vector<Level> levels_;
    std::vector<Choice> chosen_;
    std::vector<std::unique_ptr<MaskTree<M, Item<M>>>> trees_;
};

}  // namespace route_opt
