"""States as values: nothing changes behind anyone's back, everything can be written and read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tables import allowed, company, game_1830, game_1846, money, on_board, owning, replace, started

import operating_round
from operating_round.actions import (
    BuyTrain,
    Choice,
    Dividend,
    Lay,
    Pass,
    Run,
    Token,
    parse_action,
    write_action,
)
from operating_round.errors import IllegalAction, StateError
from operating_round.policy import Random, Simple, find_policy, play_set
from operating_round.round import (
    Choices,
    History,
    act,
    apply,
    is_legal,
    legal_actions,
    proceed,
    start_round,
)
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.show import show, show_choices
from operating_round.state import State, parse
from route_opt import titles
from route_opt.lays import legal_lays
from route_opt.network import Network

HOLD = {"Ann": 60}


def first_turn() -> State:
    return started(game_1830(("PRR", 67, HOLD)))


def test_undo_is_exact() -> None:
    history = History(started(owning(game_1846(("NYC", 60, {"Ann": 20})), MS="Bob")))
    states = [history.state]
    policy = Random(7)
    for _ in range(30):
        if not legal_actions(history.state):
            break
        history.apply(policy.choose(history.state, Choices(history.state)))
        states.append(history.state)
    assert len(states) > 10
    for before in reversed(states[:-1]):
        history.undo()
        assert history.state == before
        assert history.state.document() == before.document()
    with pytest.raises(IllegalAction, match="nothing to take back"):
        history.undo()


def test_same_inputs_same_outputs() -> None:
    state = first_turn()
    document = state.document()
    one = play_set(state, Random(3))
    two = play_set(parse(document), Random(3))
    assert one[0] == two[0]
    assert [event.text for event in one[1]] == [event.text for event in two[1]]
    assert state.document() == document


@pytest.mark.parametrize(
    "action",
    [
        Lay("B12", "9", 0),
        Lay("H14", "7", 5),
        Token("H16.0"),
        BuyTrain("2", 80),
        BuyTrain("3", 180),
        Dividend("full"),
        Run(),
    ],
)
def test_an_illegal_action_changes_nothing_and_cites_its_rule(action: Any) -> None:
    state = first_turn()
    document = state.document()
    with pytest.raises(IllegalAction) as caught:
        act(state, action)
    assert state.document() == document
    assert not is_legal(state, action)
    if not isinstance(action, Run):
        assert caught.value.rule
        assert caught.value.rule in str(caught.value)


def test_states_are_written_and_read() -> None:
    state = owning(game_1846(("NYC", 60, {"Ann": 20})), MS="Bob", SC="Cy")
    for now in (state, start_round(state)[0], started(state)):
        assert parse(now.document()) == now


def test_fields_of_one_title_are_kept() -> None:
    document = game_1830(("PRR", 67, HOLD)).document()
    document["corporations"]["PRR"]["mesabi_token"] = True
    again = parse(document)
    assert again.corporations["PRR"].own == {"mesabi_token": True}
    assert again.document() == document


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"phase": "9"}, "not a phase"),
        ({"options": ["no_such"]}, "not an option"),
        ({"bank": "much"}, "bank"),
        ({"format": "route-opt/state@9"}, "format"),
        ({"board": {"tiles": {"H14": "57@1"}}}, "H14"),
        ({"corporations": {"XYZ": {}}}, "XYZ"),
    ],
)
def test_broken_states_are_sentences(change: dict[str, Any], message: str) -> None:
    document = {**game_1830().document(), **change}
    with pytest.raises(StateError, match=message):
        parse(document)


def test_shares_must_add_up() -> None:
    document = game_1830(("PRR", 67, HOLD)).document()
    document["corporations"]["PRR"]["shares"]["Ann"] = 50
    with pytest.raises(StateError, match="90%"):
        parse(document)


@pytest.mark.parametrize("action", [Pass(), Run(), Lay("H14", "9", 1), BuyTrain("2", 80)])
def test_actions_are_written_and_read(action: Any) -> None:
    assert parse_action(write_action(action)) == action


def test_what_is_no_action_is_said() -> None:
    with pytest.raises(IllegalAction, match="not an action"):
        parse_action({"type": "dance"})


def test_a_choice_with_prices_allows_its_range() -> None:
    choice = Choice(BuyTrain("2", 1, "C&O"), (1, 50))
    assert choice.allows(BuyTrain("2", 50, "C&O"))
    assert not choice.allows(BuyTrain("2", 51, "C&O"))
    assert not choice.allows(BuyTrain("3", 50, "C&O"))


def test_no_title_is_named_in_the_engine() -> None:
    files = list(Path(operating_round.__file__).parent.rglob("*.py"))
    assert len(files) > 10
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not [name for name in titles.names() if f'"{name}"' in text], file


def test_a_policy_of_ones_own() -> None:
    class Builder(Simple):
        def choose(self, state: State, choices: Choices) -> Any:
            lays = [choice.action for choice in choices if isinstance(choice.action, Lay)]
            return lays[0] if lays else super().choose(state, choices)

    after, events = play_set(game_1830(("PRR", 67, HOLD)), Builder())
    assert len(after.board.tiles) == 1
    assert "tile" in {event.kind for event in events}


def test_policies_are_found_by_name() -> None:
    assert isinstance(find_policy("pay"), Simple)
    assert isinstance(find_policy("operating_round.policy:Withhold"), Simple)
    with pytest.raises(StateError, match="not a policy"):
        find_policy("nonsense")
    with pytest.raises(StateError, match="cannot be loaded"):
        find_policy("operating_round.policy:Nobody")


def test_texts() -> None:
    state = first_turn()
    assert "PRR to act, at the track step" in show(state)
    text = show_choices(legal_actions(state))
    assert "lay_tile hex=H14 tile=9 rotation=1,4" in text
    assert "pass" in text


def test_a_new_game_has_all_the_money_of_the_box() -> None:
    # 1830: 12000 with 2400 dealt; 1846 for four: 7500 with 400 each
    assert money(new_game("1830", ["a", "b", "c"])) == 12000
    assert new_game("1830", ["a", "b", "c"]).bank == 12000 - 2400
    four = new_game("1846", list("abcd"), removed=["ERIE", "LSL", "SC"])
    assert four.bank == 7500 - 1600
    assert [marker.at for marker in four.board.markers] == ["E21.0"]
    assert four.depot.upcoming == {"2": 6, "4": 5, "5": 4, "6": 1}
    with pytest.raises(StateError, match="different players"):
        new_game("1846", ["a", "a", "b"])
    with pytest.raises(StateError, match="neither"):
        new_game("1846", list("abc"), removed=["XYZ"])


def test_set_up_by_hand_refuses_nonsense() -> None:
    state = new_game("1830", ["a", "b", "c"])
    with pytest.raises(StateError, match="par price"):
        float_corporation(state, "PRR", 68, {"a": 60})
    with pytest.raises(StateError, match="not a private company"):
        sell_private(state, "XX", "a")
    with pytest.raises(StateError, match="not a corporation"):
        float_corporation(state, "XX", 67, {"a": 60})


def test_ic_gets_its_price_and_everyone_a_token() -> None:
    state = game_1846(("IC", 70, {"Ann": 20}))
    assert state.corporations["IC"].cash == 3 * 70
    assert state.board.tokens == {"K3.0": ("IC",)}


def test_a_round_of_ten_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Eight corporations of 1830, the first two again: ten turns, each with a train to run."""
    from operating_round.steps import run

    monkeypatch.setattr(run, "best_run", lambda position: (100, []))
    state = replace(game_1830(), players=dict.fromkeys(("Ann", "Bob", "Cy"), 3000))
    for name in state.corporations:
        state = float_corporation(state, name, 67, HOLD if name < "D" else {"Bob": 60})
    tiles = {
        "H14": "9@1",
        "H16": "57@1",
        "H10": "57@1",
        "E19": "57@0",
        "J14": "57@0",
        "F22": "57@1",
    }
    state = on_board(state, tiles)
    for name in state.corporations:
        state = company(state, name, trains=("2", "3"), operated=True)
    state = replace(state, phase="3")

    now, turns = proceed(start_round(state)[0])[0], 1
    policy = Simple()
    while turns < 10 or (now.turn and now.turn.step != "track"):
        now, events = apply(now, policy.choose(now, Choices(now)))
        turns += sum(event.kind == "turn" for event in events)
    assert turns == 10


