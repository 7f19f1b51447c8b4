"""Tiles a corporation could lay, and two of them in one turn; rights that stand for a tile."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from route_opt.board import Laid
from route_opt.lays import Lay, free_homes, legal_lays, supply
from route_opt.network import Network
from route_opt.next_moves.moves import Move
from route_opt.next_moves.tokens import own_tokens
from route_opt.position import Marker, Position
from route_opt.reach import Reach, reach
from route_opt.rules.costs import cost_parts, lay_cost
from route_opt.rules.laying import (
    after_lay,
    city_choices,
    crosses_river,
    has_lay_left,
    yellows_of_turn,
)
from route_opt.rules.privates import may_be_open
from route_opt.rules.rights import rights_for_sale
from route_opt.rules.tokens import Keeping, keeping_of
from route_opt.title import Title


class Single(msgspec.Struct, frozen=True):
    """One lay of a turn: a tile, or a right that stands for a yellow one."""

    move: Move
    upgrade: bool = False


class Plan(msgspec.Struct, frozen=True):
    """Two lays as one move, and each of them."""

    move: Move
    first: Single
    second: Single


def lays_of(
    network: Network,
    privates: Collection[str] = (),
    *,
    reached: Reach | None = None,
    hexes: Collection[str] | None = None,
) -> list[Single]:
    """Every legal lay; of rotations in which a tile looks the same, the first.

    `privates` are the corporation's private companies, which may save it money. Only lays on
    `hexes` are listed, if they are given.
    """
    position = network.position
    homes = free_homes(network.title, position.corporation, position.tiles)
    keeping = keeping_of(network)
    found, seen = [], set()
    for lay in legal_lays(network, anywhere=homes, reached=reached, hexes=hexes):
        new = network.board.lay(lay.hex, lay.spec)
        look = frozenset(map(frozenset, new.track))
        if (lay.hex, lay.tile, look) in seen:
            continue
        seen.add((lay.hex, lay.tile, look))
        old = network.laid[lay.hex]
        choices = city_choices(network.title, position.tokens, old, new)
        for city in choices:
            one = city if len(choices) > 1 else None
            move = _lay_move(network, lay, new, keeping, one, privates)
            found.append(Single(move, lay.upgrade))
    return found


def _lay_move(
    network: Network,
    lay: Lay,
    new: Laid,
    keeping: Keeping,
    city: int | None,
    privates: Collection[str],
) -> Move:
    position, title = network.position, network.title
    name = title.hexes[lay.hex].name
    text = f"{lay.spec} on {lay.hex}{f' {name}' if name else ''}"
    text += "" if city is None else f", the token in {lay.hex}.{city}"
    board = (position.tiles, position.tokens, position.markers)
    old = network.laid[lay.hex]
    after = after_lay(board, old, new, keeping, position.options, city or 0)
    cost, costs = _costs(title, lay, position.corporation, privates)
    return Move(
        kind="upgrade" if lay.upgrade else "tile",
        text=text,
        cost=cost,
        costs=costs,
        note=_lay_note(title, position, new),
        tiles={lay.hex: lay.spec},
        tokens=after.tokens if after.tokens != position.tokens else None,
        markers=after.markers if after.markers != position.markers else None,
    )


def _costs(title: Title, lay: Lay, corporation: str, privates: Collection[str]) -> tuple[int, str]:
    """A lay's cost, and what it is made of."""
    parts = list(cost_parts(title, lay, corporation))
    plain = sum(amount for _, amount in parts)
    told = ", ".join(f"{what} {amount}" if amount else what for what, amount in parts)
    cost = lay_cost(title, lay, corporation, privates) if privates else plain
    return cost, told if cost == plain else f"{told}, {cost - plain} by private companies"


def _lay_note(title: Title, position: Position, new: Laid) -> str:
    """What a position does not say and a lay depends on: whose a private company is."""
    if crosses_river(title, new):
        for name, private in title.privates.items():
            if private.bridge and may_be_open(title, private, position.phase):
                return f"crosses the river: not while a player owns {name}"
    for name, private in title.privates.items():
        if new.hex in private.blocks and may_be_open(title, private, position.phase):
            return f"not while a player owns {name}"
    return ""


def rights_of(position: Position) -> Iterator[Single]:
    """Rights that a corporation could buy in place of a yellow tile."""
    title = position.rules
    for kind in rights_for_sale(title, position.corporation, position.markers):
        right = title.play.rights[kind]
        private = title.privates.get(right.private)
        note = "in place of a yellow tile"
        if private and may_be_open(title, private, position.phase):
            note += f"; not while a player owns {right.private}"
        hexes = [hex_id for hex_id, opens in title.routes.access.items() if opens == kind]
        names = ", ".join(title.hexes[hex_id].name or hex_id for hex_id in hexes)
        markers = (*position.markers, Marker(kind, owner=position.corporation))
        text = f"the right to run to {names} ({', '.join(hexes)})"
        yield Single(Move(kind="right", text=text, cost=right.price, note=note, markers=markers))


