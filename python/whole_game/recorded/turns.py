"""Operating turns as a record walks through them: steps passed, turns ended, moments looked for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from operating_round import round as rounds
from operating_round import unchecked
from operating_round.actions import BuyTrain, Dividend, Lay, Pass, Protect, Run, Token
from operating_round.errors import IllegalAction
from operating_round.memory import Interruption
from operating_round.state import State
from route_opt.errors import RouteOptError
from whole_game.game import Game
from whole_game.recorded.decode import Recorded

SAMPLES: dict[str, Lay | Token | Run | Dividend | BuyTrain] = {
    "lay_tile": Lay("", "", 0),
    "place_token": Token(""),
    "run_routes": Run(),
    "dividend": Dividend("full"),
    "buy_train": BuyTrain("", 0),
}
"""An action of each kind that has its step."""


def with_card_drawn(game: Game, card: str) -> Game:
    """A game in whose draft a card is in the hand: what was drawn only a record's choices tell."""
    assert game.draft is not None
    if card not in game.draft.deck:
        raise IllegalAction(f"{card} is not in the deck")
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
    return Interruption.of(rounds.view_of(state)).running if state.turn else ""


def connected(state: State, names: set[str]) -> State:
    """A state in which only these are to run to their destinations; others let it pass."""
    while connecting(state) and connecting(state) not in names:
        if not rounds.is_legal(state, Pass()):
            break
        state, _ = rounds.act(state, Pass())
    return state


def named(action: Recorded) -> set[str]:
    """The companies that a record says are connected."""
    names = action.get("corporations")
    return {str(name) for name in names} if isinstance(names, list) else set()


def looks_for_connections(following: Sequence[Recorded], entity: str) -> bool:
    """Whether the record goes on with passes, and then looks who is connected."""
    for later in following:
        if later["entity"] != entity:
            return False
        if later["type"] == "destination_connection":
            return True
        if later["type"] != "pass":
            return False
    return False


def to_last_step(state: State) -> State:
    """A turn in which all but its last step is done."""
    while state.turn is not None and len(rounds.steps_left(state)) > 1:
        after, _ = rounds.pass_on(state)
        if after == state:
            break
        state = after
    return state


def to_step(state: State, step: str) -> State:
    """The state when its turn has come to a step, as far as passing leads there."""
    now = state
    while now.turn is not None and now.turn.step != step:
        try:
            after, _ = rounds.pass_on(now)
        except RouteOptError:
            return state
        if after.turn is None or after == now or after.turn.entity != now.turn.entity:
            return state
        now = after
    return now if now.turn is not None else state


def asked(state: State) -> State:
    """A turn at the moment in which a president is asked to protect a price."""
    while not any(isinstance(c.action, Protect) for c in rounds.step_choices(state)):
        after, _ = rounds.act(state, Pass())
        if after.turn is None:
            break
        state = after
    return state


def finished(state: State, entity: str) -> tuple[State, str]:
    """Pass until the turn is over; and what ought to have been done in it, if anything."""
    while state.turn is not None and state.turn.entity == entity and not state.over:
        step = state.turn.step
        try:
            after, _ = rounds.pass_on(state)
        except RouteOptError as error:
            return unchecked.leave_turn(state), str(error)
        if after == state:
            return unchecked.leave_turn(state), f"the turn does not end at the {step} step"
        state = after
    return state, ""
