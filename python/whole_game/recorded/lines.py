"""The lines of a record: each action, and those it brought, in our names; or why that cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import UnionType

import msgspec

from route_opt.errors import RecordError
from whole_game.recorded.decode import Decoder, Recorded
from whole_game.recorded.turns import named

DEFECTS = (LookupError, TypeError, ValueError, AttributeError, AssertionError, StopIteration)
"""What reading nonsense as if it made sense may come to."""


class Line(msgspec.Struct, frozen=True):
    """An action of the record, told in our names; or as it is, and why that cannot be."""

    id: int
    auto: int | None
    action: Recorded
    error: RecordError | None = None

    @property
    def silent(self) -> bool:
        """Whether it changes nothing: talk, what a player has programmed, what nobody can do."""
        return self.error is not None or is_silent(self.action)


def is_silent(action: Recorded) -> bool:
    """Whether an action changes nothing: talk, and what a player has programmed."""
    return action["type"] in ("log", "message") or action["type"].startswith("program_")


def lines_of(decoder: Decoder, actions: Sequence[Recorded]) -> Iterator[Line]:
    """The actions with those that they brought along, each told in our names."""
    host: str = ""
    guests: set[str] = set()
    for action in actions:
        for place, part in enumerate([action, *action.get("auto_actions", ())]):
            try:
                told = decoder.told(part)
            except RecordError as error:
                silent = is_silent(part)
                yield Line(action["id"], place or None, part, None if silent else error)
                continue
            if told["type"] == "destination_connection":
                host, guests = told["entity"], named(told)
            elif told["entity"] in guests:
                # A company that runs to its destination in the turn of another.
                told = {**told, "operating": host}
                if told["type"] == "dividend":
                    guests.discard(told["entity"])
            yield Line(action["id"], place or None, told)


def told_of(error: BaseException, action: Recorded) -> RecordError:
    """What nonsense came to, in words: by the field that is missing, or holds something else."""
    if isinstance(error, KeyError):
        name = error.args[0]
        if name in _FIELDS and name not in action:
            return RecordError(f"says nothing of its {name!r}", "incomplete")
    for name, kind in _FIELDS.items():
        if name in action and not isinstance(action[name], kind):
            what = "a number" if kind is int else "a list" if kind is list else "a name"
            return RecordError(f"its {name!r} is not {what}", "senseless")
    if isinstance(error, KeyError):
        return RecordError(f"there is no {str(error.args[0])[:40]!r} here", "senseless")
    return RecordError("what it names does not fit together", "senseless")


_FIELDS: dict[str, type | UnionType] = {
    **dict.fromkeys(("company", "corporation", "share", "train", "hex", "tile", "city"), str),
    **dict.fromkeys(("kind", "target", "choice", "variant", "exchange"), str),
    **dict.fromkeys(("price", "rotation", "percent"), int),
    **dict.fromkeys(("shares", "routes"), list),
    "share_price": str | int,
}
"""What actions have to say, and as what."""
