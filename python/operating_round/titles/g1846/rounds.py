"""1846: what its operating rounds have that data cannot say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from operating_round.rules import (
    ExtraLay,
    MemoryRules,
    Parts,
    PrivateRules,
    RecordRules,
    RoundRules,
    TokenRules,
    TrackRules,
)
from operating_round.state import MARKET, Corporation, State
from operating_round.steps.base import Step
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.run import RunStep
from operating_round.steps.token import AnyOrder, TokenStep
from operating_round.steps.track import TrackStep
from operating_round.steps.trains import TrainStep
from operating_round.table import View
from operating_round.titles.g1846.effects import Happens
from operating_round.titles.g1846.lost import LostRunStep, LostTrainStep
from operating_round.titles.g1846.markers import AssignStep, Port, PortStep, PortTurn
from operating_round.titles.g1846.names import CHICAGO, MAIL, STEAMBOAT
from operating_round.titles.g1846.shares import EarlyShareStep, Holdings, InNeed, Need, Prices
from route_opt.errors import Problem
from route_opt.readable import readable
from route_opt.rules.tokens import reserved_at
from route_opt.title import Private, Reserved, Title

_RUN, _DIVIDEND, _TRAINS, _END = RunStep(), DividendStep(), TrainStep(), EndStep()
_SHARES = EarlyShareStep()
_ANYWHERE = "chicago_token_anywhere"
_UNSAID = "private_tiles_unsaid"
_BUILD = AnyOrder("track", _SHARES, TrackStep(), TokenStep())
CORPORATION_STEPS: tuple[Step, ...] = (_BUILD, _RUN, _DIVIDEND, _TRAINS, _END)
INDEPENDENT_STEPS: tuple[Step, ...] = (TrackStep(), _RUN, _DIVIDEND)
LOST_STEPS: tuple[Step, ...] = (LostRunStep(), LostTrainStep())
_ASSIGN, _PORT = AssignStep(), PortStep()


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

    def unsaid_lays(self, table: View) -> Iterator[ExtraLay]:
        """Once nobody said whose tile lay on the hex of a private company."""
        return self.extra_lays(table) if _UNSAID in table else super().unsaid_lays(table)

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
                    name, private.hexes, left, free=False, discount=cost, joins=True, rule="3"
                )
            else:
                yield ExtraLay(
                    name,
                    private.hexes,
                    left,
                    colours=("yellow",),
                    upgrades=False,
                    joins=True,
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
        prices = list(super().tokens_returned(state, name))
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
        chicago = table.map.laid(private.reserves.partition(".")[0])
        for stop in chicago.stops if _ANYWHERE in table else (private.reserves,):
            room = table.map.free_slot(stop, table.entity) is not None
            if room and not self.one_token_only(table, stop):
                yield CHICAGO, stop

    def unsaid_tokens(self, table: View) -> Iterator[tuple[str, str]]:
        """Where it could go anywhere in Chicago, nobody said whose token it was."""
        return self.free_tokens(table) if _ANYWHERE in table else super().unsaid_tokens(table)


class Privates(PrivateRules):
    """Its private companies."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        later = title.play.special["later_privates"]
        self.later = {name: msgspec.convert(row, readable(Private)) for name, row in later.items()}

    def private(self, name: str) -> Private | None:
        """Those of the later edition too, for games that have them."""
        return super().private(name) or self.later.get(name)

    def private_prices(self, table: View, name: str) -> tuple[int, int] | None:
        """An independent not by a corporation at its train limit (3)."""
        if name in table.state.minors and table.depot.room(table.entity) <= 0:
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


PARTS = Parts(
    rounds=Rounds,
    track=Track,
    tokens=Tokens,
    money=Prices,
    need=Need,
    holdings=Holdings,
    privates=Privates,
    records=Records,
    memory=Memory,
    effects=Happens,
)
