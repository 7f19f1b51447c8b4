"""1850 and 1870: rights and tokens that are chosen, destinations, ports, variants."""

from __future__ import annotations

from typing import Any

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

Action = dict[str, Any]


def markers(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The markers of the last run."""
    found: list[dict[str, Any]] = played(document)[-1].position.document()["markers"]
    return found


# 1850

NP = start("NP", holders={1: 60})


def test_mesabi_rights_come_with_the_private_or_are_bought() -> None:
    own = corporation("NP", "buy_company", company="MRC", price=80)
    assert markers(record("1850", *NP, own, run("NP"))) == [{"kind": "mesabi", "owner": "NP"}]
    choice = corporation("NP", "choose", choice="Buy Mesabi Token")
    assert markers(record("1850", *NP, choice, run("NP"))) == [{"kind": "mesabi", "owner": "NP"}]


def test_an_edge_token_stands_on_the_corporations_area() -> None:
    choice = corporation("NP", "choose", choice="Place Edge Token")
    assert markers(record("1850", *NP, choice, run("NP"))) == [
        {"kind": "edge_token", "at": "A2.0", "owner": "NP"}
    ]


def test_a_run_to_mesabi() -> None:
    actions = [*NP, lay("NP", "B11", "5-0", 1), buy_train("NP", "2-0")]
    actions += [player(1, "pass"), run("NP", ("2-0", [["B11", "A10"]]))]
    (one,) = played(record("1850", *actions))
    assert one.routes == ({"train": "2", "track": ["B11.0", "A10.0"]},)
    assert one.round == "OR 2.1"


def test_an_area_reached_through_its_other_hex() -> None:
    """Records run B1 into A2, where the area's one stop is; ours stops at the edge, B1."""
    actions = [*NP, lay("NP", "B3", "9-0", 1), lay("NP", "B5", "57-0", 1), buy_train("NP", "2-0")]
    chain = ["A2", "B1", "B3", "B5"]
    actions += [player(1, "pass"), run("NP", ("2-0", [chain]))]
    (one,) = played(record("1850", *actions))
    assert one.routes[0]["track"] == ["B1.0", "B3", "B5.0"]


def test_reduced_tokens_are_an_option_of_the_position() -> None:
    settings = {"optional_rules": ["reduced_tokens"]}
    (one,) = played(record("1850", *NP, run("NP"), settings=settings))
    assert one.position.options == ("reduced_tokens",)


def test_an_unknown_choice_is_named() -> None:
    found = after(record("1850", *NP, corporation("NP", "choose", choice="Dance")))
    (one,) = found.departures
    assert (one.action, one.entity, one.code, one.applied) == (6, "NP", "choice", False)
    assert one.ours.startswith("choice 'Dance' is not one of")


def test_presidents_answer_sales_without_a_stock_round() -> None:
    started = [*NP, *start("GN", holders={2: 60, 1: 10})]
    actions = [
        *started,
        corporation("NP", "pass"),
        player(1, "sell_shares", shares=["GN_5"], percent=10),
        buy_train("NP", "2-0"),
        player(2, "pass"),
        corporation("GN", "pass"),
    ]
    assert after(record("1850", *actions)).turns.name == "OR 1.1"


def test_a_stock_round_after_money_was_raised() -> None:
    sale = player(1, "sell_shares", shares=["NP_4"], percent=10)
    raised = [*NP, corporation("NP", "pass"), sale, buy_train("NP", "2-0"), player(1, "pass")]
    again = player(1, "sell_shares", shares=["NP_3"], percent=10)
    trading = [*raised, again, player(2, "pass"), player(1, "pass"), corporation("NP", "pass")]
    assert after(record("1850", *raised)).turns.name == "OR 1.1"
    assert after(record("1850", *trading)).turns.name == "OR 2.1"


# 1870

FW = start("FW", holders={1: 60})
CONNECTED = {
    "type": "destination_connection",
    "entity": "FW",
    "entity_type": "corporation",
    "corporations": ["FW"],
}
TURN = [buy_train("FW", "2-0"), corporation("FW", "pass", auto_actions=[CONNECTED])]
MAP = corporation("FW", "choose", choice="Map")
CHARTER = corporation("FW", "choose", choice="Charter")
RUN = {"kind": "connection_run", "owner": "FW", "from": "J3.0", "to": "A2.0"}
TOKEN = {"kind": "destination", "at": "A2.0", "owner": "FW"}


def test_a_connection_run_must_join_home_and_destination() -> None:
    document = record("1870", *FW, *TURN, MAP, run("FW"))
    assert sorted(map(str, markers(document))) == sorted(map(str, [RUN, TOKEN]))
    position = played(document)[-1].position
    assert position.tokens == {"A2.0": ("FW",), "J3.0": ("FW",)}
    assert position.trains == ("2",)


def test_a_destination_token_kept_leaves_no_mark() -> None:
    assert markers(record("1870", *FW, *TURN, CHARTER, run("FW"))) == [RUN]


def test_a_connection_run_is_over_with_its_dividend() -> None:
    paid = corporation("FW", "dividend", kind="payout")
    later = [player(1, "pass"), corporation("FW", "pass"), run("FW")]
    assert markers(record("1870", *FW, *TURN, MAP, run("FW"), paid, *later)) == [TOKEN]


def test_a_connection_run_does_not_use_up_the_run_of_the_turn() -> None:
    other = start("SP", holders={2: 60})
    connected = CONNECTED | {"entity": "SP"}
    actions = [*FW, *other, buy_train("FW", "2-0"), player(1, "pass"), player(2, "pass")]
    actions += [corporation("SP", "pass", auto_actions=[connected]), MAP, run("FW", revenue=0)]
    actions += [corporation("FW", "dividend", kind="payout"), corporation("FW", "pass"), run("FW")]
    connection, regular = played(record("1870", *actions))
    assert connection.position.trains == regular.position.trains == ("2",)
    assert [marker.kind for marker in regular.position.markers] == ["destination"]


def test_a_destination_token_fills_a_space_in_the_station_wars() -> None:
    settings = {"optional_rules": ["station_wars"]}
    ssw = start("SSW", holders={1: 60})
    connected = corporation("SSW", "destination_connection", corporations=["SSW"])
    actions = [*ssw, connected, corporation("SSW", "choose", choice="Map"), run("SSW")]
    # Fort Worth has one space, kept for FW: the token stands beside it until the tile has two.
    (one,) = played(record("1870", *actions, settings=settings))
    assert one.position.tokens["J3.0"] == (None, "SSW")
    assert one.position.options == ("station_marker_wars",)
    tiles = [lay("SSW", "J3", "5-0", 0), lay("SSW", "J3", "14-0", 1)]
    found = after(record("1870", *actions, *tiles, settings=settings))
    assert found.pieces.cities["J3"][0].slots == [None, "SSW"]
    assert found.pieces.cities["J3"][0].beside == []


def test_a_port_is_open_until_the_private_is_used_again() -> None:
    gmo = start("GMO", holders={1: 60})
    own = corporation("GMO", "buy_company", company="GSC", price=80)
    port = private("GSC", "assign", target="M20", target_type="hex")
    once = record("1870", *gmo, own, port, run("GMO"))
    assert markers(once) == [{"kind": "port_open", "at": "M20.0", "owner": "GMO"}]
    twice = record("1870", *gmo, own, port, port, run("GMO"))
    assert markers(twice) == [{"kind": "port_closed", "at": "M20.0", "owner": "GMO"}]


def test_cattle_and_ports_end_with_the_first_6_train() -> None:
    own = corporation("FW", "buy_company", company="SCC", price=50)
    cattle = private("SCC", "assign", target="J3", target_type="hex")
    trains = [buy_train("FW", f"{kind}-0") for kind in "345"]
    assert len(markers(record("1870", *FW, own, cattle, *trains, run("FW")))) == 1
    assert (
        markers(record("1870", *FW, own, cattle, *trains, buy_train("FW", "6-0"), run("FW"))) == []
    )


def test_closing_a_private_leaves_the_corporation_of_its_name() -> None:
    mkt = start("MKT", holders={1: 60})
    trains = [buy_train("MKT", f"{kind}-0") for kind in "2345"]
    found = after(record("1870", *mkt, *trains))
    assert found.phase.name == "4"
    assert found.pieces.document() == {"B11.0": ["MKT"]}


def test_diesels_end_the_4_trains_and_the_phase_is_d() -> None:
    settings = {"optional_rules": ["diesels"]}
    trains = [buy_train("FW", f"{kind}-0") for kind in ("3", "4", "5", "6", "D")]
    document = record("1870", *FW, *trains, run("FW"), settings=settings)
    position = played(document)[-1].position
    assert (position.phase, position.trains, position.options) == (
        "D",
        ("5", "6", "D"),
        ("diesels",),
    )


def test_a_corporation_buys_its_own_shares_back_in_a_stock_round() -> None:
    sold = player(1, "sell_shares", shares=["FW_4"], percent=10)
    back = corporation("FW", "buy_shares", shares=["FW_4"], percent=10)
    found = after(record("1870", *FW, sold, back))
    assert found.holdings.with_players("FW") == {"1": 50}
    assert found.holdings.percent("FW", "treasury") == 50
    assert found.dividend_shares("FW") == ({"1": 50}, 50)
