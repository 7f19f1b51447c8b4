"""The game on the server: what it shows, what it takes, and that nothing of it is lost."""

from __future__ import annotations

import http.client
import json
import os
import random
import threading
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from operating_round.errors import StateError

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("httpx2", reason="httpx2 is not installed")

from starlette.testclient import TestClient
from table_server import table_server

import whole_game
from operating_round.actions import BuyTrain, Dividend, Lay
from operating_round.errors import UnprovedRun
from operating_round.steps import run as run_step
from route_opt import titles
from route_opt.records.document import read as read_record
from route_opt.serve.app import create_app
from route_opt.serve.searches import Limits
from whole_game.data import titles as playable
from whole_game.engine import History
from whole_game.game import parse
from whole_game.keeping import document_of, history_of
from whole_game.occasion import occasion
from whole_game.recorded.moment import recorded_game
from whole_game.recorded.replay import Replay
from whole_game.retold import board_of
from whole_game.serve.app import opened
from whole_game.serve.choices import offers

PLAYERS = ["Ann", "Bob", "Cy"]


class Table:
    """A table in this process."""

    def __init__(self, client: TestClient, folder: Path) -> None:
        self.client, self.folder = client, folder

    def post(self, address: str, status: int = 200, **question: Any) -> dict[str, Any]:
        answer = self.client.post(f"/api/game/{address}", json=question)
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get("/api/game").json()
        return found

    def act(self, **action: Any) -> dict[str, Any]:
        return self.post("act", action=action)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    app = create_app(Limits(body=1_000_000), extensions=[opened(None, str(tmp_path))])
    with TestClient(app, base_url="http://127.0.0.1", backend="asyncio") as client:
        yield Table(client, tmp_path)


def test_a_new_game(table: Table) -> None:
    """1830 for three: 2400 among them, 12000 in the box, 20 certificates each; SV costs 20."""
    assert table.state()["game"] is None
    state = table.post("new", title="1830", players=PLAYERS, seed=1)
    game = state["game"]
    assert game["occasion"].startswith("Ann: buys SV for 20")
    assert game["bank"] == 12000 - 2400
    assert [(row["name"], row["cash"], row["limit"]) for row in game["players"]] == [
        (name, 800, 20) for name in PLAYERS
    ]
    texts = {row["text"]: row.get("prices") for row in game["choices"]}
    assert texts["Buy SV, Schuylkill Valley Navigation & Railroad for 20"] is None
    assert texts["Bid on CS, Champlain & St. Lawrence"] == [45, 800]
    assert game["choices"][-1]["text"] == "Pass"
    rusting = {row["train"]: row["rusts"] for row in game["depot"]}
    assert (rusting["4"], rusting["6"], rusting["D"]) == (["2"], ["3"], ["4"])


def test_face_values_and_pars_where_a_title_has_them(table: Table) -> None:
    """1867bw: a card of the row costs its face value and 5 for each card left of it; no pars."""
    game = table.post("new", title="1867bw", players=PLAYERS, seed=5)["game"]
    faces = {row["id"]: row["price"] for row in game["privates"]}
    for place, lot in enumerate(game["sale"]):
        face = faces.get(lot["card"], 0)
        assert (lot["face"], lot["price"]) == (face, face + 5 * place)
    file = titles.find("1846").folder / "examples" / "games" / "evening.json"
    document = json.loads(file.read_text())
    game = table.post("open", document=document, name="evening", action=69)["game"]
    assert any(row["price"] for row in game["companies"])
    assert not any(row["par"] for row in game["companies"])


