"""``python -m operating_round``."""

from operating_round.cli import run

run()
