"""Titles that were read and checked before, kept in a cache folder: a start that need not do it.

An entry holds all that it rests on, to be compared: this program as it is, the catalogue of tiles,
every file of the title; then the title, as plain data and never code. Whatever is wrong with an
entry or with the folder, the title is read from its files as if there were no cache; nothing is
lost with it. `ROUTE_OPT_CACHE` names another folder, or none if it is empty.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
import zlib
from pathlib import Path
from typing import Any

import msgspec

import route_opt
from route_opt.readable import readable
from route_opt.title.model import Title

_PACKAGE = Path(__file__).parents[1]
_CHECK = 4

MOST = 64
"""So many entries are kept: those of titles and programs that have changed are never asked for."""


def load_stored(folder: Path) -> Title:
    """A title from its folder, or from the cache if nothing has changed since it was put there.

    Raises
    ------
    TitleError
        With every problem found in its files.
    """
    place, sources = cache_folder(), _sources(folder)
    if place is None or sources is None:
        return _from_files(folder)
    entry = place / f"{zlib.crc32(sources):08x}.title"
    title = _read(entry, sources, folder)
    if title is None:
        title = _from_files(folder)
        if _sources(folder) == sources:  # nobody has edited it meanwhile
            _write(entry, sources, title)
    return title


def _from_files(folder: Path) -> Title:
    from route_opt.title.files import load_title

    return load_title(folder)


def cache_folder() -> Path | None:
    """Where titles are kept, if anywhere."""
    named = os.environ.get("ROUTE_OPT_CACHE")
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base, "route-opt") if os.path.isabs(base) else None


def _sources(folder: Path) -> bytes | None:
    """All that a title rests on; None where it cannot be read."""
    parts = [_program()]
    try:
        for file in (_PACKAGE / "titles" / "tiles.toml", *sorted(folder.glob("*.toml"))):
            parts += [file.name.encode(), file.read_bytes()]
    except OSError:
        return None
    return msgspec.msgpack.encode(parts)


@functools.cache
def _program() -> bytes:
    """What reads titles: this version, and the state of the files that do it."""
    sources = [_PACKAGE / "tiles.py", *sorted((_PACKAGE / "title").rglob("*.py"))]
    states = [(file.name, (s := file.stat()).st_size, s.st_mtime_ns) for file in sources]
    return repr((route_opt.__version__, msgspec.__version__, sys.version_info, states)).encode()


def _read(entry: Path, sources: bytes, folder: Path) -> Title | None:
    try:
        data = entry.read_bytes()
        if data[_CHECK:].startswith(sources) and data[:_CHECK] == _check(data[_CHECK:]):
            kept = data[_CHECK + len(sources) :]
            title = msgspec.msgpack.decode(
                kept, type=readable(Title), dec_hook=lambda _, text: Path(text)
            )
            return msgspec.structs.replace(title, folder=folder)
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        pass
    return None


def _write(entry: Path, sources: bytes, title: Title) -> None:
    """Keep a title; where that cannot be done, nobody misses it."""
    data = sources + msgspec.msgpack.encode(title, enc_hook=_text)
    new = entry.with_name(f"{entry.name}.{os.getpid()}-{threading.get_ident()}.new")
    with contextlib.suppress(OSError):
        entry.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            new.write_bytes(_check(data) + data)
            new.replace(entry)
            _forget_oldest(entry.parent)
        except BaseException:
            new.unlink(missing_ok=True)
            raise


def _check(data: bytes) -> bytes:
    """What shows that an entry is as it was written."""
    return zlib.crc32(data).to_bytes(_CHECK, "big")


def _forget_oldest(place: Path) -> None:
    entries = sorted(place.glob("*.title"), key=lambda file: file.stat().st_mtime_ns)
    for file in entries[:-MOST]:
        file.unlink(missing_ok=True)


def _text(value: Any) -> str:
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no part of a title")
