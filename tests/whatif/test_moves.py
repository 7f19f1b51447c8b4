"""What a move does to a position, and what it is worth then: from the rules, worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import route_opt
from route_opt import titles
from route_opt.cli import main
from route_opt.errors import RouteOptError
from route_opt.network import Network
from route_opt.next_moves import Move, Ranking, whatif
from route_opt.next_moves.tokens import tokens_of
from route_opt.next_moves.trains import trains_of
from route_opt.position import Position
from route_opt.records import belongings


def position(title: str, phase: str, corporation: str, **more: Any) -> Position:
    document = {"title": title, "phase": phase, "corporation": corporation, **more}
    return route_opt.parse(document, lenient=True)


def laid(asked: Position, hex_id: str) -> dict[str, Move]:
    """The single lays on a hex, by tile."""
    moves = whatif(asked).moves
    return {m.tiles[hex_id]: m for m in moves if m.kind != "pair" and hex_id in m.tiles}


def trains(asked: Position, **how: Any) -> dict[str, Move]:
    """The trains, by text."""
    return {move.text: move for move in whatif(asked, **how).moves if move.kind == "train"}


# tokens and markers on an upgrade


def dallas(**more: Any) -> Position:
    """FW in Fort Worth, TP in Dallas with MP's destination marker beside it, a town beyond."""
    return position(
        "1870",
        "2",
        "FW",
        trains=["3"],
        tiles={"J3": "57@1", "J5": "57@1", "J7": "9@1", "J9": "4@1"},
        tokens={"J3.0": ["FW"], "J5.0": ["TP", "MP"]},
        markers=[{"kind": "destination", "at": "J5.0", "owner": "MP"}],
        **more,
    )


def test_1870_a_token_beside_a_city_stays_beside_it() -> None:
    """FW runs Fort Worth 20, Dallas 20; beyond Dallas, full with TP, it does not come.

    The green tile has a second space and is worth 30. MP's destination marker stays at the edge
    of the hex and blocks nobody: Fort Worth 20, Dallas 30, the town in J9 10.
    """
    asked = dallas()
    assert whatif(asked).revenue == 40
    green = [move for tile, move in laid(asked, "J5").items() if tile.startswith(("14", "15"))]
    assert green
    for move in green:
        assert move.applied(asked).tokens["J5.0"] == ("TP", None, "MP")
        assert move.revenue == 60


def test_1870_in_the_variant_it_takes_the_new_space() -> None:
    """Station marker wars: in Dallas the marker fills a space, so the green tile is full too."""
    asked = dallas(options=["station_marker_wars"])
    for tile, move in laid(asked, "J5").items():
        if tile.startswith(("14", "15")):
            assert move.applied(asked).tokens["J5.0"] == ("TP", "MP")
            assert move.revenue == 50


def test_1850_two_tokens_of_one_company_in_a_chicago_that_grows_together() -> None:
    """6.1.3: the brown tile is one large city; whoever had a token in both halves has two there."""
    board = {"I18.0": ["RI"], "I18.1": ["RI"]}
    asked = position("1850", "5", "RI", tiles={"I18": "129@0"}, tokens=board)
    brown = laid(asked, "I18")
    assert brown
    for move in brown.values():
        assert sorted(filter(None, move.applied(asked).tokens["I18.0"])) == ["RI", "RI"]


WYOMING: dict[str, Any] = {
    "trains": ["3"],
    "tiles": {"H8": "57*@1", "J6": "8@1", "J4": "6*@0"},
    "tokens": {"H8.0": ["CNW"]},
    "markers": [{"kind": "refinery", "at": "J4.0", "state": "operational"}],
}


def test_1867bw_a_tile_on_a_deposit_brings_a_cube() -> None:
    """8.2.A: Casper 20, the deposit, Gillette 20; and 30 for the cube that came with the tile."""
    asked = position("1867bw", "2", "CNW", **WYOMING)
    move = laid(asked, "I7")["d1@1"]
    cubes = [(m.at, m.count) for m in move.applied(asked).markers if m.kind == "cube"]
    assert cubes == [("I7.0", 1)]
    assert move.revenue == 20 + 20 + 30


@pytest.mark.parametrize(("there", "after"), [(1, 2), (2, 2)])
def test_1867bw_never_above_the_capacity(there: int, after: int) -> None:
    """A deposit holds two cubes in phase 3."""
    more = {**WYOMING, "tiles": {**WYOMING["tiles"], "I7": "d1@1"}}
    more["markers"] = [*WYOMING["markers"], {"kind": "cube", "at": "I7.0", "count": there}]
    asked = position("1867bw", "3", "CNW", **more)
    moves = laid(asked, "I7")
    assert moves
    for move in moves.values():
        assert [m.count for m in move.applied(asked).markers if m.kind == "cube"] == [after]