def test_a_new_game_by_an_option_that_deals(table: Table) -> None:
    """1889 for two begins with 420 each: one has paid 60 for DR, which pays 20, one 90 for SIR."""
    known = table.client.get("/api/game/titles").json()["titles"]
    offered = {row["name"]: row["options"] for row in known}
    assert "beginner_game" in offered["1889"]
    state = table.post("new", title="1889", players=PLAYERS[:2], options=["beginner_game"])
    game = state["game"]
    owners = {row["owner"]: row for row in game["privates"]}
    cash = {row["name"]: row["cash"] for row in game["players"]}
    assert {row["id"] for row in owners.values()} == {"DR", "SIR"}
    for player in PLAYERS[:2]:
        paid = {"DR": 60, "SIR": 90}[owners[player]["id"]]
        assert (cash[player], owners[player]["price"]) == (420 - paid, paid)
    told = {row["id"]: row["does"] for row in game["privates"]}
    assert told == {"DR": "pays 20; closes in phase 5", "SIR": "pays 25; closes in phase 5"}
    assert game["occasion"] == "Ann: turn in stock round 1"


def test_what_is_refused_changes_nothing_and_says_why(table: Table) -> None:
    before = table.post("new", title="1830", players=PLAYERS)
    answer = table.post("act", 400, action={"type": "bid", "private": "CS", "price": 41})
    (problem,) = answer["problems"]
    assert problem["code"] == "illegal_action"
    assert problem["message"].endswith(")")  # the section of the rulebook
    assert table.state() == before
    assert table.post("act", 400, action={"type": "fly"})["status"] == "error"
    assert table.post("new", 400, title="1830", players=["Ann", "Ann"])["status"] == "error"
    assert table.state() == before


def test_whoever_is_late_does_nothing(table: Table) -> None:
    first = table.post("new", title="1830", players=PLAYERS)["revision"]
    deed = {"type": "bid", "private": "SV", "price": 20}
    later = table.post("act", action=deed, revision=first)
    answer = table.post("act", 409, action={"type": "pass"}, revision=first)
    assert answer["error"]["code"] == "moved_on"
    assert table.state() == later


def test_every_action_is_on_disk_with_all_before_it(table: Table) -> None:
    state = table.post("new", title="1830", players=PLAYERS)
    file = table.folder / state["file"]
    begun = whole_game.load(file)
    table.act(type="bid", private="SV", price=20)
    table.act(type="bid", private="DH", price=75)
    assert whole_game.load(file).operating.players["Ann"] == 780
    state = table.post("undo")
    assert state["redo"] == {"count": 1, "text": "Bid on DH, Delaware & Hudson for 75"}
    history = history_of(json.loads(file.read_text()))
    assert len(history.actions) == 1
    assert len(history.undone) == 1
    assert history.moments[0] == begun
    again = table.post("open", file=state["file"])
    assert again["game"] == state["game"]
    assert again["undo"]["count"] == 1
    assert table.post("redo")["game"]["occasion"].startswith("Cy")


def test_undo_and_redo_come_back_exactly(table: Table) -> None:
    states = [table.post("new", title="1846", players=PLAYERS, seed=5)]
    chance = random.Random(11)
    for _ in range(40):
        states.append(table.post("act", action=chance.choice(actions_of(states[-1]))))
    games = [state["game"] for state in states]
    for game in reversed(games[:-1]):
        assert table.post("undo")["game"] == game
    assert table.post("undo", 400)["problems"][0]["message"] == "there is nothing to take back"
    for game in games[1:]:
        assert table.post("redo")["game"] == game


def actions_of(state: dict[str, Any]) -> list[dict[str, Any]]:
    return [offer["action"] for offer in state["game"]["choices"]]


@pytest.mark.parametrize("title", playable())
def test_everything_offered_may_be_done(title: str) -> None:
    """Offers and lays are the legal actions, neither more nor fewer, each with words of its own."""
    chance = random.Random(title)
    game, _ = whole_game.proceed(whole_game.new_game(title, PLAYERS, seed=2))
    for _ in range(120):
        choices = whole_game.legal_actions(game)
        shown = offers(game, choices)
        lays = [choice for choice in choices if choice.action.__class__.__name__ == "Lay"]
        assert len(shown) + len(lays) == len(choices)
        texts = [offer.text for offer in shown if offer.action["type"] != "run_routes"]
        assert len(set(texts)) == len(texts)
        assert not any(sign in occasion(game) for sign in (" step of ", "_", "="))
        offer = chance.choice(shown) if not lays or chance.random() < 0.5 else None
        action = offer.action if offer else whole_game.write_action(chance.choice(lays).action)
        game, _ = whole_game.apply(game, whole_game.parse_action(action))
        if game.over:
            break


