"""Which rules of a run can be broken under a title: each is cited in the title's data."""

from __future__ import annotations

from collections.abc import Callable

from route_opt.claims.rules import leaves_a_choice
from route_opt.title import Title


def _always(title: Title) -> bool:
    return True


def _off_boards_end_runs(title: Title) -> bool:
    """Whether some off-board is an end of the line."""
    return any(
        stop.kind == "offboard" and name not in title.routes.through
        for name, hex_ in title.hexes.items()
        for stop in hex_.tile.stops
    )


def _trains_choose(title: Title) -> bool:
    """Whether some train can visit more than it counts."""
    trains = title.trains.values()
    return any(leaves_a_choice(limit) for train in trains for limit in train.limits)


def _ends_are_required(title: Title) -> bool:
    return any(kind.effect == "required_ends" for kind in title.markers.values())


CODES: dict[str, Callable[[Title], bool]] = {
    **dict.fromkeys(
        (
            "no_track",
            "not_adjacent",
            "ends_on_track",
            "reversed_at_junction",
            "stop_passed_over",
            "side_used_twice",
            "stop_twice",
            "no_own_token",
            "too_few_stops",
            "too_many_stops",
            "stop_not_counted",
            "full_city_passed",
            "side_shared",
            "train_not_owned",
            "train_used_twice",
            "counted_not_visited",
            "counted_twice",
            "wrong_revenue",
        ),
        _always,
    ),
    "off_board_passed": _off_boards_end_runs,
    "one_hex_only": lambda title: bool(title.routes.one_per_route),
    "two_cities_of_hex": lambda title: bool(title.routes.one_per_route),
    "no_access": lambda title: bool(title.routes.access),
    "forbidden_ends": lambda title: bool(title.routes.ends.forbidden),
    "too_many_counted": _trains_choose,
    "own_token_not_counted": _trains_choose,
    "connection_not_run": _ends_are_required,
    "better_shown": lambda title: bool(title.routes.objectors),
}
"""Every code of a violation, and whether it can arise under a title."""


def uncited(title: Title) -> list[str]:
    """The codes that can arise under a title, and for which it names no section."""
    cited = title.routes.rules
    return [code for code, arises in CODES.items() if arises(title) and not cited.get(code)]


def idly_cited(title: Title) -> list[str]:
    """The codes for which a title names a section, and which never arise under it."""
    return [code for code in title.routes.rules if code not in CODES or not CODES[code](title)]
