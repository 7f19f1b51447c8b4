"""1867 Big Wyoming: cubes counted by brute force, and free deliveries that keep the revenue."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_1867bw_random import Eager, start, stock_round

from operating_round.actions import Action, Run
from operating_round.policy import play_set
from operating_round.round import Choices
from operating_round.state import State
from operating_round.steps.deliver import most_delivered
from operating_round.table import Event
from route_opt.claims import check

DEPOSITS = "ABC"


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
