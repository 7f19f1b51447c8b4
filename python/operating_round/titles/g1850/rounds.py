"""1850: what its operating rounds have that data cannot say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from operating_round.actions import Action, Choice, Special
from operating_round.memory import CompanyMemory, GameMemory, TurnMemory
from operating_round.protected import (
    ProtectedEffects,
    ProtectedMemory,
    ProtectedMoney,
    ProtectedNeed,
    ProtectedRecords,
    ProtectedRounds,
    ProtectedTrains,
)
from operating_round.protected.markers import put_markers
from operating_round.protected.steps import PROTECT, ProtectedTrainStep
from operating_round.rules import (
    ExtraLay,
    Offer,
    Parts,
    PrivateRules,
    TrackRules,
)
from operating_round.state import BANK, CLOSED, Corporation, State
from operating_round.steps.base import Step
from operating_round.steps.build import BuildStep
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.privates import PrivateStep
from operating_round.steps.run import RunStep
from operating_round.steps.token import AnyOrder, TokenStep
from operating_round.table import Table, View
from route_opt.lays import Lay as TileLay
from route_opt.position import Marker
from route_opt.rules.rights import edge_token, rights_for_sale

MOBILIER, BRIDGE, GANT, MESABI, GRANT = "CM", "MRB", "GBC", "MRC", "WLG"
SURVIVORS = (MOBILIER, GANT, GRANT)
"""Private companies that stay open in phase 5, without income, for the lays they have left."""


class LandGrant(GameMemory, frozen=True):
    """The Western Land Grant has laid its tile east of the Mississippi."""

    grant_used_east: bool = False


class Mesabi(CompanyMemory, frozen=True):
    """A corporation has the right to the Mesabi Range."""

    mesabi_token: bool = False


class Bought(TurnMemory, frozen=True):
    """Where the trains of a turn came from that the bank sold."""

    from_bank: tuple[str, ...] = ()


class MesabiStep(Step):
    """The right to the Mesabi Range, bought in place of a yellow tile (6.5.1)."""

    name = "mesabi"
    does = "buy the right to the Mesabi Range now"
    occasion = "may buy the right to the Mesabi Range for {}"
    section = "6.5.1"

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """The right by its name."""
        return "Buy the right to the Mesabi Range"

    def takes(self, action: Action) -> bool:
        """The purchase."""
        return isinstance(action, Special) and action.kind == "mesabi"

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """While there are tokens, and not before the Mesabi Mining Company is sold or closed."""
        price = table.title.play.rights["mesabi"].price
        owner = table.privates.owner_of(MESABI)
        known = owner == CLOSED or owner in table.state.corporations
        room = rights_for_sale(table.title, table.entity, table.state.board.markers)
        can = price <= table.acting.cash and table.rules.track.may_lay(table, upgrade=False)
        if known and room and can:
            yield Choice(Special("mesabi"), cost=price)

    def apply(self, table: Table, action: Action) -> None:
        """Half of the price goes to the corporation that owns the private company."""
        right = table.title.play.rights["mesabi"]
        owner = table.privates.owner_of(MESABI)
        part = right.to_owner if owner in table.state.corporations else 0
        table.bank.pay(table.entity, BANK, right.price - part)
        if part:
            table.bank.pay(table.entity, owner, part)
        table.set_turn(yellows=table.turn.yellows + 1)
        give_mesabi(table)


def give_mesabi(table: Table) -> None:
    """The acting corporation may run to the Mesabi Range from now on."""
    name = table.entity
    Mesabi.set(table, name, mesabi_token=True)
    markers = [*table.state.board.markers, Marker("mesabi", owner=name)]
    put_markers(table, markers)
    table.say("mesabi", f"{name} gets a token of the Mesabi Range", corporation=name)


class EdgeStep(Step):
    """The token on a red edge area, in place of a station token (7.4)."""

    name = "edge"
    does = "place its edge token now"
    occasion = "may place the edge token of {}"
    section = "7.4"

    def told(self, table: View, action: Action, place: Callable[[str], str]) -> str:
        """With its area."""
        edge = table.title.corporations[table.entity].edge_token
        return f"Place the edge token in {place(edge.area)}" if edge else ""

    def takes(self, action: Action) -> bool:
        """The edge token."""
        return isinstance(action, Special) and action.kind == "edge_token"

    def choices(self, table: View, about: Action | None = None) -> Iterator[Choice]:
        """Once, where its track leads to the area."""
        edge = table.title.corporations[table.entity].edge_token
        most = table.title.play.tokens.per_turn
        if edge is None or table.turn.tokens >= most or edge.price > table.acting.cash:
            return
        if edge_token(
            table.title, table.entity, table.state.board.markers, table.map.reach().stops
        ):
            yield Choice(Special("edge_token"), cost=edge.price)

    def apply(self, table: Table, action: Action) -> None:
        """It counts as the token of the turn."""
        edge = table.title.corporations[table.entity].edge_token
        markers = table.state.board.markers
        assert edge is not None
        new = edge_token(table.title, table.entity, markers, [f"{edge.area}.0"])
        assert new is not None
        table.bank.pay(table.entity, BANK, edge.price)
        table.set_turn(tokens=table.turn.tokens + 1)
        put_markers(table, [*markers, new])
        table.say("token", f"{table.entity} places its edge token on {edge.area}")


class Tokens(AnyOrder):
    """A station token or the edge token."""

    def finished(self, table: View) -> bool:
        """Whether neither is left."""
        return all(
            step.finished(table) or not any(True for _ in step.choices(table))
            for step in self.steps
        )


_PRIVATES = PrivateStep()
_STEPS: tuple[Step, ...] = (
    BuildStep(MesabiStep()),
    Tokens("token", TokenStep(), EdgeStep()),
    RunStep(),
    DividendStep(),
    ProtectedTrainStep(),
    EndStep(),
    PROTECT,
)


def _extra(name: str, hexes: tuple[str, ...], free: bool = False, discount: int = 0) -> ExtraLay:
    return ExtraLay(
        name,
        hexes,
        free=free,
        discount=discount,
        connected=True,
        colours=("yellow",),
        upgrades=False,
        rule="6.1.2, 15.1, 15.2",
    )


def _grant_hexes(table: View, name: str) -> tuple[str, ...]:
    """West of the Mississippi; one of the Western Land Grant's tiles goes anywhere (15.2)."""
    west = table.title.marks["west_of_mississippi"]
    anywhere = name == GRANT and not LandGrant.of(table.state).grant_used_east
    return tuple(table.title.hexes) if anywhere else west


