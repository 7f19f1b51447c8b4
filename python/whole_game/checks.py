"""Reading a game: what it is made of, and whether play could ever come to it.

The operating state is checked where states are; here, what a game has beside it. Types first, then
names; then the round in progress is held against cash, certificates and turns. A game that has
passed can be shown, written and played on without surprises.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from operating_round import state as states
from operating_round.checks import with_own_apart
from operating_round.documents import plain_problems, raise_all, shape_problems
from operating_round.errors import StateError
from operating_round.rules import rules_of
from operating_round.state import State
from route_opt.errors import Problem, RouteOptError
from route_opt.readable import readable
from whole_game import data
from whole_game.actions import parse_action
from whole_game.engine import act, legal_actions, on_table, other_side, player_to_act
from whole_game.game import FORMAT, Beside, Game, Offer
from whole_game.round_checks import KINDS, known, round_names, round_problems
from whole_game.table import GameTable


def read_game(document: Any) -> Game:
    """A game from a document, or a `StateError` with all that is wrong with it."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        message = f"is not {FORMAT!r}; whole-game new begins such a document"
        raise StateError([Problem("not_a_game", "format", message)])
    raise_all(plain_problems(document))
    state, problems = _operating(document.get("operating"))
    apart = ("format", "operating", "history")  # how it came about is for `keeping` to read
    beside = {key: value for key, value in document.items() if key not in apart}
    shape = list(shape_problems(beside, Beside, "a game", "operating or "))
    if state is None or shape:
        raise_all([*problems, *shape])
    assert state is not None
    row = msgspec.convert(beside, readable(Beside))
    game = Game(operating=state, **msgspec.structs.asdict(row))
    untitled = list(_title(state))
    money = [] if untitled else _money(on_table(game))
    raise_all([*problems, *untitled, *_names(game), *money, *_rounds(game)])
    play = on_table(game)
    raise_all([*_companies(play), *round_problems(play)])
    raise_all([*_offer(game), *_standstill(game)])
    return game


# what it is


def _operating(document: Any) -> tuple[State | None, list[Problem]]:
    """The operating state, even one with faults if its types are right; and its faults."""
    if document is None:
        return None, [Problem("missing", "operating", "is missing: the state of board and money")]
    try:
        return states.parse(document), []
    except StateError as error:
        problems = [problem.below("operating") for problem in error.problems]
    try:
        return msgspec.convert(with_own_apart(document), readable(State)), problems
    except (msgspec.ValidationError, AttributeError):
        return None, problems


def _title(state: State) -> Iterator[Problem]:
    """A title whose whole games are known, as many players as it takes, and its own companies."""
    try:
        rules = state.rules
        data.data_of(rules)
    except RouteOptError as error:
        yield Problem("unknown_title", "operating.title", error.problems[0].message)
        return
    if str(len(state.players)) not in rules.play.cash:
        known = ", ".join(rules.play.cash)
        message = f"{rules.name} is played by {known}, not by {len(state.players)}"
        yield Problem("wrong_players", "operating.players", message)
    for name in state.privates:
        if rules_of(rules).privates.private(name) is None:
            message = f"{name!r} is not a private company; there are {', '.join(rules.privates)}"
            yield Problem("unknown_private", f"operating.privates.{name}", message)


# names


def _names(game: Game) -> Iterator[Problem]:
    """Whoever and whatever is named is in this game."""
    players, state = game.players, game.operating
    yield from known([game.priority], "priority", "a player", players)
    yield from known(state.bankrupt, "operating.bankrupt", "a player", players)
    yield from known(game.unpaid, "unpaid", "a corporation", state.corporations)
    yield from round_names(game)
    if (offer := game.offer) is not None:
        yield from known([offer.by, offer.to], "offer", "a player", players)


# money and companies


def _money(play: GameTable) -> Iterator[Problem]:
    """All the money of the box is there, no more and no less."""
    state = play.state
    companies = (*state.corporations.values(), *state.minors.values())
    found = state.bank + sum(state.players.values()) + sum(row.cash for row in companies)
    box = play.stock_rules.money(len(play.players))
    if found != box:
        message = f"bank, players and companies have {found}; the game has {box}"
        yield Problem("wrong_money", "operating.bank", message)