def moment(file: Path, wanted: Any) -> int:
    """The number of the first recorded action before which our rules offer what is wanted."""
    replay = Replay(read_record(file))
    for place, line in enumerate(replay.lines):
        if line.auto is None and wanted(replay.game):
            return line.id
        replay.advance(place)
    raise AssertionError("there is no such moment")


def offered(game: whole_game.Game, kind: type, **fields: Any) -> bool:
    return any(
        isinstance(choice.action, kind)
        and all(getattr(choice.action, name) == value for name, value in fields.items())
        for choice in whole_game.legal_actions(game)
    )


@pytest.fixture(scope="module")
def record(corpus: Path) -> Path:
    return sorted((corpus / "games" / "1830").glob("*.json"))[0]


def opened_at(table: Table, record: Path, number: int) -> dict[str, Any]:
    document = json.loads(record.read_text())
    return table.post("open", document=document, name=record.name, action=number)


def test_rust_is_told_before_the_train_is_bought(table: Table, record: Path) -> None:
    """1830: the first 4 begins phase 4, and every 2 is gone."""
    number = moment(record, lambda game: offered(game, BuyTrain, train="4", source="bank"))
    game = opened_at(table, record, number)["game"]
    assert game["phase"] == "3"
    (offer,) = [row for row in game["choices"] if row["text"].startswith("Buy a 4 from the bank")]
    told = offer["follows"]["warnings"]
    assert "phase 4 begins" in told
    owners = {row["name"] for row in game["companies"] if "2" in row["trains"]}
    assert {text for text in told if "loses a 2" in text} == {f"{o} loses a 2" for o in owners}
    (first,) = [row for row in game["depot"] if row["train"] == "4"]
    assert (first["phase"], first["rusts"]) == ("4", ["2"])
    after = table.post("act", action=offer["action"])
    assert not [row for row in after["game"]["companies"] if "2" in row["trains"]]
    back = table.post("undo")["game"]
    assert back["phase"] == "3"
    assert {row["name"] for row in back["companies"] if "2" in row["trains"]} == owners


