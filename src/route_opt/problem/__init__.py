"""The optimizer without titles: stops, track, trains and terms, as the core sees them.

`docs/problem.md` says what each array means and compiles a small title of one's own.
"""

from route_opt.problem.problem import GOALS, Problem
from route_opt.problem.solution import OwnRoute, Solution, Stats

__all__ = ["GOALS", "OwnRoute", "Problem", "Solution", "Stats"]
