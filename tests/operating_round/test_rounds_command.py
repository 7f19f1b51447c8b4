"""The command operating-round, as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from operating_round.cli import main, run
from operating_round.state import load

NEW = [
    "new", "1830", "--players", "Ann,Bob,Cy", "--private", "DH=Ann:75",
    "--float", "PRR@76=Ann:40,Bob:20", "--float", "NYC@67=Bob:60",
]  # fmt: skip


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    file = tmp_path / "friday.json"
    assert invoke(*NEW, "--out", str(file)).exit_code == 0
    return file


def invoke(*words: str):  # type: ignore[no-untyped-def]
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def failed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The message of a command that must fail with exit code 2."""
    monkeypatch.setattr("sys.argv", ["operating-round", *words])
    with pytest.raises(SystemExit) as stop:
        run()
    assert stop.value.code == 2
    return capsys.readouterr().err


def test_new_deals_from_the_seed() -> None:
    words = ["new", "1867bw", "--players", "Ann,Bob,Cy"]
    one, two, other = (
        json.loads(invoke(*words, "--seed", seed).stdout) for seed in ("149", "149", "150")
    )
    assert one == two != other
    assert len(one["privates"]) == 3 + 4  # three in every game, four at random
    # The game that ships as an example was dealt from this seed.
    assert one["own"]["queue"][0] == ["NWW", "CNW"]
    assert one["own"]["ninth"] == "C&N"
    by_hand = json.loads(invoke(*words).stdout)
    assert len(by_hand["privates"]) == 13
    left = json.loads(invoke(*words, "--seed", "149", "--without", "P3").stdout)
    assert len(left["privates"]) == 12
    assert left["own"]["queue"] != by_hand["own"]["queue"]


def test_new_and_show(friday: Path) -> None:
    state = load(friday)
    # 800 - 75 - 4 x 76
    assert state.players["Ann"] == 421
    assert state.corporations["PRR"].cash == 760
    text = invoke("show", str(friday)).output
    assert "PRR     76    760" in text


def test_a_picture(friday: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    invoke("show", str(friday), "--out", str(picture))
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_legal_between_rounds_and_in_a_turn(friday: Path, tmp_path: Path) -> None:
    text = invoke("legal", str(friday)).output
    # As `run` would begin: PRR at 76 before NYC at 67
    assert text.startswith("PRR, at the track step, when OR 1.1 has begun:\n")
    assert "lay_tile hex=H14 tile=9" in text
    assert load(friday).turn is None
    script = tmp_path / "script.jsonl"
    script.write_text('{"type": "lay_tile", "hex": "H14", "tile": "9", "rotation": 1}\n')
    after = tmp_path / "after.json"
    text = invoke("run", str(friday), "--script", str(script), "--out", str(after)).output
    assert "PRR lays 9 on H14 at rotation 1" in text
    rows = json.loads(invoke("legal", str(after), "--json").output)
    assert {"type": "pass"} in rows


def test_a_script_may_leave_passes_out(friday: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(
        json.dumps([{"type": "buy_train", "train": "2", "price": 80}, {"type": "pass"}])
    )
    found = json.loads(invoke("run", str(friday), "--script", str(script), "--json").output)
    assert found["state"]["corporations"]["PRR"]["trains"] == ["2"]
    # No run: 76 moves left to 71
    assert found["state"]["corporations"]["PRR"]["share_price"] == 71
    assert found["state"]["turn"]["entity"] == "NYC"
    assert {"kind": "train", "text": "PRR buys a 2 from the bank for 80"} in found["events"]


def test_whole_sets_by_a_policy(friday: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    text = invoke("run", str(friday), "--auto", "withhold", "--sets", "2", "--out", str(out)).output
    assert text.count("the operating rounds are over") == 2
    assert load(out).round == "SR 3"


def test_errors_are_sentences(
    friday: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    script = tmp_path / "bad.jsonl"
    script.write_text('{"type": "lay_tile", "hex": "B12", "tile": "9", "rotation": 1}')
    message = failed(monkeypatch, capsys, "run", str(friday), "--script", str(script))
    assert "bad.jsonl, line 1" in message
    assert "18.0" in message
    assert "cannot be read" in failed(monkeypatch, capsys, "show", str(tmp_path / "none.json"))
    assert "policy" in failed(monkeypatch, capsys, "run", str(friday), "--auto", "luck")
    for name in ("luck:", ":luck", "no.such.module:luck", "operating_round.policy:luck"):
        assert "policy" in failed(monkeypatch, capsys, "run", str(friday), "--auto", name)
    assert "par price" in failed(monkeypatch, capsys, *NEW, "--float", "C&O@68=Cy:60")
    assert "'x'" in failed(monkeypatch, capsys, *NEW, "--float", "C&O@x=Cy:60")
    assert "15%" in failed(monkeypatch, capsys, *NEW, "--float", "C&O@67=Cy:15")
    assert "cannot be a player's name" in failed(
        monkeypatch, capsys, "new", "1830", "--players", "bank,PRR"
    )
    nowhere = str(tmp_path / "no" / "such" / "folder")
    assert "cannot be written" in failed(monkeypatch, capsys, *NEW, "--out", nowhere)
    script.write_text('{"title": "1830"}')
    assert "not a ledger" in failed(monkeypatch, capsys, "replay", str(script))


def test_replay_tells_what_differs(corpus: Path, tmp_path: Path) -> None:
    ledgers = sorted(corpus.glob("ledger/1830/*.jsonl"))
    good = invoke("replay", str(ledgers[0]), "--json")
    assert good.exit_code == 0
    found = json.loads(good.output)
    assert found["lines"] == found["exact"] > 0
    assert found["differences"] == []
    rulebook = CliRunner().invoke(main, ["replay", str(ledgers[0]), "--rulebook"])
    assert rulebook.exit_code == (1 if "recorded is" in rulebook.output else 0)
