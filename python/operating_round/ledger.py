"""The language of recorded ledgers: what their lines and actions say, in ours.

A ledger names trains, tiles and shares by their copies (``2-3``, ``57-1``): which copy is whose,
and lies where, is followed through the whole file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from operating_round import round as rounds
from operating_round.actions import (
    Action,
    Assign,
    Bankrupt,
    BuyPrivate,
    BuyTrain,
    Discard,
    Dividend,
    EndGame,
    Exchange,
    Issue,
    Lay,
    Redeem,
    Run,
    SellShares,
    Token,
)
from operating_round.errors import StateError
from operating_round.ledger_lines import read_ledger
from operating_round.rules import rules_of
from operating_round.state import MARKET, State
from operating_round.steps.run import running_position
from operating_round.table import View
from route_opt import titles
from route_opt.errors import RouteOptError
from route_opt.records.routes import read_routes
from route_opt.rules.trains import card_of
from route_opt.title import Title

__all__ = ["Decoder", "Names", "is_silent", "read_ledger", "title_of"]


def title_of(rows: Iterable[dict[str, Any]]) -> Title:
    """The title a ledger belongs to: the one that knows its corporations and phases."""
    for row in rows:
        state = row["after"]
        for name in titles.names():
            title = titles.find(name)
            if state["phase"] not in title.phases or not state["corporations"]:
                continue
            if all(corporation in title.corporations for corporation in state["corporations"]):
                return title
    raise StateError("no title has the corporations of this ledger")


class Names:
    """What a ledger's names of copies stand for, as far as its lines have told.

    `turned` gives our number of a city on a tile for the one an old record uses, by the tile;
    with `ends` both ends of a route count, as they once did; `called` are our names of tiles that
    it calls otherwise.
    """

    def __init__(
        self,
        title: Title,
        turned: Mapping[str, Mapping[int, int]] | None = None,
        *,
        ends: bool = False,
        called: Mapping[str, str] | None = None,
    ) -> None:
        self.title = title
        self.turned = turned or {}
        self.ends = ends
        self.called = {**title.aliases, **(called or {})}
        self.tiles: dict[str, str] = {}
        self.trains: dict[str, tuple[str, str]] = {}
        self.returned: set[str] = set()
        self.sold: set[str] = set()
        self.unseen: dict[str, Any] = {}

    def learn(self, row: dict[str, Any]) -> None:
        """Note the copies that a line's actions move, once it has been replayed."""
        for action in row["actions"]:
            self.learn_action(action)
            self.unseen = rules_of(self.title).records.unseen(self.unseen, action)

    def learn_action(self, action: dict[str, Any]) -> None:
        """Note what an action tells of copies."""
        kind = action["type"]
        if kind == "lay_tile":
            self.tiles[action["tile"]] = action["hex"]
        elif kind == "buy_train":
            name = action.get("variant") or self.train_name(action["train"])
            self.trains[action["train"]] = (action["entity"], name)
            self.returned.discard(action["train"])
            if action.get("exchange"):
                self._return(action["exchange"])
        elif kind == "discard_train":
            self._return(action["train"])
        elif kind == "sell_shares":
            self.sold.update(action["shares"])
        elif kind == "buy_shares":
            self.sold.difference_update(action["shares"])
        elif kind == "buy_company" and self._is_minor(action["company"]):
            for copy, (owner, name) in self.trains.items():
                if owner == action["company"]:
                    self.trains[copy] = (action["entity"], name)

    def _is_minor(self, company: str) -> bool:
        """Whether a private company is a minor one, with trains; some only share a name."""
        data = self.title.corporations.get(company)
        return data is not None and data.minor

    def _return(self, copy: str) -> None:
        self.trains.pop(copy, None)
        self.returned.add(copy)

    def train_name(self, copy: str) -> str:
        """The type of a train copy."""
        known = self.trains.get(copy)
        return known[1] if known else copy.rpartition("-")[0]

    def tile_name(self, copy: str) -> str:
        """The tile of a copy."""
        name = copy.rpartition("-")[0] or copy
        return self.called.get(name, name)

    def hex_of(self, copy: str, state: State) -> str:
        """The hex on which a tile copy lies."""
        if copy in self.tiles:
            return self.tiles[copy]
        name = copy.rpartition("-")[0]
        if name in self.title.hexes:
            return name
        tile = self.tile_name(copy)
        found = [h for h, spec in state.board.tiles.items() if spec.partition("@")[0] == tile]
        if len(found) != 1:
            raise StateError(f"tile {copy!r} is not on the map")
        return found[0]

    def stop_of(self, city: str, state: State) -> str:
        """The stop a ledger calls ``57-1-0``: the n-th city of a tile copy or printed hex."""
        copy, _, number = city.rpartition("-")
        hex_id = self.hex_of(copy, state)
        spec = state.board.tiles.get(hex_id)
        tile = self.title.tiles[spec.partition("@")[0]] if spec else self.title.hexes[hex_id].tile
        cities = [n for n, stop in enumerate(tile.stops) if stop.kind in ("city", "offboard")]
        place = int(number)
        if spec:
            place = self.turned.get(spec.partition("@")[0], {}).get(place, place)
        return f"{hex_id}.{cities[place]}"


