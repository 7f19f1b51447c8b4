"""The tiles of a game: how many there are, and which take the place of which."""

from __future__ import annotations

from collections.abc import Collection

from route_opt.rules.options import chosen
from route_opt.title import Title


def manifest_of(title: Title, options: Collection[str]) -> dict[str, int]:
    """How many there are of each tile; 0 is as many as anybody wants."""
    return title.manifest | chosen(title.manifest_with, options, {})


def replacing(title: Title, hex_id: str, spec: str, options: Collection[str]) -> list[str]:
    """The tiles that may come upon a tile, or without one upon what is printed on a hex."""
    if not spec:
        return list(title.hexes[hex_id].first)
    name = spec.partition("@")[0]
    found = list(title.upgrades.get(name, ()))
    for option in options:
        found += title.upgrades_with.get(option, {}).get(name, ())
    return list(dict.fromkeys(found))
