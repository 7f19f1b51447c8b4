"""1846: set-up by seed, minors, the numbers of Chicago's cities, the variant for two players."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from game_records import (
    Action,
    after,
    bids,
    buy_train,
    corporation,
    lay,
    played,
    player,
    private,
    record,
    run,
    stock_round,
)
from msgspec.structs import replace

from operating_round.actions import Pass
from operating_round.state import Turn
from route_opt import best, check, records
from route_opt.records.rules import find_title
from whole_game.engine import apply
from whole_game.recorded.dialect import Dialect, dialect_of
from whole_game.recorded.draw import _numbers, removed
from whole_game.recorded.ending import apart
from whole_game.recorded.launches import in_order_of_launch
from whole_game.recorded.reader import _played
from whole_game.recorded.replay import Replay
from whole_game.recorded.setup import set_up


def game(*actions: Action, players: int = 5) -> dict[str, Any]:
    """A first edition game: with five players nothing is removed."""
    settings = {"seed": 7, "optional_rules": ["first_ed"]}
    return record("1846", *actions, players=players, settings=settings)


def minor(name: str, kind: str, /, **fields: Any) -> Action:
    return {"type": kind, "entity": name, "entity_type": "minor", **fields}


DRAFT = [
    *bids((5, "MAIL", 80), (4, "C&WI", 60), (3, "BIG4", 40), (2, "MS", 60), (1, "MPC", 60)),
    *bids((5, "SC", 40), (4, "TBC", 60), (3, "LSL", 40), (2, "MC", 40), (1, "O&I", 40)),
]
"""From the last player to the first, twice: A has 300 left of 400."""
IDLE = stock_round(first=1, players=5)
NYC = stock_round(("NYC", 70, {1: 40}), first=1, players=5)
PORT_HURON = minor("MS", "lay_tile", hex="B16", tile="6-0", rotation=4)
"""Track from Detroit's side 3 to Port Huron and on to Sarnia."""
MS_RUN = minor("MS", "run_routes", routes=[{"train": "2-0", "connections": [["C15", "B16"]]}])


def test_minors_start_on_the_map_with_a_train() -> None:
    document = game(*DRAFT, *IDLE, PORT_HURON, MS_RUN)
    assert after(document).departures == []
    (one,) = played(document)
    assert one.position.trains == ("2",)
    assert one.position.tokens == {"C15.0": ("MS",), "G9.0": ("BIG4",)}
    assert one.routes == ({"train": "2", "track": ["C15.0", "B16.0"]},)
    assert (one.moment.entity_type, one.president, one.shares) == ("minor", "B", {"B": 100})
    assert one.moment.trains == (("2-0", "2"),)


def test_the_train_of_a_minor_runs_once_a_round() -> None:
    """NYC takes the MS over in its turn, after the MS has run (3)."""
    bought = corporation("NYC", "buy_company", company="MS", price=60)
    first = [*DRAFT, *NYC, PORT_HURON, MS_RUN, minor("BIG4", "pass"), bought, run("NYC")]
    assert played(game(*first))[-1].position.trains == ()
    over = [corporation("NYC", "pass"), minor("BIG4", "pass"), corporation("NYC", "pass")]
    again = [*first, *over, run("NYC")]
    assert played(game(*again))[-1].position.trains == ("2",)


def test_a_players_steamboat_is_placed_when_income_is_paid() -> None:
    port = [
        private("SC", "assign", target="B8", target_type="hex"),
        private("SC", "assign", target="MS", target_type="minor"),
    ]
    document = game(*DRAFT, *IDLE, *port, PORT_HURON, MS_RUN)
    assert after(document).departures == []
    marker = {"kind": "steamboat", "at": "B8.0", "owner": "MS", "value": 40}
    assert played(document)[0].position.document()["markers"] == [marker]


def test_a_removed_corporation_blocks_its_home() -> None:
    (run_of_nyc,) = played(game(*NYC, run("NYC"), players=4))
    (gone,) = [m.owner for m in run_of_nyc.position.markers if m.kind == "removed_corporation"]
    home = find_title("1846")[0].corporations[gone].home[0]
    assert run_of_nyc.position.tokens[home] == (gone,)


