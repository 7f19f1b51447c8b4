"""A position, routes on it and a recorded game, as their documents."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from route_opt.forms.document import Document, refers
from route_opt.position import Marker


class Position(Document, frozen=True):
    """What can this corporation earn, here, now?

    Attributes
    ----------
    title
        The title: `1846`.
    phase
        Its phase: `II`.
    corporation
        Who runs.
    format
        What this document is.
    trains
        The trains it runs.
    tiles
        By hex, tile and rotation: `57@2`. What is not here is as printed.
    tokens
        By city, slot by slot: a corporation, or null for a free slot.
    markers
        What else lies on the map or is held.
    options
        Variants and readings in force.
    """

    title: str
    phase: str
    corporation: str
    format: Literal["route-opt/position@1"] = "route-opt/position@1"
    trains: tuple[str, ...] = ()
    tiles: dict[str, str] = {}
    tokens: dict[str, tuple[str | None, ...]] = {}
    markers: tuple[Marker, ...] = ()
    options: tuple[str, ...] = ()


class Route(Document, frozen=True):
    """A route.

    Attributes
    ----------
    train
        The train that runs it.
    track
        Stops where the train calls, bare hexes where it only passes.
    counted
        The stops that pay; all that it calls at if left out.
    revenue
        What it is said to pay.
    """

    train: str
    track: tuple[str, ...]
    counted: tuple[str, ...] | None = None
    revenue: int | None = None


class Record(msgspec.Struct, frozen=True):
    """A game as 18xx.games exports it; what else stands in it is left alone."""

    title: str
    players: tuple[Any, ...]
    actions: tuple[dict[str, Any], ...]


APosition = Annotated[Any, refers("Position")]
ARecord = Annotated[Any, refers("Record")]
Routes = Annotated[
    Any,
    msgspec.Meta(
        description="Routes, or lines such as '3/5: Detroit, (Toledo), Cleveland = 110'.",
        extra_json_schema={
            "type": "array",
            "items": {"anyOf": [{"$ref": "#/components/schemas/Route"}, {"type": "string"}]},
        },
    ),
]
Challenge = Annotated[
    Any,
    msgspec.Meta(
        description="Routes that pay more, or an amount.",
        extra_json_schema={
            "anyOf": [
                {"type": "null"},
                {"type": "integer"},
                {
                    "type": "array",
                    "items": {
                        "anyOf": [{"$ref": "#/components/schemas/Route"}, {"type": "string"}]
                    },
                },
            ]
        },
    ),
]
