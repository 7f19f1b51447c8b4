"""Actions in words, as a table would say them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from operating_round import actions as operating
from operating_round.actions import Lay
from operating_round.choices import always_steps
from operating_round.looking import view_of
from operating_round.state import MARKET
from operating_round.turns import current_step
from route_opt.title import Title
from whole_game import actions
from whole_game.game import Game
from whole_game.rounds.draft import DraftRound
from whole_game.rules import stock_rules_of
from whole_game.table import GameTable

SOURCES = {"IPO": "the initial offering", "treasury": "its treasury", MARKET: "the bank pool"}


class Words:
    """The words of one game: actions as a table would say them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.title: Title = game.operating.rules

    def told(self, action: Any, cost: int = 0, *, ranged: bool = False) -> str:
        """An action in words."""
        found = "".join(self._WORDS[type(action)](self, action))
        price = getattr(action, "price", 0) or cost
        named = isinstance(action, actions.Par)
        return f"{found} for {price}" if price and not ranged and not named else found

    def place(self, name: str) -> str:
        """A hex or stop by its name, where it has one."""
        hex_id, _, number = name.partition(".")
        row = self.title.hexes.get(hex_id)
        if row is None:
            return name
        laid = self.game.operating.board.tiles.get(hex_id, "").partition("@")[0]
        stops = (self.title.tiles[laid] if laid else row.tile).stops
        city = f" city {int(number) + 1}" if number and len(stops) > 1 else ""
        return f"{row.name} ({hex_id}{city})" if row.name else f"{hex_id}{city}"

    def _bid(self, action: actions.Bid) -> Iterator[str]:
        auction = self.game.auction
        first = auction is not None and not auction.contest and auction.offered[0]
        yield "Buy " if action.private == first else "Bid on "
        yield self._private(action.private)

    def _card(self, action: actions.Keep | actions.Take) -> Iterator[str]:
        if isinstance(action, actions.Take):
            yield f"Take {self._private(action.card)}"
            return
        yield f"Keep {self._private(action.card)}"
        play, draft = GameTable(self.game, stock_rules_of(self.title)), DraftRound()
        if not draft.is_last(play):  # the price of the last one is what it is offered for
            price = draft.cost(play, action.card)
            yield f" ({price})" if price else ""

    def _private(self, name: str) -> str:
        row = self.title.privates.get(name)
        return f"{name}, {row.name}" if row else name

    def _par(self, action: actions.Par) -> Iterator[str]:
        yield f"Start {action.corporation} at {action.price}"

    def _share(self, action: actions.BuyShare) -> Iterator[str]:
        yield f"Buy 10% of {action.corporation} from {SOURCES.get(action.source, action.source)}"

    def _redeem_share(self, action: actions.RedeemShare) -> Iterator[str]:
        source = SOURCES.get(action.source, action.source)
        yield f"{action.corporation} redeems a share from {source}"

    def _reissue(self, action: actions.ReissueShares) -> Iterator[str]:
        yield f"{action.corporation} reissues its shares"

    def _accept(self, action: actions.Accept) -> Iterator[str]:
        yield "Accept"

    def _refuse(self, action: actions.Refuse) -> Iterator[str]:
        yield "Refuse"

    def _lay(self, action: Lay) -> Iterator[str]:
        yield f"Lay {action.tile} on {self.place(action.hex)}, turned {action.rotation}"
        yield f" by {action.by}" if action.by else ""

    def _token(self, action: operating.Token) -> Iterator[str]:
        yield f"Token in {self.place(action.stop)}"
        yield f" by {action.by}" if action.by else ""

    def _run(self, action: operating.Run) -> Iterator[str]:
        yield "Run the best routes" if action.routes is None else "Run these routes"

    def _object(self, action: operating.Object) -> Iterator[str]:
        yield f"{action.player} objects, and shows the best run"

    def _dividend(self, action: operating.Dividend) -> Iterator[str]:
        kinds = {"full": "Pay out", "half": "Pay half", "withhold": "Withhold"}
        yield kinds.get(action.kind, action.kind)

    def _train(self, action: operating.BuyTrain) -> Iterator[str]:
        sources = {"bank": "the bank", "discarded": "those returned"}
        yield f"Buy a {action.train} from {sources.get(action.source, action.source)}"
        yield f", trading in a {action.trade_in}" if action.trade_in else ""

    def _discard(self, action: operating.Discard) -> Iterator[str]:
        yield f"{action.corporation} returns a {action.train}"

    def _buy_private(self, action: operating.BuyPrivate) -> Iterator[str]:
        owner = self.game.operating.privates.get(action.private)
        yield f"Buy {self._private(action.private)}"
        yield f" from {owner}" if owner else ""

    def _assign(self, action: operating.Assign) -> Iterator[str]:
        if action.corporation and not action.hex:
            yield f"Assign {self._private(action.private)} to {action.corporation}"
            return
        yield f"Put the token of {self._private(action.private)}"
        yield f" on {self.place(action.hex)}" if action.hex else ""
        yield f" for {action.corporation}" if action.corporation else ""

    def _issue(self, action: operating.Issue) -> Iterator[str]:
        yield f"Issue {_shares(action.count)}"

    def _redeem(self, action: operating.Redeem) -> Iterator[str]:
        yield f"Redeem {_shares(action.count)}"

    def _sell(self, action: operating.SellShares) -> Iterator[str]:
        yield f"Sell {10 * action.count}% of {action.corporation}"

    def _sell_private(self, action: operating.SellPrivate) -> Iterator[str]:
        yield f"Sell {self._private(action.private)} to {action.buyer}"

    def _protect(self, action: operating.Protect) -> Iterator[str]:
        yield f"Protect the price of {action.corporation}"

    def _exchange(self, action: operating.Exchange) -> Iterator[str]:
        yield f"Exchange {self._private(action.private)} for a share from "
        yield SOURCES.get(action.source, action.source)

    def _bankrupt(self, action: operating.Bankrupt) -> Iterator[str]:
        yield "Go bankrupt"

    def _special(self, action: operating.Special) -> Iterator[str]:
        if told := self._by_its_step(action):
            yield told
            return
        yield action.kind.replace("_", " ").capitalize()
        yield f" {action.count} from" if action.count else ""
        if action.at:
            yield f" {action.at if action.at in self.title.corporations else self.place(action.at)}"
        if action.choice:
            is_place = action.choice.partition(".")[0] in self.title.hexes
            yield f": {self.place(action.choice) if is_place else action.choice}"

    def _by_its_step(self, action: operating.Special) -> str:
        """What the step says that takes it now, if there is one."""
        state = self.game.operating
        if state.turn is None:
            return ""
        table = view_of(state)
        steps = (current_step(table), *always_steps(table))
        found = (step.told(table, action, self.place) for step in steps if step.takes(action))
        return next(found, "")

    def _pass(self, action: operating.Pass) -> Iterator[str]:
        turn = self.game.operating.turn
        yield "Pass" if turn is None else _DONE.get(turn.step, "Go on")

    def _end(self, action: operating.EndGame) -> Iterator[str]:
        yield "End the game here"

    _WORDS: dict[type, Callable[[Any, Any], Iterator[str]]] = {
        actions.Bid: _bid,
        actions.Keep: _card,
        actions.Take: _card,
        actions.Par: _par,
        actions.BuyShare: _share,
        actions.RedeemShare: _redeem_share,
        actions.ReissueShares: _reissue,
        actions.Accept: _accept,
        actions.Refuse: _refuse,
        operating.Lay: _lay,
        operating.Token: _token,
        operating.Run: _run,
        operating.Object: _object,
        operating.Dividend: _dividend,
        operating.BuyTrain: _train,
        operating.Discard: _discard,
        operating.BuyPrivate: _buy_private,
        operating.Assign: _assign,
        operating.Issue: _issue,
        operating.Redeem: _redeem,
        operating.SellShares: _sell,
        operating.SellPrivate: _sell_private,
        operating.Protect: _protect,
        operating.Exchange: _exchange,
        operating.Bankrupt: _bankrupt,
        operating.Special: _special,
        operating.Pass: _pass,
        operating.EndGame: _end,
    }


_DONE = {
    "track": "Lay no more track",
    "token": "Place no token",
    "trains": "Buy no more trains",
    "privates": "Buy no private company",
    "shares": "Issue and redeem no more",
    "protection": "Do not protect it",
}
"""What leaving a step means, by its name."""


def _shares(count: int) -> str:
    return "a share" if count == 1 else f"{count} shares"