def _shares_to_come(play: GameTable) -> Iterator[Problem]:
    """Who buys a private company that brings a share must be able to get it."""
    privates = play.table.privates
    for name, owner in play.state.privates.items():
        private = privates.get(name)
        brought = privates.share_of(name) if private and private.brings else ""
        if owner is None and brought and brought not in play.state.corporations:
            message = f"is missing: {name} is unsold, and brings a share of it"
            yield Problem("missing", f"operating.corporations.{brought}", message)


def _companies(play: GameTable) -> Iterator[Problem]:
    """A company has started with all that this means, or not at all; its president leads."""
    for name, row in play.state.corporations.items():
        where = f"operating.corporations.{name}"
        if row.closed:
            continue
        if row.ipoed and (row.par is None or row.market is None):
            yield Problem("wrong_place", where, "has started without a first price or a place")
        if not row.ipoed and (row.owner or row.floated or row.market):
            yield Problem("wrong_owner", where, "has not started, and can have no president")
        if row.ipoed and not row.owner and play.stock_rules.is_led(play, name):
            yield Problem("wrong_owner", where, "has started, and must have a president")
        most = max((play.held(player, name) for player in play.players), default=0)
        if row.owner in play.players and play.held(row.owner, name) < most:
            message = f"{row.owner} is president with less than the {most}% of another"
            yield Problem("wrong_owner", f"{where}.owner", message)
    yield from _shares_to_come(play)
    for name in play.game.unpaid:
        if not play.corporation(name).floated:
            yield Problem("wrong_float", "unpaid", f"{name} has not floated, and gets no capital")
    if len(set(play.game.unpaid)) < len(play.game.unpaid):
        yield Problem("wrong_float", "unpaid", "names one twice")


# rounds


def _rounds(game: Game) -> Iterator[Problem]:
    """One kind of round at a time; the end has a reason."""
    state = game.operating
    kinds = [name for name in KINDS if getattr(game, name) is not None]
    if len(kinds) > 1:
        message = f"{' and '.join(kinds)} cannot be in progress at once"
        yield Problem("wrong_round", kinds[1], message)
    operating = state.turn is not None or state.operating_rounds is not None
    if kinds and kinds != ["draft"] and operating:
        message = f"an operating round cannot be in progress beside {kinds[0]}"
        yield Problem("wrong_round", "operating.operating_rounds", message)
    begun = game.stock is not None or (state.operating_rounds is not None and not game.draft)
    if begun != (game.stock_rounds > 0) and not game.over and (begun or kinds):
        message = f"is {game.stock_rounds}, {'after' if begun else 'before'} the first one"
        yield Problem("wrong_round", "stock_rounds", message)
    if game.unpaid and state.operating_rounds is not None and not game.over:
        yield Problem("wrong_float", "unpaid", "is paid before the operating rounds begin")
    if state.over and not state.finish:
        yield Problem("wrong_ending", "operating.finish", "is empty: the game is over, but why?")
    unsold = [name for name, owner in state.privates.items() if owner is None]
    if unsold and not kinds and not state.over:
        message = f"{', '.join(unsold)} belong to nobody, and no auction sells them"
        yield Problem("wrong_owner", "operating.privates", message)


# what waits


def _offer(game: Game) -> Iterator[Problem]:
    """What was offered could be done, and waits for the one whose word it needs."""
    offer = game.offer
    if offer is None or game.over:
        return
    alone = msgspec.structs.replace(game, offer=None)
    try:
        action = parse_action(offer.action)
        parties = Offer(player_to_act(alone), other_side(alone, action), offer.action)
        if parties != offer:
            message = f"{parties.by} would ask {parties.to or 'nobody'}, not {offer.by} {offer.to}"
            yield Problem("wrong_offer", "offer", message)
        act(alone, action, agreed=True)
    except RouteOptError as error:
        for problem in error.problems:
            yield Problem("wrong_offer", "offer.action", problem.message)


def _standstill(game: Game) -> Iterator[Problem]:
    """In a game that goes on, somebody has something to do."""
    waits = any(getattr(game, name) is not None for name in KINDS)
    if waits and not game.over and not legal_actions(game):
        yield Problem("standstill", "", f"{player_to_act(game)} can neither act nor pass")
