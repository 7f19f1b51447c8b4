"""Recorded games, played by the engine from the first action to the last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from states import picture, recorded

from corpus import folder
from operating_round.actions import SellShares
from route_opt.records.document import read
from whole_game.actions import Bid, BuyShare, Par, RedeemShare
from whole_game.engine import legal_actions
from whole_game.game import Game, parse
from whole_game.recorded.replay import moments
from whole_game.recorded.states import shown

GAMES = sorted(
    file.relative_to(folder() / "whole") for file in (folder() / "whole").glob("*/*.jsonl")
)
QUICK = [game for game in GAMES if (folder() / "whole" / game).stat().st_size < 300_000]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=str(game), marks=[] if game in QUICK else [pytest.mark.slow])
        for game in GAMES
    ],
)
def test_every_state_is_as_recorded(game: Path, corpus: Path) -> None:
    record = read(corpus / "games" / game.with_suffix(".json"))
    truth = recorded(corpus / "whole" / game)
    number = 0
    for (row, state), moment in zip(truth, moments(record), strict=True):
        assert (row.get("id"), row.get("auto")) == (moment.id, moment.auto)
        ours = json.loads(json.dumps(shown(moment.game, moment.player)))
        assert picture(ours) == picture(state), f"after action {moment.id} ({moment.auto})"
        number += 1
    assert number > 20


def offered(game: Game) -> dict[str, set[object]]:
    """What an auction or a stock round offers, in the words of the recorded `legal`."""
    found: dict[str, set[object]] = {
        kind: set() for kind in ("bid", "par", "par_prices", "buy", "sell", "redeem")
    }
    for choice in legal_actions(game):
        match choice.action:
            case Bid(private):
                assert choice.prices is not None
                found["bid"].add((private, choice.prices[0]))
            case Par(corporation, price):
                found["par_prices"].add(price)
                if game.auction is None:
                    found["par"].add(corporation)
            case BuyShare(corporation, source):
                found["buy"].add((corporation, source))
            case SellShares(_, corporation, count):
                found["sell"].add((corporation, 10 * count))
            case RedeemShare(corporation, source):
                found["redeem"].add((corporation, source))
    return found


def recorded_offers(legal: dict[str, object]) -> dict[str, set[object]]:
    """The same of a recorded line."""
    rows = json.loads(json.dumps(legal))
    return {
        "bid": {(name, least) for name, (least, _) in (rows.get("bid") or {}).items()},
        "par": set(rows.get("par") or ()),
        "par_prices": set(rows.get("par_prices") or ()),
        "buy": {(name, source) for name, source, *_ in rows.get("buy") or ()},
        "sell": {
            (name, part) for name, parts in (rows.get("sell") or {}).items() for part in parts
        },
        "redeem": {
            (name, source)
            for name, parts in (rows.get("redeem") or {}).items()
            for source, _ in parts
        },
    }


@pytest.mark.parametrize("game", QUICK, ids=str)
def test_choices_are_those_that_the_site_offers(game: Path, corpus: Path) -> None:
    record = read(corpus / "games" / game.with_suffix(".json"))
    asked = 0
    for (row, _), moment in zip(recorded(corpus / "whole" / game), moments(record), strict=True):
        now = moment.game
        if now.over or (now.auction is None and now.stock is None):
            continue
        ours, theirs = offered(now), recorded_offers(row.get("legal") or {})
        assert ours == theirs, f"after action {moment.id}"
        asked += 1
    assert asked > 10


@pytest.mark.parametrize("game", QUICK[::3], ids=str)
def test_a_game_is_read_back_as_it_was_written(game: Path, corpus: Path) -> None:
    record = read(corpus / "games" / game.with_suffix(".json"))
    for moment in moments(record):
        document = json.loads(json.dumps(moment.game.document()))
        assert parse(document) == moment.game
