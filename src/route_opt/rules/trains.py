"""Trains and phases: what is in the game, and which train ends another."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable

import msgspec

from route_opt.rules.options import chosen
from route_opt.title import Phase, Title, Train


def trains_in_order(title: Title, options: Collection[str]) -> list[Train]:
    """The train types in the game, in the order in which they are sold."""
    return [train for train in title.trains.values() if _is_in_game(train, options)]


def phases_in_order(title: Title, options: Collection[str]) -> list[Phase]:
    """The phases of the game."""
    return [phase for phase in title.phases.values() if _is_in_game(phase, options)]


def _is_in_game(row: Train | Phase, options: Collection[str]) -> bool:
    return (not row.option or row.option in options) and row.without not in options


def has_begun(title: Title, phase: str, now: str) -> bool:
    """Whether the game, in phase `now`, has come to a phase or beyond it."""
    names = list(title.phases)
    return names.index(now) >= names.index(phase)


@functools.lru_cache(maxsize=100)
def card_of(title: Title, train: str) -> tuple[str, ...]:
    """The train types on one card: two for a card with two sides."""
    card = title.trains[train].card
    if not card:
        return (train,)
    return tuple(name for name, other in title.trains.items() if other.card == card)


def phase_of(title: Title, train: str) -> str:
    """The phase that the first train of a type begins, or empty."""
    return next((p.name for p in title.phases.values() if train in p.starts_with), "")


def first_phase(title: Title, train: str) -> str:
    """The phase in which a train type is first sold."""
    return phase_of(title, train) or next(iter(title.phases))


def phase_begun(title: Title, now: str, train: str) -> str:
    """The phase that begins when a train is bought in phase `now`, or empty."""
    phase = phase_of(title, train)
    return phase if phase and not has_begun(title, phase, now) else ""


def has_come(title: Title, train: str, now: str) -> bool:
    """Whether the first train of a type has been bought, as far as the phase tells."""
    phase = phase_of(title, train)
    return bool(phase) and has_begun(title, phase, now)


def sold_by_bank(
    title: Title, options: Collection[str], now: str, is_left: Callable[[str], bool]
) -> list[str]:
    """The new trains that the bank sells: the first type that is left, and those sold early."""
    found: list[str] = []
    for train in trains_in_order(title, options):
        same = bool(found) and found[-1] in card_of(title, train.name)
        if is_left(train.name) and (not found or same or is_sold_early(title, train, now)):
            found.append(train.name)
    return found


def is_sold_early(title: Title, train: Train, now: str) -> bool:
    """Whether a train is sold beside those before it."""
    return bool(train.available_on) and has_come(title, train.available_on, now)


def rusts_on(train: Train, options: Collection[str]) -> str:
    """The train type that ends a train under the options in force, or empty."""
    return chosen(train.rusts_with, options, train.rusts_on)


class Losses(msgspec.Struct, frozen=True):
    """Train types that leave the game at once, and those that run once more at most."""

    gone: tuple[str, ...] = ()
    phased_out: tuple[str, ...] = ()


def losses(title: Title, options: Collection[str], train: str, phase: str) -> Losses:
    """What the first train of a type ends, together with the phase that begins by it."""
    gone, phased_out = [], []
    for old in title.trains.values():
        rusts = rusts_on(old, options)
        if (rusts and rusts in card_of(title, train)) or old.removed_on == phase:
            gone.append(old.name)
        elif old.phased_out_on == phase:
            phased_out.append(old.name)
    return Losses(tuple(gone), tuple(phased_out))


def is_gone(title: Title, options: Collection[str], train: str, now: str) -> bool:
    """Whether a train type has left the game in phase `now`, by rust or by removal."""
    row = title.trains[train]
    rusts = rusts_on(row, options)
    rusted = bool(rusts) and any(has_come(title, side, now) for side in card_of(title, rusts))
    return rusted or (bool(row.removed_on) and has_begun(title, row.removed_on, now))


def is_phased_out(title: Title, train: str, now: str) -> bool:
    """Whether a train type runs once more at most: nobody buys it, no limit counts it."""
    on = title.trains[train].phased_out_on
    return bool(on) and has_begun(title, on, now)


def number_of(train: Train, options: Collection[str]) -> int | dict[str, int]:
    """How many there are of a train type, by players where it depends on them; 0 is no limit."""
    return chosen(train.number_with, options, train.number)


def working(title: Title, trains: Iterable[str], now: str) -> tuple[str, ...]:
    """Trains without those phased out: the ones that a limit counts, and that can be sold."""
    return tuple(train for train in trains if not is_phased_out(title, train, now))


def room(title: Title, trains: Iterable[str], now: str) -> int:
    """How many more trains a company may own; below 0, how many it has too many."""
    return title.phases[now].train_limit - len(working(title, trains, now))


def most_of(title: Title, train: str, options: Collection[str]) -> int:
    """The most trains of a type that a game has, 0 for no limit; independents bring their own.

    Where their number goes by the number of players it is the largest.
    """
    number = number_of(title.trains[train], options)
    if isinstance(number, dict):
        number = max(number.values())
    own = sum(row.trains.count(train) for row in title.corporations.values())
    return number + own if number else 0
