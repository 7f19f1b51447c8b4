"""The table a state lies on while something happens: small moves, each with its bookkeeping.

A `Table` holds one state and puts another in its place; the states themselves never change. It
knows how money, shares, prices, tokens and trains move, not when they may: that is for the steps
and the title's rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from operating_round import market
from operating_round.errors import StateError
from operating_round.state import BANK, CLOSED, MARKET, Board, Company, Corporation, Depot, State
from operating_round.state import Turn as TurnState
from route_opt.board import Laid
from route_opt.lays import Reach, reach
from route_opt.network import Network
from route_opt.position import Marker
from route_opt.rules.laying import after_lay
from route_opt.rules.tokens import first_slots, free_slot, trimmed, with_token
from route_opt.rules.trains import card_of, has_begun, trains_in_order
from route_opt.tiles import Stop
from route_opt.title import Phase, Private, Title

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
        return has_begun(self.title, name, self.state.phase)

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

    @property
    def map(self) -> Network:
        """What lies and stands on the map, whoever looks at it."""
        if "" not in self._networks:
            anybody = next(iter(self.title.corporations))
            self._networks[""] = Network(self.state.position(anybody, ()))
        return self._networks[""]

    def laid(self, hex_id: str) -> Laid:
        """What lies on a hex."""
        return self.map.laid[hex_id]

    def stop(self, name: str) -> Stop:
        """A stop as the laid tile prints it."""
        hex_id, _, number = name.partition(".")
        return self.laid(hex_id).tile.stops[int(number)]

    def has_stop(self, name: str) -> bool:
        """Whether a stop is on the map."""
        laid = self.map.laid.get(name.partition(".")[0])
        return laid is not None and name in laid.stops

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
        there = trimmed(owners)
        tokens = {name: held for name, held in self.state.board.tokens.items() if name != stop}
        if there:
            tokens[stop] = there
        self.set(board=replace(self.state.board, tokens=tokens))

    def put_token(self, stop: str, owner: str, slot: int) -> None:
        """A token takes a slot of a stop."""
        self.set_tokens(stop, with_token(self.state.board.tokens.get(stop, ()), owner, slot))

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
        return first_slots(self.map.tokens.get(stop, ()), self.stop(stop).slots)

    def free_slot(self, stop: str, owner: str) -> int | None:
        """The slot a token would take: the one kept for it, else a free one kept for nobody."""
        return free_slot(self.slots_of(stop), self.rules.reserved(self, stop), owner)

    # tiles

    def lay(self, hex_id: str, spec: str, city: int = 0) -> None:
        """Lay a tile; tokens keep their city, or take `city` where the old print does not say."""
        board, state = self.state.board, self.state
        new = self.map.board.lay(hex_id, spec)
        pieces = (board.tiles, board.tokens, board.markers)
        keeping = self.rules.keeping(self)
        after = after_lay(pieces, self.laid(hex_id), new, keeping, state.options, city)
        self.set(board=Board(after.tiles, after.tokens, after.markers))
        self._rename_tokens(after.renamed)
        for deposit, count in after.cubes.items():
            self.say_cubes(deposit, count)

    def say_cubes(self, deposit: str, count: int) -> None:
        """Note that cubes came to a deposit."""
        text = f"{deposit} gets {count} cube{'s' * (count > 1)}"
        self.say("cubes", text, deposit=deposit, count=count)

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


__all__ = ["MARKET", "Depot", "Event", "Table", "card_of", "replace", "trains_in_order"]
