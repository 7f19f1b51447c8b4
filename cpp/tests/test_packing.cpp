// Packing random lists with and without duals against trying every set; masks; the mask tree.
#include "packing.hpp"

#include "boards.hpp"
#include "check.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

using M = Mask<1>;

struct SumOnly {
    Money operator()(const std::vector<Choice>&, Money value) const { return value; }
};

std::vector<Group<M>> random_groups(Random& random) {
    std::vector<Group<M>> groups(static_cast<std::size_t>(1 + random.below(3)));
    for (Group<M>& group : groups) {
        group.copies = 1 + random.below(2);
        const std::int32_t items = 1 + random.below(12);
        for (std::int32_t i = 0; i < items; ++i) {
            std::uint64_t bits = 0;
            for (int k = 0; k < 4; ++k) bits |= std::uint64_t{1} << random.below(14);
            const Money value = 10 * (1 + random.below(9));
            group.items.push_back({M::load(&bits, 1), dual_scale * value, value, 0, i});
        }
    }
    return groups;
}

Money brute(const std::vector<Group<M>>& groups, std::size_t g, std::int32_t copy, std::size_t from,
            const M& used) {
    if (g == groups.size()) return 0;
    if (copy == groups[g].copies) return brute(groups, g + 1, 0, 0, used);
    Money best = brute(groups, g + 1, 0, 0, used);
    for (std::size_t i = from; i < groups[g].items.size(); ++i) {
        const Item<M>& item = groups[g].items[i];
        if (!used.disjoint(item.mask)) continue;
        best = std::max(best, item.value + brute(groups, g, copy + 1, i + 1, used | item.mask));
    }
    return best;
}

void packing_is_exact() {
    Watch watch(Limits{});
    const SumOnly worth;
    for (int seed = 1; seed <= 3000; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        std::vector<Group<M>> groups = random_groups(random);
        const Money right = brute(groups, 0, 0, 0, M());
        Duals<M> duals(14, watch);
        for (const bool priced : {false, true}) {
            if (priced) {
                const std::int64_t bound = duals.improve(groups, 0, 40);
                CHECK(bound >= dual_scale * right);
                const auto kept = within(groups, bound - dual_scale * right);
                CHECK(brute(kept, 0, 0, 0, M()) == right);
            }
            sort_items(groups, watch);
            Packing<M, SumOnly> packing(groups, duals.values(), 10, 1, worth, watch);
            Incumbent incumbent;
            const auto end = packing.run(0, false, 1'000'000, incumbent);
            CHECK((end == Packing<M, SumOnly>::End::complete));
            CHECK(incumbent.value == right);
        }
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
    std::vector<std::size_t> bits;
    y.each([&](std::size_t bit) { bits.push_back(bit); });
    CHECK(bits.size() == 2 && bits[0] == 64 * (words - 1) && y.test(bits[1]) && !x.test(bits[1]));
    auto z = y;
    z &= x;
    CHECK(z == x);
}

void tree_finds_what_a_scan_finds() {
    Watch watch(Limits{});
    Random random(5);
    std::vector<Item<M>> items;
    for (std::int32_t i = 0; i < 2000; ++i) {
        std::uint64_t bits = 0;
        for (int k = 0; k < 6; ++k) bits |= std::uint64_t{1} << random.below(30);
        items.push_back({M::load(&bits, 1), random.below(1000), 0, 0, i});
    }
    const MaskTree<M, Item<M>> tree(items, 1, watch);
    for (int query = 0; query < 200; ++query) {
        const M& used = items[static_cast<std::size_t>(random.below(2000))].mask;
        const std::int64_t least = random.below(1000);
        std::vector<std::int32_t> found;
        tree.each(used, 900, [&] { return least; }, [&](std::int32_t i) { found.push_back(i); });
        std::sort(found.begin(), found.end());
        std::vector<std::int32_t> right;
        for (std::int32_t i = 0; i < 2000; ++i) {
            const Item<M>& item = items[static_cast<std::size_t>(i)];
            if (item.mask.disjoint(used) && item.reduced >= least && item.reduced <= 900) {
                right.push_back(i);
            }
        }
        CHECK(found == right);
    }
}

}  // namespace

int main() {
    masks<1>(1);
    masks<3>(3);
    masks<0>(7);
    tree_finds_what_a_scan_finds();
    packing_is_exact();
    return summary();
}
