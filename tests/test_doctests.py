"""The examples in the docstrings of the installed packages run and tell the truth."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import route_opt


def modules() -> list[str]:
    found = pkgutil.walk_packages(route_opt.__path__, "route_opt.")
    return [module.name for module in found if not module.name.endswith("__main__")]


def test_there_are_modules_to_look_at() -> None:
    assert "route_opt.position" in modules()


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        pytest.skip(f"needs {error.name}, which an extra installs")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0
