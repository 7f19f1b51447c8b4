"""The table a state lies on while something happens: small moves, each with its bookkeeping.

A `Table` holds one state and puts another in its place; the states themselves never change. It
knows how money, shares, prices, tokens and trains move, not when they may: that is for the steps
and the title's rules.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from operating_round import market
from operating_round.errors import StateError
from operating_round.state import BANK, CLOSED, MARKET, Board, Company, Corporation, Depot, State
from operating_round.state import Turn as TurnState
from route_opt.board import Laid
from route_opt.lays import Reach, moved, reach
from route_opt.network import Network
from route_opt.position import Marker
from route_opt.tiles import Stop
from route_opt.title import Corporation as CorporationData
from route_opt.title import Phase, Private, Title, Train

if TYPE_CHECKING:
    from operating_round.rules import Rules

replace = msgspec.structs.replace


class Event(msgspec.Struct, frozen=True):
    """Something that happened, as a sentence and as data."""

    kind: str
    text: str
    data: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.text


class Table:
    """A state, the rules of its title, and what has happened since."""

    def __init__(self, state: State, rules: Rules) -> None:
        self.state = state
        self.rules = rules
        self.title: Title = rules.title
        self.events: list[Event] = []
        self._networks: dict[str, Network] = {}
        self._reaches: dict[str, Reach] = {}

    # reading

    def __contains__(self, option: str) -> bool:
        """Whether an option is in force."""
        return option in self.state.options

    @property
    def turn(self) -> TurnState:
        """The turn in progress."""
        if self.state.turn is None:
            raise StateError("no turn is in progress")
        return self.state.turn

    @property
    def entity(self) -> str:
        """Whose turn it is."""
        return self.turn.entity

    @property
    def acting(self) -> Company | Corporation:
        """The company whose turn it is."""
        return self.state.company(self.turn.entity)

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        return self.title.phases[self.state.phase]

    def reached_phase(self, name: str) -> bool:
        """Whether the game has come to a phase, or beyond it."""
        names = list(self.title.phases)
        return names.index(self.state.phase) >= names.index(name)

    def company(self, name: str) -> Company | Corporation:
        """A company by its name."""
        return self.state.company(name)

    def corporation(self, name: str) -> Corporation:
        """A corporation by its name."""
        return self.state.corporations[name]

    def private(self, name: str) -> Private | None:
        """What a private company is, or None for a card that is none."""
        return self.rules.private(name)

    def network(self, name: str = "") -> Network:
        """The network as a company finds it."""
        name = name or self.entity
        if name not in self._networks:
            self._networks[name] = Network(self.state.position(name))
        return self._networks[name]

    def reach(self, name: str = "") -> Reach:
        """Where a company's track leads."""
        name = name or self.entity
        if name not in self._reaches:
            self._reaches[name] = reach(self.network(name))
        return self._reaches[name]

    def laid(self, hex_id: str) -> Laid:
        """What lies on a hex."""
        return self.network(next(iter(self.state.corporations))).laid[hex_id]

    def stop(self, name: str) -> Stop:
        """A stop as the laid tile prints it."""
        hex_id, _, number = name.partition(".")
        return self.laid(hex_id).tile.stops[int(number)]

    # changing

    def say(self, kind: str, text: str, **data: Any) -> None:
        """Note an event."""
        self.events.append(Event(kind, text, data))

    def set(self, **fields: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **fields)
        if "board" in fields or "phase" in fields:
            self._networks.clear()
            self._reaches.clear()

    def set_turn(self, **fields: Any) -> None:
        """Change fields of the turn."""
        self.set(turn=replace(self.turn, **fields))

    def change(self, name: str, **fields: Any) -> None:
        """Change fields of a company."""
        group = "corporations" if name in self.state.corporations else "minors"
        rows = getattr(self.state, group)
        self.set(**{group: {**rows, name: replace(rows[name], **fields)}})

    # money

    def cash(self, holder: str) -> int:
        """What the bank, a player or a company has."""
        if holder == BANK:
            return self.state.bank
        if holder in self.state.players:
            return self.state.players[holder]
        return self.company(holder).cash

    def _add(self, holder: str, amount: int) -> None:
        if holder == BANK:
            self.set(bank=self.state.bank + amount)
        elif holder in self.state.players:
            players = self.state.players
            self.set(players={**players, holder: players[holder] + amount})
        else:
            self.change(holder, cash=self.company(holder).cash + amount)

    def pay(self, giver: str, taker: str, amount: int) -> None:
        """Money from one to another; the bank alone may run out."""
        if amount == 0 or giver == taker:
            return
        broken = self.state.bank <= 0
        if giver != BANK and self.cash(giver) < amount:
            raise StateError(f"{giver} has {self.cash(giver)}, not {amount}")
        self._add(giver, -amount)
        self._add(taker, amount)
        if self.state.bank <= 0 and not broken and not self.state.finish:
            self.rules.bank_broken(self)

    # prices

    def place(self, name: str) -> market.Place:
        """Where a corporation stands on the stock market."""
        place = self.corporation(name).market
        if place is None:
            raise StateError(f"{name} is not on the stock market")
        return place

    def move_price(self, name: str, direction: str, number: int = 1) -> None:
        """Move a price so many steps, under whoever stands there already."""
        place = self.place(name)
        self.put_price(name, self.rules.price_steps(self, place, direction, number))

    def put_price(self, name: str, to: market.Place) -> None:
        """Put a price on a space."""
        place = self.place(name)
        if to == place:
            return
        order = dict(self.state.market_order)
        left = tuple(other for other in order.get(market.key(place), ()) if other != name)
        order[market.key(place)] = left
        if not left:
            del order[market.key(place)]
        order[market.key(to)] = (*order.get(market.key(to), ()), name)
        price = market.price(self.title.market, to)
        row = self.corporation(name)
        par = price if self.title.play.par_moves else row.par
        self.set(market_order=order)
        self.change(name, market=to, share_price=price, par=par)
        self.say("price", f"{name}: {row.share_price} to {price}", corporation=name, price=price)
        found = market.cell(self.title.market, to)
        if found and "closed" in found.marks:
            self.rules.price_at_closed(self, name)

    # shares

    def move_shares(self, name: str, giver: str, taker: str, percent: int) -> None:
        """Shares of a corporation from one holder to another."""
        shares = dict(self.corporation(name).shares)
        shares[giver] = shares.get(giver, 0) - percent
        shares[taker] = shares.get(taker, 0) + percent
        if shares[giver] < 0:
            raise StateError(f"{giver} does not hold {percent}% of {name}")
        self.change(name, shares={who: part for who, part in shares.items() if part})

    def presidents_order(self, name: str) -> list[str]:
        """Players from the left of a corporation's president around to him."""
        players = list(self.state.players)
        owner = self.corporation(name).owner
        at = players.index(owner) if owner in players else -1
        return players[at + 1 :] + players[: at + 1]

    def check_president(self, name: str) -> None:
        """The office goes to whoever holds more, the next to the left among equals."""
        row = self.corporation(name)
        held = {player: row.shares.get(player, 0) for player in self.presidents_order(name)}
        most = max(held.values(), default=0)
        owner = row.owner or ""
        if most > held.get(owner, 0) and most >= 20:
            new = next(player for player, percent in held.items() if percent == most)
            self.change(name, owner=new)
            self.say("president", f"{new} is president of {name}", corporation=name, player=new)

    # tokens

    def set_tokens(self, stop: str, owners: Iterable[str | None]) -> None:
        """Who stands on a stop, slot by slot."""
        there = list(owners)
        while there and there[-1] is None:
            there.pop()
        tokens = {name: held for name, held in self.state.board.tokens.items() if name != stop}
        if there:
            tokens[stop] = tuple(there)
        self.set(board=replace(self.state.board, tokens=tokens))

    def put_token(self, stop: str, owner: str, slot: int) -> None:
        """A token takes a slot of a stop."""
        there = list(self.state.board.tokens.get(stop, ()))
        there += [None] * (slot + 1 - len(there))
        there[slot] = owner
        self.set_tokens(stop, there)

    def put_beside(self, stop: str, owner: str) -> None:
        """A token stands beside a stop, after its slots."""
        there = len(self.state.board.tokens.get(stop, ()))
        self.put_token(stop, owner, max(there, self.stop(stop).slots))

    def place_next_token(self, owner: str, stop: str, slot: int) -> None:
        """A company's next token goes on the map. Tokens it got otherwise come after its own."""
        row = self.company(owner)
        placed = len(self.rules.token_prices(self, owner)) - len(row.tokens_unplaced)
        on_map = list(row.tokens_on_map)
        on_map.insert(max(placed, 0), stop)
        self.put_token(stop, owner, slot)
        self.change(owner, tokens_on_map=tuple(on_map), tokens_unplaced=row.tokens_unplaced[1:])

    def add_extra_token(self, owner: str, stop: str, slot: int) -> None:
        """A token that is none of a company's own, such as that of a private company."""
        self.put_token(stop, owner, slot)
        self.change(owner, tokens_on_map=(*self.company(owner).tokens_on_map, stop))

    def remove_tokens(self, owner: str) -> None:
        """Every token of a company leaves the map."""
        for stop, held in self.state.board.tokens.items():
            if owner in held:
                self.set_tokens(stop, [None if name == owner else name for name in held])

    def slots_of(self, stop: str) -> list[str | None]:
        """Who stands in each slot of a stop, tokens that markers put there included."""
        room = self.stop(stop).slots
        held = list(self.network(next(iter(self.state.corporations))).tokens.get(stop, ()))[:room]
        return held + [None] * (room - len(held))

    def free_slot(self, stop: str, owner: str) -> int | None:
        """The slot a token would take: the one kept for it, else a free one kept for nobody."""
        # Its own marker may stand for the very token that looks for a slot.
        slots = [None if held == owner else held for held in self.slots_of(stop)]
        kept = _kept(slots, self.rules.reserved(self, stop))
        for slot, name in kept.items():
            if name == owner:
                return slot
        return next((n for n, held in enumerate(slots) if held is None and n not in kept), None)

    # tiles

    def lay(self, hex_id: str, spec: str, city: int = 0) -> None:
        """Lay a tile; tokens keep their city, or take `city` where the old print does not say."""
        board = self.state.board
        old = self.laid(hex_id)
        new = self.network(next(iter(self.state.corporations))).board.lay(hex_id, spec)
        places = moved(old, new)
        if self.has_choice_of_city(old, new):
            places = dict.fromkeys(places, city)
        renamed = {f"{hex_id}.{a}": f"{hex_id}.{b}" for a, b in places.items()}
        held = [
            (renamed.get(stop, stop), owner)
            for stop, owners in board.tokens.items()
            if stop.partition(".")[0] == hex_id
            for owner in owners
            if owner
        ]
        tokens = {s: o for s, o in board.tokens.items() if s.partition(".")[0] != hex_id}
        markers = tuple(self.rules.moved_marker(marker, renamed, new) for marker in board.markers)
        tiles = {**board.tiles, hex_id: spec}
        self.set(board=Board(tiles, tokens, markers))
        for stop, owner in held:
            slot = self.free_slot(stop, owner)
            if slot is None or self.rules.is_beside(self, stop, owner):
                self.put_beside(stop, owner)
            else:
                self.put_token(stop, owner, slot)
        self._rename_tokens(renamed)

    def has_choice_of_city(self, old: Laid, new: Laid) -> bool:
        """Whether a token stands on bare cities of which the new tile makes several."""
        cities = [stop for stop in new.tile.stops if stop.kind == "city"]
        tokens = [o for stop in old.stops for o in self.state.board.tokens.get(stop, ()) if o]
        free = any(len(self.title.corporations[owner].home) > 1 for owner in tokens)
        return not old.track and len(cities) > 1 and free

    def _rename_tokens(self, renamed: dict[str, str]) -> None:
        for name in (*self.state.corporations, *self.state.minors):
            row = self.company(name)
            on_map = tuple(renamed.get(stop, stop) for stop in row.tokens_on_map)
            if on_map != row.tokens_on_map:
                self.change(name, tokens_on_map=on_map)

    def set_markers(self, markers: Iterable[Marker]) -> None:
        """Put these markers on and beside the map."""
        found = tuple(markers)
        if found != self.state.board.markers:
            self.set(board=replace(self.state.board, markers=found))

    # trains

    def lose_train(self, name: str, train: str) -> None:
        """A company gives up one train of a type, one that is phased out last."""
        row = self.company(name)
        trains = list(row.trains)
        trains.reverse()
        trains.remove(train)
        trains.reverse()
        phased = list(row.phased_out)
        while phased.count(train) > trains.count(train):
            phased.remove(train)
        self.change(name, trains=tuple(trains), phased_out=tuple(phased))

    def gain_train(self, name: str, train: str) -> None:
        """A company gets a train."""
        self.change(name, trains=(*self.company(name).trains, train))

    def change_depot(self, pile: str, train: str, number: int) -> None:
        """Trains come to or leave the bank, in ``upcoming`` or ``discarded``."""
        depot = self.state.depot
        counts = dict(getattr(depot, pile))
        key = self.rules.depot_key(counts, train) if pile == "upcoming" else train
        counts[key] = counts.get(key, 0) + number
        counts = {name: count for name, count in counts.items() if count > 0}
        self.set(depot=replace(depot, **{pile: counts}))

    def working_trains(self, name: str) -> tuple[str, ...]:
        """A company's trains without those phased out."""
        row = self.company(name)
        trains = list(row.trains)
        for train in row.phased_out:
            trains.remove(train)
        return tuple(trains)

    # private companies

    def give_private(self, name: str, owner: str) -> None:
        """A private company changes hands, or is ``closed``."""
        before = self.state.privates.get(name)
        for company in (*self.state.corporations, *self.state.minors):
            row = self.company(company)
            if name in row.companies:
                left = tuple(other for other in row.companies if other != name)
                self.change(company, companies=left)
        self.set(privates={**self.state.privates, name: owner})
        if owner not in (CLOSED, *self.state.players):
            self.change(owner, companies=(*self.company(owner).companies, name))
        if owner == CLOSED and before != CLOSED:
            self.say("private_closed", f"{name} closes", private=name)
        self.rules.private_moved(self, name, owner)

    def owner_of(self, private: str) -> str:
        """Who owns a private company: a player, a corporation, ``closed`` or nobody."""
        return self.state.privates.get(private) or ""

    def privates_of(self, owner: str) -> list[str]:
        """The private companies of a player or corporation."""
        return [name for name, who in self.state.privates.items() if who == owner]


