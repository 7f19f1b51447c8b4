// The clock and the counters of one search.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include "hands.hpp"
#include "route_opt/limits.hpp"

namespace route_opt {

// Every loop of the core tells the watch what it does and leaves when told to stop. Nodes are what
// the caller sees and limits; work is a rough cost in nanoseconds, which only decides how often
// the clock is read. Once stopped, a watch stays stopped.
class Watch {
public:
    static constexpr auto unlimited_work = std::numeric_limits<std::int64_t>::max();

    // `most_work` stops like the clock, and at the same point on every machine: for tests.
    explicit Watch(const Limits& limits, std::int64_t most_work = unlimited_work)
        : limits_(limits),
          most_work_(most_work),
          timed_(limits.seconds < std::numeric_limits<double>::infinity() || limits.poll),
          start_(std::chrono::steady_clock::now()),
          hands_(limits.threads) {
        if (limits.nodes <= 0 || limits.seconds <= 0) end();
    }

    // For an errand: it stops when nobody wants it any more.
    explicit Watch(const Errand& errand) : Watch(Limits{}) { errand_ = &errand; }

    // Whether to look for fewer sides among sets of the greatest value.
    [[nodiscard]] bool ties() const { return limits_.ties; }

    // One node of a search tree. True: stop.
    bool node() {
        if (stopped_) return true;
        if (++nodes_ >= cap_) {
            stopped_ = true;
            if (nodes_ >= limits_.nodes) end();
        }
        return work(20);
    }

    // Some nanoseconds of work that is not a node. True: stop.
    bool work(std::int64_t cost) {
        work_ += cost;
        if (work_ >= next_look_) look();
        return stopped_;
    }

    // Nothing was done but waiting. True: stop.
    bool waited() {
        look();
        return stopped_;
    }

    [[nodiscard]] bool stopped() const { return stopped_; }
    // Stopped for good: by the clock, by all nodes, by the caller, and not by a cap.
    [[nodiscard]] bool over() const { return over_; }
    [[nodiscard]] std::int64_t nodes() const { return nodes_; }
    [[nodiscard]] std::int64_t worked() const { return work_; }
    [[nodiscard]] std::int64_t most_nodes() const { return limits_.nodes; }
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

    // Who does the work. The watch itself is for the asking thread alone.
    [[nodiscard]] Hands& hands() { return hands_; }

    // For progress reports: a set of this value is known; no set is worth more than that.
    void set_value(Money value) { value_ = std::max(value_, value); }
    void set_bound(Money bound) { bound_ = std::min(bound_, bound); }

private:
    friend class NodeCap;
    static constexpr std::int64_t look_every = 200'000;
    static constexpr double report_every = 0.005;

    // Others are told at once: the asking thread waits for them before it answers.
    void end() {
        stopped_ = over_ = true;
        hands_.dismiss();
    }

    void look() {
        if (work_ >= most_work_ || (errand_ != nullptr && !errand_->wanted())) end();
        next_look_ = work_ + (over_ ? look_every : std::min(look_every, most_work_ - work_));
        if (!timed_ || stopped_) return;
        const double now = seconds();
        if (now >= limits_.seconds) end();
        if (limits_.poll && now >= next_report_) {
            next_report_ = now + report_every;
            if (limits_.poll(limits_.context, Progress{value_, bound_, nodes_, now})) end();
        }
    }

    const Limits limits_;
    const std::int64_t most_work_;
    const bool timed_;
    const std::chrono::steady_clock::time_point start_;
    const Errand* errand_ = nullptr;
    Hands hands_;
    std::int64_t nodes_ = 0;
    std::int64_t work_ = 0;
    std::int64_t next_look_ = std::min(look_every, most_work_);
    double next_report_ = report_every;
    Money value_ = 0;
    Money bound_ = std::numeric_limits<Money>::max();
    std::int64_t cap_ = limits_.nodes;
    bool stopped_ = false;
    bool over_ = false;
};

// While it lives, the watch also stops after so many nodes more: for a part of the search that
// may not take the whole.
class NodeCap {
public:
    static constexpr std::int64_t unlimited = std::int64_t{1} << 60;

    NodeCap(Watch& watch, std::int64_t nodes) : watch_(watch), outer_(watch.cap_) {
        watch.cap_ = std::min(outer_, watch.nodes_ + std::max<std::int64_t>(1, nodes));
    }
    ~NodeCap() {
        watch_.cap_ = outer_;
        watch_.stopped_ = watch_.over_ || watch_.nodes_ >= outer_;
    }
    NodeCap(const NodeCap&) = delete;
    NodeCap& operator=(const NodeCap&) = delete;

private:
    Watch& watch_;
    const std::int64_t outer_;
};

}  // namespace route_opt