# the numbers of Chicago's cities

IC = ("IC", 50, {2: 40})
CHICAGO = [
    corporation("NYC", "place_token", city="D6-0-1", slot=0),
    lay("NYC", "D6", "298-0", 0),
]
LAST = run("IC") | {"id": 99}


def in_chicago(city: str, **when: Any) -> dict[str, Any]:
    """Who stands where after the NYC took the second city of the map, and the IC one of a tile."""
    token = corporation("IC", "place_token", city=city, slot=0)
    both = stock_round(("NYC", 70, {1: 40}), IC, first=1, players=5)
    found = record("1846", *DRAFT, *both, *CHICAGO, token, LAST, players=5, **when)
    found["settings"] = {"seed": 7, "optional_rules": ["first_ed"]}
    tokens = played(found)[-1].position.tokens
    return {stop: names for stop, names in tokens.items() if stop.startswith("D6")}


def test_before_13_september_2020_chicago_was_counted_otherwise() -> None:
    """Old number k is our k + 1, modulo 4. Without doubt otherwise, the date decides."""
    nyc = {"D6.1": ("NYC",)}
    assert in_chicago("298-0-2", created_at="2020-09-12") == nyc | {"D6.3": ("IC",)}
    assert in_chicago("298-0-3", created_at=1594834062) == nyc | {"D6.0": ("IC",)}
    assert in_chicago("298-0-2", created_at="2020-09-13") == nyc | {"D6.2": ("IC",)}
    assert in_chicago("298-0-2", id="hs_abcdefgh_1595777670") == nyc | {"D6.3": ("IC",)}
    assert in_chicago("298-0-2") == nyc | {"D6.2": ("IC",)}


def test_a_record_tells_by_itself_how_it_counts(corpus: Path) -> None:
    """A game of July 2020 as it is, and with its cities numbered as they are today."""
    old = json.loads((corpus / "history/1846/4106.json").read_text(encoding="utf-8"))
    new = copy.deepcopy(old)
    named = 0
    for action in new["actions"]:
        tile, _, rest = str(action.get("city")).partition("-")
        if tile in ("298", "299", "300"):
            number, _, city = rest.partition("-")
            action["city"] = f"{tile}-{number}-{(int(city) + 1) % 4}"
            named += 1
    assert named > 2
    as_it_was = dialect_of(records.read(old)).cities
    assert as_it_was["298"] == {0: 1, 1: 2, 2: 3, 3: 0}
    assert dialect_of(records.read(new)).cities == {}
    boards = []
    for document, turned in ((old, as_it_was), (new, {})):
        replay = Replay(records.read(document), turned)
        for place in range(len(replay.lines)):
            replay.advance(place)
        boards.append(replay.game)
    assert boards[0] == boards[1]


# two players


def two_players(*actions: Action, seed: int = 11098) -> dict[str, Any]:
    settings = {"seed": seed, "optional_rules": ["first_ed"]}
    return record("1846 2p Variant", *actions, players=2, settings=settings)


OPEN = bids((2, "MS", 60), (1, "BIG4", 40), (2, "LSL", 40), (1, "O&I", 40), (2, "MPC", 60))
ALL = [*OPEN, *bids((1, "TBC", 60), (2, "C&WI", 60), (1, "MAIL", 80))]


def test_two_players_lose_one_of_each_group() -> None:
    """Each member of a group in turn gets the next random number; the lowest is removed."""
    number, gone = 11098, []
    for group in (
        ("LSL", "MC", "O&I"),
        ("SC", "MPC", "TBC"),
        ("ERIE", "GT", "NYC", "PRR"),
        ("B&O", "C&O", "IC"),
    ):
        drawn = {}
        for name in group:
            number = (1103515245 * number + 12345) % 2**31
            drawn[number] = name
        gone.append(drawn[min(drawn)])
    assert gone == ["MC", "SC", "GT", "C&O"]
    state = after(two_players()).game.operating
    assert not set(gone) & {*state.privates, *state.corporations}
    assert len(state.privates) == 8


