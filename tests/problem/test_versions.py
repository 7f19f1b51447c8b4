"""One version: of the package, of the core, and of what is installed from it."""

from __future__ import annotations

import importlib.metadata
import json
import re
from pathlib import Path

import route_opt

ROOT = Path(__file__).parent.parent.parent


def test_the_version_stands_once() -> None:
    """Everything else reads it in the package; JavaScript's own file has to say it again."""
    assert importlib.metadata.version("route-opt") == route_opt.__version__
    files = ("pyproject.toml", "CMakeLists.txt", "cpp/CMakeLists.txt", "cpp/route_opt.pc.in")
    for file in files:
        assert route_opt.__version__ not in (ROOT / file).read_text(encoding="utf-8"), file
    package = json.loads((ROOT / "wasm" / "package.json").read_text(encoding="utf-8"))
    assert package["version"] == route_opt.__version__


def test_the_header_and_the_core_name_the_same_arrays() -> None:
    """Every array of the JSON document can be set by its name."""
    from route_opt import forms

    code = (ROOT / "cpp" / "src" / "fields.hpp").read_text(encoding="utf-8")
    named = set(re.findall(r'"((?:stops|track|trains|terms)\.\w+)"', code))
    groups = {
        "stops": forms.ProblemStops,
        "track": forms.ProblemTrack,
        "trains": forms.ProblemTrains,
        "terms": forms.ProblemTerms,
    }
    wanted = {f"{g}.{field}" for g, kind in groups.items() for field in kind.__struct_fields__}
    assert named == wanted
