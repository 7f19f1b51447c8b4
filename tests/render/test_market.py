"""The stock market as a picture: every space, its price and colour, tokens in their stacks."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

from pictures import SVG, groups, read

from route_opt import titles
from route_opt.render import colours
from route_opt.render.market import Market, draw_market
from route_opt.title import Title


def words(element: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in element.iter(f"{SVG}text")]


def plates(element: ElementTree.Element) -> list[tuple[str, float]]:
    """The tokens of a space from the top, with the height they stand at."""
    found = []
    for group in element.iter(f"{SVG}g"):
        name = group.get("data-token")
        plate = group.find(f"{SVG}rect")
        if name is not None and plate is not None:
            found.append((name, float(plate.get("y", ""))))
    return sorted(found, key=lambda entry: entry[1])


def test_every_space_has_its_price(title: Title) -> None:
    spaces = groups(read(draw_market(Market(title, {}))), "data-space")
    cells = {
        f"{row},{column}": cell
        for row, line in enumerate(title.market.grid)
        for column, cell in enumerate(line)
        if cell
    }
    assert spaces.keys() == cells.keys()
    for key, cell in cells.items():
        expected = "closed" if "closed" in cell.marks else str(cell.price)
        assert expected in words(spaces[key]), key


def test_zones_have_their_colours() -> None:
    """1830: 60 at the top left is yellow, 39 orange, 25 brown, 100 a first price, 67 plain."""
    spaces = groups(read(draw_market(Market(titles.find("1830"), {}))), "data-space")
    fills = {
        key: spaces[key].find(f"{SVG}rect").get("fill")  # type: ignore[union-attr]
        for key in ("0,0", "3,0", "5,0", "0,6", "0,1")
    }
    names = ("yellow", "orange", "brown", "par", "")
    assert list(fills.values()) == [colours.MARKET[name] for name in names]


def test_an_option_colours_spaces_anew() -> None:
    """1870 on the market of 1850: 40 at the left is green, not brown."""
    title = titles.find("1870")
    drawn = [
        groups(read(draw_market(Market(title, {}, options=options))), "data-space")["4,0"]
        for options in ((), ("market_1850",))
    ]
    fills = [space.find(f"{SVG}rect").get("fill") for space in drawn]  # type: ignore[union-attr]
    assert fills == [colours.MARKET["brown"], colours.MARKET["green"]]


def test_stacks_stand_in_order_and_inside_their_space(title: Title) -> None:
    order = [key for key, row in title.corporations.items() if not row.minor][:7]
    picture = read(draw_market(Market(title, {(0, 8): order})))
    space = groups(picture, "data-space")["0,8"]
    stack = plates(space)
    assert [token for token, _ in stack] == order
    heights = [y for _, y in stack]
    assert all(after - before >= 12 for before, after in itertools.pairwise(heights))
    frame = space.find(f"{SVG}rect")
    assert frame is not None
    assert max(heights) + 13 <= float(frame.get("height", ""))


def test_first_prices_have_their_box() -> None:
    market = Market(titles.find("1830"), {}, {100: ["PRR", "NYC"], 67: []})
    boxes = groups(read(draw_market(market)), "data-first-price")
    assert [name for name, _ in plates(boxes["100"])] == ["PRR", "NYC"]
    assert plates(boxes["67"]) == []


def test_everything_is_on_the_paper(title: Title) -> None:
    pars: dict[int, list[str]] = {price: [] for price in title.market.pars}
    root = read(draw_market(Market(title, {}, pars)))
    width, height = (float(part) for part in root.get("viewBox", "").split()[2:])
    for group in root.findall(f"{SVG}g"):
        found = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
        assert found, group.attrib
        assert 0 <= float(found[1]) < width
        assert 0 <= float(found[2]) < height
