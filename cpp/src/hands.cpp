#include "hands.hpp"

#include <stdexcept>
#include <utility>

#if defined(__EMSCRIPTEN__) && !defined(ROUTE_OPT_ONE_THREAD)
#define ROUTE_OPT_ONE_THREAD
#endif

#if !defined(ROUTE_OPT_ONE_THREAD)
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace route_opt {

namespace {

std::int32_t checked(std::int32_t threads) {
    if (threads < 1 || threads > most_threads) {
        throw std::invalid_argument("threads: 1 to 64 may be used");
    }
    return threads;
}

}  // namespace

Hands::Hands(std::int32_t threads) : threads_(checked(threads)) {}

#if defined(ROUTE_OPT_ONE_THREAD)

struct Hands::Shared {};

Hands::~Hands() = default;
bool Hands::start() {
    return threads_ > 1 && shared_ != nullptr;  // there never is anybody
}
void Hands::open(std::size_t /*parts*/, Made /*made*/, const void* /*context*/) {}
void Hands::await(std::size_t /*k*/) {}
void Hands::used(std::size_t /*k*/) {}
void Hands::close() noexcept {}
void Hands::dismiss() noexcept {
    dismissed_ = true;
}

Errand::Errand(Hands& hands, Work work) : hands_(hands), work_(std::move(work)) {}
Errand::~Errand() = default;
void Errand::cancel() {
    wanted_ = false;
}
bool Errand::withdraw() {
    return true;
}
bool Errand::done() {
    return state_ == State::done;
}

#else

// All but `news` is guarded by the mutex.
struct Hands::Shared {
    using Lock = std::unique_lock<std::mutex>;

    std::mutex mutex;
    std::vector<std::thread> threads;
    Made made = nullptr;
    const void* context = nullptr;
    std::size_t parts = 0;
    std::size_t next = 0;  // part that nobody has begun
    std::size_t most = 0;  // parts from here on have no place yet
    std::array<bool, ahead> ready{};
    std::size_t busy = 0;  // threads that make a part, but for the asking one
    std::exception_ptr error;
    std::deque<Errand*> errands;  // that nobody has begun
    std::condition_variable errand_done;
    bool leave = false;

    // Loops follow each other within microseconds, so whoever waits looks for news a while before
    // going to sleep.
    struct Sleep {
        std::condition_variable bell;
        std::size_t asleep = 0;
        std::atomic<std::uint32_t> news{0};

        template <class Until>
        void wait(Lock& lock, Until until) {
            constexpr int looks = 40'000;
            while (!until()) {
                const std::uint32_t old = news.load(std::memory_order_relaxed);
                lock.unlock();
                int look = 0;
                while (look < looks && news.load(std::memory_order_relaxed) == old) ++look;
                lock.lock();
                if (look < looks) continue;
                ++asleep;
                bell.wait(lock, until);
                --asleep;
            }
        }
        void tell() {
            news.fetch_add(1, std::memory_order_relaxed);
            if (asleep > 0) bell.notify_all();
        }
    };
    Sleep work;  // for others
    Sleep done;  // for the asking thread

    [[nodiscard]] bool open_part() const { return next < std::min(parts, most); }

    void make_next(Lock& lock) {
        const std::size_t k = next++;
        lock.unlock();
        std::exception_ptr thrown;
        try {
            made(context, k);
        } catch (...) {
            thrown = std::current_exception();
        }
        lock.lock();
        ready[k % ahead] = true;
        if (thrown && !error) error = thrown;
    }

    void help() {
        Lock lock(mutex);
        for (;;) {
            work.wait(lock, [&] { return leave || open_part() || !errands.empty(); });
            if (leave) return;
            if (open_part()) {
                ++busy;
                make_next(lock);
                --busy;
                done.tell();
            } else {
                run_errand(lock);
            }
        }
    }

    void run_errand(Lock& lock) {
        Errand& errand = *errands.front();
        errands.pop_front();
        errand.state_ = Errand::State::begun;
        lock.unlock();
        try {
            errand.work_(errand);
        } catch (...) {
            errand.error_ = std::current_exception();
        }
        lock.lock();
        errand.state_ = Errand::State::done;
        errand_done.notify_all();
    }
};

Hands::~Hands() {
    if (!shared_) return;
    {
        const Shared::Lock lock(shared_->mutex);
        shared_->leave = true;
        shared_->work.tell();
    }
    for (std::thread& thread : shared_->threads) thread.join();
}

bool Hands::start() {
    if (threads_ < 2) return false;
    if (!shared_) {
        shared_ = std::make_unique<Shared>();
        shared_->threads.reserve(static_cast<std::size_t>(threads_));
        try {
            for (std::int32_t i = 1; i < threads_; ++i) {
                shared_->threads.emplace_back([shared = shared_.get()] { shared->help(); });
            }
        } catch (const std::system_error&) {
            // The system gives no more threads: fewer do the same.
        }
    }
    return !shared_->threads.empty();
}

void Hands::open(std::size_t parts, Made made, const void* context) {
    const Shared::Lock lock(shared_->mutex);
    shared_->made = made;
    shared_->context = context;
    shared_->parts = parts;
    shared_->next = 0;
    shared_->most = ahead;
    shared_->ready.fill(false);
    shared_->error = nullptr;
    shared_->work.tell();
}

void Hands::await(std::size_t k) {
    Shared& shared = *shared_;
    Shared::Lock lock(shared.mutex);
    while (!shared.ready[k % ahead] && !shared.error) {
        if (shared.open_part()) {
            shared.make_next(lock);
        } else {
            shared.done.wait(lock, [&] { return shared.ready[k % ahead]; });
        }
    }
    if (shared.error) std::rethrow_exception(shared.error);
}

void Hands::used(std::size_t k) {
    const Shared::Lock lock(shared_->mutex);
    shared_->ready[k % ahead] = false;
    shared_->most = k + 1 + ahead;
    // Who has gone to sleep is not woken for a single part.
    if (shared_->most - shared_->next >= ahead / 2) shared_->work.tell();
}

void Hands::close() noexcept {
    Shared::Lock lock(shared_->mutex);
    shared_->parts = 0;
    shared_->done.wait(lock, [&] { return shared_->busy == 0; });
}

void Hands::dismiss() noexcept {
    dismissed_ = true;
    if (!shared_) return;
    const Shared::Lock lock(shared_->mutex);
    shared_->errands.clear();
}

Errand::Errand(Hands& hands, Work work) : hands_(hands), work_(std::move(work)) {
    if (hands.dismissed_ || !hands.start()) return;
    const Hands::Shared::Lock lock(hands.shared_->mutex);
    hands.shared_->errands.push_back(this);
    hands.shared_->work.tell();
}

Errand::~Errand() {
    cancel();
    if (withdraw()) return;
    Hands::Shared::Lock lock(hands_.shared_->mutex);
    hands_.shared_->errand_done.wait(lock, [&] { return state_ == State::done; });
}

void Errand::cancel() {
    wanted_ = false;
    (void)withdraw();
}

bool Errand::withdraw() {
    if (!hands_.shared_) return true;
    const Hands::Shared::Lock lock(hands_.shared_->mutex);
    std::erase(hands_.shared_->errands, this);
    return state_ == State::waiting;
}

bool Errand::done() {
    Hands::Shared::Lock lock(hands_.shared_->mutex);
    hands_.shared_->errand_done.wait_for(lock, std::chrono::milliseconds(1),
                                         [&] { return state_ == State::done; });
    if (error_) std::rethrow_exception(error_);
    return state_ == State::done;
}

#endif

}  // namespace route_opt
