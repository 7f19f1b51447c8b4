"""1830: home tokens at the first turn, the choice of a city, rust, trade-ins, rounds."""

from __future__ import annotations

import pytest
from game_records import (
    ALTOONA,
    PRR,
    RUN,
    after,
    buy_train,
    corporation,
    lay,
    played,
    player,
    private,
    record,
    start,
)

from route_opt import records


def test_a_run_with_the_position_before_it() -> None:
    (one,) = played(
        record("1830", *PRR, *ALTOONA, RUN, corporation("PRR", "dividend", kind="payout"))
    )
    position = one.position
    assert (position.phase, position.corporation, position.trains) == ("2", "PRR", ("2",))
    assert position.tiles == {"H14": "9@1", "H16": "57@1"}
    assert position.tokens == {"H12.0": ("PRR",)}
    assert one.routes == ({"train": "2", "track": ["H12.0", "H14", "H16.0"]},)
    assert (one.round, one.revenue, one.dividend) == ("OR 2.1", None, "payout")
    assert (one.president, one.shares, one.to_corporation) == ("A", {"A": 40, "B": 20}, 0)


def test_a_home_token_is_placed_when_its_corporation_first_operates() -> None:
    started = [*PRR, *start("NYC", holders={3: 60})]
    assert after(record("1830", *started)).pieces.document() == {}
    first = record("1830", *started, corporation("NYC", "pass"))
    assert after(first).pieces.document() == {"E19.0": ["NYC"]}


def test_a_corporation_that_had_nothing_to_do_still_places_its_home() -> None:
    actions = [*PRR, *start("NYC", holders={3: 60}), corporation("PRR", "pass")]
    actions += [player(number, "pass") for number in (1, 2, 3)]
    tokens = after(record("1830", *actions)).pieces.document()
    assert tokens == {"H12.0": ["PRR"], "E19.0": ["NYC"]}


def test_the_position_before_a_corporations_first_action_has_its_home() -> None:
    game = records.read(record("1830", *PRR, corporation("PRR", "pass")))
    assert records.moment_at(game, str(len(PRR) + 1)).position.tokens == {"H12.0": ("PRR",)}


ERIE = start("ERIE", holders={1: 60})


def test_erie_chooses_its_city_when_the_first_tile_is_laid() -> None:
    before = [*ERIE, corporation("ERIE", "pass")]
    assert after(record("1830", *before)).pieces.document() == {"E11.0": ["ERIE"]}
    choice = corporation("ERIE", "place_token", city="59-0-1", slot=0, tokener="ERIE")
    game = record("1830", *ERIE, lay("ERIE", "E11", "59-0", 0), choice)
    assert after(game).pieces.document() == {"E11.1": ["ERIE"]}


def test_erie_chooses_at_its_first_turn_where_a_tile_lies_already() -> None:
    laid = [*PRR, *ERIE, lay("PRR", "E11", "59-0", 0), corporation("ERIE", "pass")]
    assert "ERIE" not in str(after(record("1830", *laid)).pieces.document())
    choice = corporation("ERIE", "place_token", city="59-0-0", slot=0)
    assert after(record("1830", *laid, choice)).pieces.document()["E11.0"] == ["ERIE"]


def test_a_private_lays_and_places_for_its_owner() -> None:
    actions = [
        *PRR,
        corporation("PRR", "buy_company", company="DH", price=70),
        private("DH", "lay_tile", hex="F16", tile="57-0", rotation=1),
        private("DH", "place_token", city="57-0-0", slot=0),
    ]
    game = after(record("1830", *actions))
    assert game.pieces.tiles == {"F16": "57@1"}
    assert game.pieces.document() == {"H12.0": ["PRR"], "F16.0": ["PRR"]}


