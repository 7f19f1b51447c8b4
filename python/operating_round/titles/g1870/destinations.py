"""1870: destinations, who is connected to his, and the markers that stand there."""

from __future__ import annotations

from typing import Any

from operating_round.protected.markers import put_markers
from operating_round.state import State, replace
from operating_round.steps.run import best_result
from operating_round.table import Table, View
from route_opt.position import Marker, Position
from route_opt.reach import leads_on
from route_opt.rules.tokens import fills_space
from route_opt.title import Title


def marker_on_map(state: State, name: str) -> Marker | None:
    """The destination marker of a company on the map."""
    markers = state.board.markers
    return next((m for m in markers if m.kind == "destination" and m.owner == name), None)


def is_connected(state: State, name: str) -> bool:
    """Whether a company has made its connection run: it has one marker more."""
    row = state.corporations[name]
    own = len(state.rules.corporations[name].tokens)
    return len(row.tokens_on_map) + len(row.tokens_unplaced) > own


def ends(table: View, name: str) -> tuple[str, str]:
    """Home and destination of a company."""
    return table.map.home_stops(name)[0], f"{table.title.corporations[name].destination}.0"


def connected(table: View) -> list[str]:
    """Who can make its connection run: the operator first, then by price."""
    order = sorted(table.market.by_price(), key=lambda name: name != table.entity)
    return [name for name in order if can_connect(table, name)]


def can_connect(table: View, name: str) -> bool:
    """Whether one of its trains can run from home to destination, or its track leads there."""
    row = table.corporation(name)
    if not row.trains or not row.tokens_on_map or is_connected(table.state, name):
        return False
    home, goal = ends(table, name)
    if not leads_on(table.map.network(name), home, goal):
        return False
    return "connection_by_track" in table or can_run(table, name)


def can_run(table: View, name: str) -> bool:
    """Whether one of its trains can run from home to destination."""
    from route_opt.solver import NoLegalRunError

    try:
        best_result(with_ends(table, name, table.state.position(name)))
    except NoLegalRunError:
        return False
    return True


def with_ends(table: View, name: str, position: Position) -> Position:
    """The question of a connection run."""
    home, goal = ends(table, name)
    marker = Marker("connection_run", owner=name, from_=home, to=goal)
    return replace(position, markers=(*position.markers, marker))


def stands_there(table: View, name: str) -> bool:
    """Whether a company has a marker at its destination already."""
    goal = ends(table, name)[1]
    return name in table.state.board.tokens.get(goal, ())


def place_destination(table: Table, on_map: bool) -> None:
    """The marker goes to the destination free, or is kept as one more to be paid for."""
    name = table.entity
    goal = ends(table, name)[1]
    row = table.company(name)
    table.set_turn(revenue=None if can_run(table, name) else 0)
    if not on_map:
        price = table.title.play.special["connection_run"]["marker_price"]
        table.change(name, tokens_unplaced=(*row.tokens_unplaced, price))
        table.say("destination", f"{name} keeps its destination marker")
        return
    fills = fills_space(table.title, table.state.options, goal)
    slot = table.map.free_slot(goal, name) if fills else None
    if slot is None:
        table.map.put_beside(goal, name)
    else:
        table.map.put_token(goal, name, slot)
    table.change(name, tokens_on_map=(*row.tokens_on_map, goal))
    marker = Marker("destination", goal, name)
    put_markers(table, [*table.state.board.markers, marker])
    table.say("destination", f"{name} puts its destination marker on {goal}")


def move_in(table: Table, stop: str) -> None:
    """Markers beside a city take its free spaces, in their order."""
    there = table.state.board.tokens.get(stop, ())
    spaces = table.map.stop(stop).slots
    for place, owner in enumerate(there[spaces:], spaces):
        slot = table.map.free_slot(stop, owner) if owner else None
        if owner and slot is not None:
            held = list(table.state.board.tokens[stop])
            held[slot], held[place] = owner, None
            table.map.set_tokens(stop, held)


def fights_for_spaces(title: Title, board: dict[str, Any]) -> bool:
    """Whether a destination marker stands in a space of its city."""
    for marker in board["markers"]:
        stop = marker.get("at", "")
        hex_id = stop.partition(".")[0]
        cities = title.routes.beside_fills_on
        if marker["kind"] != "destination" or hex_id not in cities:
            continue
        spec = board["tiles"].get(hex_id, "").partition("@")[0]
        tile = title.tiles.get(title.aliases.get(spec, spec))
        slots = (tile or title.hexes[hex_id].tile).stops[0].slots
        if marker["owner"] in board["tokens"].get(stop, ())[:slots]:
            return True
    return False
