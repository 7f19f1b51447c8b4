"""The documents of the table, as types: questions, what is shown, what would follow.

From these comes the description of the addresses under ``/api/game``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from route_opt import forms
from route_opt.forms.document import refers
from route_opt.records import views
from whole_game.keeping import Kept
from whole_game.players import PlayerShown
from whole_game.rules import Holding

AnAction = Annotated[dict[str, Any], refers("Action")]
"""An action in its JSON form; `whole_game.actions` has the types."""

# Questions.


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An unknown field is an error, so that a slip is seen."""


class New(Question, frozen=True):
    """Begin a game, in a file of its own."""

    title: str
    players: Annotated[list[str], msgspec.Meta(max_length=20)]
    options: Annotated[list[str], msgspec.Meta(max_length=100)] = []
    seed: Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)] = 0
    name: str = ""


class Open(Question, frozen=True):
    """Open a file of the folder, or a document: a game, or a record before an action."""

    file: str = ""
    document: dict[str, Any] | None = None
    name: str = "game"
    action: Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | None = None


Revision = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)] | None
"""The table that is meant: refused if another lies there by now."""


class Act(Question, frozen=True):
    """Do something."""

    action: AnAction
    revision: Revision = None


class Undo(Question, frozen=True):
    """Take the last action back."""

    revision: Revision = None


class Redo(Question, frozen=True):
    """Do again what was taken back last."""

    revision: Revision = None


class Ahead(Question, frozen=True):
    """What would follow from an action?"""

    action: AnAction


class Lays(Question, frozen=True):
    """Which tiles may be laid on a hex?"""

    hex: str


class GameSteps(Question, frozen=True):
    """What has been done so far, action by action."""


class GameAudit(Question, frozen=True):
    """Every run made so far, and what it left on the table."""


# What was done.


class StepsShown(msgspec.Struct, frozen=True):
    """What has been done, each with the board before it.

    `whole` says whether that is everything since the game began: it is not where the game was
    opened in its middle.
    """

    title: str
    players: tuple[str, ...]
    steps: tuple[views.Step, ...]
    whole: bool


# What may be done, and what would follow.


