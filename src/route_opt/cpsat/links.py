"""Plain track contracted: every way to run from one stop to the next.

Written apart from the graph code of the core on purpose: the two engines share the compiled
instance and nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from route_opt.cpsat.problem import Problem

LIMIT = 100_000
"""More links than this are not a railway but a maze; real boards have a few hundred at most."""


class TooDenseError(Exception):
    """The track joins its stops in too many ways."""


class Link(NamedTuple):
    """A run from stop `first` to stop `second` with no stop between.

    `path` are the faces a train leaves tiles by on the way; `uses` the track no other run may
    use: sides, and a piece that joins the stops directly as ``sides + piece``.
    """

    first: int
    second: int
    path: tuple[int, ...]
    uses: frozenset[int]


def contract(problem: Problem) -> list[Link]:
    """Every link a best route could use, among the stops an own token can reach."""
    links = _useful(_walk(problem))
    reached = {stop for stop, own in enumerate(problem.own) if own}
    while True:
        more = {
            stop for link in links if not reached.isdisjoint(link[:2]) for stop in link[:2]
        } - reached
        if not more:
            return [link for link in links if link.first in reached]
        reached |= more


def _walk(problem: Problem) -> list[Link]:
    """All links, each once, from its lower stop."""
    stops = len(problem.value)
    ends: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for piece, (a, b) in enumerate(problem.track):
        ends[a].append((b, piece))
        ends[b].append((a, piece))
    found: list[Link] = []
    for stop in range(stops):
        todo: list[tuple[int, tuple[int, ...], frozenset[int]]] = [(stop, (), frozenset())]
        while todo:
            here, path, uses = todo.pop()
            for end, piece in ends[here]:
                if end > stop and end < stops:
                    own_piece = frozenset((problem.sides + piece,))
                    found.append(Link(stop, end, path, uses or own_piece))
                elif end >= stops and (side := (end - stops) // 2) not in uses:
                    todo.append((other_face(end, stops), (*path, end), uses | {side}))
            if len(found) + len(todo) > LIMIT:
                raise TooDenseError(f"more than {LIMIT} ways from stop to stop")
    return found


def other_face(face: int, stops: int) -> int:
    """The same side, seen from the other tile."""
    return stops + ((face - stops) ^ 1)


def _useful(links: list[Link]) -> list[Link]:
    """Without those that use all the track of another one between the same stops, and more."""
    kept: dict[tuple[int, int], list[Link]] = defaultdict(list)
    for link in sorted(links, key=lambda link: (len(link.uses), link.path)):
        rivals = kept[link.first, link.second]
        if not any(rival.uses <= link.uses for rival in rivals):
            rivals.append(link)
    return [link for pair in sorted(kept) for link in kept[pair]]
