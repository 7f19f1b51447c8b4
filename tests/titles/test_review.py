"""`route-opt titles check`: each thing it looks at, on a copy of a title that is broken there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import whole_game.titles
from route_opt import titles
from route_opt.cli import BAD_INPUT, run
from route_opt.title import Title

Change = Callable[[Path], None]
Look = Callable[[str | Path], "Seen"]

CLAIM = "examples/claim-own-token.json"
OUTCOMES = "examples/claims.toml"
NO_3_5 = "! nobody can ever buy a 3/5: the bank never runs out of 2 before it"


def copy_of(name: str, folder: Path) -> Path:
    """A title's folder, copied into another."""
    title = titles.find(name)
    shutil.copytree(title.folder, folder / title.folder_name)
    return folder / title.folder_name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of 1846, which has an example, a claim, and a recorded game."""
    return copy_of("1846", tmp_path)


class Seen(NamedTuple):
    """What a look at a title said, on both streams, and how it ended."""

    text: str
    code: int


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Look:
    def at(name: str | Path) -> Seen:
        monkeypatch.setattr("sys.argv", ["route-opt", "titles", "check", str(name)])
        with pytest.raises(SystemExit) as ended:
            run()
        told = capsys.readouterr()
        return Seen(told.out + told.err, int(ended.value.code or 0))

    return at


def replaced(file: str, old: str, new: str) -> Change:
    def change(folder: Path) -> None:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text, (file, old)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def added(file: str, text: str) -> Change:
    def change(folder: Path) -> None:
        with (folder / file).open("a", encoding="utf-8") as path:
            path.write(text)

    return change


def private(name: str, *lines: str) -> str:
    """A private company more, with something of its own."""
    rows = ["", f"[privates.{name}]", 'name = "One more"', "price = 20", "revenue = 5", *lines, ""]
    return "\n".join(rows)


def without_examples(folder: Path) -> None:
    shutil.rmtree(folder / "examples")


def with_another_run(folder: Path) -> None:
    """The first run of the recorded game goes where there is no track."""
    path = folder / "examples" / "games" / "evening.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    run = next(one for one in record["actions"] if one["type"] == "run_routes")
    run["routes"][0]["connections"] = [["D6", "E5", "F4"]]
    path.write_text(json.dumps(record), encoding="utf-8")


def with_no_record(folder: Path) -> None:
    (folder / "examples" / "games" / "evening.json").write_text("{}", encoding="utf-8")


def with_another_result(folder: Path) -> None:
    """The recorded game is said to end with one more for the first player."""
    path = folder / "examples" / "games" / "evening.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    record["result"]["P1"] += 1
    path.write_text(json.dumps(record), encoding="utf-8")


def test_every_title_stands_it(title: Title, look: Look) -> None:
    """And states how many tiles there are, so that a slip in its manifest shows."""
    found = look(title.name)
    assert (found.code, "\n! " in found.text) == (0, False), found.text
    assert "are stated" in found.text
    assert "every printed track end meets something" in found.text


def test_a_copy_stands_it_too(folder: Path, look: Look) -> None:
    found = look(folder)
    assert found.code == 0, found.text
    assert "evening.json: 2 runs, 0 not legal, 0 departures" in found.text


# A change that leaves the title able to load, and the line that names it.
WRONG: list[tuple[Change, str]] = [
    (replaced("tiles.toml", "14 = 4", "14 = 5"), "! 45 green tiles; 44 are stated"),
    (replaced("tiles.toml", "5 = 3", "5 = 2"), "! 116 tiles in all; 117 are stated"),
    (
        replaced("tiles.toml", "[totals]\ngreen = 44\ngray = 4\nall = 117\n", ""),
        "! tiles.toml states no [totals]",
    ),
    # A tile that nothing leads to, and one that may only lie where no city is.
    (added("tiles.toml", '\n[only_on]\n300 = "D14"\n'), "! tile 300 can lie on no hex"),
    (
        added("tiles.toml", '\n[only_on]\n611 = "D14 C9 B10"\n'),
        "! tile 611 can never lie on B10, where it only may",
    ),
    (replaced("examples/centralia.json", '"best": 160', '"best": 170'), "160, 170 is stated"),
    (replaced("examples/centralia.json", '"IC"', '"XX"'), "! centralia.json: "),
    (without_examples, "! there is no example"),
    # Claims: money that the run does not pay, a reason that is none, one that nobody judged, and
    # a run of which less is declared: 50 + 40 + 20 is right, so nothing speaks against it.
    (
        replaced(OUTCOMES, "worth = 110", "worth = 120"),
        "own_token_not_counted']; stated: worth 120",
    ),
    (replaced(OUTCOMES, '"own_token', '"token'), "stated: reasons ['token_not_counted']"),
    (replaced(OUTCOMES, "pays = 130", ""), "stated: pays missing"),
    (replaced(OUTCOMES, "[claim-own-token]", "[claim]"), "claims.toml does not say how it comes"),
    (replaced(OUTCOMES, "[claim-own-token]", "[claim]"), "! claims.toml: 'claim' is no claim"),
    (replaced(OUTCOMES, "[claim-own-token]", "[claim"), "! claims.toml: "),
    (
        replaced(CLAIM, "(Port Huron), Sarnia = 130", "Port Huron, (Sarnia) = 100"),
        "! claim-own-token.json: verdict stands, pays 100, worth 110, reasons []; stated: ",
    ),
    (
        replaced(CLAIM, "Sarnia = 130", "Sarnia = 140"),
        "stated: reasons ['own_token_not_counted']",
    ),
    (replaced(CLAIM, '"GT"', '"XX"'), "! claim-own-token.json: "),
    (replaced("examples/centralia.json", '"best": 160', '"most": 160'), "'best' is missing"),
    (with_another_result, "! evening.json: action"),
    (with_another_result, "P1 ends with 1 less"),
    # Trains and phases that never come, and what they would end.
    (replaced("trains.toml", "number = { 2 = 5, 3 = 5, 4 = 6, 5 = 7 }", "number = 0"), NO_3_5),
    (
        replaced("trains.toml", 'phased_out_on = "III"', 'rusts_on = "2"'),
        "! a 2 never rusts: no 2 is sold after it",
    ),
    (
        replaced("trains.toml", 'phased_out_on = "III"', 'phased_out_on = "I"'),
        "! phase I, which ends the 2, does not begin after it is sold",
    ),
    (
        replaced("trains.toml", 'starts_with = ["7/8", "6"]', 'starts_with = ["2"]'),
        "! phase II never begins: phase IV begins before it",
    ),
    (
        replaced("trains.toml", 'starts_with = ["7/8", "6"]', 'starts_with = ["5"]'),
        "! phase IV never begins: no 5 begins it",
    ),
    (
        replaced("trains.toml", '"brown", "gray"]', '"brown"]'),
        "! no phase allows gray tiles: 51, 290, 300",
    ),
    # Sections of the rulebook: missing, empty, for a code that there is not, and for one that
    # cannot arise where nobody may object.
    (
        replaced("title.toml", "\nno_track = ", "\nno_trakc = "),
        "! [routes.rules] names no section for no_track\n",
    ),
    (
        replaced("title.toml", "\nno_track = ", "\nno_trakc = "),
        "! [routes.rules] cites no_trakc, which cannot arise here\n",
    ),
    (
        replaced("title.toml", "\nstop_twice = ", '\nstop_twice = ""\nx = '),
        "! [routes.rules] names no section for stop_twice\n",
    ),
    *(
        (
            replaced("title.toml", f"\n{code} = ", f"\nx_{code} = "),
            f"! [routes.rules] names no section for {code}\n",
        )
        for code in ("forbidden_ends", "one_hex_only", "too_many_counted", "better_shown")
    ),
    (
        replaced("title.toml", 'objectors = "', 'objectors = ""  # "'),
        "! [routes.rules] cites better_shown, which cannot arise here\n",
    ),
    (with_another_run, "! evening.json: 2 runs, 1 not legal"),
    (with_no_record, "! evening.json: "),
]


@pytest.mark.parametrize(("change", "said"), WRONG, ids=[said for _, said in WRONG])
def test_what_is_wrong_is_named_and_ends_with_1(
    change: Change, said: str, folder: Path, look: Look
) -> None:
    change(folder)
    found = look(folder)
    assert said in found.text
    assert found.code == 1


def no_phase(train: str, instead: str) -> Change:
    """The phase that a train of 1889 begins, begun by another: the train begins none."""
    return replaced("trains.toml", f'starts_with = ["{train}"]', f'starts_with = ["{instead}"]')


# 1889: 4 rusts 2, 6 rusts 3, D rusts 4; a D is for sale as soon as the first 6 is bought.
BEGINS_NONE: list[tuple[Change, tuple[str, ...]]] = [
    (
        no_phase("4", "5"),
        ("a 2 never rusts: 4 begins no phase", "phase 5 never begins: no 5 begins it"),
    ),
    (
        no_phase("6", "D"),
        (
            "a 3 never rusts: 6 begins no phase",
            "a D is never sold early: 6 begins no phase",
            "phase D never begins: no D begins it",
        ),
    ),
    (
        no_phase("D", "6"),
        ("a 4 never rusts: D begins no phase", "phase D never begins: no 6 begins it"),
    ),
    (
        replaced("trains.toml", 'rusts_on = "4"', "rusts_with = { beginner_game = '2' }"),
        ("a 2 never rusts: no 2 is sold after it",),
    ),
]


@pytest.mark.parametrize(("change", "said"), BEGINS_NONE, ids=[said[0] for _, said in BEGINS_NONE])
def test_a_train_that_begins_no_phase(
    change: Change, said: tuple[str, ...], tmp_path: Path, look: Look
) -> None:
    copy = copy_of("1889", tmp_path)
    change(copy)
    found = look(copy)
    assert [line for line in found.text.splitlines() if line.startswith("! ")] == [
        f"! {text}" for text in said
    ]
    assert found.code == 1


def with_stock(*changes: tuple[str, str]) -> Change:
    """Its own rules of whole games, in its folder, changed."""

    def change(folder: Path) -> None:
        shutil.copy(Path(whole_game.titles.__path__[0]) / "g1846" / "stock.toml", folder)
        for old, new in changes:
            replaced("stock.toml", old, new)(folder)

    return change


def test_rules_of_whole_games_are_read_too(folder: Path, look: Look) -> None:
    with_stock()(folder)
    found = look(folder)
    assert found.code == 0, found.text
    assert "whole games can be played" in found.text
    with_stock(("[limits]", "[limitz]"), ("[ending]", "[ending]\nbankruptcy_ends = 3\nx = 1"))(
        folder
    )
    found = look(folder)
    assert found.code == BAD_INPUT, found.text
    for said in ("'limits' is missing", "'limitz' is not a field", "'x' is not a field here"):
        assert said in found.text, found.text


# Words of stock.toml that the title, or the engine, does not know.
UNKNOWN: list[tuple[tuple[str, str], str]] = [
    (("[turn]", "[turn]\nnever_back = ['x']"), "stock.turn.never_back: option 'x' does not exist"),
    (("[turn]", "[turn]\norders = { x = 'any' }"), "stock.turn.orders: option 'x' does not exist"),
    (('kind = "draft"', 'kind = "raffle"'), "'raffle'"),
    (('order = "sell_buy"', 'order = "buy"'), "'buy'"),
    (
        ("[ending]", '[reissue]\nrule = "9"\npars = [[100, 71]]\n\n[ending]'),
        "stock.reissue.pars: 71 is no price of the market",
    ),
]


@pytest.mark.parametrize(("change", "said"), UNKNOWN, ids=[said for _, said in UNKNOWN])
def test_names_of_whole_games_are_names_of_the_title(
    change: tuple[str, str], said: str, folder: Path, look: Look
) -> None:
    with_stock(change)(folder)
    found = look(folder)
    assert said in found.text
    assert found.code == BAD_INPUT


def test_what_is_dealt_can_be_paid_and_leaves_nothing_to_decide(folder: Path, look: Look) -> None:
    """Everybody begins with 400: MAIL costs 401 here, and MS brings a debt of 80 beside its 321."""
    with_stock(('kind = "draft"', 'kind = "deal"'))(folder)
    replaced("companies.toml", 'Contract"\nprice = 80', 'Contract"\nprice = 401')(folder)
    replaced("companies.toml", 'Southern"\nprice = 60', 'Southern"\nprice = 321')(folder)
    added("companies.toml", private("Z", "share = 'GT'", "brings = 20"))(folder)
    found = look(folder)
    for name in ("MAIL", "MS"):
        assert f"stock.privates: {name} is dealt for 401, to a player with 400" in found.text
    assert "stock.privates: Z is dealt, and nobody sets the price that it brings" in found.text
    assert found.text.count(" is dealt") == 3
    assert found.code == BAD_INPUT


@pytest.mark.parametrize("change", [("[limits]", "[limits"), ("[limits]", "[limitz]")], ids=str)
def test_a_whole_game_of_a_broken_title_is_bad_input(
    change: tuple[str, str], folder: Path, tmp_path: Path
) -> None:
    with_stock(change)(folder)
    replaced("title.toml", 'name = "1846"', 'name = "1899"')(folder)
    command = [str(Path(sys.executable).with_name("whole-game")), "new", "1899"]
    done = subprocess.run(
        [*command, "--players", "A,B,C", "--title-dir", str(folder), "--trust"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == BAD_INPUT, done.stderr
    assert "stock.toml: stock" in done.stderr


# A change after which nobody could play it: it does not load.
BAD: list[tuple[Change, str]] = [
    (
        replaced("map.toml", '"red offboard:20/40 a:5"', '"red offboard:20/40 a:4,5"'),
        "meets nothing in C7",
    ),
    (replaced("companies.toml", "shares = [100]", "shares = [50]"), "its shares make 50%"),
    (
        replaced("companies.toml", "shares = [100]", "shares = [150, -50]"),
        "there are no certificates of -50%",
    ),
    (
        replaced("companies.toml", "float_percent = 20", "float_percent = 120"),
        "it cannot float with 120% sold",
    ),
    (
        replaced("trains.toml", "column = 1", "column = 2"),
        "no stop has a value in column 2: they are numbered 0 to 1",
    ),
    (
        replaced("tiles.toml", "gray = 4\nall", "purple = 4\nall"),
        "tiles.totals: tile colour 'purple' does not exist",
    ),
    (
        replaced("trains.toml", 'starts_with = ["4/6", "5"]', ""),
        "trains.phases.III: nothing starts it",
    ),
    (
        added("companies.toml", private("Z", "lay = { tiles = ['611', '5'] }", "hexes = ['B8']")),
        "companies.Z.lay: tile 611 can lie on none of B8",
    ),
    (added("companies.toml", private("Z", "lay = {}")), "companies.Z.lay: there are no `hexes`"),
    (
        added("companies.toml", private("Z", "hexes = ['B8']", "lay = { number = 2 }")),
        "companies.Z.lay: it cannot lay 2 tiles on 1 hexes",
    ),
    (
        added(
            "companies.toml",
            private("Z", "hexes = ['B8', 'B16']", "lay = { number = 2, together = true }"),
        ),
        "companies.Z.lay: tiles that must join are two, on two hexes beside each other",
    ),
    (
        added("companies.toml", private("Z", "share = 'GT'", "exchange = { sources = ['bank'] }")),
        "companies.Z.exchange: source 'bank' does not exist",
    ),
    (
        added("companies.toml", private("Z", "exchange = { sources = ['IPO'] }")),
        "companies.Z.exchange: it is exchanged for a `share` of nobody",
    ),
    (
        added("companies.toml", private("Z", "closes_with_train = true")),
        "companies.Z: it closes with the first train of nobody",
    ),
    (
        replaced("companies.toml", '["tunnel/pass"]', '["tunnel"]'),
        "kind of side 'tunnel' does not exist",
    ),
    (
        replaced("trains.toml", "{ two_player_variant = 4,", "{ two_players = 4,"),
        "trains.trains.7/8: option 'two_players' does not exist",
    ),
    (
        replaced(
            "trains.toml", 'phased_out_on = "III"', "rusts_with = { two_player_variant = '9' }"
        ),
        "trains.trains.2: train '9' does not exist",
    ),
    (replaced("market.toml", "0c ", "0cp "), "nobody starts at 0, which is marked as a par"),
    (replaced("market.toml", "165 ", "150p "), "par 150 is marked on 2 cells"),
    (added("market.toml", "[zones]\ngreen = ['uncounted']\n"), "market.zones: mark 'green'"),
    (
        added("companies.toml", "[privates_with.no_variant]\n"),
        "companies.privates_with: option 'no_variant' does not exist",
    ),
    (
        added(
            "companies.toml",
            "[privates_with.two_player_variant.Z]\nname = 'Z'\nprice = 1\nrevenue = 1\n",
        ),
        "companies.privates_with.two_player_variant: private 'Z' does not exist",
    ),
    (
        added(
            "companies.toml",
            "[privates_with.two_player_variant.MAIL]\nname = 'M'\nprice = 1\nblocks = ['Z9']\n",
        ),
        "companies.privates_with.two_player_variant.MAIL: 'revenue' is missing",
    ),
    (
        added(
            "companies.toml",
            "[privates_with.two_player_variant.MAIL]\nname = 'M'\nprice = 1\nblocks = ['Z9']\n",
        ),
        "companies.privates_with.two_player_variant.MAIL: hex 'Z9' does not exist",
    ),
    (replaced("title.toml", '"issue_until_dividend"', '"issue_for_ever"'), "'issue_for_ever'"),
]


@pytest.mark.parametrize(("change", "said"), BAD, ids=[said for _, said in BAD])
def test_what_does_not_load_is_bad_input_and_ends_with_2(
    change: Change, said: str, folder: Path, look: Look
) -> None:
    change(folder)
    found = look(folder)
    assert said in found.text
    assert found.code == BAD_INPUT


def test_neither_a_title_nor_a_folder(tmp_path: Path, look: Look) -> None:
    assert look("1999").code == BAD_INPUT
    assert look(tmp_path).code == BAD_INPUT
