"""What a title's records leave unsaid: `records.toml` in its folder.

Everything here is data about the public records of one title: what they call things, when a
token is placed without an action of its own, which private company stands for which marker.
"""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from route_opt import titles
from route_opt.documents import read_toml
from route_opt.errors import Problem, RecordError, TitleError
from route_opt.title import Title


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file: unknown fields are an error, so that a typo is seen."""


class Power(_Data, frozen=True):
    """How a private company puts markers on the map.

    Attributes
    ----------
    markers
        Its kinds of marker. Used a second time on the same hex, the next kind replaces the first.
    when
        ``owned``: the owning corporation has it. ``bought``: the buyer keeps it whatever becomes
        of the private. ``assigned``: it needs a corporation and a hex, given by assign actions.
    valued
        The marker says what it is worth on its hex.
    """

    markers: tuple[str, ...]
    when: str
    valued: bool = False


class Group(_Data, frozen=True):
    """Members of which some are removed at set-up: `extra` more unless `unless` is in force."""

    of: tuple[str, ...]
    extra: int = 0
    unless: str = ""


class Draw(_Data, frozen=True):
    """What the site removes from the game at random, from the seed in the record.

    Attributes
    ----------
    players
        With so many players nothing is removed; for each one missing, one of every group.
    shuffled, fewer
        How many cards are shuffled before, and how many less under an option.
    pass_cards
        One card more is shuffled for each player.
    leaves_out
        Under an option, these are not in the game at all.
    spared
        Under an option, these are never removed.
    marker
        The kind of marker for the tokens of a removed corporation.
    second
        Where a removed corporation has a second token: never in the first space of a city.
    """

    players: int
    groups: tuple[Group, ...]
    marker: str
    shuffled: int = 0
    pass_cards: bool = False
    fewer: dict[str, int] = {}
    leaves_out: dict[str, tuple[str, ...]] = {}
    spared: dict[str, tuple[str, ...]] = {}
    second: dict[str, str] = {}


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


class Variant(_Data, frozen=True):
    """A title of the site that is a variant of ours.

    Attributes
    ----------
    draw
        What is removed at set-up, in place of the title's.
    drafts_while_operating
        Rounds are played before all private companies have an owner; they belong to turn 0.
    """

    draw: Draw | None = None
    drafts_while_operating: bool = False


class RecordRules(_Data, frozen=True):
    """The records of one title.

    Attributes
    ----------
    name
        What records call the title.
    home
        When a home token is placed: at the ``par``, or when the corporation first may ``operate``.
    privates
        How they are sold: ``auction`` (the cheapest first, bids on the others) or ``draft``.
    corporations_trade
        The rounds in which a corporation buys and sells its own shares: ``stock``, ``operating``.
    price_protection
        A president may answer each sale of shares: buy them, or pass.
    options
        The site's optional rules that touch routes, each with our name for it.
    more_privates
        Private companies of the records that the title's data does not have.
    choices
        What a choice in a record does: puts a marker of that kind, or ``keep``.
    connection_marker
        The marker of a run in which one train must join home and destination.
    share_with
        Private companies that come with a share of a corporation.
    through
        A hex of an off-board area through which records reach the hex they name.
    closes_at_zero
        Corporations whose price falls to the end of a market of one row leave the game.
    steps_from
        The least price at which a dividend moves it so many steps, where there is one.
    drafts_while_operating
        As for a variant.
    renumbered
        Tiles whose cities were counted otherwise in old records.
    edition
        The option under which games were played before there were others.
    variants
        Titles of the site that are variants of this one.
    sections
        The section of the rulebook behind each kind of departure.
    """

    name: str
    home: str
    privates: str
    corporations_trade: str
    price_protection: bool = False
    options: dict[str, str] = {}
    more_privates: tuple[str, ...] = ()
    powers: dict[str, Power] = {}
    choices: dict[str, str] = {}
    connection_marker: str = ""
    share_with: dict[str, str] = {}
    through: dict[str, str] = {}
    closes_at_zero: bool = False
    steps_from: dict[str, int] = {}
    draw: Draw | None = None
    drafts_while_operating: bool = False
    renumbered: tuple[Renumbered, ...] = ()
    edition: str = ""
    variants: dict[str, Variant] = {}
    sections: dict[str, str] = {}


@functools.cache
def rules_of(title: Title) -> RecordRules:
    """The record rules of a title that has some."""
    file = title.folder / "records.toml"
    try:
        return msgspec.convert(read_toml(file, TitleError), RecordRules)
    except msgspec.ValidationError as error:
        raise TitleError([Problem("title_file", file.name, str(error))]) from None


def find_title(name: str) -> tuple[Title, RecordRules]:
    """The title that records call `name`, with its record rules, those of a variant put in.

    Raises
    ------
    RecordError
        When there is none; the message names those there are.
    """
    known = [own for own, folder in titles.names().items() if (folder / "records.toml").exists()]
    for own in known:
        title = titles.find(own)
        rules = rules_of(title)
        if rules.name == name:
            return title, rules
        if name in rules.variants:
            return title, msgspec.structs.replace(rules, **_changes(rules.variants[name]))
    shown = name[:60]
    message = f"records of {shown!r} cannot be read yet; those of {', '.join(known)} can"
    raise RecordError([Problem("unknown_title", "title", message)])


def _changes(variant: Variant) -> dict[str, Any]:
    found: dict[str, Any] = {"drafts_while_operating": variant.drafts_while_operating}
    return found | ({"draw": variant.draw} if variant.draw else {})
