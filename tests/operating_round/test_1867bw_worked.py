"""1867 Big Wyoming: two operating rounds worked out by hand, from income to the next round."""

from __future__ import annotations

from wyoming import (
    EAST,
    SITES,
    SOUTH,
    at,
    begin,
    cash_of,
    cubes,
    game,
    hold,
    money,
    options_of,
    play,
    price_of,
    refinery,
    replace,
)

from operating_round.actions import (
    BuyPrivate,
    BuyTrain,
    Dividend,
    Issue,
    Lay,
    Pass,
    Redeem,
    Run,
    Special,
)
from operating_round.round import History, proceed, start_round
from operating_round.setup import float_corporation, new_game, sell_private
from operating_round.state import State


def first_game() -> State:
    """Three players, three private companies, two corporations.

    Bank 9000 - 3 * 450 = 7650, + 30 + 40 + 140 for P1, P2 and P13 = 7860, - 120 that P13 brings
    to NWW = 7740. Ann 450 - 30 - 160 = 260, Bob 450 - 140 = 310, Cal 450 - 40 = 410.
    """
    state = new_game("1867bw", ["Ann", "Bob", "Cal"], removed=SITES)
    queue = [["C&N", "OSL"], ["CBQ", "CNW"], ["GINW", "WNW"], ["BH", "NP"]]
    state = replace(state, own={**state.own, "queue": queue, "ninth": "NWW"})
    for name, player in (("P1", "Ann"), ("P2", "Cal"), ("P13", "Bob")):
        state = sell_private(state, name, player)
    state = float_corporation(state, "NWW", 60, {"Bob": 20})
    return float_corporation(state, "C&N", 80, {"Ann": 20})


def test_the_first_round() -> None:
    state = first_game()
    assert state.bank == 7740
    assert state.players == {"Ann": 260, "Bob": 310, "Cal": 410}
    state = proceed(start_round(state)[0])[0]
    # Income: P1 5, P2 5, P13 25. Bank 7705.
    assert state.players == {"Ann": 265, "Bob": 335, "Cal": 415}
    assert state.bank == 7705

    # C&N, at 80, joins Cheyenne to Omaha; Laramie is closed by P1. No train: 80 to 70. It has a
    # route and must buy: 160 - 100 = 60. It issues one at 70: 130, and falls to 60.
    state = play(state, Lay("L12", "9", 1))
    assert {lay.hex for lay in options_of(state, Lay)} == set()
    state = play(state, Pass(), Pass())
    assert price_of(state, "C&N") == 70
    state = play(state, BuyTrain("2", 100), Pass(), Issue(1))
    assert (cash_of(state, "C&N"), price_of(state, "C&N")) == (130, 60)
    assert state.bank == 7705 + 100 - 70

    # NWW, at 60: no train, 60 to 50; it must buy, and P13 closes. 120 - 100 = 20.
    assert state.turn is not None
    assert state.turn.entity == "NWW"
    state = play(state, Pass(), Pass(), BuyTrain("2", 100))
    assert state.privates["P13"] == "closed"
    state = play(state, Pass(), Pass())
    assert (cash_of(state, "NWW"), price_of(state, "NWW")) == (20, 50)

    # One round in this set: the Union Pacific takes a 2. Of eight two were bought: five are left.
    assert state.depot.upcoming["2"] == 5
    assert state.operating_rounds is None
    assert state.round == "SR 2"
    assert at(state, "C1.0", "refinery") == "operational"
    assert state.bank == 7835
    assert money(state) == 9000


def cube_game() -> State:
    board = (cubes("I11.0", 2), refinery("J14.0", "inoperational"))
    state = game(
        ("C&N", "Ann", 80),
        ("NWW", "Bob", 60),
        tiles={**EAST, **SOUTH},
        markers=board,
        phase="3",
        privates={"P8": "Cal", "P11": "NWW"},
        CN={"trains": ("3", "2")},
        NWW={"trains": ("2",)},
    )
    state = hold(state, "C&N", Ann=60)
    return hold(state, "NWW", Bob=20, market=20)


def test_a_round_with_cubes() -> None:
    start = cube_game()
    state = begin(start, of=2)
    # Income: P8 10 to Cal, P11 15 to NWW.
    assert (state.players["Cal"], cash_of(state, "NWW")) == (start.players["Cal"] + 10, 135)

    # C&N buys P8 for 70: 90. It upgrades the deposit: terrain 10, survey 30: 110. Two cubes lie
    # there, the capacity of phase 3, so none is added.
    state = play(state, BuyPrivate("P8", 70), Lay("I11", "d4", 0))
    assert cash_of(state, "C&N") == 110
    assert at(state, "I11.0") == 2

    # The 3 runs Cheyenne 20 - Laramie 20 - deposit with a cube for 30 + 10: 80. The 2 runs
    # Cheyenne 20 - Omaha 50: 70. Together 150. The cube left over founds a refinery in Cheyenne.
    state = play(state, Pass(), Run())
    assert state.turn is not None
    assert state.turn.revenue == 150
    found = next(a for a in options_of(state, Special) if a.at == "K13.0")
    state = play(state, found)
    assert at(state, "I11.0") == 0
    assert at(state, "J14.0", "refinery") == "operational"
    assert at(state, "K13.0", "refinery") == "construction"

    # 150 is at least 80 and less than 160: one to the right, 90. Ann 60% = 90; the treasury's
    # 40% = 60: 170. A 3 for 160: 10. One share issued at 90: 100, and the price falls to 80.
    state = play(state, Dividend("full"))
    assert price_of(state, "C&N") == 90
    assert state.players["Ann"] == start.players["Ann"] + 90
    state = play(state, BuyTrain("3", 160), Pass(), Issue(1))
    assert (cash_of(state, "C&N"), price_of(state, "C&N")) == (100, 80)

    # NWW cannot pass Cheyenne, so P11 finds no deposit. Omaha 50 - Cheyenne 20 = 70 is at least
    # 60: to 70. Bob 14, the treasury's 60% = 42: 177; the market's 20% pay nobody. It redeems one
    # for 70: 107.
    assert state.turn is not None
    assert state.turn.entity == "NWW"
    state = play(state, Pass(), Pass(), Run(), Dividend("full"), Pass(), Redeem(1))
    assert state.players["Bob"] == start.players["Bob"] + 14

    # Production 1 at the deposit in C&N's network; both refineries are inoperational now. It is
    # the first of two rounds: no train goes. Income again: 10 to C&N, 15 to NWW.
    assert at(state, "I11.0") == 1
    assert at(state, "J14.0", "refinery") == "inoperational"
    assert at(state, "K13.0", "refinery") == "inoperational"
    assert state.operating_rounds == (2, 2)
    assert state.turn is not None
    assert state.turn.entity == "C&N"
    assert (cash_of(state, "C&N"), cash_of(state, "NWW")) == (110, 122)
    assert state.depot.upcoming["3"] == 4
    # The revenue board, for a bonus dividend to come.
    assert state.corporations["C&N"].own["revenue"] == 150
    assert state.corporations["NWW"].own["revenue"] == 70
    # Bank: -25 +10 -30 -150 +160 -90 -56 +70 -25 = -136.
    assert state.bank - start.bank == -136
    assert money(state) == money(start)


def test_taking_back_restores_exactly() -> None:
    history = History(begin(cube_game(), of=2))
    before = history.state
    history.apply(BuyPrivate("P8", 70))
    history.apply(Lay("I11", "d4", 0))
    history.undo()
    history.undo()
    assert history.state == before
