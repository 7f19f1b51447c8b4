"""A marker without an owner serves everybody: the search and the judge read it alike."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from route_opt import best, check, parse, titles
from route_opt.errors import TitleError

KINDS = """
[[markers]]
kind = "fair"
effect = "value"
amount = 40
owned = false
others = 10
rule = "-"

[[markers]]
kind = "junction"
effect = "double"
owned = false
rule = "-"

[[markers]]
kind = "terminus"
effect = "double_end"
rule = "-"

[[markers]]
kind = "post"
effect = "visit_bonus"
amount = 10
owned = false
placed = false
rule = "-"

"""

# Detroit 40 - Port Huron 20 - Sarnia 30, in phase II; Sarnia is E 20.
BOARD: dict[str, Any] = {
    "title": "1846",
    "phase": "II",
    "corporation": "GT",
    "trains": ["3/5"],
    "tiles": {"B16": "6@4"},
    "tokens": {"B16.0": ["GT"]},
}
ROUTE = {"train": "3/5", "track": ["C15.0", "B16.0", "B18.0"]}
PLAIN = 40 + 20 + 30


def changed(folder: Path, kinds: str) -> Path:
    """A copy of 1846 with more kinds of markers."""
    copy = folder / "g1846"
    shutil.copytree(titles.find("1846").folder, copy)
    text = (copy / "title.toml").read_text(encoding="utf-8")
    (copy / "title.toml").write_text(text.replace("[play]\n", kinds + "[play]\n"), encoding="utf-8")
    return copy


@pytest.fixture
def more_kinds(tmp_path: Path) -> Iterator[None]:
    with titles.added_folder(changed(tmp_path, KINDS), trust=True):
        yield


@pytest.mark.usefixtures("more_kinds")
@pytest.mark.parametrize(
    ("marker", "adds"),
    [
        ({"kind": "fair", "at": "Detroit"}, 40),
        ({"kind": "fair", "at": "Detroit", "value": 70}, 70),
        ({"kind": "fair", "at": "Detroit", "owner": "GT"}, 40),
        ({"kind": "fair", "at": "Detroit", "owner": "B&O"}, 10),
        ({"kind": "junction", "at": "Detroit"}, 40),
        ({"kind": "junction", "at": "Detroit", "owner": "GT"}, 40),
        ({"kind": "junction", "at": "Detroit", "owner": "B&O"}, 0),
        ({"kind": "junction", "at": "Detroit", "hex_wide": True}, 40),
        ({"kind": "post"}, 3 * 10),
        ({"kind": "post", "owner": "B&O"}, 0),
    ],
)
def test_search_and_judge_agree(marker: dict[str, Any], adds: int) -> None:
    position = parse({**BOARD, "markers": [marker]})
    verdict = check(position, [ROUTE])
    assert verdict.legal
    assert verdict.revenue == PLAIN + adds
    assert sum(statement.total for statement in verdict.statement) == verdict.revenue
    assert best(position).revenue == PLAIN + adds


@pytest.mark.usefixtures("more_kinds")
@pytest.mark.parametrize("second", [{}, {"owner": "GT"}, {"kind": "terminus", "owner": "GT"}])
def test_what_is_doubled_twice_is_doubled_once(second: dict[str, str]) -> None:
    first = {"kind": "junction", "at": "Detroit"}
    position = parse({**BOARD, "markers": [first, first | second]})
    verdict = check(position, [ROUTE])
    assert verdict.revenue == verdict.statement[0].total == PLAIN + 40
    assert best(position).revenue == PLAIN + 40


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ('effect = "required_ends"\nowned = false', "needs an owner"),
        ('effect = "token"\nowned = false', "needs an owner"),
        ('effect = "double_end"\nowned = false', "needs an owner"),
        ('effect = "visit_bonus"\nothers = 10', "does nothing for others"),
    ],
)
def test_what_a_title_may_not_say(tmp_path: Path, row: str, words: str) -> None:
    kinds = f'[[markers]]\nkind = "odd"\nrule = "-"\n{row}\n\n'
    with pytest.raises(TitleError, match=words):
        titles.add_folder(changed(tmp_path, kinds), trust=True)
