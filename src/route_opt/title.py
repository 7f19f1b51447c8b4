"""A title: everything printed in its box that the program needs, loaded from one folder.

The folder holds TOML files that a person can read and edit:

==================  ============================================================
``title.toml``      name, sources, readings, markers, rules that touch routes
``map.toml``        the hexes, areas, borders
``tiles.toml``      manifest, upgrades, tiles of this title only
``trains.toml``     trains and phases
``companies.toml``  corporations, minors, private companies
``market.toml``     the stock market
==================  ============================================================

`title_files` reads them, `title_checks` checks them; here is what they become.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from route_opt.tiles import Tile

EFFECTS = (
    "value",
    "double",
    "double_end",
    "visit_bonus",
    "required_ends",
    "token",
    "access",
    "cubes",
    "refinery",
    "cube_value",
    "extra_cube",
)
"""What a marker may do to a run."""

# Step from a hex to its neighbour across side 0..5, as (letters, number).
LAYOUTS = {
    "pointy": ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)),
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
}


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a title file: unknown fields are an error, so that a typo is seen."""


class Phase(_Data, frozen=True):
    """What a phase allows and changes."""

    name: str
    tiles: tuple[str, ...]
    train_limit: int
    operating_rounds: int
    column: int
    starts_with: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    cubes: dict[str, int] = {}
    option: str = ""
    without: str = ""


class Train(_Data, frozen=True):
    """A train type. `visits` and `counts` of 0 mean no limit; so does `number`.

    It rusts on the train `rusts_on`, or with an option in force on the one in `rusts_with`; there
    are `number` of it, by players where it is a table, or with an option as many as in
    `number_with`.
    """

    name: str
    price: int
    visits: int
    counts: int
    number: int | dict[str, int] = 0
    number_with: dict[str, int] = {}
    rusts_on: str = ""
    rusts_with: dict[str, str] = {}
    phased_out_on: str = ""
    removed_on: str = ""
    available_on: str = ""
    card: str = ""
    trade_in: dict[str, int] = {}
    option: str = ""
    without: str = ""


class Reserved(_Data, frozen=True):
    """A slot kept for a corporation, and what its token costs there."""

    stop: str
    price: int
    price_unconnected: int = 0
    slot: int = 0
    until: str = ""


class EdgeToken(_Data, frozen=True):
    """A token that doubles an off-board area for its corporation."""

    area: str
    price: int


class Corporation(_Data, frozen=True):
    """A corporation, or a minor company that runs like one.

    `tokens` are the prices of its tokens in the order they are placed, the home token first.
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


class Discount(_Data, frozen=True):
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


class Private(_Data, frozen=True):
    """A private company.

    Attributes
    ----------
    blocks
        Hexes closed to track while a player owns it.
    hexes, amount, lays
        Where its power works, the money in it, and how many extra tiles it lays.
    share
        The corporation of which it brings a share or the president's certificate.
    reserves
        The stop it keeps a slot at.
    sold_from
        The first phase in which a corporation may buy it, if not when the others are sold.
    paid
        When it pays: every ``round``, or each time the bank loses a train (``upr_train``).
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
    reserves: str = ""
    for_sale: bool = True
    sold_from: str = ""
    paid: str = "round"
    number: str = ""
    group: str = ""
    closes_on: str = ""
    always_in_game: bool = True
    discount: Discount | None = None
    bridge: bool = False


class MarkerKind(_Data, frozen=True):
    """What a kind of marker does to a run. See `titles/README.md` for the effects.

    `hexes` and `stops` say where it may stand: on these hexes, on these kinds of stop; empty for
    anywhere. In the phase `until` it leaves the game, in the phase `owner_until` it is everybody's.
    """

    kind: str
    effect: str
    rule: str
    amount: int | dict[str, int] = 0
    others: int = 0
    hexes: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    hex_wide: bool = False
    until: str = ""
    owner_until: str = ""
    placed: bool = True
    owned: bool = True
    states: tuple[str, ...] = ()
    text: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """The fields in which a marker of this kind says where it is."""
        return ("from", "to") if self.effect == "required_ends" else ("at",) * self.placed


class Option(_Data, frozen=True):
    """An official variant or another reading of a rule, switched on by a document's `options`."""

    text: str
    scope: str
    rule: str = ""


class Ends(_Data, frozen=True):
    """Off-boards in classes, and what two of them at the ends of one route do."""

    classes: dict[str, dict[str, int]] = {}
    forbidden: tuple[tuple[str, str], ...] = ()
    bonus: tuple[tuple[str, str], ...] = ()