def test_actions_wait_for_their_step() -> None:
    with pytest.raises(IllegalAction, match="at the track step, not at the trains step"):
        act(first_turn(), BuyTrain("2", 80))
    assert not allowed(first_turn(), BuyTrain)


class Counted:
    """Finds lays as the engine does, and counts for which board and hex they were sought."""

    def __init__(self) -> None:
        self.sought: Counter[tuple[Any, str]] = Counter()

    def __call__(self, network: Network, *, hexes: list[str], **rest: Any) -> Iterator[Any]:
        board = tuple(sorted(network.position.tiles.items()))
        self.sought.update((board, hex_id) for hex_id in hexes)
        return legal_lays(network, hexes=hexes, **rest)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    found = Counted()
    monkeypatch.setattr("operating_round.table.map.legal_lays", found)
    return found


def test_what_may_be_laid_is_sought_once(counted: Counted) -> None:
    state = first_turn()
    lays = allowed(state, Lay)
    assert len(lays) > 1
    looked = counted.sought.total()
    # Altoona, and the two hexes to which its printed track leads
    assert {hex_id for _, hex_id in counted.sought} == {"H10", "H12", "H14"}
    assert looked == 3  # none of them twice
    apply(state, lays[-1])
    assert max(counted.sought.values()) == 1
    assert counted.sought.total() == looked  # the turn has no second tile: nothing more is asked


def test_a_tile_laid_unasked_is_sought_on_its_hex_alone(counted: Counted) -> None:
    lay = allowed(first_turn(), Lay)[-1]
    counted.sought.clear()
    act(first_turn(), lay)  # an equal state, but another: nothing is known of it
    assert [(hex_id, n) for (_, hex_id), n in counted.sought.items()] == [(lay.hex, 1)]


def test_a_private_companys_tiles_are_sought_once(counted: Counted) -> None:
    # The C&SL lays on B20, whatever else PRR lays: both in one list of choices
    state = owning(game_1830(("PRR", 67, HOLD)), CS="Ann")
    state = company(state, "PRR", companies=("CS",))
    state = started(replace(state, privates={**state.privates, "CS": "PRR"}))
    before = tuple(sorted(state.board.tiles.items()))
    choices = allowed(state, Lay)
    power = next(lay for lay in choices if lay.by == "CS")
    apply(state, power)
    assert {n for (board, _), n in counted.sought.items() if board == before} == {1}
    # for the C&SL, wherever PRR's own track leads; for that it is not looked at
    assert counted.sought[before, "B20"] == 1
