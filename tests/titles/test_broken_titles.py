"""Loading a damaged title names everything that is wrong with it; a folder can replace a title."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from route_opt import titles
from route_opt.errors import TitleError, UnknownTitleError
from route_opt.lays import fitting
from route_opt.position import parse
from route_opt.title import Title
from route_opt.title.files import load_title

Damage = tuple[str, str, str]
"""A file, what to replace in it, and by what."""


@pytest.fixture
def copy(tmp_path: Path) -> Callable[[str], Path]:
    def make(name: str) -> Path:
        folder = tmp_path / f"g{name}"
        shutil.copytree(titles.find(name).folder, folder)
        return folder

    return make


def damage(folder: Path, *changes: Damage) -> None:
    for file, old, new in changes:
        path = folder / f"{file}.toml"
        text = path.read_text(encoding="utf-8")
        assert old in text, (file, old)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


def complaints(folder: Path) -> list[str]:
    with pytest.raises(TitleError) as caught:
        load_title(folder)
    return [str(problem) for problem in caught.value.problems]


# Each damage to 1846, and what must be said of it.
CASES: list[tuple[Damage, str]] = [
    (("title", 'layout = "pointy"', 'layout = "round"'), "'round' is not one of pointy, flat"),
    (("title", 'edition = "', 'edition = 7 #"'), "title.edition: Expected `str`, got `int`"),
    (("title", "name = ", "nam = "), "title: 'name' is missing"),
    (("title", "name = ", "nam = "), "title: 'nam' is not a field here"),
    (("title", 'effect = "token"', 'effect = "tokens"'), "effect 'tokens' is not one of value"),
    (("title", 'hexes = ["D6", "I1"]', 'hexes = ["D6", "I2"]'), "hex 'I2' does not exist"),
    (("title", 'until = "IV"', 'until = "V"'), "phase 'V' does not exist"),
    (("title", 'one_per_route = ["D6"]', 'one_per_route = ["D7"]'), "hex 'D7' does not exist"),
    (("title", 'bonus = [["E", "W"]]', 'bonus = [["E", "N"]]'), "class 'N' does not exist"),
    (("title", "yellows = 2", "yelows = 2"), "title.play.track: 'yellows' is missing"),
    (("title", "C5 = 50", 'C5 = "fifty"'), "title.routes.ends.classes.W.C5: Expected `int`"),
    (
        ("title", 'upgrade = "second"', 'upgrade = "first"'),
        "title.play.track.upgrade: 'first' is not one of instead, second",
    ),
    (
        ("title", 'kinds = ["full"', 'kinds = ["pay"'),
        "title.play.dividends.kinds[0]: 'pay' is not one of full, half, withhold",
    ),
    (
        ("title", 'required = "', 'required = "some'),
        " is not one of route, always",
    ),
    (("map", '"gray 0-5"', '"grey 0-5"'), "map.hexes.A15: tile 'grey 0-5' must start with"),
    (("map", '"red offboard:40/10 a:4"', '"red offboard:40/10 a:3"'), "leaves the map at side 3"),
    (("map", '"red offboard:20/40 a:5"', '"red offboard:20/40 a:4,5"'), "meets nothing in C7"),
    (("map", 'private = "MC"', 'private = "XX"'), "map.hexes.B10: private 'XX' does not exist"),
    (("map", "B16-B18 =", "B16-B20 ="), "map.borders.B16-B20: the two are not neighbours"),
    (("map", 'Buffalo = "C21 D22"', 'Buffalo = "C21 D24"'), "hex 'D24' does not exist"),
    (("map", '"C21 D22"', '"C21 H20"'), "do not print the same stop"),
    (("map", '"C21 D22"', '"C21 D20"'), "D20 is not one off-board"),
    (("map", "\nB14\n", "\nB14 B15\n"), "letters and numbers do not alternate"),
    (("map", "\nB14\n", "\nB14 B10\n"), "map.hexes.B10: stands among the hexes"),
    (("map", "\nB14\n", "\nB14 b9x\n"), "map.hexes.b9x: is not a hex"),
    (("map", "cost = 40", 'cost = "40"'), "map.hexes.C15.cost: Expected `int`, got `str`"),
    (("map", "terrain =", "terain ="), "'terain' is not a field here"),
    (("map", '"white city"', '"white city city"'), "no yellow tile fits a hex with city city"),
    (("tiles", "57 = 4", "57 = -4"), "tiles.manifest.57: -4 is not a number of tiles"),
    (("tiles", "5 = 3", "555 = 3"), "tiles.manifest.555: is in no catalogue of tiles"),
    (
        ("tiles", "[in_box]", '[upgrades]\n17 = "46"\n[in_box]'),
        "tiles.upgrades.17: 46 keeps its track in no rotation",
    ),
    (
        ("tiles", "[in_box]", '[upgrades]\n17 = "18"\n[in_box]'),
        "18 is green, which does not follow green",
    ),
    (
        ("tiles", "[in_box]", '[upgrades]\n17 = "99"\n[in_box]'),
        "tiles.upgrades.17: tile '99' does not exist",
    ),
    (("tiles", "[in_box]\n7 =", "[in_box]\nx7 ="), "tiles.in_box: tile 'x7' does not exist"),
    (("trains", "visits = 5\ncounts = 3", "visits = 3\ncounts = 5"), "counts 5 of 3 visits"),
    (("trains", "visits = 5\ncounts = 5", "visits = 5\ncounts = 0"), "counts 0 of 5 visits"),
    (("trains", 'phased_out_on = "III"', 'phased_out_on = "3"'), "phase '3' does not exist"),
    (("trains", 'starts_with = ["3/5", "4"]', 'starts_with = ["9"]'), "train '9' does not exist"),
    (("trains", "train_limit = 4", "train_limit = 0"), "train_limit or operating_rounds is too"),
    (("trains", 'name = "3/5"', 'name = "2"'), "trains.trains[1]: '2' stands here a second time"),
    (("trains", '["yellow"]', '["yelow"]'), "tile colour 'yelow' does not exist"),
    (("companies", 'home = ["F20.0"]', 'home = ["F99.0"]'), "'F99.0' is not a stop of the map"),
    (("companies", 'home = ["F20.0"]', 'home = ["F20.1"]'), "'F20.1' is not a stop of the map"),
    (("companies", 'home = ["F20.0"]', 'home = ["F22.0"]'), "'F22.0' (offboard) has no room"),
    (("companies", "tokens = [0, 80, 80, 80, 80]", "tokens = []"), "it needs a home and the price"),
    (("companies", 'stop = "E11.0"', 'stop = "E12.0"'), "companies.PRR.reserved: 'E12.0'"),
    (("companies", 'trains = ["2"]', 'trains = ["1"]'), "companies.MS: train '1' does not exist"),
    (("companies", "shares = [100]", "shares = [50]"), "companies.MS: its shares make 50%"),
    (("companies", 'also = ["PA"]', 'also = ["NYC"]'), "companies.NYC: names two corporations"),
    (("companies", 'blocks = ["B10"', 'blocks = ["B11"'), "companies.MC: hex 'B11' does not"),
    (("companies", 'reserves = "D6.3"', 'reserves = "D6.9"'), "companies.C&WI.reserves: 'D6.9'"),
    (
        ("title", '[play.privates]\nphases = ["I", ', '[play.privates]\nphases = ["7", '),
        "phase '7' does not",
    ),
    (("market", "112p", "p112"), "market.grid: cell 'p112' is not a price"),
    (("market", 'p = "par"', 'p = "start"'), "no cell is marked as a par price"),
]


@pytest.mark.parametrize(("change", "said"), CASES, ids=lambda c: str(c)[:60])
def test_damage_is_named(change: Damage, said: str, copy: Callable[[str], Path]) -> None:
    folder = copy("1846")
    damage(folder, change)
    assert any(said in complaint for complaint in complaints(folder))


def test_all_damage_is_named_at_once(copy: Callable[[str], Path]) -> None:
    """Slips in all six files: one complaint for each in one error, and no others."""
    wanted = [
        "title.edition: Expected `str`, got `int`",
        "hex 'I2' does not exist",
        "title.play.track.upgrade: 'first' is not one of instead, second",
        "map.hexes.A15: tile 'grey 0-5' must start with",
        "map.borders.B16-B20: the two are not neighbours",
        "map.hexes.C15.cost: Expected `int`, got `str`",
        "tiles.manifest.57: -4 is not a number of tiles",
        "tiles.upgrades.17: 46 keeps its track in no rotation",
        "counts 5 of 3 visits",
        "phase '3' does not exist",
        "'F20.1' is not a stop of the map",
        "companies.NYC: names two corporations",
        "companies.MC: hex 'B11' does not",
        "market.grid: cell 'p112' is not a price",
    ]
    change_of = {said: change for change, said in CASES}
    folder = copy("1846")
    damage(folder, *(change_of[said] for said in wanted))
    found = complaints(folder)
    for said in wanted:
        assert any(said in complaint for complaint in found), said
    assert len(found) == len(wanted), "\n".join(found)


def test_missing_and_unreadable_files_are_named_together(copy: Callable[[str], Path]) -> None:
    folder = copy("1830")
    (folder / "market.toml").unlink()
    (folder / "map.toml").write_text("[hexes\n", encoding="utf-8")
    (folder / "tiles.toml").write_bytes(b"\xff\xfe")
    damage(folder, ("trains", "price = 80", 'price = "80"'))
    found = complaints(folder)
    for words in ("market.toml: cannot be read", "map.toml: cannot be read", "tiles.toml: cannot"):
        assert any(words in complaint for complaint in found)
    assert any("trains.trains[0].price" in complaint for complaint in found)


@pytest.mark.parametrize("file", ["title", "map", "tiles", "trains", "companies", "market"])
def test_an_empty_file_is_no_crash(file: str, title: Title, copy: Callable[[str], Path]) -> None:
    folder = copy(title.name)
    (folder / f"{file}.toml").write_text("", encoding="utf-8")
    assert complaints(folder)


@pytest.mark.parametrize(
    "change",
    [
        ("title", "[options.diesels]", "[options.diesel]"),
        ("title", 'scope = "routes"', 'scope = "route"'),
        (
            "map",
            'first = "012", second = "345", keep = "first"',
            'first = "0", second = "345", keep = "no"',
        ),
        ("tiles", '171 = "B11"', '171 = "B12"'),
        ("tiles", "[upgrades_with.en_upgrades]", "[upgrades_with.other]"),
        ("tiles", '171K = "171"', '171K = "173"'),
        ("companies", 'destination = "N1"', 'destination = "N2"'),
        ("market", '"6,5" = "white"', '"6,55" = "white"'),
        ("trains", "trade_in = { 4 = 300", "trade_in = { 7 = 300"),
    ],
    ids=lambda change: str(change[1])[:40],
)
def test_what_only_1870_has_is_checked_too(change: Damage, copy: Callable[[str], Path]) -> None:
    folder = copy("1870")
    damage(folder, change)
    assert complaints(folder)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        (
            "1870",  # a side on both banks, and one on neither
            ("map", 'first = "012", second = "345"', 'first = "011", second = "345"'),
            "each side 0 to 5 is on one bank",
        ),
        (
            "1846",
            (
                "title",
                "[play]\n",
                "[[routes.sets]]\nname = 'x'\nstops = ['D6', 'C15']\namount = 0\nrule = '1'\n"
                "[play]\n",
            ),
            "title.routes.sets.x: an amount of 0 is no bonus",
        ),
        (
            "18Chesapeake",
            ("companies", "lay = { number = 2, tiles", "lay = { number = 1, tiles"),
            "tiles that must join are two, on two hexes beside each other",
        ),
    ],
    ids=["bank", "bonus", "together"],
)
def test_numbers_at_the_border_of_what_makes_sense(
    name: str, change: Damage, said: str, copy: Callable[[str], Path]
) -> None:
    folder = copy(name)
    damage(folder, change)
    [found] = complaints(folder)
    assert said in found


def test_a_map_can_be_replaced(copy: Callable[[str], Path]) -> None:
    """With a folder of one's own, Omaha pays 90 in phase 2; without it, again 30."""
    folder = copy("1867bw")
    damage(folder, ("map", "offboard:30/50/70x1", "offboard:90/95/99x1"))
    before = titles.folders()
    with titles.added_folder(folder, trust=True):
        assert titles.find("1867bw").hexes["M11"].tile.stops[0].values == (90, 95, 99)
        assert titles.find("1867bw").folder == folder.resolve()
        assert titles.folders() == (*before, folder.resolve())
    assert titles.find("1867bw").hexes["M11"].tile.stops[0].values == (30, 50, 70)
    assert titles.folders() == before


