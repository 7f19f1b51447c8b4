"""Recorded games played by the engine, action by action.

The site that records them passes over whoever has nothing to do; so does a replay, with a look at
what the record says next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from operating_round import round as rounds
from operating_round.actions import Action as OperatingAction
from operating_round.actions import (
    BuyTrain,
    Dividend,
    Exchange,
    Issue,
    Lay,
    Pass,
    Protect,
    Redeem,
    Run,
    Token,
)
from operating_round.errors import IllegalAction
from operating_round.state import Corporation, State
from route_opt import titles
from route_opt.errors import RouteOptError
from route_opt.records.document import Record
from route_opt.records.draw import removed
from route_opt.records.rules import find_title
from route_opt.title import Title
from whole_game.actions import Action, Keep
from whole_game.engine import apply, legal_actions, player_to_act, proceed
from whole_game.game import Game
from whole_game.recorded.decode import Decoder
from whole_game.setup import new_game


class Moment(msgspec.Struct, frozen=True):
    """A recorded action, and the game after it and all that follows by itself."""

    id: int | None
    auto: int | None
    game: Game
    player: str


def is_silent(action: dict[str, Any]) -> bool:
    """Whether an action changes nothing: talk, and what a player has programmed."""
    return action["type"] in ("log", "message") or action["type"].startswith("program_")


def moments(record: Record) -> Iterator[Moment]:
    """The game after its set-up and after each action."""
    replay = Replay(record)
    yield Moment(None, None, replay.game, replay.player)
    actions = list(_numbered(record))
    for place, (number, auto, action) in enumerate(actions):
        if not is_silent(action):
            replay.play(action, [a for _, _, a in actions[place + 1 : place + 20]])
        yield Moment(number, auto, replay.shown, replay.player)


def _numbered(record: Record) -> Iterator[tuple[int, int | None, dict[str, Any]]]:
    host: str = ""
    guests: set[str] = set()
    for action in record.happened():
        for place, part in enumerate([action, *action.get("auto_actions", ())]):
            entity = str(part.get("entity"))
            if part["type"] == "destination_connection":
                host, guests = entity, {str(name) for name in part.get("corporations", ())}
            elif entity in guests:
                # A company that runs to its destination in the turn of another.
                part = {**part, "operating": host}
                if part["type"] == "dividend":
                    guests.discard(entity)
            yield action["id"], place or None, part


def set_up(title: Title, record: Record) -> Game:
    """The game before the first action of its record."""
    rules = find_title(record.title)[1]
    draw = rules.draw
    gone: list[str] = []
    if draw is not None:
        fields = ("company", "corporation", "entity")
        seen = {str(action.get(field)) for action in record.actions for field in fields}
        editions = [record.options, record.options | {rules.edition}]
        found = removed(draw, record.seeds, len(record.players), editions, seen)
        gone = [
            name for name in found.drawn if name in title.corporations or name in title.privates
        ]
    players = [player.name for player in record.players]
    return new_game(title.name, players, options=title.play.recorded, removed=gone)


class Replay:
    """A game on its way through a record.

    Attributes
    ----------
    shown
        The game as the site shows it: it lifts a token off the map that has to choose its city.
    """

    def __init__(self, record: Record) -> None:
        title = titles.find(record.title)
        self.game = self.shown = set_up(title, record)
        self.decoder = Decoder(title, record)
        self.placed: dict[str, Any] | None = None
        self.waits = ""
        self.ran: Corporation | None = None

    @property
    def player(self) -> str:
        """Whom the site waits for: before it looks for connections still the last to act."""
        return self.waits or player_to_act(self.shown)

    def play(self, action: dict[str, Any], following: list[dict[str, Any]]) -> None:
        """Play one recorded action; `following` come after it."""
        following = [later for later in following if not is_silent(later)]
        game = before = self.game
        if game.auction is not None or game.draft is not None or game.stock is not None:
            self._decide(action, following)
        else:
            self._operate(action, following)
        self.decoder.follow(action, before, self.game)
        self.waits = self._who_waits(following)

    def _who_waits(self, following: list[dict[str, Any]]) -> str:
        """The president of the company in whose turn the site is about to look for connections."""
        state = self.game.operating
        operator = self._operator() if state.operating_rounds else ""
        if not operator or not _looks_for_connections(following, operator):
            return ""
        return state.company(operator).owner or ""

    def _decide(self, action: dict[str, Any], following: list[dict[str, Any]]) -> None:
        """An action of an auction or a stock round; a turn may end without a pass."""
        mover = player_to_act(self.game)
        ours = self.decoder.decode(action, self.game)
        if isinstance(ours, Keep):
            self.game = with_card_drawn(self.game, ours.card)
        game, _ = apply(self.game, ours)
        own_turn = action["type"] != "pass"
        while game.stock is not None and following:
            now = player_to_act(game)
            if now == self.decoder.player(following[0], game):
                break
            if not (own_turn and now == mover) and not _only_swaps(game):
                break
            game, _ = apply(game, Pass())
            own_turn = False
        self.game = self.shown = game

    def _operate(self, action: dict[str, Any], following: list[dict[str, Any]]) -> None:
        """An action of an operating turn, and the steps in which nothing can be done."""
        if action is self.placed:
            self.placed = None
            self._turn_goes_on(self.game.operating, following)
            return
        state = self.game.operating
        both = None
        if following:
            both = self.decoder.operating.together(action, following[0], state)
        after = self._done(state, both or action, following)
        if self._pass_to_come(after, following):
            self.game = msgspec.structs.replace(self.game, operating=after)
            alone = rounds.act_alone(state, self._operating(action))
            self.shown = msgspec.structs.replace(self.game, operating=alone)
            return
        if both:
            self.placed = following[0]
            self.game = msgspec.structs.replace(self.game, operating=after)
            lifted = with_home_lifted(after, both["hex"])
            self.shown = msgspec.structs.replace(self.game, operating=lifted)
            return
        self._turn_goes_on(after, following)
        self._show_phased_out(state, action)

    def _done(self, state: State, action: dict[str, Any], following: list[dict[str, Any]]) -> State:
        if action["type"] == "pass":
            return self._passed(state, following) or state
        if action["type"] == "destination_connection":
            return _connected(state, {str(name) for name in action.get("corporations", ())})
        return rounds.skip_to(state, self._operating(action))[0]

    def _operating(self, action: dict[str, Any]) -> OperatingAction:
        """A recorded action as one of an operating turn."""
        return self.decoder.decode(action, self.game)  # type: ignore[return-value]

    def _passed(self, state: State, following: list[dict[str, Any]]) -> State | None:
        """A step passed; None if the record has something to do first, or no more to pass."""
        entity = state.turn.entity if state.turn else ""
        if not rounds.is_legal(state, Pass()) or connecting(state):
            return None
        after, _ = rounds.act(state, Pass())
        if not self._same_turn(state, entity, following):
            return after
        if after.turn is None or not self._still_possible(after, following):
            return None
        return after

    def _pass_to_come(self, state: State, following: list[dict[str, Any]]) -> bool:
        """Whether the site still waits for a pass in a step that for us is over: at track."""
        entity = state.turn.entity if state.turn else ""
        if len(following) < 2 or following[0]["type"] != "pass" or not entity:
            return False
        buys = following[1]["type"] == "buy_train" and str(following[1]["entity"]) == entity
        steps = rounds.steps_left(state)
        return buys and steps[0].takes(_SAMPLES["buy_train"])

    def _still_possible(self, state: State, following: list[dict[str, Any]]) -> bool:
        """Whether nothing that the record does later in this turn has its time behind it."""
        entity = state.turn.entity if state.turn else ""
        steps = rounds.steps_left(state)
        for number, later in enumerate(following):
            if not self._same_turn(state, entity, following[number:]):
                return True
            sample = _SAMPLES.get(later["type"])
            if sample is None or later.get("entity_type") == "company":
                continue
            if not any(step.takes(sample) for step in steps):
                return False
            passed = number and following[0]["type"] == "pass"
            if passed and steps[0].takes(sample) and not steps[0].takes(_SAMPLES["lay_tile"]):
                return False  # The pass is still to come, in a step before this one.
        return True

    def _show_phased_out(self, before: State, action: dict[str, Any]) -> None:
        """The site removes trains that are phased out with the dividend, not after the run."""
        name = before.turn.entity if before.turn else ""
        if action["type"] == "run_routes" and name in before.corporations:
            self.ran = before.corporations[name]
        now = self.game.operating
        turn = now.turn
        if self.ran is None or turn is None or turn.entity != name or turn.paid:
            self.ran = None
        elif self.ran.phased_out:
            row = msgspec.structs.replace(
                now.corporations[name], trains=self.ran.trains, phased_out=self.ran.phased_out
            )
            state = msgspec.structs.replace(now, corporations={**now.corporations, name: row})
            self.shown = msgspec.structs.replace(self.game, operating=state)

    def _turn_goes_on(self, state: State, following: list[dict[str, Any]]) -> None:
        """To the end of the turn, or as far as there is nothing to do."""
        entity = self._operator()
        if _looks_for_connections(following, entity):
            if following[0]["type"] == "destination_connection":
                state = _to_last_step(state)
            self.game = self.shown = msgspec.structs.replace(self.game, operating=state)
            return
        if self._same_turn(state, entity, following):
            if following[0].get("entity_type") == "player" and self._is_answer(state, following[0]):
                state = _asked(state)
            state = self._settled(state, entity, following)
        else:
            state = _finish(state, entity)
        game = msgspec.structs.replace(self.game, operating=state)
        self.game = self.shown = proceed(game)[0]

    def _operator(self) -> str:
        """The company whose turn the record is in, even if for us it is over."""
        turn = self.game.operating.turn
        if turn is None:
            return self.game.operating.done[-1] if self.game.operating.done else ""
        return str(turn.notes.get("operator", turn.entity))

    def _settled(self, state: State, entity: str, following: list[dict[str, Any]]) -> State:
        """Pass the steps in which nothing can be done, short of the end of the turn."""
        while state.turn is not None and state.turn.entity == entity and not state.over:
            if rounds.has_lays_left(state):
                break
            if any(not isinstance(c.action, _UNASKED) for c in rounds.step_choices(state)):
                break
            after = self._passed(state, following)
            if after is None:
                break
            state = after
        return state

    def _is_answer(self, state: State, action: dict[str, Any]) -> bool:
        """Whether a player says if he protects a price of which he is asked."""
        if state.turn is None or action["type"] not in ("buy_shares", "pass"):
            return False
        player = self.decoder.player(action, self.game)
        return any(sale["president"] == player for sale in state.turn.notes.get("sales", ()))

    def _same_turn(self, state: State, entity: str, following: list[dict[str, Any]]) -> bool:
        """Whether the record goes on with the same turn."""
        if not entity:
            return bool(following) and following[0].get("entity_type") == "company"
        for later in following:
            who = later.get("entity_type")
            if later["type"] == "discard_train":
                return True
            if who == "company":
                continue
            if who == "player":
                if self._is_answer(state, later):
                    return True
                sale = self.decoder.decode(later, self.game) if later["type"] in _HELP else None
                return sale is not None and _legal_later(state, sale)
            return str(later.get("operating", later.get("entity"))) == entity
        return False


def _only_swaps(game: Game) -> bool:
    """Whether a player could swap a private company, or pass: the site does not wait for that."""
    return all(isinstance(choice.action, Exchange | Pass) for choice in legal_actions(game))


_SAMPLES: dict[str, Any] = {
    "lay_tile": Lay("", "", 0),
    "place_token": Token(""),
    "run_routes": Run(),
    "dividend": Dividend("full"),
    "buy_train": BuyTrain("", 0),
}
"""An action of each kind that has its step."""

_UNASKED = (Issue, Redeem)
"""What the site lets a president do, but does not wait for."""

_HELP = ("sell_shares", "bankrupt")
"""What a player does in a turn of his company."""


def _legal_later(state: State, action: Action) -> bool:
    try:
        rounds.skip_to(state, action)  # type: ignore[arg-type]
    except RouteOptError:
        return False
    return True


def with_card_drawn(game: Game, card: str) -> Game:
    """A game in whose draft a card is in the hand: what was drawn only a record's choices tell."""
    assert game.draft is not None
    deck = (card, *(other for other in game.draft.deck if other != card))
    draft = msgspec.structs.replace(game.draft, deck=deck)
    return msgspec.structs.replace(game, draft=draft)


