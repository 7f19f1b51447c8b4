"""The door of the commands: Ctrl-C at any moment, exit codes, and never a traceback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from route_opt.cli.common import changes_of

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = str(ROOT / "src" / "route_opt" / "titles" / "g1846" / "examples" / "centralia.json")
COMMANDS = ("route_opt", "operating_round")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes")


def python(code: str, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(filter(None, sys.path))
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"PYTHONPATH": paths},
        **options,
    )


def broken(command: str, raised: str) -> str:
    """A program whose command raises something where nobody expects it."""
    return f"""
import click
from route_opt.cli import run_guarded
from {command}.cli import main

@main.command(name="broken")
@click.option("--json", is_flag=True)
def fail(json):
    {raised}

import route_opt.cli
route_opt.cli.COMMANDS["broken"] = "x"
main.get_command = lambda ctx, name: fail
run_guarded(main, "x")
"""


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("what", ["KeyError", "ValueError"])
def test_whatever_escapes_is_a_defect(command: str, what: str, tmp_path: Path) -> None:
    """One line, where the rest is for a report, and 70: 1 would mean refuted."""
    code = broken(command, f'raise {what}("\\x1b[2J \\udcff")')
    done = python(code, "broken", "--json", cwd=tmp_path)
    assert done.returncode == 70
    (line,) = done.stderr.splitlines()
    assert "a defect of this program" in line
    assert what in line
    assert "please report" in line
    assert "\x1b" not in line
    report = re.search(r"\S+route-opt-defect-\S+\.txt", line)
    assert report is not None
    assert "Traceback" in Path(report[0]).read_text()
    Path(report[0]).unlink()
    assert json.loads(done.stdout)["error"]["code"] == "defect"


@pytest.mark.parametrize(
    ("raised", "code", "told"),
    [
        ("raise KeyboardInterrupt", 130, "stopped"),
        ("raise click.Abort", 130, "stopped"),
        ("raise BrokenPipeError(32, 'broken')", 2, ""),
        ("open('/nowhere/at/all')", 2, "error: /nowhere/at/all: No such file or directory"),
        ("raise click.UsageError('no')", 2, "Error: no"),
        ("raise click.ClickException('taken')", 2, "Error: taken"),  # 1 would mean refuted
        (
            "from route_opt.errors import PositionError; raise PositionError('the board is wet')",
            2,
            "error: the board is wet",
        ),
        (
            "from route_opt.solver import DisagreementError; raise DisagreementError('60, 70')",
            4,
            "error: 60, 70",
        ),
        (
            "from route_opt.errors import UnprovedAnswerError; raise UnprovedAnswerError('60')",
            70,
            "error: 60",
        ),
        ("import sys; sys.exit(3)", 3, ""),
        ("pass", 0, ""),
    ],
)
def test_exit_codes(raised: str, code: int, told: str) -> None:
    done = python(broken("route_opt", raised), "broken")
    assert done.returncode == code
    assert done.stderr.strip().splitlines()[-1:] == ([told] if told else [])
    assert "Traceback" not in done.stderr


def test_trains_are_listed_as_people_write_them() -> None:
    """Blanks and a comma too many mean nothing; an empty list is no train at all."""
    assert changes_of("NYC", " 4, ,3/5,") == {"corporation": "NYC", "trains": ["4", "3/5"]}
    assert changes_of(None, "") == {"trains": []}
    assert changes_of("", None) == {}


def test_nobody_reads_the_answer() -> None:
    """A closed pipe is no defect, and nothing is said about it at the end either."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", "from route_opt_entry import route_opt; route_opt()", "titles"],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (2, "")


