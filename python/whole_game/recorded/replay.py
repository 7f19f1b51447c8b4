"""Recorded games played by the engine, action by action.

The site that records them passes over whoever has nothing to do; so does a replay, with a look at
what the record says next. What our rules refuse is done as recorded where its effect is clear
(see `force`), passed over where it is not, and noted as a departure either way.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence

import msgspec

from operating_round import round as rounds
from operating_round import unchecked
from operating_round.actions import Action as OperatingAction
from operating_round.actions import (
    BuyPrivate,
    Dividend,
    Exchange,
    Issue,
    Lay,
    Pass,
    Redeem,
    Run,
    SellPrivate,
)
from operating_round.errors import IllegalAction
from operating_round.memory import Interruption
from operating_round.state import State
from operating_round.table import Event
from route_opt.errors import RouteOptError
from route_opt.records.departures import Departure, departure
from route_opt.records.document import Record
from route_opt.records.rules import RecordRules, find_title
from route_opt.records.words import recorded_revenue
from route_opt.title import Title
from whole_game.actions import Keep
from whole_game.engine import apply, kind_of, legal_actions, player_to_act, proceed
from whole_game.game import Game
from whole_game.recorded import force
from whole_game.recorded.ahead import AHEAD, Ahead, is_possible
from whole_game.recorded.copies import Copies
from whole_game.recorded.decode import Decoder, Recorded, Turned
from whole_game.recorded.launches import in_order_of_launch
from whole_game.recorded.lines import DEFECTS, Line, is_silent, lines_of, told_of
from whole_game.recorded.setup import seats, set_up
from whole_game.recorded.turns import (
    asked,
    connected,
    connecting,
    finished,
    looks_for_connections,
    named,
    to_last_step,
    with_card_drawn,
    with_home_lifted,
)


class Moment(msgspec.Struct, frozen=True):
    """A recorded action, and the game after it and all that follows by itself."""

    id: int | None
    auto: int | None
    game: Game
    player: str


def moments(record: Record) -> Iterator[Moment]:
    """The game after its set-up and after each action."""
    return Replay(record).moments()


class Replay:
    """A game on its way through a record.

    Attributes
    ----------
    lines
        The actions that happened, each followed by the automatic ones that it brought.
    game, shown
        The game, and as the site shows it: it lifts a token off the map that has to choose its
        city.
    departures
        What our rules refuse, or nobody can make sense of.
    held
        The dividend that left a price where it stood, by the number of its action.
    """

    def __init__(
        self,
        record: Record,
        turned: Turned | None = None,
        happened: Sequence[Recorded] | None = None,
        *,
        options: Sequence[str] = (),
        ends: bool = False,
        by_launch: bool = False,
        held: int = 0,
        rulebook: bool = False,
    ) -> None:
        rules = find_title(record.title, len(record.players))[1]
        self.game = self.shown = set_up(record, options, rulebook=rulebook)
        self.title = title = self.game.operating.rules
        self.decoder = Decoder(title, seats(record, title), turned or {}, rules, ends=ends)
        self.departures: list[Departure] = [
            *_unknown_players(record, title),
            *_unknown_options(record, rules),
            *record.departures,
        ]
        self.lines = list(
            lines_of(self.decoder, record.happened() if happened is None else happened)
        )
        self.launched = list(_launched(self.lines)) if by_launch else []
        self.held = held
        self.placed: Recorded | None = None
        self.operated = ""
        self.waits = ""
        self.copies = Copies(self.decoder)

    @property
    def player(self) -> str:
        """Whom the site waits for: before it looks for connections still the last to act."""
        return self.waits or player_to_act(self.shown)

    def moments(self) -> Iterator[Moment]:
        """The game after its set-up and after each action, as it is played."""
        yield Moment(None, None, self.game, self.player)
        for place, line in enumerate(self.lines):
            self.advance(place)
            yield Moment(line.id, line.auto, self.shown, self.player)

    def following(self, place: int) -> list[Recorded]:
        """What comes after a line, as far as a replay looks: not beyond the end of the game.

        Who stops in the middle of a turn has not finished it.
        """
        ahead = self.lines[place + 1 : place + 1 + AHEAD]
        loud = (line.action for line in ahead if not line.silent)
        return list(itertools.takewhile(lambda action: action["type"] != "end_game", loud))

    def advance(self, place: int) -> None:
        """Play the line at a place."""
        line = self.lines[place]
        if line.error is not None:
            self.depart(line, line.error.problems[0].code, line.error, applied=False)
        elif not is_silent(line.action):
            self.play(line, self.following(place))

    def depart(self, line: Line, code: str, why: object, *, applied: bool, rule: str = "") -> None:
        """Note what is wrong with a line."""
        action = {**line.action, "id": line.id}
        self.departures.append(departure(action, code, str(why), rule=rule, applied=applied))

    def play(self, line: Line, following: list[Recorded]) -> None:
        """Play one line; `following` come after it."""
        before, action = self.game, line.action
        try:
            self._check_copy(line)
            self._play(line, following)
        except RouteOptError as error:
            self._refused(line, following, before, error)
        except DEFECTS as error:
            self._refused(line, following, before, told_of(error, action))
        with contextlib.suppress(*DEFECTS):  # Certificates that are none have not moved.
            self.decoder.follow(action, before, self.game)
        self.copies.note_run(action, before.operating, self.game.operating)
        self.waits = self._who_waits(following)
        self.operated = action["entity"] if action["entity_type"] == "corporation" else ""

    def _play(self, line: Line, following: list[Recorded]) -> None:
        game, action = self.game, line.action
        if game.over and action["type"] != "end_game":
            raise IllegalAction("the game is over")
        if kind_of(game) is not None:
            self._decide(action, following)
        else:
            self._operate(line, following)

    def _refused(
        self, line: Line, following: list[Recorded], before: Game, error: RouteOptError
    ) -> None:
        """Do as recorded what our rules refuse, or pass it over; note it either way."""
        self.game, action, applied = before, line.action, True
        code = error.problems[0].code
        self.placed = None
        try:
            both = self._with_city(before, action, following)
            game = force.as_recorded(self.decoder, before, both or action, following)
            self.placed = following[0] if both else None
            if game.operating.turn is not None and kind_of(game) is None:
                self.game = game
                self._turn_goes_on(line, game.operating, following)
            else:
                mover = self.decoder.player(action, game)
                game = proceed(game)[0]  # What was done may have been the last of a turn.
                self.game = self.shown = self._passed_over(game, action, following, mover)
        except (RouteOptError, *DEFECTS):
            self.game, applied = before, False
            self.shown = before
        code = "refused" if code == "illegal_action" else code
        rule = error.rule if isinstance(error, IllegalAction) else ""
        why = str(error.problems[0].message)
        why = why.removesuffix(f" ({rule})") if rule else why
        self.depart(line, code, why, applied=applied, rule=rule)

    def _check_copy(self, line: Line) -> None:
        """A copy of a tile lies in one place only."""
        action = line.action
        if action["type"] != "lay_tile":
            return
        copy, names = str(action["tile"]), self.decoder.names
        there = names.tiles.get(copy, str(action["hex"]))
        spec = self.game.operating.board.tiles.get(there, "")
        if there != action["hex"] and spec.partition("@")[0] == names.tile_name(copy):
            why, rule = f"tile {copy} lies on {there} already", self.title.play.track.rule
            self.depart(line, "tile_copy", why, applied=True, rule=rule)

    def _who_waits(self, following: list[Recorded]) -> str:
        """The president of the company in whose turn the site is about to look for connections."""
        state = self.game.operating
        operator = self.operator() if state.operating_rounds else ""
        if not operator or not looks_for_connections(following, operator):
            return ""
        return state.owner_of(operator)

    # auctions and stock rounds

    def _decide(self, action: Recorded, following: list[Recorded]) -> None:
        """An action of an auction or a stock round; a turn may end without a pass."""
        mover, game = player_to_act(self.game), self.game
        if action["type"] == "pass" and action["entity"] == self.operated:
            return  # It was the last to operate, and its turn was over already.
        if force.acts_for(game, action, self.decoder) != mover and action["type"] != "end_game":
            raise IllegalAction(f"it is the turn of {mover or 'nobody'}")
        ours = self.decoder.decode(action, game)
        if isinstance(ours, Keep):
            game = with_card_drawn(game, ours.card)
        game, _ = apply(game, ours, agreed=True)
        if self.launched:
            game = in_order_of_launch(self.game, game, self.launched)
        self.game = self.shown = self._passed_over(game, action, following, mover)

    def _passed_over(
        self, game: Game, action: Recorded, following: list[Recorded], mover: str
    ) -> Game:
        """A stock round after those were passed over who had nothing to do."""
        own_turn = action["type"] != "pass"
        while game.stock is not None and following:
            now = player_to_act(game)
            if now == self.decoder.player(following[0], game):
                break
            if not (own_turn and now == mover) and not _only_privates(game):
                break
            try:
                game, _ = apply(game, Pass())
            except IllegalAction:
                break
            own_turn = False
        return game

    # operating rounds

    def _operate(self, line: Line, following: list[Recorded]) -> None:
        """An action of an operating turn, and the steps in which nothing can be done."""
        action = line.action
        if action is self.placed:
            self.placed = None
            self._turn_goes_on(line, self.game.operating, following)
            return
        self._begin_turns(action)
        state = self.game.operating
        if self._is_over_already(state, action):
            return
        self._check_operator(state, action)
        both = self._with_city(self.game, action, following)
        ahead = Ahead(self.decoder, self.game, following)
        after = self._done(line, state, both or action, ahead)
        if ahead.pass_to_come(after):
            alone = rounds.act_alone(state, self.decoder.of_turn(action, state))
            self.game = msgspec.structs.replace(self.game, operating=after)
            self.shown = msgspec.structs.replace(self.game, operating=alone)
            return
        if both:
            lifted = with_home_lifted(after, both["hex"])
            self.placed = following[0]
            self.game = msgspec.structs.replace(self.game, operating=after)
            self.shown = msgspec.structs.replace(self.game, operating=lifted)
            return
        self._turn_goes_on(line, after, following)

    def _begin_turns(self, action: Recorded) -> None:
        """Where a company acts, nothing is done any more before the first turn."""
        state = self.game.operating
        if state.turn is not None and not state.turn.entity and action["entity_type"] != "company":
            state, _ = finished(state, "")
            self.game = proceed(msgspec.structs.replace(self.game, operating=state))[0]

    def _is_over_already(self, state: State, action: Recorded) -> bool:
        """Whether nothing is left to do where a company passes, or pays out what it has not."""
        turn, name = state.turn, action["entity"]
        if turn is None:
            return False
        late = not turn.begun and turn.entity != name and name in state.done[-1:]
        nothing = turn.entity == name and turn.paid and not turn.revenue
        return bool(late if action["type"] == "pass" else action["type"] == "dividend" and nothing)

    def _check_operator(self, state: State, action: Recorded) -> None:
        """Whose turn it is: what a company does in another's is no action of that one."""
        name = force.operator_of(state, action)
        if not name or action["type"] in _ANY_TURN or state.turn is None:
            return
        now = {state.turn.entity, self.operator(), connecting(state)}
        if name not in now and "operating" not in action:
            raise IllegalAction(f"it is the turn of {self.operator()}, not of {name}")

    def _with_city(
        self, game: Game, action: Recorded, following: list[Recorded]
    ) -> Recorded | None:
        """A lay with the city that keeps its token, where the next action only says which."""
        if not following:
            return None
        return self.decoder.operating.together(action, following[0], game.operating)

    def _done(self, line: Line, state: State, action: Recorded, ahead: Ahead) -> State:
        if action["type"] == "pass":
            return ahead.passed(state) or state
        if action["type"] == "destination_connection":
            return connected(state, named(action))
        ours = self.decoder.of_turn(action, state)
        if isinstance(ours, Issue | Redeem):
            return self._traded(line, state, ours)
        after, events = rounds.skip_to(state, ours)
        if isinstance(ours, Dividend) and line.id == self.held:
            return self._stayed(line, state, after)
        earned = recorded_revenue(action) if isinstance(ours, Run) else None
        if earned is None or earned == _revenue(events):
            return after
        return self._ran_for(line, state, ours, earned, _revenue(events))

    def _traded(self, line: Line, state: State, ours: Issue | Redeem) -> State:
        """Shares issued or redeemed for what the record says they cost.

        It tells where the price stood: an old site moved it otherwise, and what follows needs it.
        """
        price = line.action.get("share_price")
        if isinstance(ours, Issue) and ours.forced and not is_possible(state, ours):
            ours = Issue(ours.count)
        if isinstance(price, int) and not (isinstance(ours, Issue) and ours.forced):
            asked = force.own_price(state, ours)
            found = None if asked == price else force.with_price(state, ours, price)
            if found is not None:
                why = f"a share of {line.action['entity']} costs {asked}, not {price}"
                self.depart(line, "price", why, applied=True)
                state = found
        return rounds.skip_to(state, ours)[0]

    def _stayed(self, line: Line, before: State, after: State) -> State:
        """A dividend that left the price where it stood, as what is told later shows."""
        name = str(line.action["entity"])
        old, new = before.corporations[name], after.corporations[name]
        why = f"its price would move from {old.share_price} to {new.share_price}; it stays, "
        why += "as the price told later and the result show"
        self.depart(line, "price", why, applied=True, rule=self.title.play.dividends.rule)
        return force.with_price_at(after, name, old.market)

    def _ran_for(
        self, line: Line, state: State, ours: OperatingAction, earned: int, paid: int
    ) -> State:
        """A run that brought what the record says, not what its routes pay."""
        why = f"the record says {earned}, the routes pay {paid}"
        self.depart(line, "recorded_revenue", why, applied=True)
        return unchecked.do(force.at_run(state), ours, revenue=earned)

    def _turn_goes_on(self, line: Line, state: State, following: list[Recorded]) -> None:
        """To the end of the turn, or as far as there is nothing to do."""
        entity = self.operator()
        if looks_for_connections(following, entity):
            if following[0]["type"] == "destination_connection":
                state = to_last_step(state)
            self.game = self.shown = msgspec.structs.replace(self.game, operating=state)
            return
        ahead = Ahead(self.decoder, self.game, following)
        if ahead.goes_on(state, entity):
            if ahead.answers(state):
                state = asked(state)
            state = ahead.settled(state, entity)
        else:
            state, missing = finished(state, entity)
            if missing:
                self.depart(line, "unfinished", missing, applied=True)
        game = msgspec.structs.replace(self.game, operating=state)
        self.game = self.shown = proceed(game)[0]

    def operator(self) -> str:
        """The company whose turn the record is in, even if for us it is over."""
        turn = self.game.operating.turn
        if turn is None:
            return self.game.operating.done[-1] if self.game.operating.done else ""
        return Interruption.of(rounds.view_of(self.game.operating)).operator or turn.entity


