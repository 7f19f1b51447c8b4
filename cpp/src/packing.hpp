// Choosing one route a train from given lists, no track used twice: branch and bound.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "mask.hpp"
#include "route_opt/instance.hpp"
#include "watch.hpp"

namespace route_opt {

template <class M>
struct Item {
    M mask;
    Money value = 0;  // an upper bound when routes share a term, otherwise exact
    std::int32_t sides = 0;
    std::int32_t row = 0;  // the caller's name for it
};

// Items by value, the greatest first; ties by sides, then by name. They are sorted only as far as
// somebody has looked: a search rarely gets beyond the first few of thousands.
template <class M>
class Ranked {
public:
    void reserve(std::size_t size) { items_.reserve(size); }
    // All of them, before anybody looks.
    void add(const Item<M>& item) { items_.push_back(item); }

    [[nodiscard]] std::size_t size() const { return items_.size(); }
    [[nodiscard]] bool empty() const { return items_.empty(); }
    [[nodiscard]] const Item<M>& operator[](std::size_t place) const {
        if (place >= sorted_) sort_up_to(place);
        return items_[place];
    }

private:
    static constexpr std::size_t first_part = 64;
    static constexpr std::size_t growth = 4;

    [[nodiscard]] static bool before(const Item<M>& x, const Item<M>& y) {
        if (x.value != y.value) return x.value > y.value;
        if (x.sides != y.sides) return x.sides < y.sides;
        return x.row < y.row;
    }

    void sort_up_to(std::size_t place) const {
        const std::size_t wanted = std::max({first_part, growth * sorted_, place + 1});
        const auto from = items_.begin() + static_cast<std::ptrdiff_t>(sorted_);
        sorted_ = std::min(items_.size(), wanted);
        const auto end = items_.begin() + static_cast<std::ptrdiff_t>(sorted_);
        if (end != items_.end()) std::nth_element(from, end, items_.end(), before);
        std::sort(from, end, before);
    }

    mutable std::vector<Item<M>> items_;
    mutable std::size_t sorted_ = 0;  // so many stand where they belong
};

// Trains that choose from the same list. Copies are interchangeable, so the search takes their
// items in the order of the list. A group that must run leaves no copy idle.
template <class M>
struct Group {
    const Ranked<M>* items;
    std::int32_t copies = 1;
    bool must = false;
};

struct Choice {
    std::int32_t group;
    std::int32_t row;
};

// The best set so far.
struct Incumbent {
    Money value = -1;  // -1: none yet
    std::int32_t sides = 0;
    std::vector<Choice> chosen;
};

// Lemma 9. Depth-first search over the groups. What the trains left can
// add is bounded by the best values in their lists; the lists shrink with every choice.
template <class M, class Worth>
class Packing {
public:
    enum class End { complete, budget, stopped };

    // `step` divides every value; `worth` gives the true value of a set of choices, given the sum
    // of the items' values.
    Packing(const std::vector<Group<M>>& groups, Money step, std::size_t words, const Worth& worth,
            Watch& watch)
        : groups_(groups), step_(step), words_(words), worth_(worth), watch_(watch) {
        std::int32_t depth = 0;
        for (const Group<M>& group : groups) depth += group.copies;
        levels_.resize(static_cast<std::size_t>(depth) + groups.size() + 1);
        levels_[0].resize(groups.size());
        for (std::size_t g = 0; g < groups.size(); ++g) {
            levels_[0][g].items.resize(groups[g].items->size());
            std::iota(levels_[0][g].items.begin(), levels_[0][g].items.end(), 0);
            levels_[0][g].copies = groups[g].copies;
            watch.work(static_cast<std::int64_t>(groups[g].items->size()));
        }
    }

    // No set is worth more.
    [[nodiscard]] Money ceiling() const {
        Money sum = 0;
        for (std::size_t g = 0; g < groups_.size(); ++g) sum += best_of(g, levels_[0][g], 0);
        return sum;
    }

    // Improves the incumbent. When it returns `complete`, no set is better. With `ties`, a set
    // that is as good and uses fewer sides counts as better.
    End run(bool ties, std::int64_t budget, Incumbent& incumbent) {
        incumbent_ = &incumbent;
        ties_ = ties;
        budget_ = budget;
        end_ = End::complete;
        aim();
        search(0, M::zero(words_), 0, 0);
        return end_;
    }

private:
    struct List {
        std::vector<std::int32_t> items;  // into the group's items, in its order
        std::int32_t copies = 0;
    };
    using Level = std::vector<List>;  // by group

    // The least value that is still of interest.
    void aim() { aim_ = incumbent_->value < 0 ? 0 : incumbent_->value + (ties_ ? 0 : step_); }

    [[nodiscard]] const Item<M>& item(std::size_t group, std::int32_t index) const {
        return (*groups_[group].items)[static_cast<std::size_t>(index)];
    }

    // Bound on what `copies` of a list can still add, from position `from` on.
    [[nodiscard]] Money best_of(std::size_t group, const List& list, std::size_t from,
                                std::int32_t copies) const {
        const std::size_t end =
            std::min(list.items.size(), from + static_cast<std::size_t>(copies));
        Money sum = 0;
        for (; from < end; ++from) sum += item(group, list.items[from]).value;
        return sum;
    }
    [[nodiscard]] Money best_of(std::size_t group, const List& list, std::size_t from) const {
        return best_of(group, list, from, list.copies);
    }

    [[nodiscard]] bool leave() {
        if (watch_.stopped()) end_ = End::stopped;
        return end_ != End::complete;
    }

