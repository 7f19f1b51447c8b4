"""The state document ``route-opt/state@1``: a game at a moment of its operating rounds.

States are values: nothing in here changes, a new state takes the place of the old one. The shape
is that of a ledger's ``before`` and ``after``, with ``title``, ``options`` and what a round in
progress needs (``round``, ``turn``) added.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Any

import msgspec

from operating_round.errors import StateError
from route_opt import titles
from route_opt.documents import read_json, read_source
from route_opt.files import write_whole
from route_opt.position import Marker, Position
from route_opt.title import Title

replace = msgspec.structs.replace

FORMAT = "route-opt/state@1"
BANK, MARKET, CLOSED, REMOVED = "bank", "market", "closed", "removed"
"""Names that are no player's: who else can hold money, shares or a private company."""
AFTER_SET = ("bank", "last_train")
"""Why a game ends with the operating rounds that are in progress."""

Money = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Balance = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Percent = Annotated[int, msgspec.Meta(ge=10, le=100, multiple_of=10)]
Few = msgspec.Meta(max_length=12)
"""A list no longer than any table has seen: trains of one company, say."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies and stands on the map, as a position has it.

    Attributes
    ----------
    tiles
        By hex, as in a position: `57@2`.
    tokens
        By stop, slot by slot.
    markers
        Markers.
    """

    tiles: dict[str, str] = {}
    tokens: dict[str, tuple[str | None, ...]] = {}
    markers: tuple[Marker, ...] = ()


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """What a corporation and a minor company have in common.

    Attributes
    ----------
    cash
        Its money.
    owner
        Its president, or who owns it.
    trains
        The trains it owns.
    phased_out
        Those of them that run only once more.
    tokens_on_map
        The stops with its tokens.
    tokens_unplaced
        What each token costs that it still has.
    companies
        The private companies it owns.
    closed
        It has left the game.
    floated
        It has started.
    own
        What only one title has.
    """

    cash: Money = 0
    owner: str | None = None
    trains: Annotated[tuple[str, ...], Few] = ()
    phased_out: Annotated[tuple[str, ...], Few] = ()
    tokens_on_map: tuple[str, ...] = ()
    tokens_unplaced: Annotated[tuple[Money, ...], Few] = ()
    companies: tuple[str, ...] = ()
    closed: bool = False
    floated: bool = False
    own: dict[str, Any] = {}


class Corporation(Company, frozen=True, kw_only=True):
    """A corporation with shares.

    Attributes
    ----------
    share_price
        The price of its share.
    market
        Its row and column on the stock market, from 0.
    par
        Its first price.
    ipoed
        That price is set.
    operated
        It has had a turn.
    shares
        Percent by holder: a player, `market`, or the company itself.
    """

    share_price: Money | None = None
    market: tuple[Count, Count] | None = None
    par: Money | None = None
    ipoed: bool = False
    operated: bool = False
    shares: dict[str, Percent] = {}


class Depot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Trains of the bank: not yet sold, and returned.

    Attributes
    ----------
    upcoming
        Types not yet sold, with their number.
    discarded
        Types that were returned, with their number.
    """

    upcoming: dict[str, Count] = {}
    discarded: dict[str, Count] = {}


class Turn(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A turn in progress.

    Attributes
    ----------
    entity
        Whose turn it is.
    step
        The step it has come to.
    begun
        Something was done or passed in it.
    first
        It is the company's first.
    yellows, upgrades, tokens
        Tiles laid and tokens placed, those of private companies left out.
    lays
        Hexes on which it laid a tile.
    resting
        Trains that came this turn and do not run yet.
    revenue
        What was earned; None before the run.
    paid
        The dividend is declared and the price has moved.
    traded
        It has issued or bought back shares.
    bought, privates
        Trains and private companies bought this turn.
    used
        Private companies whose power was used, with the number of times.
    notes
        What only one title remembers.
    """

    entity: str
    step: str = ""
    begun: bool = False
    first: bool = False
    yellows: Count = 0
    upgrades: Count = 0
    tokens: Count = 0
    lays: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()
    revenue: Money | None = None
    paid: bool = False
    traded: bool = False
    bought: tuple[str, ...] = ()
    privates: tuple[str, ...] = ()
    used: dict[str, Count] = {}
    notes: dict[str, Any] = {}