def test_1830_erie_says_which_city_takes_its_token() -> None:
    """19.1: the first tile on E11 makes two cities of it; the president picks one."""
    asked = position("1830", "3", "ERIE", trains=["2"], tokens={"E11.0": ["ERIE"]})
    moves = [m for m in whatif(asked).moves if "E11" in m.tiles]
    for spec in {move.tiles["E11"] for move in moves}:
        tokens = [m.applied(asked).tokens for m in moves if m.tiles["E11"] == spec]
        assert sorted(map(str, tokens)) == [str({f"E11.{city}": ("ERIE",)}) for city in (0, 1)]


def test_names_that_are_not_of_the_title_are_refused() -> None:
    asked = position("1846", "I", "IC", tokens={"K3.0": ["IC"]})
    with pytest.raises(RouteOptError, match="'9' is not a train of 1846"):
        whatif(asked, for_sale=["9"])
    with pytest.raises(RouteOptError, match="'XX' is not a private company of 1846"):
        whatif(asked, privates=["XX"])


# costs


def test_1846_land_grants() -> None:
    """6.2: free for IC the first time, 20 for an upgrade; J4 beside its home is one of five."""
    asked = position("1846", "I", "IC", trains=["2"], tokens={"K3.0": ["IC"]})
    first = laid(asked, "J4")
    assert {(move.cost, move.costs) for move in first.values()} == {(0, "land grant")}
    again = position("1846", "II", "IC", tiles={"J4": "8@0"}, tokens={"K3.0": ["IC"]})
    assert {move.cost for move in laid(again, "J4").values()} == {20}
    other = position("1846", "I", "GT", tokens={"K3.0": ["GT"]})
    assert {move.cost for move in laid(other, "J4").values()} == {20}


def test_1846_the_tunnel_company_saves_20() -> None:
    """3: C&O leaves Huntington by the mountain of H16, 40; with the company it pays 20."""
    asked = position("1846", "I", "C&O", trains=["2"], tokens={"I15.0": ["C&O"]})
    title = asked.rules
    assert (title.hexes["H16"].terrain, title.hexes["H16"].cost) == ("mountain", 40)
    for privates, cost in (((), 40), (("TBC",), 20)):
        moves = whatif(asked, privates=privates).moves
        assert {move.cost for move in moves if "H16" in move.tiles} == {cost}


# two lays


def test_1846_a_tile_is_laid_and_upgraded_at_once() -> None:
    """6.21: Toledo yellow, then green, worth 30; with Detroit 40. Each costs 20."""
    asked = position(
        "1846",
        "II",
        "MS",
        trains=["2"],
        tiles={"C13": "7@4"},
        tokens={"C15.0": ["MS"]},
    )
    pairs = [move for move in whatif(asked, pairs=True).moves if move.kind == "pair"]
    toledo = [move for move in pairs if move.tiles.keys() == {"D14"}]
    assert toledo
    for move in toledo:
        assert move.text.count("D14") == 2
        assert asked.rules.tiles[move.tiles["D14"].partition("@")[0]].colour == "green"
        assert (move.revenue, move.cost) == (70, 40)


def test_1870_an_upgrade_stands_alone() -> None:
    """Two yellow tiles, or one upgrade: never a tile and its upgrade in one turn."""
    asked = position("1870", "2", "ATSF", trains=["3"], tokens={"B9.0": ["ATSF"]})
    pairs = [move for move in whatif(asked, pairs=True).moves if move.kind == "pair"]
    assert pairs
    for move in pairs:
        colours = [asked.rules.tiles[s.partition("@")[0]].colour for s in move.tiles.values()]
        assert colours == ["yellow", "yellow"]


def test_1850_two_yellow_tiles_in_the_first_turn() -> None:
    """6.1.1. H13 east of Cedar Rapids costs 40; Des Moines, to the west, makes a run of 20 + 20."""
    asked = position("1850", "2", "RI", trains=["2"], tokens={"H11.0": ["RI"]})
    pairs = {
        frozenset(move.tiles.items()): move
        for move in whatif(asked, pairs=True).moves
        if move.kind == "pair"
    }
    both = pairs[frozenset({("H13", "9@1"), ("H9", "57@1")})]
    assert (both.revenue, both.cost) == (40, 40)
    assert all("only in its first turn" in move.note for move in pairs.values())
    later = position("1850", "2", "RI", tokens={"H11.0": ["RI"], "B11.0": ["RI"]})
    assert "pair" not in {move.kind for move in whatif(later, pairs=True).moves}


