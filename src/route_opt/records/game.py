"""A game while its record is replayed, action by action.

What an action says is applied; what it leaves implicit follows the title's data: trains that
rust, phases, home tokens, private companies that close, markers that come and go with them. No
legality is judged here: what does not fit the board as it is becomes a departure, and on goes the
game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from route_opt.errors import RouteOptError
from route_opt.records.actions import HANDLERS, is_silent
from route_opt.records.auction import Auction
from route_opt.records.course import Course
from route_opt.records.departures import Departure, departure
from route_opt.records.document import Record
from route_opt.records.draw import removed
from route_opt.records.holdings import MARKET, TREASURY, Holdings
from route_opt.records.pieces import PieceError, Pieces
from route_opt.records.prices import Prices
from route_opt.records.rules import RecordRules, find_title
from route_opt.records.turns import Turns
from route_opt.records.words import Action
from route_opt.title import Title


class Train(msgspec.Struct):
    """A train card: its side that is up, who has it, and what has become of it."""

    name: str
    owner: str = ""
    phased_out: bool = False
    ran: bool = False


class Assigned(msgspec.Struct):
    """Where a private company's marker stands and whom it serves; `use` counts its kinds."""

    corporation: str = ""
    hex: str = ""
    use: int = 0


class Game:
    """The state of a game at some action of its record.

    Attributes
    ----------
    departures
        Where the actions so far departed from the rules, or made no sense.
    course, place
        The actions being replayed, and the one that is applied now.
    """

    def __init__(self, record: Record, turned: dict[str, dict[int, int]] | None = None) -> None:
        self.record = record
        self.departures: list[Departure] = []
        self.course = Course()
        self.place = 0
        self.action: Action = {"id": 0, "type": "set_up"}
        self.title: Title
        self.rules: RecordRules
        self.title, self.rules = find_title(record.title)
        options = self.rules.options.items()
        self.options = tuple(
            dict.fromkeys(ours for name, ours in options if name in record.options)
        )
        self.players = [player.id for player in record.players]
        # Older records name players where later ones give their numbers.
        self.seats = {player.name: player.id for player in record.players}
        self.seats |= {player.id: player.id for player in record.players}
        self.pieces = Pieces(self.title, turned)
        self.trains: dict[str, Train] = {}
        self.sold: set[str] = set()
        self.phases = [
            phase
            for phase in self.title.phases.values()
            if (not phase.option or phase.option in self.options)
            and phase.without not in self.options
        ]
        self.phase = self.phases[0]
        self.owners: dict[str, str] = dict.fromkeys(self.title.privates, "")
        self.owners |= dict.fromkeys(self.rules.more_privates, "")
        self.assigned = {
            name: Assigned()
            for name, power in self.rules.powers.items()
            if power.when == "assigned"
        }
        self.rights: set[tuple[str, str]] = set()
        self.connecting: list[str] = []
        self.closed: set[str] = set()
        self.holdings = Holdings(self.title, self.players)
        self.prices = Prices(self.title, self.rules) if self.rules.closes_at_zero else None
        self.auction = Auction(self.title) if self.rules.privates == "auction" else None
        self.turns = Turns(self)
        self.moved: tuple[str, str] = ("", "")
        self.revenue: dict[str, int] = {}
        self.removed: list[str] = []
        self._set_up()

    # set-up

    def _set_up(self) -> None:
        draw = self.rules.draw
        if draw is not None:
            record = self.record
            seen = {
                str(action.get(field))
                for action in record.actions
                for field in ("company", "corporation", "entity")
            }
            editions = [record.options, record.options | {self.rules.edition}]
            gone = removed(draw, record.seeds, len(self.players), editions, seen)
            self.removed = [name for name in gone.drawn if name in self.title.corporations]
            for name in (*gone.drawn, *gone.left_out):
                self.owners.pop(name, None)
        for name, corporation in self.title.corporations.items():
            if len(corporation.home) == 1 and not corporation.minor:
                self.pieces.city(corporation.home[0]).reserve(name, None)
        for name, corporation in self.title.corporations.items():
            for space in corporation.reserved if name not in self.removed else ():
                self.pieces.city(space.stop).reserve(name, space.slot)
        for name, private in self.title.privates.items():
            if private.reserves and name in self.owners:
                self.pieces.city(private.reserves).reserve(name, None)
        minors = [name for name, row in self.title.corporations.items() if row.minor]
        for name in sorted(minors, key=lambda minor: self.title.corporations[minor].order):
            self.place_home(name)
            for train in self.title.corporations[name].trains:
                number = sum(1 for other in self.trains if other.startswith(f"{train}-"))
                self.new_train(f"{train}-{number}").owner = name
        for name in self.removed:
            self.place_home(name)
            if draw is not None and name in draw.second:
                self.pieces.city(draw.second[name]).put_second(name)

    # replaying

    def replay(self, actions: Sequence[Action]) -> None:
        """Apply actions in order; the automatic ones an action brought follow it."""
        self.course = Course(actions)
        for place, action in enumerate(self.course):
            self.apply(action, place)

    def apply(self, action: Action, place: int) -> None:
        """Apply the action at a place of the course."""
        self.place, self.action = place, action
        kind = action["type"]
        if is_silent(kind):
            return
        handler = HANDLERS.get(kind)
        if handler is None:
            self.depart("unknown_action", f"{kind!r} is not an action of {self.title.name}")
            return
        try:
            action = self.action = self._told(action)
            self.turns.before(action)
            try:
                handler(self, action)
            finally:
                # The turn has come so far, whatever is wrong with what was done in it.
                self.turns.after(action)
                self._close_at_zero()
        except PieceError as error:
            self.depart(error.code, str(error))
        except RouteOptError as error:
            self.depart("senseless", str(error.problems[0]))
        except KeyError as error:
            self.depart("incomplete", f"says nothing of its {error.args[0]!r}")
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            self.depart("senseless", str(error))

    def depart(self, code: str, ours: str, *, applied: bool = False) -> None:
        """Note what is wrong with the action that is applied now."""
        rule = self.rules.sections.get(code, "")
        self.departures.append(departure(self.action, code, ours, rule=rule, applied=applied))

    def _told(self, action: Action) -> Action:
        """The action with its entity under one name, and of a kind."""
        entity = str(action.get("entity"))
        kind = action.get("entity_type")
        if kind is None:
            corporation = entity in self.title.corporations
            company = "company" if entity in self.owners else "player"
            kind = "corporation" if corporation else company
        if kind == "player":
            if entity not in self.seats:
                raise PieceError("player", f"{entity[:40]!r} is not a player of this game")
            entity = self.seats[entity]
        return action | {"entity": entity, "entity_type": kind}

    # what follows from actions

    def release(self, private: str) -> None:
        """The space a private company keeps is open to all once it is sold or closed."""
        if private in self.title.privates and self.title.privates[private].reserves:
            for city in self.pieces.all_cities():
                city.release(private)

    def put_token(self, stop: str, owner: str, slot: Any = None) -> None:
        """Place a token in a city, in the slot that is its; `slot` is the one recorded."""
        city = self.pieces.city(stop)
        if owner in city.tokens:
            raise PieceError("second_token", f"{owner} has a token on {stop} already")
        if city.slot_for(owner) is None and (other := city.put_in(owner, slot)):
            self.depart("kept_space", f"the space on {stop} is kept for {other}", applied=True)
        elif not city.put(owner):
            message = f"{stop} has no free space for a token of {owner}"
            self.depart("no_space", message, applied=True)
        city.release(owner)

    def train_names(self) -> dict[str, str]:
        """The name of each train by its number."""
        return {number: train.name for number, train in self.trains.items()}

    def new_train(self, number: str) -> Train:
        """A train card that nobody had before."""
        train = self.trains[number] = Train(number.rpartition("-")[0])
        self.sold.add(number)
        return train

    def train_bought(self, name: str) -> None:
        """The first train of a kind starts a phase; older trains rust."""
        while (following := self._next_phase()) and name in following.starts_with:
            self.phase = following
            self._phase_started()
        for number, train in list(self.trains.items()):
            kind = self.title.trains[train.name]
            variants = (kind.rusts_with.get(option) for option in self.options)
            if name in (kind.rusts_on, *variants):
                del self.trains[number]

    def _next_phase(self) -> Any:
        place = self.phases.index(self.phase) + 1
        return self.phases[place] if place < len(self.phases) else None

    def _phase_started(self) -> None:
        for number, train in list(self.trains.items()):
            kind = self.title.trains[train.name]
            if kind.removed_on == self.phase.name:
                del self.trains[number]
            elif kind.phased_out_on == self.phase.name:
                train.phased_out = True
        for name, private in self.title.privates.items():
            if private.closes_on == self.phase.name:
                self.close_private(name)
        for owner, assigned in self.assigned.items():
            kinds = self.rules.powers[owner].markers
            if any(self.title.markers[kind].until == self.phase.name for kind in kinds):
                assigned.hex = ""
        for name, corporation in self.title.corporations.items():
            for space in corporation.reserved:
                if space.until == self.phase.name:
                    self.pieces.city(space.stop).release(name)

    def close_private(self, name: str) -> None:
        """A private company closes; a minor of its name goes with it."""
        self.release(name)
        if self.owners.get(name) not in self.title.corporations and name in self.assigned:
            self.assigned[name] = Assigned()
        if name in self.title.corporations and self.title.corporations[name].minor:
            self.close(name)

    def close(self, name: str) -> None:
        """A corporation or minor leaves the game with its tokens, trains and markers."""
        self.closed.add(name)
        for city in self.pieces.all_cities():
            city.remove(name)
            city.release(name)
        for train in self.trains.values():
            if train.owner == name:
                train.owner = ""
        self.rights = {(kind, owner) for kind, owner in self.rights if owner != name}
        for private, owner in self.owners.items():
            if owner == name:
                self.owners[private] = ""
        for assigned in self.assigned.values():
            if assigned.corporation == name:
                assigned.corporation = ""
        if self.prices:
            self.prices.place.pop(name, None)

    def start_anew(self, name: str) -> None:
        """A corporation that has closed may be started again."""
        self.close(name)
        self.closed.discard(name)
        self.holdings.start_anew(name)

    def _close_at_zero(self) -> None:
        for name in self.prices.closed() if self.prices else ():
            self.close(name)

    def drop_phased_out(self, name: str) -> None:
        """Phased-out trains of a corporation go once it has had its last chance to run them."""
        for number, train in list(self.trains.items()):
            if train.owner == name and train.phased_out:
                del self.trains[number]

    def place_home(self, name: str) -> None:
        """Place a home token, unless it stands or its owner has yet to choose between cities."""
        home = self.title.corporations[name].home
        if name in self.closed or self.pieces.tokens_of(name):
            return
        hex_id = home[0].partition(".")[0]
        if len(home) > 1 and self.pieces.printed(hex_id)[0].track:
            return
        # An upgrade may have moved the space kept for it, or merged two cities into one.
        for number, city in self.pieces.cities[hex_id].items():
            if name in city.reserved:
                return self.put_token(f"{hex_id}.{number}", name)
        return self.put_token(home[0], name)

    def floated(self) -> list[str]:
        """The corporations and minors that operate now."""
        found = []
        for name, corporation in self.title.corporations.items():
            if name in self.closed or name in self.removed:
                continue
            if corporation.minor:
                if self.owners.get(name):
                    found.append(name)
            elif self.holdings.is_started(name) and (
                100 - self.holdings.percent(name, TREASURY) >= corporation.float_percent
                or self.turns.operated(name)
            ):
                found.append(name)
        return found

    def end_stock_round(self) -> None:
        """Prices at the end of a stock round: sold out up, shares in the market down."""
        if self.prices:
            for name in list(self.prices.place):
                if self.holdings.percent(name, MARKET):
                    self.prices.step(name, -1)
                elif not self.holdings.percent(name, TREASURY):
                    self.prices.step(name, 1)
            self._close_at_zero()

    # reading the state

    def foresee(self, action: Action) -> None:
        """Start the turn in which an action is about to happen, so that a home token stands.

        Raises
        ------
        PieceError
            When nobody of this game acts there.
        """
        action = self._told(action)
        if self.turns.operator_of(action):
            self.turns.before(action)
        if action["type"] == "run_routes":
            self.get_unseen(str(action["entity"]), action)

    def foresee_unseen(self, name: str) -> None:
        """Give a corporation without president or train now what it will be seen to run.

        Trains leave the bank in order: not before those with a lower number are gone.
        """
        run = self.course.next_run(name, self.place)
        routes = run.get("routes") if run else None
        numbers = [str(route.get("train")) for route in routes or () if isinstance(route, dict)]
        for number in numbers:
            kind, _, place = number.rpartition("-")
            lower = range(int(place)) if re.fullmatch("[0-9]{1,2}", place) else ()
            if any(f"{kind}-{other}" not in self.sold for other in lower):
                return
        self.get_unseen(name, run)

    def owns_trains(self, name: str) -> bool:
        """Whether a corporation has any train."""
        return any(train.owner == name for train in self.trains.values())

    def get_unseen(self, name: str, run: Action | None) -> None:
        """Give a corporation without a president the trains of its next run.

        The site buys for it unrecorded, the cheaper side of the card.
        """
        routes = run.get("routes") if run else None
        if self.president(name) or not isinstance(routes, list):
            return
        for route in routes:
            number = str(route.get("train")) if isinstance(route, dict) else ""
            kind = self.title.trains.get(number.rpartition("-")[0])
            if number in self.trains or kind is None:
                continue
            sides = [side for side in self.title.trains.values() if side.card == kind.card != ""]
            train = self.new_train(number)
            train.name = min([kind, *sides], key=lambda side: side.price).name
            train.owner = name
            self.train_bought(train.name)

    def president(self, name: str) -> str:
        """The player who runs a corporation or owns a minor, or empty."""
        if name in self.holdings.president:
            return self.holdings.president[name] or ""
        return self.owners.get(name, "")

    def dividend_shares(self, name: str) -> tuple[dict[str, int], int]:
        """What players hold of a corporation, and the percentage that pays the corporation."""
        if name not in self.holdings.held:
            owner = self.owners.get(name, "")
            return ({owner: 100} if owner in self.players else {}), 0
        pays = self.title.play.dividends
        own = 0
        if pays.pool_pays == "corporation":
            own += self.holdings.percent(name, MARKET)
        if pays.unsold_pays == "corporation":
            own += self.holdings.percent(name, TREASURY)
        return self.holdings.with_players(name), own

    def corporation(self, name: Any) -> str:
        """The name of a corporation or minor, checked."""
        if not isinstance(name, str) or name not in self.title.corporations:
            raise PieceError("corporation", f"{name!r} is not a corporation of {self.title.name}")
        return name
