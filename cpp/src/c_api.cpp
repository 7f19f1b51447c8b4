// The C interface: arrays by name in, handles out, and no exception across it.
#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fields.hpp"
#include "route_opt.h"
#include "route_opt/count.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"

struct route_opt_problem {
    route_opt::Fields fields;
};

struct route_opt_solution {
    route_opt::Solution solution;
};

namespace {

struct Poll {
    const route_opt_limits* limits;
    static bool call(void* context, const route_opt::Progress& p) {
        const route_opt_limits& limits = *static_cast<Poll*>(context)->limits;
        return limits.poll(limits.context, p.value, p.bound, p.nodes, p.seconds) != 0;
    }
};

route_opt::Limits limits_of(const route_opt_limits* given, Poll& poll) {
    route_opt::Limits limits;
    if (given == nullptr) return limits;
    if (!(given->seconds >= 0) || given->nodes < 0) throw std::invalid_argument("limits");
    if (given->seconds > 0) limits.seconds = given->seconds;
    if (given->nodes > 0) limits.nodes = given->nodes;
    if (given->poll != nullptr) {
        poll.limits = given;
        limits.poll = Poll::call;
        limits.context = &poll;
    }
    return limits;
}

// Runs what may throw; what it throws becomes a code.
template <class Work>
std::int32_t guarded(Work work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return ROUTE_OPT_NO_MEMORY;
    } catch (const std::invalid_argument&) {
        return ROUTE_OPT_INVALID;
    } catch (...) {
        return ROUTE_OPT_FAILED;
    }
}

// As much of the lines as there is room for; gives the length of all of them.
std::int64_t written(const std::vector<std::string>& lines, char* text, std::int64_t room) {
    std::string all;
    for (const std::string& line : lines) all += (all.empty() ? "" : "\n") + line;
    if (text != nullptr && room > 0) {
        const std::size_t size = std::min(all.size(), static_cast<std::size_t>(room) - 1);
        std::memcpy(text, all.data(), size);
        text[size] = '\0';
    }
    return static_cast<std::int64_t>(all.size());
}

const route_opt::Route* route_of(const route_opt_solution* solution, std::int32_t route) {
    if (solution == nullptr) return nullptr;
    const std::vector<route_opt::Route>& routes = solution->solution.routes;
    const auto place = static_cast<std::size_t>(route);
    return route < 0 || place >= routes.size() ? nullptr : &routes[place];
}

const std::int32_t* lent(const std::vector<std::int32_t>* values, std::int32_t* length) {
    if (length != nullptr) *length = values == nullptr ? 0 : static_cast<int>(values->size());
    return values == nullptr ? nullptr : values->data();
}

}  // namespace

const char* route_opt_version(void) {
    return ROUTE_OPT_VERSION;
}

std::int32_t route_opt_abi(void) {
    return ROUTE_OPT_ABI;
}

route_opt_problem* route_opt_problem_new(void) {
    return new (std::nothrow) route_opt_problem;
}

void route_opt_problem_free(route_opt_problem* problem) {
    delete problem;
}

void route_opt_solution_free(route_opt_solution* solution) {
    delete solution;
}

std::int32_t route_opt_set(route_opt_problem* problem, const char* name, const std::int32_t* values,
                           std::int64_t count) {
    return guarded([&]() -> std::int32_t {
        const bool taken = problem != nullptr && problem->fields.set(name, values, count);
        return taken ? ROUTE_OPT_OK : ROUTE_OPT_INVALID;
    });
}

std::int32_t route_opt_unread(route_opt_problem* problem, const char* name) {
    return guarded([&]() -> std::int32_t {
        const bool noted = problem != nullptr && problem->fields.skip(name);
        return noted ? ROUTE_OPT_OK : ROUTE_OPT_INVALID;
    });
}

std::int64_t route_opt_problems(const route_opt_problem* problem, char* text, std::int64_t room) {
    if (problem == nullptr) return -1;
    try {
        return written(problem->fields.problems(), text, room);
    } catch (...) {
        return -1;
    }
}

std::int32_t route_opt_solve(const route_opt_problem* problem, const route_opt_limits* limits,
                             route_opt_solution** solution) {
    return route_opt_solve_threads(problem, limits, 1, solution);
}

std::int32_t route_opt_solve_threads(const route_opt_problem* problem,
                                     const route_opt_limits* limits, std::int32_t threads,
                                     route_opt_solution** solution) {
    return guarded([&]() -> std::int32_t {
        if (solution == nullptr) return ROUTE_OPT_INVALID;
        *solution = nullptr;
        if (problem == nullptr) return ROUTE_OPT_INVALID;
        Poll poll{};
        route_opt::Limits within = limits_of(limits, poll);
        within.threads = threads;
        *solution = new route_opt_solution{route_opt::solve(problem->fields.instance(), within)};
        return ROUTE_OPT_OK;
    });
}

