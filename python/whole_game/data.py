"""What a title's ``stock.toml`` says of auctions, stock rounds and the end."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args

import msgspec

from operating_round.errors import StateError
from operating_round.setup import PRESIDENTS
from route_opt import titles as known
from route_opt.errors import Problem, TitleError
from route_opt.rules.privates import debt_of
from route_opt.title import Title
from route_opt.title.checks.names import Report, check_known
from route_opt.title.tables import Tables


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


Way = Literal["waterfall", "draft", "row", "lots", "deal"]
Speaker = Literal["lowest", "left"]
Order = Literal["either", "sell_buy", "any"]
Deals = Literal["", "free", "purchase"]


class Privates(_Data, frozen=True):
    """How private companies come to the players.

    Attributes
    ----------
    kind
        ``waterfall``, ``draft``, ``row``, ``lots``, or ``deal``: by chance one to each player, who
        pays its price, before the first stock round.
    rule
        The section of the rulebook.
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
        Who speaks next where several fight for one: whoever has bid ``lowest``, or the next to the
        ``left`` of the highest bidder.
    speakers
        Other ways, by the option under which they hold.
    cheaper_by
        What nobody wants costs so much less the next time.
    fixed_debt
        Options under which the debt of a company does not come down with its price.
    blank_cards
        A draft has blank cards, one for each player.
    open_with
        Options under which the cards of a draft lie open: each takes one in turn, at its price, or
        passes once he has one; there are no blank ones.
    kinds
        Other ways, by the option under which they hold.
    kind_rules
        The sections on those.
    passed_over
        What is put on each card to the left of the one that is taken from a row.
    """

    kind: Way
    rule: str
    raise_by: int = 5
    highest_only: bool = False
    steps: bool = False
    any_price: tuple[str, ...] = ()
    goes_on: tuple[str, ...] = ()
    bids_count: bool = False
    speaker: Speaker = "lowest"
    speakers: dict[str, Speaker] = {}
    cheaper_by: int = 5
    fixed_debt: tuple[str, ...] = ()
    blank_cards: bool = False
    open_with: tuple[str, ...] = ()
    kinds: dict[str, Way] = {}
    kind_rules: dict[Way, str] = {}
    passed_over: int = 0


class Turn(_Data, frozen=True):
    """A player's turn in a stock round.

    Attributes
    ----------
    rule
        The section of the rulebook.
    sale_rule
        The section on sales.
    order
        ``either`` (sales, then a purchase, or the other way round), ``sell_buy``, or ``any``.
    one_block, one_block_with
        A turn sells the shares of a company all at once, or none; the options under which that
        holds.
    privates
        How private companies change hands between players, at any price: ``free`` in the turn of
        either, or as the ``purchase`` of a turn; not at all if empty.
    private_options
        Other ways, by the option under which they hold.
    private_rule
        The section on that.
    private_least
        The lowest price.
    private_keeps_priority
        Options under which such a deal does not move the priority.
    orders
        Other orders, by the option under which they hold.
    first_round_sales
        Whether shares may be sold in the first stock round.
    closed_rounds_count, closed_rounds_not
        Whether a round that ended while private companies were left was the first stock round; the
        options under which it was not.
    buys_back, never_back
        Whether a player may buy what he has sold in this round; the options under which he never
        may.
    """

    rule: str
    sale_rule: str
    order: Order
    one_block: bool = False
    one_block_with: tuple[str, ...] = ()
    privates: Deals = ""
    private_options: dict[str, Deals] = {}
    private_rule: str = ""
    private_least: int = 0
    private_keeps_priority: tuple[str, ...] = ()
    orders: dict[str, Order] = {}
    first_round_sales: bool = False
    closed_rounds_count: bool = False
    closed_rounds_not: tuple[str, ...] = ()
    buys_back: bool = False
    never_back: tuple[str, ...] = ()


class Limits(_Data, frozen=True):
    """How the limits on what players hold work in a turn; `Title.play.limits` has the limits.

    Attributes
    ----------
    rule
        The section of the rulebook.
    one_source, one_source_with
        Several in one turn only of one company and from the market; the options under which that
        holds.
    any_source_with
        Options under which several may come from the offering too.
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
    rule
        The section of the rulebook.
    privates
        Whether private companies count.
    bankrupt_privates, bankrupt_privates_with
        Whether those of a bankrupt player count; the options under which they do in any case.
    """

    rule: str
    privates: bool = True
    bankrupt_privates: bool = True
    bankrupt_privates_with: tuple[str, ...] = ()


class Protection(_Data, frozen=True):
    """Presidents may buy what was sold, to keep the price.

    Attributes
    ----------
    rule
        The section of the rulebook.
    after_own_sale, after_own_sale_with
        Also one who has sold shares of that company in this round; the options under which he may.
    """

    rule: str
    after_own_sale: bool = False
    after_own_sale_with: tuple[str, ...] = ()


class Redemption(_Data, frozen=True):
    """A company buys its shares back.

    Attributes
    ----------
    rule
        The section of the rulebook.
    others
        Others than the company keep at least so many percent.
    """

    rule: str
    others: int = 60


class Reissue(_Data, frozen=True):
    """Shares that a company has redeemed are offered again, at a new par.

    Attributes
    ----------
    rule
        The section of the rulebook.
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
    """The rules of play of a title outside its operating rounds.

    Attributes
    ----------
    privates
        How private companies come to the players.
    turn
        A turn in a stock round.
    limits
        How much a player may hold.
    ending
        The end.
    protection
        Prices that presidents protect, where there is that.
    redemption
        Shares that companies buy back, where they do.
    reissue
        Shares that are offered again, where they are.
    """

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


