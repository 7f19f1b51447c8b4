# Declarations that mirror the headers of the core, nothing else.
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp cimport bool
from libcpp.string cimport string
from libcpp.vector cimport vector


cdef extern from "errors.hpp" namespace "route_opt":
    void raise_python_error()


cdef extern from "route_opt/instance.hpp" namespace "route_opt":
    cdef cppclass Stops:
        vector[int32_t] value, end_extra, pair_value, end_class, group, goods
        vector[uint8_t] own, end_only, buyer, room, minor
        vector[int32_t] tariffs

    cdef cppclass Track:
        vector[int32_t] a, b
        int32_t sides

    cdef cppclass Trains:
        vector[int32_t] visits, counts, tariff
        vector[int32_t] major_visits, major_counts, minor_visits, minor_counts

    cdef cppclass Pair "route_opt::Terms::Pair":
        int32_t first, second

    cdef cppclass Set "route_opt::Terms::Set":
        vector[int32_t] stops
        int32_t value

    cdef cppclass Terms:
        vector[Pair] forbidden_ends, bonus_ends, required_ends
        vector[Set] sets
        int32_t visit_bonus, good_value
        bool extra_good

    cdef cppclass Instance:
        Stops stops
        Track track
        Trains trains
        Terms terms

    cdef cppclass Unread:
        void add(const string& field)

    vector[string] validate(const Instance&, const Unread&) except +raise_python_error nogil


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
        bool ties
        int32_t threads


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


cdef extern from "route_opt/solve.hpp" namespace "route_opt":
    Solution solve(const Instance&, const Limits&) except +raise_python_error nogil

    cdef enum class Goal(uint8_t):
        fewest_sides
        most_idle_trains
        most_goods_left

    cdef cppclass Options:
        Goal goal
        int32_t sets

    cdef cppclass Optima:
        vector[Solution] sets
        bool complete

    Optima all_optimal(
        const Instance&, const Options&, const Limits&
    ) except +raise_python_error nogil


cdef extern from "route_opt/verify.hpp" namespace "route_opt":
    cdef cppclass Verdict:
        vector[string] problems
        int32_t value

    Verdict verify(const Instance&, const Solution&) except +raise_python_error nogil


cdef extern from "route_opt/count.hpp" namespace "route_opt":
    cdef cppclass RouteCounts:
        vector[vector[int64_t]] by_stops
        int64_t nodes
        bool complete

    RouteCounts count_routes(const Instance&, const Limits&) except +raise_python_error nogil


cdef extern from "route_opt/relevant.hpp" namespace "route_opt":
    vector[int32_t] relevant(const Instance&) except +raise_python_error nogil
