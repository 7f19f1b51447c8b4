// Any bytes make an instance; sound or not, nothing may crash, and answers must check out. Built
// with -fsanitize=fuzzer and ROUTE_OPT_FUZZER defined this is a libFuzzer target; otherwise main()
// feeds it seeded random bytes.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "boards.hpp"
#include "route_opt/count.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"
#include "tuned.hpp"

using namespace route_opt;
using namespace route_opt::test;

namespace {

// Bytes as a source of numbers; zeros once they run out.
class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    std::int32_t below(std::int32_t n) {
        return n <= 0 ? 0 : static_cast<std::int32_t>(next()) % n;
    }
    bool chance(std::int32_t percent) { return below(100) < percent; }
    std::uint8_t next() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
    [[nodiscard]] bool empty() const { return at_ >= size_; }

private:
    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

// Raw numbers in every array, mostly unsound.
Instance wild_instance(Bytes& bytes) {
    Instance in;
    const std::int32_t stops = bytes.below(6);
    for (std::int32_t i = 0; i < stops; ++i) {
        add_stop(in, {static_cast<Money>(static_cast<std::int8_t>(bytes.next())), bytes.chance(40),
                      bytes.chance(20)});
        in.stops.group[i] = bytes.below(5) - 2;
        in.stops.end_class[i] = bytes.below(4) - 1;
    }
    in.track.sides = bytes.below(8) - 1;
    const std::int32_t pieces = bytes.below(16);
    for (std::int32_t i = 0; i < pieces; ++i) {
        add_piece(in, bytes.below(24) - 1, bytes.below(24) - 1);
    }
    if (bytes.chance(10)) in.track.a.push_back(0);
    for (std::int32_t i = bytes.below(3); i > 0; --i) {
        add_train(in, bytes.below(6) - 1, bytes.below(5) - 1);
    }
    if (bytes.chance(30)) in.terms.bonus_ends.push_back({bytes.below(4) - 1, bytes.below(4)});
    if (bytes.chance(30)) in.terms.required_ends.push_back({bytes.below(7) - 1, bytes.below(7)});
    if (bytes.chance(10)) in.stops.goods.clear();
    return in;
}

void fail(const char* what, const Instance& in) {
    std::printf("%s\n%s\n", what, dump(in).c_str());
    std::abort();
}

void try_instance(const Instance& in) {
    const bool sound = validate(in).empty();
    Limits limits;
    limits.nodes = 20'000;
    try {
        const Solution plain = solve(in, limits);
        Tuning tuning;
        tuning.few.rows = 1;
        const Solution swept = solve_tuned(in, limits, tuning);
        tuning.sweep = false;
        const Solution listed = solve_tuned(in, limits, tuning);
        tuning.sweep = true;
        for (Stage& stage : tuning.stages) stage = {3, 2, 50};
        limits.nodes = 200;
        const Solution narrow = solve_tuned(in, limits, tuning);
        (void)count_routes(in, limits);
        if (!sound) fail("unsound instance accepted", in);
        for (const Solution* s : {&plain, &swept, &listed, &narrow}) {
            if (s->status == Status::infeasible) continue;
            if (!verify(in, *s).problems.empty()) fail("illegal answer", in);
        }
        const Money value = std::max({plain.value, swept.value, listed.value, narrow.value});
        const Money bound = std::min({plain.bound, swept.bound, listed.bound, narrow.bound});
        if (bound < value) fail("bounds disagree", in);
    } catch (const std::invalid_argument&) {
        if (sound) fail("sound instance refused", in);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    if (bytes.chance(50)) {
        try_instance(wild_instance(bytes));
    } else {
        try_instance(random_instance(bytes, 7, 9, 3));
    }
    return 0;
}

#ifndef ROUTE_OPT_FUZZER
// fuzz_solve [RUNS | SECONDSs] [SEED]: so many runs, or as many as fit into the time.
int main(int argc, char** argv) {
    const std::string how_long = argc > 1 ? argv[1] : "5000";
    const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atoll(argv[2]) : 12345);
    const bool timed = how_long.back() == 's';
    const int most = timed ? std::numeric_limits<int>::max() : std::atoi(how_long.c_str());
    const auto end = std::chrono::steady_clock::now() +
                     std::chrono::seconds(timed ? std::atoi(how_long.c_str()) : 0);
    Random random(seed);
    std::vector<std::uint8_t> data;
    int runs = 0;
    for (; runs < most && !(timed && std::chrono::steady_clock::now() >= end); ++runs) {
        data.resize(static_cast<std::size_t>(random.below(300)));
        for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random.below(256));
        LLVMFuzzerTestOneInput(data.data(), data.size());
    }
    std::printf("%d runs from seed %llu\n", runs, static_cast<unsigned long long>(seed));
    return 0;
}
#endif