def plays(title: Title) -> bool:
    """Whether whole games of a title can be played.

    Raises
    ------
    TitleError
        When its data are there, and wrong: with every problem.
    """
    return _file(title) is not None and data_of(title) is not None


@functools.cache
def data_of(title: Title) -> StockData:
    """The data of a title.

    Raises
    ------
    TitleError
        With every problem of them.
    """
    file = _file(title)
    if file is None:
        raise StateError(
            f"whole games of {title.name} are not known; there are {', '.join(titles())}"
        )
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TitleError([Problem("title_data", "stock", str(error))]).in_file(str(file)) from None
    return _read(title, found, str(file))


def _read(title: Title, found: dict[str, Any], file: str) -> StockData:
    """The data from the tables of a file, each of them read whatever is wrong with the others."""
    problems: list[Problem] = []
    tables = Tables({"stock": found}, set(), problems)
    tables.known("stock", found, StockData)
    parts: dict[str, Any] = {}
    for field in msgspec.structs.fields(StockData):
        kind = next(part for part in (*get_args(field.type), field.type) if part is not NoneType)
        if field.name in found:
            wrong = len(problems)
            parts[field.name] = tables.one(f"stock.{field.name}", found[field.name], kind)
            if len(problems) == wrong:
                _check_names(title, f"stock.{field.name}", parts[field.name], tables.problem)
        elif field.required:
            tables.problem("stock", f"{field.name!r} is missing")
    if problems:
        raise TitleError(problems).in_file(file)
    return StockData(**parts)


def _check_names(title: Title, where: str, part: _Data, report: Report) -> None:
    """Every list of names and every key of a table is an option; new pars are on the market."""
    for field in msgspec.structs.fields(type(part)):
        if get_args(field.type)[:1] == (str,):
            options: Iterable[str] = getattr(part, field.name)
            check_known(report, f"{where}.{field.name}", "option", options, title.options)
    if isinstance(part, Privates):
        _check_deal(title, where, part, report)
    if isinstance(part, Reissue):
        prices = {cell.price for row in title.market.grid for cell in row if cell}
        rows = [*part.pars, *(row for rows in part.other_pars.values() for row in rows)]
        for par in sorted({par for _, par in rows} | set(part.most_with.values())):
            if par not in prices:
                report(f"{where}.pars", f"{par} is no price of the market")


def _check_deal(title: Title, where: str, part: Privates, report: Report) -> None:
    """Whoever is dealt a private company can pay for it, and has nothing to decide."""
    poorest = min(title.play.cash.values(), default=0)
    for option, way in {"": part.kind, **part.kinds}.items():
        for name, row in title.under([option]).privates.items() if way == "deal" else ():
            cost = row.price + debt_of(title, name)
            if cost > poorest:
                report(where, f"{name} is dealt for {cost}, to a player with {poorest}")
            if row.brings == PRESIDENTS:
                report(where, f"{name} is dealt, and nobody sets the price that it brings")


def _file(title: Title) -> Path | None:
    return known.in_layer(title, "whole_game", "stock.toml")
