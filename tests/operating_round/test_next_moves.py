"""Next moves against the rounds: every move that is listed is played, and all that may be are.

A position does not say who owns the private companies: what is listed holds when no player has
one. So they are closed here; money is no object.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from tables import recorded

import oracle
import route_opt
from corpus import examples, positions, recorded_titles
from operating_round.actions import Action, BuyTrain, Choice, Discard, Lay, Special, Token
from operating_round.round import act, legal_actions
from operating_round.rules import rules_of
from operating_round.state import CLOSED, Board, Company, Corporation, Depot, State, Turn
from operating_round.table import Table
from route_opt import titles
from route_opt.board import board_of
from route_opt.network import Network
from route_opt.next_moves import whatif
from route_opt.next_moves.lays import Single, lays_of, pairs_of, rights_of
from route_opt.next_moves.moves import Move
from route_opt.next_moves.tokens import own_tokens, tokens_left, tokens_of
from route_opt.next_moves.trains import trains_of
from route_opt.position import Position
from route_opt.rules.trains import card_of
from route_opt.title import Title

RICH = 100_000


def game_at(position: Position, step: str, *, first_turn: bool = False) -> State:
    """A game in which a position's corporation is at a step of its turn, with money for all."""
    title = position.rules
    removed = {m.owner for m in position.markers if title.markers[m.kind].effect == "token"}
    on_map = {o for owners in position.tokens.values() for o in owners if o} | {
        position.corporation
    }
    minors = {name for name, row in title.corporations.items() if row.minor}
    names = [name for name in title.corporations if name not in minors | removed]
    return State(
        title=title.name,
        phase=position.phase,
        board=Board(position.tiles, position.tokens, position.markers),
        operating_rounds=(1, 2),
        bank=RICH,
        players={"Ann": RICH, "Bob": RICH},
        corporations={
            name: _corporation(position, name, name in on_map, first_turn) for name in names
        },
        minors={
            name: Company(
                cash=RICH,
                owner="Ann",
                floated=True,
                trains=position.trains if name == position.corporation else ("2",),
            )
            for name in minors & on_map
        },
        privates=dict.fromkeys(title.privates, CLOSED),
        depot=Depot(),
        options=position.options,
        round="OR 1.1",
        done=("somebody",),
        turn=Turn(entity=position.corporation, step=step),
    )


def _corporation(position: Position, name: str, running: bool, first_turn: bool) -> Corporation:
    title = position.rules
    if not running:
        return Corporation(shares={title.play.unsold: 100})
    network = Network(msgspec.structs.replace(position, corporation=name))
    acting = name == position.corporation
    return Corporation(
        cash=RICH,
        owner="Ann",
        trains=position.trains if acting else (),
        phased_out=tuple(t for t in position.trains if acting and phased_out(position, t)),
        tokens_on_map=tuple(own_tokens(network)),
        tokens_unplaced=tokens_left(network),
        floated=True,
        ipoed=True,
        operated=not (acting and first_turn),
        share_price=100,
        market=(0, 5),
        par=100,
        shares={"Ann": 100},
    )


def step_for(state: State, action: Action) -> State:
    """The state at the step that takes an action."""
    table = Table(state, rules_of(state.rules))
    steps = [step.name for step in table.rules.rounds.steps(table) if step.takes(action)]
    name = next(name for name in steps if name != "home")
    assert state.turn is not None
    return msgspec.structs.replace(state, turn=msgspec.structs.replace(state.turn, step=name))


def done(state: State, action: Action) -> State:
    """What a step makes of a legal action, with the turn still at that step."""
    table = Table(state, rules_of(state.rules))
    assert state.turn is not None
    steps = [step for step in table.rules.rounds.steps(table) if step.name == state.turn.step]
    steps[0].apply(table, action)
    return table.state


def same(position: Position, state: State) -> bool:
    """Whether a position is what the game has become; the order of markers means nothing."""
    now = state.position(position.corporation)
    return position.canonical() == now.canonical() and _held(position) == _held(now)


def _held(position: Position) -> dict[str, tuple[str | None, ...]]:
    return {stop: owners for stop, owners in position.tokens.items() if any(owners)}


# tiles


