"""1846: what its operating rounds have that data cannot say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from operating_round import market
from operating_round.actions import Action, Assign, BuyTrain, Choice
from operating_round.closing import leave_game
from operating_round.errors import IllegalAction, StateError
from operating_round.memory import GameMemory, TurnMemory
from operating_round.rules import (
    Effects,
    ExtraLay,
    MemoryRules,
    MoneyRules,
    NeedRules,
    Offer,
    Parts,
    PrivateRules,
    RecordRules,
    RoundRules,
    TokenRules,
    TrackRules,
)
from operating_round.state import BANK, CLOSED, MARKET, Corporation, Count, State
from operating_round.steps.base import Step
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.run import RunStep, best_run, running_position
from operating_round.steps.shares import ShareStep
from operating_round.steps.token import AnyOrder, TokenStep
from operating_round.steps.track import TrackStep
from operating_round.steps.trains import TrainStep, buy
from operating_round.table import Table, View
from route_opt.errors import Problem
from route_opt.position import Marker
from route_opt.rules.phases import closing_minors
from route_opt.rules.tokens import reserved_at
from route_opt.rules.trains import card_of
from route_opt.title import Private, Reserved, Title

MARKERS = ("meat_packing", "steamboat", "boomtown", "mail_contract", "removed_corporation")
"""Kinds of marker, in the order in which a document lists them."""

MARKER_OF = {"BT": "boomtown", "MPC": "meat_packing", "SC": "steamboat"}
"""Private companies that put a marker on a hex."""

LAND_GRANT = "IC"
STEAMBOAT, MAIL, CHICAGO = "SC", "MAIL", "C&WI"


class Port(GameMemory, frozen=True):
    """Company and hex of the port token, as far as they have been given."""

    port: tuple[str, str] = ("", "")


class PortTurn(TurnMemory, frozen=True):
    """What was given of the port token before the first turn of a round."""

    company: str | None = None
    hex: str | None = None


class InNeed(TurnMemory, frozen=True):
    """Shares issued for a train, and who sold those of which corporation as its president."""

    issued: Count = 0
    sold: tuple[tuple[str, str], ...] = ()


class AssignStep(Step):
    """Markers of the acting corporation's private companies, at any time of its turn (3, 6)."""

    name = "assign"
    does = "put that marker there now"
    occasion = "may place a marker for {}"

    def rule(self, table: View) -> str:
        """The section on private companies."""
        return "3"

    def takes(self, action: Action) -> bool:
        """Markers."""
        return isinstance(action, Assign)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Every hex a marker may go to; the port token before the run, the others once."""
        for name in table.acting.companies:
            private = table.privates.get(name)
            if name not in MARKER_OF or private is None or table.turn.used.get(name):
                continue
            if marker_of(table.state, name) and name != STEAMBOAT:
                continue
            if name == STEAMBOAT and table.turn.revenue is not None:
                continue
            for hex_id in private.hexes:
                yield Choice(Assign(name, hex=hex_id))

    def apply(self, table: Table, action: Action) -> None:
        """Put it there."""
        assert isinstance(action, Assign)
        put_marker(table, action.private, action.hex, table.entity)
        table.privates.use(action.private)


class PortStep(Step):
    """The port token of a player's Steamboat Company, when income is paid (3)."""

    name = "port"
    does = "put the port token there"
    occasion = "may place the port token"

    def rule(self, table: View) -> str:
        """The section on private companies."""
        return "3"

    def takes(self, action: Action) -> bool:
        """Markers."""
        return isinstance(action, Assign)

    def decides(self, table: View) -> str:
        """Its owner."""
        return table.privates.owner_of(STEAMBOAT)

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """A company once, a hex once, each another than before."""
        private = table.privates.get(STEAMBOAT)
        if private is None or self.finished(table):
            return
        now = marker_of(table.state, STEAMBOAT)
        owner, place = pending_port(table.state)
        given = PortTurn.of(table)
        if given.company is None:
            running = [n for n, row in table.state.corporations.items() if row.floated]
            for name in (*table.state.minors, *running):
                if name != owner:
                    yield Choice(Assign(STEAMBOAT, corporation=name))
        if given.hex is None:
            for hex_id in private.hexes:
                if not now or hex_id != place:
                    yield Choice(Assign(STEAMBOAT, hex=hex_id))

    def apply(self, table: Table, action: Action) -> None:
        """Remember both halves; with both there the token stands."""
        assert isinstance(action, Assign)
        owner, place = pending_port(table.state)
        if action.corporation:
            owner = action.corporation
            PortTurn.set(table, company=owner)
        if action.hex:
            place = action.hex
            PortTurn.set(table, hex=place)
        Port.set(table, port=(owner, place))
        if owner and place:
            put_marker(table, STEAMBOAT, place, owner)

    def finished(self, table: View) -> bool:
        """Whether both were given."""
        given = PortTurn.of(table)
        return given.company is not None and given.hex is not None


