"""Outputs and inputs of batches under fire: whole rows stay, damage is a sentence, no row is lost.

A short run here; a long one in the slow tier.
"""

from __future__ import annotations

import functools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from asking import DETROIT, FORMATS, NOWHERE, names, rows, solve, write_questions

from mutate import damaged, mutated, survives, written
from route_opt.batching.output import OutputError
from route_opt.batching.parquet import read_parquet

COUNT = 12
quick_and_long = pytest.mark.parametrize(
    ("seed", "count"),
    [(1, 40), *(pytest.param(seed, 600, marks=pytest.mark.slow) for seed in range(2, 7))],
)


def shuffled(text: bytes, luck: random.Random) -> bytes:
    """Lines left out, doubled, exchanged or joined."""
    lines = text.splitlines(keepends=True)
    for _ in range(luck.randint(1, 3)):
        if len(lines) < 2:
            break
        one, other = luck.sample(range(len(lines)), 2)
        kind = luck.randrange(4)
        if kind == 0:
            del lines[one]
        elif kind == 1:
            lines.insert(other, lines[one])
        elif kind == 2:
            lines[one], lines[other] = lines[other], lines[one]
        else:
            lines[one] = lines[one].rstrip(b"\n")
    return b"".join(lines)


def spoilt(text: bytes, luck: random.Random) -> bytes:
    return luck.choice((damaged, damaged, shuffled))(text, luck)


def resumed(source: Path, out: Path) -> bool:
    """Go on with an output, whatever it holds; whether it was taken for one of ours."""
    before = {file: file.read_bytes() for file in out.parent.glob(f"*{out.name}*")}
    try:
        solve(source, out=out, resume=True)
    except OutputError:
        after = {file: file.read_bytes() for file in out.parent.glob(f"*{out.name}*")}
        assert after == before, "what is refused is left as it is"
        return False
    found = rows(out)
    assert [row["id"] for row in found[-COUNT:]] == names(COUNT)
    assert {int(row["revenue"]) for row in found} == {60}
    assert [file.name for file in out.parent.glob(f"*{out.name}*")] == [out.name]
    return True


@pytest.mark.parametrize("suffix", [*FORMATS, ".parquet.jsonl"])
@quick_and_long
def test_outputs(seed: int, count: int, suffix: str, tmp_path: Path) -> None:
    luck = random.Random(f"{seed} {suffix}")
    source, spoil = tmp_path / "in", tmp_path / f"out{suffix}"
    out = tmp_path / spoil.name.removesuffix(".jsonl") if ".parquet" in suffix else spoil
    write_questions(source, names(COUNT))
    solve(source, out=out)
    if spoil != out:  # the rows of a Parquet file that is not finished
        with spoil.open("wb") as file:
            read_parquet(out, file)
    whole, taken = spoil.read_bytes(), 0
    for _ in range(count):
        for left in tmp_path.glob(f"*{out.name}*"):
            left.unlink()
        spoil.write_bytes(spoilt(whole, luck))
        taken += resumed(source, out)
    assert taken < count
    assert taken or suffix == ".parquet"


@pytest.mark.parametrize("name", ["in.jsonl", "in.json"])
@quick_and_long
def test_inputs(seed: int, count: int, name: str, tmp_path: Path) -> None:
    """A row for every line there is, and for what follows in the next input."""
    luck = random.Random(f"{seed} {name}")
    sound = tmp_path / "sound.jsonl"
    write_questions(sound, names(3))
    source, out = tmp_path / name, tmp_path / "out.jsonl"
    for _ in range(count):
        asked: list[Any] = [{"id": n, "position": luck.choice((DETROIT, NOWHERE))} for n in "abc"]
        if name == "in.json":
            text = written(mutated(asked, luck))
        else:
            text = b"\n".join(written(mutated(one, luck)) for one in asked)
        source.write_bytes(damaged(text, luck))
        answer = functools.partial(solve, source, sound, out=out, force=True)
        survives(answer, source.read_bytes(), seconds=30)
        found = [json.loads(line) for line in out.read_text().splitlines()]
        assert [row["id"] for row in found[-3:]] == names(3)
        assert {row.get("error", {}).get("code") for row in found}.isdisjoint({"defect"})
        if name == "in.jsonl":
            assert len(found) - 3 == sum(
                bool(one.strip()) for one in source.read_bytes().split(b"\n")
            )
