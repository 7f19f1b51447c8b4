"""The legend below the map: a line a train, what it earns and from which stops."""

from __future__ import annotations

from route_opt.claims import RouteVerdict
from route_opt.render import colours
from route_opt.render.markup import box, tag, text, text_width
from route_opt.render.routes import Line

_SIZE = 12.0
_LINE = 18.0
_INDENT = 160.0


class Legend:
    """The lines of the legend; empty without routes."""

    def __init__(self, lines: list[Line], width: float) -> None:
        self.lines = lines
        self.rows = [
            _wrap(_words(line.verdict), width - _INDENT)
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
            drawn.append(text(complex(38, y), words, _SIZE, font_weight="bold", fill=colour))
            for row in rows:
                drawn.append(text(complex(_INDENT, y), row, _SIZE))
                y += _LINE
        return tag("g", "".join(drawn), text_anchor="start", class_="legend")


def _words(verdict: RouteVerdict) -> list[str]:
    """The stops with what each adds, and the bonuses."""
    told = verdict.statement
    found = [f"{line.name} {line.total}" for line in told.lines if line.total]
    found += [
        f"{bonus.kind.replace('_', ' ')} {bonus.amount}" for bonus in told.bonuses if bonus.amount
    ]
    return found


def _wrap(words: list[str], width: float) -> list[str]:
    """The words joined by plus signs, in lines that fit."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} + {word}" if lines[-1] else word
        if lines[-1] and text_width(longer, _SIZE) > width:
            lines[-1] += " +"
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