class Rounds(ProtectedRounds):
    """The shape of its rounds and turns."""

    def steps(self, table: View) -> tuple[Step, ...]:
        """Mesabi rights with the track, edge tokens with the tokens."""
        return _STEPS

    def at_any_time(self, table: View) -> tuple[Step, ...]:
        """Private companies are bought at any time, but used with the track."""
        return (_PRIVATES,)


class Track(TrackRules):
    """Its track."""

    def may_lay(self, table: View, upgrade: bool) -> bool:
        """No usual lay after one of a private company, that of St. Louis apart (15.1)."""
        extras = set(table.turn.used) - {BRIDGE}
        if extras and "private_lays_any_time" not in table:
            return False
        return super().may_lay(table, upgrade)

    def objection(self, table: View, lay: TileLay, extra: ExtraLay | None) -> str:
        """St. Louis is not upgraded in the turn in which the Bridge Company laid it (15.2)."""
        bridge = self.title.privates[BRIDGE]
        laid_now = BRIDGE in table.turn.used and lay.hex in bridge.hexes
        return f"{lay.hex} was laid by {BRIDGE} in this turn" if laid_now and lay.upgrade else ""

    def extra_lays(self, table: View) -> Iterator[ExtraLay]:
        """One yellow tile more for each private company that has a lay left (6.1.2, 15.2)."""
        if not isinstance(table.acting, Corporation):
            return
        for name in table.acting.companies:
            private, used = table.rules.privates.private(name), table.privates.times_used(name)
            if private is None or name in table.turn.used:
                continue
            if name == GANT:
                cost = -private.amount
                yield _extra(name, tuple(self.title.hexes), discount=cost)
            elif name in (MOBILIER, BRIDGE, GRANT) and used < private.lays:
                hexes = private.hexes or _grant_hexes(table, name)
                yield _extra(name, hexes, free=name == BRIDGE)


