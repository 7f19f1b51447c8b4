"""Documents spoilt on purpose: what every reader must survive.

`mutated` changes a JSON document in a few places, mostly with words the document itself holds (so
that the result is nearly right), sometimes with what no document should hold. `damaged` changes
bytes. Both are told by a `random.Random`: the same seed, the same mutants. `survives` is the rule
they are read under: a result or an error of our own classes, in bounded time.

A fuzz test is a seed document, a reader and a count::

    for mutant in mutants(documents, seed=1, count=500):
        survives(lambda: parse(mutant), mutant)
"""

from __future__ import annotations

import contextlib
import copy
import json
import random
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from route_opt.errors import RouteOptError

Outcome = TypeVar("Outcome")
Path = tuple[Any, ...]

LONGEST = 10.0
"""Seconds of processor time one document may take: a hundred times what a slow one needs."""


def nested(depth: int, inner: Any = 0) -> Any:
    """A value so deep in lists that whoever walks it by recursion falls."""
    for _ in range(depth):
        inner = [inner]
    return inner


NASTY: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 7, 10**9, 2**31, 2**63, -(2**63) - 1, 10**30),
    *(0.5, -0.0, 1e300),
    *("", " ", "\0", "\n", "é", "\U0001f682", "\u202e", "\x1b[2J\x1b]0;x\x07", "=,;"),
    *("0", "-1", "1e999", "NaN", "null", "__class__", "../../etc/passwd", "a.b", ":", "@"),
    *("x" * 300, " " * 300, "(" * 300, "1" * 5000),
    *([], {}, [None], [[]], [{}], {"": None}, {"at": {}}, [0] * 300, nested(60)),
)
"""Values that are sound in one place and nonsense in another."""

NEVER: tuple[Any, ...] = (
    *(10**4400, float("inf"), float("-inf"), float("nan"), "\ud800", "\udfff", nested(5000)),
)
"""Values no document may hold: whoever reads JSON refuses them at once."""


def nasty(luck: random.Random) -> Any:
    """A value from outside the document."""
    return copy_of(luck.choice(NEVER if luck.random() < 0.05 else NASTY))


def places(document: Any) -> list[Path]:
    """The path to every value inside a document."""
    found: list[Path] = []
    left: list[tuple[Path, Any]] = [((), document)]
    while left:
        path, value = left.pop()
        if path:
            found.append(path)
        if isinstance(value, dict):
            left += [((*path, key), inner) for key, inner in value.items()]
        elif isinstance(value, list) and len(path) < 40:  # a mutant may be nested without end
            left += [((*path, n), inner) for n, inner in enumerate(value)]
    return found


def at(document: Any, path: Path) -> Any:
    """The value at a path."""
    for key in path:
        document = document[key]
    return document


def mutated(document: Any, luck: random.Random, *, times: int | None = None) -> Any:
    """A copy of a document, changed in one to four places, or in as many as `times` says."""
    changed = copy.deepcopy(document)
    for _ in range(luck.randint(1, 4) if times is None else times):
        known = places(changed)
        if not known:
            return nasty(luck)
        path = luck.choice(known)
        luck.choice(_CHANGES)(changed, at(changed, path[:-1]), path[-1], known, luck)
    return changed


def copy_of(value: Any) -> Any:
    """A copy that shares nothing; what is nested too deeply to be copied is made anew."""
    try:
        return copy.deepcopy(value)
    except RecursionError:
        return nested(5000)


# The changes: each gets the document, the container and the key of the place, all places, luck.


def _nasty(_: Any, where: Any, key: Any, __: list[Path], luck: random.Random) -> None:
    where[key] = nasty(luck)


def _borrow(document: Any, where: Any, key: Any, known: list[Path], luck: random.Random) -> None:
    """A value of the document from elsewhere: right words in the wrong place."""
    where[key] = copy_of(at(document, luck.choice(known)))


def _borrow_name(
    document: Any, where: Any, key: Any, known: list[Path], luck: random.Random
) -> None:
    """A key of the document as a value."""
    where[key] = luck.choice(luck.choice(known))


def _remove(_: Any, where: Any, key: Any, __: list[Path], luck: random.Random) -> None:
    del where[key]


def _rename(document: Any, where: Any, key: Any, known: list[Path], luck: random.Random) -> None:
    if isinstance(where, dict):
        names = [step for step in luck.choice(known) if isinstance(step, str)]
        names += [name for name in NASTY if isinstance(name, str)]
        where[luck.choice(names)] = where.pop(key)
    else:
        luck.shuffle(where)


def _nest(_: Any, where: Any, key: Any, __: list[Path], luck: random.Random) -> None:
    value = where[key]
    where[key] = luck.choice([[value], {"at": value}, [value, value], {str(key): value}])


def _unnest(_: Any, where: Any, key: Any, __: list[Path], luck: random.Random) -> None:
    value = where[key]
    if isinstance(value, dict) and value:
        where[key] = luck.choice(list(value.values()))
    elif isinstance(value, list) and value:
        where[key] = luck.choice(value)
    elif not _is_huge(value):
        where[key] = str(value)


