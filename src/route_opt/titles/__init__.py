"""The titles: one folder each, found by looking, so that a new one needs no list.

A folder of your own, added with `add_folder` (or ``--title-dir`` on the command line), is looked
into first: that is how a map is replaced without touching the package.

What only a layer above needs of a title stands in that layer: ``titles/<folder>/`` of its package,
by the title's name. A folder of your own may bring all of it. If that is Python code, the rules of
its rounds, the folder is refused unless the caller trusts it.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from route_opt.documents import read_toml
from route_opt.errors import Problem, TitleError, UnknownTitleError
from route_opt.names import hint, one_of
from route_opt.title import Title
from route_opt.title.stored import load_stored

_NAME = re.compile(r'^name = "([^"\\]+)"$', re.MULTILINE)

_folders: list[Path] = [Path(__file__).parent]


def add_folder(folder: Path | str, *, trust: bool = False) -> None:
    """Look for titles in `folder` first: a title's folder, or a folder of such folders.

    Parameters
    ----------
    trust
        Whether Python code in the folder may be run.

    Raises
    ------
    TitleError
        When the title cannot be read, or brings code and is not trusted.
    """
    path = Path(folder).resolve()
    if not trust:
        _check_code(path)
    if (path / "title.toml").exists():
        load_stored(path)
        path = path / "title.toml"
    elif not any(path.glob("*/title.toml")):
        raise UnknownTitleError(
            [Problem("title_dir", str(folder), "holds no title.toml, nor do its folders")]
        )
    if path not in _folders:
        _look_in([path, *_folders])


def _check_code(path: Path) -> None:
    code = sorted([*path.glob("*.py"), *path.glob("*/*.py")])
    if code:
        names = ", ".join(str(file.relative_to(path)) for file in code)
        message = (
            f"brings Python code ({names}), which can do all that you can do; say that you trust"
            " it with --trust (in Python trust=True), or take the code out"
        )
        raise TitleError([Problem("untrusted_code", str(path), message)])


def is_trusted(folder: Path) -> bool:
    """Whether the code in a title's folder may be run: it is known here, so it was looked at."""
    return folder.resolve() in {known.resolve() for known in names().values()}


def in_layer(title: Title, package: str, file: str) -> Path | None:
    """A file that a layer needs of a title: of its own folder, else of the layer's for that name.

    >>> in_layer(find("1846"), "route_opt", "no.toml") is None
    True
    """
    home = Path(str(sys.modules[package].__file__)).parent / "titles"
    places = (title.folder, home / title.folder_name)
    return next((place / file for place in places if (place / file).exists()), None)


def code_in_layer(title: Title, package: str, name: str, holds: str) -> ModuleType | None:
    """The module of that name that a layer has for a title, if any, with what it must hold.

    Raises
    ------
    TitleError
        When it is code of a folder that nobody has trusted, or that does not run.
    """
    file = in_layer(title, package, f"{name}.py")
    if file is None:
        return None
    if file.parent != title.folder:
        return importlib.import_module(f"{package}.titles.{title.folder_name}.{name}")
    if not is_trusted(title.folder):
        message = "is Python code of a folder that nobody has trusted"
        raise TitleError([Problem("untrusted_code", str(file), message)])
    called = f"{package}.own_{file.parent.name}_{name}"
    spec = importlib.util.spec_from_file_location(called, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[called] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # the code of others: theirs to mend
        message = f"does not run: {type(error).__name__}: {error}"
        raise TitleError([Problem("bad_code", str(file), message)]) from error
    if not hasattr(module, holds):
        raise TitleError([Problem("bad_code", str(file), f"does not run: it has no {holds}")])
    return module


@contextlib.contextmanager
def added_folder(folder: Path | str, *, trust: bool = False) -> Iterator[None]:
    """Within a ``with`` block, look for titles in `folder` first, as after `add_folder`."""
    before = list(_folders)
    add_folder(folder, trust=trust)
    try:
        yield
    finally:
        _look_in(before)


def _look_in(places: list[Path]) -> None:
    _folders[:] = places
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
    """The name a title file gives itself; that of its folder if it cannot be read."""
    with contextlib.suppress(OSError, ValueError):
        # The plain case without reading the rest: a key before any table.
        plain = _NAME.search(file.read_text(encoding="utf-8").partition("\n[")[0])
        if plain:
            return plain[1]
    try:
        name = read_toml(file, TitleError).get("name")
    except TitleError:
        name = None
    return name if isinstance(name, str) else file.parent.name


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
    own = one_of(name, known)
    if own is None:
        message = f"{name[:60]!r} is not a title; there are {', '.join(known)}{hint(name, known)}"
        raise UnknownTitleError([Problem("unknown_title", "title", message)])
    return load_stored(known[own]) if own == name else find(own)
