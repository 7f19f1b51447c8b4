/* A search with limits, and with a function of JavaScript that is told how far it is and may stop it. */
#include <emscripten.h>
#include <route_opt.h>

EM_JS(int32_t, route_opt_js_told, (int32_t value, int32_t bound, double nodes, double seconds), {
    return Module["told"](value, bound, nodes, seconds) ? 1 : 0;
});

static int32_t poll(void* context, int32_t value, int32_t bound, int64_t nodes, double seconds) {
    (void)context;
    return route_opt_js_told(value, bound, (double)nodes, seconds);
}

EMSCRIPTEN_KEEPALIVE int32_t route_opt_js_solve(const route_opt_problem* problem, double seconds,
                                                double nodes, int32_t tells,
                                                route_opt_solution** solution) {
    route_opt_limits limits = {0};
    limits.seconds = seconds;
    limits.nodes = (int64_t)nodes;
    limits.poll = tells ? poll : 0;
    return route_opt_solve(problem, &limits, solution);
}

EMSCRIPTEN_KEEPALIVE double route_opt_js_nodes(const route_opt_solution* solution) {
    return (double)route_opt_nodes(solution);
}

EMSCRIPTEN_KEEPALIVE double route_opt_js_listed(const route_opt_solution* solution) {
    return (double)route_opt_listed(solution);
}
