"""A game as the page shows it: everything on the table, in one document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from operating_round import market
from operating_round.actions import BuyTrain, Choice, Dividend, Lay, Object
from operating_round.round import view_of
from operating_round.rules import rules_of
from operating_round.state import CLOSED, Corporation
from operating_round.steps.run import running_position
from route_opt.lays import supply
from route_opt.position import Position
from route_opt.rules.trains import losses, phase_begun, trains_in_order
from route_opt.serve.tiles import look, picture
from route_opt.title import Private
from whole_game.actions import parse_action, write_action
from whole_game.engine import legal_actions, on_table, player_to_act
from whole_game.game import Game
from whole_game.occasion import occasion
from whole_game.picture import draw_market
from whole_game.serve.ahead import outlook
from whole_game.serve.choices import Offer, Words, offers
from whole_game.show import stacks
from whole_game.standings import standings
from whole_game.table import GameTable


def view(game: Game) -> dict[str, Any]:
    """Who is to act and why, what may be done, what everybody has, how it stands."""
    play = on_table(game)
    state = game.operating
    turn = state.turn
    choices = legal_actions(game)
    return {
        "title": state.title,
        "options": list(state.options),
        "round": state.round,
        "phase": state.phase,
        "bank": state.bank,
        "over": game.over,
        "finish": state.finish,
        "player": player_to_act(game),
        "occasion": occasion(game),
        "entity": turn.entity if turn else "",
        "step": turn.step if turn else "",
        "revenue": turn.revenue if turn else None,
        "position": _position(game).document(),
        "choices": [_offer(game, offer) for offer in offers(game, choices)],
        "lays": _hexes(game, choices),
        "players": list(_players(play)),
        "companies": list(_companies(play)),
        "privates": list(_privates(play)),
        "sale": _sale(play),
        "depot": list(_depot(play)),
        "returned": dict(state.depot.discarded),
        "remarks": list(rules_of(state.rules).rounds.remarks(state)),
        "market": [
            {"price": market.price(state.rules.market, place), "stack": names}
            for place, names in stacks(play)
        ],
        "chart": draw_market(game),
        "standings": [
            {**msgspec.to_builtins(standing), "sum": str(standing)} for standing in standings(game)
        ],
    }


def _position(game: Game) -> Position:
    """The board, as the question of the company that acts or of the first that could run."""
    state = game.operating
    if state.turn is not None and state.turn.entity and not state.over:
        table = view_of(state)
        if state.turn.step == "run" and state.turn.revenue is None:
            return running_position(table)
        return state.position(state.turn.entity)
    companies = {**state.corporations, **state.minors}
    owned = [name for name, row in companies.items() if row.trains]
    name = (owned or list(companies))[0]
    return state.position(name, companies[name].trains)


# what may be done


def _offer(game: Game, offer: Offer) -> dict[str, Any]:
    """A choice; what follows is told with those of which a player wants to know it beforehand."""
    found: dict[str, Any] = msgspec.to_builtins(offer)
    action = parse_action(offer.action)
    if isinstance(action, BuyTrain | Dividend | Object):
        found["follows"] = outlook(game, action)
    return found


def _hexes(game: Game, choices: list[Choice]) -> dict[str, dict[str, Any]]:
    """The hexes on which a tile may be laid now, with the tiles and the least that it costs."""
    words, found = Words(game), dict[str, dict[str, Any]]()
    for choice in choices:
        lay = choice.action
        if isinstance(lay, Lay):
            row = found.setdefault(
                lay.hex, {"name": words.place(lay.hex), "tiles": [], "cost": choice.cost}
            )
            row["tiles"] += [lay.tile] if lay.tile not in row["tiles"] else []
            row["cost"] = min(row["cost"], choice.cost)
    return found


def lays(game: Game, hex_id: str) -> list[dict[str, Any]]:
    """The tiles that may be laid on a hex, with costs and copies left; each look once."""
    state = game.operating
    title, column = state.rules, state.rules.phases[state.phase].column
    left = supply(title, dict(state.board.tiles))
    found: dict[tuple[str, str, int], dict[str, Any]] = {}
    for choice in legal_actions(game):
        lay = choice.action
        if not isinstance(lay, Lay) or lay.hex != hex_id:
            continue
        row = found.setdefault(
            (lay.tile, lay.by, lay.city),
            {
                "tile": lay.tile,
                "colour": title.tiles[lay.tile].colour,
                "left": left.get(lay.tile),
                "by": lay.by,
                "city": lay.city,
                "turns": [],
            },
        )
        shape = look(title, lay.tile, lay.rotation)
        if all(shape != look(title, lay.tile, turn["rotation"]) for turn in row["turns"]):
            row["turns"].append(
                {
                    "rotation": lay.rotation,
                    "cost": choice.cost,
                    "action": write_action(lay),
                    "picture": picture(title, lay.tile, lay.rotation, column),
                }
            )
    return list(found.values())


# who has what


def _players(play: GameTable) -> Iterator[dict[str, Any]]:
    rules, state = play.stock_rules, play.state
    limit = rules.certificate_limit(play)
    for player in play.players:
        yield {
            "name": player,
            "cash": state.players[player],
            "certificates": rules.counted(play, player),
            "limit": limit,
            "worth": rules.worth(play, player),
            "priority": play.game.priority == player,
            "bankrupt": player in state.bankrupt,
            "shares": {
                name: play.held(player, name)
                for name in state.corporations
                if play.held(player, name)
            },
            "president_of": [n for n, row in state.corporations.items() if row.owner == player],
            "minors": [name for name, row in state.minors.items() if row.owner == player],
            "privates": list(play.table.privates.of(player)),
        }


def _companies(play: GameTable) -> Iterator[dict[str, Any]]:
    state, title = play.state, play.state.rules
    for name, row in (*state.minors.items(), *state.corporations.items()):
        printed = title.corporations[name]
        placed = sum(owners.count(name) for owners in state.board.tokens.values())
        found: dict[str, Any] = {
            "name": name,
            "full_name": printed.name,
            "colour": printed.colour,
            "cash": row.cash,
            "trains": list(row.trains),
            "phased_out": list(row.phased_out),
            "owner": row.owner,
            "closed": row.closed,
            "privates": list(row.companies),
            "tokens": {"placed": placed, "prices": list(printed.tokens)},
            "minor": not isinstance(row, Corporation),
            "started": True,
            "done": name in state.done,
        }
        if isinstance(row, Corporation):
            found |= {
                "price": row.share_price,
                "par": row.par,
                "started": row.ipoed,
                "floated": row.floated,
                "shares": dict(row.shares),
            }
        yield found


def _privates(play: GameTable) -> Iterator[dict[str, Any]]:
    state = play.state
    for name, owner in state.privates.items():
        row = play.table.privates.get(name)
        if row is None or owner == CLOSED:
            continue
        yield {
            "id": name,
            "name": row.name,
            "owner": owner or "",
            "price": row.price,
            "revenue": row.revenue,
            "does": _powers(row),
        }


def _powers(row: Private) -> str:
    """What a private company does, in a few words."""
    words = [f"pays {row.revenue}"] if row.revenue else []
    if row.power:
        where = f" ({', '.join(row.hexes)})" if row.hexes else ""
        amount = f" {row.amount}" if row.amount else ""
        words.append(row.power.replace("_", " ") + amount + where)
    if row.discount:
        words.append("cheaper lays")
    if row.brings:
        words.append(f"brings {row.brings}% of {row.share}")
    elif row.share:
        words.append(f"for a share of {row.share}")
    if row.blocks:
        words.append(f"blocks {', '.join(row.blocks)}")
    if row.closes_on:
        words.append(f"closes in phase {row.closes_on}")
    return "; ".join(words)


def _sale(play: GameTable) -> list[dict[str, Any]]:
    """What an auction, a draft or a row of cards has on the table, and what was bid."""
    game, privates = play.game, play.state.rules.privates
    if game.auction is not None:
        return [
            {
                "card": name,
                "price": privates[name].price - (game.auction.cheaper if n == 0 else 0),
                "bids": [f"{who} {amount}" for who, amount in game.auction.bids.get(name, ())],
                "now": name == (game.auction.contest or game.auction.offered[0]),
            }
            for n, name in enumerate(game.auction.offered)
        ]
    if game.lots is not None:
        bid = [f"{game.lots.bidder} {game.lots.bid}"] if game.lots.lot else []
        return [
            {
                "card": name,
                "price": privates[name].price,
                "bids": bid if name == game.lots.lot else [],
                "now": name == game.lots.lot,
            }
            for name in (*([game.lots.lot] if game.lots.lot else []), *game.lots.left)
        ]
    if game.row is not None:
        return [
            {
                "card": card,
                "price": privates[card].price if card in privates else 0,
                "bids": [f"{money} on it"] if money else [],
                "now": False,
            }
            for card, money in game.row.cards
        ]
    return []


def _depot(play: GameTable) -> Iterator[dict[str, Any]]:
    """The trains still to come, with what the first of each begins and ends."""
    state, title = play.state, play.state.rules
    for train in trains_in_order(title, state.options):
        if train.name not in state.depot.upcoming:
            continue
        phase = phase_begun(title, state.phase, train.name)
        lost = losses(title, state.options, train.name, phase) if phase else None
        yield {
            "train": train.name,
            "left": state.depot.upcoming[train.name],
            "unlimited": play.table.depot.unlimited(train.name),
            "price": train.price,
            "phase": phase,
            "rusts": list(lost.gone) if lost else [],
            "phases_out": list(lost.phased_out) if lost else [],
        }
