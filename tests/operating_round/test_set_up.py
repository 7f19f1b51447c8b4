"""Games set up by hand: private companies bring what they bring, and nothing is paid twice."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from operating_round import state as states
from operating_round.cli import main
from operating_round.errors import StateError
from operating_round.round import start_round
from operating_round.setup import exchange, float_corporation, new_game, not_floated, sell_private
from operating_round.state import State

PLAYERS = ["Ann", "Bob", "Cy"]


def sold(title: str, **privates: str) -> State:
    """A new game in which private companies are sold at their price."""
    state = new_game(title, PLAYERS)
    for name, player in privates.items():
        state = sell_private(state, name, player)
    return state


def money(state: State) -> int:
    """All the money of a game."""
    return (
        state.bank
        + sum(state.players.values())
        + sum(row.cash for row in state.corporations.values())
    )


def test_the_certificate_of_the_b_and_o_is_not_paid_twice() -> None:
    state = float_corporation(sold("1830", BO="Ann"), "B&O", 90, {"Ann": 60})
    # 220 for the private company, which brings 20%; four shares at 90
    assert state.players["Ann"] == 800 - 220 - 360
    assert state.corporations["B&O"].shares == {"Ann": 60, "IPO": 40}
    assert state.corporations["B&O"].cash == 900
    assert state.privates["BO"] == "Ann"
    assert money(state) == 12000


def test_its_owner_has_it_though_nobody_says_so() -> None:
    state = float_corporation(sold("1830", BO="Ann"), "B&O", 67, {"Bob": 20})
    assert state.corporations["B&O"].shares == {"Ann": 20, "Bob": 20, "IPO": 60}
    assert state.corporations["B&O"].owner == "Ann"  # the certificate is hers, Bob has as much
    assert state.players["Ann"] == 800 - 220
    assert state.players["Bob"] == 800 - 134


def test_he_cannot_hold_less_than_it_brings() -> None:
    with pytest.raises(StateError, match="bring him 20%"):
        float_corporation(sold("1830", BO="Ann"), "B&O", 67, {"Ann": 10, "Bob": 50})


@pytest.mark.parametrize(
    ("title", "private", "price", "corporation", "par"),
    [
        ("1830", "CA", 160, "PRR", 76),
        ("1850", "MMR", 160, "RI", 76),
        ("1870", "MKT", 160, "MKT", 76),
    ],
)
def test_a_share_comes_with_its_private_company(
    title: str, private: str, price: int, corporation: str, par: int
) -> None:
    state = sold(title, **{private: "Bob"})
    cash = new_game(title, PLAYERS).players["Bob"]
    assert state.corporations[corporation].shares == {"Bob": 10, "IPO": 90}
    state = float_corporation(state, corporation, par, {"Ann": 40, "Bob": 20})
    # Bob pays for one of his two shares; with his free one 60% is sold
    assert state.players["Bob"] == cash - price - par
    assert state.corporations[corporation].shares == {"Ann": 40, "Bob": 20, "IPO": 40}
    assert state.corporations[corporation].floated
    assert state.corporations[corporation].owner == "Ann"


def test_a_free_share_counts_for_floating_though_nobody_says_so() -> None:
    state = float_corporation(sold("1830", CA="Bob"), "PRR", 76, {"Ann": 50})
    assert state.corporations["PRR"].shares == {"Ann": 50, "Bob": 10, "IPO": 40}
    assert state.corporations["PRR"].floated


def test_the_mohawk_and_hudson_is_exchanged() -> None:
    state = float_corporation(sold("1830", MH="Ann"), "NYC", 82, {"Bob": 50})
    assert state.corporations["NYC"].shares == {"Bob": 50, "IPO": 50}  # it brings nothing
    assert not_floated(state) == ["NYC does not float: 50% is sold, and 60% has to be"]
    state = exchange(state, "MH")
    assert state.corporations["NYC"].shares == {"Bob": 50, "Ann": 10, "IPO": 40}
    assert state.privates["MH"] == "closed"
    assert not_floated(state) == []
    after, _ = start_round(state)
    assert after.corporations["NYC"].cash == 820
    with pytest.raises(StateError, match="exchanged"):
        exchange(state, "MH")


def test_the_private_company_slsf_is_its_presidents_certificate() -> None:
    state = sold("1870", SLSF="Ann")
    cash = state.players["Ann"]
    state = float_corporation(state, "SLSF", 82, {"Ann": 20})
    assert state.players["Ann"] == cash  # 140 for the certificate, and nothing more
    assert state.corporations["SLSF"].shares == {"Ann": 20, "IPO": 80}
    assert state.corporations["SLSF"].floated  # 20% is enough for it
    assert state.corporations["SLSF"].cash == 820
    assert state.privates["SLSF"] == "closed"


def test_the_largest_holder_is_president() -> None:
    state = float_corporation(sold("1830"), "PRR", 67, {"Ann": 20, "Bob": 40})
    assert state.corporations["PRR"].owner == "Bob"
    state = float_corporation(sold("1830"), "PRR", 67, {"Cy": 10, "Bob": 30, "Ann": 30})
    assert state.corporations["PRR"].owner == "Bob"  # named before Ann


@pytest.mark.parametrize(
    ("holders", "text"),
    [
        ({"Ann": 10, "Bob": 10}, "president"),
        ({"Ann": 25}, "shares are 10%"),
        ({"Zed": 20}, "not a player"),
        ({"Ann": 60, "Bob": 50}, "IPO does not hold"),
    ],
)
def test_what_nobody_could_hold(holders: dict[str, int], text: str) -> None:
    with pytest.raises(StateError, match=text):
        float_corporation(sold("1830"), "PRR", 67, holders)


def run(*words: str) -> Result:
    """The command that makes a state."""
    return CliRunner().invoke(main, ["new", "1830", "--players", "Ann,Bob,Cy", *words])


def test_the_command_says_what_does_not_float() -> None:
    done = run("--private", "BO=Ann", "--float", "B&O@90=Ann:40")
    assert done.exit_code == 0
    assert "B&O does not float: 40% is sold, and 60% has to be" in done.stderr
    state = states.parse(json.loads(done.stdout))
    assert state.players["Ann"] == 800 - 220 - 2 * 90
    assert not state.corporations["B&O"].floated


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--private", "DH:Ann"), "'DH:Ann' is not a private company and its owner, as in DH=Ann"),
        (("--private", "XX=Ann"), "'XX' is not a private company of this game; there are SV, CS"),
        (("--private", "DH=Zed"), "'Zed' is not a player; there are Ann, Bob, Cy"),
        (("--private", "DH=Ann", "--private", "DH=Bob"), "Bob cannot buy DH: Ann has it"),
        (("--float", "PRR=Ann:40"), "'PRR=Ann:40' is not a start, as in PRR@76=Ann:40,Bob:20"),
        (("--float", "PRR@76"), "'PRR@76' is not a start"),
        (("--float", "PRR@76=Ann:40;Bob:20"), "'40;Bob:20' in 'PRR@76=Ann:40;Bob:20'"),
    ],
)
def test_the_command_says_what_is_wrong_with_its_words(words: tuple[str, ...], text: str) -> None:
    assert text in str(run(*words).exception)


def test_the_command_exchanges() -> None:
    words = ("--private", "MH=Ann", "--float", "NYC@67=Bob:50", "--exchange", "MH")
    done = run(*words)
    assert done.exit_code == 0
    assert not done.stderr
    state = states.parse(json.loads(done.stdout))
    assert state.corporations["NYC"].shares["Ann"] == 10
    assert run(*words, "--exchange", "SV").exit_code != 0
