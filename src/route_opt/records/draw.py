"""What is removed from a game at set-up, which the record gives only as a seed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from route_opt.records.rules import Draw

# The random numbers of the site: a linear congruential generator.
_FACTOR, _STEP, _RANGE = 1_103_515_245, 12_345, 2**31


def removed(
    draw: Draw,
    seeds: Sequence[int],
    players: int,
    editions: Sequence[Collection[str]],
    seen: Collection[str] = (),
) -> list[str]:
    """The members of the groups that are not in the game.

    What is `seen` in the record certainly is in it. The site has changed what it shuffles with and
    which edition it means when it names none, so the first draw is taken that spares what is seen;
    if none does, the one that comes closest, with others of the group for those seen.
    """
    draws = [_drawn(draw, seed, players, options) for options in editions for seed in seeds]
    best = min(draws, key=lambda found: sum(name in seen for group in found for name in group[0]))
    return [
        name
        for names, others in best
        for name in [name for name in (*names, *others) if name not in seen][: len(names)]
    ]


def _drawn(
    draw: Draw, seed: int, players: int, options: Collection[str]
) -> list[tuple[list[str], list[str]]]:
    """Of each group those removed and the others, in the order drawn."""
    numbers = _numbers(seed)
    cards = draw.shuffled + (players if draw.pass_cards else 0)
    cards -= sum(count for option, count in draw.fewer.items() if option in options)
    for _ in range(cards):
        next(numbers)
    gone = [
        name for option, names in draw.leaves_out.items() if option in options for name in names
    ]
    spared = [name for option, names in draw.spared.items() if option in options for name in names]
    found = []
    for group in draw.groups:
        members = [name for name in group.of if name not in gone and name not in spared]
        order = sorted(members, key={name: next(numbers) for name in members}.__getitem__)
        count = draw.players - players + (0 if group.unless in options else group.extra)
        found.append((order[: max(count, 0)], order[max(count, 0) :]))
    return found


def _numbers(seed: int) -> Iterator[int]:
    number = seed % _RANGE
    while True:
        number = (_FACTOR * number + _STEP) % _RANGE
        yield number
