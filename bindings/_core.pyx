# cython: language_level=3, boundscheck=False, wraparound=False, binding=True
"""The border between Python and the core: arrays in, a solution out, nothing decided here."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp cimport bool
from libcpp.vector cimport vector

cimport core


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


cdef int fill(core.Instance& into, object instance) except -1:
    cdef const int32_t[::1] track = instance.track
    cdef Py_ssize_t n
    into.stops.value = ints(instance.value)
    into.stops.end_extra = ints(instance.end_extra)
    into.stops.pair_value = ints(instance.pair_value)
    into.stops.end_class = ints(instance.end_class)
    into.stops.group = ints(instance.group)
    into.stops.cubes = ints(instance.cubes)
    into.stops.own = flags(instance.own)
    into.stops.end_only = flags(instance.end_only)
    into.stops.refinery = flags(instance.refinery)
    into.stops.room = flags(instance.room)
    into.track.a.reserve(track.shape[0] // 2)
    into.track.b.reserve(track.shape[0] // 2)
    for n in range(track.shape[0] // 2):
        into.track.a.push_back(track[2 * n])
        into.track.b.push_back(track[2 * n + 1])
    into.track.sides = instance.sides
    into.trains.visits = ints(instance.visits)
    into.trains.counts = ints(instance.counts)
    into.terms.forbidden_ends = pairs(instance.forbidden_ends)
    into.terms.bonus_ends = pairs(instance.bonus_ends)
    into.terms.required_ends = pairs(instance.required_ends)
    into.terms.visit_bonus = instance.visit_bonus
    into.terms.cube_value = instance.cube_value
    into.terms.extra_cube = instance.extra_cube
    return 0


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


def solve(instance, *, double seconds=float("inf"), int64_t nodes=2**63 - 1, progress=None):
    """Solve an instance without the GIL.

    Returns ``(status, value, bound, routes, (nodes, routes, seconds), error)``; a route is
    ``(train, path, counted, value)``. `error` is the exception that stopped the search (a
    KeyboardInterrupt, or whatever `progress` raised), or None: the answer is valid either way.
    """
    cdef core.Instance problem
    cdef core.Limits limits
    cdef core.Solution found
    cdef _Watch watch = _Watch()
    fill(problem, instance)
    watch.progress = progress
    limit(limits, watch, seconds, nodes)
    with nogil:
        found = core.solve(problem, limits)
    return (*answer(found), watch.error)


_GOALS = {
    "fewest_sides": core.Goal.fewest_sides,
    "most_idle_trains": core.Goal.most_idle_trains,
    "most_cubes_left": core.Goal.most_cubes_left,
}


def all_optimal(
    instance, *, goal, int32_t sets, double seconds=float("inf"), int64_t nodes=2**63 - 1
):
    """List sets of routes of the greatest value, best by the goal first.

    Returns the answers, each as from `solve` without its error, and whether these are all.
    """
    cdef core.Instance problem
    cdef core.Limits limits
    cdef core.Options options
    cdef core.Optima found
    cdef _Watch watch = _Watch()
    fill(problem, instance)
    limit(limits, watch, seconds, nodes)
    options.goal = _GOALS[goal]
    options.sets = sets
    with nogil:
        found = core.all_optimal(problem, options, limits)
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


def count_routes(instance):
    """Count the legal routes: for each train a list, entry n the routes over n stops."""
    cdef core.Instance problem
    cdef core.Limits limits
    cdef core.RouteCounts found
    cdef _Watch watch = _Watch()
    fill(problem, instance)
    limit(limits, watch, float("inf"), 2**63 - 1)
    with nogil:
        found = core.count_routes(problem, limits)
    if watch.error is not None:
        raise watch.error
    return [list(by_stops) for by_stops in found.by_stops]
