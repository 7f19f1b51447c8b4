"""Curves as small SVG pictures: the same bytes for the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Point(NamedTuple):
    """A measured time; an open one was stopped there, so its proof takes longer."""

    x: float
    seconds: float
    open: bool = False


class Panel(NamedTuple):
    """One diagram: times over something that grows, a curve a name."""

    title: str
    axis: str
    curves: Mapping[str, list[Point]]


def draw(file: Path, panels: list[Panel]) -> None:
    """Write the panels side by side, times on one logarithmic axis."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": "route-opt", "font.size": 9}
    with pyplot.rc_context(settings):
        figure, axes = pyplot.subplots(
            1, len(panels), figsize=(4.5 * len(panels), 3.4), sharey=True, squeeze=False
        )
        for axis, panel in zip(axes[0], panels, strict=True):
            _fill(axis, panel)
        axes[0][0].set_ylabel("time to the proof")
        axes[0][0].plot([], [], "^", color="gray", markerfacecolor="white", label="stopped there")
        axes[0][0].legend(frameon=False, fontsize=8)
        figure.tight_layout()
        file.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(file, format="svg", metadata={"Date": None})
        pyplot.close(figure)


def _fill(axis: object, panel: Panel) -> None:
    from matplotlib.axes import Axes
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

    from benchmarks.report import duration

    assert isinstance(axis, Axes)
    for number, (name, points) in enumerate(panel.curves.items()):
        colour = f"C{number}"
        axis.plot(
            [point.x for point in points],
            [point.seconds for point in points],
            "-o",
            color=colour,
            markersize=4,
            linewidth=1.2,
            label=name,
        )
        stopped = [point for point in points if point.open]
        axis.plot(
            [point.x for point in stopped],
            [point.seconds for point in stopped],
            "^",
            color=colour,
            markersize=8,
            markerfacecolor="white",
        )
    axis.set_yscale("log")
    axis.yaxis.set_minor_locator(NullLocator())
    axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _round(duration(value))))
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.grid(which="major", linewidth=0.4, alpha=0.6)
    axis.spines[["top", "right"]].set_visible(False)
    axis.set_title(panel.title)
    axis.set_xlabel(panel.axis)


def _round(text: str) -> str:
    """A power of ten without its decimals: ``10.0 ms`` is ``10 ms``."""
    number, unit = text.split(" ")
    return f"{float(number):g} {unit}"
