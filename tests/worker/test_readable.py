"""Many threads that read their first document at once."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FILES = sorted(file for part in ("src", "python") for file in (ROOT / part).rglob("*.py"))

# Thirty structures, each with a list of the next, new for each try: threads that find out about
# them at once meet half of what is known of some.
SCRIPT = """
import sys, threading, types
import msgspec
from route_opt.readable import readable
sys.setswitchinterval(1e-6)
for n in range(40):
    module = sys.modules[f"m{n}"] = types.ModuleType(f"m{n}")
    code = [f"class S{i}(Struct):\\n    b: 'list[S{i + 1}]'" for i in range(30)]
    exec("\\n".join([*code, "class S30(Struct):\\n    a: int"]),
         vars(module) | {"Struct": msgspec.Struct}, vars(module))
    gate = threading.Barrier(8)
    def read():
        gate.wait()
        msgspec.convert({"b": [{"b": []}]}, readable(module.S0))
    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
print("read")
"""


def test_a_type_is_made_known_once_however_many_threads_ask() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "read\n"), done.stderr


def typed_readings(tree: ast.AST) -> Iterator[ast.expr]:
    """The types that documents are read as in a file."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = ast.unparse(call.func)
        if name == "msgspec.convert" and len(call.args) > 1:
            yield call.args[1]
        elif name.startswith("msgspec.") and name.endswith("Decoder") and call.args:
            yield call.args[0]
        elif name.startswith("msgspec.") and name.endswith("decode"):
            yield from (word.value for word in call.keywords if word.arg == "type")


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_type_is_made_known_before_it_is_read(file: Path) -> None:
    for kind in typed_readings(ast.parse(file.read_text(encoding="utf-8"))):
        assert ast.unparse(kind).startswith("readable(") or file.name == "readable.py"
