"""1867 Big Wyoming: the steps of its turns, and those after the last one."""

from __future__ import annotations

from operating_round.steps.auto import Automatic
from operating_round.steps.base import Step
from operating_round.steps.dividend import DividendStep
from operating_round.steps.end import EndStep
from operating_round.steps.shares import ShareStep
from operating_round.steps.token import TokenStep
from operating_round.steps.track import TrackStep
from operating_round.titles.g1867bw import resources
from operating_round.titles.g1867bw.acquire import CrisisTrainStep, OfferStep
from operating_round.titles.g1867bw.deliver import CubeRunStep, DeliveryStep
from operating_round.titles.g1867bw.names import ACQUIRED
from operating_round.titles.g1867bw.powers import FoundingStep, SeatStep
from operating_round.titles.g1867bw.union_pacific import produce, take_train

STEPS: tuple[Step, ...] = (
    TrackStep(),
    TokenStep(),
    CubeRunStep(),
    DeliveryStep(),
    DividendStep(),
    CrisisTrainStep(),
    ShareStep(),
    EndStep(),
)
ACQUIRED_STEPS: tuple[Step, ...] = (
    Automatic(ACQUIRED, lambda table: table.market.move_price(table.entity, "right")),
)
AFTER_TURNS: tuple[Step, ...] = (
    Automatic("production", produce),
    Automatic("development", resources.develop),
    FoundingStep(),
    Automatic("upr_train", take_train),
    OfferStep(),
    SeatStep(),
)
