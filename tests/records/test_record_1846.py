"""1846: set-up by seed, minors, markers of privates, phased-out trains, closing corporations."""

from __future__ import annotations

from typing import Any

import pytest
from game_records import (
    after,
    buy_train,
    corporation,
    lay,
    played,
    player,
    private,
    record,
    run,
    start,
)

from route_opt.records.draw import _numbers, removed
from route_opt.records.rules import find_title

Action = dict[str, Any]


def game(*actions: Action, players: int = 5) -> dict[str, Any]:
    """A first edition game: with five players nothing is removed."""
    settings = {"seed": 7, "optional_rules": ["first_ed"]}
    return record("1846", *actions, players=players, settings=settings)


def minor(name: str, kind: str, /, **fields: Any) -> Action:
    return {"type": kind, "entity": name, "entity_type": "minor", **fields}


NYC = start("NYC", holders={1: 40}, price="100,0,10")
DRAFT = [player(2, "bid", company="MS", price=60), player(3, "bid", company="BIG4", price=40)]
PORT_HURON = minor("MS", "lay_tile", hex="B16", tile="6-0", rotation=4)
"""Track from Detroit's side 3 to Port Huron and on to Sarnia."""
MS_RUN = minor("MS", "run_routes", routes=[{"train": "2-0", "connections": [["C15", "B16"]]}])


def test_minors_start_on_the_map_with_a_train() -> None:
    (one,) = played(game(*DRAFT, PORT_HURON, MS_RUN))
    assert one.position.trains == ("2",)
    assert one.position.tokens == {"C15.0": ("MS",), "G9.0": ("BIG4",)}
    assert one.routes == ({"train": "2", "track": ["C15.0", "B16.0"]},)
    assert (one.moment.entity_type, one.president, one.shares) == ("minor", "B", {"B": 100})


def test_a_corporation_takes_over_a_minor_with_train_and_token() -> None:
    found = after(game(*DRAFT, *NYC, corporation("NYC", "buy_company", company="MS", price=60)))
    assert found.pieces.document()["C15.0"] == ["NYC"]
    assert found.trains["2-0"].owner == "NYC"
    assert "MS" not in found.floated()


def test_a_minors_token_goes_where_its_buyer_has_one() -> None:
    token = corporation("NYC", "place_token", city="C15-0-0", slot=1)
    bought = corporation("NYC", "buy_company", company="MS", price=60)
    found = after(game(*DRAFT, *NYC, token, bought))
    assert found.pieces.document()["C15.0"] == [None, "NYC"]


def test_the_train_of_a_minor_runs_once_a_round() -> None:
    bought = corporation("NYC", "buy_company", company="MS", price=60)
    actions = [*DRAFT, *NYC, PORT_HURON, MS_RUN, bought, run("NYC")]
    assert played(game(*actions))[-1].position.trains == ()
    again = [*actions, corporation("NYC", "dividend", kind="withhold"), minor("BIG4", "pass")]
    again += [corporation("NYC", "pass"), run("NYC")]
    assert played(game(*again))[-1].position.trains == ("2",)


def test_home_tokens_are_placed_at_the_par() -> None:
    assert after(game(*NYC)).pieces.document()["D20.0"] == ["NYC"]


def test_reserved_spaces_keep_their_slots() -> None:
    """The second space of Erie is kept for ERIE; others wait for a free one."""
    started = [*NYC, *start("ERIE", holders={2: 20}, price="100,0,10")]
    token = corporation("ERIE", "place_token", city="D20-0-0", slot=1)
    assert after(game(*started, token)).pieces.document()["D20.0"] == ["NYC", "ERIE"]
    upgraded = lay("NYC", "D20", "14-0", 0)
    assert after(game(*started, token, upgraded)).pieces.document()["D20.0"] == ["NYC", "ERIE"]


def test_a_train_has_the_side_it_was_bought_with() -> None:
    actions = [*NYC, buy_train("NYC", "4-0", variant="3/5"), buy_train("NYC", "4-1", variant="4")]
    found = after(game(*actions))
    assert [train.name for train in found.trains.values() if train.owner == "NYC"] == ["3/5", "4"]
    assert found.phase.name == "II"


