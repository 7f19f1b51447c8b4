# cython: language_level=3, boundscheck=False, wraparound=False, binding=True
"""The border between Python and the core: arrays in, a solution out, nothing decided here."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp cimport bool
from libcpp.vector cimport vector

cimport core
cimport cython


cdef vector[int32_t] ints(const int32_t[::1] data) except *:
    cdef vector[int32_t] out
    if data.shape[0]:
        out.assign(&data[0], &data[0] + data.shape[0])
    return out


cdef vector[uint8_t] flags(const uint8_t[::1] data) except *:
    cdef vector[uint8_t] out
    if data.shape[0]:
        out.assign(&data[0], &data[0] + data.shape[0])
    return out


cdef vector[core.Pair] pairs(const int32_t[::1] data) except *:
    cdef vector[core.Pair] out
    cdef core.Pair pair
    cdef Py_ssize_t n
    for n in range(data.shape[0] // 2):
        pair.first = data[2 * n]
        pair.second = data[2 * n + 1]
        out.push_back(pair)
    return out


cdef vector[core.Set] sets(const int32_t[::1] data) except *:
    """From one array: the value of a set, how many stops it has, the stops; then the next set."""
    cdef vector[core.Set] out
    cdef core.Set one
    cdef Py_ssize_t at = 0, n
    while at < data.shape[0]:
        if at + 2 > data.shape[0] or not 0 <= data[at + 1] <= data.shape[0] - at - 2:
            raise ValueError("sets: a set of stops is cut short")
        one.value = data[at]
        one.stops.clear()
        for n in range(data[at + 1]):
            one.stops.push_back(data[at + 2 + n])
        out.push_back(one)
        at += 2 + data[at + 1]
    return out


cdef int fill(core.Instance& into, object instance) except -1:
    cdef const int32_t[::1] track = instance.track
    cdef Py_ssize_t n
    into.stops.value = ints(instance.value)
    into.stops.end_extra = ints(instance.end_extra)
    into.stops.pair_value = ints(instance.pair_value)
    into.stops.end_class = ints(instance.end_class)
    into.stops.group = ints(instance.group)
    into.stops.goods = ints(instance.goods)
    into.stops.own = flags(instance.own)
    into.stops.end_only = flags(instance.end_only)
    into.stops.buyer = flags(instance.buyer)
    into.stops.room = flags(instance.room)
    into.stops.minor = flags(instance.minor)
    into.stops.tariffs = ints(instance.tariffs)
    into.track.a.reserve(track.shape[0] // 2)
    into.track.b.reserve(track.shape[0] // 2)
    for n in range(track.shape[0] // 2):
        into.track.a.push_back(track[2 * n])
        into.track.b.push_back(track[2 * n + 1])
    into.track.sides = instance.sides
    into.trains.visits = ints(instance.visits)
    into.trains.counts = ints(instance.counts)
    into.trains.tariff = ints(instance.tariff)
    into.trains.major_visits = ints(instance.major_visits)
    into.trains.major_counts = ints(instance.major_counts)
    into.trains.minor_visits = ints(instance.minor_visits)
    into.trains.minor_counts = ints(instance.minor_counts)
    into.terms.forbidden_ends = pairs(instance.forbidden_ends)
    into.terms.bonus_ends = pairs(instance.bonus_ends)
    into.terms.required_ends = pairs(instance.required_ends)
    into.terms.sets = sets(instance.sets)
    into.terms.visit_bonus = instance.visit_bonus
    into.terms.good_value = instance.good_value
    into.terms.extra_good = instance.extra_good
    return 0


@cython.auto_pickle(False)
cdef class Question:
    """An instance as the core holds it: read once, for all that is asked about it."""

    cdef core.Instance problem

    def __cinit__(self, instance):
        fill(self.problem, instance)


cdef Question asked(object instance):
    return instance if isinstance(instance, Question) else Question(instance)


def validate(instance, unread=()):
    """Everything that is wrong with an instance, a sentence each.

    `unread` are fields that were not read: nothing is said of what depends on them.
    """
    cdef core.Unread fields
    for name in unread:
        fields.add(name.encode())
    return [words.decode() for words in core.validate(asked(instance).problem, fields)]


cdef class _Watch:
    """Who is told about a search under way, and whether it was interrupted."""

    cdef object progress
    cdef object error


cdef bool poll(void* context, const core.Progress& progress) noexcept with gil:
    """Called by the core every few milliseconds; true stops the search."""
    cdef _Watch watch = <_Watch>context
    try:
        PyErr_CheckSignals()
        if watch.progress is not None:
            stop = watch.progress(progress.value, progress.bound, progress.nodes, progress.seconds)
            return True if stop else False
    except BaseException as error:
        watch.error = error
        return True
    return False


_STATUS = {0: "optimal", 1: "feasible", 2: "infeasible"}
_STATUSES = {
    "optimal": core.Status.optimal,
    "feasible": core.Status.feasible,
    "infeasible": core.Status.infeasible,
}


def solve(
    instance, *, double seconds=float("inf"), int64_t nodes=2**63 - 1, progress=None, ties=True,
    int32_t threads=1
):
    """Solve an instance, or a Question made of it, without the GIL.

    Without `ties` any set of the greatest value will do. At most so many `threads`, 1 to 64, work
    on it, and change nothing but the time.

    Returns ``(status, value, bound, routes, (nodes, routes, seconds), error)``; a route is
    ``(train, path, counted, value)``. `error` is the exception that stopped the search (a
    KeyboardInterrupt, or whatever `progress` raised), or None: the answer is valid either way.
    """
    cdef Question question = asked(instance)
    cdef core.Limits limits
    cdef core.Solution found
    cdef _Watch watch = _Watch()
    watch.progress = progress
    limit(limits, watch, seconds, nodes)
    limits.ties = ties
    limits.threads = threads
    with nogil:
        found = core.solve(question.problem, limits)
    return (*answer(found), watch.error)


_GOALS = {
    "fewest_sides": core.Goal.fewest_sides,
    "most_idle_trains": core.Goal.most_idle_trains,
    "most_goods_left": core.Goal.most_goods_left,
}


def all_optimal(
    instance, *, goal, int32_t sets, double seconds=float("inf"), int64_t nodes=2**63 - 1
):
    """List sets of routes of the greatest value, best by the goal first.

    Returns the answers, each as from `solve` without its error, and whether these are all.
    """
    cdef Question question = asked(instance)
    cdef core.Limits limits
    cdef core.Options options
    cdef core.Optima found
    cdef _Watch watch = _Watch()
    limit(limits, watch, seconds, nodes)
    options.goal = _GOALS[goal]
    options.sets = sets
    with nogil:
        found = core.all_optimal(question.problem, options, limits)
    if watch.error is not None:
        raise watch.error
    return [answer(one) for one in found.sets], found.complete


cdef void limit(core.Limits& limits, _Watch watch, double seconds, int64_t nodes):
    limits.seconds = seconds
    limits.nodes = nodes
    limits.poll = poll
    limits.context = <void*>watch


cdef tuple answer(core.Solution& found):
    routes = [
        (route.train, list(route.path), list(route.counted), route.value)
        for route in found.routes
    ]
    stats = (found.stats.nodes, found.stats.routes, found.stats.seconds)
    return _STATUS[<int>found.status], found.value, found.bound, routes, stats


def verify(instance, status, int32_t value, int32_t bound, routes):
    """Look at an answer with code that shares nothing with the search.

    Returns what is wrong with it, a sentence each: nothing if its routes are legal and worth what
    they say. Whether there is a better set it cannot tell.
    """
    cdef Question question = asked(instance)
    cdef core.Solution found
    cdef core.Route route
    found.status = _STATUSES[status]
    found.value = value
    found.bound = bound
    for route.train, route.path, route.counted, route.value in routes:
        found.routes.push_back(route)
    return [words.decode() for words in core.verify(question.problem, found).problems]


def count_routes(instance):
    """Count the legal routes: for each train a list, entry n the routes over n stops."""
    cdef Question question = asked(instance)
    cdef core.Limits limits
    cdef core.RouteCounts found
    cdef _Watch watch = _Watch()
    limit(limits, watch, float("inf"), 2**63 - 1)
    with nogil:
        found = core.count_routes(question.problem, limits)
    if watch.error is not None:
        raise watch.error
    return [list(by_stops) for by_stops in found.by_stops]


def relevant(instance):
    """A name for what of an instance its trains could use: the same where the same can be run."""
    cdef Question question = asked(instance)
    cdef vector[int32_t] found
    with nogil:
        found = core.relevant(question.problem)
    return <bytes>(<char*>found.data())[: found.size() * sizeof(int32_t)]
