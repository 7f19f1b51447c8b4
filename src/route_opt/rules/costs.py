"""What a lay costs the corporation that pays for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from route_opt.lays import Lay
from route_opt.title import Discount, Title


def lay_cost(title: Title, lay: Lay, corporation: str, privates: Collection[str] = ()) -> int:
    """What a usual lay costs a corporation that owns these private companies."""
    return sum(amount for _, amount in cost_parts(title, lay, corporation, privates))


def cost_parts(
    title: Title, lay: Lay, corporation: str, privates: Collection[str] = ()
) -> Iterator[tuple[str, int]]:
    """What the cost of a usual lay is made of: ground or tile, and the sides it crosses."""
    discounts = list(_discounts(title, lay.hex, privates))
    terrain = lay.terrain
    for discount in discounts:
        if not discount.terrain or title.hexes[lay.hex].terrain in discount.terrain:
            terrain = max(0, terrain - discount.amount) // discount.divisor
    least = title.play.track.least_cost
    if _is_granted(title, lay, corporation):
        yield "land grant", 0
    elif terrain and terrain >= least:
        yield title.hexes[lay.hex].terrain or "terrain", terrain
    elif least:
        yield "tile", least
    for kind, amount in lay.borders:
        saved = sum(discount.amount for discount in discounts if kind in discount.borders)
        yield kind or "side", max(0, amount - saved)


def _is_granted(title: Title, lay: Lay, corporation: str) -> bool:
    """Whether a first tile lies on land that was given to the corporation."""
    land = title.play.track.land_grants.get(corporation)
    return land is not None and lay.hex in title.marks[land] and not lay.upgrade


def _discounts(title: Title, hex_id: str, privates: Collection[str]) -> Iterator[Discount]:
    for name in privates:
        private = title.privates.get(name)
        if private and private.discount and (not private.hexes or hex_id in private.hexes):
            yield private.discount