# rights and edge tokens


def test_1850_the_right_to_the_mesabi_range() -> None:
    """6.5.1: 80 for the right; Duluth 20 and the range 30 or, from phase 5, 40."""
    for phase, revenue in (("2", 50), ("5", 60)):
        asked = position(
            "1850", phase, "NP", trains=["2"], tiles={"B11": "57@2"}, tokens={"B11.0": ["NP"]}
        )
        (right,) = [move for move in whatif(asked).moves if move.kind == "right"]
        assert (right.cost, right.revenue) == (80, revenue)
        assert ("not while a player owns MRC" in right.note) == (phase == "2")


def test_1850_there_are_four_rights() -> None:
    """6.5.1: and nobody has two."""
    for owners in (["NP"], ["GN", "RI", "MP", "UP"]):
        markers = [{"kind": "mesabi", "owner": owner} for owner in owners]
        asked = position("1850", "2", "NP", tokens={"B11.0": ["NP"]}, markers=markers)
        assert "right" not in {move.kind for move in whatif(asked).moves}


def test_1850_an_edge_token() -> None:
    """7.4, 8.4: UP doubles the West, 30, for 50: Omaha 20 and 60."""
    west: dict[str, Any] = {
        "trains": ["2"],
        "tiles": {"I4": "57@2", "H3": "9@2", "G2": "9@2"},
        "tokens": {"I4.0": ["UP"]},
    }
    asked = position("1850", "2", "UP", **west)
    (edge,) = [move for move in whatif(asked).moves if "edge" in move.text]
    assert (edge.kind, edge.cost, edge.gain, edge.revenue) == ("token", 50, 30, 80)
    placed = position("1850", "2", "UP", **west, markers=edge_marker("UP"))
    assert not [move for move in whatif(placed).moves if "edge" in move.text]
    apart = position("1850", "2", "UP", tokens={"I4.0": ["UP"]})
    assert not [move for move in whatif(apart).moves if "edge" in move.text]


def edge_marker(owner: str) -> list[dict[str, str]]:
    return [{"kind": "edge_token", "at": "F1.0", "owner": owner}]


# tokens


def test_1846_the_space_of_a_removed_corporation_is_open() -> None:
    """6.2: Fort Wayne is kept for PRR only if that is in play."""
    board: dict[str, Any] = {
        "tiles": {"C13": "7@4", "D14": "5@1", "D12": "8@4", "E11": "57@0"},
        "tokens": {"C15.0": ["NYC"]},
    }
    for markers, stops in (
        ([], ["D14.0"]),
        ([{"kind": "removed_corporation", "at": "F20.0", "owner": "PRR"}], ["D14.0", "E11.0"]),
    ):
        asked = position("1846", "II", "NYC", **board, markers=markers)
        moves = tokens_of(Network(asked))
        assert [stop for m in moves for stop in m.tokens or () if stop != "C15.0"] == stops


# trains


def test_1846_phased_out_and_removed_trains_are_not_for_sale() -> None:
    """6.51, 8: 2s go in phase III and 3/5s and 4s in phase IV; 2s have left the game by then."""
    board = {"tokens": {"C15.0": ["PRR"]}}
    now = {
        phase: {move.text.split()[1] for move in trains_of(position("1846", phase, "PRR", **board))}
        for phase in ("I", "II", "III", "IV")
    }
    assert now["I"] == {"2", "3/5", "4"}
    assert now["II"] == {"2", "3/5", "4", "4/6", "5"}
    assert now["III"] == {"3/5", "4", "4/6", "5", "7/8", "6"}
    assert now["IV"] == {"4/6", "5", "7/8", "6"}


def test_the_diesel_where_it_is_played() -> None:
    """1870, Variants: from the first 6 on, beside it; there is no 8 in such a game."""
    board = {"tokens": {"B9.0": ["ATSF"]}}
    usual = {m.text for m in trains_of(position("1870", "5", "ATSF", **board))}
    variant = {
        m.text for m in trains_of(position("1870", "5", "ATSF", **board, options=["diesels"]))
    }
    assert usual == {"a 4 train", "a 5 train", "a 6 train", "an 8 train"}
    assert variant == {"a 4 train", "a 5 train", "a 6 train", "a D train"}


CHICAGO: dict[str, Any] = {
    "tiles": {"F4": "57@1", "H10": "57@1"},
    "tokens": {"F6.0": ["C&O"], "F4.0": ["C&O"], "H10.0": ["C&O"]},
}
"""1830: Toledo 20 to Chicago 40, later 70; apart from that Pittsburgh 20 to Altoona 10."""


