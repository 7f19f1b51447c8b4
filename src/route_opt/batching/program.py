"""What an answer rests on besides its question: this program, and the data of the titles.

Answers that are kept, in a cache or in an output that is continued, carry these digests in their
keys. A version number would not do: it stays the same while a map is mended.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
from collections.abc import Iterable
from pathlib import Path

import route_opt
from route_opt import _core, titles
from route_opt.title import Title


@functools.cache
def program() -> str:
    """The program: its sources, the core as it was built, and the other engine."""
    package = Path(route_opt.__file__).parent
    files = [*_sources(package), Path(_core.__file__)]
    return _digest(route_opt.__version__, importlib.metadata.version("ortools"), files=files)


@functools.cache
def title_data(title: Title) -> str:
    """The data of a title as it was loaded."""
    return _digest(title.name, files=_sources(title.folder))


def all_data() -> str:
    """The program with the data of every title that a question may ask for."""
    known = titles.names()
    files = [file for folder in known.values() for file in _sources(folder)]
    return _digest(program(), *known, files=files)


def _sources(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in (".py", ".toml"))


def _digest(*words: str, files: Iterable[Path]) -> str:
    digest = hashlib.blake2b(repr(words).encode(), digest_size=16)
    for file in files:
        content = file.read_bytes()
        digest.update(f"\n{file.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