    void search(std::size_t depth, const M& used, Money value, std::int32_t sides) {
        const Level& level = levels_[depth];
        std::size_t pick = groups_.size();
        Money rest = 0;
        std::int32_t copies = 0;
        for (std::size_t g = 0; g < level.size(); ++g) {
            const List& list = level[g];
            if (list.copies == 0) continue;
            if (list.items.empty()) {
                if (groups_[g].must) return;
                continue;
            }
            rest += best_of(g, list, 0);
            copies += list.copies;
            if (pick == groups_.size() || prefer(g, pick, level)) pick = g;
        }
        if (value + rest < aim_) return;
        if (ties_ && sides >= incumbent_->sides) return;
        if (pick == groups_.size()) {
            finish(value, sides);
            return;
        }
        branch(depth, pick, used, value, sides, rest, copies);
    }

    [[nodiscard]] bool prefer(std::size_t g, std::size_t pick, const Level& level) const {
        if (groups_[g].must != groups_[pick].must) return groups_[g].must;
        return level[g].items.size() < level[pick].items.size();
    }

    void branch(std::size_t depth, std::size_t pick, const M& used, Money value, std::int32_t sides,
                Money rest, std::int32_t copies) {
        const List& list = levels_[depth][pick];
        const Money others = rest - best_of(pick, list, 0);
        for (std::size_t i = 0; i < list.items.size(); ++i) {
            if (++spent_ > budget_) end_ = End::budget;
            watch_.node();
            if (leave()) return;
            if (value + others + best_of(pick, list, i) < aim_) break;
            const Item<M>& next = item(pick, list.items[i]);
            const M now = used | next.mask;
            const Money here = value + next.value;
            chosen_.push_back({static_cast<std::int32_t>(pick), next.row});
            if (copies == 1) {
                finish(here, sides + next.sides);
            } else if (copies == 2) {
                take_last(levels_[depth], pick, i + 1, now, here, sides + next.sides);
            } else {
                narrow(depth, pick, i, now, here,
                       others + best_of(pick, list, i + 1, list.copies - 1));
                search(depth + 1, now, here, sides + next.sides);
            }
            chosen_.pop_back();
        }
        if (leave() || groups_[pick].must || value + others < aim_) return;
        // Copies of the group stay where they are; the other groups go on.
        levels_[depth + 1] = levels_[depth];
        levels_[depth + 1][pick].copies = 0;
        search(depth + 1, used, value, sides);
    }

    // One more route to choose: no lists are made, the first that fits is the best one.
    void take_last(const Level& level, std::size_t pick, std::size_t from, const M& used,
                   Money value, std::int32_t sides) {
        std::size_t g = pick;
        if (level[pick].copies == 1) {
            from = 0;
            for (g = 0; g == pick || level[g].copies == 0 || level[g].items.empty();) ++g;
        }
        const std::vector<std::int32_t>& list = level[g].items;
        std::size_t i = from;
        for (; i < list.size(); ++i) {
            const Item<M>& last = item(g, list[i]);
            if (value + last.value < aim_) break;
            if (!used.disjoint(last.mask)) continue;
            chosen_.push_back({static_cast<std::int32_t>(g), last.row});
            finish(value + last.value, sides + last.sides);
            chosen_.pop_back();
            if (watch_.work(50)) break;
        }
        watch_.work(static_cast<std::int64_t>(i - from) * 2);
        if (!groups_[g].must && value >= aim_) finish(value, sides);
    }

    // The lists that remain after item `taken` of group `pick`: compatible, and worth it.
    void narrow(std::size_t depth, std::size_t pick, std::size_t taken, const M& used, Money value,
                Money rest) {
        const Level& from = levels_[depth];
        Level& to = levels_[depth + 1];
        to.resize(from.size());
        std::int64_t cost = 0;
        for (std::size_t g = 0; g < from.size(); ++g) {
            const List& source = from[g];
            List& target = to[g];
            target.items.clear();
            target.copies = source.copies - (g == pick ? 1 : 0);
            if (target.copies == 0) continue;
            const std::size_t begin = g == pick ? taken + 1 : 0;
            // An item must make up for the weakest of those that `rest` assumes.
            const std::size_t weakest = begin + static_cast<std::size_t>(target.copies) - 1;
            const Money makes_up =
                weakest < source.items.size() ? item(g, source.items[weakest]).value : 0;
            const Money least = aim_ - value - rest + makes_up;
            for (std::size_t i = begin; i < source.items.size(); ++i, ++cost) {
                const Item<M>& next = item(g, source.items[i]);
                if (next.value < least) break;
                if (used.disjoint(next.mask)) target.items.push_back(source.items[i]);
            }
        }
        watch_.work(cost * 3);
    }

    void finish(Money value, std::int32_t sides) {
        const Money worth = worth_(chosen_, value);
        if (worth < incumbent_->value) return;
        if (worth == incumbent_->value && !(ties_ && sides < incumbent_->sides)) return;
        *incumbent_ = {worth, sides, chosen_};
        watch_.set_value(worth);
        aim();
    }

    const std::vector<Group<M>>& groups_;
    const Money step_;
    const std::size_t words_;
    const Worth& worth_;
    Watch& watch_;

    Incumbent* incumbent_ = nullptr;
    bool ties_ = false;
    std::int64_t budget_ = 0;
    std::int64_t spent_ = 0;
    Money aim_ = 0;
    End end_ = End::complete;
    std::vector<Level> levels_;
    std::vector<Choice> chosen_;
};

}  // namespace route_opt
