// The C interface: arrays by name in, handles out, and no exception across it.
#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "route_opt.h"
#include "route_opt/count.hpp"
#include "route_opt/solve.hpp"
#include "route_opt/verify.hpp"

struct route_opt_problem {
    std::map<std::string, std::vector<std::int32_t>, std::less<>> arrays;
    route_opt::Unread unread;
};

struct route_opt_solution {
    route_opt::Solution solution;
};

namespace {

using route_opt::Instance;
using Ints = std::vector<std::int32_t>;

constexpr std::string_view numbers[] = {"track.sides", "terms.visit_bonus", "terms.good_value",
                                        "terms.extra_good"};
constexpr std::string_view arrays[] = {
    "stops.value",          "stops.end_extra",     "stops.pair_value",    "stops.end_class",
    "stops.group",          "stops.goods",         "stops.own",           "stops.end_only",
    "stops.buyer",          "stops.room",          "stops.minor",         "stops.tariffs",
    "track.pieces",         "trains.visits",       "trains.counts",       "trains.major_visits",
    "trains.major_counts",  "trains.minor_visits", "trains.minor_counts", "trains.tariff",
    "terms.forbidden_ends", "terms.bonus_ends",    "terms.required_ends", "terms.sets"};

constexpr std::string_view truths[] = {"stops.own",  "stops.end_only", "stops.buyer",
                                       "stops.room", "stops.minor",    "terms.extra_good"};

template <class Names>
bool among(const Names& names, std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// From arrays by name to an instance.
class Reader {
public:
    explicit Reader(const route_opt_problem& problem) : problem_(problem) {}

    Instance run() const {
        Instance in;
        const std::size_t stops = ints("stops.value").size();
        in.stops.value = ints("stops.value");
        in.stops.end_extra = filled("stops.end_extra", stops, 0);
        in.stops.pair_value = filled("stops.pair_value", stops, 0);
        in.stops.end_class = filled("stops.end_class", stops, 0);
        in.stops.group = filled("stops.group", stops, -1);
        in.stops.goods = filled("stops.goods", stops, 0);
        in.stops.own = flags("stops.own", stops);
        in.stops.end_only = flags("stops.end_only", stops);
        in.stops.buyer = flags("stops.buyer", stops);
        in.stops.room = flags("stops.room", stops);
        in.stops.minor = flags("stops.minor", 0);
        in.stops.tariffs = ints("stops.tariffs");
        in.track.sides = number("track.sides");
        for (const route_opt::Terms::Pair& piece : pairs("track.pieces")) {
            in.track.a.push_back(piece.first);
            in.track.b.push_back(piece.second);
        }
        in.trains.visits = ints("trains.visits");
        in.trains.counts = filled("trains.counts", in.trains.visits.size(), 0);
        in.trains.major_visits = ints("trains.major_visits");
        in.trains.major_counts = ints("trains.major_counts");
        in.trains.minor_visits = ints("trains.minor_visits");
        in.trains.minor_counts = ints("trains.minor_counts");
        in.trains.tariff = ints("trains.tariff");
        in.terms.forbidden_ends = pairs("terms.forbidden_ends");
        in.terms.bonus_ends = pairs("terms.bonus_ends");
        in.terms.required_ends = pairs("terms.required_ends");
        in.terms.sets = sets();
        in.terms.visit_bonus = number("terms.visit_bonus");
        in.terms.good_value = number("terms.good_value");
        in.terms.extra_good = number("terms.extra_good") != 0;
        return in;
    }

private:
    [[nodiscard]] Ints ints(std::string_view name) const {
        const auto found = problem_.arrays.find(name);
        return found == problem_.arrays.end() ? Ints{} : found->second;
    }
    [[nodiscard]] Ints filled(std::string_view name, std::size_t size, std::int32_t value) const {
        const auto found = problem_.arrays.find(name);
        return found == problem_.arrays.end() ? Ints(size, value) : found->second;
    }
    [[nodiscard]] std::vector<std::uint8_t> flags(std::string_view name, std::size_t size) const {
        std::vector<std::uint8_t> found;
        for (const std::int32_t x : filled(name, size, 0)) found.push_back(x != 0);
        return found;
    }
    [[nodiscard]] std::int32_t number(std::string_view name) const {
        const Ints found = ints(name);
        return found.empty() ? 0 : found.front();
    }
    [[nodiscard]] std::vector<route_opt::Terms::Pair> pairs(std::string_view name) const {
        const Ints flat = ints(name);
        std::vector<route_opt::Terms::Pair> found;
        for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
            found.push_back({flat[i], flat[i + 1]});
        }
        return found;
    }
    [[nodiscard]] std::vector<route_opt::Terms::Set> sets() const {
        const Ints flat = ints("terms.sets");
        std::vector<route_opt::Terms::Set> found;
        for (std::size_t i = 0; i < flat.size();) {
            const auto from = flat.begin() + static_cast<std::ptrdiff_t>(i) + 2;
            found.push_back({Ints(from, from + flat[i + 1]), flat[i]});
            i += 2 + static_cast<std::size_t>(flat[i + 1]);
        }
        return found;
    }

    const route_opt_problem& problem_;
};

// Whether an array has the form of its name: one number, flags, pairs, sets that are not cut short.
bool well_formed(std::string_view name, const std::int32_t* values, std::int64_t count) {
    if (among(truths, name) &&
        !std::all_of(values, values + count, [](std::int32_t x) { return x == 0 || x == 1; })) {
        return false;
    }
    if (among(numbers, name)) return count == 1;
    if (name == "track.pieces" || name.ends_with("_ends")) return count % 2 == 0;
    if (name != "terms.sets") return true;
    std::int64_t i = 0;
    while (i < count) {
        if (i + 2 > count || values[i + 1] < 0 || values[i + 1] > count - i - 2) return false;
        i += 2 + values[i + 1];
    }
    return true;
}

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

const std::int32_t* lent(const Ints* values, std::int32_t* length) {
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
        if (problem == nullptr || name == nullptr || count < 0 ||
            (values == nullptr && count > 0) || count > std::numeric_limits<std::int32_t>::max()) {
            return ROUTE_OPT_INVALID;
        }
        if (!(among(numbers, name) || among(arrays, name)) || !well_formed(name, values, count)) {
            return ROUTE_OPT_INVALID;
        }
        Ints copy;
        if (count > 0) copy.assign(values, values + count);
        problem->arrays.insert_or_assign(name, std::move(copy));
        return ROUTE_OPT_OK;
    });
}

