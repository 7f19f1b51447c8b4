// Packing random lists against trying every set; masks.
#include <algorithm>
#include <bit>
#include <tuple>

#include "boards.hpp"
#include "check.hpp"
#include "packing.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

using M = Mask<1>;

struct SumOnly {
    Money operator()(const std::vector<Choice>&, Money value) const { return value; }
};

// Lists of items, and how many trains choose from each.
struct Lists {
    std::vector<Ranked<M>> items;
    std::vector<std::int32_t> copies;

    [[nodiscard]] std::vector<Group<M>> groups() const {
        std::vector<Group<M>> all;
        for (std::size_t g = 0; g < items.size(); ++g) all.push_back({&items[g], copies[g], false});
        return all;
    }
};

Item<M> random_item(Random& random, std::int32_t row) {
    std::uint64_t bits = 0;
    for (int k = 0; k < 4; ++k) bits |= std::uint64_t{1} << random.below(14);
    const Money value = 10 * (1 + random.below(9));
    return {M::load(&bits, 1), value, std::popcount(bits), row};
}

Lists random_lists(Random& random) {
    Lists lists;
    lists.items.resize(static_cast<std::size_t>(1 + random.below(3)));
    for (Ranked<M>& list : lists.items) {
        lists.copies.push_back(1 + random.below(2));
        const std::int32_t items = 1 + random.below(12);
        for (std::int32_t i = 0; i < items; ++i) list.add(random_item(random, i));
    }
    return lists;
}

struct Best {
    Money value = 0;
    std::int32_t sides = 0;
};

Best brute(const std::vector<Group<M>>& groups, std::size_t g, std::int32_t copy, std::size_t from,
           const M& used) {
    if (g == groups.size()) return {};
    Best best = brute(groups, g + 1, 0, 0, used);
    if (copy == groups[g].copies) return best;
    for (std::size_t i = from; i < groups[g].items->size(); ++i) {
        const Item<M>& item = (*groups[g].items)[i];
        if (!used.disjoint(item.mask)) continue;
        Best with = brute(groups, g, copy + 1, i + 1, used | item.mask);
        with.value += item.value;
        with.sides += item.sides;
        if (with.value > best.value || (with.value == best.value && with.sides < best.sides)) {
            best = with;
        }
    }
    return best;
}

void packing_is_exact() {
    Watch watch(Limits{});
    const SumOnly worth;
    for (int seed = 1; seed <= 3000; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        const Lists lists = random_lists(random);
        const Best right = brute(lists.groups(), 0, 0, 0, M());
        const std::vector<Group<M>> groups = lists.groups();
        using Search = Packing<M, SumOnly>;
        CHECK(Search(groups, 10, 1, worth, watch).ceiling() >= right.value);
        Incumbent incumbent;
        CHECK(Search(groups, 10, 1, worth, watch).run(false, 1'000'000, incumbent) ==
              Search::End::complete);
        CHECK(incumbent.value == right.value);
        CHECK(Search(groups, 10, 1, worth, watch).run(true, 1'000'000, incumbent) ==
              Search::End::complete);
        CHECK(incumbent.value == right.value && incumbent.sides == right.sides);
    }
}

// However far one looks, and in whatever order, a place has the item that belongs there.
void ranked_as_by_sorting() {
    for (int seed = 1; seed <= 500; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        Ranked<M> ranked;
        std::vector<std::tuple<Money, std::int32_t, std::int32_t>> sorted;
        const std::int32_t size = random.below(seed % 10 == 0 ? 3'000 : 300);
        for (std::int32_t i = 0; i < size; ++i) {
            const Item<M> item = random_item(random, i);
            ranked.add(item);
            sorted.emplace_back(-item.value, item.sides, i);
        }
        std::sort(sorted.begin(), sorted.end());
        CHECK(ranked.size() == sorted.size() && ranked.empty() == sorted.empty());
        const auto look = [&](std::size_t place) {
            const Item<M>& item = ranked[place];
            CHECK(std::tuple(-item.value, item.sides, item.row) == sorted[place]);
        };
        for (int n = 0; n < 5 && size > 0; ++n) look(static_cast<std::size_t>(random.below(size)));
        for (std::size_t place = 0; place < sorted.size(); ++place) look(place);
    }
}

template <std::size_t W>
void masks(std::size_t words) {
    std::vector<std::uint64_t> a(words, 0);
    std::vector<std::uint64_t> b(words, 0);
    a.back() = 1;
    b.back() = 3;
    const auto x = Mask<W>::load(a.data(), words);
    const auto y = Mask<W>::load(b.data(), words);
    CHECK(!x.disjoint(y) && x.disjoint(Mask<W>::zero(words)));
    CHECK((x | y) == y);
}

}  // namespace

int main() {
    masks<1>(1);
    masks<3>(3);
    masks<0>(7);
    ranked_as_by_sorting();
    packing_is_exact();
    return summary();
}