class Follows(msgspec.Struct, frozen=True):
    """What an action brings.

    Attributes
    ----------
    events
        What happens, in sentences.
    warnings
        Those of them that a player would want to know of before.
    money
        Who gains or pays how much.
    prices
        The share prices that move, from and to.
    """

    events: list[str]
    warnings: list[str]
    money: dict[str, int]
    prices: dict[str, Annotated[list[int | None], msgspec.Meta(min_length=2, max_length=2)]]


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice as the page offers it.

    Attributes
    ----------
    text
        What is done, in words; the price is left out where it is for the player to say.
    at
        The hex or stop that it is about.
    about
        The company that it is about, so that its card can offer it.
    prices, step
        Least and highest price and how far they are apart, where one has to be said.
    follows
        What it brings, where a player wants to know that before.
    """

    action: AnAction
    group: str
    text: str
    cost: int = 0
    at: str = ""
    about: str = ""
    prices: tuple[int, int] | None = None
    step: int = 1
    follows: Follows | None = None


class Denied(msgspec.Struct, frozen=True):
    """What somebody might ask for and is not offered: the refusal says why, with its section."""

    group: str
    text: str
    about: str
    why: str


class HexShown(msgspec.Struct, frozen=True):
    """A hex on which a tile may be laid: the tiles, and the least that it costs."""

    name: str
    tiles: list[str]
    cost: int


class TileTurn(msgspec.Struct, frozen=True):
    """A tile in a rotation, with its picture."""

    rotation: int
    cost: int
    action: AnAction
    picture: str


class TileShown(msgspec.Struct, frozen=True):
    """A tile that may be laid: how many are left (without end where null), by whose power."""

    tile: str
    colour: str
    left: int | None
    by: str
    city: int
    turns: list[TileTurn]


class TilesShown(msgspec.Struct, frozen=True):
    """The tiles that may be laid on a hex; where there is none, why."""

    tiles: list[TileShown]
    why: str = ""


class Objector(msgspec.Struct, frozen=True):
    """A player, and why he may not object; empty if he may."""

    player: str
    why: str


class Objections(msgspec.Struct, frozen=True):
    """Objecting to the run that was declared: who may, by which section.

    `better` says whether a better run is known; null where nobody knows.
    """

    rule: str
    better: bool | None
    players: list[Objector]


# Who has what.


class TokensShown(msgspec.Struct, frozen=True):
    """Tokens on the board, and the prices of all in order."""

    placed: int
    prices: list[int]


class CompanyShown(msgspec.Struct, frozen=True):
    """A company; what has to do with shares is left to corporations."""

    name: str
    full_name: str
    colour: str
    ink: str
    cash: int
    trains: list[str]
    phased_out: list[str]
    owner: str | None
    closed: bool
    privates: list[str]
    tokens: TokensShown
    minor: bool
    done: bool
    started: bool = True
    price: int | None = None
    par: int | None = None
    floated: bool = True
    shares: dict[str, int] = {}


class PrivateShown(msgspec.Struct, frozen=True):
    """A private company in play, with what it does in a few words."""

    id: str
    name: str
    owner: str
    price: int
    revenue: int
    does: str


class Lot(msgspec.Struct, frozen=True):
    """What is on sale: the value printed on it, what it costs now, and what was bid."""

    card: str
    face: int
    price: int
    bids: list[str]
    now: bool


class DepotRow(msgspec.Struct, frozen=True):
    """Trains still to come, with what the first of them begins and ends."""

    train: str
    left: int
    unlimited: bool
    price: int
    phase: str
    rusts: list[str]
    phases_out: list[str]


class Stack(msgspec.Struct, frozen=True):
    """The tokens on a price of the market, the top first."""

    price: int
    stack: list[str]


class StandingShown(msgspec.Struct, frozen=True):
    """What a player is worth, and the sum in words."""

    player: str
    cash: int
    holdings: tuple[Holding, ...]
    worth: int
    sum: str


# The table.


class GameShown(msgspec.Struct, frozen=True):
    """A game as the page shows it: who is to act and why, what may be done, who has what."""

    title: str
    options: list[str]
    round: str
    phase: str
    bank: int
    over: bool
    finish: str
    player: str
    occasion: str
    entity: str
    step: str
    revenue: int | None
    position: forms.APosition
    choices: list[Offer]
    denied: list[Denied]
    lays: dict[str, HexShown]
    objections: Objections | None
    players: list[PlayerShown]
    companies: list[CompanyShown]
    privates: list[PrivateShown]
    sale: list[Lot]
    depot: list[DepotRow]
    returned: dict[str, int]
    remarks: list[str]
    market: list[Stack]
    chart: str
    standings: list[StandingShown]


class Direction(msgspec.Struct, frozen=True):
    """How often one can go on in a direction, and what the next step is about."""

    count: int = 0
    text: str = ""


class TableShown(msgspec.Struct, frozen=True):
    """The table: the game on it, how it came about, and the games of the folder."""

    revision: int
    games: list[str] = []
    game: GameShown | None = None
    file: str = ""
    note: str = ""
    undo: Direction = Direction()
    redo: Direction = Direction()
    log: list[str] = []
    ran: list[forms.Route] = []


class Exported(msgspec.Struct, frozen=True):
    """A game as it is kept, `route-opt/game@1`: its own schema tells all fields."""

    operating: dict[str, Any]
    priority: str
    format: Literal["route-opt/game@1"]
    history: Kept | None = None


class TitleShown(msgspec.Struct, frozen=True):
    """A title as a new game asks for it."""

    name: str
    full_name: str
    players: list[int]
    options: dict[str, str]


class TitlesShown(msgspec.Struct, frozen=True):
    """What a new game can be."""

    titles: list[TitleShown]
