"""A route in words: read from a line that somebody typed, and written so that it can be typed.

``3/5: Detroit, (Toledo), F16, Cleveland = 110``: the train, the stops in order, those visited and
not counted in brackets, between them the hexes passed where one wants to say so, and what the run
is claimed to pay.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

import msgspec

from route_opt.board import Board
from route_opt.errors import ClaimError, Problem
from route_opt.names import hint, is_coordinate, one_of, places, split_number
from route_opt.network import Network, NetworkStop
from route_opt.title import Train

EXAMPLE = "3/5: Detroit, (Toledo), Cleveland = 110"

MOST_WORDS = 200
"""More stops and hexes than a line can name."""

_COMMAS = ("->", "=>", ">", "→", "–", "—", " - ")
"""What people write between two stops instead of a comma."""

_ON_THE_WAY = ("via", "over")
"""What people say before a hex that is only passed."""


class Word(msgspec.Struct, frozen=True):
    """One entry of a typed line; `skipped` stops are visited and not counted."""

    text: str
    skipped: bool = False


class Typed(msgspec.Struct, frozen=True):
    """A typed line, its train known and its words not yet looked up on the board."""

    train: Train
    words: tuple[Word, ...]
    revenue: int | None = None


class Meaning(msgspec.Struct, frozen=True):
    """What a word can mean on the board: stops, or a hex that the train passes.

    A hex with a stop can be passed too, where its tile has track beside it; but only if its
    coordinate was written, for a name is that of the stop.
    """

    stops: tuple[str, ...]
    passed: str = ""


# Reading a line.


def read_line(network: Network, text: str, where: str) -> Typed:
    """A typed line in its parts.

    Raises
    ------
    ClaimError
        If it is no such line, or its train is not one of the title.
    """
    said = text
    for mark in _COMMAS:
        text = text.replace(mark, ",")
    train, stops, amount = _parts(network, text)
    revenue = None if amount is None else amount_in(amount)
    words = _words(network, stops)
    if not words or len(words) > MOST_WORDS or (amount is not None and revenue is None):
        shown = said if len(said) <= 60 else f"{said[:57]}..."
        message = f"{shown!r} is not a route such as {EXAMPLE!r}"
        raise ClaimError([Problem("unreadable_route", where, message)])
    return Typed(_train(network, train, where), words, revenue)


def _parts(network: Network, text: str) -> tuple[str, str, str | None]:
    """The train, the stops, and the amount if there is one; the colon may be left out."""
    train, colon, rest = text.partition(":")
    if not colon:
        train, _, rest = text.strip().partition(" ")
        if one_of(train, network.title.trains) is None:
            train, rest = "", text
    stops, equals, amount = rest.partition("=")
    return train, stops, amount if equals else None


def amount_in(text: str) -> int | None:
    """An amount of money that is all of a text."""
    digits = text.strip().strip("$").replace(",", "").strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 9 else None


def _train(network: Network, text: str, where: str) -> Train:
    trains = network.title.trains
    words = text.replace("-", " ").split()
    if words and words[-1].casefold() in ("train", "trains"):
        words.pop()
    if not words and len(set(network.position.trains)) == 1:
        return trains[network.position.trains[0]]  # the only one it can be
    name = one_of(" ".join(words), trains)
    if name is not None:
        return trains[name]
    said = text.strip()[:60]
    message = f"{said!r} is not a train" if said else "no train is named, as in '2: Detroit, Erie'"
    known = hint(said, trains) or f"; there are {', '.join(trains)}"
    raise ClaimError([Problem("unknown_train", where, message + known)])


def _words(network: Network, text: str) -> tuple[Word, ...]:
    """The words between the commas; a name may have commas of its own."""
    pieces = _pieces(text)
    if pieces is None:
        return ()
    names = places(network.title)
    words: list[Word] = []
    n = 0
    while n < len(pieces) and len(words) <= MOST_WORDS:
        taken = 1
        for more in range(names.most_commas, 0, -1):
            group = pieces[n : n + more + 1]
            together = ", ".join(piece.text for piece in group)
            if len({piece.skipped for piece in group}) == 1 and _is_comma_name(network, together):
                taken = len(group)
                break
        word = ", ".join(piece.text for piece in pieces[n : n + taken])
        way, _, last = word.partition(" ")
        if way.casefold() in _ON_THE_WAY and is_coordinate(last.strip()):
            word = last.strip()
        words.append(Word(word, pieces[n].skipped))
        n += taken
    return tuple(words)


def _is_comma_name(network: Network, text: str) -> bool:
    name, _ = _split_place(network, text)
    return "," in name and places(network.title).is_name(name)


def _pieces(text: str) -> list[Word] | None:
    """The text cut at its commas, with what stands in brackets marked; None if they do not match.

    Brackets after a name, as in ``Chicago (D6.2)``, belong to it.
    """
    found: list[Word] = []
    piece: list[str] = []
    begun, skipped, closing, inner = False, False, False, 0
    for letter in text + ",":
        begun = begun or not (letter.isspace() or letter in "(),")
        if letter == "(" and not begun and not skipped:
            skipped = True
        elif letter == "(":
            inner += 1
            piece.append(letter)
        elif letter == ")" and inner:
            inner -= 1
            piece.append(letter)
        elif letter == ")":
            if not skipped or closing:
                return None
            closing = True
        elif letter == ",":
            if said := "".join(piece).strip():
                found.append(Word(said, skipped))
            piece.clear()
            begun = False
            if closing:
                skipped = closing = False
        else:
            piece.append(letter)
    return None if skipped or inner else found


# What a word means.


def meaning(network: Network, word: str) -> Meaning:
    """What a word means: ``D6.2``, ``D6``, ``Chicago``, ``Chicago.2``, ``Chicago (D6.2)``.

    Raises
    ------
    LookupError
        With a sentence, if it means nothing here.
    """
    name, coordinate = _split_place(network, word)
    names = places(network.title)
    base, number = split_number(coordinate or name)
    hexes = names.hexes(base)
    if not hexes:
        meant = names.hint(base)
        if _are_names(network, word):
            meant = "; write commas between stops"
        raise LookupError(
            f"{word[:60]!r} is neither a hex nor a city of {network.title.name}{meant}"
        )
    if coordinate and hexes[0] not in names.hexes(name):
        raise LookupError(f"{word[:60]!r}: {hexes[0]} is not {name[:60]}")
    stop_of, stop_names = network.board.stop_of, network.board.stop_names
    stops = dict.fromkeys(
        stop_names[stop_of[stop]]
        for hex_id in hexes
        for n, stop in enumerate(network.laid[hex_id].stops)
        if number is None or n == number
    )
    if hexes == (base.upper(),) and number is None and not coordinate:
        return Meaning(tuple(stops), hexes[0])
    if not stops:
        raise LookupError(f"{word[:60]!r}: there is no such stop on the board as it lies")
    return Meaning(tuple(stops))


def _are_names(network: Network, text: str) -> bool:
    """Whether a text is several names with no comma between."""
    parts = re.split(r"[/;+]| to | and | ", text[:200])
    names = [part for part in parts if places(network.title).is_name(part)]
    return len(names) > 1


def _split_place(network: Network, word: str) -> tuple[str, str]:
    """A name and the hex or stop written after it, with or without brackets, if there is one."""
    name, _, last = word.rstrip(") ").replace("(", " ").rpartition(" ")
    name = name.strip()
    hex_id = split_number(last)[0].upper() if is_coordinate(last) else ""
    if name and not name.endswith(",") and hex_id in network.title.hexes:
        return name, last
    return word.strip(), ""


# Writing a route.


def spoken(board: Board, stop: NetworkStop) -> str:
    """A stop as one would type it: its city, with the hex or stop where that is not enough."""
    coordinate = stop.name if stop.several else stop.hex
    if not stop.city:
        return coordinate
    enough = not stop.several and _is_one(board, stop.city)
    return stop.city if enough else f"{stop.city} {coordinate}"


@functools.cache
def _is_one(board: Board, city: str) -> bool:
    """Whether the name of a city means one hex only, or one area."""
    hexes = places(board.title).hexes(city)
    return len({board.stop_of.get(f"{hex_id}.0") for hex_id in hexes}) == 1


def written(train: str, stops: Iterable[tuple[str, bool]], revenue: int | None = None) -> str:
    """A route as a line that can be typed: stops as pairs of name and whether it is counted.

    >>> written("3/5", [("Detroit", True), ("Toledo", False), ("Erie", True)], 60)
    '3/5: Detroit, (Toledo), Erie = 60'
    """
    names = [name if counted else f"({name})" for name, counted in stops]
    pays = "" if revenue is None else f" = {revenue}"
    return f"{train}: {', '.join(names)}{pays}"
