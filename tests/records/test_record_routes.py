"""Routes from a record's connections to our tracks, and back."""

from __future__ import annotations

from typing import Any

import pytest

from route_opt import parse
from route_opt.errors import RecordError
from route_opt.network import Network
from route_opt.position import Position
from route_opt.records import Moment, as_action
from route_opt.records.routes import RouteError, read_routes, with_ends
from route_opt.records.words import recorded_revenue

LINE = parse(
    {
        "title": "1846",
        "phase": "II",
        "corporation": "NYC",
        "trains": ["3/5", "2"],
        "tiles": {"D18": "8@4", "E17": "291@3", "E19": "9@1", "D20": "14@0", "D6": "298@0"},
        "tokens": {"D20.0": ["NYC"], "D6.2": ["NYC"], "D6.0": ["B&O"]},
    }
)
"""Salamanca E21 - E19 - Cleveland E17 - D18 - Erie D20 - Buffalo D22, and green Chicago."""


def read(position: Position, *chains: list[str], nodes: list[str] | None = None) -> list[str]:
    route = {"train": "2-0", "connections": list(chains)} | ({"nodes": nodes} if nodes else {})
    action = {"id": 5, "type": "run_routes", "entity": "NYC", "routes": [route]}
    track: list[str] = read_routes(position, action, {"2-0": "2"})[0]["track"]
    return track


def test_connections_in_any_order_and_direction_make_one_line() -> None:
    west, east, over = ["E17", "D18", "D20"], ["E17", "E19", "E21"], ["D20", "D22"]
    line = ["E21.0", "E19", "E17.0", "D18", "D20.0", "D22.0"]
    for chains in ([east, west, over], [over, east, west], [west, over, east]):
        for turned in (chains, [chain[::-1] for chain in chains]):
            found = read(LINE, *turned)
            assert found in (line, line[::-1])


def test_where_cities_share_a_side_the_named_one_is_meant() -> None:
    """All cities of green Chicago lead to C5; the record's nodes say which one."""
    assert read(LINE, ["D6", "C5"], nodes=["D6-0", "C5-0"])[0] == "D6.0"
    assert read(LINE, ["D6", "C5"], nodes=["D6-3", "C5-0"])[0] == "D6.3"


def test_where_nothing_is_named_an_own_token_is_meant() -> None:
    assert read(LINE, ["D6", "C5"]) == ["D6.2", "C5.0"]


@pytest.mark.parametrize(
    ("chains", "message"),
    [
        ([["D20", "E21"]], "D20 and E21 are not neighbours|no track joins"),
        ([["E17", "F16"]], "no track joins a stop of E17"),
        ([["E17", "D18", "C17"]], "no track passes D18|no track joins"),
        ([["E17", "D18", "D20"], ["D6", "C5"]], "do not join up to one line"),
        ([], "has no connections"),
    ],
)
def test_what_is_no_route_is_told(chains: list[list[str]], message: str) -> None:
    with pytest.raises(RouteError, match=message):
        read(LINE, *chains)


def test_the_oldest_records_list_hexes_only() -> None:
    """Every hex the train ran through, in order; it calls at the stops among them."""
    run = {"type": "run_routes", "id": 5, "entity": "NYC"}
    routes = [{"train": "2-0", "hexes": ["E21", "E19", "E17", "D18", "D20"], "revenue": 80}]
    (found,) = read_routes(LINE, run | {"routes": routes}, {"2-0": "2"})
    assert found["track"] == ["E21.0", "E19", "E17.0", "D18", "D20.0"]


def test_where_only_stops_are_listed_the_track_between_is_found() -> None:
    run = {"type": "run_routes", "id": 5, "entity": "NYC"}
    routes = [{"train": "2-0", "hexes": ["E21", "E17", "D20"]}]
    (found,) = read_routes(LINE, run | {"routes": routes}, {"2-0": "2"})
    assert found == {"train": "2", "track": ["E21.0", "E19", "E17.0", "D18", "D20.0"]}


