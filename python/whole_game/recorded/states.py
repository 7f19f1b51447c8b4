"""A game as the public records' states show it: the fields of a whole-game file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from operating_round.protected.sales import Sale, Sold, price_of
from operating_round.state import CLOSED, MARKET, Corporation
from whole_game.engine import on_table
from whole_game.game import Game
from whole_game.rounds.draft import BLANK, is_blank
from whole_game.table import GameTable


def shown(game: Game, player: str) -> dict[str, Any]:
    """The state of a game in the words of the records; it is `player` whom the site waits for."""
    play = on_table(game)
    found = game.operating.document()
    for name, row in game.operating.corporations.items():
        found["corporations"][name] |= _corporation(play, name, row)
    sites = {ours: site for site, ours in game.operating.rules.aliases.items()}
    for hex_id, spec in found["board"]["tiles"].items():
        tile, _, turn = spec.partition("@")
        found["board"]["tiles"][hex_id] = f"{sites.get(tile, tile)}@{turn}"
    if game.draft is not None:
        _show_minors(game, found)
        found["privates"] |= {site_name(card): player for player, card in game.draft.kept}
    if play.data.privates.blank_cards and blanks_closed(play):
        blanks = range(1, len(play.players) + 1)
        found["privates"] |= {site_name(f"{BLANK} {n}"): CLOSED for n in blanks}
    found |= {
        "certificate_limit": play.stock_rules.certificate_limit(play),
        "priority": play.solvent(game.priority),
        "seats": list(game.players),
        "holders": {player: _holder(play, player) for player in play.players},
        "protection": _protection(play),
        "progress": {"name": game.operating.round, "player": player or None},
        "ending": _ending(play),
    }
    return found


def _show_minors(game: Game, found: dict[str, Any]) -> None:
    """The site has the independents on the map before anybody owns them."""
    for name, row in game.operating.rules.corporations.items():
        if row.minor and name not in game.operating.minors:
            home = row.home[0]
            found["minors"][name] = {"trains": list(row.trains), "tokens_on_map": [home]}
            found["board"]["tokens"][home] = [name]


def blanks_closed(play: GameTable) -> bool:
    """Whether the site has closed its blank cards: with the first phase that closes anything."""
    phases = {row.closes_on for row in play.state.rules.privates.values() if row.closes_on}
    return any(play.table.reached_phase(phase) for phase in phases)


def site_name(card: str) -> str:
    """A card of a draft as the site calls it."""
    return card.replace(BLANK + " ", "Pass (") + ")" if is_blank(card) else card


def _corporation(play: GameTable, name: str, row: Corporation) -> dict[str, Any]:
    holder = row.owner or (MARKET if row.ipoed else play.unsold)
    return {"president_certificate": holder, "receivership": row.owner == MARKET}


def _protection(play: GameTable) -> list[dict[str, Any]]:
    return [
        {
            "corporation": sale.corporation,
            "percent": 10 * sale.count,
            "price": price_of(play.table, sale),
            "protector": sale.president,
            "seller": sale.seller,
        }
        for sale in _sales(play)
    ]


def _sales(play: GameTable) -> Sequence[Sale]:
    if play.game.stock is not None:
        return play.game.stock.sales
    return Sold.of(play.table).sales if play.state.turn is not None else ()


def _holder(play: GameTable, player: str) -> dict[str, Any]:
    corporations = play.state.corporations
    stock = play.game.stock
    return {
        "shares": {n: r.shares[player] for n, r in corporations.items() if r.shares.get(player)},
        "president_of": [name for name, row in corporations.items() if row.owner == player],
        "privates": [name for name, who in play.state.privates.items() if who == player],
        "certificates_counted": play.stock_rules.counted(play, player),
        "sold": dict(stock.sold.get(player, {})) if stock else {},
        "bankrupt": player in play.state.bankrupt,
        "value": play.stock_rules.worth(play, player),
    }


def _ending(play: GameTable) -> dict[str, Any]:
    state = play.state
    if not state.over:
        return {"ended": False}
    reasons = {"agreed": "manually_ended", "price": "stock_market", "last_train": "final_train"}
    return {
        "ended": True,
        "reason": reasons.get(state.finish, state.finish),
        "result": {player: play.stock_rules.worth(play, player) for player in play.players},
    }