def test_a_corporation_out_of_a_game_for_two_has_two_tokens() -> None:
    """GT on its home and in Toledo, C&O on its home and in Cincinnati, never in a first space."""
    started = stock_round(("NYC", 60, {1: 40}), first=1, players=2)
    token = corporation("NYC", "place_token", city="D14-0-0", slot=0)
    (one,) = played(two_players(*ALL, *started, token, run("NYC")))
    tokens = one.position.tokens
    assert (tokens["B16.0"], tokens["I15.0"]) == (("GT",), ("C&O",))
    assert (tokens["D14.0"], tokens["H12.0"]) == (("NYC", "GT"), (None, "C&O"))


def test_two_players_take_open_cards_in_turn_at_their_price() -> None:
    """600 each; B: 60 and the debt of 80, 40, 60, 60; A: 40 and the debt of 60, 40, 60, 80."""
    found = after(two_players(*ALL))
    assert found.departures == []
    assert found.game.operating.players == {"A": 600 - 280, "B": 600 - 300}
    assert found.game.operating.round == "SR 1"


def test_when_both_pass_what_is_sold_operates_and_the_draft_goes_on() -> None:
    """B has MS, LSL, MPC: 0 + 15 + 15; A BIG4, O&I: 0 + 15; all that again in a second round."""
    passed = [player(1, "pass"), player(2, "pass")]
    before = after(two_players(*OPEN)).game.operating.players
    document = two_players(*OPEN, *passed)
    found = after(document)
    assert found.departures == []
    assert found.game.operating.players == {"A": before["A"] + 15, "B": before["B"] + 30}
    assert found.game.operating.turn is not None
    assert found.game.operating.turn.entity == "MS"
    twice = [minor(name, "pass") for _ in range(2) for name in ("MS", "BIG4")]
    last = bids((2, "C&WI", 60), (1, "TBC", 60))
    found = after(two_players(*OPEN, *passed, *twice, *last))
    assert found.departures == []
    assert found.game.operating.round == "DR 1"
    assert found.game.operating.privates["TBC"] == "A"
    paid = {"A": before["A"] + 2 * 15 - 60, "B": before["B"] + 2 * 30 - 60}
    assert found.game.operating.players == paid


def test_the_last_open_card_comes_down_when_it_is_passed_on() -> None:
    """MAIL is the last: 80, and 10 less for each of three passes."""
    passed = [player(1, "pass"), player(2, "pass"), player(1, "pass")]
    found = after(two_players(*ALL[:-1], *passed, *bids((2, "MAIL", 80))))
    assert found.departures == []
    assert found.game.operating.players == {"A": 600 - 200, "B": 600 - 300 - 50}
    assert found.game.operating.round == "SR 1"


# what our rules refuse


@pytest.mark.parametrize(
    "stray",
    [
        private("MC", "lay_tile", hex="B12", tile="8-0", rotation=4),
        private("C&WI", "place_token", city="D6-0-3", slot=0),
    ],
    ids=lambda action: action["type"],
)
def test_a_private_company_keeps_its_power_in_the_turn_of_another(stray: Action) -> None:
    """Its tile is free and its token an extra one (3), also where we refuse them."""
    both = stock_round(("NYC", 60, {1: 40}), ("GT", 70, {5: 40}), first=1, players=5)
    bought = [corporation("NYC", "buy_company", company=name, price=1) for name in ("MC", "C&WI")]
    minors = [minor("MS", "pass"), minor("BIG4", "pass")]
    first = [*bought, buy_train("NYC", "2-2", 80), corporation("NYC", "pass")]
    begun = [*DRAFT, *both, *minors, *first, lay("GT", "B16", "6-0", 4)]
    rest = buy_train("GT", "2-3", 80)
    assert after(game(*begun, rest)).departures == []
    before = after(game(*begun, rest)).game.operating.corporations["NYC"]
    found = after(game(*begun, stray, rest))
    (departed,) = found.departures
    assert (departed.entity, departed.applied) == (stray["entity"], True)
    row = found.game.operating.corporations["NYC"]
    assert (row.cash, row.tokens_unplaced) == (before.cash, before.tokens_unplaced)
    tokens = {"D6.3"} if stray["type"] == "place_token" else set()
    assert {*row.tokens_on_map} - {*before.tokens_on_map} == tokens


