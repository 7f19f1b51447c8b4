"""What a title's ``stock.toml`` says of auctions, stock rounds and the end."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import msgspec

from operating_round.errors import StateError
from route_opt.title import Title
from route_opt.titles import names as found_titles

_FOLDER = Path(__file__).parent / "titles"


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Privates(_Data, frozen=True):
    """How private companies come to the players.

    Attributes
    ----------
    kind
        ``waterfall`` or ``draft``.
    raise_by
        The least by which a bid is above the price, or another bid.
    goes_on
        Options under which a round that nobody buys in does not begin anew left of the last buyer.
    speaker
        Who speaks next where several fight for one: whoever has bid ``lowest``, or the next to
        the ``left`` of the highest bidder.
    speakers
        Other ways, by the option under which they hold.
    brings_share
        Private companies that bring their first buyer a share of their corporation.
    is_certificate
        Private companies that are the president's certificate, and no more than that.
    cheaper_by
        What nobody wants costs so much less the next time.
    remove_from_each_group
        How many of each group leave the game at random, by players.
    """

    kind: str
    rule: str
    raise_by: int = 5
    goes_on: tuple[str, ...] = ()
    speaker: str = "lowest"
    speakers: dict[str, str] = {}
    brings_share: tuple[str, ...] = ()
    is_certificate: tuple[str, ...] = ()
    cheaper_by: int = 5
    blank_cards: bool = False
    remove_from_each_group: dict[str, int] = {}


class Turn(_Data, frozen=True):
    """A player's turn in a stock round.

    Attributes
    ----------
    order
        ``either`` (sales, then a purchase, or the other way round), ``sell_buy``, or
        ``sell_buy_sell``.
    orders
        Other orders, by the option under which they hold.
    one_block
        A turn sells the shares of a company all at once, or none; with `one_block_with` under an
        option only.
    privates
        How private companies change hands between players, at any price: ``free`` in the turn of
        either, or as the ``purchase`` of a turn; not at all if empty. `private_options` are other
        ways, by the option under which they hold.
    first_round_sales
        Whether shares may be sold before the first operating round.
    """

    rule: str
    sale_rule: str
    order: str
    one_block: bool = False
    one_block_with: tuple[str, ...] = ()
    privates: str = ""
    private_options: dict[str, str] = {}
    private_rule: str = ""
    orders: dict[str, str] = {}
    first_round_sales: bool = False


class Limits(_Data, frozen=True):
    """How much a player may hold; zones of the stock market lift limits.

    Attributes
    ----------
    holding
        The most percent of one company.
    certificates
        The most certificates of one company, if that is counted, but under an option in
        `not_counted`.
    uncounted, unlimited, several
        Zones whose shares do not count against the certificate limit, of which a player may hold
        any number, and of which he may buy any number in one turn.
    one_source
        Several in one turn only of one company and from the market; with `one_source_with` under
        an option only.
    privates_count
        Whether private companies count as certificates.
    """

    rule: str
    holding: int = 60
    certificates: int = 0
    not_counted: tuple[str, ...] = ()
    one_source: bool = False
    one_source_with: tuple[str, ...] = ()
    uncounted: tuple[str, ...] = ()
    unlimited: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    privates_count: bool = True


class Ending(_Data, frozen=True):
    """When the game ends, and what counts then."""

    rule: str


class Protection(_Data, frozen=True):
    """Presidents may buy what was sold, to keep the price.

    With `after_own_sale` also one who has sold shares of that company in this round.
    """

    rule: str
    after_own_sale: bool = False


class StockData(_Data, frozen=True):
    """The rules of play of a title outside its operating rounds."""

    privates: Privates
    turn: Turn
    limits: Limits
    ending: Ending
    protection: Protection | None = None


def titles() -> list[str]:
    """The titles that are played as whole games: those with a folder here."""
    return [
        name
        for name, folder in found_titles().items()
        if (_FOLDER / folder.name / "stock.toml").exists()
    ]


@functools.cache
def data_of(title: Title) -> StockData:
    """The data of a title, by the name of its folder."""
    file = _FOLDER / title.folder.name / "stock.toml"
    if not file.exists():
        raise StateError(
            f"whole games of {title.name} are not known; there are {', '.join(titles())}"
        )
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), StockData)
