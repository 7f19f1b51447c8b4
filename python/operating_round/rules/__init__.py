"""The rules of a title as the engine asks for them, with the answers that data gives.

A title that needs more has a ``rounds.py`` in its folder with a class ``Rounds(Rules)`` that
overrides what data cannot say. The engine knows the methods of `Rules` and no title by name.
"""

from __future__ import annotations

import functools
import importlib.util
import sys

from operating_round.rules.ledgers import LedgerRules
from operating_round.rules.memory import MemoryRules
from operating_round.rules.money import MoneyRules
from operating_round.rules.need import NeedRules
from operating_round.rules.tokens import TokenRules
from operating_round.rules.track import ExtraLay, TrackRules
from operating_round.rules.trains import Offer
from route_opt import titles
from route_opt.errors import Problem, TitleError
from route_opt.title import Title


class Rules(TrackRules, TokenRules, MoneyRules, NeedRules, LedgerRules, MemoryRules):
    """What rounds ask of a title. Every method may be overridden in the title's ``rounds.py``."""


@functools.cache
def rules_of(title: Title) -> Rules:
    """The rules of a title: its own ``rounds.py`` where there is one."""
    file = title.folder / "rounds.py"
    if not file.exists():
        return Rules(title)
    if not titles.is_trusted(title.folder):
        message = "is Python code of a folder that nobody has trusted"
        raise TitleError([Problem("untrusted_code", str(file), message)])
    name = f"operating_round.titles_{title.folder.name}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    rules: Rules = module.Rounds(title)
    return rules


__all__ = ["ExtraLay", "Offer", "Rules", "rules_of"]