# the draw


@pytest.mark.parametrize("seeds", [(7, 2675), (2675, 7), (7,)], ids=str)
def test_the_draw_that_spares_what_is_seen_is_the_one(seeds: tuple[int, ...]) -> None:
    """The site has shuffled with the number of the game, and with a seed of its own."""
    draw = find_title("1846")[1].draw
    assert draw is not None
    true = removed(draw, [2675], 3, [["first_ed"]]).drawn
    members = {name for group in draw.groups for name in group.of} - {"BT", "LM"}
    found = removed(draw, seeds, 3, [["first_ed"]], members - set(true))
    assert sorted(found.drawn) == sorted(true)
    assert found.left_out == ["BT", "LM"]


def test_the_sites_random_numbers() -> None:
    """1103515245 x 1 + 12345 is below 2^31; the next is that number once more, modulo 2^31."""
    numbers = _numbers(1)
    assert next(numbers) == 1103527590
    assert next(numbers) == (1103515245 * 1103527590 + 12345) % 2**31


@pytest.mark.parametrize(
    ("players", "options", "counts"),
    [
        (5, ["first_ed"], (0, 0, 0)),
        (4, ["first_ed"], (1, 1, 1)),
        (3, ["first_ed"], (2, 2, 2)),
        (5, [], (1, 1, 0)),
        (3, [], (3, 3, 2)),
    ],
)
def test_how_much_is_removed(players: int, options: list[str], counts: tuple[int, ...]) -> None:
    draw = find_title("1846")[1].draw
    assert draw is not None
    for seed in range(50):
        gone = removed(draw, [seed], players, [options]).drawn
        assert tuple(sum(name in group.of for name in gone) for group in draw.groups) == counts


def test_whoever_is_seen_in_the_game_was_not_removed() -> None:
    draw = find_title("1846")[1].draw
    assert draw is not None
    for seed in range(20):
        (first,) = removed(draw, [seed], 4, [["first_ed"]]).drawn[2:]
        (second,) = removed(draw, [seed], 4, [["first_ed"]], seen=[first]).drawn[2:]
        assert first != second


def test_an_option_spares_some() -> None:
    draw = find_title("1846")[1].draw
    assert draw is not None
    for seed in range(50):
        assert not {"BT", "LM", "C&O"} & set(removed(draw, [seed], 3, [["second_ed_co"]]).drawn)


def test_an_option_spares_some_with_two_players_too() -> None:
    """Two of the three other private companies of each group go, and one of B&O and IC."""
    draw = find_title("1846 2p Variant")[1].draw
    assert draw is not None
    for seed in range(50):
        gone = removed(draw, [seed], 2, [["second_ed_co"]]).drawn
        assert [len(set(gone) & set(group.of)) for group in draw.groups] == [2, 2, 1, 1]
        assert not {"BT", "LM", "C&O"} & set(gone)


@pytest.mark.parametrize("name", ["1846", "1846 2p Variant"])
def test_the_number_of_players_says_which_game_it_is(name: str) -> None:
    """Two play with 70% and four last trains, whatever their record is called; three do not."""
    for count in (2, 3):
        seats = [{"id": number, "name": f"P{number}"} for number in range(count)]
        document = {"title": name, "players": seats, "actions": [], "id": 7}
        game = set_up(records.read(document)).operating
        assert ("two_player_variant" in game.options) == (count == 2)
        assert game.players == dict.fromkeys(game.players, 600 if count == 2 else 400)


def test_both_ends_of_a_route_once_counted(corpus: Path) -> None:
    """B&O's 3/5 from Port Huron (20) by Detroit (40) and Toledo (20) to Chicago (10).

    By the rules the three best count: 80. The site of July 2020 counted the two ends and the best
    between them: 70, and that is what the players were paid: with two other routes of 70 and 50,
    190 in all, 57 on three shares.
    """
    record = records.read(corpus / "history/1846/hs_gcumggit_1595777670.json")
    assert dialect_of(record).ends
    (run,) = [run for run in records.runs(record) if run.action == 157]
    assert run.routes[2]["counted"] == ["B16.0", "C15.0", "D6.1"]
    assert check(run.position, run.routes).revenue == 70 + 50 + 20 + 40 + 10
    assert best(run.position).revenue >= 70 + 50 + 20 + 40 + 20


