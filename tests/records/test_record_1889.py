"""Records of 1889: what the site deals in the beginner game, and what it calls tiles there."""

from __future__ import annotations

from game_records import buy_train, lay, record, stock_round

from route_opt.records import read
from whole_game.recorded.replay import Replay


def test_a_record_of_the_beginner_game() -> None:
    # The site orders ER, DR, SIR by the numbers that follow its seed 7:
    #   1103515245 x 7 + 12345 = 7724619060, less 3 x 2^31:  1282168116 for ER,
    #   then 642666333 for DR and 712265938 for SIR. So A has DR, B SIR, C ER.
    settings = {"seed": 7, "optional_rules": ["beginner_game"]}
    shares = stock_round(("IR", 65, {1: 40, 2: 10}), first=1, players=3)
    turn = [lay("IR", "E2", "Beg6-0", 4), buy_train("IR", "2-0", 80)]
    replay = Replay(read(record("1889", *shares, *turn, settings=settings)))
    begun, *_, last = (moment.game for moment in replay.moments())
    assert begun.operating.privates == {"DR": "A", "SIR": "B", "ER": "C"}
    assert begun.operating.players == {"A": 420 - 60, "B": 420 - 90, "C": 420 - 40}
    assert not replay.departures
    # A pays 4 x 65, B 65; the private companies pay 20, 25 and 15. IR has 10 x 65 less a train.
    state = last.operating
    assert state.players == {"A": 360 - 260 + 20, "B": 330 - 65 + 25, "C": 380 + 15}
    assert state.corporations["IR"].cash == 650 - 80
    assert state.board.tiles == {"E2": "6@4"}
