"""Names of others can do nothing to the terminal of whoever looks at them."""

from __future__ import annotations

import ast
import io
import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import operating_round.cli
import route_opt
import route_opt.cli
import whole_game.cli
from route_opt import titles
from route_opt.errors import Problem, RouteOptError
from route_opt.harmless import brief, harmless, harmless_json
from route_opt.worker import Worker

EVIL = "Eve\x1b[2J\x1b]0;x\x07\x9b31m\u202e\u2066\r\b"

ROOT = Path(__file__).parent.parent.parent


def is_harmless(text: str) -> bool:
    return all(letter.isprintable() or letter == "\n" for letter in text)


@given(st.text(alphabet=st.characters(), max_size=50))
def test_any_text_becomes_one_line_that_can_be_printed(text: str) -> None:
    shown = harmless(text)
    assert shown.isprintable()
    shown.encode()
    assert shown == text or not text.isprintable()


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=20)))
def test_json_says_the_same(document: dict[str, str]) -> None:
    text = harmless_json(json.dumps(document, ensure_ascii=False))
    assert is_harmless(text)
    assert json.loads(text) == document


def test_problems_can_be_shown() -> None:
    error = RouteOptError([Problem("x", f"players.{EVIL}", f"{EVIL!s} is nobody\n\ud800")])
    assert str(error).isprintable()
    assert is_harmless(json.dumps(error.document(), ensure_ascii=False))


def test_brief_is_brief_whatever_comes() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (EVIL, "x" * 10**6, 10**5000, [0] * 10**6, {n: n for n in range(10**5)}, deep):
        assert len(brief(value)) <= 80
        assert harmless(brief(value)).isprintable()
    while deep:  # so that nobody falls over it at the end
        deep = deep[0]  # type: ignore[assignment]


def invoke(command: object, *arguments: str) -> str:
    """What a command says, its error with it."""
    done = CliRunner().invoke(command, list(arguments))  # type: ignore[arg-type]
    return done.output + str(done.exception or "")


def test_players_of_a_round(tmp_path: Path) -> None:
    """Such a name is refused, in words that do no harm; a state that holds it is too."""
    main, state = operating_round.cli.main, tmp_path / "state.json"
    told = invoke(main, "new", "1830", "--players", f"Ann,{EVIL},Cy")
    assert "Eve\\x1b" in told
    assert is_harmless(told)
    document = invoke(main, "new", "1830", "--players", "Ann,Bob,Cy")
    state.write_text(document.replace("Bob", json.dumps(EVIL)[1:-1]))
    for arguments in (["show", state], ["legal", state], ["run", state, "--auto", "pay"]):
        told = invoke(main, *map(str, arguments))
        assert "Eve" in told
        assert is_harmless(told), arguments


def test_players_of_a_whole_game(tmp_path: Path) -> None:
    main, game = whole_game.cli.main, tmp_path / "game.json"
    told = invoke(main, "new", "1846", "--players", f"Ann,{EVIL},Cy")
    assert "Eve\\x1b" in told
    assert is_harmless(told)
    document = invoke(main, "new", "1846", "--players", "Ann,Bob,Cy", "--seed", "1")
    game.write_text(document)
    script = tmp_path / "script"
    for line in (EVIL, json.dumps({"type": EVIL}), json.dumps({"type": "pass", EVIL: EVIL})):
        script.write_text(f"{line}\n", encoding="utf-8")
        told = invoke(main, "run", str(game), "--script", str(script))
        assert "Eve" in told
        assert is_harmless(told), line
    assert is_harmless(invoke(main, "run", str(game), "--auto", EVIL))
    game.write_text(document.replace("Bob", json.dumps(EVIL)[1:-1]))
    for command in ("show", "legal", "standings", "play", "run"):
        for flags in ([], ["--json"]) if command in ("show", "legal", "standings") else ([],):
            told = invoke(main, command, str(game), *flags)
            assert "Eve" in told, command
            assert is_harmless(told), command


def test_players_of_a_record(tmp_path: Path) -> None:
    players = [{"id": n, "name": name} for n, name in enumerate(("Ann", EVIL, "Cy"))]
    record = tmp_path / "game.json"
    record.write_text(json.dumps({"title": "1846", "id": EVIL, "players": players, "actions": []}))
    for flags in ([], ["--json"]):
        told = invoke(route_opt.cli.main, "audit", str(record), *flags)
        assert is_harmless(told), told
        told = invoke(whole_game.cli.main, "replay", str(record), *flags)
        assert is_harmless(told), told


@pytest.fixture
def evil_title(tmp_path: Path) -> Path:
    """1846 with a city and a corporation of such a name."""
    folder = tmp_path / "mine"
    shutil.copytree(titles.find("1846").folder, folder, ignore=shutil.ignore_patterns("*.py"))
    changes = {"map": ("Detroit", EVIL), "companies": ("Pennsylvania Railroad", EVIL)}
    changes["title"] = ("1846", "mine")
    for name, (old, new) in changes.items():
        file = folder / f"{name}.toml"
        file.write_text(file.read_text().replace(f'name = "{old}"', f"name = {json.dumps(new)}"))
    return folder


def test_names_of_a_title(evil_title: Path, tmp_path: Path) -> None:
    """In words, in JSON, in a picture, which would be no XML with them, and from a worker."""
    position = {"title": "mine", "phase": "I", "corporation": "PRR"}
    file, main = tmp_path / "position.json", route_opt.cli.main
    file.write_text(json.dumps(position | {"trains": ["2"], "tokens": {"C15.0": ["PRR"]}}))
    with titles.added_folder(evil_title):  # a command would add it for good
        for flags in ([], ["--json"]):
            for words in (["titles", "mine"], ["best", str(file)]):
                told = invoke(main, *words, *flags, "--title-dir", str(evil_title))
                assert "Eve" in told or words[0] == "best"
                assert is_harmless(told)
        picture = route_opt.draw(route_opt.load(file))
        answers = io.BytesIO()
        Worker(answers).run([b'{"ask": "titles"}'])
    assert "Eve" in "".join(ElementTree.fromstring(picture).itertext())
    told = answers.getvalue().decode()
    assert "Eve" in told
    assert is_harmless(told)


def test_names_of_files(tmp_path: Path) -> None:
    file = tmp_path / f"x{EVIL}.json"
    for command in ("best", "claim", "audit", "whatif", "draw"):
        told = invoke(route_opt.cli.main, command, str(file))
        assert "Eve\\x1b" in told
        assert is_harmless(told)


@pytest.mark.parametrize(
    "file",
    [
        *sorted((ROOT / "src" / "route_opt" / "cli").glob("*.py")),
        ROOT / "python" / "operating_round" / "cli.py",
        ROOT / "python" / "whole_game" / "cli.py",
        ROOT / "python" / "whole_game" / "play.py",
    ],
    ids=lambda file: f"{file.parent.name}/{file.name}",
)
def test_commands_speak_through_one_door(file: Path) -> None:
    """`say` and `say_json`; `click.echo` only for progress, files, and words of our own."""
    if file.name == "common.py":
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr == "echo":
            said = ast.unparse(node)
            ours = isinstance(node.args[0], ast.Constant)
            assert ours or "nl=False" in said or said == "click.echo(text)", said
        assert ast.unparse(node.func) != "print", file
