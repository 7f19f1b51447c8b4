"""The moves a corporation could make next: tile lays and upgrades, pairs of them, tokens, trains.

Legal lays come from `lays`, as in operating rounds. A position does not say who owns which private
company nor what stands in the treasury: a move is listed with its cost, and whoever asks knows
whether it can be paid.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from route_opt.lays import Lay, Reach, legal_lays, moved, reach
from route_opt.network import Network
from route_opt.position import Marker, Position
from route_opt.title import Reserved, Title, Train


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move, what it costs, and what it is worth.

    Attributes
    ----------
    kind
        ``tile``, ``upgrade``, ``pair``, ``token`` or ``train``.
    costs
        What the cost is made of, such as ``mountain 40, bridge 80``.
    revenue, gain
        The best after the move, and how much more than before.
    harm
        How much less the rival can run, where one was named.
    bound
        Where the search was stopped: the best after the move is at most this.
    tiles, tokens, markers, trains
        The change to the position: these tiles are laid, the others stand in place of what was.
    """

    kind: str
    text: str
    cost: int = 0
    costs: str = ""
    revenue: int = 0
    gain: int = 0
    harm: int = 0
    bound: int | None = None
    note: str = ""
    tiles: dict[str, str] = {}
    tokens: dict[str, tuple[str | None, ...]] | None = None
    markers: tuple[Marker, ...] | None = None
    trains: tuple[str, ...] | None = None

    def applied(self, position: Position) -> Position:
        """The position after the move."""
        changes: dict[str, Any] = {"tiles": position.tiles | self.tiles}
        for field in ("tokens", "markers", "trains"):
            if getattr(self, field) is not None:
                changes[field] = getattr(self, field)
        return msgspec.structs.replace(position, **changes)


def lays_of(network: Network) -> list[tuple[Lay, Move]]:
    """Every legal lay; of rotations in which a tile looks the same, the first."""
    found, seen = [], set()
    for lay in legal_lays(network):
        look = frozenset(map(frozenset, network.board.lay(lay.hex, lay.spec).track))
        if (lay.hex, lay.tile, look) not in seen:
            seen.add((lay.hex, lay.tile, look))
            found.append((lay, _lay_move(network, lay)))
    return found


def _lay_move(network: Network, lay: Lay) -> Move:
    position, title = network.position, network.title
    name = title.hexes[lay.hex].name
    text = f"{lay.spec} on {lay.hex}{f' {name}' if name else ''}"
    tokens, markers = _after_lay(network, lay)
    return Move(
        kind="upgrade" if lay.upgrade else "tile",
        text=text,
        cost=lay.cost(title.play.track.least_cost),
        costs=_costs(title, lay),
        tiles={lay.hex: lay.spec},
        tokens=tokens if tokens != position.tokens else None,
        markers=markers if markers != position.markers else None,
    )


def _costs(title: Title, lay: Lay) -> str:
    """What a lay's cost is made of."""
    parts = []
    if lay.terrain:
        parts.append(f"{title.hexes[lay.hex].terrain or 'terrain'} {lay.terrain}")
    elif title.play.track.least_cost:
        parts.append(f"tile {title.play.track.least_cost}")
    parts += [f"{kind or 'side'} {amount}" for kind, amount in lay.borders]
    return ", ".join(parts)


def _after_lay(
    network: Network, lay: Lay
) -> tuple[dict[str, tuple[str | None, ...]], tuple[Marker, ...]]:
    """Tokens and markers after a lay: they go with their city to its place on the new tile."""
    position = network.position
    new = moved(network.laid[lay.hex], network.board.lay(lay.hex, lay.spec))
    names = {f"{lay.hex}.{old}": f"{lay.hex}.{now}" for old, now in new.items()}
    if all(old == now for old, now in names.items()):
        return position.tokens, position.markers
    tokens: dict[str, tuple[str | None, ...]] = {}
    for stop, owners in position.tokens.items():
        there = names.get(stop, stop)
        # Cities that grow together keep everybody's token, without the empty slots between.
        if there in tokens:
            owners = tuple(owner for owner in (*tokens[there], *owners) if owner)
        tokens[there] = owners
    markers = tuple(
        msgspec.structs.replace(marker, at=names[marker.at]) if marker.at in names else marker
        for marker in position.markers
    )
    return tokens, markers


def pairs_of(network: Network, singles: list[tuple[Lay, Move]]) -> Iterator[Move]:
    """Two lays in one turn, where the title allows that; each pair once."""
    track = network.title.play.track
    if track.yellows < 2:
        return
    seen = set()
    for lay, move in singles:
        if lay.upgrade and track.upgrade != "second":
            continue
        after = Network(move.applied(network.position))
        for other, second in lays_of(after):
            upgrades = lay.upgrade + other.upgrade
            if other.hex == lay.hex or upgrades > (track.upgrade == "second"):
                continue
            both = frozenset({(lay.hex, lay.spec), (other.hex, other.spec)})
            if both not in seen:
                seen.add(both)
                yield _together(move, second)


