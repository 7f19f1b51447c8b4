"""Actions as people type them: what ``legal`` prints, words in their order, and what is refused."""

from __future__ import annotations

import random

import pytest
from changed import moments
from tables import company, game_1846, on_board, passed, started

from operating_round.actions import Action, Choice, Run, parse_action
from operating_round.errors import IllegalAction
from operating_round.round import act, legal_actions
from operating_round.show import choice_lines
from operating_round.typed import script, typed
from route_opt import titles


@pytest.mark.parametrize("title", titles.names())
@pytest.mark.parametrize("seed", range(3))
def test_what_legal_prints_can_be_typed(title: str, seed: int) -> None:
    luck = random.Random(seed)
    tried = 0
    for state in list(moments(title, seed, 40))[1::3]:
        for line, choices in choice_lines(legal_actions(state)):
            chosen = luck.choice(choices)
            action = parse_action(typed(narrowed(line, chosen), Action))
            assert any(choice.allows(action) for choice in choices), line
            tried += 1
    assert tried > 5


def narrowed(line: str, choice: Choice) -> str:
    """The line with one price and one rotation, as the player chooses them."""
    words = []
    for word in line.split(" "):
        if word.startswith("price=") and choice.prices:
            word = f"price={choice.prices[1]}"
        if word.startswith("rotation="):
            word = f"rotation={getattr(choice.action, 'rotation', 0)}"
        words.append(word)
    return " ".join(words)


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("pass", {"type": "pass"}),
        ("  dividend full ", {"type": "dividend", "kind": "full"}),
        ('{"type": "pass"}', {"type": "pass"}),
        ("buy_train 4 300 bank 3", None),
        ("issue 2 forced=true", {"type": "issue", "count": 2, "forced": True}),
        (
            'sell_shares "Ann Lee" PRR 2',
            {"type": "sell_shares", "player": "Ann Lee", "corporation": "PRR", "count": 2},
        ),
        (
            "sell_shares player=Ann Lee corporation=PRR count=2",
            {"type": "sell_shares", "player": "Ann Lee", "corporation": "PRR", "count": 2},
        ),
        ("buy_private DH price=70..70", {"type": "buy_private", "private": "DH", "price": 70}),
        ("run_routes", {"type": "run_routes"}),
        (
            "run_routes 2: Erie, Buffalo; 3: Detroit, Toledo = 60",
            {"type": "run_routes", "routes": ["2: Erie, Buffalo", "3: Detroit, Toledo = 60"]},
        ),
        (
            "object Bob 2: Erie, Buffalo",
            {"type": "object", "player": "Bob", "routes": ["2: Erie, Buffalo"]},
        ),
        ("object player=Bob", {"type": "object", "player": "Bob"}),
    ],
)
def test_lines(line: str, row: dict[str, object] | None) -> None:
    found = typed(line, Action)
    expected = row or {
        "type": "buy_train", "train": "4", "price": 300, "source": "bank", "trade_in": "3",
    }  # fmt: skip
    assert found == expected


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("divided full", "did you mean 'dividend'"),
        ("buy_private DH 20..70", "name one price from 20 to 70"),
        ("lay_tile H10 57 0,1", "name one rotation of 0,1"),
        ("buy_train 2 eighty", "the price of buy_train is a number, not 'eighty'"),
        ("pass on", "pass has no more than its name"),
        ("sell_shares 'Ann", "a quotation mark is left open"),
        ("", "'' is not an action"),
        ("\x1b[2J", "not an action"),
        ("{nonsense", "not JSON"),
        ("x" * 20_000, "not an action"),
    ],
)
def test_what_is_no_action_is_told(line: str, words: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse_action(typed(line, Action))
    assert words in str(caught.value)


def test_routes_in_words_are_run() -> None:
    """1846: Erie 10 and Cleveland 40, by the tile between them."""
    state = on_board(game_1846(("NYC", 100, {"Ann": 20})), {"E19": "8@1", "E17": "291@3"})
    state = passed(started(company(state, "NYC", trains=("2",))), "run")
    after, events = act(state, Run(("2: Erie, Cleveland",)))
    assert after.turn is not None
    assert after.turn.revenue == 50
    run = next(event for event in events if event.kind == "run")
    assert run.data["routes"][0]["track"] == ["D20.0", "E19", "E17.0"]
    with pytest.raises(IllegalAction, match=r"6\.3"):
        act(state, Run(("2: Erie, Cincinnati",)))


def test_a_script_says_where_it_is_wrong(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "moves.txt"
    file.write_text("# the first turn\n\npass\ndividend kind\ndivide\n", encoding="utf-8")
    with pytest.raises(IllegalAction, match=r"moves\.txt, line 5: 'divide' is not an action"):
        list(script(str(file), Action))
    file.write_bytes(b"pass\n\xff\n")
    with pytest.raises(Exception, match=r"line 2 is not UTF-8"):
        list(script(str(file), Action))
    file.write_text('[{"type": "pass"}]', encoding="utf-8")
    assert [row for _, row in script(str(file), Action)] == [{"type": "pass"}]
