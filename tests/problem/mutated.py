"""Problem documents with something changed at random: what every reader has to take or refuse."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from test_all_terms import drawn

NAMES = {
    "stops": (
        *("value", "end_extra", "pair_value", "end_class", "group", "goods"),
        *("own", "end_only", "buyer", "room", "minor", "tariffs"),
    ),
    "track": ("pieces", "sides"),
    "trains": (
        *("visits", "counts", "major_visits", "major_counts"),
        *("minor_visits", "minor_counts", "tariff"),
    ),
    "terms": (
        *("forbidden_ends", "bonus_ends", "required_ends", "sets"),
        *("visit_bonus", "good_value", "extra_good"),
    ),
    "names": ("stops", "sides", "trains"),
}

VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, -2, 7, 0.0, 1.0, 2.0, -1.0, 1.5, "x", "", "1"),
    *(2**31 - 1, 2**31, 2**29 - 1, 2**29, 2**24, 2**24 + 1, 1e9, 1e10, -(2**31)),
    *([], {}, [0], [1], [0, 1], [1, 1], [[0, 1]], [[1, 1]], [[0, 1], 2], [0, 1, [2, 3]]),
    *([[]], [[0]], [None], [True], ["x"], [0.0, 1.0], [[0, 1, 2]], [[[0, 1]]], {"stops": [0, 1]}),
    *(
        [{"stops": [0, 1], "value": 5}],
        [{"stops": [0], "value": 5}],
        [{"stops": [0, 0], "value": 1}],
    ),
    *(
        [{"stops": [0, 1.0], "value": 5.0}],
        [{"stops": [0, 1], "value": 5, "x": 1}],
        [{}],
        ["A", "B"],
    ),
]


def documents(number: int) -> Iterator[dict[str, Any]]:
    """So many documents, each with one to three changes; the same ones every time."""
    for seed in range(number):
        draw = random.Random(seed)
        document = copy.deepcopy(drawn(seed))
        if draw.random() < 0.3:
            document["names"] = {"trains": ["T"] * len(document["trains"]["visits"])}
        for _ in range(draw.choice([1, 1, 1, 2, 3])):
            _change(document, draw)
        yield document


def _change(document: dict[str, Any], draw: random.Random) -> None:
    """One change: a field or an entry becomes something else, appears or goes."""
    where = draw.random()
    if where < 0.08:
        name = draw.choice([*NAMES, "format", "x"])
        if draw.random() < 0.5:
            document.pop(name, None)
        else:
            document[name] = draw.choice([*VALUES, "route-opt/problem@1"])
        return
    group = draw.choice(list(NAMES))
    part = document.setdefault(group, {})
    if not isinstance(part, dict):
        return
    name = draw.choice([*NAMES[group], "x"] if draw.random() < 0.05 else NAMES[group])
    if where < 0.5 or not (isinstance(part.get(name), list) and part[name]):
        if draw.random() < 0.1:
            part.pop(name, None)
        else:
            part[name] = copy.deepcopy(draw.choice(VALUES))
        return
    _change_list(part[name], draw)


def _change_list(entries: list[Any], draw: random.Random) -> None:
    """An entry becomes another, is doubled, or goes; rows are changed inside, or laid flat."""
    place = draw.randrange(len(entries))
    entry = entries[place]
    how = draw.random()
    if how < 0.15 and all(isinstance(row, list) for row in entries):
        entries[:] = [x for row in entries for x in row]
    elif how < 0.5 and isinstance(entry, list) and entry:
        _change_list(entry, draw)
    elif how < 0.6 and isinstance(entry, dict):
        entry[draw.choice(["stops", "value", "x"])] = copy.deepcopy(draw.choice(VALUES))
    elif how < 0.7:
        entries.insert(place, copy.deepcopy(entry))
    elif how < 0.75:
        entries.pop(place)
    elif how < 0.85 and isinstance(entry, int):
        entries[place] = draw.choice([float(entry), bool(entry)])
    else:
        entries[place] = copy.deepcopy(draw.choice(VALUES))
