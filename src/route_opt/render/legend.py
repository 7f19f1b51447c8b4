"""Below the map: a line a train, what it earns and from which stops; and what the signs mean."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from route_opt.render import colours
from route_opt.render.markup import box, moved, tag, text, text_width
from route_opt.render.routes import Line
from route_opt.render.scene import Scene
from route_opt.render.tiles import dashed, empty_slot

_SIZE = 12.0
_LINE = 18.0
_INDENT = 160.0
_SIGN = 16.0
_SAMPLE = 92.0


class Legend:
    """The lines of the legend; empty without routes."""

    def __init__(self, lines: list[Line], width: float) -> None:
        self.lines = lines
        self.rows = [
            _wrap(_words(line), width - _INDENT)
            + _passed(line, width - _INDENT)
            + [f"NOT LEGAL: {broken.message}" for broken in line.verdict.violations]
            for line in lines
        ]
        count = sum(len(row) for row in self.rows)
        self.height = (count + 1) * _LINE + 10 if lines else 0.0

    def draw(self) -> str:
        """The legend with its top left corner at the origin."""
        if not self.lines:
            return ""
        earned = sum(line.verdict.revenue for line in self.lines)
        drawn = [text(8j, f"Routes: {earned}", 14, font_weight="bold")]
        y = 8 + _LINE
        for number, (line, rows) in enumerate(zip(self.lines, self.rows, strict=True)):
            colour, verdict = colours.route(number), line.verdict
            drawn.append(box(complex(14, y), 28, 8, fill=colour, rx=4))
            words = f"{verdict.train} earns {verdict.revenue}"
            drawn.append(text(complex(38, y), words, _SIZE, font_weight="bold"))
            for row in rows:
                drawn.append(text(complex(_INDENT, y), row, _SIZE))
                y += _LINE
        return tag("g", "".join(drawn), text_anchor="start", class_="legend")


def _words(line: Line) -> list[str]:
    """The stops with what each adds, and the bonuses."""
    told = line.verdict.statement
    found = [f"{line.called(stop)} {stop.total}" for stop in told.lines if stop.counted]
    found += [
        f"{bonus.kind.replace('_', ' ')} {bonus.amount}" for bonus in told.bonuses if bonus.amount
    ]
    return found


def _passed(line: Line, width: float) -> list[str]:
    """The stops that are visited and pay nothing."""
    stops = [line.called(stop) for stop in line.verdict.statement.lines if not stop.counted]
    return _wrap([f"not counted: {stops[0]}", *stops[1:]], width, ",") if stops else []


def _wrap(words: list[str], width: float, sign: str = " +") -> list[str]:
    """The words joined by a sign, in lines that fit."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]}{sign} {word}" if lines[-1] else word
        if lines[-1] and text_width(longer, _SIZE) > width:
            lines[-1] += sign
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class Signs:
    """What the signs of a picture mean; only those that are in it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.rows = list(self._rows())
        self.height = len(self.rows) * _SIGN + 10 if self.rows else 0.0

    def draw(self) -> str:
        """The signs with their top left corner at the origin."""
        drawn = []
        for n, (sign, words) in enumerate(self.rows):
            y = 8 + n * _SIGN
            drawn += [moved(sign, 1j * y), text(complex(_SAMPLE, y), words, 10, fill="#555")]
        return tag("g", "".join(drawn), text_anchor="start", class_="signs")

    def _rows(self) -> Iterator[tuple[str, str]]:
        scene = self.scene
        labels = dict.fromkeys(scene.label(hex_id)[0] for hex_id in scene.title.hexes)
        if found := " ".join(filter(None, labels)):
            yield text(0j, found, 10, font_weight="bold"), "upgrades here bear the same letters"
        if any(self._shows_private(hex_id) for hex_id in scene.title.hexes):
            plate = dashed(complex(14, 0), 28)
            yield plate, "the hex of that private company, while it is open"
        if scene.kept():
            name = next(iter(scene.title.corporations))
            slot = tag("g", empty_slot(scene, complex(14, 0), name, 7.0), text_anchor="middle")
            yield slot, "a slot kept for the corporation named in it"
        several = (hex_id for hex_id, laid in scene.network.laid.items() if len(laid.stops) > 1)
        for hex_id in itertools.islice(several, 1):
            words = f"which stop of its hex: {hex_id}.1 is the stop .1 of {hex_id}"
            yield text(0j, ".0 .1", 8), words

    def _shows_private(self, hex_id: str) -> bool:
        return not self.scene.laid(hex_id).spec and bool(self.scene.privates(hex_id))