def pairs_of(
    network: Network, singles: list[Single], privates: Collection[str] = ()
) -> Iterator[Move]:
    """Two lays in one turn, where the title allows that; each pair once."""
    track = network.title.play.track
    usual = yellows_of_turn(track, first_turn=False)
    most = max(usual, yellows_of_turn(track, first_turn=_may_be_first_turn(network)))
    if most < 2:
        return
    note = "only in its first turn" if usual < 2 else ""
    following = _Following(network, singles, privates)
    seen = set()
    for one in singles:
        done = (not one.upgrade, one.upgrade)
        allowed = [has_lay_left(track, most, *done, upgrade=upgrade) for upgrade in (False, True)]
        for other in following.after(one.move) if any(allowed) else ():
            both = _key(one.move, other.move)
            if allowed[other.upgrade] and both not in seen:
                seen.add(both)
                yield _together(one.move, other.move, note)


def plans_of(
    network: Network, singles: list[Single], privates: Collection[str] = ()
) -> Iterator[Plan]:
    """A lay in this turn and one in the next, as if nobody laid anything between; each two once.

    The plans of the first of `singles` come first.
    """
    following = _Following(network, singles, privates)
    seen = set()
    for one in singles:
        for other in following.after(one.move):
            both = _key(one.move, other.move)
            if both not in seen:
                seen.add(both)
                move = _together(one.move, other.move, "")
                text = f"{one.move.text}, next turn {other.move.text}"
                yield Plan(msgspec.structs.replace(move, kind="plan", text=text), one, other)


class _Following:
    """The lays that may follow a first one.

    Most are those that could be laid at once: a hex that the first lay does not touch, and to
    which the corporation's track comes as before, takes the same tiles, as far as there are some.
    """

    def __init__(self, network: Network, singles: list[Single], privates: Collection[str]) -> None:
        self.network = network
        self.singles = singles
        self.privates = privates
        self.reach = reach(network)
        self.left = supply(network.title, network.position.tiles, network.position.options)

    def after(self, first: Move) -> Iterator[Single]:
        """The lays and rights that may follow a move."""
        after = first.applied(self.network.position)
        yield from rights_of(after)
        network = Network(after)
        found = reach(network)
        if first.tokens is not None or first.markers is not None or self.frees_tile(first):
            yield from lays_of(network, self.privates, reached=found)
            return
        changed = self.changed(first, found)
        yield from lays_of(network, self.privates, reached=found, hexes=changed)
        left = supply(network.title, after.tiles, after.options)
        for single in self.singles:
            for hex_id, spec in single.move.tiles.items():
                if hex_id not in changed and left.get(spec.partition("@")[0], 1) > 0:
                    yield single

    def frees_tile(self, first: Move) -> bool:
        """Whether a lay returns the only tile of its kind, so that all may lay it again."""
        old = (self.network.position.tiles.get(hex_id, "") for hex_id in first.tiles)
        return any(self.left.get(spec.partition("@")[0], 1) < 1 for spec in old if spec)

    def changed(self, first: Move, found: Reach) -> set[str]:
        """The hexes whose lays may be others now: those laid on, beside them, or newly reached."""
        title = self.network.title
        changed = {hex_id for hex_id, _ in found.entered ^ self.reach.entered}
        changed |= {stop.partition(".")[0] for stop in found.stops ^ self.reach.stops}
        for hex_id in first.tiles:
            around = (title.neighbour(hex_id, side) for side in range(6))
            changed |= {hex_id, *(other for other in around if other)}
        return changed


def _may_be_first_turn(network: Network) -> bool:
    """Whether a corporation may be in its first turn: it has placed no token but its home's."""
    corporation = network.title.corporations[network.position.corporation]
    return len(own_tokens(network)) <= 1 and not corporation.minor


def _key(first: Move, second: Move) -> object:
    """The same for two lays in either order; on one hex the order tells them apart."""
    moves = [
        (move.kind == "right", tuple(move.tiles.items()), move.text) for move in (first, second)
    ]
    return tuple(moves) if first.tiles.keys() & second.tiles.keys() else frozenset(moves)


def _together(first: Move, second: Move, note: str) -> Move:
    notes = dict.fromkeys(filter(None, (note, first.note, second.note)))
    return Move(
        kind="pair",
        text=f"{first.text}, then {second.text}",
        cost=first.cost + second.cost,
        costs=", ".join(filter(None, (first.costs, second.costs))),
        note="; ".join(notes),
        tiles=first.tiles | second.tiles,
        tokens=first.tokens if second.tokens is None else second.tokens,
        markers=first.markers if second.markers is None else second.markers,
    )
