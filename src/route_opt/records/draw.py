"""What is removed from a game at set-up, which the record gives only as a seed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from route_opt.records.rules import Draw

# The random numbers of the site: a linear congruential generator.
_FACTOR, _STEP, _RANGE = 1_103_515_245, 12_345, 2**31


def removed(
    draw: Draw,
    seed: int,
    players: int,
    options: Collection[str],
    seen: Collection[str] = (),
) -> list[str]:
    """The members of the groups that are not in the game; those `seen` in it certainly are."""
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
        drawn = sorted(members, key={name: next(numbers) for name in members}.__getitem__)
        count = draw.players - players + (0 if group.unless in options else group.extra)
        found += [name for name in drawn if name not in seen][: max(count, 0)]
    return found


def _numbers(seed: int) -> Iterator[int]:
    number = seed % _RANGE
    while True:
        number = (_FACTOR * number + _STEP) % _RANGE
        yield number
