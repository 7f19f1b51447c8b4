/* The optimizer from C, and from any language that can call C.
 *
 * A problem is made of arrays, set by name; the names and what they mean are those of the JSON
 * document route-opt/problem@1 (docs/problem.md) and of route_opt/instance.hpp.
 *
 * Nothing here throws, and nothing is global. Any number of threads may ask at once, also about one
 * problem, as long as none of them sets or frees it meanwhile. A NULL where a handle is wanted is
 * answered: ROUTE_OPT_INVALID, -1, 0 or NULL.
 */
#ifndef ROUTE_OPT_H
#define ROUTE_OPT_H

#include <stdint.h>

#if defined(_WIN32)
#define ROUTE_OPT_API
#else
#define ROUTE_OPT_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The interface that this header describes; route_opt_abi() tells that of the library. Functions
 * are added under the same number. Nothing is taken away or changed, no structure grows, without
 * another number, which is also that of the shared library (libroute_opt.so.1). */
#define ROUTE_OPT_ABI 1

typedef struct route_opt_problem route_opt_problem;
typedef struct route_opt_solution route_opt_solution;

/* What a call says of itself. */
enum {
    ROUTE_OPT_OK = 0,
    ROUTE_OPT_INVALID = 1, /* an argument, or the problem: see route_opt_problems */
    ROUTE_OPT_NO_MEMORY = 2,
    ROUTE_OPT_FAILED = 3 /* a defect of the library */
};

/* How far a solution is proved. */
enum {
    ROUTE_OPT_OPTIMAL = 0,   /* value == bound */
    ROUTE_OPT_FEASIBLE = 1,  /* stopped: the best lies between value and bound */
    ROUTE_OPT_INFEASIBLE = 2 /* no set of routes has the ends that are required */
};

/* What to prefer among sets of the greatest value. */
enum { ROUTE_OPT_FEWEST_SIDES = 0, ROUTE_OPT_MOST_IDLE_TRAINS = 1, ROUTE_OPT_MOST_GOODS_LEFT = 2 };

/* The version of the library, "major.minor.patch", and of its interface. */
ROUTE_OPT_API const char* route_opt_version(void);
ROUTE_OPT_API int32_t route_opt_abi(void);

/* An empty problem; NULL when there is no memory. Every problem and solution is freed by its owner;
 * NULL may be freed. */
ROUTE_OPT_API route_opt_problem* route_opt_problem_new(void);
ROUTE_OPT_API void route_opt_problem_free(route_opt_problem* problem);
ROUTE_OPT_API void route_opt_solution_free(route_opt_solution* solution);

/* Sets "stops.value", "track.pieces", "trains.visits" and so on; the values are copied. Flags are 0
 * or 1, pairs stand one after the other, single numbers ("track.sides", "terms.visit_bonus") are
 * arrays of one. "terms.sets" is, for each set, its value, how many stops it has, and the stops.
 * Arrays of stops and trains that are not set, or set with a count of 0, are zeros, "stops.group"
 * -1.
 *
 * A field that is refused (a name that there is not, values that have not its form, no memory) is
 * remembered: what it was before is gone, route_opt_problems names it, and whatever is asked about
 * the problem is ROUTE_OPT_INVALID (route_opt_verify: -1) until the same field is set again. A name
 * that there is not cannot be set: such a problem stays as it is until it is freed. So it does no
 * harm not to look at the code of every call here, as long as that of the question is looked at. */
ROUTE_OPT_API int32_t route_opt_set(route_opt_problem* problem, const char* name,
                                    const int32_t* values, int64_t count);

/* Tells of a field that was given and could not be read. It counts as refused until it is set;
 * route_opt_problems says nothing of what hangs on it, such as ends where it is not known how many
 * sides there are. */
ROUTE_OPT_API int32_t route_opt_unread(route_opt_problem* problem, const char* name);

/* Writes all that is wrong with a problem, a sentence a line, and a 0 after it, as far as there is
 * room; gives the length of the whole text, without the 0. 0: nothing is wrong. -1: no problem
 * was given, or there is no memory. */
ROUTE_OPT_API int64_t route_opt_problems(const route_opt_problem* problem, char* text,
                                         int64_t room);

/* Limits of a search; all zeros: none. Below 0, or not a number, is ROUTE_OPT_INVALID. `poll` is called every few milliseconds, on the thread that
 * asked, and stops the search by a value other than 0: to stop it from another thread, let `poll`
 * read something atomic. The solution is then the best found so far, with a bound. */
typedef struct route_opt_limits {
    double seconds;
    int64_t nodes;
    int32_t (*poll)(void* context, int32_t value, int32_t bound, int64_t nodes, double seconds);
    void* context;
} route_opt_limits;

/* The best set of routes. `limits` may be NULL. Where there is no solution, `*solution` is NULL. */
ROUTE_OPT_API int32_t route_opt_solve(const route_opt_problem* problem,
                                      const route_opt_limits* limits,
                                      route_opt_solution** solution);

/* The same with at most so many threads, 1 to 64, at work on it; beyond is ROUTE_OPT_INVALID. They
 * change nothing but the time. `poll` is called on the thread that asked. */
ROUTE_OPT_API int32_t route_opt_solve_threads(const route_opt_problem* problem,
                                              const route_opt_limits* limits, int32_t threads,
                                              route_opt_solution** solution);

/* Up to `room` sets of the greatest value, best by the goal first; `found` says how many there are
 * in `solutions`, `complete` (which may be NULL) whether these are all. */
ROUTE_OPT_API int32_t route_opt_all_best(const route_opt_problem* problem, int32_t goal,
                                         const route_opt_limits* limits,
                                         route_opt_solution** solutions, int32_t room,
                                         int32_t* found, int32_t* complete);

/* A second look by code that shares nothing with the search: what is wrong, as by
 * route_opt_problems. */
ROUTE_OPT_API int64_t route_opt_verify(const route_opt_problem* problem,
                                       const route_opt_solution* solution, char* text,
                                       int64_t room);

/* How many legal routes a train has (it may visit their stops, and count an own one): counts[n] of
 * them over n stops, for n below `room`. */
ROUTE_OPT_API int32_t route_opt_count_routes(const route_opt_problem* problem, int32_t train,
                                             int64_t* counts, int64_t room);

/* What is in a solution. Arrays belong to it; a path is as Route::path in route_opt/solution.hpp.
 */
ROUTE_OPT_API int32_t route_opt_status(const route_opt_solution* solution);
ROUTE_OPT_API int32_t route_opt_value(const route_opt_solution* solution);
ROUTE_OPT_API int32_t route_opt_bound(const route_opt_solution* solution);
/* What it took: nodes of the search, routes that were listed, seconds. */
ROUTE_OPT_API int64_t route_opt_nodes(const route_opt_solution* solution);
ROUTE_OPT_API int64_t route_opt_listed(const route_opt_solution* solution);
ROUTE_OPT_API double route_opt_seconds(const route_opt_solution* solution);
ROUTE_OPT_API int32_t route_opt_routes(const route_opt_solution* solution);
ROUTE_OPT_API int32_t route_opt_route_train(const route_opt_solution* solution, int32_t route);
ROUTE_OPT_API int32_t route_opt_route_value(const route_opt_solution* solution, int32_t route);
ROUTE_OPT_API const int32_t* route_opt_route_path(const route_opt_solution* solution, int32_t route,
                                                  int32_t* length);
ROUTE_OPT_API const int32_t* route_opt_route_counted(const route_opt_solution* solution,
                                                     int32_t route, int32_t* length);

#ifdef __cplusplus
}
#endif

#endif
