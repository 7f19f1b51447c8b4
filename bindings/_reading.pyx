# cython: language_level=3, boundscheck=False, wraparound=False, binding=True, auto_pickle=False
"""Documents read in one pass, as far as they hold nothing new.

What a document may say, and what is wrong with it, is Python's to tell. Here is looked up what was
found sound before; whatever is not known is left to Python, which teaches it.
"""

from cpython.dict cimport PyDict_GetItemWithError
from cpython.object cimport PyObject
from libcpp.vector cimport vector


def keys_in(document, int deepest, limit):
    """The number of keys in a document; -1 if it is deeper, or holds a number from `limit` on."""
    if type(document) is dict:
        if deepest == 0:
            return -1
        return sum_of((<dict>document).values(), len(<dict>document), deepest, limit)
    if type(document) is list:
        return -1 if deepest == 0 else sum_of(document, 0, deepest, limit)
    if type(document) is int:
        return 0 if -limit < document < limit else -1
    return 0


cdef Py_ssize_t sum_of(values, Py_ssize_t found, int deepest, limit) except -2:
    cdef Py_ssize_t within
    for value in values:
        if type(value) is str:
            continue
        within = keys_in(value, deepest - 1, limit)
        if within < 0:
            return -1
        found += within
    return found


cdef class Tiles:
    """Tiles that may lie on their hexes, as documents write them.

    `supply` says of each tile, in each rotation, which it is and how often there is one.
    """

    cdef dict _known  # by hex: its name, and the tiles as they are written; the same texts again
    cdef dict _supply  # by the tile in its rotation, ``(number, copies)``
    cdef Py_ssize_t _kinds

    def __init__(self, dict supply):
        self._known, self._supply = {}, supply
        self._kinds = len({number for number, _ in supply.values()})

    def learn(self, str hex_id, str tile):
        """Remember that a tile may lie on a hex, written in the standard way."""
        self._known.setdefault(hex_id, (hex_id, {}))[1][tile] = tile

    def read(self, dict written):
        """The tiles of a document in texts that are at hand, if all of them are known; else None.

        Every later look at those texts is a short one.
        """
        cdef dict found = {}
        cdef PyObject* entry
        cdef PyObject* text
        for hex_id, tile in written.items():
            if type(hex_id) is not str or type(tile) is not str:
                return None
            entry = PyDict_GetItemWithError(self._known, hex_id)
            if entry is NULL:
                return None
            text = PyDict_GetItemWithError(<dict>(<tuple>entry)[1], tile)
            if text is NULL:
                return None
            found[<object>(<tuple>entry)[0]] = <object>text
        return found

    def are_enough(self, dict tiles):
        """Whether there are as many copies of each tile as lie there."""
        cdef vector[int] counts = vector[int](self._kinds, 0)
        cdef tuple supply
        cdef int number
        for tile in tiles.values():
            supply = <tuple>PyDict_GetItemWithError(self._supply, tile)
            number = supply[0]
            counts[number] += 1
            if counts[number] > <int>supply[1]:
                return False
        return True


cdef class Remembered:
    """Parts of documents that were read before, in the standard way and with nothing wrong.

    So many are remembered; then all are forgotten, whoever sent them.
    """

    cdef dict _known
    cdef Py_ssize_t _most
    cdef Py_ssize_t _size

    def __init__(self, Py_ssize_t most):
        self._known, self._most, self._size = {}, most, 0

    cdef void one_more(self):
        if self._size >= self._most:
            self._known.clear()
            self._size = 0
        self._size += 1


cdef class Tokens(Remembered):
    """Tokens that may stand at their stops, as documents write them, by the tile that lies there."""

    # By stop: its hex, and the owners by the tile and as they are written.

    def learn(self, str stop, str tile, tuple owners):
        """Remember that tokens may stand at a stop while a tile lies there, or none."""
        if len(owners) <= 8:
            self.one_more()
            hex_id = stop.partition(".")[0]
            self._known.setdefault(stop, (hex_id, {}))[1][(tile, *owners)] = owners

    def known(self, stop, slots, dict tiles):
        """The owners at a stop, if they are known; else None."""
        cdef PyObject* entry
        cdef PyObject* owners
        if type(stop) is not str or type(slots) is not list and type(slots) is not tuple:
            return None
        entry = PyDict_GetItemWithError(self._known, stop)
        if entry is NULL:
            return None
        tile = tiles.get((<tuple>entry)[0])
        try:
            owners = PyDict_GetItemWithError(<dict>(<tuple>entry)[1], (tile, *slots))
        except TypeError:  # a list or an object stands where a name belongs
            return None
        return None if owners is NULL else <object>owners

    def read(self, dict written, dict tiles):
        """The tokens of a document, if all of them are known; else None."""
        cdef dict found = {}
        for stop, slots in written.items():
            owners = self.known(stop, slots, tiles)
            if owners is None:
                return None
            found[stop] = owners
        return found


cdef class Markers(Remembered):
    """Markers that may stand where documents have them, by the tiles that lie there."""

    # By what is written: the hexes that it names, and what it means by the tiles on them.

    def learn(self, dict written, marker, tuple on):
        """Remember what a marker means while these tiles lie there: of each, its hex and name."""
        self.one_more()
        hexes = tuple([hex_id for hex_id, _ in on])
        tiles = tuple([tile for _, tile in on])
        self._known.setdefault(words(written), (hexes, {}))[1][tiles] = marker

    def known(self, written, dict tiles):
        """What a marker means, if that is known; else None."""
        cdef PyObject* found
        if type(written) is not dict:
            return None
        try:
            found = PyDict_GetItemWithError(self._known, words(written))
        except TypeError:  # a list or an object stands where a name belongs
            return None
        if found is NULL:
            return None
        lie = tuple([tiles.get(hex_id) for hex_id in <tuple>(<tuple>found)[0]])
        found = PyDict_GetItemWithError(<dict>(<tuple>found)[1], lie)
        return None if found is NULL else <object>found


cdef tuple words(dict written):
    """All that is written, each value with its type: for 1 is True, and 1.0."""
    cdef list found = []
    for name, value in written.items():
        found += (name, value, type(value))
    return tuple(found)