def pending_port(state: State) -> tuple[str, str]:
    """Company and hex of the port token, as far as they have been given."""
    marker = marker_of(state, STEAMBOAT)
    if marker:
        return marker.owner, marker.at.partition(".")[0]
    owner, place = Port.of(state).port
    there = owner in state.corporations or owner in state.minors
    return owner if there else "", place


def marker_of(state: State, private: str) -> Marker | None:
    """The marker of a private company, if it is on the map."""
    kind = MARKER_OF[private]
    return next((marker for marker in state.board.markers if marker.kind == kind), None)


def put_marker(table: Table, private: str, hex_id: str, owner: str) -> None:
    """Put a private company's marker on a hex, for a company."""
    kind = table.title.markers[MARKER_OF[private]]
    amount = kind.amount if isinstance(kind.amount, int) else kind.amount[hex_id]
    cities = len(table.map.laid(hex_id).tile.stops)
    wide = kind.hex_wide and cities > 1
    new = Marker(kind.kind, f"{hex_id}.0", owner, amount, hex_wide=wide)
    others = [marker for marker in table.state.board.markers if marker.kind != kind.kind]
    table.map.set_markers(in_order([*others, new]))
    table.say("marker", f"{private}: {kind.kind} marker on {hex_id} for {owner}", private=private)


def in_order(markers: list[Marker]) -> list[Marker]:
    """Markers as a document lists them."""
    return sorted(markers, key=lambda marker: MARKERS.index(marker.kind))


class LostRunStep(RunStep):
    """A corporation in the market runs for the most, keeps it all, and its price falls (7.1)."""

    def rule(self, table: View) -> str:
        """The section on such corporations."""
        return "7.1"

    def apply(self, table: Table, action: Action) -> None:
        """Nobody may run it for less."""
        super().apply(table, action)
        most, run = best_run(running_position(table))[0], table.turn.revenue or 0
        if run < most:
            message = f"{table.entity} runs for the most possible, {most}, not for {run}"
            raise IllegalAction(message, self.rule(table))

    def leave(self, table: Table) -> None:
        """One space left with a train, though it may go now as phased out; two without one."""
        name, revenue = table.entity, table.turn.revenue or 0
        steps = 1 if table.acting.trains else 2
        table.rules.effects.after_run(table)
        table.bank.pay(BANK, name, revenue)
        table.set_turn(paid=True)
        table.market.move_price(name, "left", steps)


class LostTrainStep(Step):
    """A corporation in the market buys the cheapest train if it has none and can (7.1)."""

    name = "trains"

    def enter(self, table: Table) -> None:
        """Nobody chooses."""
        buy_cheapest(table)

    def finished(self, table: View) -> bool:
        """At once."""
        return True


def buy_cheapest(table: Table) -> None:
    """Buy the cheapest train of the bank, if the acting corporation has none and can."""
    offers = table.rules.trains.offers(table)
    if table.acting.trains or not offers:
        return
    offer = min(offers, key=lambda offer: offer.price)
    if offer.price <= table.acting.cash:
        buy(table, BuyTrain(offer.train, offer.price, offer.source))


class EarlyShareStep(ShareStep):
    """Issuing or redeeming, before track is laid or a token placed (6, 6.1)."""

    def finished(self, table: View) -> bool:
        """Also when the usual building has begun; records allow it up to the dividend."""
        turn = table.turn
        if "issue_until_dividend" in table:
            return turn.paid or super().finished(table)
        return self.too_late(table) or super().finished(table)

    def too_late(self, table: View) -> bool:
        """Whether the usual building has begun; tiles of private companies come at any time."""
        turn = table.turn
        return bool(turn.yellows or turn.upgrades or turn.tokens)

    def refusal(self, table: View, action: Action) -> str:
        """Why not."""
        if self.too_late(table):
            return f"{table.entity} issues or redeems shares before track and tokens"
        return super().refusal(table, action)


