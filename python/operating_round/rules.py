"""The rules of a title as the engine asks for them, with the answers that data gives.

A title that needs more has a ``rounds.py`` in its folder with a class ``Rounds(Rules)`` that
overrides what data cannot say. The engine knows the methods of `Rules` and no title by name.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from operating_round import market
from operating_round.actions import Action, Lay
from operating_round.state import BANK, CLOSED, MARKET, Corporation, State
from operating_round.steps.base import Step
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.home import HomeStep
from operating_round.steps.privates import PowerLayStep, PrivateStep
from operating_round.steps.run import RunStep
from operating_round.steps.token import TokenStep
from operating_round.steps.track import TrackStep
from operating_round.steps.trains import TrainStep
from operating_round.table import Table, card_of, tokens_of, trains_in_order
from route_opt.board import Laid
from route_opt.lays import Lay as TileLay
from route_opt.lays import own_stops, reach
from route_opt.position import Marker, Position
from route_opt.tiles import city_exits, city_places
from route_opt.title import Private, PrivateSales, Title, TrainSales


class ExtraLay(msgspec.Struct, frozen=True):
    """Tiles that a private company's owner may lay beside the usual ones.

    Attributes
    ----------
    left
        How many more.
    free
        They cost nothing.
    connected
        They must meet the corporation's track.
    discount
        What each costs less, if not free.
    counts
        Each takes the place of a usual lay.
    colours
        Only these; those of the phase if empty.
    upgrades
        Only upgrades, or only first tiles; either if None.
    """

    private: str
    hexes: tuple[str, ...]
    left: int = 1
    free: bool = True
    discount: int = 0
    connected: bool = False
    counts: bool = False
    colours: tuple[str, ...] = ()
    upgrades: bool | None = None
    rule: str = ""


class Offer(msgspec.Struct, frozen=True):
    """A train the bank sells: new, or ``discarded``; in part for another train."""

    train: str
    price: int
    source: str = BANK
    trade_in: str = ""


class Rules:
    """What rounds ask of a title. Every method may be overridden in the title's ``rounds.py``."""

    def __init__(self, title: Title) -> None:
        self.title = title

    # before the first round

    def set_up(self, table: Table, removed: tuple[str, ...]) -> None:
        """What a new game has beyond its data; `removed` is not in it."""

    def payer_of(self, table: Table, name: str, player: str) -> str:
        """Who pays for the first shares of a corporation that a player takes."""
        return player

    def floats(self, table: Table, name: str) -> None:
        """A corporation has sold enough shares; unless they paid it, it gets ten times its par."""
        row = table.corporation(name)
        if self.title.play.unsold == "IPO":
            table.pay(BANK, name, 10 * (row.par or 0))

    # the shape of a round

    def steps(self, table: Table) -> tuple[Step, ...]:
        """The steps of a turn, in order."""
        return _STEPS

    def always(self, table: Table) -> tuple[Step, ...]:
        """What may be done at any time of a turn."""
        return _ALWAYS

    def before_turns(self, table: Table) -> tuple[Step, ...]:
        """Steps at the start of a round, before the first turn; seldom any."""
        return ()

    def after_turns(self, table: Table) -> tuple[Step, ...]:
        """Steps at the end of a round, after the last turn; seldom any."""
        return ()

    def has_left(self, table: Table, name: str) -> bool:
        """Whether a company has left the game, or can act no more in this turn."""
        return name not in table.state.corporations and name not in table.state.minors

    def between_turns(self, table: Table) -> tuple[Step, ...]:
        """What players may do when it is nobody's turn; seldom anything."""
        return ()

    def order(self, table: Table) -> list[str]:
        """Who operates, in order: minors, then corporations by price."""
        state = table.state
        minors = [name for name in self.title.corporations if name in state.minors]
        return [*minors, *self.by_price(state)]

    def by_price(self, state: State) -> list[str]:
        """Corporations by price, then farther right, then higher in the stack."""

        def key(name: str) -> tuple[int, int, int]:
            row = state.corporations[name]
            place = row.market or (0, 0)
            stack = state.market_order.get(market.key(place), ())
            return -(row.share_price or 0), -place[1], stack.index(name) if name in stack else 0

        running = [
            name
            for name, row in state.corporations.items()
            if row.floated and not row.closed and row.market is not None
        ]
        return sorted(running, key=key)

    def start_round(self, table: Table) -> None:
        """Private companies pay."""
        for name, owner in table.state.privates.items():
            private = self.private(name)
            if private and owner and owner != CLOSED and private.paid == "round":
                self.pay_private(table, name, owner, private.revenue)

    def pay_private(self, table: Table, name: str, owner: str, amount: int) -> None:
        """The income of one private company."""
        if amount:
            table.pay(BANK, owner, amount)
            table.say("income", f"{name} pays {amount} to {owner}", private=name, amount=amount)

    def start_turn(self, table: Table) -> None:
        """The home token of a company's first turn, unless there is a choice of cities."""
        homes = self.home_stops(table, table.entity)
        tracked = table.laid(homes[0].partition(".")[0]).track
        if not table.acting.tokens_on_map and not (len(set(homes)) > 1 and tracked):
            self.place_home(table, table.entity)

    def place_home(self, table: Table, name: str, city: int = 0) -> None:
        """A company's first token, on its home."""
        home = self.home_stops(table, name)[city]
        slot = table.free_slot(home, name)
        if slot is None:
            slot = len(table.state.board.tokens.get(home, ()))
        table.place_next_token(name, home, slot)
        table.say("home", f"{name} places its home token on {home}", corporation=name, stop=home)

    def home_stops(self, table: Table, name: str) -> list[str]:
        """The home of a company as the tiles now number its stops."""
        return [_stop_now(table, stop) for stop in self.title.corporations[name].home]

    def end_turn(self, table: Table) -> None:
        """What a turn leaves behind."""
        if isinstance(table.acting, Corporation):
            table.change(table.entity, operated=True)

    def end_round(self, table: Table) -> None:
        """After the last turn of a round."""

    def remarks(self, state: State) -> Iterator[str]:
        """Lines of text on what only this title has."""
        yield from ()

    # track

    def closed_hexes(self, table: Table) -> set[str]:
        """Hexes nobody may build on: those of private companies that players own."""
        found: set[str] = set()
        for name, owner in table.state.privates.items():
            private = self.private(name)
            if private and owner in table.state.players:
                found.update(private.blocks)
        return found

    def unconnected(self, table: Table) -> Collection[str]:
        """Hexes on which the acting company needs no connection."""
        return ()

    def yellows(self, table: Table) -> int:
        """How many yellow tiles a turn."""
        track = self.title.play.track
        first = isinstance(table.acting, Corporation) and not table.acting.operated
        return track.first_turn_yellows if first and track.first_turn_yellows else track.yellows

    def may_lay(self, table: Table, upgrade: bool) -> bool:
        """Whether the turn has a usual lay left of this kind."""
        turn, most = table.turn, self.yellows(table)
        beside = most - 1 if self.title.play.track.upgrade == "second" else 0
        if upgrade:
            return turn.upgrades < 1 and turn.yellows <= beside
        return turn.yellows < (most if not turn.upgrades else beside)

    def lay_cost(self, table: Table, lay: TileLay) -> int:
        """What a usual lay costs the acting company."""
        return lay.cost(self.title.play.track.least_cost)

    def allows_lay(self, table: Table, lay: TileLay, extra: ExtraLay | None) -> bool:
        """A title's own conditions on a lay that is legal so far."""
        return True

    def extra_lays(self, table: Table) -> Iterator[ExtraLay]:
        """Extra tiles of the acting company's private companies."""
        yield from ()

    def laid(self, table: Table, action: Lay, lay: TileLay) -> None:
        """After a tile was laid."""

    def moved_marker(self, marker: Marker, renamed: dict[str, str], new: Laid) -> Marker:
        """A marker on a hex that gets a new tile."""
        return marker

    # tokens

    def token_prices(self, table: Table, name: str) -> tuple[int, ...]:
        """The prices of a company's own tokens, the home token first."""
        return tokens_of(self.title.corporations[name], table.state.options)

    def tokens_returned(self, state: State, name: str) -> tuple[int, ...]:
        """The prices of a company's tokens when it closes."""
        return tokens_of(self.title.corporations[name], state.options)

    def token_price(self, table: Table, stop: str, connected: bool) -> int | None:
        """What the next token costs on a stop, or None where it may not be placed."""
        if not connected:
            return None
        times = self.title.play.tokens.times_value
        if times:
            return times * table.stop(stop).value(table.phase.column)
        return table.acting.tokens_unplaced[0]

    def takes_tokens(self, table: Table, stop: str) -> bool:
        """Whether a stop is of a kind on which tokens are placed."""
        return table.stop(stop).kind == "city"

    def token_stops(self, table: Table) -> Iterator[tuple[str, bool]]:
        """Stops that might take a token, and whether the acting company is connected to them."""
        for stop in sorted(table.reach().stops):
            yield stop, True

    def one_token_only(self, table: Table, stop: str) -> bool:
        """Whether the acting company has a token that keeps another one away from a stop."""
        hex_id = stop.partition(".")[0]
        whole = self.title.play.tokens.one_per == "hex" or hex_id in self.title.routes.one_per_route
        return any(
            table.entity in owners
            for name, owners in table.state.board.tokens.items()
            if (name.partition(".")[0] == hex_id if whole else name == stop)
        )

    def free_tokens(self, table: Table) -> Iterator[tuple[str, str]]:
        """Tokens placed free by a private company's power, as private and stop."""
        yield from ()

    def place_free_token(self, table: Table, private: str, stop: str) -> None:
        """Place one of them: as the next token of the company, at no price."""
        slot = table.free_slot(stop, table.entity)
        table.place_next_token(table.entity, stop, slot or 0)
        table.set_turn(tokens=table.turn.tokens + 1)

    def is_beside(self, table: Table, stop: str, owner: str) -> bool:
        """Whether a company's token stands beside a stop and takes no space of it."""
        return False

    def reserved(self, table: Table, stop: str) -> dict[int, str]:
        """Slots of a stop that are kept, each with the company it is kept for."""
        found: dict[int, str] = {}
        for name in table.state.corporations:
            for home in self._kept_homes(table, name):
                if home == stop:
                    found[next(slot for slot in range(99) if slot not in found)] = name
            for place in self.title.corporations[name].reserved:
                over = place.until and table.reached_phase(place.until)
                taken = name in table.state.board.tokens.get(stop, ())
                if _stop_now(table, place.stop) == stop and not over and not taken:
                    found[place.slot] = name
        for name, owner in table.state.privates.items():
            private = self.private(name)
            if private and private.reserves and owner in table.state.players:
                kept = _stop_now(table, private.reserves)
                if kept == stop:
                    found.setdefault(0, name)
        return found

    def _kept_homes(self, table: Table, name: str) -> list[str]:
        row = table.corporation(name)
        waiting = not row.tokens_on_map and not row.closed and not row.operated
        return self.home_stops(table, name) if waiting else []

    # dividends

    def keeps(self, table: Table, kind: str, revenue: int) -> int:
        """What the company keeps of its earnings."""
        if kind == "withhold":
            return revenue
        if kind == "full":
            return 0
        down = revenue // 20 * 10
        return down if self.title.play.dividends.half_kept == "down" else -(-revenue // 20) * 10

    def pay_shares(self, table: Table, name: str, amount: int) -> None:
        """Pay a dividend of `amount` on all shares of a corporation."""
        play = self.title.play.dividends
        if not amount:
            return
        for holder, percent in table.corporation(name).shares.items():
            part = amount * percent // 100
            if holder in table.state.players:
                table.pay(BANK, holder, part)
                table.say("dividend", f"{holder} gets {part}", player=holder, amount=part)
            else:
                where = play.pool_pays if holder == MARKET else play.unsold_pays
                if where == "corporation" and part:
                    table.pay(BANK, name, part)
                    table.say("dividend", f"{name} gets {part} on its shares", amount=part)

    def pay_minor(self, table: Table) -> None:
        """A minor company shares its earnings with its owner, who gets the larger part."""
        revenue = table.turn.revenue or 0
        owner = table.acting.owner
        if revenue and owner:
            table.pay(BANK, table.entity, revenue // 2)
            table.pay(BANK, owner, revenue - revenue // 2)
            table.say("dividend", f"{owner} gets {revenue - revenue // 2} of {table.entity}")

    def dividend_steps(self, table: Table, name: str, kind: str, payout: int) -> int:
        """Steps of the price to the right, negative to the left, after a dividend."""
        moves = self.title.play.dividends.moves
        if kind in moves:
            return moves[kind] if payout else moves["withhold"]
        price = table.corporation(name).share_price or 0
        shares = [share for share in moves if share not in self.title.play.dividends.kinds]
        reached = [share for share in shares if payout >= Fraction(share) * price]
        return moves[max(reached, key=Fraction)] if payout else moves["0"]

    def price_steps(
        self, table: Table, place: market.Place, direction: str, number: int
    ) -> market.Place:
        """The space so many steps away on the stock market."""
        return market.steps(self.title.market, place, direction, number)

    def price_at_closed(self, table: Table, name: str) -> None:
        """A price has come to a closed space."""

    def run_position(self, table: Table, position: Position) -> Position:
        """The question of a run; seldom any other than that of the board."""
        return position

    def bank_broken(self, table: Table) -> None:
        """The bank has no money left: the game ends after this set."""
        table.set(finish="bank")
        table.say("bank_broken", "the bank is out of money: the game ends after this set")

    def ran(self, table: Table, routes: list[dict[str, Any]]) -> None:
        """After trains have run on these routes, the revenue being known."""

    def after_run(self, table: Table) -> None:
        """After the run step, whether trains ran or not: phased out trains go."""
        row = table.acting
        for train in row.phased_out:
            if train not in table.turn.resting:
                table.lose_train(table.entity, train)
                table.say("phased_out", f"{table.entity} removes a {train}", train=train)

    # trains

    @property
    def train_sales(self) -> TrainSales:
        """The title's rules on buying trains."""
        return self.title.play.trains or TrainSales("route", "")

    def unlimited(self, table: Table, train: str) -> bool:
        """Whether the bank never runs out of a train."""
        return not self.title.trains[train].number

    def depot_key(self, counts: dict[str, int], train: str) -> str:
        """The name under which a card is counted."""
        card = card_of(self.title, train)
        return next((name for name in card if name in counts), card[-1])

    def train_limit(self, table: Table, name: str) -> int:
        """How many trains a company may own."""
        return table.phase.train_limit

    def offers(self, table: Table) -> list[Offer]:
        """The trains the bank sells now, at their prices, trade-ins apart."""
        found: list[Offer] = []
        depot = table.state.depot
        current = False
        for train in trains_in_order(self.title, table.state.options):
            count = depot.upcoming.get(self.depot_key(depot.upcoming, train.name), 0)
            early = bool(train.available_on) and self.has_come(table, train.available_on)
            card = card_of(self.title, train.name)
            same = bool(found) and found[-1].train in card and found[-1].source == BANK
            if count and (not current or same or early):
                found.append(Offer(train.name, train.price))
                current = True
        for name in depot.discarded:
            for side in card_of(self.title, name):
                found.append(Offer(side, self.title.trains[side].price, f"discarded:{name}"))
        return found

    def has_come(self, table: Table, train: str) -> bool:
        """Whether the first train of a type has been bought."""
        for phase in self.title.phases.values():
            if train in phase.starts_with:
                return table.reached_phase(phase.name)
        return False

    def trade_ins(self, table: Table, offer: Offer) -> Iterator[Offer]:
        """The same train with another one in part payment."""
        rates = self.title.trains[offer.train].trade_in
        for train in dict.fromkeys(table.working_trains(table.entity)):
            if train in rates:
                yield Offer(offer.train, offer.price - rates[train], offer.source, train)

    def may_sell_train(self, table: Table, seller: str, train: str) -> bool:
        """Whether a company's train is for sale to others at all."""
        return True

    def may_buy_more(self, table: Table, offer: Offer) -> bool:
        """A title's limit on trains a turn."""
        return True

    def must_own(self, table: Table) -> bool:
        """Whether the acting company must own a train."""
        if not isinstance(table.acting, Corporation):
            return False
        return self.train_sales.required == "always" or self.has_route(table)

    def has_route(self, table: Table) -> bool:
        """Whether the acting company has any route, whatever train it had."""
        network = table.network()
        return any(
            len(reach(network, [stop]).stops - {stop}) > 0
            for stop in own_stops(network, table.entity)
        )

    def train_bought(self, table: Table, train: str, source: str) -> None:
        """After a train was bought: a new type changes the phase."""
        if source == BANK:
            self.check_phase(table, train)

    def check_phase(self, table: Table, train: str) -> None:
        """Move to the phase that a train starts, with all that comes with it."""
        for phase in self.title.phases.values():
            if train in phase.starts_with and not table.reached_phase(phase.name):
                table.set(phase=phase.name)
                table.say("phase", f"phase {phase.name} begins", phase=phase.name)
                self.phase_begins(table, phase.name, train)
                return

    def phase_begins(self, table: Table, phase: str, train: str) -> None:
        """What a phase changes: trains go, private companies close."""
        self.remove_old_trains(table, phase, train)
        self.close_privates(table, phase)

    def remove_old_trains(self, table: Table, phase: str, train: str) -> None:
        """Trains that a new type makes obsolete, or a new phase phases out or removes."""
        for old in self.title.trains.values():
            rusts = next(
                (on for option, on in old.rusts_with.items() if option in table), old.rusts_on
            )
            if (rusts and rusts in card_of(self.title, train)) or old.removed_on == phase:
                self.rust(table, old.name)
            elif old.phased_out_on == phase:
                self.phase_out(table, old.name)

    def discarded(self, table: Table, train: str) -> None:
        """A train above a limit goes back to the bank, which sells it again."""
        table.change_depot("discarded", train, 1)

    def rust(self, table: Table, train: str) -> None:
        """Every train of a type leaves the game."""
        for name in (*table.state.corporations, *table.state.minors):
            while train in table.company(name).trains:
                table.lose_train(name, train)
                table.say("rusts", f"{name} loses a {train}", corporation=name, train=train)
        table.change_depot("discarded", train, -table.state.depot.discarded.get(train, 0))

    def phase_out(self, table: Table, train: str) -> None:
        """Every train of a type runs once more at most."""
        for name in (*table.state.corporations, *table.state.minors):
            row = table.company(name)
            phased = {*row.phased_out, train}
            table.change(name, phased_out=tuple(own for own in row.trains if own in phased))
        table.change_depot("discarded", train, -table.state.depot.discarded.get(train, 0))

    def discards_now(self, table: Table, crowded: list[str]) -> list[str]:
        """Those of the companies above their limit that are to discard now."""
        return crowded

    # forced purchase

    def help_offers(self, table: Table, offers: list[Offer]) -> list[Offer]:
        """The trains of the bank for which the president may, and must, add his money."""
        cash = table.acting.cash
        if not offers or any(offer.price <= cash for offer in offers):
            return []
        least = min(offer.price for offer in offers)
        if self.train_sales.cheapest:
            return [offer for offer in offers if offer.price == least]
        return offers

    def forced_issues(self, table: Table, offers: list[Offer]) -> list[int]:
        """Numbers of shares of which one must be issued before the president helps."""
        return []

    def forced_issue_cash(self, table: Table, counts: list[int]) -> int:
        """The most that such an issue brings."""
        return 0

    def forced_issue(self, table: Table, count: int) -> None:
        """Issue shares to buy a train."""

    def sale_limit(self, table: Table, player: str, name: str) -> int:
        """The most shares of a corporation a player may sell to help the acting company."""
        row = table.corporation(name)
        held = row.shares.get(player, 0)
        room = self.title.play.pool_limit - row.shares.get(MARKET, 0)
        most = max(0, min(held, room) // 10)
        if row.market is None or row.closed:
            return 0
        while most and not self._keeps_office(table, player, name, held - 10 * most):
            most -= 1
        return most

    def sale_counts(self, table: Table, player: str, name: str, needed: int) -> list[int]:
        """Numbers of shares a player may sell at once: no more than the money needed asks for."""
        price = table.corporation(name).share_price or 0
        most = self.sale_limit(table, player, name)
        return [count for count in range(1, most + 1) if (count - 1) * price < needed]

    def _keeps_office(self, table: Table, player: str, name: str, left: int) -> bool:
        """Whether a sale leaves the president's certificate with a player who may have it."""
        row = table.corporation(name)
        if row.owner != player:
            return True
        others = [part for who, part in row.shares.items() if who in table.state.players]
        rival = max(
            (p for who, p in row.shares.items() if who in table.state.players and who != player),
            default=0,
        )
        if name == table.entity:
            return left >= 20 and left >= rival
        return left >= 20 or (rival >= 20 and bool(others))

    def share_sold(self, table: Table, seller: str, name: str, count: int) -> None:
        """The price after a sale: down one space a share."""
        table.move_price(name, "down", count)

    def bankrupt(self, table: Table, player: str) -> None:
        """A player cannot pay: he sells what he may, and the game ends."""
        self.sell_all(table, player)
        table.pay(player, BANK, table.cash(player))
        table.set(finish="bankrupt", over=True)

    def sells_privates(self, table: Table) -> bool:
        """Whether a president may sell private companies to other players to help."""
        return self.train_sales.private_sales

    def sell_all(self, table: Table, player: str) -> None:
        """A player sells all he is allowed to."""
        for name in self.by_price(table.state):
            most = self.sale_limit(table, player, name)
            if most:
                self.sell(table, player, name, most)

    def sell(self, table: Table, player: str, name: str, count: int) -> None:
        """A player sells shares to the market."""
        price = table.corporation(name).share_price or 0
        table.pay(BANK, player, count * price)
        table.move_shares(name, player, MARKET, 10 * count)
        table.say(
            "sale",
            f"{player} sells {10 * count}% of {name} for {count * price}",
            player=player,
            corporation=name,
        )
        self.share_sold(table, player, name, count)
        if name in table.state.corporations and not table.corporation(name).closed:
            table.check_president(name)

    # shares of the acting corporation

    def issue_limit(self, table: Table) -> int:
        """How many shares it may issue."""
        return 0

    def redeem_limit(self, table: Table) -> int:
        """How many shares it may buy back, and can pay for."""
        return 0

    def issue_price(self, table: Table) -> int:
        """What it gets for a share."""
        return table.corporation(table.entity).share_price or 0

    def redeem_price(self, table: Table) -> int:
        """What it pays for a share."""
        return table.corporation(table.entity).share_price or 0

    def issue(self, table: Table, count: int, price: int | None = None) -> None:
        """Shares from the treasury to the market."""
        name = table.entity
        price = self.issue_price(table) if price is None else price
        table.move_shares(name, self.title.play.unsold, MARKET, 10 * count)
        table.pay(BANK, name, count * price)
        table.say("issue", f"{name} issues {count} at {price}", count=count, price=price)

    def redeem(self, table: Table, count: int) -> None:
        """Shares from the market to the treasury."""
        name, price = table.entity, self.redeem_price(table)
        table.pay(name, BANK, count * price)
        table.move_shares(name, MARKET, self.title.play.unsold, 10 * count)
        table.say("redeem", f"{name} redeems {count} at {price}", count=count, price=price)

    # ledgers

    def decode(self, action: dict[str, Any], state: State) -> Action | None:
        """An action of a ledger that this title reads in its own way, or None."""
        return None

    def recorded_options(self, rows: list[dict[str, Any]]) -> tuple[str, ...]:
        """The options under which a ledger was played, as far as its lines tell."""
        return self.title.play.recorded

    def unseen(self, memory: dict[str, Any], action: dict[str, Any]) -> None:
        """Note in `memory` what an action leaves behind that a ledger does not show.

        It is given to the following lines as the `own` part of their states.
        """

    # private companies

    def private(self, name: str) -> Private | None:
        """A private company by its name, or None for a card that is none."""
        return self.title.privates.get(name)

    @property
    def private_sales(self) -> PrivateSales | None:
        """When corporations buy private companies."""
        return self.title.play.privates

    def private_prices(self, table: Table, name: str) -> tuple[int, int] | None:
        """The range of prices at which the acting corporation may buy a private company."""
        private, sales = self.private(name), self.private_sales
        if private is None or sales is None or not private.for_sale:
            return None
        if table.state.phase not in sales.phases:
            return None
        least = Fraction(sales.least) * private.price
        return max(1, -(-least.numerator // least.denominator)), int(
            Fraction(sales.most) * private.price
        )

    def private_bought(self, table: Table, name: str) -> None:
        """After the acting corporation bought a private company."""

    def private_moved(self, table: Table, name: str, owner: str) -> None:
        """After a private company came to an owner, or was ``closed``."""

    def close_privates(self, table: Table, phase: str) -> None:
        """Private companies that close with a phase."""
        for name, owner in table.state.privates.items():
            if owner != CLOSED and self.closes(table, name, phase):
                table.give_private(name, CLOSED)

    def closes(self, table: Table, name: str, phase: str) -> bool:
        """Whether a private company closes when a phase begins."""
        private = self.private(name)
        return private is not None and private.closes_on == phase


def _stop_now(table: Table, stop: str) -> str:
    """A stop of the printed map under the number the tile on its hex gives it."""
    hex_id, _, number = stop.partition(".")
    spec = table.state.board.tiles.get(hex_id)
    if spec is None:
        return stop
    name, _, turn = spec.partition("@")
    old = table.title.hexes[hex_id].tile
    return f"{hex_id}.{_places(old, table.title.tiles[name], int(turn)).get(int(number), number)}"


@functools.lru_cache(maxsize=5000)
def _places(old: object, new: object, turn: int) -> dict[int, int]:
    return city_places(city_exits(old, 0), city_exits(new, turn))  # type: ignore[arg-type]


_STEPS: tuple[Step, ...] = (
    HomeStep(),
    TrackStep(),
    TokenStep(),
    RunStep(),
    DividendStep(),
    TrainStep(),
    EndStep(),
)
_ALWAYS: tuple[Step, ...] = (PrivateStep(), PowerLayStep())


@functools.cache
def rules_of(title: Title) -> Rules:
    """The rules of a title: its own ``rounds.py`` where there is one."""
    file = title.folder / "rounds.py"
    if not file.exists():
        return Rules(title)
    name = f"operating_round.titles_{title.folder.name}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    rules: Rules = module.Rounds(title)
    return rules
