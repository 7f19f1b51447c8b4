"""The rules of a title as the engine asks for them, with the answers that data gives.

One part a subject. Parts answer: they look at a `View` and change nothing. What changes with what
happens is told to the `Effects`. A title that needs more than its data has a ``rounds.py`` in its
folder of this layer (``titles/g1846/``, or in a folder of its own) with `PARTS`: classes of its own
in place of those whose answers data does not give. The engine knows no title by name.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from operating_round.rules.effects import Effects
from operating_round.rules.holdings import HoldingRules
from operating_round.rules.memory import MemoryRules
from operating_round.rules.money import MoneyRules
from operating_round.rules.need import NeedRules
from operating_round.rules.privates import PrivateRules
from operating_round.rules.records import RecordRules
from operating_round.rules.rounds import RoundRules
from operating_round.rules.tokens import TokenRules
from operating_round.rules.track import ExtraLay, TrackRules
from operating_round.rules.trains import Offer, TrainRules
from route_opt import titles
from route_opt.title import Title


@dataclass(frozen=True)
class Parts:
    """The classes whose answers make the rules of a title."""

    rounds: type[RoundRules] = RoundRules
    track: type[TrackRules] = TrackRules
    tokens: type[TokenRules] = TokenRules
    money: type[MoneyRules] = MoneyRules
    trains: type[TrainRules] = TrainRules
    need: type[NeedRules] = NeedRules
    holdings: type[HoldingRules] = HoldingRules
    privates: type[PrivateRules] = PrivateRules
    effects: type[Effects] = Effects
    records: type[RecordRules] = RecordRules
    memory: type[MemoryRules] = MemoryRules


class Rules:
    """The rules of one title, part by part."""

    def __init__(self, title: Title, parts: Parts) -> None:
        self.title = title
        self.rounds = parts.rounds(title)
        self.track = parts.track(title)
        self.tokens = parts.tokens(title)
        self.money = parts.money(title)
        self.trains = parts.trains(title)
        self.need = parts.need(title)
        self.holdings = parts.holdings(title)
        self.privates = parts.privates(title)
        self.effects = parts.effects(title)
        self.records = parts.records(title)
        self.memory = parts.memory(title)


@functools.cache
def rules_of(title: Title) -> Rules:
    """The rules of a title: its own parts where its ``rounds.py`` has them."""
    code = titles.code_in_layer(title, "operating_round", "rounds", "PARTS")
    return Rules(title, Parts() if code is None else code.PARTS)


__all__ = [
    "Effects",
    "ExtraLay",
    "HoldingRules",
    "MemoryRules",
    "MoneyRules",
    "NeedRules",
    "Offer",
    "Parts",
    "PrivateRules",
    "RecordRules",
    "RoundRules",
    "Rules",
    "TokenRules",
    "TrackRules",
    "TrainRules",
    "rules_of",
]
