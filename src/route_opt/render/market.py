"""The stock market as a picture: spaces with their zones and prices, tokens in their stacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from route_opt.render import colours
from route_opt.render.geometry import xy
from route_opt.render.markup import box, hover, moved, tag, text, text_width
from route_opt.title import LIFTS, Cell, Title

Place = tuple[int, int]

_WIDTH = 62.0
"""Of a space."""
_PRICE = 22.0
"""Of its price line; the tokens stand below it."""
_TOKEN = 15.0
_LEAST = 2
"""So many tokens every row has room for."""
_MOST_IN_LINE = 17
"""A market of a single row is folded after so many spaces."""
_MARGIN, _HEAD, _LINE, _SIZE = 24.0, 44.0, 20.0, 13.0

_SIGNS = {
    "right_goes_up": "↑ right moves up",
    "left_goes_down": "↓ left moves down",
    "ledge_below": "a thick line stops one step too many",
}


class Note(NamedTuple):
    """A line below the market, and how wide it is."""

    drawn: str = ""
    width: float = 0.0


class Market(NamedTuple):
    """What a picture of a market shows.

    Attributes
    ----------
    stacks
        Who stands on a space, the top first.
    first_prices
        The corporations that have started at a price, where that price is kept.
    options
        Those in force; some colour the market anew.
    """

    title: Title
    stacks: Mapping[Place, Sequence[str]]
    first_prices: Mapping[int, Sequence[str]] = {}
    options: Sequence[str] = ()
    heading: str = ""


def draw_market(market: Market) -> str:
    """Draw a stock market as SVG."""
    rows = list(_rows(market))
    heights = [_height(market, row) for row in rows]
    drawn, ledges = [], []
    for number, row in enumerate(rows):
        for column, place in enumerate(row):
            if place is not None:
                corner = complex(_MARGIN + column * _WIDTH, _HEAD + sum(heights[:number]))
                space = _space(market, place, heights[number])
                drawn.append(moved(space, corner, data_space=_key(place)))
                ledges.append(moved(_ledge(market, place, heights[number]), corner))
    notes = [*_first_prices(market), *_legend(market)]
    needed = complex(max(note.width for note in notes), len(notes) * _LINE)
    corner = _room(rows, heights, needed)
    for number, note in enumerate(notes):
        drawn.append(moved(note.drawn, corner + 1j * _LINE * (number + 0.5)))
    wide = _MARGIN + max(len(row) for row in rows) * _WIDTH
    end = corner + needed
    below = max(_HEAD + sum(heights), end.imag)
    size = complex(max(wide, end.real), below) + complex(_MARGIN, _MARGIN)
    paper = tag("rect", width=size.real, height=size.imag, fill=colours.PAPER)
    head = text(complex(_MARGIN, 22), _heading(market), 16, font_weight="bold", text_anchor="start")
    return tag(
        "svg",
        hover(_heading(market)) + paper + head + "".join(drawn) + "".join(ledges),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {xy(size)}",
        width=float(round(size.real)),
        height=float(round(size.imag)),
        style="max-width:100%;height:auto",
        font_family="Helvetica,Arial,'DejaVu Sans',sans-serif",
        text_anchor="middle",
        fill=colours.INK,
    )


def _room(
    rows: Sequence[Sequence[Place | None]], heights: Sequence[float], needed: complex
) -> complex:
    """Where the notes begin: in the corner that short rows leave free, or below the market."""
    high = needed.imag
    below = _HEAD + sum(heights)
    top, longest = below, 0
    for row, height in zip(reversed(rows), reversed(heights), strict=True):
        if top <= below - high:
            break
        top -= height
        longest = max(longest, len(row))
    left = _MARGIN + (longest + 1) * _WIDTH
    wide = _MARGIN + max(len(row) for row in rows) * _WIDTH
    if top <= below - high and left + needed.real <= wide:
        return complex(left, below - high)
    return complex(_MARGIN, below + _LINE)


def _heading(market: Market) -> str:
    return " · ".join(filter(None, (market.title.full_name, "stock market", market.heading)))


def _key(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def _rows(market: Market) -> Iterator[list[Place | None]]:
    """The places of each line of the picture; None where the grid has a hole."""
    grid = market.title.market.grid
    for number, cells in enumerate(grid):
        row = [(number, column) if cell else None for column, cell in enumerate(cells)]
        if len(grid) == 1 and len(row) > _MOST_IN_LINE:
            half = -(-len(row) // 2)
            yield from (row[:half], row[half:])
        else:
            yield row


def _height(market: Market, row: Sequence[Place | None]) -> float:
    """A line is as high as its tallest stack needs."""
    stacks = [len(market.stacks.get(place, ())) for place in row if place]
    return _PRICE + _TOKEN * max(_LEAST, *stacks, 0) + 4


# a space


def _space(market: Market, place: Place, height: float) -> str:
    cell = market.title.market.grid[place[0]][place[1]]
    assert cell is not None
    fill = _fill(market, place, cell)
    middle = complex(_WIDTH, height) / 2
    drawn = [box(middle, _WIDTH, height, fill=fill, stroke=colours.BORDER)]
    words = "closed" if "closed" in cell.marks else str(cell.price)
    ink = colours.on(fill)
    weight = "bold" if "par" in cell.marks else None
    drawn.append(text(complex(_WIDTH / 2, 12), words, 13, fill=ink, font_weight=weight))
    if "left_goes_down" in cell.marks:
        drawn.append(text(complex(7, 12), "↓", 11, fill=ink))
    if "right_goes_up" in cell.marks:
        drawn.append(text(complex(_WIDTH - 7, 12), "↑", 11, fill=ink))
    for number, name in enumerate(market.stacks.get(place, ())):
        at = complex(_WIDTH / 2, _PRICE + _TOKEN * (number + 0.5))
        drawn.append(token(market.title, name, at))
    return "".join(drawn)


def _ledge(market: Market, place: Place, height: float) -> str:
    """The thick line below a space that stops a token, if there is one."""
    cell = market.title.market.grid[place[0]][place[1]]
    if cell is None or "ledge_below" not in cell.marks:
        return ""
    return tag("path", d=f"M0 {height:g}H{_WIDTH:g}", stroke=colours.INK, stroke_width=4)


def _fill(market: Market, place: Place, cell: Cell) -> str:
    """The colour of a space: its zone, as an option may have it; first prices have their own."""
    if "closed" in cell.marks:
        return colours.MARKET["closed"]
    zone = market.title.market.zone(place, market.options)
    return colours.MARKET[zone or ("par" if "par" in cell.marks else "")]


def token(title: Title, name: str, at: complex) -> str:
    """A corporation's token as it is read from the side: its name on its colour."""
    fill = title.corporations[name].colour or colours.FAINT
    size = min(10.0, 10.0 * (_WIDTH - 12) / max(1.0, text_width(name, 10)))
    plate = box(at, _WIDTH - 8, _TOKEN - 2, fill=fill, stroke=colours.INK, rx=3.0)
    drawn = plate + text(at, name, size, fill=colours.on(fill), font_weight="bold")
    return tag("g", hover(title.corporations[name].name) + drawn, data_token=name)


