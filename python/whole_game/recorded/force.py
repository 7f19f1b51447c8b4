"""What our rules refuse, done as recorded where its effect is clear.

A recorded game happened. Where it does something that we do not allow, the next thing to find out
is where the record is: in that turn or round, as what follows shows, or where we are, and one
action is out of place. Then the thing is done by the engine's own steps, unasked.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import msgspec

from operating_round import round as rounds
from operating_round import unchecked
from operating_round.actions import Issue, Redeem, Run, SellShares
from operating_round.errors import IllegalAction
from operating_round.market import Place
from operating_round.setup import buy_private
from operating_round.state import State
from route_opt.errors import RouteOptError
from route_opt.records.words import recorded_revenue
from whole_game.actions import Action, Bid, BuyShare, Keep, Par
from whole_game.engine import kind_of, on_table, proceed
from whole_game.game import Game, Stock
from whole_game.recorded.decode import Decoder, Recorded
from whole_game.recorded.turns import (
    SAMPLES,
    connected,
    connecting,
    finished,
    named,
    to_step,
    with_card_drawn,
)
from whole_game.rounds.draft import DraftRound
from whole_game.rounds.stock import StockRound
from whole_game.table import GameTable

replace = msgspec.structs.replace

_STOCK, _DRAFT = StockRound(), DraftRound()
_EARLY = ("lay_tile", "place_token", "run_routes", "pass")
"""What begins a turn: done by a company whose turn was over, it begins another."""
_ROUNDS = 6
"""How many rounds are gone through to find the one that the record is in."""


def operator_of(state: State, action: Recorded) -> str:
    """The company that acts, or whose private company does; nobody for a player."""
    name = str(action["entity"])
    if action["entity_type"] == "company":
        owner = state.privates.get(name) or ""
        return owner if owner in state.corporations or owner in state.minors else ""
    return "" if action["entity_type"] == "player" else name


def acts_for(game: Game, action: Recorded, decoder: Decoder) -> str:
    """The player who decides on an action."""
    name = operator_of(game.operating, action)
    if not name:
        return decoder.player(action, game)
    return game.operating.owner_of(name)


def as_recorded(
    decoder: Decoder, game: Game, action: Recorded, following: Sequence[Recorded]
) -> Game:
    """The game after something that our rules refuse.

    Raises
    ------
    RouteOptError
        Where nobody could say what it did.
    """
    game = replace(game, offer=None)
    if game.over:
        game = replace(game, operating=replace(game.operating, over=False, finish=""))
    name = operator_of(game.operating, action)
    if name and not (game.stock is not None and action["type"] in ("buy_shares", "sell_shares")):
        return _by_company(decoder, game, action, following, name)
    return _by_player(decoder, game, action, following)


# companies


def _by_company(
    decoder: Decoder, game: Game, action: Recorded, following: Sequence[Recorded], name: str
) -> Game:
    state = game.operating
    if name not in state.corporations and name not in state.minors:
        if action["type"] != "lay_tile":
            raise IllegalAction(f"{name} is not in the game")
        spec = f"{decoder.names.tile_name(str(action['tile']))}@{action['rotation']}"
        return replace(game, operating=unchecked.lay_alone(state, str(action["hex"]), spec))
    if action["type"] == "pass" and not _goes_on(state, name, following):
        raise IllegalAction(f"{name} has nothing to pass")
    if _is_stray(game, name, following):
        return _out_of_turn(decoder, game, action, name)
    game = in_turn_of(game, name, action)
    state = unchecked.without_surplus(game.operating)
    if action["type"] == "destination_connection":
        return replace(game, operating=connected(state, named(action)))
    if action["type"] == "pass":
        return replace(game, operating=rounds.pass_on(state)[0])
    if action["type"] == "run_routes":
        return replace(game, operating=_run(decoder, state, action))
    ours = decoder.of_turn(action, state)
    try:
        after, _ = rounds.skip_to(state, ours)
    except RouteOptError:
        step = SAMPLES.get(action["type"])
        after = unchecked.do(_at_step_of(state, step) if step else state, ours)
    return replace(game, operating=after)


def _run(decoder: Decoder, state: State, action: Recorded) -> State:
    """A run that brought what the record says, whatever its routes are."""
    earned = recorded_revenue(action)
    try:
        ours = decoder.of_turn(action, state)
    except (RouteOptError, LookupError, TypeError, ValueError, AttributeError):
        ours, earned = Run(()), earned or 0
    if earned is None:
        with contextlib.suppress(RouteOptError):
            return rounds.skip_to(state, ours)[0]
    return unchecked.do(at_run(state), ours, revenue=earned)


def with_price(state: State, ours: Issue | Redeem, price: int) -> State | None:
    """A state in which the acting corporation would trade its shares at a price, if it can."""
    assert state.turn is not None
    name = state.turn.entity
    grid = state.rules.market.grid
    for place in ((row, column) for row, cells in enumerate(grid) for column in range(len(cells))):
        if state.rules.market.cell(place) is None:
            continue
        table = unchecked.lenient(state)
        table.market.put_price(name, place)
        if name in table.state.corporations and own_price(table.state, ours) == price:
            return table.state
    return None


def with_price_at(state: State, name: str, place: Place | None) -> State:
    """A state in which the price of a corporation stands in a place."""
    table = unchecked.lenient(state)
    if place is not None:
        table.market.put_price(name, place)
    return table.state


def own_price(state: State, ours: Issue | Redeem) -> int:
    """What a share of the acting corporation brings, or costs, it."""
    table = rounds.view_of(state)
    money = table.rules.money
    return money.issue_price(table) if isinstance(ours, Issue) else money.redeem_price(table)


def at_run(state: State) -> State:
    """A turn that has come to its run."""
    return state if connecting(state) else to_step(state, "run")


def _at_step_of(state: State, sample: object) -> State:
    """A turn at the step that knows an action, as far as passing leads there."""
    if connecting(state):
        return state
    for step in rounds.steps_left(state):
        if step.takes(sample):  # type: ignore[arg-type]
            return to_step(state, step.name)
    return state


def _goes_on(state: State, name: str, following: Sequence[Recorded]) -> bool:
    """Whether the record goes on with a company."""
    return bool(following) and operator_of(state, following[0]) == name


def _is_stray(game: Game, name: str, following: Sequence[Recorded]) -> bool:
    """Whether the record goes on where we are, and not with the company that acts."""
    state = game.operating
    now = state.turn.entity if state.turn else ""
    if now == name or connecting(state) == name:
        return False
    for later in following[:4]:
        operator = operator_of(state, later)
        if operator == name:
            return False
        if operator == now and now:
            return True
    players = [later["entity_type"] == "player" for later in following[:4]]
    elsewhere = game.stock or game.auction or game.draft
    return bool(elsewhere and players and all(players))


def _out_of_turn(decoder: Decoder, game: Game, action: Recorded, name: str) -> Game:
    """One action of a company in the middle of something else."""
    state = game.operating
    sample = SAMPLES.get(action["type"]) or SAMPLES["buy_train"]
    late = action["type"] not in _EARLY
    alone = unchecked.in_turn(state, name, sample, late=late)
    after = unchecked.do(alone, decoder.of_turn(action, alone))
    return replace(game, operating=replace(after, turn=state.turn, done=state.done))


def in_turn_of(game: Game, name: str, action: Recorded) -> Game:
    """A game in which a company operates, as far from here as that may be."""
    for _ in range(_ROUNDS):
        game = _to_operating(game)
        state = game.operating
        if (state.turn is not None and state.turn.entity == name) or connecting(state) == name:
            return game
        if name not in state.done:
            state = _turn_left(state)
            if state.turn is None and not state.over:
                state, _ = rounds.start_turn(state, name)
            return replace(game, operating=state)
        if action["type"] not in _EARLY:
            state = _turn_left(state)
            sample = SAMPLES.get(action["type"]) or SAMPLES["buy_train"]
            return replace(game, operating=unchecked.in_turn(state, name, sample, late=True))
        game = _next_round(game)
    raise IllegalAction(f"{name} has no turn")


def _turn_left(state: State) -> State:
    """A state between turns; one that was not begun is still to come."""
    if state.turn is None:
        return state
    if not state.turn.begun:
        return replace(state, turn=None)
    return finished(state, state.turn.entity)[0]


def _next_round(game: Game) -> Game:
    """The game when everyone has had his turn, those too who had nothing to do in it."""
    state = game.operating
    if state.turn is not None:
        state = finished(state, state.turn.entity)[0]
    for name in rounds.waiting(state):
        if state.turn is None and not state.over and name not in state.done:
            state, _ = rounds.start_turn(state, name)
            state = finished(state, name)[0]
    if state.over:
        state = replace(state, over=False, finish="")
    return proceed(replace(game, operating=state))[0]


def _to_operating(game: Game) -> Game:
    """A game whose auction or stock round is over, as the record knows."""
    if game.auction is not None or game.drafting:
        game = _privates_sold(game)
    if game.operating.operating_rounds is None:
        stock = game.stock or Stock(turn=game.priority)
        stock = replace(stock, passes=len(game.players), sales=(), asked=False)
        game = proceed(replace(game, stock=stock))[0]
    return game


def _privates_sold(game: Game) -> Game:
    """A game in which no more private companies are sold; what was kept is paid for."""
    if game.draft is not None:
        play = _on_table(game)
        _DRAFT.deal_out(play, game.draft.kept)
        game = play.left()
    return replace(game, auction=None, draft=None)


# players


def _by_player(
    decoder: Decoder, game: Game, action: Recorded, following: Sequence[Recorded]
) -> Game:
    player = acts_for(game, action, decoder)
    if action["type"] == "pass":
        raise IllegalAction(f"{player} has nothing to pass")
    if player not in game.players:
        raise IllegalAction("nobody acts")
    if action["type"] == "bid":
        return _bid(decoder, game, action, player)
    if action["type"] == "bankrupt":
        return replace(
            game, operating=unchecked.do(game.operating, decoder.of_turn(action, game.operating))
        )
    if game.stock is None and _is_trading(following):
        game = _to_stock(game)
    context = game if game.stock is not None else replace(game, stock=Stock(turn=player))
    assert context.stock is not None
    context = replace(context, stock=replace(context.stock, turn=player, sales=(), asked=False))
    ours = decoder.of_round(action, context)
    _check(context, ours)
    play = _on_table(context)
    _STOCK.apply(play, ours)
    after = play.left()
    return proceed(after)[0] if game.stock is not None else replace(after, stock=None)


def _is_trading(following: Sequence[Recorded]) -> bool:
    """Whether the record goes on as a stock round."""
    return (
        bool(following)
        and following[0]["entity_type"] == "player"
        and (following[0]["type"] != "bid")
    )


def _to_stock(game: Game) -> Game:
    """A game whose auction or operating rounds are over, as the record knows."""
    if game.auction is not None or game.draft is not None:
        return proceed(_privates_sold(game))[0]
    for _ in range(_ROUNDS):
        if game.stock is None and not game.over:
            game = _next_round(game)
    return game


def _bid(decoder: Decoder, game: Game, action: Recorded, player: str) -> Game:
    """A private company that somebody bid for, or took, out of turn."""
    play = _on_table(game)
    if game.draft is not None:
        ours = decoder.of_round(action, game)
        assert isinstance(ours, Keep)
        play = _on_table(with_card_drawn(game, ours.card))
        play.set_draft(turn=player)
        _DRAFT.apply(play, ours)
        return proceed(play.left())[0]
    name, price = str(action["company"]), int(action["price"])
    if game.auction is not None and name in game.auction.offered:
        play.set_auction(**({"speaker": player} if game.auction.contest else {"turn": player}))
        kind_of(game).apply(play, Bid(name, price))  # type: ignore[union-attr]
        return proceed(play.left())[0]
    if name not in game.operating.privates or game.operating.privates[name] is not None:
        raise IllegalAction(f"{name} is not for sale")
    buy_private(play.table, name, player, price)
    return play.left()


def _check(game: Game, action: Action) -> None:
    """What cannot be done whatever the rules say."""
    rows = game.operating.corporations
    if isinstance(action, Par) and (
        action.corporation not in rows or rows[action.corporation].ipoed
    ):
        raise IllegalAction(f"{action.corporation} cannot start")
    if isinstance(action, BuyShare | SellShares) and action.corporation not in rows:
        raise IllegalAction(f"there is no certificate of {action.corporation}")


def _on_table(game: Game) -> GameTable:
    play = on_table(game)
    play.table = unchecked.lenient(game.operating)
    return play


__all__ = [
    "acts_for",
    "as_recorded",
    "at_run",
    "in_turn_of",
    "operator_of",
    "own_price",
    "with_price",
]