class Routes(_Data, frozen=True):
    """The rules for routes in which titles differ."""

    rules: dict[str, str] = {}
    one_per_route: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    access: dict[str, str] = {}
    ends: Ends = Ends()
    cube_value: int = 0
    beside_tokens: bool = False
    beside_fills: str = ""
    beside_fills_on: tuple[str, ...] = ()
    separate_areas: str = ""
    double_markers: str = ""
    objectors: str = ""


class Track(_Data, frozen=True):
    """Laying track in a turn.

    Attributes
    ----------
    yellows, first_turn_yellows
        Yellow tiles a turn, and in the corporation's first turn where that differs (else 0).
    upgrade
        An upgrade stands ``instead`` of all yellow tiles, or of the ``second`` only.
    least_cost
        What every tile costs at least.
    terrain
        Terrain is paid for the ``first`` tile on a hex, or for ``every`` one.
    connects
        What of an upgrade must lie on the corporation's own track: ``any`` of it; ``new_or_stop``:
        new track or a stop; ``new_or_value``: new track, or a stop now worth more; ``all_new``:
        all new track, but any of a city tile.
    land_grants
        For a corporation, the mark of the hexes on which its first tiles cost nothing.
    unconnected_homes
        Corporations that need no connection for the first tile on their home.
    deposit_cubes
        How many cubes come with a tile on a deposit.
    """

    yellows: int
    upgrade: str
    terrain: str
    rule: str
    first_turn_yellows: int = 0
    least_cost: int = 0
    connects: str = "any"
    land_grants: dict[str, str] = {}
    unconnected_homes: tuple[str, ...] = ()
    deposit_cubes: int = 0
    text: str = ""


class Tokens(_Data, frozen=True):
    """Placing tokens in a turn; a price of `times_value` is that many times the city's value.

    With `off_boards`, circles on off-boards take tokens too.
    """

    rule: str
    per_turn: int = 1
    one_per: str = "city"
    times_value: int = 0
    off_boards: bool = False
    text: str = ""


class Dividends(_Data, frozen=True):
    """What a corporation may do with its earnings.

    Attributes
    ----------
    half_kept
        Of a split dividend the corporation keeps its half rounded ``down`` or ``up`` to tens.
    pool_pays, unsold_pays
        Who earns on shares in the pool, and on shares never sold or bought back.
    moves
        Steps of the price to the right: by kind of dividend, or by the least payout in
        multiples of the price.
    """

    kinds: tuple[str, ...]
    pool_pays: str
    unsold_pays: str
    moves: dict[str, int]
    rule: str
    half_kept: str = ""
    text: str = ""


class PrivateSales(_Data, frozen=True):
    """When corporations buy private companies, for at `least` and `most` parts of the price.

    A least price of ``0`` means 1.
    """

    phases: tuple[str, ...]
    least: str
    most: str
    rule: str


class TrainSales(_Data, frozen=True):
    """Buying trains.

    Attributes
    ----------
    required
        A corporation must own a train: ``route`` if it has a route, or ``always``.
    from_others
        In need, a president may help to pay for a train of another corporation up to its price.
    cheapest
        In need, it must be the cheapest train of the bank.
    private_sales
        In need, a president may sell private companies to other players.
    """

    required: str
    rule: str
    from_others: bool = False
    cheapest: bool = True
    private_sales: bool = False
    rule_need: str = ""


class Right(_Data, frozen=True):
    """A right that corporations buy in place of a yellow tile; a marker of its kind shows it.

    Attributes
    ----------
    number
        How many corporations may have it.
    private, to_owner
        Nobody buys it before this private company is a corporation's or closed; a corporation
        that owns it gets so much of the price.
    """

    price: int
    number: int
    rule: str
    private: str = ""
    to_owner: int = 0
    text: str = ""


