"""What operating rounds need beyond the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from route_opt.title.data import Data


class Track(Data, frozen=True):
    """Laying track in a turn.

    Attributes
    ----------
    yellows, first_turn_yellows
        Yellow tiles a turn, and in the corporation's first turn where that differs (else 0).
    upgrade
        An upgrade stands ``instead`` of all yellow tiles, or of the ``second`` only.
    terrain
        Terrain is paid for the ``first`` tile on a hex, or for ``every`` one.
    rule
        The section of the rulebook.
    least_cost
        What every tile costs at least.
    connects
        What of an upgrade must lie on the corporation's own track: ``any`` of it; ``new_or_stop``:
        new track or a stop; ``new_or_value``: new track, or a stop now worth more; ``all_new``: all
        new track, but any of a city tile.
    land_grants
        For a corporation, the mark of the hexes on which its first tiles cost nothing.
    unconnected_homes
        Corporations that need no connection for the first tile on their home.
    deposit_cubes
        How many cubes come with a tile on a deposit.
    text
        What the data does not say, in words.
    """

    yellows: int
    upgrade: Literal["instead", "second"]
    terrain: Literal["first", "every"]
    rule: str
    first_turn_yellows: int = 0
    least_cost: int = 0
    connects: Literal["any", "new_or_stop", "new_or_value", "all_new"] = "any"
    land_grants: dict[str, str] = {}
    unconnected_homes: tuple[str, ...] = ()
    deposit_cubes: int = 0
    text: str = ""


class Tokens(Data, frozen=True):
    """Placing tokens in a turn.

    Attributes
    ----------
    rule
        The section of the rulebook.
    per_turn
        How many a turn.
    one_per
        A corporation has at most one in a `city`, or on a whole `hex`.
    times_value
        A token costs so many times what its city is worth; 0: by the list of the corporation.
    off_boards
        Circles on off-boards take tokens too.
    homes_at_once
        Home tokens are placed at the start of a company's first round, not in its first turn.
    text
        What the data does not say, in words.
    """

    rule: str
    per_turn: int = 1
    one_per: Literal["city", "hex"] = "city"
    times_value: int = 0
    off_boards: bool = False
    homes_at_once: bool = False
    text: str = ""


class Dividends(Data, frozen=True):
    """What a corporation may do with its earnings.

    Attributes
    ----------
    kinds
        What may be done: ``full`` (all is paid out), ``half`` of it, or ``withhold``.
    half_kept, half_kept_with
        Of a split dividend the corporation keeps its half rounded ``down`` or ``up`` to tens,
        under an option the other way, or to the ``dollar``.
    pool_pays, unsold_pays
        Who earns on shares in the pool, and on shares never sold or bought back: the
        ``corporation``, or the ``bank``, which keeps it.
    moves
        Steps of the price to the right: by kind of dividend, or by the least payout in multiples of
        the price.
    rule
        The section of the rulebook.
    text
        What the data does not say, in words.
    """

    kinds: tuple[Literal["full", "half", "withhold"], ...]
    pool_pays: Literal["corporation", "bank"]
    unsold_pays: Literal["corporation", "bank"]
    moves: dict[str, int]
    rule: str
    half_kept: Literal["", "down", "up"] = ""
    half_kept_with: dict[str, Literal["down", "up", "dollar"]] = {}
    text: str = ""


class PrivateSales(Data, frozen=True):
    """When corporations buy private companies from players, and for how much.

    Attributes
    ----------
    phases
        The phases in which they may.
    least
        The lowest price in parts of the face value, such as `1/2`; ``0`` means 1.
    most
        The highest price in parts of the face value.
    rule
        The section of the rulebook.
    """

    phases: tuple[str, ...]
    least: str
    most: str
    rule: str


class TrainSales(Data, frozen=True):
    """Buying trains.

    Attributes
    ----------
    required
        A corporation must own a train: ``route`` if it has a route, or ``always``.
    rule
        The section of the rulebook.
    from_others
        In need, a president may help to pay for a train of another corporation up to its price.
    cheapest
        In need, it must be the cheapest train of the bank.
    private_sales
        In need, a president may sell private companies to other players.
    keeps_offices
        In need, a president's sales leave him president of every corporation, not only of the one
        that buys.
    rule_need
        The section on a purchase that must be made.
    """

    required: Literal["route", "always"]
    rule: str
    from_others: bool = False
    cheapest: bool = True
    private_sales: bool = False
    keeps_offices: bool = False
    rule_need: str = ""


class Right(Data, frozen=True):
    """A right that corporations buy in place of a yellow tile; a marker of its kind shows it.

    Attributes
    ----------
    price
        What it costs.
    number
        How many corporations may have it.
    rule
        The section of the rulebook.
    private, to_owner
        Nobody buys it before this private company is a corporation's or closed; a corporation that
        owns it gets so much of the price.
    text
        What the data does not say, in words.
    """

    price: int
    number: int
    rule: str
    private: str = ""
    to_owner: int = 0
    text: str = ""


class FewPlayers(Data, frozen=True):
    """What is otherwise with so many `players` or fewer.

    The president's certificate is `presidents` percent, but for a corporation that comes with a
    private company. What is unsold of a corporation that floats goes to the market; then it is sold
    out when the market has nothing of it. Whoever buys a share and is not its president takes
    another one out of the market, and out of the game; the last one is only taken out.

    Attributes
    ----------
    players
        So many, or fewer.
    presidents
        The president's certificate in percent.
    rule
        The section of the rulebook.
    """

    players: int
    presidents: int
    rule: str


class Limits(Data, frozen=True):
    """What players may hold; zones of the stock market lift limits.

    Attributes
    ----------
    holding, holding_with
        The most percent of one corporation; another number under an option.
    privates_count, privates_count_with
        Whether private companies count as certificates; the options under which they do in any
        case.
    """

    holding: int = 60
    holding_with: dict[str, int] = {}
    privates_count: bool = True
    privates_count_with: tuple[str, ...] = ()


class Play(Data, frozen=True):
    """What operating rounds need beyond the board; tables are keyed by the number of players.

    Attributes
    ----------
    bank
        All the money there is; by the number of players where that differs.
    cash
        What each player begins with, by their number.
    certificate_limits
        Certificates a player may hold, by the number of players, and by that of corporations left
        where the rules say so.
    track
        Laying track.
    tokens
        Placing tokens.
    dividends
        Paying out.
    new_trains
        How many new trains a corporation may buy in one turn, where the rules say so.
    exports
        After each set of operating rounds the bank's next train leaves the game, as if it were
        bought, if it is one of these.
    few_players
        What is otherwise with few players.
    privates
        Private companies sold to corporations.
    trains
        Buying trains.
    unsold
        Where unsold shares lie: ``IPO``, or in the ``treasury``.
    capital_at_once
        A corporation gets its capital with the share that floats it, not after that round.
    par_moves
        Unsold shares cost the current price, so that the par is the price.
    limits
        How much a player may hold.
    pool_limit
        The most percent of a corporation that sales may bring to the market.
    shares_rule
        The section on shares that a corporation issues and redeems.
    rights
        What corporations may buy in place of a yellow tile, by the kind of its marker.
    recorded
        The options under which the public records of this title were played.
    special
        What only this title has, for its own rules.
    """

    bank: int | dict[str, int]
    cash: dict[str, int]
    certificate_limits: dict[str, int | dict[str, int]]
    track: Track
    tokens: Tokens
    dividends: Dividends
    new_trains: int = 0
    exports: tuple[str, ...] = ()
    few_players: FewPlayers | None = None
    privates: PrivateSales | None = None
    trains: TrainSales | None = None
    unsold: Literal["IPO", "treasury"] = "IPO"
    capital_at_once: bool = False
    par_moves: bool = False
    limits: Limits = Limits()
    pool_limit: int = 50
    shares_rule: str = ""
    rights: dict[str, Right] = {}
    recorded: tuple[str, ...] = ()
    special: dict[str, dict[str, Any]] = {}

    @property
    def sells_own_shares(self) -> bool:
        """Whether unsold shares are the corporation's own, which gets what they bring."""
        return self.unsold != "IPO"

    def bank_for(self, players: int) -> int:
        """All the money of a game for so many."""
        return self.bank if isinstance(self.bank, int) else nearest(self.bank, players)

    def certificate_limit(self, players: int, corporations: int) -> int:
        """How many certificates a player may hold, by players and corporations left.

        What the table does not list is as at its nearest end.
        """
        rows = nearest(self.certificate_limits, players)
        return rows if isinstance(rows, int) else nearest(rows, corporations)


Row = TypeVar("Row")


def nearest(rows: Mapping[str, Row], number: int) -> Row:
    """What a table by numbers says of one; what it does not list is as at its nearest end."""
    return rows[min(rows, key=lambda known: abs(int(known) - number))]
