# cython: language_level=3, boundscheck=False, wraparound=False, binding=True, auto_pickle=False
"""Boards in flat tables: what lies on a board and stands there, in the core's numbers, in one pass.

The tables are made once of a title's data. A position is read against them by looking names up;
none is taken apart, and nothing is made of it but arrays. What a name means is Python's to say, on
first use.
"""

from array import array

from cpython.dict cimport PyDict_GetItemWithError
from cpython.object cimport PyObject
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset
from libcpp.vector cimport vector

cdef Py_ssize_t MOST = 100_000  # stops with tokens that are kept; then all are made anew


cdef struct Stop:
    int32_t number
    int32_t value
    int32_t slots  # so many tokens of others close it; 0: it is never closed
    int32_t print  # what is printed, a place in a list; -1: there is no such stop now
    uint8_t ends  # a run may end here, and not pass, whoever stands here


cdef struct Span:
    int32_t first
    int32_t size


cdef struct Piece:
    int32_t place
    Span track
    Span stops


cdef class Ground:
    """A board with the tiles and tokens of a position, an entry a stop; flags are 0 or 1.

    Attributes
    ----------
    track
        Pieces of track as pairs of ends.
    value
        What is printed.
    own, full, ends
        It has a token of the runner; it is closed to the runner by tokens; no run passes it.
    """

    cdef readonly object track
    cdef readonly object value
    cdef readonly bytearray own
    cdef readonly bytearray full
    cdef readonly bytearray ends
    cdef Tables _tables
    cdef dict _tokens
    cdef vector[Stop] _stops

    def stop(self, name):
        """A stop with its tokens, as `found` makes it; None where there is no such stop."""
        cdef PyObject* number = PyDict_GetItemWithError(self._tables._names, name)
        if number is NULL:
            return None
        cdef Stop stop = self._stops[<object>number]
        cdef PyObject* owners = PyDict_GetItemWithError(self._tokens, name)
        if stop.print < 0:
            return None
        if owners is NULL:
            return self._tables._prints[stop.print]
        return self._tables.with_tokens(
            stop.print, <tuple>owners, self.own[stop.number], self.full[stop.number]
        )


