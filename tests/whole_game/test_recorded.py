"""Recorded games, played by the engine from the first action to the last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from states import picture, recorded

from corpus import folder
from operating_round.actions import SellShares
from route_opt.records.document import read
from whole_game.actions import Bid, BuyShare, Par, RedeemShare, ReissueShares
from whole_game.cli import main
from whole_game.engine import apply, legal_actions
from whole_game.game import Game, parse
from whole_game.recorded.replay import Replay, moments
from whole_game.recorded.setup import set_up
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


def new_par(game: Game, corporation: str) -> int | None:
    """The par of a corporation when it has reissued its shares."""
    after, _ = apply(game, ReissueShares(corporation))
    return after.operating.corporations[corporation].par


def offered(game: Game) -> dict[str, set[object]]:
    """What an auction or a stock round offers, in the words of the recorded `legal`."""
    found: dict[str, set[object]] = {
        kind: set() for kind in ("bid", "par", "par_prices", "buy", "sell", "redeem", "reissue")
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
            case ReissueShares(corporation):
                found["reissue"].add((corporation, new_par(game, corporation)))
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
        "reissue": {(name, par) for name, par in rows.get("reissue") or ()},
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


OLD = "history/1846/22071.json"


def test_the_command_lists_departures(corpus: Path) -> None:
    """One copy of a tile is laid twice in this game."""
    result = CliRunner().invoke(main, ["replay", str(corpus / OLD), "--json"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["title"] == "1846"
    assert found["actions"] == len(json.loads((corpus / OLD).read_text())["actions"])
    twice = [row for row in found["departures"] if row["code"] == "tile_copy"]
    assert [(row["action"], row["entity"], row["applied"]) for row in twice] == [(181, "IC", True)]
    text = CliRunner().invoke(main, ["replay", str(corpus / OLD)]).stdout
    assert f"{len(found['departures'])} departures from the rules" in text
    assert "tile 8-6 lies on G11 already" in text


def test_by_the_rulebook_the_readings_of_the_site_are_departures(corpus: Path) -> None:
    """1830 11.0: capital comes with the next operating round; 18xx.games pays it at once."""
    record = read(corpus / "games/1830/29133.json")
    as_played, strict = Replay(record), Replay(record, rulebook=True)
    assert set(record_options(as_played)) - set(record_options(strict)) == set(
        as_played.title.play.recorded
    )
    for replay in (as_played, strict):
        for _ in replay.moments():
            pass
    assert as_played.departures == []
    assert len(strict.lines) == len(as_played.lines)


def record_options(replay: Replay) -> tuple[str, ...]:
    """The options under which a record is played."""
    return replay.game.operating.options


@pytest.mark.parametrize(
    ("game", "theirs", "ours"),
    [
        ("1830/29133", "multiple_brown_from_ipo", {"multiple_brown_from_ipo"}),
        ("1850/1", "reduced_tokens", {"reduced_tokens"}),
        ("1870/34110", "diesels", {"diesels"}),
        ("1870/34110", "finish_on_400", {"finish_on_400"}),
        ("1870/34110", "station_wars", {"station_marker_wars"}),
        ("1870/34110", "can_protect_if_sold", {"protection_after_own_sale"}),
        ("1870/34110", "max_reissue_200", {"reissue_to_200"}),
        ("1870/34110", "original_market", {"market_1850"}),
    ],
)
def test_optional_rules_of_the_site(game: str, theirs: str, ours: set[str], corpus: Path) -> None:
    document = json.loads((corpus / "games" / f"{game}.json").read_text())
    plain = set_up(read(document)).operating.options
    document["settings"]["optional_rules"] = [theirs]
    assert set(set_up(read(document)).operating.options) == {*plain, *ours}