def test_phased_out_trains_run_once_more() -> None:
    actions = [*NYC, buy_train("NYC", "2-2"), buy_train("NYC", "4-0"), buy_train("NYC", "5-0")]
    actions += [*(player(n, "pass") for n in range(1, 6)), run("NYC")]
    paid = corporation("NYC", "dividend", kind="withhold")
    document = game(*actions, paid)
    assert played(document)[-1].position.trains == ("2", "4", "5")
    owned = [train.name for train in after(document).trains.values() if train.owner == "NYC"]
    assert owned == ["4", "5"]


def test_phase_four_removes_2_trains_at_once() -> None:
    actions = [*NYC, buy_train("NYC", "2-2"), buy_train("NYC", "4-0"), buy_train("NYC", "5-0")]
    found = after(game(*actions, buy_train("NYC", "6-0", variant="7/8")))
    assert [train.name for train in found.trains.values() if train.owner == "NYC"] == [
        "4",
        "5",
        "7/8",
    ]
    assert found.phase.name == "IV"


def markers(*actions: Action) -> list[dict[str, Any]]:
    """The markers in the last run of a game, without those of the set-up."""
    position = played(game(*NYC, *actions, run("NYC")))[-1].position
    return list(position.document()["markers"])


def bought(company: str) -> Action:
    return corporation("NYC", "buy_company", company=company, price=40)


def assigned(company: str, hex_id: str) -> Action:
    return private(company, "assign", target=hex_id, target_type="hex")


def test_the_mail_contract_belongs_to_its_corporation() -> None:
    assert markers(bought("MAIL")) == [{"kind": "mail_contract", "owner": "NYC"}]


def test_meat_packing_counts_for_all_of_chicago() -> None:
    found = markers(bought("MPC"), assigned("MPC", "D6"))
    assert found == [
        {"kind": "meat_packing", "at": "D6.0", "owner": "NYC", "value": 30, "hex_wide": True}
    ]


def test_a_steamboat_needs_a_corporation_and_a_port() -> None:
    serves = private("SC", "assign", target="NYC", target_type="corporation")
    assert markers(assigned("SC", "B8")) == []
    port = {"kind": "steamboat", "at": "B8.0", "owner": "NYC", "value": 40}
    assert markers(serves, assigned("SC", "B8")) == [port]
    assert markers(bought("SC"), assigned("SC", "B8")) == [port]
    assert markers(bought("SC"), assigned("SC", "B8"), assigned("SC", "C5")) == [
        {"kind": "steamboat", "at": "C5.0", "owner": "NYC", "value": 20}
    ]


def test_markers_end_with_their_phase() -> None:
    third = [buy_train("NYC", "4-0"), buy_train("NYC", "5-0")]
    fourth = [*third, buy_train("NYC", "6-0")]
    meat = [bought("MPC"), assigned("MPC", "I1")]
    serves = private("SC", "assign", target="NYC", target_type="corporation")
    assert len(markers(*meat, *third)) == 1
    assert markers(*meat, *fourth) == []
    assert len(markers(bought("SC"), assigned("SC", "B8"), *third)) == 1
    # A player's steamboat goes with the private in phase III.
    assert markers(serves, assigned("SC", "B8"), *third) == []
    assert markers(bought("MAIL"), *fourth) == [{"kind": "mail_contract", "owner": "NYC"}]


def test_a_private_places_its_token_in_chicago() -> None:
    token = private("C&WI", "place_token", city="D6-0-3", slot=0)
    found = after(game(*NYC, bought("C&WI"), token))
    assert found.pieces.document()["D6.3"] == ["NYC"]


def test_minors_left_in_phase_three_close() -> None:
    found = after(game(*DRAFT, *NYC, buy_train("NYC", "4-0"), buy_train("NYC", "5-0")))
    assert found.pieces.document() == {"D20.0": ["NYC"]}


def test_a_corporation_whose_price_falls_to_nothing_leaves_with_its_tokens() -> None:
    """From 40: four sales of the president, one step each, reach 0."""
    started = start("GT", holders={1: 60}, price="40,0,4")
    sales = [player(1, "sell_shares", shares=[f"GT_{n}"], percent=10) for n in (1, 2, 3, 4)]
    assert "B16.0" in after(game(*started, *sales[:3])).pieces.document()
    found = after(game(*started, *sales))
    assert "B16.0" not in found.pieces.document()
    assert found.closed == {"GT"}


