// What the proof says must hold, said where it must: stops the program if it does not. On in the
// tests of the core and in the sanitizer build (ROUTE_OPT_CHECKS), nothing at all elsewhere.
#pragma once

#ifdef ROUTE_OPT_CHECKS
#include <cstdio>
#include <cstdlib>
#define ROUTE_OPT_INVARIANT(condition)                                                          \
    ((condition)                                                                                \
         ? void(0)                                                                              \
         : (std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition), \
            std::abort()))
#else
#define ROUTE_OPT_INVARIANT(condition) void(0)
#endif
