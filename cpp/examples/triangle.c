/* The board of PROOF.md through the C interface: three stops in a triangle, two trains of 2 stops.
 * A is own and worth 20, B 30, C 50; the best two routes are AC for 70 and AB for 50. */
#include <route_opt.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (int64_t)(sizeof(array) / sizeof((array)[0]))

static void expect(int good, const char* what) {
    if (good) return;
    fprintf(stderr, "not as expected: %s\n", what);
    exit(1);
}

static int32_t stop_at_once(void* context, int32_t value, int32_t bound, int64_t nodes,
                            double seconds) {
    (void)value, (void)bound, (void)nodes, (void)seconds;
    ++*(int*)context;
    return 1;
}

int main(void) {
    const int32_t value[] = {20, 30, 50};
    const int32_t own[] = {1, 0, 0};
    /* Stop s is the end s; face f of side e is 3 + 2 * e + f. */
    const int32_t pieces[] = {0, 3, 4, 1, 0, 5, 6, 2, 1, 7, 8, 2};
    const int32_t sides[] = {3};
    const int32_t visits[] = {2, 2};
    const int32_t wrong[] = {1, -5};
    char text[200];
    int64_t counts[4];
    int32_t found = 0, complete = 0, length = 0, train;
    route_opt_solution* solution = NULL;
    route_opt_solution* all[4];
    int polled = 0;
    route_opt_limits limits = {0};

    route_opt_problem* problem = route_opt_problem_new();
    expect(route_opt_abi() == 1, "the version of the interface");
    expect(route_opt_set(problem, "stops.value", value, COUNT(value)) == ROUTE_OPT_OK, "value");
    expect(route_opt_set(problem, "stops.own", own, COUNT(own)) == ROUTE_OPT_OK, "own");
    expect(route_opt_set(problem, "track.pieces", pieces, COUNT(pieces)) == ROUTE_OPT_OK, "track");
    expect(route_opt_set(problem, "track.sides", sides, 1) == ROUTE_OPT_OK, "sides");
    expect(route_opt_set(problem, "trains.visits", visits, COUNT(visits)) == ROUTE_OPT_OK,
           "trains");
    expect(route_opt_problems(problem, NULL, 0) == 0, "no problems");

    /* What is refused is remembered, until it is set as it should be. */
    expect(route_opt_set(problem, "track.pieces", pieces, 3) == ROUTE_OPT_INVALID, "half a pair");
    expect(route_opt_solve(problem, NULL, &solution) == ROUTE_OPT_INVALID, "not what was meant");
    expect(route_opt_problems(problem, text, sizeof text) > 0, "with reasons");
    printf("%s\n", text);
    expect(route_opt_set(problem, "track.pieces", pieces, COUNT(pieces)) == ROUTE_OPT_OK, "track");

    expect(route_opt_solve(problem, NULL, &solution) == ROUTE_OPT_OK, "a solution");
    expect(route_opt_status(solution) == ROUTE_OPT_OPTIMAL, "proved");
    expect(route_opt_value(solution) == 120 && route_opt_bound(solution) == 120, "120");
    expect(route_opt_routes(solution) == 2, "two routes");
    expect(route_opt_verify(problem, solution, NULL, 0) == 0, "the verifier agrees");
    for (train = 0; train < route_opt_routes(solution); ++train) {
        const int32_t* path = route_opt_route_path(solution, train, &length);
        int32_t i;
        printf("train %d:", route_opt_route_train(solution, train));
        for (i = 0; i < length; ++i) {
            if (path[i] < 3) printf(" %c", "ABC"[path[i]]);
        }
        printf(" = %d\n", route_opt_route_value(solution, train));
    }
    expect(route_opt_route_path(solution, 7, &length) == NULL && length == 0, "no such route");
    route_opt_solution_free(solution);

    expect(route_opt_count_routes(problem, 0, counts, 4) == ROUTE_OPT_OK, "counts");
    expect(counts[2] == 2 && counts[3] == 0, "AB and AC");
    expect(route_opt_all_best(problem, ROUTE_OPT_FEWEST_SIDES, NULL, all, 4, &found, &complete) ==
               ROUTE_OPT_OK,
           "all best sets");
    expect(found == 1 && complete == 1, "there is one");
    route_opt_solution_free(all[0]);

    limits.poll = stop_at_once;
    limits.context = &polled;
    limits.nodes = 1;
    expect(route_opt_solve(problem, &limits, &solution) == ROUTE_OPT_OK, "stopped");
    expect(route_opt_value(solution) <= 120 && route_opt_bound(solution) >= 120, "a true bound");
    route_opt_solution_free(solution);

    expect(route_opt_set(problem, "trains.visits", wrong, COUNT(wrong)) == ROUTE_OPT_OK, "set");
    expect(route_opt_solve(problem, NULL, &solution) == ROUTE_OPT_INVALID, "refused");
    expect(route_opt_problems(problem, text, sizeof text) > 0, "with reasons");
    printf("%s\n", text);
    route_opt_problem_free(problem);
    printf("route_opt %s\n", route_opt_version());
    return 0;
}