def test_a_bankrupt_player_leaves_his_minors_behind() -> None:
    started = start("B&O", holders={2: 40}, price="100,0,10")
    broke = corporation("B&O", "bankrupt")
    found = after(game(*DRAFT, *started, corporation("B&O", "pass"), broke))
    assert "C15.0" not in found.pieces.document()
    assert found.holdings.with_players("B&O") == {}


def test_a_corporation_without_a_president_gets_its_train_unrecorded() -> None:
    """The site buys the cheapest train for it: of a 3/5 and 4 card the side that costs 160."""
    started = start("B&O", holders={2: 40}, price="100,0,10")
    broke = [*DRAFT, *started, corporation("B&O", "pass"), corporation("B&O", "bankrupt")]
    later = [*(player(n, "pass") for n in (1, 3, 4, 5)), run("B&O", ("4-0", [["G19", "G21"]]))]
    position = played(game(*broke, *later))[-1].position
    assert (position.trains, position.phase) == (("3/5",), "II")


def test_whoever_gets_a_fifth_out_of_the_market_is_president() -> None:
    """7.03: two shares for the president's certificate; 7.04: one share for half of it."""
    started = start("B&O", holders={2: 40}, price="100,0,10")
    broke = [*DRAFT, *started, corporation("B&O", "pass"), corporation("B&O", "bankrupt")]
    one = player(1, "buy_shares", shares=["B&O_1"], percent=10)
    two = player(1, "buy_shares", shares=["B&O_2"], percent=10)
    half = player(1, "buy_shares", shares=["B&O_0"], percent=10)
    assert after(game(*broke, one)).president("B&O") == ""
    for last in (two, half):
        holdings = after(game(*broke, one, last)).holdings
        assert holdings.president["B&O"] == "1"
        assert holdings.held["B&O"]["1"] == ["B&O_0"]
        assert {"B&O_1", "B&O_2"} < set(holdings.held["B&O"]["market"])


def test_a_holder_of_less_than_a_fifth_is_not_made_president() -> None:
    """C has 10% when the president goes bankrupt with the rest: 7.01, 7.03."""
    started = start("B&O", holders={2: 40, 3: 10}, price="100,0,10")
    broke = [*DRAFT, *started, corporation("B&O", "pass"), corporation("B&O", "bankrupt")]
    holdings = after(game(*broke)).holdings
    assert holdings.president["B&O"] is None
    assert holdings.with_players("B&O") == {"3": 10}


def test_before_a_bankruptcy_all_is_issued_that_may_be() -> None:
    """Players have 40%, the market nothing: four shares, the price four steps down: 100 to 60.

    Then the president sells 10%, all that half of the shares in the market leave room for: 50.
    """
    started = start("B&O", holders={2: 40}, price="100,0,10")
    broke = [*DRAFT, *started, corporation("B&O", "pass"), corporation("B&O", "bankrupt")]
    found = after(game(*broke))
    assert found.prices is not None
    assert found.prices.price("B&O") == 50
    assert found.holdings.percent("B&O", "treasury") == 20
    assert found.holdings.percent("B&O", "market") == 80


def test_a_corporation_in_the_market_falls_twice_without_a_train() -> None:
    """7.1: a corporation in the market falls one to the left, two without a train."""
    started = start("B&O", holders={2: 40}, price="150,0,14")
    broke = [*DRAFT, *started, corporation("B&O", "pass"), corporation("B&O", "bankrupt")]
    ran = [run("B&O", ("2-5", [["G19", "G21"]])), player(1, "pass")]
    idle = [minor("MS", "pass"), player(1, "pass")]
    stock = [player(n, "pass") for n in (1, 3, 4, 5)]
    after_stock = after(game(*broke, *stock))
    assert after_stock.prices is not None
    for turn, steps in ((ran, 1), (idle, 2)):
        found = after(game(*broke, *stock, *turn))
        assert found.prices is not None
        # The stock round with shares in the market has cost one step before.
        assert after_stock.prices.place["B&O"] - found.prices.place["B&O"] == steps + 1


