"""Tokens: which slot one takes, which are kept for others, what it costs."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from route_opt.network import Network
from route_opt.position import Marker
from route_opt.rules.trains import has_begun
from route_opt.tiles import Stop, Tile, city_exits, city_places
from route_opt.title import Corporation, Reserved, Title

Tokens = dict[str, tuple[str | None, ...]]
"""Who stands at each stop, slot by slot; beyond the slots, beside it."""


def token_prices(corporation: Corporation, options: Collection[str]) -> tuple[int, ...]:
    """The prices of a corporation's tokens; official variants take some of the last away."""
    fewer = sum(n for option, n in corporation.fewer_tokens.items() if option in options)
    return corporation.tokens[: len(corporation.tokens) - fewer]


def reserved_at(corporation: Corporation, stop: str) -> Reserved | None:
    """The space reserved for a corporation at a stop of the printed map, if there is one."""
    return next((place for place in corporation.reserved if place.stop == stop), None)


def token_price(
    title: Title, phase: str, stop: Stop, following: int, place: Reserved | None, connected: bool
) -> int | None:
    """What a token costs at a stop, or None where the corporation needs a connection.

    `following` is the price of its next token, `place` the space that is reserved for it there.
    """
    if place is not None:
        return place.price if connected else place.price_unconnected or None
    if not connected:
        return None
    times = title.play.tokens.times_value
    return times * stop.value(title.phases[phase].column) if times else following


def takes_tokens(title: Title, stop: Stop) -> bool:
    """Whether a stop is of a kind on which tokens are placed."""
    return stop.slots > 0 and (stop.kind == "city" or title.play.tokens.off_boards)


def has_token_there(title: Title, tokens: Tokens, owner: str, stop: str) -> bool:
    """Whether a corporation has a token that keeps another one away from a stop."""
    hex_id = stop.partition(".")[0]
    whole = title.play.tokens.one_per == "hex" or hex_id in title.routes.one_per_route
    return any(
        owner in owners
        for name, owners in tokens.items()
        if (name.partition(".")[0] == hex_id if whole else name == stop)
    )


# where stops are


def stop_now(title: Title, tiles: Mapping[str, str], stop: str) -> str:
    """A stop of the printed map under the number that the tile on its hex gives it."""
    hex_id, _, number = stop.partition(".")
    spec = tiles.get(hex_id)
    if spec is None:
        return stop
    name, _, turn = spec.partition("@")
    places = _places(title.hexes[hex_id].tile, title.tiles[name], int(turn))
    return f"{hex_id}.{places.get(int(number), number)}"


@functools.lru_cache(maxsize=5000)
def _places(old: Tile, new: Tile, turn: int) -> dict[int, int]:
    return city_places(city_exits(old, 0), city_exits(new, turn))


# slots


class Keeping(msgspec.Struct, frozen=True):
    """Who may have a space kept.

    Attributes
    ----------
    present
        The corporations of this game.
    waiting
        Those of them that have yet to place their home token.
    privates
        Private companies in players' hands.
    """

    title: Title
    phase: str
    present: tuple[str, ...]
    waiting: frozenset[str]
    privates: tuple[str, ...] = ()

    def slots(self, stop: str, tiles: Mapping[str, str], tokens: Tokens) -> dict[int, str]:
        """The slots of a stop that are kept, each with the company it is kept for."""
        title, found = self.title, dict[int, str]()
        for name in self.present:
            for home in title.corporations[name].home if name in self.waiting else ():
                if stop_now(title, tiles, home) == stop:
                    found[next(slot for slot in range(99) if slot not in found)] = name
            for place in title.corporations[name].reserved:
                here = stop_now(title, tiles, place.stop) == stop
                if here and self.is_kept(place) and name not in tokens.get(stop, ()):
                    found[place.slot] = name
        for name in self.privates:
            private = title.privates.get(name)
            if private and private.reserves and stop_now(title, tiles, private.reserves) == stop:
                found.setdefault(0, name)
        return found

    def is_kept(self, place: Reserved) -> bool:
        """Whether a reserved space is still kept in this phase."""
        return not (place.until and has_begun(self.title, place.until, self.phase))


def keeping_of(network: Network) -> Keeping:
    """Who may have a space kept, as far as a position tells.

    A corporation without a token has yet to start; one whose token was removed at set-up is not
    in the game. Whether a player owns a private company is not known: nothing is kept for those.
    """
    position, title = network.position, network.title
    removed = {m.owner for m in position.markers if title.markers[m.kind].effect == "token"}
    on_map = {owner for owners in network.tokens.values() for owner in owners if owner}
    present = tuple(
        name for name, row in title.corporations.items() if not row.minor and name not in removed
    )
    waiting = frozenset(name for name in present if name not in on_map)
    return Keeping(title, position.phase, present, waiting)


def free_slot(slots: Sequence[str | None], kept: Mapping[int, str], owner: str) -> int | None:
    """The slot a token would take: the one kept for it, else a free one kept for nobody."""
    # Its own marker may stand for the very token that looks for a slot.
    there = [None if held == owner else held for held in slots]
    kept = kept_of_free(there, kept)
    for slot, name in kept.items():
        if name == owner:
            return slot
    return next((n for n, held in enumerate(there) if held is None and n not in kept), None)


def kept_of_free(slots: list[str | None], kept: Mapping[int, str]) -> dict[int, str]:
    """The free slots kept for somebody; who finds his own taken is kept another that is free."""
    free = [slot for slot, held in enumerate(slots) if held is None]
    own = {slot: name for slot, name in kept.items() if slot in free}
    others = (slot for slot in free if slot not in kept)
    moved = (name for slot, name in kept.items() if slot not in free)
    return own | dict(zip(others, moved, strict=False))


def first_slots(owners: Sequence[str | None], number: int) -> list[str | None]:
    """Who stands in each of so many slots."""
    held = list(owners[:number])
    return held + [None] * (number - len(held))


def with_token(owners: Sequence[str | None], owner: str, slot: int) -> tuple[str | None, ...]:
    """The tokens of a stop with one more, in a slot or beyond them all."""
    there = list(owners) + [None] * (slot + 1 - len(owners))
    there[slot] = owner
    return tuple(there)


def trimmed(owners: Iterable[str | None]) -> tuple[str | None, ...]:
    """The tokens of a stop without empty slots at the end."""
    there = list(owners)
    while there and there[-1] is None:
        there.pop()
    return tuple(there)


# markers that stand for a token


def stands_beside(
    title: Title, options: Collection[str], markers: Iterable[Marker], stop: str, owner: str
) -> bool:
    """Whether a company's token stands beside a stop and takes no space of it."""
    hex_id = stop.partition(".")[0]
    marked = any(
        title.markers[marker.kind].effect == "double_end"
        and marker.owner == owner
        and marker.at.partition(".")[0] == hex_id
        for marker in markers
    )
    return marked and not fills_space(title, options, stop)


def fills_space(title: Title, options: Collection[str], stop: str) -> bool:
    """Whether a token that would stand beside a stop takes a space of it, where one is free."""
    routes = title.routes
    return routes.beside_fills in options and stop.partition(".")[0] in routes.beside_fills_on