def with_home_lifted(state: State, hex_id: str) -> State:
    """A state in which the home token on a hex waits to be placed again."""
    assert state.turn is not None
    name = state.turn.entity
    row = state.corporations[name]
    tokens = {stop: held for stop, held in state.board.tokens.items() if name not in held}
    on_map = tuple(stop for stop in row.tokens_on_map if stop.partition(".")[0] != hex_id)
    row = msgspec.structs.replace(
        row, tokens_on_map=on_map, tokens_unplaced=(0, *row.tokens_unplaced)
    )
    board = msgspec.structs.replace(state.board, tokens=tokens)
    corporations = {**state.corporations, name: row}
    return msgspec.structs.replace(state, board=board, corporations=corporations)


def connecting(state: State) -> str:
    """The company that is to run to its destination, if one is."""
    return str(state.turn.notes.get("running", "")) if state.turn else ""


def _connected(state: State, names: set[str]) -> State:
    """A state in which only these are to run to their destinations; others let it pass."""
    while connecting(state) and connecting(state) not in names:
        if not rounds.is_legal(state, Pass()):
            break
        state, _ = rounds.act(state, Pass())
    return state


def _looks_for_connections(following: list[dict[str, Any]], entity: str) -> bool:
    """Whether the record goes on with passes, and then looks who is connected."""
    for later in following:
        if str(later.get("entity")) != entity:
            return False
        if later["type"] == "destination_connection":
            return True
        if later["type"] != "pass":
            return False
    return False


def _to_last_step(state: State) -> State:
    """A turn in which all but its last step is done."""
    while state.turn is not None and len(rounds.steps_left(state)) > 1:
        state, _ = rounds.pass_on(state)
    return state


def _asked(state: State) -> State:
    """A turn at the moment in which a president is asked to protect a price."""
    while not any(isinstance(c.action, Protect) for c in rounds.step_choices(state)):
        after, _ = rounds.act(state, Pass())
        if after.turn is None:
            break
        state = after
    return state


def _finish(state: State, entity: str) -> State:
    """Pass until the turn is over."""
    while state.turn is not None and state.turn.entity == entity and not state.over:
        after, _ = rounds.pass_on(state)
        if after == state:
            raise IllegalAction(f"the turn does not end at the {state.turn.step} step")
        state = after
    return state


__all__ = ["Moment", "is_silent", "moments"]