def test_chains_without_end_are_given_up() -> None:
    """A hundred chains between the same two stops: none of them can follow another."""
    with pytest.raises(RouteError, match="do not join up to one line"):
        read(LINE, *([["E17", "D18", "D20"]] * 100))


def test_what_the_record_says_was_earned() -> None:
    routes: list[dict[str, Any]] = [{"revenue": 40}, {"revenue": 50}]
    assert recorded_revenue({"routes": routes}) == 90
    assert recorded_revenue({"routes": routes, "extra_revenue": 10}) == 100
    assert recorded_revenue({"routes": [*routes, {}]}) is None


def test_an_answer_as_the_site_writes_it() -> None:
    track = ["E21.0", "E19", "E17.0", "D18", "D20.0"]
    counted = ["E17.0", "D20.0"]
    route = {"train": "3/5", "track": track, "counted": counted, "revenue": 80}
    moment = Moment(LINE, 312, (("4-1", "3/5"), ("2-0", "2")))
    assert as_action(moment, [route]) == {
        "type": "run_routes",
        "entity": "NYC",
        "entity_type": "corporation",
        "id": 312,
        "routes": [
            {
                "train": "4-1",
                "connections": [["E21", "E19", "E17"], ["E17", "D18", "D20"]],
                "hexes": ["E21", "E17", "D20"],
                "revenue": 80,
                "revenue_str": "(E21)-E17-D20",
                "nodes": ["E21-0", "E17-0", "D20-0"],
            }
        ],
        "extra_revenue": 0,
        "subsidy": 0,
    }


def test_an_answer_with_a_train_the_record_does_not_have() -> None:
    moment = Moment(LINE, 312, (("2-0", "2"),))
    with pytest.raises(RecordError, match=r"no 5 train to run here \(it has 2\)"):
        as_action(moment, [{"train": "5", "track": ["D20.0", "D22.0"]}])


def test_the_stop_behind_an_areas_edge() -> None:
    """1850: the Northwest is one stop, A2; records reach it from B1 through A2."""
    position = parse(
        {
            "title": "1850",
            "phase": "2",
            "corporation": "GN",
            "trains": ["2"],
            "tiles": {"B3": "9@1", "B5": "57@1"},
            "tokens": {"B5.0": ["GN"]},
        }
    )
    route = {"train": "2", "track": ["B1.0", "B3", "B5.0"], "revenue": 50}
    action = as_action(Moment(position, 9, (("2-0", "2"),)), [route])
    assert action["routes"][0]["connections"] == [["A2", "B1", "B3", "B5"]]
    assert action["routes"][0]["nodes"] == ["A2-0", "B5-0"]
    assert read_routes(position, action, {"2-0": "2"})[0]["track"] == route["track"]


@pytest.mark.parametrize(
    ("token", "counted"),
    [
        # Neither end has a token of NYC: its stop with one counts, though Cleveland is worth more.
        ("D20.0", ["D22.0", "D20.0", "D14.0"]),
        # One end has: the better of the two between counts.
        ("D14.0", ["D22.0", "E17.0", "D14.0"]),
    ],
)
def test_which_stops_the_site_once_counted(token: str, counted: list[str]) -> None:
    """Buffalo (an area, by its second hex), Erie 10, Cleveland 40 and Toledo 20 for a 3/5."""
    tiles = {"E17": "291@0", "D14": "57@0"}
    position = parse(
        {"title": "1846", "phase": "II", "corporation": "NYC", "trains": ["3/5"], "tiles": tiles}
        | {"tokens": {token: ["NYC"]}}
    )
    route = {"train": "3/5", "track": ["D22.0", "D20.0", "D18", "E17.0", "D14.0"]}
    assert with_ends(Network(position), route) == route | {"counted": counted}


def test_where_all_stops_count_the_ends_are_nothing_special() -> None:
    position = parse({"title": "1846", "phase": "II", "corporation": "NYC", "trains": ["4"]})
    route = {"train": "4", "track": ["D22.0", "D20.0"]}
    assert with_ends(Network(position), route) == route
