"""Playing a game: what may be done now, and what follows from it, in every kind of round.

Games are values, as operating states are: `apply` gives a new one and what happened, or raises
`IllegalAction` and changes nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

import msgspec

from operating_round import round as operating
from operating_round.actions import BuyPrivate, BuyTrain, Choice, EndGame, Pass, SellPrivate
from operating_round.errors import IllegalAction
from operating_round.history import Timeline
from operating_round.table import Event
from whole_game.actions import Accept, Action, RedeemShare, Refuse, parse_action, write_action
from whole_game.game import LONGEST_LOG, Game, Offer, Stock
from whole_game.rounds.base import Round
from whole_game.rounds.draft import DraftRound
from whole_game.rounds.lots import LotsRound
from whole_game.rounds.row import RowRound
from whole_game.rounds.stock import StockRound
from whole_game.rounds.waterfall import WaterfallRound
from whole_game.rules import stock_rules_of
from whole_game.table import GameTable
from whole_game.words import Words

Outcome = tuple[Game, tuple[Event, ...]]

_AUCTION, _DRAFT, _STOCK = WaterfallRound(), DraftRound(), StockRound()
_ROW, _LOTS = RowRound(), LotsRound()

_last = threading.local()
"""The game whose choices were listed last: mostly what is done next is done to that game."""


def on_table(game: Game) -> GameTable:
    """A game on its table."""
    return GameTable(game, stock_rules_of(game.operating.rules))


def kind_of(game: Game) -> Round | None:
    """The kind of round; None in operating rounds."""
    if game.auction is not None:
        return _AUCTION
    if game.drafting:
        return _DRAFT
    if game.row is not None:
        return _ROW
    if game.lots is not None:
        return _LOTS
    return _STOCK if game.stock is not None else None


def player_to_act(game: Game) -> str:
    """Who decides now; nobody when the game is over.

    What a company without a president has to do is done by whoever has the priority.
    """
    kind, state = kind_of(game), game.operating
    if state.over:
        return ""
    if game.offer is not None:
        return game.offer.to
    if kind is not None:
        return kind.player(on_table(game))
    found = operating.decides(state)
    owner = state.corporations[found].owner if found in state.corporations else found
    if owner in state.players or state.turn is None:
        return owner or ""
    return on_table(game).solvent(game.priority)


def legal_actions(game: Game) -> list[Choice]:
    """Everything that may be done now; prices that players choose are ranges."""
    kind = kind_of(game)
    if game.over:
        return []
    if game.offer is not None:
        return [Choice(Accept()), Choice(Refuse())]  # type: ignore[arg-type]
    if kind is None:
        return operating.legal_actions(game.operating)
    if not _is_listed(game):
        play = on_table(game)
        passes = [Choice(Pass())] if kind.may_pass(play) else []
        _last.game, _last.choices = game, (*kind.choices(play), *passes)
    return list(_last.choices)


def _is_listed(game: Game) -> bool:
    return getattr(_last, "game", None) is game


def _offers(play: GameTable, kind: Round, action: Action) -> bool:
    """Whether a round has an action among its choices; those listed last are not sought again."""
    choices = _last.choices if _is_listed(play.game) else kind.choices(play)
    return any(choice.allows(action) for choice in choices)


def act(game: Game, action: Action, *, agreed: bool = False) -> Outcome:
    """Do one thing and no more; what follows by itself is left to `proceed`.

    A purchase from another player, or from a company of his, waits for his `Accept`, unless he has
    `agreed` already.

    Raises
    ------
    IllegalAction
        With the rule's section; the game is as it was.
    """
    if game.offer is not None:
        return _answer(game, game.offer, action)
    other = "" if agreed else other_side(game, action)
    if other:
        return _offer(game, action, other)
    kind = kind_of(game)
    play = on_table(game)
    if isinstance(action, EndGame) or kind is None:
        state, events = operating.act(game.operating, action)  # type: ignore[arg-type]
        play.table.state = state
        return play.left(), events
    if game.over:
        raise IllegalAction("the game is over")
    if isinstance(action, Pass):
        if not kind.may_pass(play):
            raise IllegalAction(kind.refusal(play, action), kind.rule(play, action))
        kind.passed(play)
    elif _offers(play, kind, action):
        kind.apply(play, action)
    else:
        raise IllegalAction(kind.refusal(play, action), kind.rule(play, action))
    return play.left(), tuple(play.table.events)


def other_side(game: Game, action: Action) -> str:
    """The player who has to agree to an action; nobody if it is for the one to act alone."""
    state, owner = game.operating, ""
    if isinstance(action, BuyTrain) and action.source in state.corporations:
        owner = state.corporations[action.source].owner or ""
    elif isinstance(action, BuyPrivate):
        owner = state.privates.get(action.private) or ""
    elif isinstance(action, SellPrivate):
        owner = action.buyer
    elif isinstance(action, RedeemShare):
        owner = action.source
    return owner if owner in state.players and owner != player_to_act(game) else ""


def _offer(game: Game, action: Action, other: str) -> Outcome:
    """Put a purchase to the other side, if it is a legal one."""
    act(game, action, agreed=True)
    offer = Offer(player_to_act(game), other, write_action(action))
    text = f"{offer.by} asks {other}: {Words(game).told(action)}"
    event = Event("offer", text, {"to": other})
    return msgspec.structs.replace(game, offer=offer), (event,)


def _answer(game: Game, offer: Offer, action: Action) -> Outcome:
    """The other side has spoken."""
    alone = msgspec.structs.replace(game, offer=None)
    if isinstance(action, Accept):
        return act(alone, parse_action(offer.action), agreed=True)
    if isinstance(action, Refuse):
        return alone, (Event("refuse", f"{offer.to} refuses", {"by": offer.to}),)
    raise IllegalAction(f"{offer.to} is asked by {offer.by}, and accepts or refuses")


def proceed(game: Game) -> Outcome:
    """Go on to whoever has something to decide: players who can only pass do, rounds change.

    Where the same round begins a second time, nobody will ever have: that is the end.
    """
    events: tuple[Event, ...] = ()
    begun: list[Game] = []
    while not game.over and game.offer is None:
        after, more = _follow(game)
        if after is game:
            break
        if game.stock is None and after.stock is not None:
            if _as_begun(after) in begun:
                after, more = _stall(after)
            begun.append(_as_begun(after))
        events += more
        game = after
    return game, events


def _as_begun(game: Game) -> Game:
    """A game without the number of its round."""
    state = msgspec.structs.replace(game.operating, round="")
    return msgspec.structs.replace(game, operating=state, stock_rounds=0)


def _stall(game: Game) -> Outcome:
    """Nobody can do anything any more."""
    play = on_table(game)
    play.table.set(over=True, finish="stalled")
    play.table.say("end", "nobody can do anything any more: the game ends")
    return play.left(), tuple(play.table.events)


def _follow(game: Game) -> Outcome:
    """The next thing that happens by itself, or the very same game if there is none."""
    play = on_table(game)
    if all(row.closed for row in game.operating.corporations.values()):
        play.table.set(over=True, finish="all_closed")
        play.table.say("end", "no corporation is left: the game ends")
        return play.left(), tuple(play.table.events)
    kind = kind_of(game)
    if kind is not None and kind is not _STOCK:
        return (play.left(), tuple(play.table.events)) if kind.follow(play) else (game, ())
    if game.stock is not None:
        if _STOCK.over(play):
            _end_stock_round(play)
        elif not any(_STOCK.decisions(play)):
            _STOCK.passed(play)
        else:
            return game, ()
        return play.left(), tuple(play.table.events)
    state = game.operating
    if state.turn is not None:
        return game, ()
    if state.operating_rounds is None:
        _start_stock_round(play)
        return play.left(), tuple(play.table.events)
    after, events = operating.proceed(state)
    play.table.state = after
    return play.left(), events


def _start_stock_round(play: GameTable) -> None:
    number = play.game.stock_rounds + 1
    play.set(stock=Stock(turn=play.game.priority), stock_rounds=number)
    play.table.set(round=f"SR {number}")
    play.table.say("round", f"stock round {number}", number=number)


def _end_stock_round(play: GameTable) -> None:
    """Prices move, capital comes, and the operating rounds begin."""
    play.stock_rules.round_ends(play)
    play.table.say("round_end", "the stock round is over")
    for name in play.game.unpaid:
        play.table.rules.effects.floats(play.table, name)
    play.set(stock=None, unpaid=())
    if play.state.over:
        return
    state, events = operating.start_round(play.state)
    play.table.state = state
    play.table.events.extend(events)


def apply(game: Game, action: Action, *, agreed: bool = False) -> Outcome:
    """Do one thing and go on to whoever is to act next. Raises as `act` does."""
    after, events = act(game, action, agreed=agreed)
    after, more = proceed(after)
    return with_log(after, events + more), events + more


def with_log(game: Game, events: Iterable[Event]) -> Game:
    """A game that remembers what happened last, in sentences."""
    log = (*game.log, *(event.text for event in events))
    return msgspec.structs.replace(game, log=log[-LONGEST_LOG:])


class History(Timeline[Game, Action]):
    """A game with a memory: play, take back, and do again.

    Attributes
    ----------
    first
        What happened before anybody was to act.

    Examples
    --------
    >>> history = History(game)                # doctest: +SKIP
    >>> history.apply(action); history.undo()  # doctest: +SKIP
    """

    def __init__(self, game: Game) -> None:
        begun, self.first = proceed(game)
        super().__init__(begun)

    @property
    def game(self) -> Game:
        """The game now."""
        return self.moments[-1]

    def after(self, now: Game, action: Action) -> Outcome:
        """As `apply` plays."""
        return apply(now, action)