cdef class Tables:
    """One board, paying one column of values.

    What lies on a place is ``(place, track, stops)``: the number of the place, ends of track two by
    two, and ``(number, print, value, slots, ends)`` of every stop that the place can have; `print`
    is anything, and None where the stop is not there now.

    Parameters
    ----------
    printed
        What is printed on each place, in the order of their numbers.
    stops
        The numbers of the stops by name.
    make
        Tells what a tile is that lies there, of its place's name and its own.
    found
        Makes a stop of its print, the tokens on it, and whether it has an own one and is full.
    """

    cdef dict _names
    cdef object _make
    cdef object _found
    cdef list _prints
    cdef dict _with_tokens  # stops as they were found before
    cdef dict _numbers  # of pieces, by the name of the place, then by that of the tile
    cdef vector[Piece] _pieces
    cdef vector[int32_t] _track  # of all pieces, one after the other; so are their stops
    cdef vector[Stop] _stops
    cdef vector[Span] _printed
    cdef vector[Stop] _empty  # the board without a tile or a token, by the numbers of the stops

    def __init__(self, list printed, dict stops, make, found):
        cdef Stop stop
        cdef Piece piece
        self._names, self._make, self._found = stops, make, found
        self._numbers, self._prints, self._with_tokens = {}, [], {}
        memset(&stop, 0, sizeof(Stop))
        stop.print = -1
        self._empty.resize(len(stops), stop)
        for lies in printed:
            piece = self._pieces[self.add(lies)]
            self._printed.push_back(piece.track)
            for n in range(piece.stops.first, piece.stops.first + piece.stops.size):
                stop = self._stops[n]
                # The stop of an area is that of the first of its places.
                if self._empty[stop.number].print < 0:
                    self._empty[stop.number] = stop

    cdef int32_t add(self, lies) except -1:
        cdef Piece piece
        cdef Stop stop
        cdef const int32_t[::1] track = lies[1]
        cdef Py_ssize_t n
        piece.place = lies[0]
        piece.track.first, piece.track.size = self._track.size(), track.shape[0]
        for n in range(track.shape[0]):
            self._track.push_back(track[n])
        piece.stops.first, piece.stops.size = self._stops.size(), len(lies[2])
        for stop.number, print_, stop.value, stop.slots, stop.ends in lies[2]:
            stop.print = -1 if print_ is None else len(self._prints)
            if print_ is not None:
                self._prints.append(print_)
            self._stops.push_back(stop)
        self._pieces.push_back(piece)
        return self._pieces.size() - 1

    cdef int32_t number(self, place, tile) except -1:
        """The piece that a tile is where it lies."""
        cdef PyObject* found = PyDict_GetItemWithError(self._numbers, place)
        if found is NULL:
            self._numbers[place] = {}
            return self.number(place, tile)
        cdef dict tiles = <dict>found
        found = PyDict_GetItemWithError(tiles, tile)
        if found is NULL:
            tiles[tile] = self.add(self._make(place, tile))
            return tiles[tile]
        return <object>found

    def lay(self, dict tiles, dict tokens, str runner, closed=()):
        """The board with these tiles and tokens, as the runner finds it.

        Track on `closed` places (their numbers) is left out.
        """
        cdef vector[Stop] stops = self._empty
        cdef vector[Span] lies = self._printed
        cdef Piece piece
        cdef int32_t n
        for place, tile in tiles.items():
            piece = self._pieces[self.number(place, tile)]
            lies[piece.place] = piece.track
            for n in range(piece.stops.first, piece.stops.first + piece.stops.size):
                stops[self._stops[n].number] = self._stops[n]
        for n in closed:
            lies[n].size = 0
        cdef Ground ground = Ground.__new__(Ground)
        ground.track = self.track_of(lies)
        self.stand(ground, stops, tokens, runner)
        ground._tables, ground._tokens, ground._stops = self, tokens, stops
        return ground

    cdef with_tokens(self, int32_t print_, tuple owners, own, full):
        key = (print_, owners, own, full)
        cdef PyObject* found = PyDict_GetItemWithError(self._with_tokens, key)
        if found is not NULL:
            return <object>found
        if len(self._with_tokens) >= MOST:
            self._with_tokens.clear()
        self._with_tokens[key] = stop = self._found(self._prints[print_], owners, own, full)
        return stop

    cdef track_of(self, vector[Span]& lies):
        """The track of all pieces, in the order of their places."""
        cdef vector[int32_t] found
        cdef Span span
        for span in lies:
            found.insert(
                found.end(),
                self._track.begin() + span.first,
                self._track.begin() + span.first + span.size,
            )
        return numbers(found)

    cdef int stand(self, Ground ground, vector[Stop]& stops, dict tokens, str runner) except -1:
        """Place the tokens; a city is full when its first slots are taken, all of them by others."""
        cdef Py_ssize_t size = stops.size(), n
        cdef vector[int32_t] value = vector[int32_t](size)
        cdef vector[uint8_t] own = vector[uint8_t](size, 0)
        cdef vector[uint8_t] full = vector[uint8_t](size, 0)
        cdef vector[uint8_t] ends = vector[uint8_t](size)
        for n in range(size):
            value[n] = stops[n].value
            ends[n] = stops[n].ends
        cdef PyObject* found
        cdef tuple owners
        for name, owners in tokens.items():
            found = PyDict_GetItemWithError(self._names, name)
            if found is NULL:
                continue
            n = <object>found
            if stops[n].print < 0:
                continue
            if runner in owners:
                own[n] = 1
            elif 0 < stops[n].slots <= len(owners) and None not in owners[: stops[n].slots]:
                full[n] = ends[n] = 1
        ground.value = numbers(value)
        ground.own, ground.full, ground.ends = flags(own), flags(full), flags(ends)
        return 0


cdef numbers(vector[int32_t]& data):
    return array("i", <bytes>(<char*>data.data())[: data.size() * sizeof(int32_t)])


cdef bytearray flags(vector[uint8_t]& data):
    return bytearray(<bytes>(<char*>data.data())[: data.size()])
