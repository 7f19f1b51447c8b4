"""The table in a terminal: numbers, typed actions, undo, redo, save, and nothing ever lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from operating_round.actions import Lay
from operating_round.errors import StateError
from operating_round.show import action_line
from whole_game import History, data, legal_actions, load, new_game, player_to_act
from whole_game.actions import typed_action
from whole_game.cli import main
from whole_game.game import Game
from whole_game.keeping import load_kept
from whole_game.menu import entries
from whole_game.play import Session
from whole_game.policy import Steady, play
from whole_game.serve.sitting import Sitting

PLAYERS = ["Ann", "Bob", "Cy"]


def run(*arguments: str, lines: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=lines, catch_exceptions=False)


def begun(file: Path, title: str = "1830", lines: str = "") -> Result:
    return run("play", str(file), "--new", title, "--players", "Ann,Bob,Cy", lines=lines)


def test_a_game_is_begun_played_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    done = begun(file, lines="1\nbid DH 75\nbid private=MH price=115..115\nquit\n")
    assert done.exit_code == 0
    assert "Ann: buys SV for 20, bids on another private company, or passes" in done.output
    assert "Bob bids 75 on DH" in done.output
    game = load(file)
    assert game.operating.privates["SV"] == "Ann"
    assert game.auction is not None
    assert game.auction.bids == {"DH": (("Bob", 75),), "MH": (("Cy", 115),)}


def test_a_number_may_have_its_price_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    begun(file, lines="3 100\n2\n55\n")
    game = load(file)
    assert game.auction is not None
    assert game.auction.bids == {"DH": (("Ann", 100),), "CS": (("Bob", 55),)}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("99", "'99' is not a number from 1 to 7"),
        ("0", "not a number from 1 to 7"),
        ("1 21", "SV is for sale at 20, not 21"),
        ("7 20", "that has no price to choose: '20'"),
        ("bid DH 71", "a bid on DH is at least 75, not 71 (7.0-7.3)"),
        ("dance", "'dance' is not an action"),
        ("bid DH", "missing required field `price`"),
        ("undo", "there is nothing to take back"),
        ("redo", "there is nothing to do again"),
        ("{", "not JSON"),
        ("par PRR 100", "may buy, bid or pass"),
        ("\x1b[2J", "not an action"),
        ("save /nowhere/at/all.json", "cannot be written"),
    ],
)
def test_bad_input_changes_nothing(tmp_path: Path, line: str, words: str) -> None:
    file = tmp_path / "friday.json"
    done = begun(file, lines=f"{line}\n")
    assert words in done.output
    assert done.exit_code == 0
    assert load(file) == new_game("1830", PLAYERS)


def test_undo_and_redo(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    begun(file, lines="1\npass\nundo 2\n")
    assert load(file) == new_game("1830", PLAYERS)
    done = begun(tmp_path / "other.json", lines="1\nundo\nredo\n")
    assert "taken back: bid private=SV price=20" in done.output
    assert "done again: bid private=SV price=20" in done.output
    assert load(tmp_path / "other.json").operating.privates["SV"] == "Ann"


def test_what_was_played_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    begun(file, lines="1\n")
    done = run("play", str(file), lines="1\n")
    assert "Bob: buys CS for 40" in done.output
    assert load(file).operating.privates["CS"] == "Bob"
    with pytest.raises(StateError, match="is there already"):
        begun(file)
    assert load(file).operating.privates["CS"] == "Bob"


def test_what_was_done_another_day_can_be_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    begun(file, lines="1\npass\nundo\n")
    # Another day: the first purchase is taken back, done again, and so is the pass
    done = run("play", str(file), lines="undo\nredo 2\nundo 2\n")
    assert "taken back: bid private=SV price=20" in done.output
    assert done.output.count("done again: ") == 2
    assert load(file) == new_game("1830", PLAYERS)


def test_a_game_of_the_page_goes_on_in_the_terminal_and_back(tmp_path: Path) -> None:
    page = Sitting(tmp_path)
    page.begin("1830", PLAYERS, [], 0, "friday")
    file = tmp_path / "friday.json"
    for action in ({"type": "bid", "private": "SV", "price": 20}, {"type": "pass"}):
        page.act(action, None)
    run("play", str(file), lines="bid CS 40\n")
    later = run("run", str(file), "--auto", "steady", "--most", "3", "--quiet", "--out", str(file))
    assert later.exit_code == 0
    page.open_path(file)
    # Two actions on the page, one in the terminal, three by a policy: all of them in one document
    assert page.state().undo.count == 6
    history = load_kept(file)[0]
    assert [type(action).__name__ for action in history.actions[:3]] == ["Bid", "Pass", "Bid"]
    for _ in range(6):
        page.undo(None)
    assert load(file) == new_game("1830", PLAYERS)


def test_a_history_that_does_not_fit_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    begun(file, lines="1\npass\n")
    document = json.loads(file.read_text())
    document["history"]["actions"][0] = {"type": "pass"}
    file.write_text(json.dumps(document))
    done = run("play", str(file), lines="undo\n")
    assert "what was done before cannot be taken back" in done.output
    assert "no: there is nothing to take back" in done.output
    assert load(file).operating.privates["SV"] == "Ann"


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"

    def answers() -> Iterator[str]:
        yield "1"
        raise KeyboardInterrupt

    lines = answers()
    session = Session(
        History(new_game("1830", PLAYERS)), file, lambda _: next(lines), lambda _: None
    )
    with pytest.raises(KeyboardInterrupt):
        session.run()
    assert load(file).operating.privates["SV"] == "Ann"


def test_ctrl_c_without_a_file_warns_first(tmp_path: Path) -> None:
    told: list[str] = []
    presses = 0

    def ask(_: str) -> str:
        nonlocal presses
        presses += 1
        raise KeyboardInterrupt

    session = Session(History(new_game("1830", PLAYERS)), None, ask, told.append)
    with pytest.raises(KeyboardInterrupt):
        session.run()
    assert presses == 2
    assert any("save FILE" in line for line in told)


def test_a_game_without_a_file_can_be_saved(tmp_path: Path) -> None:
    file = tmp_path / "later.json"
    lines = f"1\nsave\nsave {file}\npass\n"
    done = run("play", "--new", "1830", "--players", "Ann,Bob,Cy", lines=lines)
    assert "name a file" in done.output
    assert f"the game is in {file}" in done.output
    assert load(file).auction is not None
    assert player_to_act(load(file)) == "Cy"


def test_an_offer_is_put_to_the_other_side(tmp_path: Path) -> None:
    """Stock round 2 of 1830: a private company of another player, at a price he agrees to."""
    games: list[Game] = []
    play(new_game("1830", PLAYERS, seed=2), Steady(2), watch=lambda game, *_: games.append(game))
    game = next(
        game
        for game in games
        if game.stock and game.stock_rounds == 2 and not (game.stock.bought or game.stock.sold_now)
    )
    file = tmp_path / "friday.json"
    game.save(file)
    me = player_to_act(game)
    name, owner = next(
        (name, who) for name, who in game.operating.privates.items() if who in PLAYERS and who != me
    )
    before = game.operating.players
    done = run("play", str(file), lines=f"buy_private {name} 1\nrefuse\nbuy_private {name} 2\n1\n")
    assert f"{owner}: accepts or refuses what {me} asks for" in done.output
    after = load(file)
    assert after.operating.privates[name] == me
    assert after.operating.players[me] == before[me] - 2


@pytest.mark.parametrize("title", sorted(data.titles()))
def test_tables_are_led_through_operating_rounds(title: str, tmp_path: Path) -> None:
    """Three hundred answers of a policy, by number where one says it all, else typed."""
    file = tmp_path / "friday.json"
    play(new_game(title, PLAYERS, seed=6), Steady(6), most=60).save(file)
    policy, asked = Steady(6), 0

    def ask(prompt: str) -> str:
        nonlocal asked
        asked += 1
        if asked > 300:
            raise EOFError
        action = policy.choose(session.game, legal_actions(session.game))
        for number, (_, choices) in enumerate(session.menu, 1):
            if [choice.action for choice in choices] == [action]:
                return str(number)
        return action_line(action)

    told: list[str] = []
    session = Session(History(load(file)), file, ask, told.append)
    session.run()
    text = "\n".join(told)
    assert ": runs the trains of " in text
    assert "the best run is" in text
    assert ": proved" in text
    assert "no: " not in text
    assert load(file) == session.game


def test_many_tiles_are_listed_by_hex(tmp_path: Path) -> None:
    games: list[Game] = []
    play(new_game("1846", PLAYERS, seed=6), Steady(6), watch=lambda game, *_: games.append(game))
    game = max(games, key=lambda game: sum(isinstance(c.action, Lay) for c in legal_actions(game)))
    menu = entries(legal_actions(game))
    hexes = [text for text, _ in menu if text.startswith("lay_tile")]
    assert len(hexes) == len({text.split()[1] for text in hexes})
    assert len(menu) < 60
    lay = next(choices for text, choices in menu if text.startswith("lay_tile"))
    session = Session(History(game), tmp_path / "x.json", lambda _: "1", lambda _: None)
    number = next(n for n, (text, _) in enumerate(menu, 1) if text.startswith("lay_tile"))
    session.menu = menu
    session._answer(str(number))
    assert session.history.actions[0] in [choice.action for choice in lay]


def test_what_legal_prints_can_be_typed(tmp_path: Path) -> None:
    for title in data.titles():
        game = new_game(title, PLAYERS, seed=1)
        for _ in range(8):
            file = tmp_path / "game.json"
            game.save(file)
            printed = run("legal", str(file)).output.splitlines()[1:]
            for line in printed:
                if ".." not in line and "," not in line:
                    action = typed_action(line)
                    assert any(choice.allows(action) for choice in legal_actions(game)), line
            game = play(game, Steady(1), most=30)
    game.save(file)
    assert json.loads(run("legal", str(file), "--json").output)["player"] == player_to_act(game)
