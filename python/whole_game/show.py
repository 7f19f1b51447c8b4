"""A game as text: who is to act, what everybody has, what the market says, what happened last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from operating_round import market
from operating_round.rules import rules_of
from operating_round.state import Corporation
from whole_game.engine import on_table, player_to_act
from whole_game.game import Game
from whole_game.occasion import ENDS, occasion
from whole_game.players import shown
from whole_game.rounds.waterfall import WaterfallRound
from whole_game.table import GameTable

LAST = 8
"""Sentences of the log that are shown."""


def show(game: Game) -> str:
    """A game as a page of text."""
    play = on_table(game)
    parts: dict[str, Iterable[str]] = {
        "On offer": _offered(play),
        "Players": _players(play),
        "Companies": _companies(play),
        "Market": _market(play),
        "Trains": _trains(play),
        "Last": game.log[-LAST:],
    }
    blocks = ["\n".join(_head(game))]
    for title, part in parts.items():
        lines = [f"  {line}" for line in part]
        if lines:
            blocks.append("\n".join([title, *lines]))
    return "\n\n".join(blocks)


def _head(game: Game) -> Iterator[str]:
    state = game.operating
    yield f"{state.title}, {state.round}, phase {state.phase}; the bank has {state.bank}"
    yield occasion(game)
    if state.finish and not state.over:
        yield f"the game ends soon: {ENDS.get(state.finish, state.finish)}"


def _offered(play: GameTable) -> Iterator[str]:
    """What an auction, a draft or a row has left."""
    game, privates = play.game, play.state.rules.privates
    if game.auction is not None:
        for name in game.auction.offered:
            bids = ", ".join(f"{who} {amount}" for who, amount in game.auction.bids.get(name, ()))
            yield f"{name:<6} {WaterfallRound().price(play, name):>4}  {bids}".rstrip()
    if game.draft is not None:
        yield f"{len(game.draft.deck)} cards; {len(game.draft.kept)} are kept"
    if game.row is not None:
        yield ", ".join(f"{card} ({money})" for card, money in game.row.cards)
    if game.lots is not None:
        yield ", ".join(f"{name} {privates[name].price}" for name in game.lots.left)


def _players(play: GameTable) -> Iterator[str]:
    for row in shown(play):
        own = [
            f"{name} {percent}%{'*' if name in row.president_of else ''}"
            for name, percent in row.shares.items()
        ]
        marks = ["priority"] * row.priority + ["bankrupt"] * row.bankrupt
        mark = f" ({', '.join(marks)})" if marks else ""
        counted = f"{row.certificates} of {row.limit}"
        yield (
            f"{row.name:<12} {row.cash:>5}  certificates {counted:<8} "
            f"worth {row.worth:>5}{mark}  {', '.join([*own, *row.privates])}".rstrip()
        )


def _companies(play: GameTable) -> Iterator[str]:
    """Those that have started: price, first price, cash, trains, president, shares left."""
    state = play.state
    for name, row in (*state.minors.items(), *state.corporations.items()):
        if isinstance(row, Corporation) and not row.ipoed:
            continue
        words = [f"{name:<5}"]
        if isinstance(row, Corporation):
            words.append(f"at {row.share_price or 0:>3} (par {row.par or 0:>3})")
        words += [f"cash {row.cash:>4}", f"{'+'.join(row.trains) or 'no train':<12}"]
        words.append(f"president {row.owner or 'nobody'}")
        if isinstance(row, Corporation):
            left = [f"{who} {part}%" for who, part in row.shares.items() if who not in play.players]
            words += left
            words += [] if row.floated else ["not floated"]
        words += [f"[{', '.join(row.companies)}]"] if row.companies else []
        yield "  ".join(words).rstrip()


def _market(play: GameTable) -> Iterator[str]:
    """Every space on which somebody stands, the dearest first; the top of a stack first."""
    for place, names in stacks(play):
        zones = _zones(play, place)
        price = market.price(play.state.rules.market, place)
        yield f"{price:>4}  {', '.join(names)}" + (f" ({', '.join(zones)})" if zones else "")


def stacks(play: GameTable) -> list[tuple[market.Place, tuple[str, ...]]]:
    """The spaces of the market that are taken, the dearest first."""
    found = []
    for key, names in play.state.market_order.items():
        row, _, column = key.partition(",")
        if names:
            found.append(((int(row), int(column)), names))
    grid = play.state.rules.market
    return sorted(found, key=lambda entry: (-market.price(grid, entry[0]), -entry[0][1]))


def _zones(play: GameTable, place: market.Place) -> list[str]:
    zone = play.state.rules.market.zone(place, play.state.options)
    return [zone] if zone else []


def _trains(play: GameTable) -> Iterator[str]:
    state = play.state
    yield ", ".join(f"{n} x {t}" for t, n in state.depot.upcoming.items()) or "none left"
    if state.depot.discarded:
        returned = ", ".join(f"{n} x {t}" for t, n in state.depot.discarded.items())
        yield f"returned: {returned}"
    yield f"{len(state.board.tiles)} tiles on the map"
    yield from rules_of(state.rules).rounds.remarks(state)


def overview(game: Game) -> dict[str, Any]:
    """The same for programs: what is shown beyond the document itself."""
    play = on_table(game)
    state = play.state
    told = ("cash", "shares", "president_of", "privates", "certificates", "worth")
    return {
        "title": state.title,
        "round": state.round,
        "phase": state.phase,
        "bank": state.bank,
        "over": game.over,
        "finish": state.finish,
        "player": player_to_act(game),
        "occasion": occasion(game),
        "priority": game.priority,
        "certificate_limit": play.stock_rules.certificate_limit(play),
        "players": {
            row.name: {field: getattr(row, field) for field in told} for row in shown(play)
        },
        "market": [
            {"price": market.price(state.rules.market, place), "at": place, "stack": names}
            for place, names in stacks(play)
        ],
        "log": list(game.log),
    }