class Trains(ProtectedTrains):
    """Its trains."""

    def may_buy_more(self, table: View, offer: Offer) -> bool:
        """One new train a turn; returned ones count only where that is the reading (10.3)."""
        bought = Bought.of(table).from_bank
        if "one_train_from_depot" in table:
            return len(bought) < self.title.play.new_trains
        return offer.source != BANK or bought.count(BANK) < self.title.play.new_trains

    def discards_now(self, table: View, crowded: list[str]) -> list[str]:
        """Whoever changed the phase discards first, then the others by price (10.2.1)."""
        if "discards_in_any_order" in table:
            return crowded
        first = [name for name in crowded if name == table.entity]
        return (first + [name for name in table.market.by_price() if name in crowded])[:1]


class Privates(PrivateRules):
    """Its private companies."""

    def private_prices(self, table: View, name: str) -> tuple[int, int] | None:
        """P2 for UP up to three times its price (11.1)."""
        private, prices = self.private(name), super().private_prices(table, name)
        if private and prices and name == MOBILIER and table.entity == "UP":
            return prices[0], 3 * private.price
        return prices

    def closes(self, table: View, name: str, phase: str) -> bool:
        """P2 and P6 close in phase 5 if no lay is left, P4 only in phase 6 (4.2.4)."""
        private = self.private(name)
        if phase == "5" and name in SURVIVORS and private and private.lays:
            return table.privates.times_used(name) >= private.lays
        return super().closes(table, name, phase)


class Records(ProtectedRecords):
    """Its records."""

    def decode(self, action: dict[str, Any], state: State) -> Action | None:
        """Mesabi rights and edge tokens."""
        if action["type"] == "choose":
            choice = str(action["choice"])
            return Special("edge_token" if "Edge" in choice else "mesabi")
        return super().decode(action, state)

    def recorded_options(self, rows: list[dict[str, Any]]) -> tuple[str, ...]:
        """A game with fewer tokens shows it."""
        row = rows[0]["before"]["corporations"].get("CBQ", {})
        tokens = len(row.get("tokens_on_map", ())) + len(row.get("tokens_unplaced", ()))
        fewer = 0 < tokens < len(self.title.corporations["CBQ"].tokens)
        return (*super().recorded_options(rows), *(["reduced_tokens"] if fewer else []))

    def unseen(self, own: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
        """A land grant used in the east too."""
        own = super().unseen(own, action)
        west = self.title.marks["west_of_mississippi"]
        if action["type"] == "lay_tile" and action["entity"] == GRANT and action["hex"] not in west:
            return LandGrant.written(own, {"grant_used_east": True})
        return own


class Memory(ProtectedMemory):
    """What its states remember."""

    game: ClassVar = (*ProtectedMemory.game, LandGrant)
    company: ClassVar = (*ProtectedMemory.company, Mesabi)
    turn: ClassVar = (*ProtectedMemory.turn, Bought)


class Happens(ProtectedEffects):
    """What follows from what happens."""

    def pay_private(self, table: Table, name: str, owner: str, amount: int) -> None:
        """The Crédit Mobilier pays the president; nothing is paid from phase 5 on (4.1.2)."""
        if table.reached_phase("5"):
            return
        if name == MOBILIER and owner in table.state.corporations:
            owner = table.corporation(owner).owner or owner
        super().pay_private(table, name, owner, amount)

    def laid(self, table: Table, action: Any, lay: TileLay) -> None:
        """Remember a land grant used in the east; a reading closes the company with its last."""
        super().laid(table, action, lay)
        if action.by != GRANT:
            return
        if lay.hex not in self.title.marks["west_of_mississippi"]:
            LandGrant.set(table, grant_used_east=True)
        used = table.privates.times_used(GRANT) >= self.title.privates[GRANT].lays
        if used and "land_grant_closes" in table:
            table.privates.give(GRANT, CLOSED)

    def train_bought(self, table: Table, train: str, source: str) -> None:
        """Note what came from the bank."""
        if source in (BANK, "discarded"):
            Bought.set(table, from_bank=(*Bought.of(table).from_bank, source))
        super().train_bought(table, train, source)

    def private_bought(self, table: Table, name: str) -> None:
        """The Mesabi Mining Company brings a token."""
        super().private_bought(table, name)
        if name == MESABI and not Mesabi.of(table.acting).mesabi_token:
            give_mesabi(table)


PARTS = Parts(
    rounds=Rounds,
    track=Track,
    trains=Trains,
    privates=Privates,
    records=Records,
    memory=Memory,
    effects=Happens,
    money=ProtectedMoney,
    need=ProtectedNeed,
)