def played_to(corpus: Path, name: str, action: int) -> Replay:
    """A record of the first games, played to the end of an action."""
    record = records.read(corpus / f"history/1846/{name}.json")
    played = dialect_of(record).replay(record)
    for place, line in enumerate(played.lines):
        played.advance(place)
        if line.id == action:
            return played
    raise AssertionError(f"{name} has no action {action}")


@pytest.mark.parametrize(
    ("name", "last_pass", "first", "second", "price"),
    [
        ("2675", 466, "GT", "B&O", 112),  # at 124 the B&O had stood first; GT then operates first
        ("2807", 93, "IC", "PRR", 80),
        ("2807", 210, "IC", "PRR", 112),
        ("2807", 557, "NYC", "B&O", 150),  # the NYC came up from 137, the B&O down from 165
    ],
)
def test_prices_once_moved_in_order_of_launch(
    corpus: Path, name: str, last_pass: int, first: str, second: str, price: int
) -> None:
    """Who acts first in the record where two meet at the end of a stock round."""
    played = played_to(corpus, name, last_pass)
    state = played.game.operating
    rows = state.corporations
    assert rows[first].share_price == rows[second].share_price == price
    (stack,) = [names for names in state.market_order.values() if first in names]
    assert stack == (first, second)
    acting = [line.action["entity"] for line in played.lines if line.id and line.id > last_pass]
    assert acting.index(first) < acting.index(second)


def test_who_operates_first_is_chosen_anew_where_the_order_of_launch_says_so(corpus: Path) -> None:
    before = played_to(corpus, "2675", 465).game
    after, _ = apply(before, Pass())
    turn = after.operating.turn
    assert turn is not None
    assert turn.entity == "PRR"  # at 137, before B&O and GT at 112
    done = replace(after.operating, done=("PRR",), turn=Turn(entity="B&O", step="track"))
    changed = in_order_of_launch(before, replace(after, operating=done), ["PRR", "GT", "B&O"])
    assert changed.operating.turn is not None
    assert changed.operating.turn.entity == "GT"
    kept = in_order_of_launch(before, replace(after, operating=done), ["PRR", "B&O", "GT"])
    assert kept.operating == done


def test_a_moment_is_told_as_the_whole_record_is(corpus: Path) -> None:
    """GT operates before the B&O after action 466, as by launch; by where they stood, after it."""
    record = records.read(corpus / "history/1846/2675.json")
    assert dialect_of(record).by_launch
    replay, _ = _played(record, record.actions[-1]["id"])
    assert replay.departures == []


def test_the_free_token_in_chicago_was_once_told_as_the_corporations_own(corpus: Path) -> None:
    """IC owns the C&WI and, with PRR on its place, takes another city: free, and the fifth token.

    Of its own four it has one left, at 80. Before, it lays two tiles for 20 each.
    """
    record = records.read(corpus / "history/1846/2807.json")
    assert "chicago_token_anywhere" in dialect_of(record).options
    before = played_to(corpus, "2807", 184).game.operating.corporations["IC"]
    after = played_to(corpus, "2807", 187).game.operating.corporations["IC"]
    assert before.tokens_unplaced == after.tokens_unplaced == (80,)
    assert after.cash == before.cash
    assert [*before.tokens_on_map, "D6.0"] == [*after.tokens_on_map]


def test_a_pass_after_the_last_turn_of_a_round_says_nothing(corpus: Path) -> None:
    """PRR, the last to operate, has nothing left to do after its dividend (198), and passes."""
    played = played_to(corpus, "2807", 199)
    assert played.game.stock is not None
    assert not played.departures


