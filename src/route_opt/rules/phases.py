"""What a phase that begins takes off the map; trains are the business of `trains`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from route_opt.position import Marker
from route_opt.rules.tokens import Tokens, trimmed
from route_opt.title import Title


def closing_minors(title: Title, phase: str) -> set[str]:
    """The minor companies that leave the game when a phase begins, with their certificates."""
    return {
        name
        for name, private in title.privates.items()
        if private.closes_on == phase
        and name in title.corporations
        and title.corporations[name].minor
    }


def tokens_kept(title: Title, tokens: Mapping[str, tuple[str | None, ...]], phase: str) -> Tokens:
    """The tokens that stay on the map when a phase begins."""
    closing = closing_minors(title, phase)
    found = dict(tokens)
    for stop, owners in tokens.items():
        if not closing.isdisjoint(owners):
            found[stop] = trimmed(None if owner in closing else owner for owner in owners)
    return {stop: owners for stop, owners in found.items() if owners or not tokens[stop]}


def markers_kept(title: Title, markers: Iterable[Marker], phase: str) -> tuple[Marker, ...]:
    """The markers that stay when a phase begins, as they are then."""
    closing = closing_minors(title, phase)
    found = []
    for marker in markers:
        kind = title.markers[marker.kind]
        if kind.until == phase or marker.owner in closing:
            continue
        shared = bool(marker.owner) and kind.owner_until == phase
        found.append(msgspec.structs.replace(marker, owner="") if shared else marker)
    return tuple(found)
