"""A game while its record is replayed, action by action.

What an action says is applied; what it leaves implicit follows the title's data: trains that
rust, phases, home tokens, private companies that close, markers that come and go with them. No
legality is judged here: an action is refused only when it makes no sense on the board as it is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from route_opt.position import Position, parse
from route_opt.records.auction import Auction
from route_opt.records.document import Action, Record, action_error
from route_opt.records.draw import removed
from route_opt.records.holdings import MARKET, TREASURY, Holdings
from route_opt.records.pieces import PieceError, Pieces
from route_opt.records.prices import Prices
from route_opt.records.routes import read_routes, recorded_revenue, value
from route_opt.records.rules import RecordRules, find_title
from route_opt.records.turns import Turns
from route_opt.title import Title

# Actions that change nothing here: talk, programs (what they do follows as actions of their own),
# and the end of the game.
_SILENT = frozenset(
    {
        "message",
        "log",
        "program_auction_bid",
        "program_buy_shares",
        "program_close_pass",
        "program_disable",
        "program_enable",
        "program_harzbahn_draft_pass",
        "program_independent_mines",
        "program_merger_pass",
        "program_share_pass",
        "end_game",
    }
)


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
    """The state of a game at some action of its record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.title: Title
        self.rules: RecordRules
        self.title, self.rules = find_title(record.title)
        self.options = tuple(
            ours for name, ours in self.rules.options.items() if name in record.options
        )
        self.players = [player.id for player in record.players]
        # Older records name players where later ones give their numbers.
        self.seats = {player.name: player.id for player in record.players}
        self.seats |= {player.id: player.id for player in record.players}
        self.pieces = Pieces(self.title)
        self.trains: dict[str, Train] = {}
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
        self.prices = Prices(self.title) if self.rules.closes_at_zero else None
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
            gone = removed(draw, self.record.seed, len(self.players), self.record.options)
            self.removed = [name for name in gone if name in self.title.corporations]
            for name in gone:
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
                self.trains[f"{train}-{number}"] = Train(train, name)
        for name in self.removed:
            self.place_home(name)

    # replaying

    def replay(self, actions: Sequence[Action]) -> None:
        """Apply actions in order; the automatic ones an action brought follow it."""
        flat = flatten(actions)
        for index, action in enumerate(flat):
            self.apply(action, itertools.islice(flat, index + 1, None))

    def apply(self, action: Action, coming: Iterable[Action] = ()) -> None:
        """Apply one action. `coming` are those that follow it, to tell rounds apart."""
        kind = action["type"]
        action = self._told(action)
        if kind in _SILENT:
            return
        handler = _HANDLERS.get(kind)
        if handler is None:
            message = f"{kind!r} is not an action of {self.title.name}"
            raise action_error(action, message, "unknown_action")
        try:
            self.turns.before(action, coming)
            handler(self, action)
            self.turns.after(action)
        except PieceError as error:
            raise action_error(action, str(error)) from None
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            message = f"cannot be applied: {type(error).__name__} {error}"
            raise action_error(action, message) from None
        self._close_at_zero()

    def _told(self, action: Action) -> Action:
        """The action with its entity under one name, and of a kind."""
        entity = str(action.get("entity"))
        kind = action.get("entity_type")
        if kind is None:
            corporation = entity in self.title.corporations
            company = "company" if entity in self.owners else "player"
            kind = "corporation" if corporation else company
        if kind == "player":
            if entity not in self.seats and action["type"] not in _SILENT:
                raise action_error(action, f"{entity!r} is not a player of this game")
            entity = self.seats.get(entity, entity)
        return action | {"entity": entity, "entity_type": kind}

    # actions

    def _bid(self, action: Action) -> None:
        private, player = action["company"], str(action["entity"])
        if self.auction is None:
            if private in self.owners:
                self.owners[private] = player
            return
        self._sold(self.auction.bid(player, private, int(action["price"])))

    def _sold(self, sold: Sequence[tuple[str, str]]) -> None:
        for private, player in sold:
            self.owners[private] = player
            corporation = self.rules.share_with.get(private)
            if corporation:
                self.holdings.buy(player, [f"{corporation}_1"])

    def _pass(self, action: Action) -> None:
        if self.auction is not None and action.get("entity_type") == "player":
            self._sold(self.auction.leave(str(action["entity"])))

    def _par(self, action: Action) -> None:
        corporation = self._corporation(action["corporation"])
        self.holdings.par(corporation, str(action["entity"]))
        if self.prices:
            self.prices.start(corporation, int(str(action["share_price"]).split(",")[0]))
        if self.rules.home == "par":
            self.place_home(corporation)

    def _buy_shares(self, action: Action) -> None:
        buyer = str(action["entity"])
        if action.get("entity_type") == "company":
            buyer = self.owners.get(buyer) or buyer
        self.holdings.buy(buyer, action["shares"])

    def _sell_shares(self, action: Action) -> None:
        seller, shares = str(action["entity"]), action["shares"]
        corporation = self.holdings.corporation_of(shares[0])
        was_president = self.holdings.president[corporation] == seller
        self.holdings.sell(seller, shares, action.get("percent"))
        if self.prices and was_president:
            self.prices.step(corporation, -1)
        elif self.prices and seller == corporation and self._in_need(action):
            self.prices.step(corporation, -len(shares))

    def _in_need(self, action: Action) -> bool:
        """Whether a corporation sells to buy a train: for less than one step below its price."""
        price = action.get("share_price")
        name = str(action["entity"])
        if not self.prices or name not in self.prices.place or not isinstance(price, int):
            return self.turns.has_paid
        lower = max(self.prices.place[name] - 1, 0)
        return price < self.prices.row[lower].price

    def _buy_company(self, action: Action) -> None:
        private, buyer = action["company"], str(action["entity"])
        if private not in self.owners:
            raise PieceError(f"private company {private!r} is not in this game")
        self.owners[private] = buyer
        if buyer not in self.title.corporations:
            return
        power = self.rules.powers.get(private)
        if power and power.when == "bought":
            self.rights |= {(kind, buyer) for kind in power.markers}
        elif power and power.when == "assigned":
            self.assigned[private].corporation = buyer
        self._release(private)
        if private in self.title.corporations and self.title.corporations[private].minor:
            self._absorb(private, buyer)

    def _release(self, private: str) -> None:
        """The space a private company keeps is open to all once it is sold or closed."""
        if private in self.title.privates and self.title.privates[private].reserves:
            for city in self.pieces.all_cities():
                city.release(private)

    def _absorb(self, minor: str, buyer: str) -> None:
        """A corporation takes over a minor: its train, and its token if it has none there."""
        for train in self.trains.values():
            if train.owner == minor:
                train.owner = buyer
        for stop in self.pieces.tokens_of(minor):
            city = self.pieces.city(stop)
            if buyer in city.tokens:
                city.remove(minor)
            else:
                city.replace(minor, buyer)
        self.closed.add(minor)

    def _assign(self, action: Action) -> None:
        private, target = action["entity"], action["target"]
        if private not in self.assigned:
            raise PieceError(f"{private!r} puts no marker on the map")
        assigned = self.assigned[private]
        if action.get("target_type") == "hex":
            again = assigned.hex == target
            kinds = self.rules.powers[private].markers
            assigned.use = min(assigned.use + 1, len(kinds) - 1) if again else 0
            assigned.hex = target
        else:
            assigned.corporation = self._corporation(target)

    def _choose(self, action: Action) -> None:
        choice = action["choice"]
        choice = choice[0] if isinstance(choice, list) else choice
        effect = self.rules.choices.get(str(choice))
        if effect is None:
            raise PieceError(f"choice {choice!r} is not one of {', '.join(self.rules.choices)}")
        name = self._corporation(action["entity"])
        if effect == "keep":
            return
        self.rights.add((effect, name))
        destination = self.title.corporations[name].destination
        if destination:
            self.pieces.city(f"{destination}.0").beside.append(name)
            self._fill_spaces(destination)

    def _fill_spaces(self, hex_id: str) -> None:
        """A token beside its city moves into a free space, where that is played."""
        if self.rules.beside_fills in self.options:
            for city in self.pieces.cities[hex_id].values():
                for name in list(city.beside):
                    if city.slot_for(name) is not None:
                        city.beside.remove(name)
                        city.put(name)

    def _destination_connection(self, action: Action) -> None:
        self.connecting += [self._corporation(name) for name in action.get("corporations") or ()]

    def _lay_tile(self, action: Action) -> None:
        hex_id, tile = action["hex"], action["tile"]
        if hex_id not in self.title.hexes:
            raise PieceError(f"hex {hex_id!r} is not on the map of {self.title.name}")
        bare = not self.pieces.printed(hex_id)[0].track
        self.pieces.lay(hex_id, tile, action.get("rotation", 0))
        self._fill_spaces(hex_id)
        self.moved = ("", "")
        cities = self.pieces.cities[hex_id]
        tokens = [owner for city in cities.values() for owner in city.tokens if owner]
        if bare and len(cities) > 1 and tokens:
            # Whoever lays the first track of a hex with two cities says where the token goes.
            self.moved = (hex_id, tokens[0])

    def _place_token(self, action: Action) -> None:
        stop = self.pieces.stop_of_city(action["city"])
        hex_id = stop.partition(".")[0]
        if self.moved[0] == hex_id:
            owner = self.moved[1]
            for city in self.pieces.cities[hex_id].values():
                city.remove(owner)
        else:
            owner = str(action.get("tokener") or action["entity"])
            owner = (
                self.owners.get(owner) or owner if owner not in self.title.corporations else owner
            )
        self.moved = ("", "")
        self._put_token(stop, self._corporation(owner))

    def _put_token(self, stop: str, owner: str) -> None:
        city = self.pieces.city(stop)
        if owner in city.tokens:
            raise PieceError(f"{owner} has a token on {stop} already")
        try:
            city.put(owner)
        except PieceError as error:
            raise PieceError(f"{stop} {error}") from None
        city.release(owner)

    def _run_routes(self, action: Action) -> None:
        name = self._corporation(action["entity"])
        if self.prices and name in self.prices.place:
            self.revenue[name] = self._revenue(action)
        for route in action["routes"]:
            train = self.trains.get(route["train"])
            if train is None or train.owner != name:
                raise PieceError(f"runs train {route['train']!r}, which it does not have")
            # A connection run comes on top of the run of the turn.
            train.ran = name not in self.connecting

    def _revenue(self, action: Action) -> int:
        """What a run earns; where the record does not say, by our own judge."""
        recorded = recorded_revenue(action)
        if recorded is not None:
            return recorded
        position = self.position(str(action["entity"]))
        names = {number: train.name for number, train in self.trains.items()}
        return value(position, read_routes(position, action, names))

    def _dividend(self, action: Action) -> None:
        name = str(action["entity"])
        if name in self.connecting:
            self.connecting.remove(name)
        if self.prices and name in self.prices.place:
            revenue = self.revenue.pop(name, 0)
            kept = {"payout": 0, "half": revenue // 20 * 10}.get(action["kind"], revenue)
            self.prices.pay(name, revenue - kept)
        self.drop_phased_out(name)

    def _buy_train(self, action: Action) -> None:
        buyer = self._corporation(action["entity"])
        number = str(action["train"])
        train = self.trains.get(number)
        if train is None:
            train = self.trains[number] = Train(number.rpartition("-")[0])
        train.name = str(action.get("variant") or train.name)
        if train.name not in self.title.trains:
            raise PieceError(f"train {train.name!r} is not a train of {self.title.name}")
        if action.get("exchange"):
            self.trains[action["exchange"]].owner = ""
        train.owner = buyer
        self._train_bought(train.name)

    def _discard_train(self, action: Action) -> None:
        train = self.trains.get(action["train"])
        if train is None or train.owner != action["entity"]:
            raise PieceError(f"discards train {action['train']!r}, which it does not have")
        train.owner = ""

    def _bankrupt(self, action: Action) -> None:
        if not self.prices:
            return  # Elsewhere a bankruptcy ends the game.
        name = str(action["entity"])
        player = self.holdings.president.get(name) or name
        for corporation, president in self.holdings.president.items():
            if president == player:
                self.prices.step(corporation, -1)
        self.holdings.sell_all(player)
        for private, owner in self.owners.items():
            if owner == player:
                self._close_private(private)
                self.owners[private] = ""

    def _nothing(self, action: Action) -> None:
        """An action that leaves the map, the trains and the shares as they are."""

    # what follows from actions

    def _train_bought(self, name: str) -> None:
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
                self._close_private(name)
        for owner, assigned in self.assigned.items():
            kinds = self.rules.powers[owner].markers
            if any(self.title.markers[kind].until == self.phase.name for kind in kinds):
                assigned.hex = ""
        for name, corporation in self.title.corporations.items():
            for space in corporation.reserved:
                if space.until == self.phase.name:
                    self.pieces.city(space.stop).release(name)

    def _close_private(self, name: str) -> None:
        self._release(name)
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
                return self._put_token(f"{hex_id}.{number}", name)
        return self._put_token(home[0], name)

    def floated(self) -> list[str]:
        """The corporations and minors that operate now."""
        found = []
        for name, corporation in self.title.corporations.items():
            if name in self.closed or name in self.removed:
                continue
            if corporation.minor:
                if self.owners.get(name):
                    found.append(name)
            elif self.holdings.president[name] and (
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
        """Start the turn in which an action is about to happen, so that a home token stands."""
        self.turns.before(action, ())

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

    def _corporation(self, name: Any) -> str:
        if name not in self.title.corporations:
            raise PieceError(f"{name!r} is not a corporation of {self.title.name}")
        return str(name)

    def markers(self, runner: str) -> list[dict[str, Any]]:
        """The markers as a position of that corporation writes them."""
        found: list[dict[str, Any]] = []
        if self.rules.draw:
            kind = self.rules.draw.marker
            for name in self.removed:
                home = self.title.corporations[name].home[0]
                found.append({"kind": kind, "at": home, "owner": name})
        for private, power in self.rules.powers.items():
            owner = self.owners.get(private, "")
            if power.when == "owned" and owner in self.title.corporations:
                found.append({"kind": power.markers[0], "owner": owner})
        for private, assigned in self.assigned.items():
            if assigned.corporation and assigned.hex:
                found.append(self._assigned_marker(private, assigned))
        for kind, owner in sorted(self.rights):
            found.append(self._right(kind, owner))
        if runner in self.connecting:
            corporation = self.title.corporations[runner]
            ends = {"from": corporation.home[0], "to": f"{corporation.destination}.0"}
            found.append({"kind": self.rules.connection_marker, "owner": runner, **ends})
        return found

    def _assigned_marker(self, private: str, assigned: Assigned) -> dict[str, Any]:
        power = self.rules.powers[private]
        kind = self.title.markers[power.markers[assigned.use]]
        at, owner = f"{assigned.hex}.0", assigned.corporation
        marker: dict[str, Any] = {"kind": kind.kind, "at": at, "owner": owner}
        if power.valued:
            amount = kind.amount
            value = amount if isinstance(amount, int) else amount.get(assigned.hex, 0)
            marker |= {"value": value}
            if kind.hex_wide and len(self.pieces.cities[assigned.hex]) > 1:
                marker |= {"hex_wide": True}
        return marker

    def _right(self, kind: str, owner: str) -> dict[str, Any]:
        corporation = self.title.corporations[owner]
        marker = {"kind": kind, "owner": owner}
        if corporation.destination:
            marker["at"] = f"{corporation.destination}.0"
        elif corporation.edge_token and self.title.markers[kind].placed:
            marker["at"] = f"{corporation.edge_token.area}.0"
        return marker

    def trains_of(self, name: str) -> list[tuple[str, str]]:
        """The trains a corporation may run now, each as its number in the record and its name."""
        return [
            (number, train.name)
            for number, train in self.trains.items()
            if train.owner == name and (not train.ran or name in self.connecting)
        ]

    def position(self, name: str) -> Position:
        """The position in which corporation `name` would run now."""
        document = {
            "title": self.title.name,
            "phase": self.phase.name,
            "corporation": name,
            "trains": [train for _, train in self.trains_of(name)],
            "tiles": dict(self.pieces.tiles),
            "tokens": self.pieces.document(),
            "markers": self.markers(name),
            "options": list(self.options),
        }
        return parse(document, lenient=True)


_HANDLERS: dict[str, Callable[[Game, Action], None]] = {
    "assign": Game._assign,
    "bankrupt": Game._bankrupt,
    "bid": Game._bid,
    "buy_company": Game._buy_company,
    "buy_shares": Game._buy_shares,
    "buy_train": Game._buy_train,
    "choose": Game._choose,
    "destination_connection": Game._destination_connection,
    "discard_train": Game._discard_train,
    "dividend": Game._dividend,
    "lay_tile": Game._lay_tile,
    "par": Game._par,
    "pass": Game._pass,
    "place_token": Game._place_token,
    "run_routes": Game._run_routes,
    "sell_company": Game._nothing,
    "sell_shares": Game._sell_shares,
}


def flatten(actions: Sequence[Action]) -> list[Action]:
    """The actions with the automatic ones each brought along, under the same number."""
    found = []
    for action in actions:
        found.append(action)
        found += [auto | {"id": action["id"]} for auto in action.get("auto_actions") or ()]
    return found
