"""The commands of whole games: what they print, write, refuse, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema_rs
import pytest
from click.testing import CliRunner, Result

from whole_game import cli, data, load, new_game
from whole_game.policy import Steady, play
from whole_game.schemas import FOLDER

PLAYERS = ["Ann", "Bob", "Cy"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, arguments, catch_exceptions=False)


def failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, str]:
    """The exit code and the sentence of a command that fails."""
    monkeypatch.setattr("sys.argv", ["whole-game", *arguments])
    with pytest.raises(SystemExit) as caught:
        cli.run()
    return int(caught.value.code or 0), capsys.readouterr().err


@pytest.fixture(scope="module", params=sorted(data.titles()))
def later(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of each title in the middle."""
    file = tmp_path_factory.mktemp("games") / "later.json"
    play(new_game(request.param, PLAYERS, seed=5), Steady(5), most=200).save(file)
    return file


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    """1830 before its first action."""
    file = tmp_path / "friday.json"
    assert run("new", "1830", "--players", "Ann,Bob,Cy", "--out", str(file)).exit_code == 0
    return file


def test_show_tells_of_everybody(later: Path) -> None:
    text, game = run("show", str(later)).output, load(later)
    for player, cash in game.operating.players.items():
        line = next(line for line in text.splitlines() if line.startswith(f"  {player} "))
        assert f" {cash} " in line
        assert "certificates" in line
    for heading in ("Players", "Companies", "Market", "Trains", "Last"):
        assert heading in text.splitlines()
    for name, row in game.operating.corporations.items():
        if row.ipoed and row.share_price:
            assert f"{name:<5}  at {row.share_price:>3}" in text
    assert text.count("(priority)") == 1


def test_show_draws_board_and_market(later: Path, tmp_path: Path) -> None:
    board, market = tmp_path / "board.svg", tmp_path / "market.svg"
    assert run("show", str(later), "--out", str(board), "--market", str(market)).exit_code == 0
    root = ElementTree.fromstring(market.read_text(encoding="utf-8"))
    tokens = {node.get("data-token") for node in root.iter() if node.get("data-token")}
    rows = load(later).operating.corporations.items()
    assert tokens == {name for name, row in rows if row.market is not None}
    assert ElementTree.fromstring(board.read_text(encoding="utf-8")).tag.endswith("svg")


def test_show_for_programs(later: Path) -> None:
    found, game = json.loads(run("show", str(later), "--json").output), load(later)
    assert found["players"].keys() == game.operating.players.keys()
    worth = json.loads(run("standings", str(later), "--json").output)
    assert {row["player"]: row["worth"] for row in worth} == {
        name: row["worth"] for name, row in found["players"].items()
    }


def test_standings_show_their_arithmetic(later: Path) -> None:
    for line in run("standings", str(later)).output.splitlines():
        _, _, rest = line.partition(": ")
        worth, _, sums = rest.partition(" = ")
        total = 0
        for part in sums.split(" + "):
            words = part.split(" ")
            number = int(words[-3]) * int(words[-1]) if "x" in words else int(words[-1])
            total += number
        assert total == int(worth), line


def test_a_script_is_played_and_written(friday: Path, tmp_path: Path) -> None:
    script, out = tmp_path / "moves.txt", tmp_path / "later.json"
    script.write_text('# Friday\nbid SV 20\n{"type": "bid", "private": "DH", "price": 80}\npass\n')
    done = run("run", str(friday), "--script", str(script), "--out", str(out))
    assert "Bob bids 80 on DH" in done.output
    assert "Ann: 800 = cash 780 + SV 1 x 20" in done.output
    assert load(out).operating.privates["SV"] == "Ann"
    found = json.loads(run("run", str(friday), "--script", str(script), "--json").output)
    assert found["game"] == json.loads(out.read_text())
    assert found["game"]["history"]["done"] == 3
    assert any(event["text"] == "Bob bids 80 on DH" for event in found["events"])


def test_a_game_with_its_history_is_a_game_to_every_command(later: Path, tmp_path: Path) -> None:
    """The same words and figures as of the game alone; the shipped schema knows it."""
    alone, kept = tmp_path / "alone.json", tmp_path / "kept.json"
    run("run", str(later), "--auto", "steady", "--most", "5", "--quiet", "--out", str(kept))
    load(kept).save(alone)
    document = json.loads(kept.read_text())
    assert len(document["history"]["actions"]) == document["history"]["done"] == 5
    assert "history" not in json.loads(alone.read_text())
    for command in ("show", "legal", "standings"):
        for flags in ((), ("--json",)):
            told = run(command, str(kept), *flags)
            assert told.exit_code == 0
            assert told.output == run(command, str(alone), *flags).output
    onward = ("--auto", "steady", "--most", "2", "--json")
    games = [json.loads(run("run", str(file), *onward).output)["game"] for file in (kept, alone)]
    assert [len(game.pop("history")["actions"]) for game in games] == [7, 2]
    assert games[0] == games[1]
    schema = json.loads((FOLDER / "game.json").read_text("utf-8"))
    jsonschema_rs.validate(schema, document)


def test_errors_are_sentences_with_their_line(
    friday: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    script, out = tmp_path / "moves.txt", tmp_path / "later.json"
    script.write_text("bid SV 20\n\nbid DH 71\n")
    arguments = ("run", str(friday), "--script", str(script), "--out", str(out))
    code, text = failed(monkeypatch, capsys, *arguments)
    assert code == 2
    assert "moves.txt, line 3: a bid on DH is at least 75, not 71 (7" in text
    assert not out.exists()
    code, text = failed(monkeypatch, capsys, "run", str(friday), "--auto", "brave")
    assert (code, "'brave' is not a policy; there are steady, random" in text) == (2, True)
    code, text = failed(monkeypatch, capsys, "show", str(tmp_path / "none.json"))
    assert (code, "cannot be read" in text) == (2, True)
    document = json.loads(friday.read_text())
    document["priority"], document["operating"]["bank"] = "Zoe", 1
    friday.write_text(json.dumps(document))
    code, text = failed(monkeypatch, capsys, "legal", str(friday))
    assert code == 2
    assert "'Zoe' is not a player" in text


def test_a_policy_of_ones_own(
    friday: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(
        "class Careful:\n    def choose(self, game, choices):\n        return choices[-1].action\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    done = run("run", str(friday), "--auto", "mine:Careful", "--most", "4")
    assert "Ann passes" in done.output


def test_help_says_enough() -> None:
    for command in ("new", "play", "show", "legal", "run", "standings"):
        text = run(command, "--help").output
        assert len(text) > 250, command
    assert "Exit codes" in run("--help").output