_RUN, _DIVIDEND, _TRAINS, _END = RunStep(), DividendStep(), TrainStep(), EndStep()
_SHARES = EarlyShareStep()
_BUILD = AnyOrder("track", _SHARES, TrackStep(), TokenStep())
CORPORATION_STEPS: tuple[Step, ...] = (_BUILD, _RUN, _DIVIDEND, _TRAINS, _END)
INDEPENDENT_STEPS: tuple[Step, ...] = (TrackStep(), _RUN, _DIVIDEND)
LOST_STEPS: tuple[Step, ...] = (LostRunStep(), LostTrainStep())
_ASSIGN, _PORT = AssignStep(), PortStep()


def is_for_sale(row: Corporation, player: str) -> bool:
    """Only the president sells before a corporation has operated; none run from the market."""
    return row.owner != MARKET and (row.operated or row.owner == player)


def price_after_sale(table: Table, seller: str, name: str, *, again: bool) -> bool:
    """One space left if the president sold, however many and how often in a turn (5.2).

    Whether it has moved; not `again` where he has sold in this turn before.
    """
    moves = table.corporation(name).owner == seller and not again
    if moves:
        table.market.move_price(name, "left")
    return moves


def _price_at(table: View, direction: str, number: int) -> int:
    place = market.steps(table.title.market, table.market.place(table.entity), direction, number)
    return market.price(table.title.market, place)


def _forced_value(table: View, count: int) -> int:
    """What so many shares bring in need: the price falls first, one lower is paid (6.5)."""
    return count * _price_at(table, "left", count + 1)


