"""What a president, or a player, may do: typed values, each with a JSON form.

An action says what is done, not by whom: that is whose turn it is, unless it has a field for it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from operating_round.documents import plain_problems
from operating_round.errors import IllegalAction
from route_opt.readable import readable

Route = dict[str, Any] | str
"""A route with its track, or in words: ``2: Erie, Buffalo``."""


class _Action(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True
):
    """The common form: ``type`` names the kind of action."""


class Lay(_Action, frozen=True, tag="lay_tile"):
    """Lay or upgrade a tile.

    `by` is the private company whose power lays it, if one does. Where a city without track
    becomes one of several, `city` is the number of the one that takes the token standing there.
    """

    hex: str
    tile: str
    rotation: int
    by: str = ""
    city: int = 0


class Token(_Action, frozen=True, tag="place_token"):
    """Place a station token on a stop; `by` as in `Lay`."""

    stop: str
    by: str = ""


class Run(_Action, frozen=True, tag="run_routes"):
    """Run trains: on these routes, or where none are given on the best there are."""

    routes: tuple[Route, ...] | None = None


class Object(_Action, frozen=True, tag="object"):
    """A player shows that a run can be bettered: by these routes, or the best there are."""

    player: str
    routes: tuple[Route, ...] | None = None


class Dividend(_Action, frozen=True, tag="dividend"):
    """What becomes of the earnings: ``full``, ``half`` or ``withhold``."""

    kind: str


class BuyTrain(_Action, frozen=True, tag="buy_train"):
    """Buy a train.

    `source` is ``bank``, ``discarded`` (returned to the bank) or the corporation that sells it.
    """

    train: str
    price: int
    source: str = "bank"
    trade_in: str = ""


class Discard(_Action, frozen=True, tag="discard_train"):
    """Return a train above the limit."""

    corporation: str
    train: str


class BuyPrivate(_Action, frozen=True, tag="buy_private"):
    """Buy a private company from its player."""

    private: str
    price: int


class Assign(_Action, frozen=True, tag="assign"):
    """Put the marker of a private company on a hex, or in a corporation's hands, or both."""

    private: str
    hex: str = ""
    corporation: str = ""


class Issue(_Action, frozen=True, tag="issue"):
    """Sell so many of the corporation's own shares to the market; `forced` to buy a train."""

    count: int
    forced: bool = False


class Redeem(_Action, frozen=True, tag="redeem"):
    """Buy so many of the corporation's own shares back from the market."""

    count: int


class SellShares(_Action, frozen=True, tag="sell_shares"):
    """A player sells shares to help his corporation."""

    player: str
    corporation: str
    count: int


class SellPrivate(_Action, frozen=True, tag="sell_private"):
    """A president sells a private company to another player, to help his corporation."""

    private: str
    buyer: str
    price: int


class Protect(_Action, frozen=True, tag="protect"):
    """A president buys the shares of his corporation that were just sold, to keep its price."""

    player: str
    corporation: str


class Exchange(_Action, frozen=True, tag="exchange"):
    """A player swaps a private company for a share, from ``IPO`` or ``market``."""

    private: str
    source: str


class Bankrupt(_Action, frozen=True, tag="bankrupt"):
    """A player cannot raise the money for a train."""


class Special(_Action, frozen=True, tag="special"):
    """What only one title knows; `kind` names it."""

    kind: str
    at: str = ""
    choice: str = ""
    count: int = 0


class Pass(_Action, frozen=True, tag="pass"):
    """Do no more in this step."""


class EndGame(_Action, frozen=True, tag="end_game"):
    """The players agree to stop here."""


Action = (
    Lay
    | Token
    | Run
    | Object
    | Dividend
    | BuyTrain
    | Discard
    | BuyPrivate
    | Assign
    | Issue
    | Redeem
    | SellShares
    | SellPrivate
    | Protect
    | Exchange
    | Bankrupt
    | Special
    | Pass
    | EndGame
)


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that may be done now.

    Attributes
    ----------
    action
        The action; with `prices`, at the lowest of them.
    prices
        Least and highest price, where it is for the players to agree on.
    step
        How far such prices are apart.
    cost
        What it costs, for information.
    """

    action: Action
    prices: tuple[int, int] | None = None
    step: int = 1
    cost: int = 0

    def allows(self, action: msgspec.Struct) -> bool:
        """Whether an action is this one, at a price within the range."""
        mine = self.action
        if type(mine) is not type(action):
            return False
        if isinstance(mine, Run):
            return True
        if self.prices is None:
            return mine == action
        low, high = self.prices
        price: int = getattr(action, "price", low)
        return price in range(low, high + 1, self.step) and mine == msgspec.structs.replace(
            action, price=low
        )


def parse_action(data: Any) -> Action:
    """Read an action from its JSON form.

    >>> parse_action({"type": "dividend", "kind": "full"})
    Dividend(kind='full')
    """
    return action_of(data, Action)  # type: ignore[no-any-return]


def action_of(data: Any, kind: Any) -> Any:
    """An action of one of the kinds of a union, from its JSON form."""
    for problem in plain_problems(data):
        raise IllegalAction(f"not an action: {problem.message}")
    try:
        return msgspec.convert(data, readable(kind))
    except msgspec.ValidationError as error:
        raise IllegalAction(f"not an action: {error}") from None


def write_action(action: Action) -> dict[str, Any]:
    """The JSON form of an action."""
    found: dict[str, Any] = msgspec.to_builtins(action)
    return found
