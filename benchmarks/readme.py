"""The figures in the README, out of the last run's tables.

    python -m benchmarks.readme             fails where the README says something else
    python -m benchmarks.readme --write     puts them in

They are never typed: `results/latest.md` is what a whole run of the benchmarks has written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from benchmarks.samples import ROOT

README = ROOT / "README.md"
RESULTS = ROOT / "benchmarks" / "results" / "latest.md"
_PLACE = re.compile(r"(<!-- figures -->\n).*?(<!-- end of figures -->)", re.DOTALL)
_NAMES = {
    "positions": "real positions",
    "positions/1867bw": "1867 Big Wyoming, played at random",
    "stress": "heavier trains, denser boards",
}


def figures(text: str) -> str:
    """The part of the README that the tables of a run give."""
    return "\n".join([*_machine(text), "", *_proofs(text), "", *_sentences(text)]) + "\n"


def _machine(text: str) -> Iterator[str]:
    commit = _found(r"commit (\w+)", text)
    processor, cores = re.findall(r"^- (.+?), (\d+) cores", text, re.MULTILINE)[0]
    python = _found(r"Python ([\d.]+)", text)
    yield f"{processor}, {cores} cores, Python {python}; commit {commit}:"


def _proofs(text: str) -> Iterator[str]:
    yield "| boards | proved | search, median | 99% | worst |"
    yield "|---|---|---|---|---|"
    for corpus, proved, _, median, most, worst in re.findall(
        r"^\| ([\w/]+) \| (\d+ of \d+) \| (search) \| (.+?) \| (.+?) \| (.+?) \|",
        text,
        re.MULTILINE,
    ):
        yield f"| {_NAMES[corpus]} | {proved} | {median} | {most} | {worst} |"
    for grade, proved, median, worst in re.findall(
        r"^\| native \| (\w+) \| (\d+ of \d+) \| (.+?) \| (.+?) \|", text, re.MULTILINE
    ):
        yield f"| made to be hard: {grade} | {proved} | {median} | | {worst} |"


def _sentences(text: str) -> Iterator[str]:
    whole = _found(r"^\| \*\*best\(\)\*\* \| (.+?) \|", text)
    start = _found(r"^\| route-opt best \S+ \| (.+?) \|", text)
    rate = _found(r"^\| 1 \| .+? \| .+? \| ([\d,]+) \| 1\.00 \|", text)
    number, ratio = re.findall(r"^Median ratio of (\d+) positions: ([\d,]+) times", text, re.M)[0]
    apart = " (on another machine)" if "on another machine" in text else ""
    yield f"- `best` from a parsed position, verified: {whole} at the median{apart}."
    yield f"- `route-opt best`, from start to end: {start} of processor time{apart}."
    yield f"- A batch: {rate} positions a second a core, start and files included."
    yield (
        f"- Against the package routes-18xx on its own title, 1846: {ratio} times faster in the "
        f"search, the median of {number} positions."
    )


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    assert found is not None, f"the tables have no {pattern}"
    return found[1]


def filled(readme: str, results: str) -> str:
    """A README with the figures of these tables."""
    assert _PLACE.search(readme), "the README has no place for figures"
    return _PLACE.sub(lambda place: place[1] + figures(results) + place[2], readme)


def main() -> None:
    """Put the figures in, or say that they are others."""
    before = README.read_text("utf-8")
    after = filled(before, RESULTS.read_text("utf-8"))
    if "--write" in sys.argv[1:]:
        README.write_text(after, encoding="utf-8")
    elif before != after:
        sys.exit("the README has other figures: python -m benchmarks.readme --write")


if __name__ == "__main__":
    main()