def _together(first: Move, second: Move) -> Move:
    return Move(
        kind="pair",
        text=f"{first.text}, then {second.text}",
        cost=first.cost + second.cost,
        costs=", ".join(filter(None, (first.costs, second.costs))),
        tiles=first.tiles | second.tiles,
        tokens=first.tokens if second.tokens is None else second.tokens,
        markers=first.markers if second.markers is None else second.markers,
    )


def tokens_of(network: Network, found: Reach | None = None) -> Iterator[Move]:
    """Every city where the corporation could place its next token."""
    position, title = network.position, network.title
    left = _tokens_left(network)
    column = title.phases[position.phase].column
    reached = (found or reach(network)).stops
    own = {row.stop: row for row in title.corporations[position.corporation].reserved}
    apart = {stop for stop, row in own.items() if row.price_unconnected and _is_kept(network, row)}
    for name in sorted(reached | apart) if left else ():
        hex_id, _, number = name.partition(".")
        stop = network.laid[hex_id].tile.stops[int(number)]
        there = network.tokens.get(name, ())
        if stop.kind != "city" or position.corporation in there or _own_in_hex(network, hex_id):
            continue
        tokens = [*there, *(None,) * (stop.slots - len(there))]
        free = [n for n in range(stop.slots) if tokens[n] is None]
        if len(free) <= len(_kept(network, name) - {position.corporation}):
            continue
        price = left[0]
        if name in own:
            price = own[name].price if name in reached else own[name].price_unconnected
        if title.play.tokens.times_value:
            price = title.play.tokens.times_value * stop.value(column)
        tokens[free[0]] = position.corporation
        yield Move(
            kind="token",
            text=f"a token in {title.hexes[hex_id].name or hex_id} ({name})",
            cost=price,
            note="" if name in reached else "its own track does not come there",
            tokens=position.tokens | {name: tuple(tokens)},
        )


def _tokens_left(network: Network) -> tuple[int, ...]:
    """The prices of the tokens a corporation has not placed.

    A token in the home of a minor company that is gone, or in a space that a private company
    keeps, came with that company and is not one of its own.
    """
    position, title = network.position, network.title
    corporation = title.corporations[position.corporation]
    fewer = max((corporation.fewer_tokens.get(option, 0) for option in position.options), default=0)
    prices = corporation.tokens[: len(corporation.tokens) - fewer]
    on_map = _on_map(network)
    gone = [row for name, row in title.corporations.items() if row.minor and name not in on_map]
    others = {home for row in gone for home in row.home}
    others.update(private.reserves for private in title.privates.values())
    placed = sum(
        position.corporation in owners[: network.stops[stop].slots]
        for stop, owners in position.tokens.items()
        if stop in network.stops and (stop not in others or stop in corporation.home)
    )
    return prices[placed:]


def _own_in_hex(network: Network, hex_id: str) -> bool:
    """Whether the title's rule of one token a hex is used up there."""
    title = network.title
    if title.play.tokens.one_per != "hex" and hex_id not in title.routes.one_per_route:
        return False
    return any(stop.own for stop in network.stops.values() if stop.hex == hex_id)


def _kept(network: Network, stop: str) -> set[str]:
    """Who has a slot kept in a city: its home or a reserved space, and no token on the map yet."""
    title = network.title
    there, on_map = network.tokens.get(stop, ()), _on_map(network)
    found = {
        name
        for name, corporation in title.corporations.items()
        if stop in corporation.home and name not in on_map and not corporation.minor
    }
    for name, corporation in title.corporations.items():
        for row in corporation.reserved:
            if row.stop == stop and name not in there and _is_kept(network, row):
                found.add(name)
    return found


def _is_kept(network: Network, row: Reserved) -> bool:
    """Whether a space is still reserved in this phase."""
    phases = list(network.title.phases)
    return not row.until or phases.index(network.position.phase) < phases.index(row.until)


def _on_map(network: Network) -> set[str]:
    return {owner for owners in network.tokens.values() for owner in owners if owner}


def trains_of(position: Position) -> Iterator[Move]:
    """One more train of each kind that runs in this phase, up to those that start the next."""
    title = position.rules
    starts = {train: n for n, p in enumerate(title.phases.values()) for train in p.starts_with}
    now = list(title.phases).index(position.phase)
    limit = title.phases[position.phase].train_limit
    over = len(position.trains) >= limit
    for name, train in title.trains.items():
        if not _runs(position, train, starts, now):
            continue
        yield Move(
            kind="train",
            text=f"a {name} train",
            cost=train.price,
            note=f"beyond the limit of {limit}" if over else "",
            trains=(*position.trains, name),
        )


def _runs(position: Position, train: Train, starts: dict[str, int], now: int) -> bool:
    """Whether a train is there in a phase, or starts the next, and has not rusted."""
    if (train.option and train.option not in position.options) or train.without in position.options:
        return False
    rusts = train.rusts_on
    for option in position.options:
        rusts = train.rusts_with.get(option, rusts)
    gone = [starts[other] for other in (rusts, train.removed_on) if other in starts]
    first = starts.get(train.name, starts.get(train.available_on, 0))
    return first <= now + 1 and not any(phase <= now for phase in gone)
