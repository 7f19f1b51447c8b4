// Sets of track resources, as wide as the board needs and no wider.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace route_opt {

// W 64-bit words, known at compile time: the search is instantiated for a few widths.
template <std::size_t W>
class Mask {
public:
    static Mask load(const std::uint64_t* words, std::size_t) {
        Mask m;
        for (std::size_t i = 0; i < W; ++i) m.words_[i] = words[i];
        return m;
    }
    static Mask zero(std::size_t) { return Mask(); }

    [[nodiscard]] bool disjoint(const Mask& other) const {
        std::uint64_t common = 0;
        for (std::size_t i = 0; i < W; ++i) common |= words_[i] & other.words_[i];
        return common == 0;
    }
    Mask& operator|=(const Mask& other) {
        for (std::size_t i = 0; i < W; ++i) words_[i] |= other.words_[i];
        return *this;
    }
    friend Mask operator|(Mask a, const Mask& b) { return a |= b; }
    bool operator==(const Mask&) const = default;

private:
    std::array<std::uint64_t, W> words_{};
};

// Any width, decided at run time: slower, for boards beyond the widest instantiation.
template <>
class Mask<0> {
public:
    static Mask load(const std::uint64_t* words, std::size_t width) {
        Mask m;
        m.words_.assign(words, words + width);
        return m;
    }
    static Mask zero(std::size_t width) {
        Mask m;
        m.words_.assign(width, 0);
        return m;
    }

    [[nodiscard]] bool disjoint(const Mask& other) const {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (words_[i] & other.words_[i]) return false;
        }
        return true;
    }
    Mask& operator|=(const Mask& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
        return *this;
    }
    friend Mask operator|(Mask a, const Mask& b) { return a |= b; }
    bool operator==(const Mask&) const = default;

private:
    std::vector<std::uint64_t> words_;
};

}  // namespace route_opt
