# Declarations that mirror the headers of the core, nothing else.
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp cimport bool
from libcpp.vector cimport vector


cdef extern from "route_opt/instance.hpp" namespace "route_opt":
    cdef cppclass Stops:
        vector[int32_t] value, end_extra, pair_value, end_class, group, cubes
        vector[uint8_t] own, end_only, refinery, room

    cdef cppclass Track:
        vector[int32_t] a, b
        int32_t sides

    cdef cppclass Trains:
        vector[int32_t] visits, counts

    cdef cppclass Pair "route_opt::Terms::Pair":
        int32_t first, second

    cdef cppclass Terms:
        vector[Pair] forbidden_ends, bonus_ends, required_ends
        int32_t visit_bonus, cube_value
        bool extra_cube

    cdef cppclass Instance:
        Stops stops
        Track track
        Trains trains
        Terms terms


cdef extern from "route_opt/limits.hpp" namespace "route_opt":
    cdef cppclass Progress:
        int32_t value, bound
        int64_t nodes
        double seconds

    ctypedef bool (*Poll)(void*, const Progress&)

    cdef cppclass Limits:
        double seconds
        int64_t nodes
        Poll poll
        void* context


cdef extern from "route_opt/solution.hpp" namespace "route_opt":
    cdef cppclass Route:
        int32_t train
        vector[int32_t] path, counted
        int32_t value

    cdef enum class Status(uint8_t):
        optimal
        feasible
        infeasible

    cdef cppclass Stats:
        int64_t nodes, routes
        double seconds

    cdef cppclass Solution:
        Status status
        int32_t value, bound
        vector[Route] routes
        Stats stats


cdef extern from "errors.hpp" namespace "route_opt":
    void raise_python_error()


cdef extern from "route_opt/solve.hpp" namespace "route_opt":
    Solution solve(const Instance&, const Limits&) except +raise_python_error nogil

    cdef enum class Goal(uint8_t):
        fewest_sides
        most_idle_trains
        most_cubes_left

    cdef cppclass Options:
        Goal goal
        int32_t sets

    cdef cppclass Optima:
        vector[Solution] sets
        bool complete

    Optima all_optimal(
        const Instance&, const Options&, const Limits&
    ) except +raise_python_error nogil


cdef extern from "route_opt/count.hpp" namespace "route_opt":
    cdef cppclass RouteCounts:
        vector[vector[int64_t]] by_stops
        int64_t nodes
        bool complete

    RouteCounts count_routes(const Instance&, const Limits&) except +raise_python_error nogil