# the numbers of Chicago's cities

CHICAGO = [
    corporation("NYC", "place_token", city="D6-0-1", slot=0),
    lay("NYC", "D6", "298-0", 0),
]
IC = start("IC", holders={2: 40}, price="60,0,6")


def in_chicago(city: str, **when: Any) -> dict[str, Any]:
    """Who stands where after the NYC took the second city of the map, and the IC one of a tile."""
    token = corporation("IC", "place_token", city=city, slot=0)
    found = record("1846", *NYC, *IC, *CHICAGO, token, players=5, **when)
    found["settings"] = {"seed": 7, "optional_rules": ["first_ed"]}
    return {
        stop: names
        for stop, names in played({**found, "actions": [*found["actions"], LAST]})[
            -1
        ].position.tokens.items()
        if stop.startswith("D6")
    }


LAST = run("IC") | {"id": 99}


def test_before_13_september_2020_chicago_was_counted_otherwise() -> None:
    """Old number k is our k + 1, modulo 4. Without doubt otherwise, the date decides."""
    nyc = {"D6.1": ("NYC",)}
    assert in_chicago("298-0-2", created_at="2020-09-12") == nyc | {"D6.3": ("IC",)}
    assert in_chicago("298-0-3", created_at=1594834062) == nyc | {"D6.0": ("IC",)}
    assert in_chicago("298-0-2", created_at="2020-09-13") == nyc | {"D6.2": ("IC",)}
    assert in_chicago("298-0-2", id="hs_abcdefgh_1595777670") == nyc | {"D6.3": ("IC",)}
    assert in_chicago("298-0-2") == nyc | {"D6.2": ("IC",)}


def test_a_record_tells_by_itself_how_it_counts() -> None:
    """A token cannot stand where the NYC's does: the other way of counting is meant."""
    nyc = {"D6.1": ("NYC",)}
    assert in_chicago("298-0-1") == nyc | {"D6.2": ("IC",)}
    assert in_chicago("298-0-0", created_at="2020-07-26") == nyc | {"D6.0": ("IC",)}


# two players


def two_players(*actions: Action, seed: int = 11098) -> dict[str, Any]:
    settings = {"seed": seed, "optional_rules": ["first_ed"]}
    return record("1846 2p Variant", *actions, players=2, settings=settings)


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
    found = after(two_players())
    assert found.removed == gone[2:]
    assert not {"MC", "SC"} & set(found.owners)


def test_a_corporation_out_of_a_game_for_two_has_two_tokens() -> None:
    """GT on its home and in Toledo, C&O on its home and in Cincinnati, never in a first space."""
    started = start("NYC", holders={1: 40}, price="100,0,10")
    token = corporation("NYC", "place_token", city="D14-0-0", slot=0)
    (one,) = played(two_players(*started, token, run("NYC")))
    tokens = one.position.tokens
    assert (tokens["B16.0"], tokens["I15.0"]) == (("GT",), ("C&O",))
    assert (tokens["D14.0"], tokens["H12.0"]) == (("NYC", "GT"), (None, "C&O"))


def test_minors_of_two_players_run_before_all_is_drafted() -> None:
    """Turn 0 is the draft with its rounds; the first stock round begins turn 1."""
    first = player(1, "bid", company="MS", price=60)
    privates = ["BIG4", "LSL", "O&I", "MPC", "TBC", "C&WI", "MAIL"]
    rest = [player(2 - n % 2, "bid", company=name, price=1) for n, name in enumerate(privates)]
    moves = [first, PORT_HURON, MS_RUN, *rest, *NYC, PORT_HURON, MS_RUN]
    assert [one.round for one in played(two_players(*moves))] == ["OR 0.1", "OR 1.1"]


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


def test_a_removed_corporation_blocks_its_home() -> None:
    found = after(game(players=4))
    (gone,) = found.removed
    home = found.title.corporations[gone].home[0]
    position = played(game(*NYC, run("NYC"), players=4))[0].position
    assert position.tokens[home] == (gone,)
    assert [(marker.kind, marker.owner) for marker in position.markers] == [
        ("removed_corporation", gone)
    ]