def _unknown_players(record: Record, title: Title) -> Iterator[Departure]:
    """More or fewer players than the rules know."""
    if str(len(record.players)) not in title.play.cash:
        said, known = f"played by {len(record.players)}", ", ".join(title.play.cash)
        ours = f"{title.name} is for {known} players: money and limits are those of the nearest"
        yield Departure(0, "", "", "players", "", said, ours, applied=True)


def _unknown_options(record: Record, rules: RecordRules) -> Iterator[Departure]:
    """Optional rules of the site that nobody here knows: the game is played without them."""
    for option in sorted(record.options - rules.known_options):
        said, ours = f"played by {option[:40]!r}", "this optional rule is not known"
        yield Departure(0, "", "", "option", "", said, ours, applied=False)


def _launched(lines: Sequence[Line]) -> Iterator[str]:
    """The corporations in the order in which players have started them."""
    for line in lines:
        if line.action["type"] == "par":
            yield str(line.action["corporation"])


def _revenue(events: tuple[Event, ...]) -> int:
    """What the run among these events earned."""
    return next((int(event.data["revenue"]) for event in events if event.kind == "run"), 0)


def _only_privates(game: Game) -> bool:
    """Whether a player could only use or trade private companies: the site may not wait for it."""
    kinds = Exchange | BuyPrivate | SellPrivate | Lay | Pass
    return all(isinstance(choice.action, kinds) for choice in legal_actions(game))


_ANY_TURN = ("discard_train", "assign", "buy_shares", "end_game")
"""What a company may do in the turn of another."""

__all__ = ["Moment", "Replay", "moments"]
