"""The game as a position shows it: its markers, the trains that may run, the document itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from route_opt.position import Position, parse

if TYPE_CHECKING:
    from route_opt.records.game import Assigned, Game


def markers(game: Game, runner: str) -> list[dict[str, Any]]:
    """The markers as a position of that corporation writes them."""
    found: list[dict[str, Any]] = []
    if game.rules.draw:
        kind = game.rules.draw.marker
        for name in game.removed:
            home = game.title.corporations[name].home[0]
            found.append({"kind": kind, "at": home, "owner": name})
    for private, power in game.rules.powers.items():
        owner = game.owners.get(private, "")
        if power.when == "owned" and owner in game.title.corporations:
            found.append({"kind": power.markers[0], "owner": owner})
    for private, assigned in game.assigned.items():
        if assigned.corporation and assigned.hex:
            found.append(_assigned_marker(game, private, assigned))
    for kind, owner in sorted(game.rights):
        found.append(_right(game, kind, owner))
    if runner in game.connecting:
        corporation = game.title.corporations[runner]
        ends = {"from": corporation.home[0], "to": f"{corporation.destination}.0"}
        found.append({"kind": game.rules.connection_marker, "owner": runner, **ends})
    return found


def _assigned_marker(game: Game, private: str, assigned: Assigned) -> dict[str, Any]:
    power = game.rules.powers[private]
    kind = game.title.markers[power.markers[assigned.use]]
    at, owner = f"{assigned.hex}.0", assigned.corporation
    marker: dict[str, Any] = {"kind": kind.kind, "at": at, "owner": owner}
    if power.valued:
        amount = kind.amount
        worth = amount if isinstance(amount, int) else amount.get(assigned.hex, 0)
        marker |= {"value": worth}
        if kind.hex_wide and len(game.pieces.cities[assigned.hex]) > 1:
            marker |= {"hex_wide": True}
    return marker


def _right(game: Game, kind: str, owner: str) -> dict[str, Any]:
    corporation = game.title.corporations[owner]
    marker = {"kind": kind, "owner": owner}
    if corporation.destination:
        marker["at"] = f"{corporation.destination}.0"
    elif corporation.edge_token and game.title.markers[kind].placed:
        marker["at"] = f"{corporation.edge_token.area}.0"
    return marker


def trains_of(game: Game, name: str) -> list[tuple[str, str]]:
    """The trains a corporation may run now, each as its number in the record and its name."""
    return [
        (number, train.name)
        for number, train in game.trains.items()
        if train.owner == name and (not train.ran or name in game.connecting)
    ]


def position_of(game: Game, name: str) -> Position:
    """The position in which corporation `name` would run now."""
    document = {
        "title": game.title.name,
        "phase": game.phase.name,
        "corporation": name,
        "trains": [train for _, train in trains_of(game, name)],
        "tiles": dict(game.pieces.tiles),
        "tokens": game.pieces.document(),
        "markers": markers(game, name),
        "options": list(game.options),
    }
    return parse(document, lenient=True)