def test_payouts_are_told_before_the_dividend(table: Table, record: Path) -> None:
    """1830: a tenth of the revenue for each ten percent; the pool pays the corporation."""
    number = moment(record, lambda game: offered(game, Dividend))
    game = opened_at(table, record, number)["game"]
    (company,) = [row for row in game["companies"] if row["name"] == game["entity"]]
    revenue, holders = game["revenue"], [row["name"] for row in game["players"]]
    rows = {row["action"].get("kind"): row.get("follows") for row in game["choices"]}
    shares = {who: part for who, part in company["shares"].items() if who in holders and part}
    expected = {who: revenue * part // 100 for who, part in shares.items()}
    if company["shares"].get("market"):
        expected[company["name"]] = revenue * company["shares"]["market"] // 100
    assert rows["full"]["money"] == expected
    assert rows["withhold"]["money"] == {company["name"]: revenue}
    paid = table.post("act", action={"type": "dividend", "kind": "full"})["game"]
    before = {row["name"]: row["cash"] for row in game["players"]}
    gained = {row["name"]: row["cash"] - before[row["name"]] for row in paid["players"]}
    assert {who: gain for who, gain in gained.items() if gain} == {
        who: gain for who, gain in expected.items() if who in holders
    }


def test_the_tiles_of_a_hex(table: Table, record: Path) -> None:
    """1830: the box has four 7, eight 8 and seven 9; the water on I17 costs 80."""
    opened_at(table, record, moment(record, lambda game: offered(game, Lay, hex="I17")))
    tiles = table.post("lays", hex="I17")["tiles"]
    assert {row["tile"]: row["left"] for row in tiles} == {"7": 4, "8": 8, "9": 7}
    for row in tiles:
        looks = [turn["picture"] for turn in row["turns"]]
        assert len(set(looks)) == len(looks)
        assert {turn["cost"] for turn in row["turns"]} == {80}
    (straight,) = [row for row in tiles if row["tile"] == "9"]
    assert len(straight["turns"]) == 1  # turned by half it looks the same
    after = table.act(**straight["turns"][0]["action"])
    assert after["game"]["position"]["tiles"] == {"I17": f"9@{straight['turns'][0]['rotation']}"}
    nowhere = table.post("lays", hex="nowhere")
    assert nowhere["tiles"] == []
    assert "there is no hex 'nowhere'" in nowhere["why"]


def test_a_dividend_that_would_close_a_corporation(table: Table) -> None:
    """1846: at a price of 10 the next space on the left is the last one, where it closes."""
    file = titles.find("1846").folder / "examples" / "games" / "evening.json"
    game, _ = recorded_game(json.loads(file.read_text()), 69)
    document = game.document()
    state = document["operating"]
    state["corporations"]["NYC"] |= {"share_price": 10, "market": [0, 1]}
    stacks = state["market_order"]
    stacks["0,4"].remove("NYC")
    stacks.setdefault("0,1", []).append("NYC")
    table.post("open", document=document, name="worthless")
    offers = table.act(type="run_routes")["game"]["choices"]
    (withheld,) = [offer for offer in offers if offer["action"].get("kind") == "withhold"]
    assert withheld["follows"]["prices"] == {"NYC": [10, None]}
    assert withheld["follows"]["warnings"] == ["NYC leaves the game"]
    after = table.act(**withheld["action"])["game"]
    assert "NYC" not in [row["name"] for row in after["companies"] if not row["closed"]]
    assert not any("NYC" in row["shares"] for row in after["players"])


def test_why_nothing_may_be_laid_on_a_hex(table: Table, record: Path) -> None:
    """1830: every hex has tiles or a reason with its section, and the reasons are the map's.

    B20 and D18 are those of CS and MH, which players own; Lansing is gray; nobody has track near
    Toledo when the first corporation builds in Baltimore, whose neighbour J14 costs 80.
    """
    state = opened_at(table, record, moment(record, lambda game: offered(game, Lay)))
    entity = state["game"]["entity"]
    for hex_id in titles.find("1830").hexes:
        found = table.post("lays", hex=hex_id)
        assert bool(found["tiles"]) == (hex_id in state["game"]["lays"])
        assert bool(found["why"]) != bool(found["tiles"])
        assert found["tiles"] or found["why"].endswith(")")

    def why(hex_id: str) -> str:
        told: str = table.post("lays", hex=hex_id)["why"]
        return told.split(": ", 1)[1].split(" (")[0]

    assert why("B20") == "B20 is closed as long as a player owns CS"
    assert why("D18") == "D18 is closed as long as a player owns MH"
    assert why("D2") == "no tile replaces what is printed on D2"
    assert why("F4") == f"the tile does not meet the track of {entity} as it must"


def test_a_record_is_opened_in_the_middle_and_played_on(table: Table, record: Path) -> None:
    number = moment(record, lambda game: game.stock is not None)
    state = opened_at(table, record, number)
    replay = Replay(read_record(record))
    for place, line in enumerate(replay.lines):
        if line.id >= number:
            break
        replay.advance(place)
    assert whole_game.load(table.folder / state["file"]).operating == replay.game.operating
    after = table.act(**actions_of(state)[0])
    assert after["undo"]["count"] == 1
    assert (
        "no action 99999"
        in table.post("open", 400, document=json.loads(record.read_text()), action=99999)[
            "problems"
        ][0]["message"]
    )
    assert table.state() == after


def test_a_game_whose_companies_have_all_closed_is_shown(table: Table, corpus: Path) -> None:
    """1846 ends with its last corporation; there is a board to look at still."""
    file = corpus / "games" / "1846" / "1846_game_end_reason_all_closed.json"
    state = table.post("open", document=json.loads(file.read_text()), name="closed")
    assert state["game"]["over"]
    game = parse(table.client.get("/api/game/export").json())
    bare = replace(game.operating, corporations={}, minors={})  # as the site forgets some of them
    shown = board_of(replace(game, operating=bare), running=False)
    assert shown.tiles == bare.board.tiles
    assert not shown.trains


def test_what_was_done_is_told_step_by_step_and_audited(table: Table) -> None:
    """1846: NYC runs for 110 of 160; an objection makes it 160, and then nothing was lost."""
    file = titles.find("1846").folder / "examples" / "games" / "evening.json"
    table.post("open", document=json.loads(file.read_text()), name="evening", action=69)
    assert table.post("steps")["steps"] == []
    assert table.post("audit")["runs"] == []
    table.act(type="run_routes", routes=["2: Cleveland, Wheeling", "2: Erie, Buffalo"])
    [run] = table.post("audit")["runs"]
    told = ("action", "corporation", "revenue", "best", "status", "lost", "legal")
    assert [run[name] for name in told] == [1, "NYC", 110, 160, "optimal", 50, True]
    before = {row["name"]: row["cash"] for row in table.state()["game"]["players"]}
    table.act(type="object", player="P2")
    after = table.act(type="dividend", kind="full")
    found = table.post("audit")
    [run] = found["runs"]
    assert [run[name] for name in told] == [1, "NYC", 160, 160, "optimal", 0, True]
    gains = {row["name"]: row["cash"] - before[row["name"]] for row in after["game"]["players"]}
    assert {name: row["got"] for name, row in found["players"].items()} == gains
    steps = table.post("steps")
    assert not steps["whole"]
    assert [(row["action"], row["type"], row["text"]) for row in steps["steps"]] == [
        (1, "run_routes", "NYC runs for 110"),
        (2, "object", "P2 objects: NYC must run for 160"),
        (3, "dividend", "NYC pays 160"),
    ]
    assert len(steps["steps"][0]["routes"]) == 2
    table.post("undo")
    assert len(table.post("steps")["steps"]) == 2


def test_what_a_share_brings_is_told_before_it_is_bought(table: Table) -> None:
    """1830: C&O floats with 60% sold: 20% with the president's certificate, then 10% each."""
    table.post("new", title="1830", players=PLAYERS, seed=1)
    prices = {"SV": 20, "CS": 40, "DH": 70, "MH": 110, "CA": 160, "BO": 220}
    for name, price in prices.items():
        table.act(type="bid", private=name, price=price)
    table.act(type="par", corporation="B&O", price=67)
    state = table.act(type="par", corporation="C&O", price=67)
    for _ in range(3):
        (offer,) = offers_of(state, "buy_share", corporation="C&O")
        assert offer["follows"]["warnings"] == []
        state = table.act(**offer["action"])
    (offer,) = offers_of(state, "buy_share", corporation="C&O")
    assert offer["follows"]["warnings"] == ["C&O floats"]
    assert "C&O floats" in table.act(**offer["action"])["log"]


def test_players_agree_to_stop_and_take_that_back(table: Table) -> None:
    table.post("new", title="1830", players=PLAYERS)
    state = table.act(type="end_game")
    assert state["game"]["over"]
    assert state["undo"]["text"] == "End the game here"
    assert not table.post("undo")["game"]["over"]


def offers_of(state: dict[str, Any], kind: str, **fields: Any) -> list[dict[str, Any]]:
    return [
        row
        for row in state["game"]["choices"]
        if row["action"]["type"] == kind
        and all(row["action"].get(name) == value for name, value in fields.items())
    ]


def test_an_exported_game_is_opened_elsewhere(table: Table) -> None:
    table.post("new", title="1870", players=PLAYERS, seed=4)
    state = table.act(type="bid", private="GRSC", price=20)
    exported = table.client.get("/api/game/export").json()
    assert exported["format"] == "route-opt/game@1"
    other = table.post("open", document=exported, name="brought")
    assert other["file"] == "brought.json"
    assert other["game"] == state["game"]
    assert other["undo"] == state["undo"]


def test_a_history_that_does_not_fit_is_left_out(table: Table) -> None:
    """The game itself is what matters; what cannot be taken back any more is told."""
    table.post("new", title="1830", players=PLAYERS)
    state = table.act(type="bid", private="SV", price=20)
    exported = table.client.get("/api/game/export").json()
    exported["history"]["actions"][0]["price"] = 19
    other = table.post("open", document=exported)
    assert other["game"] == state["game"]
    assert other["undo"]["count"] == 0
    assert "taken back" in other["note"]


def test_only_files_that_are_games_are_opened(table: Table) -> None:
    (table.folder / "notes.json").write_text('{"secret": 1}')
    table.post("new", title="1830", players=PLAYERS, name="../../friday night")
    found = sorted(file.name for file in table.folder.glob("*.json"))
    assert found == ["friday-night.json", "notes.json"]
    assert table.state()["games"] == ["friday-night.json"]
    for name in ("notes.json", "../notes.json", "/etc/passwd", ""):
        assert table.post("open", 400, file=name)["problems"][0]["code"] == "no_game"


def test_what_else_lies_in_the_folder_hides_no_game_and_holds_nobody_up(table: Table) -> None:
    table.post("new", title="1830", players=PLAYERS, name="friday")
    os.mkfifo(table.folder / "pipe.json")
    (table.folder / "folder.json").mkdir()
    (table.folder / "loop.json").symlink_to("loop.json")
    (table.folder / "gone.json").symlink_to("nowhere")
    (table.folder / "noise.json").write_bytes(b"\xff\0")
    assert table.state()["games"] == ["friday.json"]
    for name in ("pipe.json", "folder.json", "loop.json"):
        assert table.post("open", 400, file=name)["problems"][0]["code"] == "no_game"


def test_what_cannot_be_written_has_not_happened(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = table.post("new", title="1830", players=PLAYERS)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("whole_game.keeping.save", full)
    answer = table.post("act", 400, action={"type": "bid", "private": "SV", "price": 20})
    assert "No space left" in answer["problems"][0]["message"]
    assert table.state() == before


def test_a_file_that_somebody_else_has_written_is_left_alone(table: Table) -> None:
    state = table.post("new", title="1830", players=PLAYERS)
    file = table.folder / state["file"]
    game, _ = whole_game.apply(
        whole_game.load(file),
        whole_game.parse_action({"type": "bid", "private": "SV", "price": 20}),
    )
    game.save(file)  # by `whole-game play`, say
    answer = table.post("act", 400, action={"type": "pass"})
    assert answer["problems"][0]["code"] == "changed_elsewhere"
    assert whole_game.load(file) == game
    assert table.state() == state
    assert table.post("open", file=state["file"])["game"]["occasion"].startswith("Bob")
    table.act(type="pass")


def test_an_objection_to_a_declared_run(table: Table) -> None:
    """1846, 6.35: NYC declares 110 where 160 can be run; anyone may show it."""
    folder = titles.find("1846").folder / "examples" / "games"
    document = json.loads((folder / "evening.json").read_text())
    game = table.post("open", document=document, action=69)["game"]
    assert (game["entity"], game["step"]) == ("NYC", "run")
    routes = ["2: Cleveland, Wheeling", "2: Erie, Buffalo"]
    state = table.act(type="run_routes", routes=routes)
    assert state["game"]["revenue"] == 110
    assert len(state["ran"]) == 2
    objections = [row for row in state["game"]["choices"] if row["action"]["type"] == "object"]
    solvent = [row for row in state["game"]["players"] if not row["bankrupt"]]
    assert len(objections) == len(solvent)
    state = table.act(**objections[0]["action"])
    assert state["game"]["revenue"] == 160
    assert "must run for 160" in state["log"][-1]
    assert table.post("act", 400, action={"type": "run_routes", "routes": routes})["problems"]


@pytest.mark.parametrize("routes", [None, ["2: Cleveland, Wheeling", "2: Erie, Buffalo"]])
def test_nobody_waits_for_a_search_of_somebody_else(
    table: Table, monkeypatch: pytest.MonkeyPatch, routes: list[str] | None
) -> None:
    """The best run is searched for, or a better one: others look, and find the table as it was.

    More deeds are waiting meanwhile than the server has threads for those who look.
    """
    folder = titles.find("1846").folder / "examples" / "games"
    document = json.loads((folder / "evening.json").read_text())
    before = table.post("open", document=document, action=69)
    searching, found = threading.Event(), threading.Event()
    solved = run_step._solved

    def patient(question: bytes) -> Any:
        searching.set()
        assert found.wait(60)
        return solved(question)

    monkeypatch.setattr(run_step, "_solved", patient)
    deed = {"type": "run_routes", **({"routes": routes} if routes else {})}
    with ThreadPoolExecutor(12) as windows:
        acting = windows.submit(table.post, "act", action=deed)
        assert searching.wait(60)
        late = [
            windows.submit(table.post, "undo", 409, revision=before["revision"]) for _ in range(6)
        ]
        try:
            assert windows.submit(table.state).result(60) == before
            exported = windows.submit(table.client.get, "/api/game/export").result(60).json()
            assert exported == json.loads((table.folder / before["file"]).read_text())
            assert windows.submit(table.post, "lays", hex="D14").result(60)["tiles"] == []
            assert not acting.done()
            assert not any(one.done() for one in late)
        finally:
            found.set()
        after = acting.result(60)
        assert after["game"]["revenue"] == (110 if routes else 160)
        assert table.state() == after
        assert {one.result(60)["error"]["code"] for one in late} == {"moved_on"}


def test_who_leaves_while_it_is_searched_has_done_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not proved in time is told, and the game is as it was, on disk too."""
    folder = titles.find("1846").folder / "examples" / "games"
    document = json.loads((folder / "evening.json").read_text())
    before = table.post("open", document=document, action=69)
    kept = (table.folder / before["file"]).read_bytes()

    def late(_: bytes) -> Any:
        raise UnprovedRun("the best run of NYC was not proved in time")

    monkeypatch.setattr(run_step, "_solved", late)
    answer = table.post("act", 503, action={"type": "run_routes"})
    assert "not proved in time" in answer["problems"][0]["message"]
    assert table.state() == before
    assert (table.folder / before["file"]).read_bytes() == kept
    # Other routes may be declared; whether somebody could better them is not known.
    routes = ["2: Cleveland, Wheeling", "2: Erie, Buffalo"]
    game = table.act(type="run_routes", routes=routes)["game"]
    assert (game["revenue"], game["objections"]["better"]) == (110, None)


def test_who_may_object_and_why_others_may_not(table: Table, corpus: Path) -> None:
    """1846, 6.35: anyone in the game. 1870, Operate Trains: stockholders."""
    folder = titles.find("1846").folder / "examples" / "games"
    document = json.loads((folder / "evening.json").read_text())
    table.post("open", document=document, action=69)
    state = table.act(type="run_routes", routes=["2: Cleveland, Wheeling", "2: Erie, Buffalo"])
    objections = state["game"]["objections"]
    assert (objections["rule"], objections["better"]) == ("6.35", True)
    assert {row["player"]: row["why"] for row in objections["players"]} == {
        row["name"]: f"{row['name']} is bankrupt, and out of the game" if row["bankrupt"] else ""
        for row in state["game"]["players"]
    }
    name = objections["players"][0]["player"]
    better = ["2: Wheeling, Cleveland", "2: Cleveland, Erie"]  # 70 + 50, with 40 more left out
    state = table.act(type="object", player=name, routes=better)
    assert state["game"]["revenue"] == 120
    assert len(state["ran"]) == 2
    lower = ["2: Cleveland, Wheeling"]
    (problem,) = table.post("act", 400, action={"type": "object", "player": name, "routes": lower})[
        "problems"
    ]
    assert problem["message"] == "70 is not more than the 120 declared (6.35)"

    record = sorted((corpus / "games" / "1870").glob("*.json"))[0]

    def has_stranger(game: whole_game.Game) -> bool:
        if not offered(game, Dividend) or game.operating.turn is None:
            return False
        row = game.operating.corporations[game.operating.turn.entity]
        return any(not row.shares.get(player) for player in game.players)

    game = opened_at(table, record, moment(record, has_stranger))["game"]
    (company,) = [row for row in game["companies"] if row["name"] == game["entity"]]
    for row in game["objections"]["players"]:
        stranger = not company["shares"].get(row["player"])
        told = f"{row['player']} has no share of {game['entity']}: a stockholder may object"
        assert row["why"] == (told if stranger else "")
    stranger = next(row["player"] for row in game["objections"]["players"] if row["why"])
    answer = table.post("act", 400, action={"type": "object", "player": stranger})
    assert game["objections"]["rule"] in answer["problems"][0]["message"]


def test_the_page_of_the_optimizer_has_the_table_too() -> None:
    """`route-opt serve` finds the table by the entry point that the project names."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    name = project["project"]["entry-points"]["route_opt.serve"]["table"]
    found = EntryPoint("table", name, "route_opt.serve").load()()
    with TestClient(create_app(extensions=[found]), base_url="http://127.0.0.1") as client:
        (panel,) = client.get("/api/start").json()["panels"]
        assert "export const panel" in client.get(panel).text
        assert client.get("/api/game").json()["game"] is None


def test_strangers_are_refused(table: Table) -> None:
    table.post("new", title="1830", players=PLAYERS)
    before = table.state()
    deed = {"action": {"type": "bid", "private": "SV", "price": 20}}
    for headers in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
        assert table.client.post("/api/game/act", json=deed, headers=headers).status_code == 403
        assert table.client.get("/api/game/export", headers=headers).status_code == 403
    long = {"action": {"type": "x" * 1_000_000}}
    assert table.client.post("/api/game/act", json=long).status_code == 413
    assert table.state() == before


def test_killed_and_opened_again(tmp_path: Path) -> None:
    """After kill -9 the game is as it was shown last; every window is told of changes."""
    with table_server("--games", str(tmp_path)) as server:
        first = server.post("new", title="1846", players=PLAYERS, seed=1)["revision"]
        connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=60)
        connection.request("GET", "/api/game/events")
        stream = connection.getresponse()
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.readline() == b"data: %d\n" % first
        chance = random.Random(2)
        state = server.state()
        for number in range(first + 1, first + 30):
            state = server.post("act", action=chance.choice(actions_of(state)))
            assert stream.readline() == b"\n"
            assert stream.readline() == b"data: %d\n" % number
        server.kill()
        connection.close()
    with table_server(str(tmp_path / state["file"])) as server:
        again = server.state()
        assert again["revision"] > state["revision"]  # so that windows see that it is another
        assert again["game"] == state["game"]
        assert again["undo"] == state["undo"]
        assert again["log"] == state["log"]


def test_a_game_is_kept_with_its_history() -> None:
    game, _ = whole_game.proceed(whole_game.new_game("1830", PLAYERS))
    history = History(game)
    assert "history" not in document_of(history)
    history.apply(whole_game.parse_action({"type": "bid", "private": "SV", "price": 20}))
    history.apply(whole_game.parse_action({"type": "pass"}))
    history.undo()
    again = history_of(document_of(history))
    assert (again.moments, again.actions) == (history.moments, history.actions)
    assert again.redo() == whole_game.parse_action({"type": "pass"})
    document = document_of(history)
    document["history"]["done"] = 3
    with pytest.raises(StateError, match=r"history\.done"):
        history_of(document)
