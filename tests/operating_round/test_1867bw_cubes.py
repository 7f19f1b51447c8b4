"""1867 Big Wyoming: cubes counted by brute force, and free deliveries that keep the revenue."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_1867bw_random import Eager, start, stock_round
from wyoming import CASPER, CN, EAST, SOUTH, cubes, game, options_of, play, refinery, replace, turn

from operating_round.actions import Action, BuyTrain, Dividend, Run, Special
from operating_round.errors import StateError
from operating_round.policy import play_set
from operating_round.round import Choices
from operating_round.state import Depot, State, parse
from operating_round.table import Event
from operating_round.titles.g1867bw.deliver import most_delivered
from route_opt import titles
from route_opt.claims import check
from route_opt.position import Marker
from route_opt.rules.cubes import cubes_that_come
from route_opt.rules.phases import markers_kept

DEPOSITS = "ABC"


def test_no_more_cubes_than_the_box_has() -> None:
    """There are 20: where all but one lie on deposits, one is all that can come."""
    title = titles.find("1867bw")
    room = title.phases["3"].cubes["capacity"]
    assert room > 1
    for lying, come in ((0, room), (20 - room, room), (19, 1), (20, 0)):
        elsewhere = [Marker("cube", "F2.0", count=lying)]
        assert cubes_that_come(title, "3", elsewhere, "G7.0", room) == come
        assert cubes_that_come(title, "3", elsewhere, "G7.0", room + 3) == come


def test_a_turn_whose_trains_grew_old_after_their_run_is_read_again() -> None:
    """Two 2 trains run, then the first 4 is bought, and they are gone: the turn is still one."""
    state = game(CN, tiles={**EAST, **SOUTH}, phase="3", CN={"trains": ("2", "2"), "cash": 900})
    state = turn(replace(state, depot=Depot({"4": 4, "5": 3})), "C&N", "run")
    state = play(state, Run(), Dividend("withhold"), BuyTrain("4", 300))
    assert state.corporations["C&N"].trains == ("4",)
    assert state.turn is not None
    assert len(state.turn.notes["routes"]) == 2
    assert parse(state.document()) == state
    # While the dividend is still to be declared, no more trains can have run than there are
    early = play(replace(state, turn=replace(state.turn, paid=False)))
    with pytest.raises(StateError, match="more than the company has trains"):
        parse(early.document())


def test_the_refinery_of_a_private_company_is_for_all_when_that_closes() -> None:
    """P3 closes in phase 5 (14.3); until then its owner alone delivers there."""
    title = titles.find("1867bw")
    own = Marker("refinery", "C1.0", owner="CNW", state="operational")
    other = Marker("refinery", "A9.0", state="construction")
    for phase in ("3", "4", "6"):
        assert markers_kept(title, [own, other], phase) == (own, other)
    free = Marker("refinery", "C1.0", state="operational")
    assert markers_kept(title, [own, other], "5") == (free, other)


def by_trying(routes: list[list[str]], wanted: list[int], cubes: dict[str, int]) -> int:
    """The same, by giving every cube to each route in turn, or to none."""
    pieces = [deposit for deposit, count in cubes.items() for _ in range(count)]
    best = 0
    for takers in itertools.product(range(-1, len(routes)), repeat=len(pieces)):
        given_ = list(zip(pieces, takers, strict=True))
        if any(taker >= 0 and piece not in routes[taker] for piece, taker in given_):
            continue
        counts = [takers.count(number) for number in range(len(routes))]
        if all(count <= most for count, most in zip(counts, wanted, strict=True)):
            best = max(best, sum(counts))
    return best


@given(
    st.lists(st.sets(st.sampled_from(DEPOSITS)).map(sorted), min_size=1, max_size=3),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
    st.fixed_dictionaries({deposit: st.integers(0, 2) for deposit in DEPOSITS}),
)
def test_the_most_deliveries(
    routes: list[list[str]], wanted: list[int], cubes: dict[str, int]
) -> None:
    wanted = wanted[: len(routes)]
    assert most_delivered(routes, wanted, cubes) == by_trying(routes, wanted, cubes)


class Bookkeeper:
    """Follows every run: what it earned, less its stops, is what was delivered for money."""

    def __init__(self) -> None:
        self.before: State | None = None
        self.owed = 0
        self.entity = ""
        self.runs = 0
        self.delivered = 0

    def choose(self, state: State, action: Action) -> None:
        self.before = state if isinstance(action, Run) else None

    def __call__(self, state: State, action: Action, events: tuple[Event, ...]) -> None:
        for event in events:
            if event.kind == "run":
                self.entity = self.name(event)
                self.owed = self.cubes(event)
                self.runs += 1
            if event.kind == "delivery" and event.data["paid"]:
                self.owed -= 1
                self.delivered += 1
            if event.kind in ("dividend", "price") and self.entity:
                assert self.owed == 0, f"{self.entity} was paid for {self.owed} cubes more"
                self.entity = ""

    def name(self, event: Event) -> str:
        return event.text.partition(" ")[0]

    def cubes(self, event: Event) -> int:
        """What the run earned beyond the stops on its routes, in cubes."""
        assert self.before is not None
        routes = event.data["routes"]
        name = self.name(event)
        markers = tuple(m for m in self.before.board.markers if m.kind not in ("cube",))
        bare = self.before.position(name)
        bare = type(bare)(
            bare.title, bare.phase, name, bare.trains, bare.tiles, bare.tokens, markers
        )
        survey = any(m.kind == "survey_company" and m.owner == name for m in markers)
        plain = [{key: v for key, v in route.items() if key != "revenue"} for route in routes]
        extra = event.data["revenue"] - check(bare, plain).revenue
        assert extra % (40 if survey else 30) == 0
        return int(extra // (40 if survey else 30))


class Followed(Eager):
    """Tells the bookkeeper what comes."""

    def __init__(self, seed: int, book: Bookkeeper) -> None:
        super().__init__(seed)
        self.book = book

    def choose(self, state: State, choices: Choices) -> Action:
        action = super().choose(state, choices)
        self.book.choose(state, action)
        return action


@pytest.mark.parametrize("seed", [3, 8])
def test_every_paid_cube_is_delivered(seed: int) -> None:
    state, draw, book = start(seed), random.Random(seed), Bookkeeper()
    policy = Followed(seed, book)
    for _ in range(30):
        state = stock_round(state, draw)
        state, _ = play_set(state, policy, book)
        if state.over:
            break
    assert book.runs > 5
    assert book.delivered


def founded(state: State) -> list[set[str]]:
    """For every run that is offered, the stops to which a cube may then be brought."""
    found = []
    for run in options_of(state, Run):
        after = play(state, run)
        assert after.turn is not None
        assert after.turn.revenue == 40
        found.append({action.at for action in options_of(after, Special)})
    return found


def junction(*markers: Marker, trains: tuple[str, ...] = ("3",)) -> State:
    """Laramie with the station of the C&N, Cheyenne beside it, and beyond the deposit in I11
    Casper in the north and Rawlins in the south-west: cities of 20 each."""
    tiles = {**CASPER, "I11": "d4@0", "H12": "57*@1"}
    state = game(CN, tiles=tiles, markers=markers, phase="3", CN={"trains": trains})
    tokens = {"J14.0": ("C&N",)}
    state = replace(state, board=replace(state.board, tokens=tokens))
    row = replace(state.corporations["C&N"], tokens_on_map=("J14.0",))
    rows = {**state.corporations, "C&N": row}
    return turn(replace(state, corporations=rows), "C&N", "run")


def test_every_equal_run_that_founds_a_refinery_is_offered() -> None:
    # A 3 earns 40 by Laramie and one more city: Cheyenne with or without the deposit, or Casper
    # or Rawlins through it. Each of the three with the deposit founds other refineries.
    found = founded(junction(cubes("I11.0", 1)))
    wanted = [{"J14.0", "K13.0"}, {"J14.0", "H8.0"}, {"J14.0", "H12.0"}]
    assert sorted(map(sorted, filter(None, found))) == sorted(map(sorted, wanted))


def test_or_saves_one() -> None:
    # Under construction no cube is taken; in disrepair one saves it.
    found = founded(
        junction(
            cubes("I11.0", 1),
            refinery("J14.0", "construction"),
            refinery("K13.0", "construction"),
            refinery("H8.0", "disrepair"),
            refinery("H12.0", "disrepair"),
        )
    )
    assert sorted(map(sorted, filter(None, found))) == [["H12.0"], ["H8.0"]]


def test_without_a_cube_one_run_is_as_good_as_another() -> None:
    assert options_of(junction(), Run) == [Run()]