def test_1830_red_areas_rise_with_the_first_5() -> None:
    asked = position("1830", "4", "C&O", **CHICAGO, trains=["4"])
    five = trains(asked)["a 5 train"]
    assert whatif(asked).revenue == 20 + 40
    assert (five.phase, five.trains, five.rusts) == ("5", ("4", "5"), ())
    assert five.revenue == 20 + 70 + 20 + 10
    assert five.note.startswith("starts phase 5")


def test_1830_a_4_ends_the_2s() -> None:
    """Two 2s run 60 and 30; the 4 that ends them runs 60 alone. PRR's 2 runs 30 no more."""
    asked = position("1830", "3", "C&O", **CHICAGO, trains=["2", "2"])
    four = trains(asked, against="PRR", rival_trains=["2"])["a 4 train"]
    assert (four.revenue, four.gain, four.trains, four.rusts) == (60, -30, ("4",), ("2",))
    assert "its 2 2s rust" in four.note
    with_home = {**CHICAGO, "tokens": {**CHICAGO["tokens"], "H12.0": ["PRR"]}}
    asked = position("1830", "3", "C&O", **with_home, trains=["2", "2"])
    assert trains(asked, against="PRR", rival_trains=["2"])["a 4 train"].harm == 30
    assert trains(asked, against="PRR", rival_trains=["3"])["a 4 train"].harm == 0


def test_1830_above_the_new_limit_a_train_goes_back() -> None:
    """Three trains in phase 4, two in phase 5: of two 3s and the 5 one is returned."""
    asked = position("1830", "4", "C&O", **CHICAGO, trains=["3", "3"])
    moves = [move for move in trains_of(asked) if move.phase == "5"]
    assert sorted(move.trains or () for move in moves) == [("3", "3"), ("3", "5")]
    assert all("returns a" in move.note for move in moves)


def test_1830_no_room_and_a_trade() -> None:
    """22: with two trains in phase 6 there is no room, but a D may be had for one of them."""
    asked = position("1830", "6", "C&O", **CHICAGO, trains=["4", "5"])
    ranking = whatif(asked)
    found = {m.text: (m.cost, m.trains) for m in ranking.moves if m.kind == "train"}
    assert found == {"a D train for a 4": (800, ("5", "D")), "a D train for a 5": (800, ("D",))}
    assert ranking.notes == ("No room for another train: the limit is 2.",)


def test_1846_phase_iv_takes_markers_and_phases_out() -> None:
    """8: the port token, 20, goes; the 4 is phased out and runs once more: 80 on the line."""
    asked = position(
        "1846",
        "III",
        "PRR",
        trains=["4", "2"],
        tiles={"C13": "7@4", "D14": "5@1", "D12": "8@4", "E11": "57@0"},
        tokens={"C15.0": ["NYC"], "E11.0": ["PRR"]},
        markers=[{"kind": "steamboat", "at": "D14.0", "owner": "PRR"}],
    )
    six = trains(asked)["a 6 train"]
    assert whatif(asked).revenue == 80 + 20
    assert (six.phase, six.trains, six.markers, six.revenue) == ("IV", ("4", "6"), (), 80)
    assert "its 2 has gone by then" in six.note
    assert "its 4 runs once more" in six.note


def test_1846_phase_iii_closes_the_independents() -> None:
    """8: the token of the Michigan Southern leaves Detroit with the first train of phase III."""
    asked = position("1846", "II", "PRR", tokens={"C15.0": ["MS", "PRR"]})
    five = next(move for move in trains_of(asked) if move.text == "a 5 train")
    assert five.applied(asked).tokens == {"C15.0": (None, "PRR")}


def test_1867bw_phase_5_opens_a_refinery_and_ends_the_survey() -> None:
    """14.3, 14.8: P3 and P8 close."""
    markers = [
        {"kind": "refinery", "at": "A9.0", "state": "operational", "owner": "BH"},
        {"kind": "survey_company", "owner": "BH"},
    ]
    asked = position("1867bw", "4", "CNW", tokens={"H8.0": ["CNW"]}, markers=markers)
    five = next(move for move in trains_of(asked) if move.phase == "5")
    after = [(m.kind, m.owner) for m in five.applied(asked).markers]
    assert after == [("refinery", "")]


def test_independents_buy_no_trains() -> None:
    asked = position("1846", "I", "MS", trains=["2"], tokens={"C15.0": ["MS"]})
    assert not list(trains_of(asked))


# records


