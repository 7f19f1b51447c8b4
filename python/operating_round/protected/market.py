"""Zones, the ledge and the top of the market, and what players may hold."""

from __future__ import annotations

from operating_round import market
from operating_round.table import Table, View
from route_opt.title import Title

SHARE_LIMIT = 60
"""The most percent of one company that a player normally holds."""
FREE_ZONES = {"yellow", "green", "brown"}
"""Zones of the market whose shares do not count against the certificate limit."""
UNLIMITED_ZONES = {"green", "brown"}
"""Zones without a limit on holding one company."""


def zones(table: View, place: market.Place) -> set[str]:
    """The coloured zone of a space, if it has one; official variants may colour it anew."""
    found = market.cell(table.title.market, place)
    marks = set(found.marks) if found else set()
    for option, cells in table.title.market.variants.items():
        if option in table and market.key(place) in cells:
            marks = (marks - FREE_ZONES) | {cells[market.key(place)]}
    return marks & FREE_ZONES


def certificates(table: View, player: str) -> int:
    """How many of a player's certificates count against his limit."""
    found = len(table.privates.of(player))
    for row in table.state.corporations.values():
        held = row.shares.get(player, 0)
        if held and not (row.market and zones(table, row.market)):
            found += held // 10 - (row.owner == player)
    return found


def may_exceed(table: View, name: str) -> bool:
    """Whether a player may hold any number of shares of a company."""
    place = table.corporation(name).market
    return place is not None and bool(zones(table, place) & UNLIMITED_ZONES)


def least_sale(table: View, player: str, name: str) -> int:
    """The fewest shares that leave no more than the limit."""
    held = table.corporation(name).shares.get(player, 0)
    return 1 if may_exceed(table, name) else max(1, (held - SHARE_LIMIT) // 10)


def fall(table: Table, name: str, number: int) -> None:
    """Down so many spaces at once; exactly one too many is stopped by the ledge."""
    table.bank.check()
    place = fallen(table.title, table.market.place(name), number)
    if place == fallen(table.title, table.market.place(name), number - 1):
        table.say("ledge", f"{name} stays where it is", corporation=name)
    table.market.put_price(name, place)


def fallen(title: Title, place: market.Place, number: int) -> market.Place:
    """The space so many spaces further down, short of the ledge by exactly one."""
    for left in range(number, 0, -1):
        below = market.step(title.market, place, "down")
        if left == 1 and _crosses_ledge(title, place, below):
            break
        place = below
    return place


def _crosses_ledge(title: Title, place: market.Place, below: market.Place) -> bool:
    here, there = (market.cell(title.market, at) for at in (place, below))
    below_ledge = bool(there and "below_ledge" in there.marks)
    return below_ledge and not (here and "below_ledge" in here.marks)


def check_top(table: Table) -> None:
    """End the short variant if a price is at the top."""
    top = max(cell.price for row in table.title.market.grid for cell in row if cell)
    rows = table.state.corporations.values()
    if "finish_on_400" in table and any(row.share_price == top for row in rows):
        table.set(finish="price", over=True)
        table.say("end", f"a price has reached {top}: the game is over")