def test_a_price_that_the_record_tells_is_where_the_marker_stood(corpus: Path) -> None:
    """IC redeems at 165, one value above its price (6.1): so that was 150."""
    record = records.read(corpus / "history/1846/2807.json")
    played = dialect_of(record)._replace(held=0).replay(record)
    before = next(n for n, line in enumerate(played.lines) if line.id == 358)
    for place in range(before):
        played.advance(place)
    cash = played.game.operating.corporations["IC"].cash
    played.advance(before)
    after = played.game.operating.corporations["IC"]
    assert (cash - after.cash, after.share_price) == (2 * 165, 150)
    (wrong,) = played.departures
    assert (wrong.action, wrong.code, wrong.applied) == (358, "price", True)
    assert wrong.ours == "a share of IC costs 180, not 165"


def ending(record: records.Record, way: Dialect) -> tuple[int, dict[str, int]]:
    """How many departures a record has, told so, and by how much more the players end."""
    played = way.replay(record)
    for _ in played.moments():
        pass
    return len(played.departures), apart(record, played.game)


def test_the_dividend_that_moved_no_price_is_the_one_that_makes_all_else_right(
    corpus: Path,
) -> None:
    """IC stood at 112 when it issued for 100 (235), and at 150 when it redeemed for 165 (358).

    Between, it paid 230, 260 and 570, and shares in the market cost it a value. By the book: 112
    to 137 to 150, 137, and 165. Without its second move P1 paid 137 for a share, not 150, and 124
    rose to 150.
    """
    record = records.read(corpus / "history/1846/2807.json")
    way = dialect_of(record)
    assert ending(record, way._replace(held=0)) == (1, {"P1": 137 - 150})
    paid = [
        action["id"]
        for action in record.happened()
        if action["type"] == "dividend" and action["entity"] == "IC" and 235 < action["id"] < 358
    ]
    fits = [number for number in paid if ending(record, way._replace(held=number)) == (1, {})]
    assert paid == [239, 293, 335]
    assert fits == [293] == [way.held]
    departures: list[records.Departure] = []
    for _ in records.runs(record, departures):
        pass
    (only,) = departures
    assert (only.action, only.code, only.rule, only.applied) == (293, "price", "6.4", True)
    assert "from 137 to 150; it stays" in only.ours


def test_the_first_games_had_no_mail_money(corpus: Path) -> None:
    """PRR has the Mail Contract from action 143 on; P3 has most of its shares, P1 one, then two.

    Stops of its longest run (3, 6.3): 4, 4 (half paid), 5 (half paid), 5, 5, 5 (half paid), 7, 8
    and 8. Kept to the dollar, 580, 600 and 610 pay halves of 29, 30 and 30 a share; 540, 550 and
    560 pay 27, 27 and 28.
    """
    record = records.read(corpus / "history/1846/2807.json")
    way = dialect_of(record)
    others = tuple(one for one in way.options if one != "mail_contract_unpaid")
    assert others != way.options
    third = 3 * 4 + 5 * (29 - 27) + 5 * (30 - 27) + 6 * 5 + 6 * 5 + 6 * (30 - 28) + 6 * (7 + 8 + 8)
    first = 5 + 5 + (30 - 28) + 7 + 2 * (8 + 8)
    assert ending(record, way._replace(options=others)) == (1, {"P1": first, "P3": third})
    july = dialect_of(records.read(corpus / "history/1846/4106.json"))
    assert "mail_contract_unpaid" not in july.options


def test_tiles_of_a_private_company_were_once_told_as_the_corporations_own(corpus: Path) -> None:
    """NYC owns the O&I (96) and lays F16 and F14 itself (115, 116): free, as it still has 20 then.

    It is left with 11 after its last train (316), gets 1 for another (360), and pays 20 for a tile
    (383): it must have kept what two tiles cost.
    """
    record = records.read(corpus / "history/1846/4106.json")
    way = dialect_of(record)
    assert way.options == ("private_tiles_unsaid",)
    assert ending(record, way) == (0, {})
    assert ending(record, way._replace(options=())) == (1, {})
    before = played_to(corpus, "4106", 114).game.operating.corporations["NYC"]
    after = played_to(corpus, "4106", 116).game.operating.corporations["NYC"]
    assert after.cash == before.cash
    assert played_to(corpus, "4106", 382).game.operating.corporations["NYC"].cash == 12 + 2 * 20
    assert played_to(corpus, "4106", 383).game.operating.corporations["NYC"].cash == 12 + 20
