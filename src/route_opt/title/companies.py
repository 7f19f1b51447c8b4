"""Corporations, minors and private companies."""

from __future__ import annotations

from typing import Literal

from route_opt.title.data import Data


class Reserved(Data, frozen=True):
    """A slot kept for a corporation, and what its token costs there.

    Attributes
    ----------
    stop
        The stop.
    price
        What the token costs there when the corporation's track reaches it.
    price_unconnected
        What it costs without track; 0: not possible.
    slot
        Which slot of the stop.
    until
        The phase in which the reservation ends.
    """

    stop: str
    price: int
    price_unconnected: int = 0
    slot: int = 0
    until: str = ""


class EdgeToken(Data, frozen=True):
    """A token that doubles an off-board area for its corporation.

    Attributes
    ----------
    area
        The off-board area, by one of its hexes.
    price
        What the token costs.
    """

    area: str
    price: int


class Corporation(Data, frozen=True):
    """A corporation, or a minor company that runs like one.

    Attributes
    ----------
    name
        Its name in full; the table it stands in is called by its short one.
    home
        The stops of its home: `G18.0`. Of several its president chooses.
    tokens
        The prices of its tokens in the order they are placed, the home token first.
    float_percent
        It floats when so many percent are sold.
    shares
        Its certificates in percent, the president's first.
    colour
        The colour of its tokens on the board.
    also
        Other short names that documents may use.
    reserved
        Slots kept for it.
    destination
        The hex that a destination run ends at.
    edge_token
        The token that doubles an off-board area for it.
    minor
        It is a minor company, without shares of its own.
    treasury
        Its cash at the start.
    debt
        What its owner pays when it is taken, beside its price.
    trains
        Trains it has at the start.
    order
        Its place among the minors when they operate.
    group
        The group of which some are removed at set-up.
    special
        What is special about it, in words.
    fewer_tokens
        Under an option, how many tokens fewer it has.
    """

    name: str
    home: tuple[str, ...]
    tokens: tuple[int, ...] = (0,)
    float_percent: int = 60
    shares: tuple[int, ...] = (20, 10, 10, 10, 10, 10, 10, 10, 10)
    colour: str = "gray"
    also: tuple[str, ...] = ()
    reserved: tuple[Reserved, ...] = ()
    destination: str = ""
    edge_token: EdgeToken | None = None
    minor: bool = False
    treasury: int = 0
    debt: int = 0
    trains: tuple[str, ...] = ()
    order: int = 0
    group: str = ""
    special: str = ""
    fewer_tokens: dict[str, int] = {}


class Discount(Data, frozen=True):
    """What the owner of a private company saves on a lay.

    Attributes
    ----------
    terrain
        The kinds of terrain it is for; any if empty.
    borders
        The kinds of side it is for.
    amount, divisor
        So much less, or so many times less.
    """

    terrain: tuple[str, ...] = ()
    borders: tuple[str, ...] = ()
    amount: int = 0
    divisor: int = 1


class PrivateLay(Data, frozen=True):
    """Tiles that a private company lays on its hexes, as long as nobody else has built there.

    Attributes
    ----------
    number
        How many.
    tiles
        Only these, and nobody else lays them if `by` is a player's; any that fit if empty.
    free, counts
        They cost nothing; each takes the place of a usual lay.
    together
        They are two and join each other: both are laid, one right after the other, or none.
    token
        A token placed there in the same turn is free.
    by
        The ``corporation`` that owns it, in its turn; the ``player`` who owns it, in a stock turn,
        between turns, or at the track of a corporation of his; the ``seller`` of it, in the turn
        in which a corporation buys it.
    """

    number: int = 1
    tiles: tuple[str, ...] = ()
    free: bool = True
    counts: bool = False
    together: bool = False
    token: bool = False
    by: Literal["corporation", "player", "seller"] = "corporation"


class Swap(Data, frozen=True):
    """A private company that its player exchanges for a share, which closes it.

    Attributes
    ----------
    sources
        Where the share comes from: ``IPO``, ``market``.
    any_time
        At any time of a turn, not only between turns.
    """

    sources: tuple[str, ...]
    any_time: bool = False


class Private(Data, frozen=True):
    """A private company.

    Attributes
    ----------
    name
        Its name in full.
    price
        Its face value.
    revenue
        What it pays each time.
    blocks
        Hexes closed to track while a player owns it.
    power
        What it can do, in words.
    hexes, amount, lays
        Where its power works, the money in it, and how many extra tiles it lays.
    share
        The corporation of which it brings a share or the president's certificate, or for a share of
        which it is exchanged.
    brings
        How much of that corporation its first buyer gets with it, in percent: a share, or with 20
        the president's certificate, for which he sets the first price.
    draws_share
        That corporation is drawn at set-up.
    closes_with_train
        It closes with the first train that corporation buys.
    exchange
        How it is exchanged for such a share.
    lay
        The tiles it lays on its `hexes`.
    least_players
        It is in games of so many players only.
    rule
        The section on its power.
    kept_by_player
        It does not close with a player, and pays him so much from then on.
    is_certificate
        It is that certificate, and is closed once the price is set.
    reserves
        The stop it keeps a slot at.
    for_sale
        A corporation may buy it in the phases in which it buys private companies.
    sold_from
        A phase in which a corporation may buy it before the others are sold, up to its price.
    paid
        When it pays: every ``round``, or each time the bank loses a train (``upr_train``).
    number
        What the rules call it: `P3`.
    group
        The group of which some are removed at set-up.
    closes_on
        The phase that closes it.
    always_in_game
        It is never removed at set-up.
    discount
        What its corporation saves on lays, on its `hexes` only if it has any.
    bridge
        While a player owns it no track crosses the rivers of the map.
    """

    name: str
    price: int
    revenue: int
    blocks: tuple[str, ...] = ()
    power: str = ""
    hexes: tuple[str, ...] = ()
    amount: int = 0
    lays: int = 0
    share: str = ""
    brings: int = 0
    draws_share: bool = False
    closes_with_train: bool = False
    exchange: Swap | None = None
    lay: PrivateLay | None = None
    least_players: int = 0
    rule: str = ""
    kept_by_player: int = 0
    is_certificate: bool = False
    reserves: str = ""
    for_sale: bool = True
    sold_from: str = ""
    paid: Literal["round", "upr_train"] = "round"
    number: str = ""
    group: str = ""
    closes_on: str = ""
    always_in_game: bool = True
    discount: Discount | None = None
    bridge: bool = False
