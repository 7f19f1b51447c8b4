"""What a title's data must agree on, checked once when it is loaded.

Each check looks at one part and names every contradiction it finds; none stops at the first.
"""

from __future__ import annotations

from route_opt.errors import Problem
from route_opt.title.board import LAYOUTS
from route_opt.title.checks.board import check_areas, check_kinds, check_map
from route_opt.title.checks.companies import check_companies, check_trains
from route_opt.title.checks.names import is_hex
from route_opt.title.checks.rules import check_markers, check_market, check_play, check_rules
from route_opt.title.checks.tiles import check_tiles
from route_opt.title.model import Title

_CHECKS = (
    check_tiles,
    check_map,
    check_areas,
    check_kinds,
    check_trains,
    check_companies,
    check_markers,
    check_rules,
    check_play,
    check_market,
)


def check_title(title: Title) -> list[Problem]:
    """Every contradiction inside a title's data."""
    problems: list[Problem] = []

    def report(where: str, message: str) -> None:
        problems.append(Problem("title_data", where, message))

    if title.layout not in LAYOUTS:
        report("title.layout", f"{title.layout!r} is not one of {', '.join(LAYOUTS)}")
        return problems
    for part in ("hexes", "tiles", "trains", "phases", "corporations"):
        if not getattr(title, part):
            report(part, "there are none in this title")
    strange = [hex_id for hex_id in title.hexes if not is_hex(hex_id)]
    for hex_id in strange:
        report(f"map.hexes.{hex_id}", "is not a hex: a letter and a number, such as 'F20'")
    if strange:
        return problems
    for check in _CHECKS:
        check(title, report)
    return problems
