"""Words can be read: small print stands out from what it is written on by 4.5 to 1 (WCAG 2)."""

from __future__ import annotations

import pytest

from route_opt.render import colours
from route_opt.title import Title

LEAST = 4.5
NIGHT = 0.86
"""How bright the page leaves land and spaces by night."""


def test_contrast_by_hand() -> None:
    """Black on white is 21; two grays: (0.2158605 + 0.05) / (0.0512695 + 0.05) = 2.6253."""
    assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours.contrast("#808080", "#808080") == 1
    assert colours.contrast("#404040", "#808080") == pytest.approx(2.6253, abs=1e-3)


@pytest.mark.parametrize("level", range(0, 256, 5))
def test_one_ink_reads_on_every_colour(level: int) -> None:
    """The worst of all grays has 4.58 with the better of black and white."""
    for colour in (f"#{level:02x}{level:02x}{level:02x}", f"#{level:02x}8840", f"#20{level:02x}d0"):
        assert colours.contrast(colours.on(colour), colour) >= LEAST


def test_names_on_the_tokens_of_every_corporation(title: Title) -> None:
    for corporation in title.corporations.values():
        fill = corporation.colour or colours.FAINT
        assert colours.contrast(colours.on(fill), fill) >= LEAST, corporation.name


def by_night(colour: str) -> str:
    return "#" + "".join(f"{round(int(colour[n : n + 2], 16) * NIGHT):02x}" for n in (1, 3, 5))


@pytest.mark.parametrize("name", colours.HEX)
def test_small_print_on_every_hex_by_day_and_by_night(name: str) -> None:
    ground = colours.HEX[name]
    for shown in (ground, by_night(ground)):
        assert colours.contrast(colours.NOTE, shown) >= LEAST
        assert colours.contrast(colours.INK, shown) >= LEAST


@pytest.mark.parametrize("name", colours.MARKET)
def test_prices_on_every_space_by_day_and_by_night(name: str) -> None:
    ground = colours.MARKET[name]
    for shown in (ground, by_night(ground)):
        assert colours.contrast(colours.on(ground), shown) >= LEAST
