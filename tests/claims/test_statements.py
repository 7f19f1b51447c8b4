"""A statement adds up as it is printed, for whoever reads it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from claim_boards import GRAND_TRUNK, GRAND_TRUNK_LINE, judged, run

from corpus import examples, rows
from route_opt import best, load, parse
from route_opt.cli.best import told


def outside(text: str) -> tuple[str, list[str]]:
    """A text without what stands in brackets, and what stands in them."""
    inside, plain, depth = [""], "", 0
    for letter in text:
        depth += letter == "("
        if depth == 0:
            plain += letter
        else:
            inside[-1] += letter
        if letter == ")":
            depth -= 1
            if depth == 0:
                inside.append("")
    return plain, [part[1:-1] for part in inside if part]


def last_number(term: str) -> int:
    found = re.search(r"(\d+)\s*$", term)
    assert found, term
    return int(found[1])


def added_up(text: str) -> int:
    """What a reader makes of a sum: the number at the end of each term."""
    plain, _ = outside(text)
    return sum(last_number(term) for term in plain.split(" + "))


def check_lines(lines: list[str]) -> None:
    """Each route's line ends with what its terms add up to; brackets add up to their stop."""
    for line, sum_line in zip(lines[::2], lines[1::2], strict=True):
        assert added_up(sum_line) == last_number(line)
        for term in split_terms(sum_line):
            plain, inside = outside(term)
            for part in inside:
                if re.match(r"\d+ \+ ", part):
                    numbers = [re.search(r"\d+", each) for each in part.split(" + ")]
                    assert sum(int(n[0]) for n in numbers if n) == last_number(plain)


def split_terms(text: str) -> list[str]:
    terms, depth = [""], 0
    for piece in re.split(r"( \+ |[()])", text):
        depth += (piece == "(") - (piece == ")")
        if piece == " + " and depth == 0:
            terms.append("")
        else:
            terms[-1] += piece
    return terms


def printed(position: Any) -> list[str]:
    lines = told(best(position))[1:]
    return [line for line in lines if "stays idle" not in line and not line.startswith("note")]


@pytest.mark.parametrize("file", examples(), ids=lambda file: f"{file.parts[-3]}/{file.stem}")
def test_examples_add_up(file: Path) -> None:
    lines = printed(load(file))
    assert lines
    check_lines(lines)


def test_real_positions_add_up(corpus: Path) -> None:
    for row in list(rows(corpus, "positions/*/*.jsonl"))[::15]:
        check_lines(printed(parse(row["position"], lenient=True)))


def test_inside_and_on_top() -> None:
    """1846: a steamboat in a stop's value; east-west and mail on top of all."""
    markers = [
        {"kind": "mail_contract", "owner": "GT"},
        {"kind": "steamboat", "at": "C5", "owner": "GT", "value": 20},
    ]
    route = run("6", GRAND_TRUNK_LINE)
    (statement,) = judged(GRAND_TRUNK, route, markers=markers).statement
    assert statement.sum == (
        "Chicago Connections 60 (40 + steamboat 20) + Chicago D6.2 40 + Toledo 30 + Detroit 40"
        " + Port Huron 20 + Sarnia 50 + W-E bonus 70 (50 + 20)"
        " + mail contract 60 (6 stops visited at 10)"
    )
    assert added_up(statement.sum) == 60 + 40 + 30 + 40 + 20 + 50 + 70 + 60
    assert list(statement.text())[-1] == f"= {60 + 40 + 30 + 40 + 20 + 50 + 70 + 60}"


def test_one_stop_is_one_stop() -> None:
    markers = [{"kind": "mail_contract", "owner": "GT"}]
    verdict = judged(GRAND_TRUNK, run("2", "B16.0"), markers=markers)
    assert "1 stop visited" in verdict.statement[0].sum
    assert any("this one has one stop" in v.message for v in verdict.violations)
