"""Shares sold in need: they wait until a president has bought them, or their price falls."""

from __future__ import annotations

from typing import Annotated

import msgspec

from operating_round.memory import CompanyMemory, TurnMemory
from operating_round.protected.market import fall
from operating_round.state import BANK, MARKET
from operating_round.table import Table, View


class Sale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A block of shares just sold, and the president who may buy it.

    Attributes
    ----------
    seller
        Who sold.
    president
        Who may buy them.
    corporation
        Of which company.
    count
        How many shares.
    """

    seller: str
    president: str
    corporation: str
    count: Annotated[int, msgspec.Meta(ge=1, le=10)]


class Sold(TurnMemory, frozen=True):
    """What was sold in a turn.

    Attributes
    ----------
    sales
        Sales whose price has not moved yet, in order.
    sold
        Corporations of which something was sold.
    bankrupt
        The player who sold all he could.
    funds
        What the bank had before these sales, without what it has paid for those not protected.
    """

    sales: tuple[Sale, ...] = ()
    sold: tuple[str, ...] = ()
    bankrupt: str | None = None
    funds: int | None = None


class Reissued(CompanyMemory, frozen=True):
    """A company has offered its redeemed shares for sale again."""

    reissued: bool = False


def price_of(table: View, sale: Sale) -> int:
    """What a president pays who protects the price: that at which the shares were sold."""
    return sale.count * (table.corporation(sale.corporation).share_price or 0)


def may_protect(table: View, sale: Sale) -> bool:
    """Cash at hand and room for all certificates; not out of the money for the train."""
    row = table.state.corporations.get(sale.corporation)
    if row is None or sale.president not in table.state.players:
        return False
    if sale.president == sale.seller and "protection_after_purchase" not in table:
        return False
    if table.bank.cash(sale.president) < price_of(table, sale):
        return False
    holdings = table.rules.holdings
    if holdings.lifted(table, row.market, "uncounted"):
        return True
    places = holdings.places(table)
    held = holdings.counted(table, sale.president, places)
    return held + sale.count <= holdings.most_certificates(table, places)


def protect(table: Table, sale: Sale) -> None:
    """The president buys what was sold, at the price it was sold for."""
    price = price_of(table, sale)
    table.bank.pay(sale.president, BANK, price)
    table.market.move_shares(sale.corporation, MARKET, sale.president, 10 * sale.count)
    table.say(
        "protect",
        f"{sale.president} protects {sale.corporation} for {price}",
        player=sale.president,
        corporation=sale.corporation,
    )
    table.market.check_president(sale.corporation)


def price_falls(table: Table, sale: Sale, funds: int | None) -> int | None:
    """Nobody has bought what was sold: the bank pays for it, out of its funds before all sales.

    What it has paid for other sales may come back to it, and what was bought after them does not
    count. Gives what is left.
    """
    if sale.corporation not in table.state.corporations:
        return funds
    price = price_of(table, sale)
    left = table.state.bank if funds is None else funds - price
    table.bank.check(left)
    fall(table, sale.corporation, sale.count)
    return left


def game_over(table: Table) -> None:
    """A bankrupt player's money goes to the bank, and nothing happens any more."""
    player = Sold.of(table).bankrupt or ""
    table.bank.pay(player, BANK, table.bank.cash(player))
    table.set(finish="bankrupt", over=True)
