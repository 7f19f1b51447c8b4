"""What a title's ``stock.toml`` says of auctions, stock rounds and the end."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import msgspec

from operating_round.errors import StateError
from route_opt import titles as known
from route_opt.title import Title


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Privates(_Data, frozen=True):
    """How private companies come to the players.

    Attributes
    ----------
    kind
        ``waterfall``, ``draft``, ``row`` or ``lots``.
    kinds
        Other ways, by the option under which they hold; `kind_rules` are the sections on them.
    passed_over
        What is put on each card to the left of the one that is taken from a row.
    raise_by
        The least by which a bid is above the price, or another bid.
    highest_only
        Only the highest bid on a company is money set aside.
    steps
        Bids are multiples of `raise_by`.
    any_price
        Options under which the one for sale takes any price that is not too low.
    goes_on
        Options under which a round that nobody buys in does not begin anew left of the last buyer.
    bids_count
        A bid, and the purchase it leads to, moves where the next round begins, as a purchase of
        what is for sale does.
    speaker
        Who speaks next where several fight for one: whoever has bid ``lowest``, or the next to
        the ``left`` of the highest bidder.
    speakers
        Other ways, by the option under which they hold.
    cheaper_by
        What nobody wants costs so much less the next time.
    open_with
        Options under which the cards of a draft lie open: each takes one in turn, at its price, or
        passes once he has one; there are no blank ones.
    fixed_debt
        Options under which the debt of a company does not come down with its price.
    """

    kind: str
    rule: str
    raise_by: int = 5
    highest_only: bool = False
    steps: bool = False
    any_price: tuple[str, ...] = ()
    goes_on: tuple[str, ...] = ()
    bids_count: bool = False
    speaker: str = "lowest"
    speakers: dict[str, str] = {}
    cheaper_by: int = 5
    fixed_debt: tuple[str, ...] = ()
    blank_cards: bool = False
    open_with: tuple[str, ...] = ()
    kinds: dict[str, str] = {}
    kind_rules: dict[str, str] = {}
    passed_over: int = 0


class Turn(_Data, frozen=True):
    """A player's turn in a stock round.

    Attributes
    ----------
    order
        ``either`` (sales, then a purchase, or the other way round), ``sell_buy``, or ``any``.
    orders
        Other orders, by the option under which they hold.
    one_block
        A turn sells the shares of a company all at once, or none; with `one_block_with` under an
        option only.
    privates
        How private companies change hands between players, at any price: ``free`` in the turn of
        either, or as the ``purchase`` of a turn; not at all if empty. `private_options` are other
        ways, by the option under which they hold. `private_least` is the lowest price. That
        moves the priority, but under an option in `private_keeps_priority`.
    first_round_sales
        Whether shares may be sold in the first stock round.
    closed_rounds_count
        Whether a round that ended while private companies were left was the first stock round,
        but under an option in `closed_rounds_not`.
    buys_back
        Whether a player may buy what he has sold in this round, but under an option in
        `never_back`.
    """

    rule: str
    sale_rule: str
    order: str
    one_block: bool = False
    one_block_with: tuple[str, ...] = ()
    privates: str = ""
    private_options: dict[str, str] = {}
    private_rule: str = ""
    private_least: int = 0
    private_keeps_priority: tuple[str, ...] = ()
    orders: dict[str, str] = {}
    first_round_sales: bool = False
    closed_rounds_count: bool = False
    closed_rounds_not: tuple[str, ...] = ()
    buys_back: bool = False
    never_back: tuple[str, ...] = ()


class Limits(_Data, frozen=True):
    """How the limits on what players hold work in a turn; `Title.play.limits` has the limits.

    Attributes
    ----------
    one_source
        Where a zone lets a turn buy several, only of one company and from the market, or from the
        offering too under an option in `any_source_with`; with `one_source_with` under an option
        only.
    at_once
        Whoever comes to hold too many certificates sells at once, whosever turn it is.
    """

    rule: str
    one_source: bool = False
    one_source_with: tuple[str, ...] = ()
    any_source_with: tuple[str, ...] = ()
    at_once: bool = False


class Ending(_Data, frozen=True):
    """When the game ends, and what counts then.

    Attributes
    ----------
    privates
        Whether private companies count.
    bankrupt_privates
        Whether those of a bankrupt player do; under an option in `bankrupt_privates_with` in any
        case.
    """

    rule: str
    privates: bool = True
    bankrupt_privates: bool = True
    bankrupt_privates_with: tuple[str, ...] = ()


class Protection(_Data, frozen=True):
    """Presidents may buy what was sold, to keep the price.

    With `after_own_sale`, or under an option in `after_own_sale_with`, also one who has sold shares
    of that company in this round.
    """

    rule: str
    after_own_sale: bool = False
    after_own_sale_with: tuple[str, ...] = ()


class Redemption(_Data, frozen=True):
    """A company buys its shares back, as long as others keep so many percent."""

    rule: str
    others: int = 60


class Reissue(_Data, frozen=True):
    """Shares that a company has redeemed are offered again, at a new par.

    Attributes
    ----------
    pars
        Prices, each with the par that it and all up to the next one give.
    other_pars
        What takes the place of some of them, by the option under which it does.
    most_with
        The highest new par, by the option under which there is one.
    with_others
        Options under which a president reissues beside purchases and sales of his own.
    """

    rule: str
    pars: tuple[tuple[int, int], ...]
    other_pars: dict[str, tuple[tuple[int, int], ...]] = {}
    most_with: dict[str, int] = {}
    with_others: tuple[str, ...] = ()


class StockData(_Data, frozen=True):
    """The rules of play of a title outside its operating rounds."""

    privates: Privates
    turn: Turn
    limits: Limits
    ending: Ending
    protection: Protection | None = None
    redemption: Redemption | None = None
    reissue: Reissue | None = None


def titles() -> list[str]:
    """The titles that are played as whole games."""
    return [name for name in known.names() if _file(known.find(name)) is not None]


@functools.cache
def data_of(title: Title) -> StockData:
    """The data of a title."""
    file = _file(title)
    if file is None:
        raise StateError(
            f"whole games of {title.name} are not known; there are {', '.join(titles())}"
        )
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), StockData)


def _file(title: Title) -> Path | None:
    return known.in_layer(title, "whole_game", "stock.toml")
