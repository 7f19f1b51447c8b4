"""The ledge and the top of the market, and what comes down to a limit."""

from __future__ import annotations

from operating_round import market
from operating_round.table import Table, View
from route_opt.title import Title


def least_sale(table: View, player: str, name: str) -> int:
    """The fewest shares that leave no more than the limit."""
    row, holdings = table.corporation(name), table.rules.holdings
    if holdings.lifted(table, row.market, "unlimited"):
        return 1
    return max(1, (row.shares.get(player, 0) - holdings.most_of_one(table)) // 10)


def fall(table: Table, name: str, number: int) -> None:
    """Down so many spaces at once; exactly one too many is stopped by the ledge."""
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
    here, there = (title.market.cell(at) for at in (place, below))
    below_ledge = bool(there and "below_ledge" in there.marks)
    return below_ledge and not (here and "below_ledge" in here.marks)


def check_top(table: Table) -> None:
    """End the short variant if a price is at the top."""
    top = max(cell.price for row in table.title.market.grid for cell in row if cell)
    rows = table.state.corporations.values()
    if "finish_on_400" in table and any(row.share_price == top for row in rows):
        table.set(finish="price", over=True)
        table.say("end", f"a price has reached {top}: the game is over")
