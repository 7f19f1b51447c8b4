"""What players may do outside operating rounds, beside the actions of `operating_round`.

As there, an action says what is done; who does it is whose turn it is, unless it has a field for
it. Sales are `SellShares`, swaps `Exchange`, private companies between players `BuyPrivate` and
`SellPrivate`: one name for one deed, whatever the round.
"""

from __future__ import annotations

from typing import Any

import msgspec

from operating_round import actions as operating
from operating_round.typed import typed


class _Action(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True
):
    """The common form: ``type`` names the kind of action."""


class Bid(_Action, frozen=True, tag="bid"):
    """Bid on a private company; at its price on the one that is for sale, that buys it."""

    private: str
    price: int


class Keep(_Action, frozen=True, tag="keep"):
    """Keep one of the cards drawn: a private company, or a blank one."""

    card: str


class Take(_Action, frozen=True, tag="take"):
    """Take a card of the row: a private company, or one that is none."""

    card: str


class Par(_Action, frozen=True, tag="par"):
    """Set the first price of a corporation: with the president's certificate, or what brings it."""

    corporation: str
    price: int


class BuyShare(_Action, frozen=True, tag="buy_share"):
    """Buy one certificate of a corporation from ``IPO``, ``treasury`` or ``market``."""

    corporation: str
    source: str


class RedeemShare(_Action, frozen=True, tag="redeem_share"):
    """A company buys one of its shares back, from ``market`` or a player."""

    corporation: str
    source: str


class ReissueShares(_Action, frozen=True, tag="reissue_shares"):
    """A company offers all shares that it has bought back for sale again, at a new par."""

    corporation: str


class Accept(_Action, frozen=True, tag="accept"):
    """Agree to what another player has offered: a train, a private company, a share redeemed."""


class Refuse(_Action, frozen=True, tag="refuse"):
    """Do not agree."""


Action = (
    Bid
    | Keep
    | Take
    | Par
    | BuyShare
    | RedeemShare
    | ReissueShares
    | Accept
    | Refuse
    | operating.Action
)


def parse_action(data: Any) -> Action:
    """Read an action from its JSON form.

    >>> parse_action({"type": "par", "corporation": "PRR", "price": 90})
    Par(corporation='PRR', price=90)
    """
    return operating.action_of(data, Action)  # type: ignore[no-any-return]


def typed_action(line: str) -> Action:
    """Read an action as somebody types it: as ``legal`` prints it, or shorter.

    >>> typed_action("par PRR 90")
    Par(corporation='PRR', price=90)
    """
    return parse_action(typed(line, Action))


def write_action(action: Action) -> dict[str, Any]:
    """The JSON form of an action."""
    found: dict[str, Any] = msgspec.to_builtins(action)
    return found