def look(title: Title, hex_id: str, spec: str) -> tuple[str, str, frozenset[Any]]:
    """A tile on a hex, the same in all rotations in which it looks the same."""
    track = board_of(title).lay(hex_id, spec).track
    return hex_id, spec.partition("@")[0], frozenset(map(frozenset, track))


def legal_lays(state: State) -> dict[tuple[str, str, int], Choice]:
    """The usual lays of the rounds, by hex, tile as laid and city chosen."""
    return {
        (
            choice.action.hex,
            f"{choice.action.tile}@{choice.action.rotation}",
            choice.action.city,
        ): choice
        for choice in legal_actions(state)
        if isinstance(choice.action, Lay) and not choice.action.by
    }


def lay_key(move: Move) -> tuple[str, str, int]:
    ((hex_id, spec),) = move.tiles.items()
    return hex_id, spec, int(move.text.partition(f"the token in {hex_id}.")[2] or 0)


def play_lays(position: Position) -> int:
    """Every lay listed is legal at its cost and does what it says; no legal one is missing."""
    title = position.rules
    state = game_at(position, "track")
    singles = lays_of(Network(position))
    legal = legal_lays(state)
    listed = {lay_key(single.move): single.move for single in singles}
    assert len(listed) == len(singles)
    assert {(look(title, *key[:2]), key[2], move.cost) for key, move in listed.items()} == {
        (look(title, *key[:2]), key[2], choice.cost) for key, choice in legal.items()
    }, position
    for key, move in listed.items():
        after = done(state, legal[key].action)
        assert same(move.applied(position), after), move.text
    return len(singles)


def play_pairs(position: Position, *, every: int = 1) -> int:
    """Both lays of every pair in one turn; and every two lays of a turn are a pair."""
    network = Network(position)
    # Whoever has two tokens on the map has had a turn.
    state = game_at(position, "track", first_turn=len(own_tokens(network)) < 2)
    singles: list[Single] = [*lays_of(network), *rights_of(position)]
    pairs = list(pairs_of(network, singles))
    boards = {_board(pair.applied(position)): pair.cost for pair in pairs}
    legal = legal_lays(state)
    found = 0
    for single in singles[::every]:
        right = single.move.kind == "right"
        action = Special("mesabi") if right else legal[lay_key(single.move)].action
        between = done(state, action)
        for choice in legal_actions(between):
            is_lay = isinstance(choice.action, Lay) and not choice.action.by
            if not is_lay and not isinstance(choice.action, Special):
                continue
            after = done(between, choice.action)
            key = _board(after.position(position.corporation, position.trains))
            assert key in boards, (position, single.move.text, choice.action)
            assert boards[key] == single.move.cost + choice.cost
            found += 1
    return found


def _board(position: Position) -> Any:
    plain = position.canonical()
    return (*sorted(plain.tiles.items()),), (*sorted(plain.tokens.items()),), plain.markers


# tokens


def play_tokens(position: Position) -> int:
    """Every token listed is legal at its cost and does what it says; no legal one is missing."""
    state = step_for(game_at(position, ""), Token("A1.0"))
    legal: dict[Action, int] = {
        choice.action: choice.cost
        for choice in legal_actions(state)
        if (isinstance(choice.action, Token) and not choice.action.by)
        or (isinstance(choice.action, Special) and choice.action.kind == "edge_token")
    }
    moves = list(tokens_of(Network(position)))
    listed = {_token_action(move): move.cost for move in moves}
    assert listed == legal, position
    for move in moves:
        after = done(state, _token_action(move))
        assert same(move.applied(position), after), move.text
    return len(moves)


def _token_action(move: Move) -> Action:
    if move.markers is not None:
        return Special("edge_token")
    return Token(move.text.rpartition("(")[2].rstrip(")"))


# trains


def play_trains(position: Position) -> int:
    """Every train listed is bought, from the bank or from another corporation."""
    moves = list(trains_of(position))
    for move in moves:
        state, action = train_sale(position, move)
        cost = next(c.cost for c in legal_actions(state) if c.allows(action))
        if action.source == "bank":
            assert cost == move.cost, move.text
        after, _ = act(state, action)
        after = with_discards(after, position.corporation, move)
        assert same(move.applied(position), after), (position, move.text, move.note)
    return len(moves)