def _give_up(table: Table, player: str, name: str, percent: int) -> None:
    """Shares go to the market beyond every limit; a president's certificate too."""
    row = table.corporation(name)
    table.bank.pay(BANK, player, percent // 10 * (row.share_price or 0))
    table.market.move_shares(name, player, MARKET, percent)
    if row.owner == player and "bankrupt_sales_move_prices" in table:
        table.market.move_price(name, "left")
    if name not in table.state.corporations:
        return
    table.market.check_president(name)
    if table.corporation(name).owner == player:
        table.change(name, owner=MARKET)
        table.say("lost", f"{name} is run from the market", corporation=name)


def absorb(table: Table, name: str) -> None:
    """An independent's treasury, train and place go to its buyer (3)."""
    buyer, minor = table.entity, table.company(name)
    table.bank.pay(name, buyer, minor.cash)
    for train in minor.trains:
        table.depot.gain_train(buyer, train)
        table.set_turn(resting=(*table.turn.resting, train))
    for stop in minor.tokens_on_map:
        held = table.state.board.tokens[stop]
        own = buyer in held
        table.map.set_tokens(stop, [(None if own else buyer) if n == name else n for n in held])
        if not own:
            row = table.company(buyer)
            table.change(buyer, tokens_on_map=(*row.tokens_on_map, stop))
    _drop_minor(table, name)
    markers = table.state.board.markers
    table.map.set_markers(m for m in markers if m.owner != name)


def close_minor(table: Table, name: str) -> None:
    """An independent leaves the game."""
    table.map.remove_tokens(name)
    table.bank.pay(name, BANK, table.bank.cash(name))
    _drop_minor(table, name)
    table.map.set_markers(m for m in table.state.board.markers if m.owner != name)


def _drop_minor(table: Table, name: str) -> None:
    minors = {key: row for key, row in table.state.minors.items() if key != name}
    table.set(minors=minors)


class Rounds(RoundRules):
    """The shape of its rounds and turns."""

    def drawn_out(self, players: int, chance: random.Random) -> list[str]:
        """So many of each group (2); of those of the variant for two, one each."""
        if players == 2:
            groups_of_two = self.title.play.special["two_player_variant"]["one_of_each"]
            return [chance.choice(group) for group in groups_of_two]
        number = self.title.play.special["setup"]["remove_from_each_group"].get(str(players), 0)
        groups: dict[str, list[str]] = {}
        marked = [(name, row.group) for name, row in self.title.privates.items()]
        marked += [(name, row.group) for name, row in self.title.corporations.items()]
        for name, group in marked:
            if group:
                groups.setdefault(group, []).append(name)
        return [name for members in groups.values() for name in chance.sample(members, number)]

    def steps(self, table: View) -> tuple[Step, ...]:
        """Independents build and run; a corporation in the market runs by itself."""
        if not isinstance(table.acting, Corporation):
            return INDEPENDENT_STEPS
        return LOST_STEPS if table.acting.owner == MARKET else CORPORATION_STEPS

    def always(self, table: View) -> tuple[Step, ...]:
        """Markers too; nothing for a corporation in the market."""
        if table.acting.owner == MARKET:
            return ()
        late = "issue_until_dividend" in table and table.turn.step != _BUILD.name
        shares = (_SHARES,) if late else ()
        return (*super().always(table), _ASSIGN, *shares)

    def before_turns(self, table: View) -> tuple[Step, ...]:
        """A player who owns the Steamboat Company may place its token."""
        return (_PORT,) if table.privates.owner_of(STEAMBOAT) in table.state.players else ()

    def order(self, table: View) -> list[str]:
        """By price; in the very first round ascending, the top of a stack still first (4)."""
        names = super().order(table)
        first = self.title.play.special["first_operating_round"]["order"] == "ascending"
        if not first or table.state.round != "OR 1.1":
            return names
        minors = [name for name in names if name in table.state.minors]
        rows = table.state.corporations

        def key(name: str) -> int:
            return rows[name].share_price or 0

        return [*minors, *sorted(names[len(minors) :], key=key)]


class Track(TrackRules):
    """Its track."""

    def extra_lays(self, table: View) -> Iterator[ExtraLay]:
        """Two yellow tiles of the MC, the O&I; one upgrade of the Lake Shore Line."""
        for name in table.acting.companies:
            private = table.rules.privates.private(name)
            if private is None or not private.lays:
                continue
            left = private.lays - table.privates.times_used(name)
            if left <= 0:
                continue
            if name == "LSL":
                if "green" in table.phase.tiles:
                    yield ExtraLay(
                        name, private.hexes, left, colours=("green",), upgrades=True, rule="3, 6.2"
                    )
            elif name == "LM":
                cost = self.title.play.track.least_cost
                yield ExtraLay(
                    name, private.hexes, left, free=False, discount=cost, together=True, rule="3"
                )
            else:
                yield ExtraLay(
                    name,
                    private.hexes,
                    left,
                    colours=("yellow",),
                    upgrades=False,
                    together=True,
                    rule="3, 6.2",
                )


class Tokens(TokenRules):
    """Its tokens."""

    def token_stops(self, table: View) -> Iterator[tuple[str, bool]]:
        """B&O and PRR need no connection to their reserved spaces (6.2)."""
        yield from super().token_stops(table)
        for place in self.title.corporations[table.entity].reserved:
            if place.price_unconnected and place.stop not in table.map.reach().stops:
                yield place.stop, False

    def reserved_space(self, table: View, stop: str) -> Reserved | None:
        """In a reading a corporation pays the lower price in phase IV too."""
        if "reserved_prices_stay" in table:
            return reserved_at(self.title.corporations[table.entity], stop)
        return super().reserved_space(table, stop)

    def tokens_returned(self, state: State, name: str) -> tuple[int, ...]:
        """A token on a reserved space keeps the price that was paid for it."""
        prices = list(self.title.corporations[name].tokens)
        on_map = state.corporations[name].tokens_on_map
        for place in self.title.corporations[name].reserved:
            if place.stop in on_map and on_map.index(place.stop) < len(prices):
                paid = place.price_unconnected or place.price
                prices[on_map.index(place.stop)] = paid
        return tuple(prices)

    def free_tokens(self, table: View) -> Iterator[tuple[str, str]]:
        """The token of the Chicago & Western Indiana, where it was not placed at once."""
        private = table.rules.privates.private(CHICAGO)
        used = table.privates.times_used(CHICAGO)
        if private is None or used or CHICAGO not in table.acting.companies:
            return
        stop = private.reserves
        room = table.map.free_slot(stop, table.entity) is not None
        if room and not self.one_token_only(table, stop):
            yield CHICAGO, stop


class Prices(MoneyRules):
    """Its dividends, prices and shares."""

    def dividend_steps(self, table: View, name: str, kind: str, payout: int) -> int:
        """Three spaces only from a price above 150 (6.4)."""
        steps = super().dividend_steps(table, name, kind, payout)
        return min(steps, 2) if (table.corporation(name).share_price or 0) <= 150 else steps

    def issue_limit(self, table: View) -> int:
        """As many as players hold less those in the market (6.1)."""
        shares = table.corporation(table.entity).shares
        held = sum(shares.get(player, 0) for player in table.state.players)
        unsold = shares.get(self.title.play.unsold, 0)
        return max(0, min(unsold, held - shares.get(MARKET, 0)) // 10)

    def issue_price(self, table: View) -> int:
        """One value lower."""
        return _price_at(table, "left", 1)

    def redeem_price(self, table: View) -> int:
        """One value higher."""
        return _price_at(table, "right", 1)

    def redeem_limit(self, table: View) -> int:
        """What lies in the market and can be paid."""
        row = table.corporation(table.entity)
        price = self.redeem_price(table)
        return min(row.shares.get(MARKET, 0) // 10, row.cash // price if price else 0)


class Need(NeedRules):
    """What is sold and issued for a train."""

    def forced_issues(self, table: View, offers: list[Offer]) -> list[int]:
        """Enough for a train; all there are if they do not suffice (6.5)."""
        if InNeed.of(table).issued or not offers:
            return []
        least = min(offers, key=lambda offer: offer.price)
        card = card_of(self.title, least.train)
        sides = [o.price for o in offers if o.train in card and o.source == least.source]
        cheapest, dearest = least.price, max(sides)
        cash = table.acting.cash
        if cash >= dearest:
            return []
        counts = list(range(1, table.rules.money.issue_limit(table) + 1))
        if "issue_what_is_needed" in table:
            counts = [count for count in counts if _forced_value(table, count)]
        by_value = sorted(counts, key=lambda count: _forced_value(table, count))
        enough = [n for n in by_value if cash + _forced_value(table, n) >= cheapest]
        if not enough:
            return counts[-1:]
        most = next(
            (
                place
                for place, count in enumerate(enough)
                if cash + _forced_value(table, count) >= dearest
            ),
            len(enough),
        )
        return enough[: most + 1] if "issue_what_is_needed" in table else enough

    def forced_issue_cash(self, table: View, counts: list[int]) -> int:
        """The most that one of these issues brings."""
        return max((_forced_value(table, count) for count in counts), default=0)

    def sale_limit(self, table: View, player: str, name: str) -> int:
        """Only the president sells before a corporation has operated (5.21, 7.02)."""
        row = table.corporation(name)
        if not is_for_sale(row, player):
            return 0
        if name == table.entity and row.share_price == 10:
            return 0
        return super().sale_limit(table, player, name)


class Privates(PrivateRules):
    """Its private companies."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        later = title.play.special["later_privates"]
        self.later = {name: msgspec.convert(row, Private) for name, row in later.items()}

    def private(self, name: str) -> Private | None:
        """Those of the later edition too, for games that have them."""
        return super().private(name) or self.later.get(name)

    def private_prices(self, table: View, name: str) -> tuple[int, int] | None:
        """An independent not by a corporation at its train limit (3)."""
        if name in table.state.minors:
            limit = table.rules.trains.train_limit(table, table.entity)
            if len(table.depot.working_trains(table.entity)) >= limit:
                return None
        return super().private_prices(table, name)

    def closes(self, table: View, name: str, phase: str) -> bool:
        """All but the Mail Contract in phase III, cards that are none included."""
        if phase != "III":
            return False
        if name == MAIL:
            kept = table.privates.owner_of(MAIL) in table.state.corporations
            return "mail_contract_closes" in table and not kept
        return True


class Records(RecordRules):
    """Its records."""

    def unseen(self, own: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
        """The half of a port token's place that a ledger does not show yet."""
        if action["type"] != "assign" or action["entity"] != STEAMBOAT:
            return own
        owner, place = Port.read(own).port
        if action.get("target_type") == "hex":
            place = str(action["target"])
        else:
            owner = str(action["target"])
        return Port.written(own, {"port": (owner, place)})


class Memory(MemoryRules):
    """What its states remember."""

    game: ClassVar = (*MemoryRules.game, Port)
    turn: ClassVar = (PortTurn, InNeed)

    def misfits(self, table: View) -> Iterator[Problem]:
        """The port token goes to a port."""
        private, place = table.privates.get(STEAMBOAT), Port.of(table.state).port[1]
        if private and place and place not in private.hexes:
            message = f"{place!r} is not one of {', '.join(private.hexes)}"
            yield Problem("wrong_place", "own.port", message)


class Happens(Effects):
    """What follows from what happens."""

    def set_up(
        self, table: Table, removed: tuple[str, ...], chance: random.Random | None = None
    ) -> None:
        """A token of each removed corporation stands on its start city (2)."""
        if (len(table.state.players) == 2) != ("two_player_variant" in table):
            raise StateError("two players, and no others, play with the option two_player_variant")
        if "later_privates" in table:
            known = self.title.play.special["later_privates"]
            later = {name: None for name in known if name not in removed}
            table.set(privates={**table.state.privates, **later})
        kind = "removed_corporation"
        out = [name for name in self.title.corporations if name in removed]
        homes = [(name, self.title.corporations[name].home[0]) for name in out]
        table.map.set_markers(Marker(kind, stop, name) for name, stop in homes)
        for name, stop in homes:
            table.map.put_token(stop, name, 0)
        if "two_player_variant" in table:
            second = self.title.play.special["two_player_variant"]["second_tokens"]
            for name in out:
                table.map.put_token(second[name], name, 1)

    def start_round(self, table: Table) -> None:
        """With two players the last train ends the game, after one more full set of rounds."""
        first = (table.state.operating_rounds or (0,))[0] == 1
        if "two_player_variant" in table and first and not table.rules.trains.offers(table):
            table.set(finish="last_train")
            table.say("last_train", "the bank has no train left: the game ends after this set")
        super().start_round(table)

    def floats(self, table: Table, name: str) -> None:
        """The first token; IC also gets its price from the bank (5.1)."""
        table.map.place_home(name)
        if name == LAND_GRANT:
            table.bank.pay(BANK, name, table.corporation(name).share_price or 0)

    def place_free_token(self, table: Table, private: str, stop: str) -> None:
        """An extra token, none of the corporation's own."""
        slot = table.map.free_slot(stop, table.entity)
        table.map.add_extra_token(table.entity, stop, slot or 0)
        table.privates.use(private)

    def price_at_closed(self, table: Table, name: str) -> None:
        """A corporation whose price falls to 0 leaves the game (5.25)."""
        table.say("closing", f"{name} leaves the game", corporation=name, state=table.state)
        leave_game(table, name)

    def forced_issue(self, table: Table, count: int) -> None:
        """The price falls one space a share; then one value lower is paid (6.5)."""
        price = _price_at(table, "left", count + 1)
        InNeed.set(table, issued=count)
        table.market.issue(table.entity, count, price)
        table.market.move_price(table.entity, "left", count)

    def share_sold(self, table: Table, seller: str, name: str, count: int) -> None:
        """A need is like one turn: a price moves once in it."""
        sold = InNeed.of(table).sold
        if price_after_sale(table, seller, name, again=(seller, name) in sold):
            InNeed.set(table, sold=(*sold, (seller, name)))

    def bankrupt(self, table: Table, player: str) -> None:
        """A bankrupt player leaves; all he had goes to the corporation (7)."""
        counts = table.rules.need.forced_issues(table, table.rules.trains.offers(table))
        if counts:
            self.forced_issue(table, max(counts))
        table.market.sell_all(player)
        for name in table.market.by_price():
            percent = table.corporation(name).shares.get(player, 0)
            if percent:
                _give_up(table, player, name, percent)
        there = table.entity in table.state.corporations
        for name, row in tuple(table.state.minors.items()):
            if row.owner == player:
                close_minor(table, name)
        for name in table.privates.of(player):
            table.privates.give(name, CLOSED)
        table.bank.pay(player, table.entity if there else BANK, table.bank.cash(player))
        if len(table.state.bankrupt) >= len(table.state.players) - 1:
            table.set(finish="bankrupt", over=True)
        elif there and table.acting.owner == MARKET:
            buy_cheapest(table)

    def private_bought(self, table: Table, name: str) -> None:
        """What comes with a private company."""
        if name in table.state.minors:
            absorb(table, name)
        elif name == MAIL:
            marker = Marker("mail_contract", owner=table.entity)
            table.map.set_markers(in_order([*table.state.board.markers, marker]))
        elif name == STEAMBOAT:
            place = pending_port(table.state)[1]
            if place:
                put_marker(table, name, place, table.entity)
        elif name == CHICAGO and "chicago_token_later" not in table:
            for private, stop in table.rules.tokens.free_tokens(table):
                self.place_free_token(table, private, stop)

    def phase_begins(self, table: Table, phase: str, train: str) -> None:
        """Phase III closes independents (8)."""
        for name in closing_minors(self.title, phase) & set(table.state.minors):
            close_minor(table, name)
        held = table.privates.owner_of(STEAMBOAT) in table.state.players
        if phase == "III" and held and "steamboat_token_closes" in table:
            table.map.set_markers(m for m in table.state.board.markers if m.kind != "steamboat")
        super().phase_begins(table, phase, train)


PARTS = Parts(
    rounds=Rounds,
    track=Track,
    tokens=Tokens,
    money=Prices,
    need=Need,
    privates=Privates,
    records=Records,
    memory=Memory,
    effects=Happens,
)