def _is_huge(value: Any) -> bool:
    """Whether a number is beyond all that can be written or divided."""
    return isinstance(value, int) and abs(value) > 10**300


def _tweak(_: Any, where: Any, key: Any, __: list[Path], luck: random.Random) -> None:
    """Nearly the same value: off by one, cut, doubled, with a blank."""
    value = where[key]
    if isinstance(value, bool) or value is None:
        where[key] = not value
    elif _is_huge(value):
        where[key] = -value
    elif isinstance(value, int | float):
        where[key] = luck.choice([value + 1, value - 1, -value, value * 10, str(value), value / 2])
    elif isinstance(value, str):
        cut = luck.randrange(len(value) + 1)
        where[key] = luck.choice(
            [value[:cut], value[cut:], value * 2, f" {value} ", value.swapcase(), value[::-1]]
        )
    elif isinstance(value, list):
        where[key] = luck.choice([value * 2, value[::-1], value[1:], value[:1] * 50])
    elif isinstance(value, dict):
        names = list(value)
        luck.shuffle(names)
        where[key] = {name: value[name] for name in names[: luck.randint(0, len(names))]}


def _add(_: Any, where: Any, key: Any, __: list[Path], luck: random.Random) -> None:
    """One thing more than there should be."""
    if isinstance(where, list):
        more = copy_of(luck.choice(where)) if luck.random() < 0.5 else nasty(luck)
        where.insert(luck.randrange(len(where) + 1), more)
    else:
        where[f"{key}{luck.choice(['', '_', '.0', '2', ' '])}"] = nasty(luck)


_CHANGES: Sequence[Callable[[Any, Any, Any, list[Path], random.Random], None]] = (
    *(_nasty, _nasty, _borrow, _borrow, _borrow_name, _remove),
    *(_rename, _nest, _unnest, _tweak, _tweak, _add),
)


def mutants(documents: Sequence[Any], seed: int, count: int) -> Iterator[Any]:
    """So many mutants of these documents; the same seed gives the same ones."""
    luck = random.Random(seed)
    for _ in range(count):
        yield mutated(luck.choice(documents), luck)


# The same in bytes.


def written(document: Any) -> bytes:
    """A mutant as JSON text, with all that can be written and should not be."""
    parts: list[str] = []
    left: list[Any] = [document]
    while left:  # by hand: a mutant may be nested too deeply for the library
        value = left.pop()
        if isinstance(value, _Mark):
            parts.append(value)
        elif isinstance(value, dict):
            inner = [_Mark("{")]
            for name, one in value.items():
                inner += [_Mark(f"{json.dumps(name)}:"), one, _Mark(",")]
            left += reversed([*inner[: -1 if value else None], _Mark("}")])
        elif isinstance(value, list):
            inner = [_Mark("[")]
            for one in value:
                inner += [one, _Mark(",")]
            left += reversed([*inner[: -1 if value else None], _Mark("]")])
        elif _is_huge(value):
            parts.append("9" * 4400)
        else:
            parts.append(json.dumps(value))
    return "".join(parts).encode()


class _Mark(str):
    """Text that stands in the document as it is."""

    __slots__ = ()


_SCRAPS = (
    *(b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\\ud800", b"\\udc00", b"1e999", b"NaN"),
    *(b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\n", b"\x1b[2J"),
    *(b"9" * 5000, b"[" * 3000, b'{"a":' * 3000, b" " * 3000),
)


def damaged(text: bytes, luck: random.Random) -> bytes:
    """Some bytes changed, cut out, repeated or put in."""
    data = bytearray(text)
    for _ in range(luck.randint(1, 4)):
        start = luck.randrange(len(data) + 1)
        end = min(len(data), start + luck.randint(1, 12))
        kind = luck.randrange(5)
        if kind == 0 and start < len(data):
            data[start] = luck.randrange(256)
        elif kind == 1:
            del data[start:end]
        elif kind == 2:
            data[start:start] = data[start:end]
        elif kind == 3:
            del data[start:]
        else:
            data[start:start] = luck.choice(_SCRAPS)
    return bytes(data)


# The rule.


class TooSlow(BaseException):
    """A document kept its reader busy beyond all measure; no reader takes it for its own error."""


@contextlib.contextmanager
def bounded(seconds: float = LONGEST) -> Iterator[None]:
    """Raise `TooSlow` in the block once it has used so much processor time."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def strike(*_: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, strike)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def survives(
    read: Callable[[], Outcome], document: Any, *, seconds: float = LONGEST
) -> Outcome | None:
    """The result, or None for an error of ours that can be shown; anything else is a failure."""
    try:
        with bounded(seconds):
            return read()
    except RouteOptError as error:
        problems = error.problems
    except (Exception, TooSlow) as error:
        told = f"{type(error).__name__}: {error!s:.200}"
        raise AssertionError(f"{told}\n{shown(document)}") from error
    assert problems, f"an error without a reason: {shown(document)}"
    for problem in problems:
        assert problem.code, shown(document)
        str(problem).encode()  # a sentence that can be written anywhere
    return None


def shown(document: Any, most: int = 2000) -> str:
    """A document in a failure's message: whole enough to find the cause."""
    text = document if isinstance(document, bytes) else written(document)
    return repr(text[:most])