def train_sale(position: Position, move: Move) -> tuple[State, BuyTrain]:
    """A game in which a train is for sale: by the bank, or by whoever has one."""
    title = position.rules
    # Trains that were phased out have run for the last time when trains are bought.
    left = tuple(train for train in position.trains if not phased_out(position, train))
    ran = msgspec.structs.replace(position, trains=left)
    state = step_for(game_at(ran, ""), BuyTrain("2", 1))
    name = move.text.split()[1]
    traded = move.text.partition(" for a ")[2]
    price = title.trains[name].price - title.trains[name].trade_in.get(traded, 0)
    if "from another" not in move.note:
        upcoming = {card_of(title, name)[-1]: 1}
        state = msgspec.structs.replace(state, depot=Depot(upcoming))
        return state, BuyTrain(name, price, "bank", traded)
    seller = next(other for other in state.corporations if other != position.corporation)
    row = msgspec.structs.replace(state.corporations[seller], trains=(name,))
    state = msgspec.structs.replace(state, corporations={**state.corporations, seller: row})
    return state, BuyTrain(name, 1, seller)


def phased_out(position: Position, train: str) -> bool:
    phases, on = list(position.rules.phases), position.rules.trains[train].phased_out_on
    return bool(on) and phases.index(on) <= phases.index(position.phase)


# positions


def every_position(corpus: Path, title: str) -> list[Position]:
    return [route_opt.parse(row["position"], lenient=True) for row in positions(corpus, title)]