class Decoder:
    """Turns the recorded actions of a line into ours, each for the state it meets."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.title = names.title

    def together(
        self, lay: dict[str, Any], following: dict[str, Any], state: State
    ) -> dict[str, Any] | None:
        """A lay with the city that keeps its token, where the next action only says which."""
        if lay["type"] != "lay_tile" or following["type"] != "place_token":
            return None
        printed = self.title.hexes[lay["hex"]].tile
        bare = not printed.track and sum(stop.kind == "city" for stop in printed.stops) > 1
        held = any(stop.partition(".")[0] == lay["hex"] for stop in state.board.tokens)
        copy, _, city = following["city"].rpartition("-")
        if not bare or not held or lay["hex"] in state.board.tiles or copy != lay["tile"]:
            return None
        return {**lay, "city_chosen": int(city)}

    def decode(self, action: dict[str, Any], state: State) -> Action:
        """One recorded action as ours."""
        handler = _DECODERS.get(action["type"])
        if handler is None:
            own = rules_of(self.title).records.decode(action, state)
            if own is None:
                raise StateError(f"recorded action {action['type']!r} is not known")
            return own
        own = rules_of(self.title).records.decode(action, state)
        return own if own is not None else handler(self, action, state)

    def by(self, action: dict[str, Any]) -> str:
        """The private company that acts, if one does."""
        return str(action["entity"]) if action.get("entity_type") == "company" else ""

    def lay(self, action: dict[str, Any], state: State) -> Action:
        """A tile."""
        tile = self.names.tile_name(action["tile"])
        city = action.get("city_chosen", 0)
        self.names.tiles[action["tile"]] = action["hex"]
        by = self.by(action) or self._unsaid(action["hex"], state)
        return Lay(action["hex"], tile, action["rotation"], by, city)

    def _unsaid(self, hex_id: str, state: State) -> str:
        """The private company whose first tile on a hex is told as the company's own."""
        table = View(state, rules_of(self.title))
        for extra in table.rules.track.unsaid_lays(table):
            if hex_id in extra.hexes and hex_id not in state.board.tiles and not extra.upgrades:
                return extra.private
        return ""

    def token(self, action: dict[str, Any], state: State) -> Action:
        """A token; a free one may be told as the company's own."""
        stop = self.names.stop_of(action["city"], state)
        table = View(state, rules_of(self.title))
        for private, free in table.rules.tokens.unsaid_tokens(table):
            if free == stop:
                return Token(stop, private)
        return Token(stop, self.by(action))

    def run(self, action: dict[str, Any], state: State) -> Action:
        """A run: the recorded routes as ours."""
        self.learn_run(action, state)
        now = _at_step(state, "run")
        table = View(now, rules_of(self.title))
        position = running_position(table)
        trains = {
            str(route["train"]): self.train_of(
                str(route["train"]), state.company(table.entity).trains
            )
            for route in action["routes"]
        }
        if not action["routes"]:
            return Run(())
        return Run(tuple(read_routes(position, action, trains, ends=self.names.ends)))

    def learn_run(self, action: dict[str, Any], state: State) -> None:
        """Note whose copies run: a train bought without a word is seen first when it does."""
        owned = state.company(str(action["entity"])).trains
        for route in action["routes"]:
            copy = str(route["train"])
            self.names.trains[copy] = (str(action["entity"]), self.train_of(copy, owned))

    def train_of(self, copy: str, owned: tuple[str, ...]) -> str:
        """The type of an owned train copy."""
        name = self.names.train_name(copy)
        if name in owned or name not in self.title.trains:
            return name
        sides = [side for side in card_of(self.title, name) if side in owned]
        return sides[0] if sides else name

    def dividend(self, action: dict[str, Any], state: State) -> Action:
        """A dividend."""
        kinds = {"payout": "full", "half": "half", "withhold": "withhold"}
        return Dividend(kinds[action["kind"]])

    def buy_train(self, action: dict[str, Any], state: State) -> Action:
        """A train."""
        copy, price = str(action["train"]), int(action["price"])
        known = self.names.trains.get(copy)
        name = str(action.get("variant") or self.names.train_name(copy))
        trade_in = self.names.train_name(action["exchange"]) if action.get("exchange") else ""
        buyer = str(action["entity"])
        returned = copy in self.names.returned
        self.names.learn_action(action)
        if known and known[0] in state.corporations and known[0] != buyer:
            owned = state.corporations[known[0]].trains
            if set(owned) & set(card_of(self.title, known[1])):
                return BuyTrain(self.train_of(copy, owned), price, known[0])
        rules = rules_of(self.title)
        offers = [offer for offer in rules.trains.offers(View(state, rules)) if offer.train == name]
        if not trade_in and not any(offer.price == price for offer in offers):
            for side in card_of(self.title, name):
                for seller, row in state.corporations.items():
                    if side in row.trains and seller != buyer:
                        return BuyTrain(side, price, seller)
        return BuyTrain(name, price, self.bank_source(name, state, returned), trade_in)

    def bank_source(self, name: str, state: State, returned: bool) -> str:
        """Whether the bank sells a train new, or one that was returned."""
        rules = rules_of(self.title)
        offers = [offer for offer in rules.trains.offers(View(state, rules)) if offer.train == name]
        offers.sort(key=lambda offer: (offer.source == "bank") == returned)
        return offers[0].source if offers else "bank"

    def discard(self, action: dict[str, Any], state: State) -> Action:
        """A train given back."""
        name = str(action["entity"])
        train = self.train_of(str(action["train"]), state.company(name).trains)
        self.names.learn_action(action)
        return Discard(name, train)

    def buy_private(self, action: dict[str, Any], state: State) -> Action:
        """A private company."""
        self.names.learn_action(action)
        return BuyPrivate(action["company"], int(action["price"]))

    def sell(self, action: dict[str, Any], state: State) -> Action:
        """Shares: a player's to help, or a corporation's own."""
        corporation = str(action["shares"][0]).rpartition("_")[0]
        count = int(action.get("percent") or 10 * len(action["shares"])) // 10
        if action.get("entity_type") == "corporation":
            return Issue(count, forced=self.is_forced(action, state))
        return SellShares(str(action["entity"]), corporation, count)

    def is_forced(self, action: dict[str, Any], state: State) -> bool:
        """Whether shares were issued to buy a train: at another price than otherwise."""
        rules = rules_of(self.title)
        price = action.get("share_price")
        table = View(state, rules)
        return table.turn.paid or (price is not None and price != rules.money.issue_price(table))

    def buy_shares(self, action: dict[str, Any], state: State) -> Action:
        """Shares: a corporation's own, or for a private company."""
        count = int(action.get("percent") or 10 * len(action["shares"])) // 10
        if action.get("entity_type") == "company":
            corporation = str(action["shares"][0]).rpartition("_")[0]
            unsold = self.title.play.unsold
            there = state.corporations[corporation].shares.get(unsold, 0)
            pooled = action["shares"][0] in self.names.sold or not there
            return Exchange(str(action["entity"]), MARKET if pooled else unsold)
        return Redeem(count)

    def assign(self, action: dict[str, Any], state: State) -> Action:
        """The marker of a private company."""
        if action.get("target_type") == "hex":
            return Assign(str(action["entity"]), hex=str(action["target"]))
        return Assign(str(action["entity"]), corporation=str(action["target"]))


_SILENT = frozenset({"pass", "log", "message"})
_DECODERS: dict[str, Any] = {
    "lay_tile": Decoder.lay,
    "place_token": Decoder.token,
    "run_routes": Decoder.run,
    "dividend": Decoder.dividend,
    "buy_train": Decoder.buy_train,
    "discard_train": Decoder.discard,
    "buy_company": Decoder.buy_private,
    "sell_shares": Decoder.sell,
    "buy_shares": Decoder.buy_shares,
    "assign": Decoder.assign,
    "bankrupt": lambda decoder, action, state: Bankrupt(),
    "end_game": lambda decoder, action, state: EndGame(),
}


def is_silent(action: dict[str, Any]) -> bool:
    """Whether an action says nothing a turn needs: passes, talk, what a player has programmed."""
    return action["type"] in _SILENT or action["type"].startswith("program_")


def _at_step(state: State, step: str) -> State:
    """The state when its turn has come to a step, as far as passing leads there."""
    while state.turn is not None and state.turn.step != step:
        try:
            after, _ = rounds.pass_on(state)
        except RouteOptError:
            return state
        if after.turn is None:
            return state
        state = after
    return state