class State(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A game at a moment of its operating rounds.

    Attributes
    ----------
    title
        The title.
    phase
        The phase.
    board
        The map.
    market_order
        Who stands on a space of the stock market, the top first, by ``row,column``.
    operating_rounds
        Which round of how many; None in a stock round.
    bank
        Its money; below 0 where it owes.
    players
        Their cash, in their seats.
    corporations
        By name.
    minors
        Minor companies by name.
    privates
        Who owns each private company: a player, a company, `closed`, or nobody yet.
    depot
        The trains of the bank.
    options
        Variants and readings in force.
    round
        The operating round in progress, `OR 2.1`, say; empty between rounds.
    done
        Those who have had their turn in this round.
    turn
        The turn in progress, if there is one.
    used
        How often the power of a private company was used in earlier turns.
    finish
        Why the game will end, or has ended: ``bank``, ``bankrupt``, ``agreed``.
    over
        Nothing more happens.
    bankrupt
        Players who could not pay.
    own
        What only one title has.
    """

    title: str
    phase: str
    board: Board = Board()
    market_order: dict[str, tuple[str, ...]] = {}
    operating_rounds: tuple[Count, Count] | None = None
    bank: Balance = 0
    players: dict[str, Money] = {}
    corporations: dict[str, Corporation] = {}
    minors: dict[str, Company] = {}
    privates: dict[str, str | None] = {}
    depot: Depot = Depot()
    options: tuple[str, ...] = ()
    round: str = ""
    done: tuple[str, ...] = ()
    turn: Turn | None = None
    used: dict[str, Count] = {}
    finish: str = ""
    over: bool = False
    bankrupt: tuple[str, ...] = ()
    own: dict[str, Any] = {}

    @property
    def rules(self) -> Title:
        """The title's data, under the options in force."""
        return titles.find(self.title).under(self.options)

    def company(self, name: str) -> Company | Corporation:
        """A corporation or a minor company by its name."""
        found = self.find(name)
        if found is None:
            raise StateError(f"{name!r} is not a company in this game")
        return found

    def find(self, name: str) -> Company | Corporation | None:
        """The same, or None where there is no such company."""
        return self.corporations.get(name) or self.minors.get(name)

    def owner_of(self, name: str) -> str:
        """The president of a company, or who owns it; nobody where there is no such company."""
        found = self.find(name)
        return (found.owner or "") if found else ""

    def position(self, name: str, trains: tuple[str, ...] | None = None) -> Position:
        """The question of a company's run, as the optimizer reads it."""
        if trains is None:
            trains = self.company(name).trains
        return Position(
            self.title,
            self.phase,
            name,
            trains,
            self.board.tiles,
            self.board.tokens,
            self.board.markers,
            route_options(self.rules, self.options),
        )

    def document(self) -> dict[str, Any]:
        """The state as a JSON document; ``parse(s.document()) == s``."""
        plain = msgspec.json.decode(msgspec.json.encode(self))
        found: dict[str, Any] = {"format": FORMAT, **plain}
        for group in ("corporations", "minors"):
            found[group] = {name: _flat(row) for name, row in found[group].items()}
        for field in (
            "own",
            "options",
            "done",
            "used",
            "turn",
            "finish",
            "over",
            "round",
            "bankrupt",
        ):
            if not found[field]:
                del found[field]
        return found

    def save(self, path: str | Path) -> None:
        """Write the state to a file."""
        write_whole(path, msgspec.json.format(msgspec.json.encode(self.document())) + b"\n")

    def __repr__(self) -> str:
        who = f", {self.turn.entity} to {self.turn.step}" if self.turn else ""
        return f"<State {self.title} {self.round or 'no round'} phase {self.phase}{who}>"


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    return {**{key: value for key, value in row.items() if key != "own"}, **row.get("own", {})}


@functools.lru_cache(maxsize=1000)
def route_options(title: Title, options: tuple[str, ...]) -> tuple[str, ...]:
    """Those of a state's options that touch routes."""
    return tuple(option for option in options if title.options[option].scope == "routes")


def load(source: str | Path) -> State:
    """Load a state from a file or ``-``."""
    return parse(read_json(read_source(source, StateError), StateError, str(source)))


def parse(document: Any) -> State:
    """Read a state from a document.

    Raises
    ------
    StateError
        With everything that is wrong, and where.
    """
    from operating_round.checks import read_state  # which asks the rules, which know states

    return read_state(document)


def own_tiles(title: Title, tiles: dict[str, str]) -> dict[str, str]:
    """Laid tiles under their own names, where a document used others."""

    def own(spec: str) -> str:
        name, _, rotation = spec.partition("@")
        return f"{title.aliases.get(name, name)}@{rotation}"

    return {hex_id: own(spec) for hex_id, spec in tiles.items()} if title.aliases else tiles
