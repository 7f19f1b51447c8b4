"""Stock rounds of titles in which presidents protect prices.

Shares that a player sells move no price at once: when his turn is over, their presidents are
asked one after another, in the order of the sales.
"""

from __future__ import annotations

from collections.abc import Iterator

from operating_round.actions import Choice
from operating_round.market import Place
from operating_round.protected import sales
from operating_round.protected.market import fallen, least_sale
from operating_round.protected.sales import Sale
from operating_round.rules.holdings import Places
from operating_round.state import BANK, MARKET
from whole_game.actions import RedeemShare, ReissueShares
from whole_game.rules import StockRules
from whole_game.table import GameTable

TREASURY = "treasury"
"""Where redeemed shares lie."""


class ProtectedStockRules(StockRules):
    """Sales that wait for their presidents."""

    def least_for_sale(self, play: GameTable, player: str, name: str) -> int:
        """What protection has brought above the limit comes down to it with the next sale."""
        return least_sale(play.table, player, name)

    def _above_most(self, play: GameTable, player: str, name: str) -> bool:
        """Only too many certificates have to be sold."""
        return False

    def company_choices(self, play: GameTable, player: str) -> Iterator[Choice]:
        """A share redeemed, or those redeemed offered again, as the sole action of a turn."""
        alone = not play.stock.bought and not play.stock.sold_now
        if alone:
            yield from self._redemptions(play, player)
        others = self.data.reissue.with_others if self.data.reissue else ()
        if alone or play.table.any_of(others):
            yield from self._reissues(play, player)

    def _redemptions(self, play: GameTable, player: str) -> Iterator[Choice]:
        """From the market if a share is there, else from a player."""
        for name, row in play.state.corporations.items():
            if row.owner != player or self._no_redemption(play, name):
                continue
            holders = [who for who in play.players if self._may_give(play, who, name)]
            for source in [MARKET] if play.pool(name) else holders:
                yield Choice(RedeemShare(name, source), cost=row.share_price)  # type: ignore[arg-type]

    def _no_redemption(self, play: GameTable, name: str) -> str:
        """Why a company redeems no share now, wherever it is; nothing if it may."""
        redemption, row = self.data.redemption, play.corporation(name)
        assert redemption is not None
        if not row.operated:
            return f"{name} has not operated yet"
        if name in play.stock.redeemed:
            return f"{name} has redeemed a share in this round"
        usable, price = row.cash - play.stock.income.get(name, 0), row.share_price or 0
        if usable < price:
            return f"a share costs {price}, and {name} may use {usable} in this round"
        out = 100 - row.shares.get(play.unsold, 0) - row.shares.get(TREASURY, 0)
        if out - 10 < redemption.others:
            return f"players and market hold {out}% of {name}, and keep {redemption.others}%"
        return ""

    def _reissues(self, play: GameTable, player: str) -> Iterator[Choice]:
        """All that a company has redeemed."""
        for name, row in play.state.corporations.items():
            if row.owner == player and not self._no_reissue(play, name):
                yield Choice(ReissueShares(name))  # type: ignore[arg-type]

    def _no_reissue(self, play: GameTable, name: str) -> str:
        """Why a company reissues nothing now; nothing if it may."""
        row = play.corporation(name)
        if not row.operated:
            return f"{name} has not operated yet"
        if name in play.stock.reissued:
            return f"{name} has reissued shares in this round"
        if not row.shares.get(TREASURY):
            return f"{name} has no redeemed share"
        left = row.shares.get(play.unsold, 0)
        return f"{left}% of {name} are still in the offering" if left else ""

    def company_refusal(self, play: GameTable, action: RedeemShare | ReissueShares) -> str:
        """What stands against a redemption or a reissue."""
        name = action.corporation
        if isinstance(action, ReissueShares):
            return self._no_reissue(play, name)
        if found := self._no_redemption(play, name):
            return found
        if play.pool(name):
            return f"{name} redeems the share that lies in the market first"
        return f"{action.source} has no share of {name} to give, or has to stay its president"

    def _may_give(self, play: GameTable, player: str, name: str) -> bool:
        """Whether a player's share may be redeemed: the president stays in office."""
        return play.table.market.spare(player, name, stays=True) >= 10

    def redeem(self, play: GameTable, action: RedeemShare) -> None:
        """The company pays the price; it does not move."""
        name = action.corporation
        price = play.corporation(name).share_price or 0
        play.table.bank.pay(name, BANK if action.source == MARKET else action.source, price)
        play.table.market.move_shares(name, action.source, TREASURY, 10)
        play.set_stock(redeemed=(*play.stock.redeemed, name))
        play.table.say("redeem", f"{name} redeems a share for {price}", corporation=name)

    def new_par(self, play: GameTable, name: str) -> int:
        """At what shares are offered again: by the price, and not below the old par."""
        reissue, row = self.data.reissue, play.corporation(name)
        assert reissue is not None
        pars = dict(reissue.pars)
        for option, others in reissue.other_pars.items():
            pars |= dict(others) if option in play.table else {}
        most = [most for option, most in reissue.most_with.items() if option in play.table]
        reached = [price for price in pars if price <= (row.share_price or 0)]
        found = pars[max(reached)] if reached else 0
        return max(row.par or 0, min([found, *most]))

    def reissue(self, play: GameTable, action: ReissueShares) -> None:
        """All that was redeemed goes to the offering; what it brings is the company's."""
        name = action.corporation
        row, par = play.corporation(name), self.new_par(play, name)
        play.table.change(name, par=par)
        sales.Reissued.set(play.table, name, reissued=True)
        play.table.market.move_shares(name, TREASURY, play.unsold, row.shares[TREASURY])
        play.set_stock(reissued=(*play.stock.reissued, name))
        play.table.say("reissue", f"{name} reissues its shares at {par}", corporation=name)

    def paid(self, play: GameTable, player: str, name: str, source: str, price: int) -> None:
        """What was reissued pays the company, which may use it when the round is over."""
        if source != play.unsold or not sales.Reissued.of(play.corporation(name)).reissued:
            super().paid(play, player, name, source, price)
            return
        income = play.stock.income
        play.table.bank.pay(player, name, price)
        play.set_stock(income={**income, name: income.get(name, 0) + price})

    def certificate_limit(self, play: GameTable) -> int:
        """By the companies left; records count one that is about to close."""
        if "closing_comes_first" not in play.table:
            return super().certificate_limit(play)
        return play.table.rules.holdings.most_certificates(play.table, super().places(play))

    def places(self, play: GameTable) -> Places:
        """Where prices will stand if nobody protects them; what closes by that is not there."""
        found = dict(super().places(play))
        for sale in play.game.stock.sales if play.game.stock else ():
            place = found.get(sale.corporation)
            if place:
                found[sale.corporation] = fallen(self.title, place, sale.count)
        return {name: place for name, place in found.items() if not self._closes(place)}

    def _closes(self, place: Place | None) -> bool:
        found = self.title.market.cell(place) if place else None
        return bool(found and "closed" in found.marks)

    def sell(self, play: GameTable, player: str, name: str, count: int) -> None:
        """The price stays where it is until the turn is over."""
        if not play.stock.sales:
            play.set_stock(funds=play.state.bank)
        president = play.corporation(name).owner or ""
        play.table.market.to_market(player, name, count)
        play.table.market.check_president(name)
        sale = Sale(player, president, name, count)
        play.set_stock(sales=(*play.stock.sales, sale))

    def may_protect(self, play: GameTable, sale: Sale) -> bool:
        """Whether the president of a company may buy what was sold of it."""
        mine = play.stock.sold.get(sale.president, {})
        if sale.corporation in mine and not self._protects_after_own_sale(play):
            return False
        if sale.seller == sale.president:
            return False
        return sales.may_protect(play.table, sale)

    def _protects_after_own_sale(self, play: GameTable) -> bool:
        """Whether who has sold shares of a company in this round may still protect its price."""
        data = self.data.protection
        assert data is not None
        return data.after_own_sale or play.table.any_of(data.after_own_sale_with)

    def protect(self, play: GameTable, sale: Sale) -> None:
        """He buys it: the price stays, and play goes on to his left."""
        sales.protect(play.table, sale)
        play.set_stock(resume=play.left_of(sale.president))
        play.set(priority=play.left_of(sale.president))

    def falls(self, play: GameTable, sale: Sale) -> None:
        """He does not: the price falls by as many rows as shares were sold."""
        play.set_stock(funds=sales.price_falls(play.table, sale, play.stock.funds))

    def round_ends(self, play: GameTable) -> None:
        """What players and the company itself hold whole goes up, of companies that operate."""
        for name in play.table.rules.rounds.order(play.table):
            shares = play.corporation(name).shares
            if not shares.get(MARKET) and not shares.get(play.unsold):
                play.table.market.move_price(name, "up")
