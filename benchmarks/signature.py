"""The search, by its number of nodes: the same on every machine, until somebody changes it.

    python -m benchmarks.signature --check    fails where a count differs from signature.json
    python -m benchmarks.signature --write    renews signature.json

Counted are the examples of the titles, random boards of fixed seeds, and the recorded corpus. An
instance that is not proved within `NODES` nodes is left out, as `null`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.corpus import folder
from tests.strategies import board

from benchmarks.samples import GROWN, HARD, RECORDED, STRESS, files, read
from route_opt import _core, titles
from route_opt.compile import compile_network
from route_opt.network import Network
from route_opt.position import Position, parse

FILE = Path(__file__).with_name("signature.json")
NODES = 100_000
SEEDS = range(40)

Signature = dict[str, Any]


def nodes(position: Position) -> int | None:
    """How many nodes the proof takes; None where it takes too many."""
    status, *_, (count, _, _), error = _core.solve(compile_network(Network(position)), nodes=NODES)
    if error is not None:
        raise error
    return None if status == "feasible" else count


def of_title(name: str) -> Signature:
    """The examples of a title, one by one, and its random boards."""
    examples = sorted(titles.find(name).folder.glob("examples/*.json"))
    documents = [json.loads(file.read_text(encoding="utf-8")) for file in examples]
    boards = [board(name, seed) for seed in SEEDS]
    return {
        "examples": {
            file.stem: nodes(parse(document.get("position", document), lenient=True))
            for file, document in zip(examples, documents, strict=True)
        },
        # Other boards have other counts: this tells a changed board from a changed search.
        "boards": hashlib.sha256(json.dumps(boards).encode()).hexdigest()[:12],
        "nodes": [nodes(parse(document, lenient=True)) for document in boards],
    }


def of_corpus() -> Signature:
    """The sums of the corpus by file: nodes of what is proved, and how many that are."""
    found = {}
    for file in files((*RECORDED, *GROWN, *STRESS, *HARD)):
        counts = [count for sample in read(file) if (count := nodes(sample.position)) is not None]
        found[str(file.relative_to(folder()))] = [sum(counts), len(counts)]
    return found


def signature() -> Signature:
    """All of it."""
    return {
        "limit": NODES,
        "titles": {name: of_title(name) for name in sorted(titles.names())},
        "corpus": of_corpus(),
    }


def differences(old: Any, new: Any, where: str = "") -> Iterable[str]:
    """Where two signatures differ, one line each."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            yield from differences(old.get(key), new.get(key), f"{where}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from differences(before, after, f"{where}[{number}]")
    elif old != new:
        yield f"{where}: {old} -> {new}"


def text(found: Signature) -> str:
    """As JSON, with a list on one line."""
    lines = json.dumps(found, indent=1)
    return re.sub(r"\[[^\]]*\]", lambda match: " ".join(match[0].split()), lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Count the nodes of the search.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="compare with signature.json")
    what.add_argument("--write", action="store_true", help="renew signature.json")
    arguments = parser.parse_args()
    new = signature()
    if arguments.write:
        FILE.write_text(text(new), encoding="utf-8")
        return
    old = json.loads(FILE.read_text(encoding="utf-8"))
    found = list(differences(old, new))
    for line in found:
        print(line)
    print(f"{len(found)} differences" if found else "the signature is unchanged")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
