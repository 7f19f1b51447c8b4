"""What `import route_opt` offers, and that a name is the same whatever was imported before it."""

from __future__ import annotations

import inspect
import subprocess
import sys

import route_opt

WANTED = {
    *("Problem", "audit", "batch", "best", "check", "claim", "draw", "load", "parse", "whatif"),
}


def test_what_people_look_for_is_there() -> None:
    assert set(route_opt.__all__) >= WANTED
    for name in WANTED - {"Problem"}:
        assert inspect.isfunction(getattr(route_opt, name)), name
    assert inspect.isclass(route_opt.Problem)


def test_no_module_hides_a_name() -> None:
    code = (
        "import pkgutil, importlib, inspect, route_opt\n"
        "for found in pkgutil.iter_modules(route_opt.__path__):\n"
        "    importlib.import_module(f'route_opt.{found.name}')\n"
        "print([n for n in route_opt.__all__ if inspect.ismodule(getattr(route_opt, n))])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