@functools.lru_cache(maxsize=100)
def card_of(title: Title, train: str) -> tuple[str, ...]:
    """The train types on one card: two for a card with two sides."""
    card = title.trains[train].card
    if not card:
        return (train,)
    return tuple(name for name, other in title.trains.items() if other.card == card)


def tokens_of(corporation: CorporationData, options: tuple[str, ...]) -> tuple[int, ...]:
    """The prices of a corporation's tokens; official variants take some of the last away."""
    fewer = sum(n for option, n in corporation.fewer_tokens.items() if option in options)
    return corporation.tokens[: len(corporation.tokens) - fewer]


def number_of(train: Train, options: tuple[str, ...]) -> int | dict[str, int]:
    """How many there are of a train type, by players where it depends on them; 0 is no limit."""
    found = [number for option, number in train.number_with.items() if option in options]
    return found[0] if found else train.number


def trains_in_order(title: Title, options: tuple[str, ...]) -> list[Train]:
    """The train types in the game, in the order in which they are sold."""
    return [
        train
        for train in title.trains.values()
        if (not train.option or train.option in options) and train.without not in options
    ]


__all__ = ["MARKET", "Depot", "Event", "Table", "card_of", "replace", "trains_in_order"]


def _kept(slots: list[str | None], reserved: dict[int, str]) -> dict[int, str]:
    """The free slots kept for somebody; who finds his own taken is kept another that is free."""
    free = [slot for slot, held in enumerate(slots) if held is None]
    kept = {slot: name for slot, name in reserved.items() if slot in free}
    others = (slot for slot in free if slot not in reserved)
    moved = (name for slot, name in reserved.items() if slot not in free)
    return kept | dict(zip(others, moved, strict=False))
