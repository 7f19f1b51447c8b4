"""1830: home tokens at the first turn, the choice of a city, private companies, rounds."""

from __future__ import annotations

from game_records import (
    ALTOONA,
    AUCTION,
    PRR,
    RUN,
    Action,
    after,
    bids,
    buy_train,
    corporation,
    lay,
    passes,
    played,
    player,
    private,
    record,
    stock_round,
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
    shares = {"A": 40, "B": 20, "C": 10}
    assert (one.president, one.shares, one.to_corporation) == ("A", shares, 0)


def test_a_record_by_the_rules_has_no_departures() -> None:
    game = after(record("1830", *PRR, *ALTOONA, RUN, corporation("PRR", "dividend", kind="payout")))
    assert game.departures == []
    # 1000 capital less a 2 train at 80; C gets 3 of 30, A 12, B 6.
    assert game.game.operating.corporations["PRR"].cash == 920


def test_a_home_token_is_placed_when_its_corporation_first_operates() -> None:
    assert after(record("1830", *PRR[:-1])).game.operating.board.tokens == {}
    tokens = after(record("1830", *PRR)).game.operating.board.tokens
    assert tokens == {"H12.0": ("PRR",)}


def test_the_position_before_a_corporations_first_action_has_its_home() -> None:
    game = records.read(record("1830", *PRR, corporation("PRR", "pass")))
    assert records.moment_at(game, str(len(PRR) + 1)).position.tokens == {"H12.0": ("PRR",)}


ERIE = [*AUCTION, *stock_round(("ERIE", 100, {1: 60}), first=1, players=3)]


def test_erie_chooses_its_city_when_the_first_tile_is_laid() -> None:
    """The token stands on the hex; whoever lays the first tile says in which of its cities."""
    choice = corporation("ERIE", "place_token", city="59-0-1", slot=0, tokener="ERIE")
    other = lay("ERIE", "E11", "59-0", 0)
    game = after(record("1830", *ERIE, other, choice))
    assert game.game.operating.board.tokens == {"E11.1": ("ERIE",)}


def test_a_private_lays_and_places_for_its_owner() -> None:
    actions = [
        *AUCTION,
        *stock_round(("PRR", 100, {1: 40, 2: 20}), first=1, players=3),
        corporation("PRR", "buy_company", company="DH", price=70),
        private("DH", "lay_tile", hex="F16", tile="57-0", rotation=1),
        private("DH", "place_token", city="57-0-0", slot=0),
    ]
    game = after(record("1830", *actions))
    state = game.game.operating
    assert state.board.tiles == {"F16": "57@1"}
    assert state.board.tokens == {"H12.0": ("PRR",), "F16.0": ("PRR",)}
    # Phase 2: corporations buy private companies from phase 3 on (23.1).
    assert [(one.type, one.rule, one.applied) for one in game.departures][:1] == [
        ("buy_company", "23.1", True)
    ]


def test_bidders_go_on_until_one_is_left_and_the_share_comes_along() -> None:
    actions = [
        *bids((1, "CA", 165), (2, "CA", 170), (3, "SV", 20)),
        *bids((1, "CS", 40), (2, "DH", 70), (3, "MH", 110), (1, "CA", 180)),
        player(2, "pass"),
    ]
    game = after(record("1830", *actions))
    assert game.departures == []
    assert game.game.operating.privates["CA"] == "A"
    assert game.game.operating.corporations["PRR"].shares["A"] == 10


def test_programmed_actions_do_what_they_brought_along() -> None:
    bought: Action = player(2, "buy_shares", shares=["PRR_2"], percent=10)
    program = player(2, "program_buy_shares", corporation="PRR", auto_actions=[bought])
    start = player(1, "par", corporation="PRR", share_price="100,0,6")
    game = after(record("1830", *AUCTION, start, program))
    assert game.departures == []
    assert game.game.operating.corporations["PRR"].shares == {"IPO": 60, "A": 20, "B": 10, "C": 10}


def test_a_turn_that_ends_a_round_and_one_that_begins_the_next() -> None:
    """PRR is alone: what it does first in a turn, after what comes last, is in another turn."""
    turn = [corporation("PRR", "pass"), corporation("PRR", "pass")]
    first = [*turn, buy_train("PRR", "2-0", 80), corporation("PRR", "pass"), *passes(2, 3, 1)]
    second = [lay("PRR", "H14", "9-0", 1)]
    game = after(record("1830", *PRR, *first, *second))
    assert game.departures == []
    assert game.game.operating.round == "OR 2.1"


def test_an_operating_round_that_the_record_has_left_is_over() -> None:
    """Nobody says that PRR is done, but players trade: its turn is over, and noted."""
    sale = player(2, "sell_shares", shares=["PRR_1"], percent=10)
    game = after(record("1830", *PRR, lay("PRR", "H14", "9-0", 1), sale, *passes(3, 1)))
    assert game.game.operating.round == "SR 2"
    assert game.game.operating.corporations["PRR"].shares["B"] == 10


def test_who_stops_in_a_turn_has_not_finished_it() -> None:
    """PRR could still run: its price, 90 after a turn without a train, has not fallen again."""
    found = after(record("1830", *PRR, *ALTOONA, player(1, "end_game")))
    assert found.departures == []
    assert found.game.over
    assert found.game.operating.corporations["PRR"].share_price == 90


def test_options_of_the_site() -> None:
    """Optional rules: a third 6 train, and several shares of a brown company from the bank too."""
    chosen = {"optional_rules": ["optional_6_train", "multiple_brown_from_ipo"], "seed": 1}
    state = after(record("1830", *AUCTION, settings=chosen)).game.operating
    plain = after(record("1830", *AUCTION)).game.operating
    assert (plain.depot.upcoming["6"], state.depot.upcoming["6"]) == (2, 3)
    assert {*state.options} - {*plain.options} == {"third_six", "multiple_brown_from_ipo"}
