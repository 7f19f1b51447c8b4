"""One version: of the package, of the core, and of what is installed from it."""

from __future__ import annotations

import re
from pathlib import Path

import route_opt

ROOT = Path(__file__).parent.parent.parent


def test_the_core_has_the_version_of_the_package() -> None:
    text = (ROOT / "cpp" / "CMakeLists.txt").read_text(encoding="utf-8")
    found = re.search(r"project\(route_opt_core VERSION ([\d.]+)", text)
    assert found is not None
    assert found[1] == route_opt.__version__


def test_the_header_and_the_core_name_the_same_arrays() -> None:
    """Every array of the JSON document can be set by its name."""
    from route_opt import schema

    code = (ROOT / "cpp" / "src" / "c_api.cpp").read_text(encoding="utf-8")
    named = set(re.findall(r'"((?:stops|track|trains|terms)\.\w+)"', code))
    groups = {
        "stops": schema.ProblemStops,
        "track": schema.ProblemTrack,
        "trains": schema.ProblemTrains,
        "terms": schema.ProblemTerms,
    }
    wanted = {f"{g}.{field}" for g, kind in groups.items() for field in kind.__struct_fields__}
    assert named == wanted
