// The smallest test library that will do: checks that count, and a summary for ctest.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace route_opt::test {

inline int failures = 0;
inline long checks = 0;

inline void check(bool good, const char* text, const char* file, int line,
                  const std::string& note = {}) {
    ++checks;
    if (good) return;
    ++failures;
    std::printf("%s:%d: failed: %s %s\n", file, line, text, note.c_str());
    if (failures > 20) std::exit(1);
}

inline int summary() {
    std::printf("%ld checks, %d failures\n", checks, failures);
    return failures == 0 ? 0 : 1;
}

}  // namespace route_opt::test

#define CHECK(condition) ::route_opt::test::check((condition), #condition, __FILE__, __LINE__)
#define CHECK_NOTE(condition, note) \
    ::route_opt::test::check((condition), #condition, __FILE__, __LINE__, (note))
