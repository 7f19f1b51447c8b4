"""More can only help: what an extra train, token, marker or piece of track does to the optimum."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from full_boards import full_board
from route_opt import titles
from route_opt.position import parse
from route_opt.solver import NoLegalRunError, best
from strategies import TITLES, board

Document = dict[str, Any]

seeds = st.integers(0, 2**32 - 1)
each_title = pytest.mark.parametrize("title", TITLES)
few = settings(max_examples=max(10, settings().max_examples // 6))


def revenue(document: Document) -> int:
    """The optimum; less than anything where a required run cannot be made."""
    note(str(document))
    try:
        result = best(parse(document))
    except NoLegalRunError:
        return -1
    assert result.status == "optimal"
    return result.revenue


def free_slots(document: Document) -> list[tuple[str, int]]:
    """The empty slots of the cities and off-boards that have a token entry, or could have one."""
    title = titles.find(document["title"])
    found = []
    behind = {
        hex_id for hexes in title.areas.values() for hex_id in hexes[1:]
    }  # no stop of its own
    for hex_id in [hex_id for hex_id in title.hexes if hex_id not in behind]:
        spec = document["tiles"].get(hex_id)
        tile = title.tiles[spec.partition("@")[0]] if spec else title.hexes[hex_id].tile
        if not spec and not tile.track:
            continue
        for number, stop in enumerate(tile.stops):
            there = document["tokens"].get(f"{hex_id}.{number}", [])
            for slot in range(stop.slots):
                if slot >= len(there) or there[slot] is None:
                    found.append((f"{hex_id}.{number}", slot))
    # Slots where this board is, so that the token is likely to matter.
    near = [place for place in found if place[0].partition(".")[0] in document["tiles"]]
    return near or found


def with_token(document: Document, stop: str, slot: int, owner: str) -> Document:
    there = list(document["tokens"].get(stop, []))
    there += [None] * (slot + 1 - len(there))
    there[slot] = owner
    return document | {"tokens": document["tokens"] | {stop: there}}


@each_title
@given(seed=seeds)
@few
def test_an_extra_train_never_lowers_it(title: str, seed: int) -> None:
    """It may stay idle."""
    document = board(title, seed)
    one_less = document | {"trains": document["trains"][1:]}
    assert revenue(one_less) <= revenue(document)


@each_title
@given(seed=seeds)
@few
def test_an_own_token_never_lowers_it(title: str, seed: int) -> None:
    """It makes routes legal and blocks nobody but others."""
    document = board(title, seed)
    own = document["corporation"]
    slots = [
        (stop, slot)
        for stop, slot in free_slots(document)
        if own not in document["tokens"].get(stop, [])
    ]
    if slots:
        stop, slot = random.Random(seed).choice(slots)
        assert revenue(document) <= revenue(with_token(document, stop, slot, own))


@each_title
@given(seed=seeds)
@few
def test_tokens_of_others_never_raise_it(title: str, seed: int) -> None:
    """A city is filled slot by slot: the last one may stop trains, none lets a train through."""
    document = board(title, seed)
    own = document["corporation"]
    free = [
        (stop, slot)
        for stop, slot in free_slots(document)
        if own not in document["tokens"].get(stop, [])
    ]
    if not free:
        return
    chosen, _ = random.Random(seed).choice(free)
    there = document["tokens"].get(chosen, [])
    others = (name for name in titles.find(title).corporations if name not in (own, *there))
    before = revenue(document)
    for stop, slot in free:
        if stop == chosen:
            document = with_token(document, stop, slot, next(others))
            after = revenue(document)
            assert after <= before
            before = after


@each_title
@given(seed=seeds)
@few
def test_a_token_that_fills_nothing_changes_nothing(title: str, seed: int) -> None:
    """A city with two free slots and one more token of another is as open as before.

    Tokens that markers put on the map take slots too, so such boards are left out.
    """
    document = board(title, seed)
    kinds = titles.find(title).markers
    if any(kinds[marker["kind"]].effect == "token" for marker in document["markers"]):
        return
    slots = free_slots(document)
    roomy = [place for place in slots if sum(stop == place[0] for stop, _ in slots) > 1]
    if not roomy:
        return
    stop, slot = roomy[0]
    there = document["tokens"].get(stop, [])
    corporations = titles.find(title).corporations
    other = next(c for c in corporations if c not in there and c != document["corporation"])
    assert revenue(with_token(document, stop, slot, other)) == revenue(document)


@each_title
@given(seed=seeds)
@few
def test_less_plain_track_never_raises_it(title: str, seed: int) -> None:
    """A tile without stops on a hex with nothing printed is taken away."""
    document = board(title, seed)
    hexes = titles.find(title).hexes
    plain = [
        hex_id
        for hex_id in document["tiles"]
        if not hexes[hex_id].tile.stops and not hexes[hex_id].tile.track
    ]
    if plain:
        gone = random.Random(seed).choice(plain)
        tiles = {hex_id: spec for hex_id, spec in document["tiles"].items() if hex_id != gone}
        assert revenue(document | {"tiles": tiles}) <= revenue(document)


@each_title
@given(seed=seeds)
@few
def test_an_own_marker_never_lowers_it(title: str, seed: int) -> None:
    """Markers help their owner; only a required run ties its hands, and tokens may block."""
    document = board(title, seed)
    kinds = titles.find(title).markers
    for n, marker in enumerate(document["markers"]):
        helps = kinds[marker["kind"]].effect not in ("required_ends", "token")
        if helps and marker.get("owner", document["corporation"]) == document["corporation"]:
            fewer = [*document["markers"][:n], *document["markers"][n + 1 :]]
            assert revenue(document | {"markers": fewer}) <= revenue(document)
            return


@each_title
@given(seed=seeds)
@few
def test_a_required_run_never_raises_it(title: str, seed: int) -> None:
    document = board(title, seed)
    kinds = titles.find(title).markers
    free = [m for m in document["markers"] if kinds[m["kind"]].effect != "required_ends"]
    assert revenue(document) <= revenue(document | {"markers": free})


@each_title
def test_more_nodes_never_find_less_nor_prove_less(title: str) -> None:
    """On boards filled to the last hex: no plan is lost, and the bound only falls."""
    position = parse(full_board(title, 1, trains=3), lenient=True)
    value, bound = -1, 2**31
    for nodes in (500, 5_000, 20_000, 80_000):
        result = best(position, engine="native", node_limit=nodes)
        assert value <= result.revenue <= result.bound <= bound, nodes
        value, bound = result.revenue, result.bound
