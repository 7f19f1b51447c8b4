"""Writing SVG: elements, text, and how wide text will be."""

from __future__ import annotations

import functools
from html import escape

from route_opt.harmless import harmless
from route_opt.render.geometry import number, xy

_WIDE = 0.63
# Narrow and wide letters, in ems, of the common sans-serif fonts; the rest are about 0.58.
_WIDTHS = dict.fromkeys("iljtfI.,:;'|! ", 0.36) | dict.fromkeys("mwMW@%&", 0.92)


def written(words: str) -> str:
    """Text as it stands in XML, which has no room for most of what cannot be printed."""
    return escape("\n".join(map(harmless, words.split("\n"))))


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An element. ``stroke_width=2`` becomes ``stroke-width="2"``; None leaves one out."""
    shown = "".join([_attribute(*item) for item in attributes.items() if item[1] is not None])
    return f"<{name}{shown}>{content}</{name}>" if content else f"<{name}{shown}/>"


@functools.lru_cache(maxsize=50_000)
def _attribute(key: str, value: object) -> str:
    shown = number(value) if isinstance(value, float) else written(str(value))
    return f' {key.rstrip("_").replace("_", "-")}="{shown}"'


def text(at: complex, words: str, size: float, **attributes: object) -> str:
    """Text with its middle at a point."""
    x, y = at.real, at.imag + 0.35 * size
    return tag("text", written(words), x=x, y=y, font_size=size, **attributes)


def hover(words: str) -> str:
    """What a pointer resting on the element shows."""
    return f"<title>{written(words)}</title>"


def disc(at: complex, radius: float, **attributes: object) -> str:
    """A circle around a point."""
    return tag("circle", cx=at.real, cy=at.imag, r=float(radius), **attributes)


def box(at: complex, width: float, height: float, **attributes: object) -> str:
    """A rectangle around a point."""
    corner = at - complex(width, height) / 2
    return tag(
        "rect",
        x=corner.real,
        y=corner.imag,
        width=float(width),
        height=float(height),
        **attributes,
    )


def moved(content: str, by: complex, **attributes: object) -> str:
    """A group shifted by a vector."""
    return tag("g", content, transform=f"translate({xy(by)})", **attributes)


def text_width(words: str, size: float) -> float:
    """About how wide text will be; fonts differ, so a little generous."""
    return size * sum(_WIDTHS.get(letter, _WIDE) for letter in words)