class Play(_Data, frozen=True):
    """What operating rounds need beyond the board; tables are keyed by the number of players.

    Attributes
    ----------
    unsold
        Where unsold shares lie: ``IPO``, or in the ``treasury``.
    par_moves
        Unsold shares cost the current price, so that the par is the price.
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
    privates: PrivateSales | None = None
    trains: TrainSales | None = None
    unsold: str = "IPO"
    par_moves: bool = False
    pool_limit: int = 50
    shares_rule: str = ""
    rights: dict[str, Right] = {}
    recorded: tuple[str, ...] = ()
    special: dict[str, dict[str, Any]] = {}


class Cell(_Data, frozen=True):
    """A space of the stock market."""

    price: int
    marks: tuple[str, ...] = ()


class Market(_Data, frozen=True, dict=True):
    """The stock market: rows of cells from the top; None where the grid has a hole."""

    grid: tuple[tuple[Cell | None, ...], ...]
    movement: str
    zones: dict[str, str] = {}
    variants: dict[str, dict[str, str]] = {}

    @functools.cached_property
    def pars(self) -> tuple[int, ...]:
        """The prices at which a corporation may start, ascending."""
        prices = {cell.price for row in self.grid for cell in row if cell and "par" in cell.marks}
        return tuple(sorted(prices))


class Hex(msgspec.Struct, frozen=True):
    """A hex of the map as printed."""

    id: str
    tile: Tile
    name: str = ""
    cost: int = 0
    terrain: str = ""
    label: str = ""
    later_label: str = ""
    area: str = ""
    private: str = ""
    first: tuple[str, ...] = ()
    sources: dict[str, str] = {}
    note: str = ""


class River(_Data, frozen=True):
    """A river through a hex: the sides on each bank, and where track must stay before a bridge.

    `keep` is ``first`` or ``second`` (all track on that bank), or ``either`` (no piece of track
    may join the two).
    """

    first: str
    second: str
    keep: str


class Border(msgspec.Struct, frozen=True):
    """The side between two hexes: closed to track, or costing something to join over."""

    impassable: bool = False
    cost: int = 0
    kind: str = ""


class Title(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A title, ready to use. Get one with `route_opt.titles.find`.

    A `manifest` of 0 means that tile never runs out; `in_box` says how many pieces there are.
    `never_on` forbids a tile a hex (``D9``), or one rotation there (``I18@2``).
    """

    name: str
    full_name: str
    edition: str
    layout: str
    sources: dict[str, str]
    folder: Path
    hexes: dict[str, Hex]
    areas: dict[str, tuple[str, ...]]
    borders: dict[tuple[str, str], Border]
    marks: dict[str, tuple[str, ...]]
    rivers: dict[str, River]
    tiles: dict[str, Tile]
    manifest: dict[str, int]
    in_box: dict[str, int]
    upgrades: dict[str, tuple[str, ...]]
    upgrades_with: dict[str, dict[str, tuple[str, ...]]]
    only_on: dict[str, tuple[str, ...]]
    never_on: dict[str, tuple[str, ...]]
    never_on_with: dict[str, dict[str, tuple[str, ...]]]
    aliases: dict[str, str]
    tile_sources: dict[str, dict[str, str]]
    trains: dict[str, Train]
    phases: dict[str, Phase]
    corporations: dict[str, Corporation]
    privates: dict[str, Private]
    market: Market
    markers: dict[str, MarkerKind]
    options: dict[str, Option]
    routes: Routes
    play: Play
    reconstruction: str = ""

    def __repr__(self) -> str:
        return f"Title({self.name!r})"

    def neighbour(self, hex_id: str, side: int) -> str | None:
        """The hex across a side, or None at the edge of the map."""
        return self._neighbours.get((hex_id, side))

    @functools.cached_property
    def _neighbours(self) -> dict[tuple[str, int], str]:
        """The hex across each side that has one."""
        found: dict[tuple[str, int], str] = {}
        for hex_id in self.hexes:
            for side, (letters, number) in enumerate(LAYOUTS[self.layout]):
                other = f"{chr(ord(hex_id[0]) + letters)}{int(hex_id[1:]) + number}"
                if other in self.hexes:
                    found[hex_id, side] = other
        return found

    @functools.cached_property
    def tiles_of(self) -> dict[str, frozenset[str]]:
        """For each hex, the tiles that may come to lie on it, by label, kind and upgrades."""
        return {hex_id: frozenset(self._closure(hex_id)) for hex_id in self.hexes}

    def _closure(self, hex_id: str) -> set[str]:
        reached = set(self.hexes[hex_id].first)
        todo = list(reached)
        while todo:
            tile = todo.pop()
            extra = (more.get(tile, ()) for more in self.upgrades_with.values())
            for better in {*self.upgrades.get(tile, ()), *(t for ts in extra for t in ts)}:
                if better not in reached and self.belongs(better, hex_id):
                    reached.add(better)
                    todo.append(better)
        return reached

    def may_turn(self, tile: str, hex_id: str, rotation: int) -> bool:
        """Whether no rule forbids a tile that rotation on that hex."""
        return f"{hex_id}@{rotation}" not in self.never_on.get(tile, ())

    def belongs(self, tile: str, hex_id: str) -> bool:
        """Whether the lists of special hexes let a tile lie on a hex."""
        return may_lie(self.only_on, self.never_on, tile, hex_id)

    def border(self, first: str, second: str) -> Border | None:
        """What is printed on the side between two hexes, if anything."""
        return self.borders.get((min(first, second), max(first, second)))


def may_lie(
    only_on: Mapping[str, tuple[str, ...]],
    never_on: Mapping[str, tuple[str, ...]],
    tile: str,
    hex_id: str,
) -> bool:
    """Whether a title's lists of special hexes let a tile lie on a hex."""
    if tile in only_on and hex_id not in only_on[tile]:
        return False
    return hex_id not in never_on.get(tile, ())