# below the market


def _first_prices(market: Market) -> Iterator[Note]:
    """The box of first prices: who has started at which."""
    if not market.first_prices:
        return
    yield _words(0j, "First prices", font_weight="bold")
    for price in sorted(market.first_prices, reverse=True):
        names = market.first_prices[price]
        drawn = text(18 + 0j, str(price), _SIZE)
        for number, name in enumerate(names):
            drawn += token(market.title, name, complex(72 + _WIDTH * number, 0))
        yield Note(tag("g", drawn, data_first_price=price), 72 + _WIDTH * len(names))


def _legend(market: Market) -> Iterator[Note]:
    """What colours and signs mean; only those that are there."""
    data = market.title.market
    marks = {mark for row in data.grid for cell in row if cell for mark in cell.marks}
    meanings = [
        (name, "; ".join(LIFTS[lift] for lift in lifts))
        for name, lifts in data.zones.items()
        if name in marks
    ]
    if "par" in marks:
        meanings.append(("par", "a corporation may start here"))
    if "closed" in marks:
        meanings.append(("closed", "a corporation that comes here closes"))
    yield Note()
    for name, meaning in meanings:
        sample = box(10 + 0j, 20, 12, fill=colours.MARKET[name], stroke=colours.BORDER)
        known = "start" if name == "par" and market.title.play.par_moves else name
        line = _words(28 + 0j, f"{known}: {meaning}")
        yield Note(sample + line.drawn, line.width)
    signs = [sign for mark, sign in _SIGNS.items() if mark in marks]
    signs.append("the top token of a stack operates first")
    yield _words(0j, "; ".join(signs))


def _words(at: complex, words: str, **attributes: object) -> Note:
    """A line of text that begins at a point."""
    drawn = text(at, words, _SIZE, text_anchor="start", **attributes)
    return Note(drawn, at.real + text_width(words, _SIZE))
