"""Cubes on deposits and refineries on cities: how they come, go and change.

All numbers are a title's: how many cubes there are and how refineries develop stands in
``play.special.resources``, what a deposit holds, produces and exports in the phase's ``cubes``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from operating_round.table import Table, View
from operating_round.titles.g1867bw.remembered import Exports
from route_opt.position import Marker
from route_opt.rules import cubes as cube_rules

CUBE, REFINERY = "cube", "refinery"
"""The kinds of their markers."""


def data(table: View) -> dict[str, Any]:
    """What the title says about them."""
    return table.title.play.special["resources"]


# cubes


def cubes(table: View, deposit: str) -> int:
    """How many cubes lie on a deposit."""
    return cube_rules.cubes_at(table.title, table.state.board.markers, deposit)


def supply(table: View) -> int:
    """How many cubes lie in the box."""
    return cube_rules.cubes_left(table.title, table.state.board.markers)


def capacity(table: View) -> int:
    """How many cubes a deposit holds in this phase."""
    return table.phase.cubes["capacity"]


def set_cubes(table: Table, deposit: str, count: int) -> None:
    """So many cubes lie on a deposit from now on."""
    table.map.set_markers(
        cube_rules.with_cubes(table.title, table.state.board.markers, deposit, count)
    )


def add_cubes(table: Table, deposit: str, count: int) -> int:
    """Cubes come to a deposit, as far as it has room and the box has cubes; how many did."""
    markers, phase = table.state.board.markers, table.state.phase
    added = cube_rules.cubes_that_come(table.title, phase, markers, deposit, count)
    if added:
        set_cubes(table, deposit, cubes(table, deposit) + added)
        table.map.say_cubes(deposit, added)
    return added


def export(table: Table, deposits: Iterable[str]) -> None:
    """Deposits send cubes to the box; that is remembered until the round is over."""
    exported = list(Exports.of(table.state).exported)
    for deposit in deposits:
        there = cubes(table, deposit)
        sent = min(there, table.phase.cubes["export"])
        if sent:
            set_cubes(table, deposit, there - sent)
            exported.append(deposit)
            table.say("export", f"{deposit} exports {sent}", deposit=deposit, count=sent)
    Exports.set(table, exported=exported)


def deposits_of(table: View, name: str) -> list[str]:
    """The deposits in the network of a corporation."""
    return sorted(
        stop for stop in table.map.reach(name).stops if table.map.stop(stop).kind == "deposit"
    )


def produce(table: Table, owners: Iterable[str]) -> None:
    """Full deposits export; the others in the networks of these corporations produce."""
    full = [
        marker.at
        for marker in table.state.board.markers
        if marker.kind == CUBE and marker.count >= capacity(table)
    ]
    export(table, full)
    reached = {deposit for name in owners for deposit in deposits_of(table, name)}
    for deposit in sorted(reached - set(Exports.of(table.state).exported)):
        add_cubes(table, deposit, table.phase.cubes["production"])


# refineries


def refinery(table: View, stop: str) -> Marker | None:
    """The refinery at a stop, if there is one."""
    markers = table.state.board.markers
    return next((m for m in markers if m.kind == REFINERY and m.at == stop), None)


def set_refinery(table: Table, stop: str, state: str, owner: str = "") -> None:
    """A refinery is in a state from now on; ``none`` takes it away."""
    new = [] if state == "none" else [Marker(REFINERY, stop, owner, state=state)]
    table.map.set_markers(cube_rules.exchanged(table.state.board.markers, REFINERY, stop, new))
    table.say("refinery", f"refinery at {stop}: {state}", stop=stop, state=state)


def room_for_refinery(table: View) -> bool:
    """Whether one more may stand on a city; those on off-boards are not counted."""
    markers = [m for m in table.state.board.markers if m.kind == REFINERY]
    on_cities = sum(table.map.stop(marker.at).kind == "city" for marker in markers)
    return on_cities < int(data(table)["refineries_in_wyoming"])


def develop(table: Table) -> None:
    """What a round does to the refineries on cities, all at once."""
    after: dict[str, str] = data(table)["end_of_round"]
    for marker in table.state.board.markers:
        if marker.kind == REFINERY and table.map.stop(marker.at).kind == "city":
            set_refinery(table, marker.at, after[marker.state], marker.owner)


def takes_cube(table: View, stop: str) -> bool:
    """Whether the acting corporation may bring a cube to a stop."""
    there = refinery(table, stop)
    if there is None:
        return table.map.stop(stop).kind == "city" and room_for_refinery(table)
    usable = not there.owner or there.owner == table.entity
    return usable and there.state in data(table)["on_delivery"]


def pays(table: View, stop: str) -> bool:
    """Whether a cube brought to a stop earns money."""
    there = refinery(table, stop)
    return there is not None and there.state in data(table)["paid"] and takes_cube(table, stop)


def deliver(table: Table, deposit: str, stop: str) -> None:
    """A cube from a deposit to a stop, and to the box."""
    there, paid = refinery(table, stop), pays(table, stop)
    set_cubes(table, deposit, cubes(table, deposit) - 1)
    before, owner = (there.state, there.owner) if there else ("none", "")
    after = data(table)["on_delivery"][before]
    if after != before:
        set_refinery(table, stop, after, owner)
    text = f"{table.entity} brings a cube from {deposit} to {stop}"
    table.say("delivery", text, stop=stop, deposit=deposit, paid=paid)
