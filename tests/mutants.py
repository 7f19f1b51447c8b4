"""Small errors put in on purpose, one at a time: do the fast tests notice?

    python tests/mutants.py             all of them, with a report of those that survive
    python tests/mutants.py records     those whose layer or file has that word
    python tests/mutants.py --list      what there is

Each is a line of a file and what to write in its place: `errors/` lists them, a file a layer. It
is put into a copy of the tree, never into the tree itself, and the tests of its layer run there,
or the one that it names. A line that is no longer where it was is an error: then the list has to
follow the code. `test_mutants.py` runs them in the slow tier.
Those in `bindings` need what the developers' install brings: their modules are built in the copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LIST = Path(__file__).parent / "errors"
PARTS = (
    *("src", "python", "tests", "cpp", "bindings", "benchmarks"),
    *("CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml"),
)
PATIENCE = 600
"""Seconds after which tests that never end count as a failure, if they took a fifth without it."""


class Mutant(NamedTuple):
    """An error: in which layer, in which file, which text becomes which, and who should notice."""

    layer: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        old, new = (" ".join(text.split())[:60] for text in (self.old, self.new))
        return f"{self.layer}: {self.file}: {old} -> {new}"


CORE = "ctest"
"""In place of tests: build the core in the copy, and run its own tests."""


def _listed() -> Iterator[Mutant]:
    for path in sorted(LIST.glob("*.toml")):
        layer = tomllib.loads(path.read_text(encoding="utf-8"))
        for error in layer["error"]:
            tests = (error["test"],) if "test" in error else tuple(layer["tests"])
            yield Mutant(path.stem, error["file"], error["old"], error["new"], tests)


MUTANTS = list(_listed())


class MisplacedError(Exception):
    """A mutant whose text does not stand once in its file, or with which nothing can be built."""


class Copy:
    """The tree in a folder of its own, with the core as it is installed."""

    def __init__(self, folder: Path) -> None:
        from route_opt import _core, _reading, _tables

        self.folder = folder
        self.sound: set[tuple[str, ...]] = set()
        self.patience: float = PATIENCE
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "results")
        for part in PARTS:
            source, target = ROOT / part, folder / part
            if source.is_dir():
                shutil.copytree(source, target, ignore=ignored)
            else:
                shutil.copy(source, target)
        self.installed = folder / "installed"
        self.installed.mkdir()
        for module in (_core, _reading, _tables):
            shutil.copy(str(module.__file__), self.installed)
        shutil.copytree(self.installed, folder / "src" / "route_opt", dirs_exist_ok=True)
        # An installation that leads to the tree itself must not: the copy is what is tested.
        (folder / "sitecustomize.py").write_text(
            "import sys\n"
            "sys.meta_path = [f for f in sys.meta_path if 'Redirecting' not in type(f).__name__]\n"
        )

    def catches(self, mutant: Mutant) -> bool:
        """Whether the tests fail with the error in, having passed without it."""
        if mutant.tests not in self.sound:
            start = time.monotonic()
            if self.fails(mutant.tests):
                raise AssertionError(f"{' '.join(mutant.tests)} fail with no error put in")
            self.sound.add(mutant.tests)
            # A busy machine is slow with an error and without it.
            self.patience = max(self.patience, 5 * (time.monotonic() - start))
        file = self.folder / mutant.file
        text = file.read_text(encoding="utf-8")
        if text.count(mutant.old) != 1:
            times = text.count(mutant.old)
            raise MisplacedError(f"the text stands {times} times in {mutant.file}")
        file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        compiled = mutant.layer == "bindings"
        try:
            if compiled:
                self.build_modules()
            return self.fails(mutant.tests)
        finally:
            file.write_text(text, encoding="utf-8")
            if compiled:
                shutil.copytree(
                    self.installed, self.folder / "src" / "route_opt", dirs_exist_ok=True
                )

    def build_modules(self) -> None:
        """Build the compiled modules as the copy has them, and put them in their place."""
        built = self.folder / "built"
        command = [sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps"]
        command += [f"-Cbuild-dir={self.folder / 'build-modules'}", "--target", str(built), "."]
        shutil.rmtree(built, ignore_errors=True)
        if self.run(command, dict(os.environ), None):
            raise MisplacedError(f"{' '.join(command)} fails: the error does not even build")
        for module in (built / "route_opt").glob("*.so"):
            shutil.copy(module, self.folder / "src" / "route_opt")

    def fails(self, tests: tuple[str, ...]) -> bool:
        patience = self.patience if tests in self.sound else None
        try:
            if tests == (CORE,):
                return self.fails_core(patience)
            return self.fails_tests(tests, patience)
        except subprocess.TimeoutExpired:
            return True

    def fails_tests(self, tests: tuple[str, ...], patience: float | None) -> bool:
        paths = [str(self.folder), str(self.folder / "src"), str(self.folder / "python")]
        # No compiled files: one written for the error could outlive it.
        env = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        code = self.run(command, env, patience)
        if code > 2:
            raise AssertionError(f"{' '.join(command)} ended with {code}: no tests were run")
        return code != 0

    def fails_core(self, patience: float | None) -> bool:
        build = str(self.folder / "build-core")
        # Quick to build is better here than quick to run.
        flags = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1"]
        for command in (
            ["cmake", "-S", str(self.folder / "cpp"), "-B", build, *flags],
            ["cmake", "--build", build, "-j", str(os.cpu_count() or 1)],
        ):
            if self.run(command, dict(os.environ), None):
                raise MisplacedError(f"{' '.join(command)} fails: the error does not even build")
        command = ["ctest", "--test-dir", build, "--stop-on-failure"]
        return self.run(command, dict(os.environ), patience) != 0

    def run(self, command: list[str], env: dict[str, str], patience: float | None) -> int:
        quiet = subprocess.DEVNULL
        done = subprocess.run(
            command, cwd=self.folder, env=env, stdout=quiet, stderr=quiet, timeout=patience
        )
        return done.returncode


def main(words: list[str]) -> int:
    """Put in every error whose name has one of the words; 1 if any survives."""
    chosen = [m for m in MUTANTS if not words or any(word in m.name for word in words)]
    survivors, misplaced = [], []
    with tempfile.TemporaryDirectory(prefix="route-opt-mutants-") as folder:
        copy = Copy(Path(folder))
        for number, mutant in enumerate(chosen, 1):
            start = time.monotonic()
            try:
                caught = copy.catches(mutant)
            except MisplacedError as error:
                misplaced.append(f"{mutant.name}: {error}")
                continue
            survivors += [] if caught else [mutant.name]
            word = "caught" if caught else "SURVIVES"
            seconds = time.monotonic() - start
            print(f"{number}/{len(chosen)} {word} {seconds:.0f} s  {mutant.name}", flush=True)
    for line in misplaced:
        print("misplaced:", line)
    for line in survivors:
        print("survives:", line)
    print(f"{len(chosen)} errors, {len(survivors)} survive, {len(misplaced)} misplaced")
    return 1 if survivors or misplaced else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(mutant.name for mutant in MUTANTS))
    else:
        sys.exit(main(sys.argv[1:]))
