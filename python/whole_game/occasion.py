"""Who is to act, and why: the sentence that a table wants to hear."""

from __future__ import annotations

from operating_round.looking import view_of
from operating_round.protected.sales import price_of
from operating_round.show import ENDS as ENDS_OF_ROUNDS
from operating_round.turns import current_step
from whole_game.actions import parse_action
from whole_game.engine import on_table, player_to_act
from whole_game.game import Game, Lots, Row, Stock, Waterfall
from whole_game.rounds.draft import DraftRound
from whole_game.rounds.waterfall import WaterfallRound
from whole_game.table import GameTable
from whole_game.words import Words

ENDS = {
    **ENDS_OF_ROUNDS,
    "all_closed": "no corporation is left",
    "stalled": "nobody can do anything any more",
}
"""Why a game ends."""


def occasion(game: Game) -> str:
    """Who is to act and on which occasion; or why nobody is."""
    if game.over:
        why = ENDS.get(game.operating.finish, "")
        return "the game is over" + (f": {why}" if why else "")
    who = player_to_act(game)
    return f"{who}: {_why(game)}" if who else "nobody is to act: the next round begins"


def _why(game: Game) -> str:
    play = on_table(game)
    if game.offer is not None:
        asked = Words(game).told(parse_action(game.offer.action))
        turn = game.operating.turn
        company = f" {turn.entity}" if turn else ""
        return f"accepts or refuses what {game.offer.by} asks for{company}: {asked}"
    if game.auction is not None:
        return _auction(play, game.auction)
    if game.draft is not None and game.drafting:
        return _draft(play)
    if game.row is not None:
        return _row(game.row)
    if game.lots is not None:
        return _lots(game.lots)
    if game.stock is not None:
        return _stock(play, game.stock)
    return _operating(game)


def _auction(play: GameTable, auction: Waterfall) -> str:
    if auction.par[0]:
        return f"sets the first price of {auction.par[0]}"
    if auction.contest:
        who, most = max(auction.bids[auction.contest], key=lambda bid: bid[1])
        return f"raises or passes in the auction of {auction.contest}: {who} bids {most}"
    first = auction.offered[0]
    price = WaterfallRound().price(play, first)
    return f"buys {first} for {price}, bids on another private company, or passes"


def _draft(play: GameTable) -> str:
    hand = DraftRound().drawn(play)
    return f"keeps one of {len(hand)} cards" if len(hand) > 1 else "takes the last card, or passes"


def _row(row: Row) -> str:
    return f"sets the first price of {row.par[0]}" if row.par[0] else "takes a card of the row"


def _lots(lots: Lots) -> str:
    if lots.par[0]:
        return f"sets the first price of {lots.par[0]}"
    if lots.lot:
        return f"raises or passes in the auction of {lots.lot}: {lots.bidder} bids {lots.bid}"
    return "puts a private company up for auction"


def _stock(play: GameTable, stock: Stock) -> str:
    if stock.asked:
        sale = stock.sales[0]
        shares = f"{10 * sale.count}% of {sale.corporation} sold by {sale.seller}"
        return f"protects the price ({shares}, {price_of(play.table, sale)} to pay), or passes"
    done = [f"bought {name}" for name, _ in stock.bought]
    done += [f"sold {name}" for name in dict.fromkeys(stock.sold_now)]
    turn = f"turn in stock round {play.game.stock_rounds}"
    if play.stock_rules.above_limit(play, stock.turn):
        turn += ", above the limit and first to sell"
    return turn + (f" ({', '.join(done)})" if done else "")


def _operating(game: Game) -> str:
    state = game.operating
    turn = state.turn
    assert turn is not None
    table = view_of(state)
    asks = current_step(table)
    words = asks.occasion or f"the {turn.step} step of {{}}"
    step = f"{words.format(asks.about(table) or 'the players')}, {state.round}"
    company = state.find(turn.entity)
    if company is None or company.owner == player_to_act(game):
        return step
    return f"{step} ({'no president' if company.owner not in state.players else company.owner})"