def some_of(found: list[Position], number: int, first: int) -> list[Position]:
    """So many positions, or a few more, out of all of a game; of few, the last at least."""
    return found[min(first, len(found) - 1) :: max(len(found) // number, 1)]


def play_all(position: Position, *, pairs: int = 0) -> int:
    if position.rules.corporations[position.corporation].minor:
        assert not [*tokens_of(Network(position)), *trains_of(position)]
        found = play_lays(position)
    else:
        found = play_lays(position) + play_tokens(position) + play_trains(position)
    return found + (play_pairs(position, every=pairs) if pairs else 0)


@pytest.mark.parametrize("file", examples(), ids=lambda file: file.parent.parent.name)
def test_the_moves_of_the_examples(file: Path) -> None:
    assert play_all(route_opt.load(file), pairs=5) > 0


@pytest.mark.parametrize("title", sorted(titles.names()))
def test_the_moves_of_real_positions(corpus: Path, title: str) -> None:
    found = every_position(corpus, title)
    for position in some_of(found, 3, first=5):
        assert play_all(position, pairs=60) > 0


@pytest.mark.slow
@pytest.mark.parametrize("title", sorted(titles.names()))
def test_the_moves_of_every_real_position(corpus: Path, title: str) -> None:
    for number, position in enumerate(every_position(corpus, title)):
        play_all(position, pairs=10 if number % 10 == 0 else 0)


# what they are worth


def compare_worth(position: Position, every: int) -> int:
    """What a move is worth is the best of the game in which it was played, counted by hand.

    Routes are listed one by one and every set of them is tried, where there are not too many.
    """
    ranking = whatif(position)
    trains = [move for move in ranking.moves if move.kind == "train"]
    others = [move for move in ranking.moves if move.kind in ("tile", "upgrade", "token")]
    found = 0
    for move in [*trains, *others[::every]]:
        try:
            revenue, _ = oracle.best(after_move(position, move), limit=5_000)
        except oracle.TooMany:
            continue
        assert (move.revenue, move.gain) == (revenue, revenue - ranking.revenue), move.text
        found += 1
    return found


def after_move(position: Position, move: Move) -> Position:
    """The position after a move, as the rounds make it."""
    name = position.corporation
    if move.kind == "train":
        state, purchase = train_sale(position, move)
        state, _ = act(state, purchase)
        return with_discards(state, name, move).position(name)
    if move.kind == "token":
        state = step_for(game_at(position, ""), Token("A1.0"))
        return done(state, _token_action(move)).position(name)
    state = game_at(position, "track")
    hex_id, spec, city = lay_key(move)
    tile, _, rotation = spec.partition("@")
    return done(state, Lay(hex_id, tile, int(rotation), city=city)).position(name)


def with_discards(state: State, name: str, move: Move) -> State:
    """The state after the trains that a move returns have gone back."""
    for word in move.note.split(", "):
        if word.startswith("returns "):
            state, _ = act(state, Discard(name, word.split()[-1]))
    return state


@pytest.mark.parametrize("title", sorted(titles.names()))
def test_the_worth_of_moves(corpus: Path, title: str) -> None:
    every = every_position(corpus, title)
    chosen = some_of(every, 6, first=3)
    alone = len(chosen) == 1  # a title of which there are no games yet
    found = sum(compare_worth(one, every=1 if alone else 9) for one in chosen)
    assert found > (0 if alone else 10)


@pytest.mark.slow
@pytest.mark.parametrize("title", sorted(titles.names()))
def test_the_worth_of_many_moves(corpus: Path, title: str) -> None:
    found = every_position(corpus, title)
    positions = found[:: 8 if len(found) > 100 else 1]
    assert sum(compare_worth(one, every=25) for one in positions) > 30


# what was played in real games


class Played(NamedTuple):
    """Something done in a real game: before, after, the price, the actor's private companies."""

    before: Position
    action: Action
    after: Position
    paid: int
    privates: tuple[str, ...]


def played(file: Path) -> Iterator[Played]:
    """The lays, tokens and trains of a ledger.

    That the rounds come to what is recorded at the end of every turn is shown elsewhere.
    """
    for _, action, before, after, _ in recorded(file):
        if not isinstance(action, Lay | Token | BuyTrain):
            continue
        turns = [state.turn.entity for state in (before, after) if state.turn is not None]
        name = turns[0] if turns else ""
        own = isinstance(action, BuyTrain) or not action.by
        # While a connection run waits the turn is another's.
        if own and turns == [name, name] and name in after.corporations:
            row = before.company(name)
            paid = row.cash - after.company(name).cash
            yield Played(before.position(name), action, after.position(name), paid, row.companies)


def listed_as(position: Position, action: Action, privates: tuple[str, ...]) -> list[Move]:
    """The moves listed that are an action."""
    network = Network(position)
    if isinstance(action, Lay):
        spec = f"{action.tile}@{action.rotation}"
        key = look(position.rules, action.hex, spec)
        moves = [single.move for single in lays_of(network, privates)]
        return [m for m in moves if look(position.rules, *lay_key(m)[:2]) == key]
    if isinstance(action, Token):
        return [m for m in tokens_of(network) if _token_action(m) == action]
    assert isinstance(action, BuyTrain)
    traded = f" for a {action.trade_in}" if action.trade_in else ""
    named = (f"a {action.train} train{traded}", f"an {action.train} train{traded}")
    return [move for move in trains_of(position) if move.text in named]


def keeps_price(done: Played) -> bool:
    """1846: the records' reading is that a reserved space stays cheap in phase IV; ours is not."""
    reserved = done.before.rules.corporations[done.before.corporation].reserved
    until = [place.until for place in reserved if done.action == Token(place.stop)]
    return until == [done.before.phase]


def compare_played(done: Played) -> None:
    """What was done is among the moves listed, at the price that was paid, with what it led to."""
    moves = listed_as(done.before, done.action, done.privates)
    assert moves, done
    results = [move.applied(done.before).canonical() for move in moves]
    crowded = any("returns" in move.note for move in moves)
    assert crowded or done.after.canonical() in results, done
    price = done.paid
    if isinstance(done.action, Token) and keeps_price(done):
        price = moves[0].cost
    if isinstance(done.action, BuyTrain):
        # A president may have helped; what corporations ask of each other is their business.
        bank = done.action.source.partition(":")[0] in ("bank", "discarded")
        price = done.action.price if bank else moves[0].cost
    assert price in {move.cost for move in moves}, done


@pytest.mark.parametrize("title", recorded_titles())
def test_what_was_played_in_a_real_game(corpus: Path, title: str) -> None:
    files = sorted(
        (corpus / "ledger" / title).glob("*.jsonl"), key=lambda file: file.stat().st_size
    )
    done = list(played(files[-1]))
    assert len(done) > 50
    for one in done[::7]:
        compare_played(one)


@pytest.mark.slow
@pytest.mark.parametrize("title", recorded_titles())
def test_all_that_was_played_in_real_games(corpus: Path, title: str) -> None:
    for file in (corpus / "ledger" / title).glob("*.jsonl"):
        for one in played(file):
            compare_played(one)
