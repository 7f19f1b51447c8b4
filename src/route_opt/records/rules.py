"""What a title's records call things: `records.toml` in its folder.

Everything here is data about the public records of one title: names, options, what the site drew
at random, how it once counted cities. How the game is played is not.
"""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from route_opt import titles
from route_opt.documents import read_toml
from route_opt.errors import Problem, RecordError, TitleError
from route_opt.readable import readable
from route_opt.title import Title


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file: unknown fields are an error, so that a typo is seen."""


class Group(_Data, frozen=True):
    """Members of which some are removed at set-up.

    Attributes
    ----------
    of
        The members.
    extra
        So many more are removed.
    unless
        The option under which no more are.
    """

    of: tuple[str, ...]
    extra: int = 0
    unless: str = ""


class Draw(_Data, frozen=True):
    """What the site removes from the game at random, from the seed in the record.

    Attributes
    ----------
    players
        With so many players nothing is removed; for each one missing, one of every group.
    groups
        What is removed from.
    shuffled, fewer
        How many cards are shuffled before, and how many less under an option.
    pass_cards
        One card more is shuffled for each player.
    leaves_out
        Under an option, these are not in the game at all.
    spared
        Under an option, these are never removed.
    later
        Our option for a game in which nothing is left out.
    """

    players: int
    groups: tuple[Group, ...]
    shuffled: int = 0
    pass_cards: bool = False
    fewer: dict[str, int] = {}
    leaves_out: dict[str, tuple[str, ...]] = {}
    spared: dict[str, tuple[str, ...]] = {}
    later: str = ""


class Renumbered(_Data, frozen=True):
    """Tiles whose cities the site once counted otherwise.

    Attributes
    ----------
    tiles
        The tiles it is about.
    until
        The day of the change; games begun before may have the old numbers.
    cities
        Our number of each city, in the old order.
    """

    tiles: tuple[str, ...]
    until: str
    cities: tuple[int, ...]


class Former(_Data, frozen=True):
    """A rule that the site once read otherwise.

    Attributes
    ----------
    option
        Our option for the former reading.
    until
        The day of the change; games begun before may have been played so.
    action
        The kind of action that it is about.
    """

    option: str
    until: str
    action: str


class Variant(_Data, frozen=True):
    """A title of the site that is a variant of ours.

    Attributes
    ----------
    draw
        What is removed at set-up, in place of the title's.
    always
        Our options under which it is played.
    players
        So many, and no others, play it, whatever a record calls it; 0: it goes by its name.
    """

    draw: Draw | None = None
    always: tuple[str, ...] = ()
    players: int = 0


class RecordRules(_Data, frozen=True):
    """The records of one title.

    Attributes
    ----------
    name
        What records call the title.
    privates, tiles
        Our names of private companies, and of tiles some pieces of which the site calls otherwise,
        by its own.
    options
        The site's optional rules, each with our options for it.
    always
        Our options under which every game of that name is played.
    through
        A hex of an off-board area through which records reach the hex they name.
    draw
        What is removed at set-up.
    renumbered
        Tiles whose cities were counted otherwise in old records.
    formerly
        Rules that were read otherwise in old records.
    ends_counted
        Until that day both ends of a route always counted (see `routes.with_ends`).
    moved_by_launch
        Until that day the end of a stock round moved prices in the order of launch.
    edition
        The option under which games were played before there were others.
    variants
        Titles of the site that are variants of this one.
    """

    name: str
    privates: dict[str, str] = {}
    tiles: dict[str, str] = {}
    options: dict[str, tuple[str, ...]] = {}
    always: tuple[str, ...] = ()
    through: dict[str, str] = {}
    draw: Draw | None = None
    renumbered: tuple[Renumbered, ...] = ()
    formerly: tuple[Former, ...] = ()
    ends_counted: str = ""
    moved_by_launch: str = ""
    edition: str = ""
    variants: dict[str, Variant] = {}

    @property
    def known_options(self) -> frozenset[str]:
        """The site's optional rules that mean something here."""
        draw = self.draw
        drawn = (*draw.fewer, *draw.leaves_out, *draw.spared) if draw else ()
        return frozenset({*self.options, self.edition, *drawn})


@functools.cache
def rules_of(title: Title) -> RecordRules:
    """The record rules of a title that has some."""
    file = title.folder / "records.toml"
    try:
        return msgspec.convert(read_toml(file, TitleError), readable(RecordRules))
    except msgspec.ValidationError as error:
        raise TitleError([Problem("title_file", file.name, str(error))]) from None


def find_title(name: str, players: int = 0) -> tuple[Title, RecordRules]:
    """The title that records call `name`, with its record rules, those of a variant put in.

    With a number of players, those of the variant that so many play.

    Raises
    ------
    RecordError
        When there is none; the message names those there are.
    """
    known = [own for own, folder in titles.names().items() if (folder / "records.toml").exists()]
    for own in known:
        title = titles.find(own)
        rules = rules_of(title)
        if name in (rules.name, *rules.variants):
            variant = _variant(rules, name, players)
            return title, msgspec.structs.replace(rules, **_changes(variant)) if variant else rules
    shown = name[:60]
    message = f"records of {shown!r} cannot be read yet; those of {', '.join(known)} can"
    raise RecordError([Problem("unknown_title", "title", message)])


def _variant(rules: RecordRules, name: str, players: int) -> Variant | None:
    """The variant that a record was played by: its name says it, or the number of its players."""
    named = rules.variants.get(name)
    if not players or (named and not named.players):
        return named
    return next((one for one in rules.variants.values() if one.players == players), None)


def _changes(variant: Variant) -> dict[str, Any]:
    found: dict[str, Any] = {"always": variant.always}
    return found | ({"draw": variant.draw} if variant.draw else {})
