"""What is removed from a game at set-up, which the record gives only as a seed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from route_opt.records.rules import Draw
from route_opt.title import Title

# The random numbers of the site: a linear congruential generator.
_FACTOR, _STEP, _RANGE = 1_103_515_245, 12_345, 2**31


class Removal(NamedTuple):
    """What a game is played without: members drawn from their groups, and what is not in the
    edition at all.
    """

    drawn: list[str]
    left_out: list[str]


def removed(
    draw: Draw,
    seeds: Sequence[int],
    players: int,
    editions: Sequence[Collection[str]],
    seen: Collection[str] = (),
) -> Removal:
    """What is not in the game.

    What is `seen` in the record certainly is in it. The site has changed what it shuffles with and
    which edition it means when it names none, so the first draw is taken that spares what is seen;
    if none does, the one that comes closest, with others of the group for those seen.
    """
    draws = [
        (_drawn(draw, seed, players, options), options) for options in editions for seed in seeds
    ]
    groups, options = min(
        draws, key=lambda one: sum(name in seen for names, _ in one[0] for name in names)
    )
    drawn = [
        name
        for names, others in groups
        for name in [name for name in (*names, *others) if name not in seen][: len(names)]
    ]
    return Removal(drawn, _listed(draw.leaves_out, options))


def _listed(under: dict[str, tuple[str, ...]], options: Collection[str]) -> list[str]:
    return [name for option, names in under.items() if option in options for name in names]


def _drawn(
    draw: Draw, seed: int, players: int, options: Collection[str]
) -> list[tuple[list[str], list[str]]]:
    """Of each group those removed and the others, in the order drawn."""
    numbers = _numbers(seed)
    cards = draw.shuffled + (players if draw.pass_cards else 0)
    cards -= sum(count for option, count in draw.fewer.items() if option in options)
    for _ in range(cards):
        next(numbers)
    spared = {*_listed(draw.leaves_out, options), *_listed(draw.spared, options)}
    found = []
    for group in draw.groups:
        members = [name for name in group.of if name not in spared]
        order = _shuffled(members, numbers)
        count = draw.players - players + (0 if group.unless in options else group.extra)
        found.append((order[: max(count, 0)], order[max(count, 0) :]))
    return found


def shares_drawn(title: Title, seed: int) -> dict[str, str]:
    """The corporations that the site drew for private companies that bring a share of one."""
    numbers, names = _numbers(seed), [n for n, row in title.corporations.items() if not row.minor]
    return {
        private: names[next(numbers) % len(names)]
        for private, row in title.privates.items()
        if row.draws_share
    }


def privates_dealt(title: Title, seed: int, players: int) -> list[str]:
    """The private companies in the order in which the site deals them, where it does."""
    names = [name for name, row in title.privates.items() if row.least_players <= players]
    return _shuffled(names, _numbers(seed))


def _shuffled(names: Sequence[str], numbers: Iterator[int]) -> list[str]:
    """In the order of a number for each."""
    return sorted(names, key={name: next(numbers) for name in names}.__getitem__)


def _numbers(seed: int) -> Iterator[int]:
    number = seed % _RANGE
    while True:
        number = (_FACTOR * number + _STEP) % _RANGE
        yield number
