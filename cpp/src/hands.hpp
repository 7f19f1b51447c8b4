// More threads than one for one search, where a loop is long enough to share.
//
// Lemma 29. A loop is cut into parts. Parts are made by whoever is free, and used by the asking
// thread alone, in order. Making a part changes nothing but that part, so what comes of a loop does
// not depend on how many threads there are. Nor does it where an errand makes what would otherwise
// be made later.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>

namespace route_opt {

inline constexpr std::int32_t most_threads = 64;

class Hands {
public:
    // As many parts are made ahead of the one in use. Each has a place of its own.
    static constexpr std::size_t ahead = 8;
    template <class Part>
    using Places = std::array<Part, ahead>;

    // Throws std::invalid_argument unless `threads` is from 1 to `most_threads`.
    explicit Hands(std::int32_t threads);
    ~Hands();
    Hands(const Hands&) = delete;
    Hands& operator=(const Hands&) = delete;

    // `make(k, part)` for k from 0 on, on any thread; `use(k, part)` in order, until it gives
    // false. Threads are started by the first loop that is `worth` it. What `make` throws is thrown
    // here. False: `use` gave false.
    template <class Part, class Make, class Use>
    bool in_order(std::size_t parts, bool worth, Places<Part>& places, Make make, Use use) {
        if (!worth || parts < 2 || !start()) {
            for (std::size_t k = 0; k < parts; ++k) {
                make(k, places[0]);
                if (!use(k, places[0])) return false;
            }
            return true;
        }
        const auto made = [&](std::size_t k) { make(k, places[k % ahead]); };
        const Loop loop(*this, parts, made);
        for (std::size_t k = 0; k < parts; ++k) {
            await(k);
            if (!use(k, places[k % ahead])) return false;
            used(k);
        }
        return true;
    }

    // `work(k)` for all k, in any order.
    template <class Work>
    void each(std::size_t parts, bool worth, Work work) {
        Places<char> none{};
        in_order(
            parts, worth, none, [&](std::size_t k, char&) { work(k); },
            [](std::size_t, char&) { return true; });
    }

    // The search is over. No errand is wanted any more: those under way are told, and none is
    // begun.
    void dismiss() noexcept;

private:
    friend class Errand;

    // While it lives, others may make parts; its end waits for those who still do.
    class Loop {
    public:
        template <class Made>
        Loop(Hands& hands, std::size_t parts, const Made& made) : hands_(hands) {
            hands.open(
                parts,
                [](const void* context, std::size_t k) { (*static_cast<const Made*>(context))(k); },
                &made);
        }
        ~Loop() { hands_.close(); }
        Loop(const Loop&) = delete;
        Loop& operator=(const Loop&) = delete;

    private:
        Hands& hands_;
    };

    using Made = void (*)(const void* context, std::size_t k);

    // False: there is nobody else.
    bool start();
    void open(std::size_t parts, Made made, const void* context);
    // Until part k is made. Makes parts meanwhile.
    void await(std::size_t k);
    void used(std::size_t k);
    void close() noexcept;

    struct Shared;
    const std::int32_t threads_;
    std::atomic<bool> dismissed_{false};
    std::unique_ptr<Shared> shared_;
};

// Something that another thread does while the asking one is at something else: whoever finds no
// part to make. It has to end before the hands do.
class Errand {
public:
    // `work` asks now and then whether it is still wanted.
    using Work = std::function<void(Errand&)>;

    Errand(Hands& hands, Work work);
    ~Errand();
    Errand(const Errand&) = delete;
    Errand& operator=(const Errand&) = delete;

    [[nodiscard]] bool wanted() const {
        return wanted_.load(std::memory_order_relaxed) &&
               !hands_.dismissed_.load(std::memory_order_relaxed);
    }

    // For the asking thread, which does not wait for it: nobody begins it, and who has is told.
    void cancel();
    // For the asking thread. True: nobody has begun it, and now nobody will.
    [[nodiscard]] bool withdraw();
    // Whether it is done, after a millisecond at most. What the work throws is thrown here.
    [[nodiscard]] bool done();

private:
    friend struct Hands::Shared;
    enum class State : std::uint8_t { waiting, begun, done };

    Hands& hands_;
    const Work work_;
    std::atomic<bool> wanted_{true};
    State state_ = State::waiting;
    std::exception_ptr error_;
};

}  // namespace route_opt
