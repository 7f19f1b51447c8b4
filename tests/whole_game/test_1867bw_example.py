"""The whole game of 1867 Big Wyoming that ships: every sum in its comments is what comes out."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import whole_game
from operating_round.errors import StateError
from route_opt.documents import read_json
from whole_game.cli import main
from whole_game.engine import apply, proceed
from whole_game.game import Game, load
from whole_game.setup import new_game
from whole_game.standings import standings

FOLDER = Path(whole_game.__file__).parent / "titles" / "g1867bw" / "examples"
START, SCRIPT = FOLDER / "bubble.json", FOLDER / "bubble.jsonl"
LINES = SCRIPT.read_text(encoding="utf-8").splitlines()
NOTED = re.compile(r"# (Cash|Prices): (.*)")
WORTH = re.compile(r"#   (\w+): +(.*)")


def sums(text: str) -> dict[str, int]:
    """``Ann 450, bank 7650`` as a table."""
    parts = (part.rsplit(" ", 1) for part in text.split(", "))
    return {name: int(amount) for name, amount in parts}


def found(game: Game, what: str, name: str) -> int | None:
    """What somebody has, or a corporation stands at."""
    state = game.operating
    if what == "Prices":
        return state.corporations[name].share_price
    if name == "bank":
        return state.bank
    return state.players[name] if name in state.players else state.corporations[name].cash


def test_it_begins_as_it_says() -> None:
    assert load(START) == new_game("1867bw", ["Ann", "Bob", "Cy"], seed=149)


def test_every_sum_in_its_comments() -> None:
    game, _ = proceed(load(START))
    checked = 0
    for number, line in enumerate(LINES, 1):
        if line.startswith("{"):
            action = whole_game.parse_action(read_json(line, StateError, "script"))
            game, _ = apply(game, action)
        elif match := NOTED.match(line):
            wanted = sums(match[2])
            got = {name: found(game, match[1], name) for name in wanted}
            assert got == wanted, f"line {number}"
            checked += len(wanted)
            if match[1] == "Cash" and len(wanted) == 7:
                assert sum(wanted.values()) == 9000, f"line {number}"
    assert checked > 100
    assert game.over
    # From the comments on its last lines: cash, and two shares at 10.
    worths = {standing.player: standing.worth for standing in standings(game)}
    assert worths == {"Bob": 310, "Cy": 115 + 2 * 10, "Ann": 90 + 2 * 10}


def test_the_comments_say_who_won() -> None:
    told = [WORTH.match(line) for line in LINES[-3:]]
    assert [match and match[1] for match in told] == ["Bob", "Cy", "Ann"]
    assert [match and match[2].rpartition(" ")[2] for match in told] == ["310", "135", "110"]


def test_it_shows_what_is_dealt() -> None:
    shown = CliRunner().invoke(main, ["show", str(START)]).output
    assert "queue: NWW/CNW, GINW/WNW, CBQ/BH, OSL/NP" in shown
    assert "with P13: C&N" in shown
    assert "speculator 1 (0), speculator 2 (0), P4 (0), P12 (0)" in shown


def test_a_table_plays_it_from_the_first_card_to_the_standings(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    shutil.copy(START, file)
    typed = "".join(f"{line}\n" for line in LINES if line.startswith("{"))
    result = CliRunner().invoke(main, ["play", str(file)], input=typed)
    assert result.exit_code == 0, result.output
    assert "Bob: 310 = cash 310" in result.output
    assert load(file).over


@pytest.mark.parametrize("quiet", [False, True])
def test_the_command_plays_it(quiet: bool) -> None:
    words = ["run", str(START), "--script", str(SCRIPT), *(["--quiet"] if quiet else [])]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-3:] == [
        "Bob: 310 = cash 310",
        "Cy: 135 = cash 115 + NWW 2 x 10",
        "Ann: 110 = cash 90 + C&N 2 x 10",
    ]
    assert ("every corporation has been acquired: the game ends" in result.output) is not quiet