std::int32_t route_opt_unread(route_opt_problem* problem, const char* name) {
    if (problem == nullptr || name == nullptr) return ROUTE_OPT_INVALID;
    if (!(among(numbers, name) || among(arrays, name))) return ROUTE_OPT_INVALID;
    problem->unread.add(name);
    return ROUTE_OPT_OK;
}

std::int64_t route_opt_problems(const route_opt_problem* problem, char* text, std::int64_t room) {
    if (problem == nullptr) return -1;
    try {
        return written(validate(Reader(*problem).run(), problem->unread), text, room);
    } catch (...) {
        return -1;
    }
}

std::int32_t route_opt_solve(const route_opt_problem* problem, const route_opt_limits* limits,
                             route_opt_solution** solution) {
    return guarded([&]() -> std::int32_t {
        if (solution == nullptr) return ROUTE_OPT_INVALID;
        *solution = nullptr;
        if (problem == nullptr) return ROUTE_OPT_INVALID;
        Poll poll{};
        const route_opt::Limits within = limits_of(limits, poll);
        *solution = new route_opt_solution{route_opt::solve(Reader(*problem).run(), within)};
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
            all_optimal(Reader(*problem).run(), {static_cast<route_opt::Goal>(goal), room},
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
        const Instance in = Reader(*problem).run();
        return written(verify(in, solution->solution).problems, text, room);
    } catch (...) {
        return -1;
    }
}

std::int32_t route_opt_count_routes(const route_opt_problem* problem, std::int32_t train,
                                    std::int64_t* counts, std::int64_t room) {
    return guarded([&]() -> std::int32_t {
        if (problem == nullptr || counts == nullptr || room < 0) return ROUTE_OPT_INVALID;
        const route_opt::RouteCounts all = count_routes(Reader(*problem).run());
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
