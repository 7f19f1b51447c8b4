"""Tokens a corporation could place: station tokens, and edge tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from route_opt.network import Network
from route_opt.next_moves.moves import Move
from route_opt.reach import Reach, reach
from route_opt.rules.privates import may_be_open
from route_opt.rules.rights import edge_token
from route_opt.rules.tokens import (
    first_slots,
    free_slot,
    has_token_there,
    keeping_of,
    stop_now,
    takes_tokens,
    token_price,
    token_prices,
    with_token,
)


def tokens_of(
    network: Network, found: Reach | None = None, *, left: Sequence[int] | None = None
) -> Iterator[Move]:
    """Every stop where the corporation could place its next token, and its edge token.

    `left` are the prices of its tokens that are not on the map, where that is known.
    """
    reached = (found or reach(network)).stops
    yield from _station_tokens(network, reached, tokens_left(network) if left is None else left)
    yield from _edge_token(network, reached)


def _station_tokens(
    network: Network, reached: frozenset[str], left: Sequence[int]
) -> Iterator[Move]:
    position, title = network.position, network.title
    name, keeping = position.corporation, keeping_of(network)
    own = [place for place in title.corporations[name].reserved if keeping.is_kept(place)]
    for at in sorted(reached.union(place.stop for place in own)) if left else ():
        hex_id, _, number = at.partition(".")
        stop = network.laid[hex_id].tile.stops[int(number)]
        slots = first_slots(network.tokens.get(at, ()), stop.slots)
        spaces = keeping.slots(at, position.tiles, position.tokens)
        slot = free_slot(slots, spaces, name)
        place = next((place for place in own if place.stop == at), None)
        price = token_price(title, position.phase, stop, left[0], place, at in reached)
        has_one = has_token_there(title, position.tokens, name, at)
        if slot is None or price is None or has_one or not takes_tokens(title, stop):
            continue
        owners = with_token(position.tokens.get(at, ()), name, slot)
        yield Move(
            kind="token",
            text=f"a token in {title.hexes[hex_id].name or hex_id} ({at})",
            cost=price,
            note=_note(network, at, slots)
            if at in reached
            else "its own track does not come there",
            tokens=position.tokens | {at: owners},
        )


def _note(network: Network, at: str, slots: list[str | None]) -> str:
    """A private company that may keep the space, where the position does not say whose it is."""
    position, keeping = network.position, keeping_of(network)
    for name, private in network.title.privates.items():
        if private.reserves and may_be_open(network.title, private, position.phase):
            strict = msgspec.structs.replace(keeping, privates=(name,))
            kept = strict.slots(at, position.tiles, position.tokens)
            if free_slot(slots, kept, position.corporation) is None:
                return f"not while a player owns {name}"
    return ""


def _edge_token(network: Network, reached: frozenset[str]) -> Iterator[Move]:
    position, title = network.position, network.title
    edge = title.corporations[position.corporation].edge_token
    marker = edge_token(title, position.corporation, position.markers, reached)
    if edge is not None and marker is not None:
        name = title.hexes[edge.area].name or edge.area
        yield Move(
            kind="token",
            text=f"its edge token in {name} ({edge.area})",
            cost=edge.price,
            markers=(*position.markers, marker),
        )


def own_tokens(network: Network) -> list[str]:
    """The stops where tokens stand that a corporation has placed of its own.

    A token in the home of a minor company that is gone, or in a space that a private company
    keeps, came with that company; one that stands for a destination comes on top.
    """
    position, title = network.position, network.title
    name = position.corporation
    homes = [stop_now(title, position.tiles, stop) for stop in title.corporations[name].home]
    gone = [row for minor, row in title.corporations.items() if row.minor and minor != name]
    given = {home for row in gone for home in row.home}
    given |= {private.reserves for private in title.privates.values() if private.reserves}
    given = {stop_now(title, position.tiles, stop) for stop in given}
    return [
        stop
        for stop, owners in position.tokens.items()
        if name in owners
        and (stop in homes or stop not in given)
        and not _is_destination(network, stop)
    ]


def _is_destination(network: Network, stop: str) -> bool:
    markers, title = network.position.markers, network.title
    return any(
        title.markers[marker.kind].effect == "double_end"
        and marker.owner == network.position.corporation
        and marker.at == stop
        for marker in markers
    )


def tokens_left(network: Network) -> tuple[int, ...]:
    """The prices of the tokens that a corporation has not placed, as far as a position tells."""
    corporation = network.title.corporations[network.position.corporation]
    prices = token_prices(corporation, network.position.options)
    return prices[len(own_tokens(network)) :]