@pytest.mark.parametrize("command", ["best", "claim", "audit", "whatif", "draw", "serve"])
def test_a_file_whose_name_is_no_text(command: str, tmp_path: Path) -> None:
    """Missing, or there and empty: a sentence, and a document for programs."""
    names = [os.fsencode(tmp_path) + b"/\xff\x1b.json", os.fsencode(tmp_path) + b"/\xfe.json"]
    Path(os.fsdecode(names[1])).write_text("")
    for name in names:
        done = subprocess.run(
            [
                *(sys.executable, "-c", "from route_opt_entry import route_opt; route_opt()"),
                *(command, name),
                *(["--json"] if command not in ("draw", "serve") else []),
            ],
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 2, done.stderr
        assert b"Traceback" not in done.stderr
        assert b"\x1b" not in done.stderr
        if done.stdout:
            assert json.loads(done.stdout)


# Ctrl-C.

STRIKE = "import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(60)"


def test_an_interrupt_in_an_import_is_the_end_at_once(tmp_path: Path) -> None:
    """Not even a module that catches everything is asked."""
    (tmp_path / "caught.py").write_text(
        f"try:\n    {STRIKE}\nexcept BaseException as error:\n    print('caught', error)\n"
    )
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    code += "from route_opt_entry import enter\nenter('caught')"
    done = python(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "stopped\n")


def test_an_interrupt_in_a_late_import_too(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(STRIKE)
    (tmp_path / "early.py").write_text("def run():\n    import late\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    code += "from route_opt_entry import enter\nenter('early')"
    done = python(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "stopped\n")


def test_an_interrupt_elsewhere_is_for_the_command(tmp_path: Path) -> None:
    (tmp_path / "working.py").write_text(
        f"def run():\n    try:\n        {STRIKE}\n    except KeyboardInterrupt: print('ok')"
    )
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    code += "from route_opt_entry import enter\nenter('working')"
    assert python(code).stdout == "ok\n"


def test_what_cannot_be_loaded_is_told() -> None:
    done = python("from route_opt_entry import enter\nenter('route_opt.nothing')")
    assert done.returncode == 70
    assert done.stderr == (
        "route_opt.nothing cannot be loaded: "
        "ModuleNotFoundError: No module named 'route_opt.nothing'\n"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_the_door_is_light(command: str) -> None:
    """Nothing that can be interrupted badly stands before the handler."""
    code = f"""
import sys
import route_opt_entry
heavy = {{"route_opt", "operating_round", "click", "msgspec", "ortools", "numpy"}}
assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()
assert callable(route_opt_entry.{command})
"""
    done = python(code)
    assert done.returncode == 0, done.stderr


def strike(command: list[str], delay: float) -> tuple[int, str]:
    """The exit code and the errors of a command that is interrupted after so long."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    try:
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, told


# Our own files in a traceback; what strikes while Python itself still starts is Python's.
OURS = re.compile(r'File "[^"]*/(route_opt|operating_round|whole_game|route_opt_entry)/')


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["route_opt", "best", EXAMPLE], id="best"),
        pytest.param(["route_opt", "best", EXAMPLE, "--engine", "cpsat"], id="cpsat"),
        pytest.param(["route_opt", "whatif", EXAMPLE], id="whatif"),
        pytest.param(["route_opt", "serve", "--port", "0"], id="serve"),
        pytest.param(["route_opt", "worker"], id="worker"),
        pytest.param(["operating_round", "new", "1830", "--players", "Ann,Bob,Cy"], id="rounds"),
        pytest.param(["whole_game", "new", "1846", "--players", "Ann,Bob,Cy"], id="game"),
    ],
)
def test_an_interrupt_at_any_moment(command: list[str]) -> None:
    """Swept over the first second: the end, by one of the codes that mean it, without noise."""
    name, *arguments = command
    program = [sys.executable, "-c", f"from route_opt_entry import {name}; {name}()", *arguments]
    for step in range(100):
        code, told = strike(program, 0.01 * step)
        # Before Python is up its own end by the signal; after the work its usual end.
        assert code in (130, -signal.SIGINT, 0, 3, 1), (step, code, told)
        assert not OURS.search(told), (step, told)
        if code == 1:
            assert "KeyboardInterrupt" in told, (step, told)  # while Python itself started
        elif code == 130:
            assert told.endswith("stopped\n"), (step, told)
            assert "Traceback" not in told, (step, told)
