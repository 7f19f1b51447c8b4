"""Names of corporations, hexes and stops, as a document may write them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from route_opt.harmless import brief
from route_opt.names import corporation_named, either, number_of, places, split_number
from route_opt.position.printed import stops_of
from route_opt.position.problems import Problems
from route_opt.tiles import Stop
from route_opt.title import Title


class Places:
    """What names mean on a board, as far as that board is read."""

    def __init__(self, title: Title, options: tuple[str, ...], problems: Problems) -> None:
        self.title, self.options, self.problems = title, options, problems
        self.runner = ""
        self.tiles: dict[str, str] = {}
        self.unclear: set[str] = set()  # hexes whose tile could not be read
        self.tokens: dict[str, tuple[str | None, ...]] = {}

    def corporation(self, name: Any, where: str) -> str:
        """A corporation by any of its names."""
        known = self.title.corporations
        if isinstance(name, str) and name in known:
            return name
        found = corporation_named(self.title, name)
        if found is None:
            self.problems.unknown("unknown_corporation", where, "corporation", name, known)
        return found or ""

    def hex(self, name: str, where: str) -> str | None:
        """A hex from its coordinate or the name of its city."""
        if name in self.title.hexes:
            return name
        names = places(self.title)
        found = names.hexes(name)
        if len(found) == 1 or (found and self.is_one_area(found)):
            return found[0]
        if found:
            which = either(f"{self.title.hexes[hex_id].name} ({hex_id})" for hex_id in found)
            self.problems.add("ambiguous_name", where, f"{brief(name)} is {which}; give the hex")
        else:
            wrong = f"{brief(name)} is neither a hex nor a city of {self.title.name}"
            self.problems.add("unknown_hex", where, wrong + names.hint(name))
        return None

    def is_one_area(self, hexes: tuple[str, ...]) -> bool:
        """Whether hexes are one stop together."""
        areas = {self.title.hexes[hex_id].area for hex_id in hexes}
        return len(areas) == 1 and "" not in areas and not self.separate_areas

    def stop(
        self,
        name: Any,
        where: str,
        fits: Callable[[Stop], bool],
        any_will_do: bool = False,
    ) -> str | None:
        """A stop from ``F20.0``, ``F20``, or the name of its city with or without ``.n``.

        Without a number it is the stop of its hex that `fits`; of several such, none is taken
        for granted unless it decides nothing (`any_will_do`).
        """
        if not isinstance(name, str):
            self.problems.add("wrong_type", where, f"{brief(name)} is not the name of a stop")
            return None
        base, number = split_number(name)
        hex_id = self.hex(base, where)
        if hex_id is None or hex_id in self.unclear:
            return None
        area = self.title.hexes[hex_id].area
        if area and not self.separate_areas:
            hex_id = self.title.areas[area][0]
        printed = stops_of(self.title, self.tiles, hex_id)
        fitting = [n for n, stop in enumerate(printed) if fits(stop)]
        if number is None and len(fitting) > 1 and not any_will_do:
            self.problems.add("ambiguous_name", where, self.which(name, hex_id, fitting))
            return None
        if number is None:
            number = fitting[0] if fitting else 0
        if number >= len(printed):
            what = number_of(len(printed), "stop") if printed else "no stop"
            message = f"{hex_id} has {what}, so there is no {hex_id}.{number}"
            self.problems.add("unknown_stop", where, message)
            return None
        return f"{hex_id}.{number}"

    def which(self, name: str, hex_id: str, numbers: list[int]) -> str:
        """That a name means several stops, and which of them has the own token."""
        stops = [f"{hex_id}.{number}" for number in numbers]
        own = [stop for stop in stops if self.runner and self.runner in self.tokens.get(stop, ())]
        known = f"; {' and '.join(own)} has a token of {self.runner}" if own else ""
        return f"{brief(name)} is one of {either(stops)}; give which{known}"

    @property
    def separate_areas(self) -> bool:
        """Whether the hexes of an area are stops of their own."""
        return self.title.routes.separate_areas in self.options
