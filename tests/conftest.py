"""What all tests share: the titles found, the corpus of real positions, hypothesis profiles."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import corpus as packed
from route_opt import titles
from route_opt.title import Title

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.register_profile(
    "deep", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# What a script starts in the background is deaf to Ctrl-C; here, and in what is started here, it
# has to be heard, or a search that waits for it never ends.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder with recorded games and proved boards, unpacked (tests/corpus/README.md)."""
    return packed.folder()


@pytest.fixture(params=sorted(titles.names()))
def title(request: pytest.FixtureRequest) -> Title:
    """Each title found, so that a new one is tested by being there."""
    return titles.find(request.param)
