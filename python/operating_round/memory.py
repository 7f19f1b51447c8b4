"""What only one title remembers, as typed values.

Documents have room for it in three places: ``notes`` of a turn, ``own`` of a state, and further
fields of a company. A title says what it keeps there with structs of fields that have types and
defaults; what they say of a state is read and written through them alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import msgspec

from operating_round.state import Company, Count, State
from route_opt.readable import readable

if TYPE_CHECKING:
    from operating_round.table import Table, View


class _Memory(msgspec.Struct, frozen=True):
    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """The fields of this kind in a part of a document; defaults for what is not there."""
        return msgspec.convert(data, readable(cls))

    @classmethod
    def written(cls, data: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
        """That part with some of these fields changed."""
        msgspec.structs.replace(cls.read(data), **fields)  # no other fields than these
        return {**data, **msgspec.json.decode(msgspec.json.encode(fields))}


class TurnMemory(_Memory, frozen=True):
    """Remembered until the turn is over."""

    @classmethod
    def of(cls, view: View) -> Self:
        """As the turn in progress has it; nothing where the title knows no such thing."""
        return cls.read(view.turn.notes) if cls in view.rules.memory.turn else cls()

    @classmethod
    def set(cls, table: Table, **fields: Any) -> None:
        """Remember that from now on."""
        table.set_turn(notes=cls.written(table.turn.notes, fields))

    @classmethod
    def forget(cls, table: Table) -> None:
        """Nothing of this kind is remembered any more."""
        notes = table.turn.notes
        gone = cls.__struct_fields__
        table.set_turn(notes={key: value for key, value in notes.items() if key not in gone})


class GameMemory(_Memory, frozen=True):
    """Remembered for the whole game."""

    @classmethod
    def of(cls, state: State) -> Self:
        """As a state has it."""
        return cls.read(state.own)

    @classmethod
    def set(cls, table: Table, **fields: Any) -> None:
        """Remember that from now on."""
        table.set(own=cls.written(table.state.own, fields))


class CompanyMemory(_Memory, frozen=True):
    """Remembered of a company."""

    @classmethod
    def of(cls, row: Company) -> Self:
        """As a company has it."""
        return cls.read(row.own)

    @classmethod
    def set(cls, table: Table, name: str, **fields: Any) -> None:
        """Remember that from now on."""
        table.change(name, own=cls.written(table.company(name).own, fields))


class Used(GameMemory, frozen=True):
    """How often powers of private companies were used before a record shows the state."""

    used: dict[str, Count] = {}


class Drawn(GameMemory, frozen=True):
    """The corporations that were drawn at set-up for private companies that bring a share."""

    drawn: dict[str, str] = {}


class Interruption(TurnMemory, frozen=True):
    """Companies that act in the turn of another.

    Attributes
    ----------
    operator
        Whose turn it is otherwise.
    queue
        Who is still to act, in order.
    running
        Who acts now.
    """

    operator: str = ""
    queue: tuple[str, ...] | None = None
    running: str = ""