def test_a_folder_of_titles_adds_a_sixth(copy: Callable[[str], Path]) -> None:
    folder = copy("1846")
    damage(folder, ("title", 'name = "1846"', "name = '1846x'  # my own"))
    known = titles.names()
    with titles.added_folder(folder.parent, trust=True):
        assert titles.names().keys() - known.keys() == {"1846x"}
        position = parse({"title": "1846x", "phase": "I", "corporation": "GT", "trains": ["2"]})
        assert position.rules.name == "1846x"
    with pytest.raises(UnknownTitleError):
        titles.find("1846x")


def test_a_folder_without_titles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownTitleError, match=r"holds no title\.toml"):
        titles.add_folder(tmp_path)
    assert titles.folders() == ()


@pytest.mark.parametrize(
    ("table", "toledo", "elsewhere"),
    [('[only_on]\n57 = "D14"', True, False), ('[never_on]\n57 = "D14"', False, True)],
)
def test_first_tiles_keep_to_their_hexes(
    table: str, toledo: bool, elsewhere: bool, copy: Callable[[str], Path]
) -> None:
    """A yellow tile with hexes of its own is the first on no other; one shut out there on none."""
    folder = copy("1846")
    path = folder / "tiles.toml"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{table}\n", encoding="utf-8")
    title = load_title(folder)
    cities = [hex_id for hex_id, hex_ in title.hexes.items() if "6" in hex_.first]
    assert len(cities) > 5
    for hex_id in cities:
        may = toledo if hex_id == "D14" else elsewhere
        assert ("57" in title.hexes[hex_id].first) == may
        assert ("57" in title.tiles_of[hex_id]) == may
        assert any(tile == "57" for tile, _ in fitting(title, hex_id, "")) == may


def test_a_first_tile_that_may_not_lie_there_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("1846")
    tiles = folder / "tiles.toml"
    tiles.write_text(f'{tiles.read_text(encoding="utf-8")}\n[only_on]\n57 = "D14"\n')
    damage(folder, ("map", "E11 = { ", 'E11 = { first = "57", '))
    assert any("first tile 57 may not lie here" in line for line in complaints(folder))