@pytest.mark.parametrize("game", ["1830/29133", "1846/3099", "1850/1", "1870/34110"])
def test_what_a_record_tells_of_trains(corpus: Path, game: str) -> None:
    """Trains owned and trains for sale, against the depot and the charters of the ledger."""
    ledger = (corpus / "ledger" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    turns = [row for line in ledger if (row := json.loads(line))["event"] == "turn"]
    looked = 0
    for row in turns[:: max(1, len(turns) // 8)]:
        name, before = row["entity"], row["before"]
        if not row["actions"] or name not in before["corporations"]:
            continue
        found = belongings(corpus / "games" / f"{game}.json", str(row["actions"][0]["id"]), name)
        assert sorted(found.trains) == sorted(before["corporations"][name]["trains"])
        assert sorted(found.privates) == sorted(before["corporations"][name]["companies"])
        assert set(found.for_sale) == sold(game.partition("/")[0], before, name)
        if before["corporations"][name]["tokens_on_map"]:  # else the home token is placed first
            assert list(found.tokens) == before["corporations"][name]["tokens_unplaced"]
        looked += 1
    assert looked > 3


def test_tiles_are_laid_as_whoever_kept_the_record_reads_the_upgrades(corpus: Path) -> None:
    """On 18xx.games 29 becomes 43, by the rulebook's table it does not: 29 lies on G16."""
    source = corpus / "games" / "1870" / "1870_game_end_bank.json"
    answer = CliRunner().invoke(main, ["whatif", f"{source}@1147", "--json"])
    assert {"G16": "43@2"} in [move.get("tiles") for move in json.loads(answer.output)["moves"]]


def sold(title: str, before: dict[str, Any], name: str) -> set[str]:
    """What may be bought: the first card of the depot, a D beside a 6, what others have."""
    data = titles.find(title)
    cards = [train for train in before["depot"]["upcoming"] if train in data.trains]
    found = set(cards[:1]) | set(before["depot"]["discarded"])
    if "D" in cards and before["phase"] in ("6", "D"):
        found.add("D")
    card = {data.trains[train].card for train in found} - {""}
    found |= {train for train, row in data.trains.items() if row.card in card}
    rows = [*before["corporations"].items(), *before["minors"].items()]
    for other, row in rows:
        left = list(row["trains"])
        for train in row["phased_out"]:
            left.remove(train)
        found |= set(left) if other != name else set()
    return found


def test_1846_a_record_knows_which_tokens_are_left(corpus: Path) -> None:
    """IC has placed its four tokens, one in Indianapolis, where the Big 4 began.

    A position cannot tell that one from the Big 4's own, which its buyer takes over.
    """
    game = corpus / "games" / "1846" / "3099.json"
    asked = route_opt.load(f"{game}@323:IC")
    assert sorted(s for s, row in asked.tokens.items() if "IC" in row) == [
        "D14.0",
        "G9.0",
        "I5.0",
        "K3.0",
    ]
    assert len(asked.rules.corporations["IC"].tokens) == 4
    known = belongings(game, "323", "IC").tokens
    assert known == ()
    assert "token" in kinds(whatif(asked))
    assert "token" not in kinds(whatif(asked, tokens=known))
    assert "token" not in {move["kind"] for move in told(f"{game}@323:IC")}


def test_1870_a_marker_kept_for_later_is_a_token(corpus: Path) -> None:
    """FW ran to its destination and kept the marker on its charter: a token more, for 100."""
    game = corpus / "history" / "1870" / "41645.json"
    assert belongings(game, "697", "FW").tokens == (100,)
    asked = route_opt.load(f"{game}@697")
    assert "token" not in kinds(whatif(asked))
    tokens = [move for move in told(f"{game}@697") if move["kind"] == "token"]
    assert [(move["text"], move["cost"]) for move in tokens] == [
        (f"a token in {asked.rules.hexes['M2'].name} (M2.0)", 100)
    ]


def kinds(ranking: Ranking) -> set[str]:
    return {move.kind for move in ranking.moves}


def told(source: str) -> list[dict[str, Any]]:
    """The moves that the command lists."""
    answer = CliRunner().invoke(main, ["whatif", source, "--json"])
    assert answer.exit_code == 0, answer.output
    moves: list[dict[str, Any]] = json.loads(answer.output)["moves"]
    return moves


def test_a_position_in_a_folder_with_an_at_sign(tmp_path: Path) -> None:
    """It is no moment of a record: the file is there."""
    folder = tmp_path / "me@home"
    folder.mkdir()
    asked = position("1846", "I", "MS", trains=["2"], tokens={"C15.0": ["MS"]})
    (folder / "friday.json").write_text(json.dumps(asked.document()))
    assert told(str(folder / "friday.json"))
