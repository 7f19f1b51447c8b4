# cython: language_level=3, boundscheck=False, wraparound=False, binding=True
"""Boards in flat tables: what lies on a board and stands there, in the core's numbers, in one pass.

The tables are made once of a title's data. A position is read against them by looking names up;
none is taken apart, and nothing is made of it but arrays. What a name means is Python's to say, on
first use.
"""

from cpython cimport array
from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from cpython.dict cimport PyDict_GetItemWithError
from cpython.object cimport PyObject
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

cdef array.array INTS = array.array("i")


cdef struct Stop:
    int32_t number
    int32_t value
    int32_t slots  # so many tokens of others close it; 0: it is never closed
    uint8_t ends  # a run may end here, and not pass, whoever stands here
    uint8_t there


cdef class Piece:
    """What lies on a hex: its track, and every stop the hex can have, whether it has it now or not.

    `stops` are given as numbers, ``(number, value, slots, ends, there)`` each.
    """

    cdef int32_t place
    cdef vector[int32_t] track
    cdef vector[Stop] stops

    def __init__(self, int32_t place, const int32_t[::1] track, stops):
        cdef Stop stop
        cdef Py_ssize_t n
        self.place = place
        for n in range(track.shape[0]):
            self.track.push_back(track[n])
        for stop.number, stop.value, stop.slots, stop.ends, stop.there in stops:
            self.stops.push_back(stop)


cdef class Ground:
    """A board with the tiles and tokens of a position, an entry a stop; flags are 0 or 1.

    Attributes
    ----------
    track
        Pieces of track as pairs of ends.
    value
        What is printed.
    own, full, ends, there
        It has a token of the runner; it is closed to the runner by tokens; no run passes it; it
        has track at all.
    """

    cdef readonly array.array track
    cdef readonly array.array value
    cdef readonly bytearray own
    cdef readonly bytearray full
    cdef readonly bytearray ends
    cdef readonly bytearray there


cdef class Tables:
    """One board, paying one column of values.

    Parameters
    ----------
    printed
        What is printed on each place of the board, in order.
    stops
        The numbers of the stops by name.
    make
        Makes the piece that a tile is, of its place's name and its own.
    """

    cdef list _printed
    cdef dict _stops
    cdef object _make
    cdef dict _pieces  # by the name of the place, then by that of the tile
    cdef vector[int32_t] slots
    cdef vector[int32_t] value
    cdef vector[uint8_t] ends
    cdef vector[uint8_t] there

    def __init__(self, list printed, dict stops, make):
        cdef Stop stop
        self._printed, self._stops, self._make, self._pieces = printed, stops, make, {}
        self.value.resize(len(stops), 0)
        self.slots.resize(len(stops), 0)
        self.ends.resize(len(stops), 0)
        self.there.resize(len(stops), 0)
        for piece in printed:
            for stop in (<Piece?>piece).stops:
                # The stop of an area is that of the first of its places.
                if stop.there and not self.there[stop.number]:
                    self.value[stop.number] = stop.value
                    self.slots[stop.number] = stop.slots
                    self.ends[stop.number] = stop.ends
                    self.there[stop.number] = 1

    def lay(self, dict tiles, dict tokens, str runner, closed=()):
        """The board with these tiles and tokens, as the runner finds it.

        Track on `closed` places (their numbers) is left out.
        """
        cdef Ground ground = Ground.__new__(Ground)
        cdef Py_ssize_t size = self.value.size()
        cdef vector[int32_t] slots = self.slots
        cdef list lies = self._printed[:]
        ground.value = array.clone(INTS, size, False)
        memcpy(ground.value.data.as_ints, self.value.data(), size * sizeof(int32_t))
        ground.ends = flags(&self.ends, size)
        ground.there = flags(&self.there, size)
        ground.own, ground.full = flags(NULL, size), flags(NULL, size)
        for place, tile in tiles.items():
            piece = self.piece(place, tile)
            lies[piece.place] = piece
            put(ground, slots.data(), piece)
        stand(ground, slots.data(), self._stops, tokens, runner)
        for number in closed:
            lies[number] = None
        ground.track = track_of(lies)
        return ground

    cdef Piece piece(self, object place, object tile):
        cdef PyObject* found = PyDict_GetItemWithError(self._pieces, place)
        if found is NULL:
            self._pieces[place] = {}
            return self.piece(place, tile)
        cdef dict by_tile = <dict>found
        found = PyDict_GetItemWithError(by_tile, tile)
        if found is NULL:
            by_tile[tile] = <Piece?>self._make(place, tile)
            return by_tile[tile]
        return <Piece>found


cdef bytearray flags(vector[uint8_t]* data, Py_ssize_t size):
    cdef bytearray found = PyByteArray_FromStringAndSize(NULL, size)
    if data is NULL:
        memset(PyByteArray_AS_STRING(found), 0, size)
    else:
        memcpy(PyByteArray_AS_STRING(found), data.data(), size)
    return found


cdef void put(Ground ground, int32_t* slots, Piece piece):
    """Lay a piece in place of what was there."""
    cdef char* ends = PyByteArray_AS_STRING(ground.ends)
    cdef char* there = PyByteArray_AS_STRING(ground.there)
    cdef Stop stop
    for stop in piece.stops:
        ground.value.data.as_ints[stop.number] = stop.value
        slots[stop.number] = stop.slots
        ends[stop.number] = stop.ends
        there[stop.number] = stop.there


cdef int stand(
    Ground ground, int32_t* slots, dict stops, dict tokens, str runner
) except -1:
    """Place the tokens; a city is full when its first slots are taken, all of them by others."""
    cdef int32_t number
    cdef Py_ssize_t n
    cdef PyObject* found
    cdef tuple owners
    for stop, owners in tokens.items():
        found = PyDict_GetItemWithError(stops, stop)
        if found is NULL:
            continue
        number = <object>found
        if not ground.there[number]:
            continue
        if runner in owners:
            ground.own[number] = 1
        elif 0 < slots[number] <= len(owners):
            for n in range(slots[number]):
                if owners[n] is None:
                    break
            else:
                ground.full[number] = ground.ends[number] = 1
    return 0


cdef array.array track_of(list lies):
    """The track of all pieces, in the order of their places."""
    cdef Py_ssize_t size = 0
    for piece in lies:
        if piece is not None:
            size += (<Piece>piece).track.size()
    cdef array.array found = array.clone(INTS, size, False)
    cdef int32_t* into = <int32_t*>found.data.as_ints
    cdef vector[int32_t]* track
    for piece in lies:
        if piece is not None:
            track = &(<Piece>piece).track
            memcpy(into, track.data(), track.size() * sizeof(int32_t))
            into += track.size()
    return found
