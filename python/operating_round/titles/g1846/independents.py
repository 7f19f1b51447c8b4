"""1846: independent railways leave the game, bought or closed (3, 8)."""

from __future__ import annotations

from operating_round.state import BANK
from operating_round.table import Table


def absorb(table: Table, name: str) -> None:
    """An independent's treasury, train and place go to its buyer (3)."""
    buyer, minor = table.entity, table.company(name)
    table.bank.pay(name, buyer, minor.cash)
    for train in minor.trains:
        table.depot.gain_train(buyer, train)
        table.set_turn(resting=(*table.turn.resting, train))
    for stop in minor.tokens_on_map:
        held = table.state.board.tokens[stop]
        own = buyer in held
        table.map.set_tokens(stop, [(None if own else buyer) if n == name else n for n in held])
        if not own:
            row = table.company(buyer)
            table.change(buyer, tokens_on_map=(*row.tokens_on_map, stop))
    _drop_minor(table, name)
    markers = table.state.board.markers
    table.map.set_markers(m for m in markers if m.owner != name)


def close_minor(table: Table, name: str) -> None:
    """An independent leaves the game."""
    table.map.remove_tokens(name)
    table.bank.pay(name, BANK, table.bank.cash(name))
    _drop_minor(table, name)
    table.map.set_markers(m for m in table.state.board.markers if m.owner != name)


def _drop_minor(table: Table, name: str) -> None:
    minors = {key: row for key, row in table.state.minors.items() if key != name}
    table.set(minors=minors)
