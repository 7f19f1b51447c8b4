"""A title's folder that brings Python code is asked about before any of it runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import operating_round.cli
import route_opt.cli
from operating_round.rules import rules_of
from route_opt import titles
from route_opt.errors import TitleError
from route_opt.title.files import load_title

MARK = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of 1830 under another name whose code leaves a trace when it runs."""
    found = tmp_path / "mine"
    shutil.copytree(titles.find("1830").folder, found, ignore=shutil.ignore_patterns("__pycache__"))
    title = found / "title.toml"
    title.write_text(title.read_text().replace('name = "1830"', 'name = "mine"'))
    for code in found.glob("*.py"):
        code.unlink()
    return found


def with_code(folder: Path, name: str = "rounds.py") -> Path:
    code = MARK
    if name == "rounds.py":
        code += "from operating_round.rules import Parts\nPARTS = Parts()\n"
    (folder / name).write_text(code)
    return folder


@pytest.fixture(autouse=True)
def _only_here() -> object:
    """A command adds its folders for good; here that ends with the test."""
    before = list(titles._folders)
    yield
    titles._look_in(before)


COMMANDS = [
    pytest.param(route_opt.cli.main, ["titles"], id="route-opt"),
    pytest.param(
        operating_round.cli.main, ["new", "mine", "--players", "Ann,Bob,Cy"], id="operating-round"
    ),
]


@pytest.mark.parametrize(("command", "arguments"), COMMANDS)
@pytest.mark.parametrize("name", ["rounds.py", "rules.py", "anything.py"])
def test_code_needs_a_yes(command: object, arguments: list[str], name: str, folder: Path) -> None:
    with_code(folder, name)
    for place in (folder, folder.parent):
        done = CliRunner().invoke(command, [*arguments, "--title-dir", str(place)])  # type: ignore[arg-type]
        assert isinstance(done.exception, TitleError)
        (problem,) = done.exception.problems
        assert problem.code == "untrusted_code"
        assert name in problem.message
        assert "--trust" in problem.message
        assert not (folder / "ran").exists()


@pytest.mark.parametrize(("command", "arguments"), COMMANDS)
@pytest.mark.parametrize("first", [True, False])
def test_with_a_yes_it_is_taken(
    command: object, arguments: list[str], first: bool, folder: Path
) -> None:
    """In whichever order the two flags stand."""
    flags = ["--trust", "--title-dir", str(with_code(folder))]
    flags = flags if first else [*flags[1:], flags[0]]
    done = CliRunner().invoke(command, [*arguments, *flags])  # type: ignore[arg-type]
    assert done.exit_code == 0, done.output
    assert "mine" in done.output


@pytest.mark.parametrize(("command", "arguments"), COMMANDS)
def test_data_alone_needs_none(command: object, arguments: list[str], folder: Path) -> None:
    done = CliRunner().invoke(command, [*arguments, "--title-dir", str(folder)])  # type: ignore[arg-type]
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("code", ["1 / 0", "import nowhere_at_all", "def", "x = 1"])
def test_code_that_does_not_run_is_an_error_of_the_title(code: str, folder: Path) -> None:
    (folder / "rounds.py").write_text(code)
    with titles.added_folder(folder, trust=True), pytest.raises(TitleError, match="does not run"):
        rules_of(titles.find("mine"))


def test_code_of_a_folder_that_nobody_added_does_not_run(folder: Path) -> None:
    title = load_title(with_code(folder))
    with pytest.raises(TitleError, match="nobody has trusted"):
        rules_of(title)
    assert not (folder / "ran").exists()
    with titles.added_folder(folder, trust=True):
        rules_of(titles.find("mine"))
    assert (folder / "ran").exists()