std::int32_t route_opt_all_best(const route_opt_problem* problem, std::int32_t goal,
                                const route_opt_limits* limits, route_opt_solution** solutions,
                                std::int32_t room, std::int32_t* found, std::int32_t* complete) {
    return guarded([&]() -> std::int32_t {
        if (found == nullptr) return ROUTE_OPT_INVALID;
        *found = 0;
        if (problem == nullptr || solutions == nullptr || room < 1 ||
            goal < ROUTE_OPT_FEWEST_SIDES || goal > ROUTE_OPT_MOST_GOODS_LEFT) {
            return ROUTE_OPT_INVALID;
        }
        Poll poll{};
        const route_opt::Optima optima =
            all_optimal(problem->fields.instance(), {static_cast<route_opt::Goal>(goal), room},
                        limits_of(limits, poll));
        std::vector<std::unique_ptr<route_opt_solution>> made;
        for (const route_opt::Solution& one : optima.sets) {
            made.push_back(std::make_unique<route_opt_solution>(route_opt_solution{one}));
        }
        *found = static_cast<std::int32_t>(made.size());
        for (std::size_t i = 0; i < made.size(); ++i) solutions[i] = made[i].release();
        if (complete != nullptr) *complete = optima.complete ? 1 : 0;
        return ROUTE_OPT_OK;
    });
}

std::int64_t route_opt_verify(const route_opt_problem* problem, const route_opt_solution* solution,
                              char* text, std::int64_t room) {
    if (problem == nullptr || solution == nullptr) return -1;
    try {
        const route_opt::Instance in = problem->fields.instance();
        return written(verify(in, solution->solution).problems, text, room);
    } catch (...) {
        return -1;
    }
}

std::int32_t route_opt_count_routes(const route_opt_problem* problem, std::int32_t train,
                                    std::int64_t* counts, std::int64_t room) {
    return guarded([&]() -> std::int32_t {
        if (problem == nullptr || counts == nullptr || room < 0) return ROUTE_OPT_INVALID;
        const route_opt::RouteCounts all = count_routes(problem->fields.instance());
        const auto place = static_cast<std::size_t>(train);
        if (train < 0 || place >= all.by_stops.size()) return ROUTE_OPT_INVALID;
        const std::vector<std::int64_t>& found = all.by_stops[place];
        for (std::size_t n = 0; n < static_cast<std::size_t>(room); ++n) {
            counts[n] = n < found.size() ? found[n] : 0;
        }
        return ROUTE_OPT_OK;
    });
}

std::int32_t route_opt_status(const route_opt_solution* solution) {
    return solution == nullptr ? -1 : static_cast<std::int32_t>(solution->solution.status);
}

std::int32_t route_opt_value(const route_opt_solution* solution) {
    return solution == nullptr ? 0 : solution->solution.value;
}

std::int32_t route_opt_bound(const route_opt_solution* solution) {
    return solution == nullptr ? 0 : solution->solution.bound;
}

std::int64_t route_opt_nodes(const route_opt_solution* solution) {
    return solution == nullptr ? 0 : solution->solution.stats.nodes;
}

std::int64_t route_opt_listed(const route_opt_solution* solution) {
    return solution == nullptr ? 0 : solution->solution.stats.routes;
}

double route_opt_seconds(const route_opt_solution* solution) {
    return solution == nullptr ? 0 : solution->solution.stats.seconds;
}

std::int32_t route_opt_routes(const route_opt_solution* solution) {
    return solution == nullptr ? 0 : static_cast<std::int32_t>(solution->solution.routes.size());
}

std::int32_t route_opt_route_train(const route_opt_solution* solution, std::int32_t route) {
    const route_opt::Route* found = route_of(solution, route);
    return found == nullptr ? -1 : found->train;
}

std::int32_t route_opt_route_value(const route_opt_solution* solution, std::int32_t route) {
    const route_opt::Route* found = route_of(solution, route);
    return found == nullptr ? 0 : found->value;
}

const std::int32_t* route_opt_route_path(const route_opt_solution* solution, std::int32_t route,
                                         std::int32_t* length) {
    const route_opt::Route* found = route_of(solution, route);
    return lent(found == nullptr ? nullptr : &found->path, length);
}

const std::int32_t* route_opt_route_counted(const route_opt_solution* solution, std::int32_t route,
                                            std::int32_t* length) {
    const route_opt::Route* found = route_of(solution, route);
    return lent(found == nullptr ? nullptr : &found->counted, length);
}
