"""The titles: one folder each, found by looking, so that a new one needs no list.

A folder of your own, added with `add_folder` (or ``--title-dir`` on the command line), is looked
into first: that is how a map is replaced without touching the package.
"""

from __future__ import annotations

import difflib
import functools
from pathlib import Path

from route_opt.errors import Problem, UnknownTitleError
from route_opt.title import Title, load_title

_folders: list[Path] = [Path(__file__).parent]


def add_folder(folder: Path | str) -> None:
    """Look for titles in `folder` first: a title's folder, or a folder of such folders."""
    path = Path(folder).resolve()
    if (path / "title.toml").exists():
        load_title(path)
        path = path / "title.toml"
    elif not any(path.glob("*/title.toml")):
        raise UnknownTitleError(
            [Problem("title_dir", str(folder), "holds no title.toml, nor do its folders")]
        )
    if path not in _folders:
        _folders.insert(0, path)
        find.cache_clear()
        names.cache_clear()


def folders() -> tuple[Path, ...]:
    """The folders added by `add_folder`, for handing on to worker processes."""
    return tuple(path.parent if path.is_file() else path for path in _folders[-2::-1])


@functools.cache
def names() -> dict[str, Path]:
    """The titles there are, each with its folder."""
    found: dict[str, Path] = {}
    for place in _folders:
        files = [place] if place.is_file() else sorted(place.glob("*/title.toml"))
        for file in files:
            found.setdefault(_name(file), file.parent)
    return dict(sorted(found.items()))


def _name(file: Path) -> str:
    """The name a title file gives itself, read without loading the rest."""
    for line in file.read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "name":
            return value.strip().strip('"')
    return file.parent.name


@functools.cache
def find(name: str) -> Title:
    """The title of that name.

    >>> find("1846").layout
    'pointy'

    Raises
    ------
    UnknownTitleError
        When there is none; the message names those there are.
    """
    known = names()
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        message = f"{name!r} is not a title; there are {', '.join(known)}{hint}"
        raise UnknownTitleError([Problem("unknown_title", "title", message)])
    return load_title(known[name])