def test_the_first_train_of_a_kind_starts_its_phase_and_older_ones_rust() -> None:
    actions = [*PRR, *(buy_train("PRR", number) for number in ("2-0", "3-0"))]
    game = after(record("1830", *actions))
    assert (game.phase.name, sorted(game.trains)) == ("3", ["2-0", "3-0"])
    game = after(record("1830", *actions, buy_train("PRR", "4-0")))
    assert (game.phase.name, sorted(game.trains)) == ("4", ["3-0", "4-0"])


def test_a_diesel_takes_its_trade_in_and_ends_the_4_trains() -> None:
    actions = [buy_train("PRR", number) for number in ("3-0", "4-0", "5-0", "5-1", "6-0")]
    actions += [buy_train("NYC", "4-1"), buy_train("PRR", "D-0", exchange="5-1", variant="D")]
    game = after(record("1830", *PRR, *start("NYC", holders={3: 60}), *actions))
    owned = {number: train.owner for number, train in game.trains.items()}
    assert owned == {"5-0": "PRR", "5-1": "", "6-0": "PRR", "D-0": "PRR"}
    assert game.phase.name == "D"


def test_trains_change_hands_and_are_discarded() -> None:
    started = [*PRR, *start("NYC", holders={3: 60})]
    actions = [buy_train("PRR", "2-0"), buy_train("PRR", "2-1"), buy_train("NYC", "2-0")]
    discard = corporation("PRR", "discard_train", train="2-1")
    game = after(record("1830", *started, *actions, discard))
    assert {number: train.owner for number, train in game.trains.items()} == {
        "2-0": "NYC",
        "2-1": "",
    }


def test_selling_shares_for_a_train_is_no_stock_round() -> None:
    sale = player(1, "sell_shares", shares=["PRR_1"], percent=10)
    raising = [*PRR, corporation("PRR", "pass"), sale, buy_train("PRR", "2-0")]
    assert after(record("1830", *raising)).turns.name == "OR 1.1"
    trading = [*PRR, corporation("PRR", "pass"), sale, player(2, "pass")]
    assert after(record("1830", *trading)).turns.name == "SR 2"


@pytest.mark.parametrize("bids", [[(1, "SV", 20)], [(2, "CS", 45), (1, "SV", 20)]])
def test_the_cheapest_private_is_bought_and_a_single_bid_wins(
    bids: list[tuple[int, str, int]],
) -> None:
    actions = [player(who, "bid", company=name, price=price) for who, name, price in bids]
    owners = after(record("1830", *actions)).owners
    assert {name: owner for name, owner in owners.items() if owner} == {
        name: str(who) for who, name, _ in bids
    }


def test_bidders_go_on_until_one_is_left_and_the_share_comes_along() -> None:
    order = ["SV", "CS", "DH", "MH"]
    actions = [
        player(1, "bid", company="CA", price=165),
        player(2, "bid", company="CA", price=170),
        *(player(3, "bid", company=name, price=200) for name in order),
        player(1, "bid", company="CA", price=180),
        player(2, "pass"),
    ]
    game = after(record("1830", *actions))
    assert game.owners["CA"] == "1"
    assert game.holdings.with_players("PRR") == {"1": 10}


def test_a_private_is_exchanged_for_a_share_of_its_owner() -> None:
    actions = [player(1, "bid", company=name, price=200) for name in ("SV", "CS", "DH", "MH")]
    actions += start("NYC", holders={2: 20})
    actions += [private("MH", "buy_shares", shares=["NYC_1"], percent=10)]
    assert after(record("1830", *actions)).holdings.with_players("NYC") == {"1": 10, "2": 20}


def test_programmed_actions_do_what_they_brought_along() -> None:
    program = player(2, "program_buy_shares", corporation="PRR")
    bought = {"type": "buy_shares", "entity": 2, "entity_type": "player", "shares": ["PRR_5"]}
    game = after(record("1830", *PRR, program | {"auto_actions": [bought]}))
    assert game.holdings.with_players("PRR") == {"1": 40, "2": 30}
