"""What may be done now, as the page offers it: in words, gathered by kind, with its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from operating_round import actions as operating
from operating_round.actions import Choice, Lay
from whole_game import actions
from whole_game.actions import write_action
from whole_game.game import Game
from whole_game.serve.schema import Offer
from whole_game.words import Words

GROUPS: dict[type, str] = {
    actions.Bid: "Private companies",
    actions.Keep: "Cards",
    actions.Take: "Cards",
    actions.BuyShare: "Buy a share",
    actions.Par: "Start a corporation",
    operating.SellShares: "Sell shares",
    actions.RedeemShare: "Redeem shares",
    actions.ReissueShares: "Reissue shares",
    actions.Accept: "Answer",
    actions.Refuse: "Answer",
    operating.Token: "Place a token",
    operating.Run: "Run trains",
    operating.Object: "Object to the run",
    operating.Dividend: "Dividend",
    operating.BuyTrain: "Buy a train",
    operating.Discard: "Return a train",
    operating.BuyPrivate: "Buy a private company",
    operating.Assign: "Private companies",
    operating.Issue: "Issue shares",
    operating.Redeem: "Redeem shares",
    operating.SellPrivate: "Sell a private company",
    operating.Protect: "Protect the price",
    operating.Exchange: "Exchange a private company",
    operating.Bankrupt: "Bankruptcy",
    operating.Special: "More",
    operating.Pass: "Pass",
}
"""The heading that a kind of action stands under."""


def offers(game: Game, choices: Sequence[Choice]) -> list[Offer]:
    """Everything but the lays of tiles, which are offered on their hexes."""
    words = Words(game)
    found = [_offer(words, choice) for choice in choices if not isinstance(choice.action, Lay)]
    order = list(dict.fromkeys(GROUPS.values()))
    return sorted(found, key=lambda offer: (offer.group == "Pass", order.index(offer.group)))


def _offer(words: Words, choice: Choice) -> Offer:
    """A choice as it is offered."""
    action: Any = choice.action
    ranged = choice.prices is not None and choice.prices[0] < choice.prices[1]
    return Offer(
        write_action(action),
        GROUPS[type(action)],
        words.told(action, choice.cost, ranged=ranged),
        choice.cost,
        _place(action),
        getattr(action, "corporation", "") or getattr(action, "private", ""),
        choice.prices if ranged else None,
        choice.step,
    )


def _place(action: Any) -> str:
    """The hex or stop of an action, if it has one."""
    if isinstance(action, operating.Special):
        return action.at if action.at[1:2].isdigit() or action.at[2:3].isdigit() else ""
    return str(getattr(action, "stop", "") or getattr(action, "hex", ""))
