"""What an auction, a draft or a stock round in progress remembers, held against the table.

Names first (`round_names`), for a state that may have faults of its own; then, on a sound one,
cards, bids, cash and sales (`round_problems`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from operating_round.checks import HOLDERS
from route_opt import titles
from route_opt.errors import Problem
from whole_game.game import Game
from whole_game.rounds.draft import is_blank
from whole_game.rounds.row import PRIORITY, SPECULATOR
from whole_game.rounds.waterfall import WaterfallRound
from whole_game.table import GameTable

KINDS = ("auction", "draft", "row", "lots", "stock")
"""The fields of a game that hold a round in progress."""


def known(
    names: Iterable[str], where: str, what: str, expected: Iterable[str]
) -> Iterator[Problem]:
    """A problem for every name that is not among those expected."""
    there = list(expected)
    for name in dict.fromkeys(names):
        if name not in there:
            hint = f"; expected one of {', '.join(there)}" if len(there) <= 16 else ""
            yield Problem("unknown_name", where, f"{ascii(name)[:60]} is not {what}{hint}")


# names


def round_names(game: Game) -> Iterator[Problem]:
    """Whoever and whatever the round in progress names is in this game."""
    yield from _auction_names(game)
    yield from _draft_names(game)
    yield from _row_names(game)
    yield from _lot_names(game)
    yield from _stock_names(game)


def _auction_names(game: Game) -> Iterator[Problem]:
    auction, players = game.auction, game.players
    if auction is None:
        return
    privates = game.operating.privates
    yield from known([auction.turn], "auction.turn", "a player", players)
    yield from known(auction.offered, "auction.offered", "a private company", privates)
    yield from known(auction.bids, "auction.bids", "on offer", auction.offered)
    for name, bids in auction.bids.items():
        yield from known([who for who, _ in bids], f"auction.bids.{name}", "a player", players)
    if auction.contest:
        yield from known([auction.speaker], "auction.speaker", "a player", players)
    yield from _par_names(game, "auction.par", auction.par)


def _par_names(game: Game, where: str, par: tuple[str, str]) -> Iterator[Problem]:
    """A corporation whose first price is to be set, and by whom."""
    if any(par):
        yield from known(par[:1], where, "a corporation", game.operating.corporations)
        yield from known(par[1:], where, "a player", game.players)


def _draft_names(game: Game) -> Iterator[Problem]:
    draft, players = game.draft, game.players
    if draft is None:
        return
    yield from known([draft.turn], "draft.turn", "a player", players)
    yield from known([who for who, _ in draft.kept], "draft.kept", "a player", players)
    cards = [*draft.deck, *(card for _, card in draft.kept)]
    named = [card for card in cards if not is_blank(card)]
    yield from known(named, "draft", "a private company", game.operating.privates)


def _row_names(game: Game) -> Iterator[Problem]:
    row, players = game.row, game.players
    if row is None:
        return
    yield from known([row.turn], "row.turn", "a player", players)
    yield from known(row.out, "row.out", "a player", players)
    named = [card for card, _ in row.cards if card != PRIORITY and not _is_speculator(card)]
    yield from known(named, "row.cards", "a card", game.operating.privates)
    yield from _par_names(game, "row.par", row.par)


def _is_speculator(card: str) -> bool:
    return card.startswith(SPECULATOR)


def _lot_names(game: Game) -> Iterator[Problem]:
    lots, players = game.lots, game.players
    if lots is None:
        return
    yield from known([lots.auctioneer], "lots.auctioneer", "a player", players)
    yield from known(lots.left, "lots.left", "a private company", game.operating.privates)
    yield from known(lots.passed, "lots.passed", "a player", players)
    if lots.lot:
        yield from known([lots.lot], "lots.lot", "left to sell", lots.left)
        yield from known([lots.turn, lots.bidder], "lots", "a player", players)
    yield from _par_names(game, "lots.par", lots.par)


def _stock_names(game: Game) -> Iterator[Problem]:
    """Companies that have left the game may still be named."""
    stock, state, players = game.stock, game.operating, game.players
    if stock is None:
        return
    title = titles.find(state.title) if state.title in titles.names() else None
    ever = [*(title.corporations if title else state.corporations)]
    yield from known([stock.turn], "stock.turn", "a player", players)
    yield from known([stock.resume or stock.turn], "stock.resume", "a player", players)
    bought = [name for name, _ in stock.bought]
    yield from known(bought, "stock.bought", "for sale", [*ever, *state.privates])
    sources = [source for _, source in stock.bought]
    yield from known(sources, "stock.bought", "a seller", [*HOLDERS, *players])
    yield from known(stock.sold_now, "stock.sold_now", "a corporation", ever)
    yield from known(stock.redeemed, "stock.redeemed", "a corporation", ever)
    yield from known(stock.reissued, "stock.reissued", "a corporation", ever)
    yield from known(stock.income, "stock.income", "a corporation", ever)
    yield from known(stock.sold, "stock.sold", "a player", players)
    for player, sold in stock.sold.items():
        yield from known(sold, f"stock.sold.{player}", "a corporation", ever)
    for sale in stock.sales:
        yield from known([sale.seller], "stock.sales", "a player", players)
        yield from known([sale.corporation], "stock.sales", "a corporation", state.corporations)


# cards, bids and sales


def round_problems(play: GameTable) -> Iterator[Problem]:
    """What cannot be in the round in progress."""
    game = play.game
    checks = {"auction": _auction, "draft": _draft, "row": _row, "lots": _lots, "stock": _stock}
    for name in KINDS:
        if getattr(game, name) is not None:
            yield from checks[name](play)


def _unsold(play: GameTable) -> list[str]:
    return [name for name, owner in play.state.privates.items() if owner is None]


def _par(play: GameTable, where: str, par: tuple[str, str]) -> Iterator[Problem]:
    if par[0] and play.corporation(par[0]).ipoed:
        yield Problem("wrong_auction", where, f"{par[0]} has its price already")


def _auction(play: GameTable) -> Iterator[Problem]:
    """What is offered is unsold, bids are covered, a contest has its bidders."""
    auction, state = play.auction, play.state
    unsold = _unsold(play)
    if sorted(auction.offered) != sorted(unsold):
        message = f"are not those without an owner: {', '.join(unsold) or 'none'}"
        yield Problem("wrong_auction", "auction.offered", message)
    elif not auction.offered and not any(auction.par):
        yield Problem("wrong_auction", "auction", "has nothing left to sell, and no price to set")
    yield from _passes(play, "auction", auction.passes)
    for name, bids in auction.bids.items():
        yield from _bids(play, name, bids)
    for player in play.players:
        staked = WaterfallRound().committed(play, player)
        if staked > state.players[player]:
            message = f"{player} has bid {staked}, and has {state.players[player]}"
            yield Problem("wrong_bid", "auction.bids", message)
    first = auction.offered[0] if auction.offered else ""
    if auction.cheaper and (not first or auction.cheaper > state.rules.privates[first].price):
        yield Problem("wrong_bid", "auction.cheaper", f"{auction.cheaper} is more than the price")
    bidders = [who for who, _ in auction.bids.get(first, ())]
    if auction.contest and (auction.contest != first or len(bidders) < 2):
        message = f"{auction.contest!r} is not up for sale with several bids"
        yield Problem("wrong_auction", "auction.contest", message)
    elif auction.contest and auction.speaker not in bidders:
        message = f"{auction.speaker} has made no bid on {first}"
        yield Problem("wrong_auction", "auction.speaker", message)
    elif not auction.contest and (auction.speaker or (bidders and not auction.par[0])):
        message = f"is empty, though {first} is up for sale with bids"
        yield Problem("wrong_auction", "auction.contest", message)
    yield from _par(play, "auction.par", auction.par)


def _bids(play: GameTable, name: str, bids: tuple[tuple[str, int], ...]) -> Iterator[Problem]:
    """One bid a player, each above the ones before it."""
    where, step = f"auction.bids.{name}", play.data.privates.raise_by
    if len({who for who, _ in bids}) < len(bids):
        yield Problem("wrong_bid", where, "has two bids of one player")
    least = play.state.rules.privates[name].price + step
    for who, amount in bids:
        if amount < least:
            message = f"{who} bids {amount}, when {least} was the least"
            yield Problem("wrong_bid", where, message)
        least = max(least, amount + step)


def _draft(play: GameTable) -> Iterator[Problem]:
    """Every card is somewhere, once; what was kept can be paid for."""
    draft, state = play.game.draft, play.state
    assert draft is not None
    cards = Counter([*draft.deck, *(card for _, card in draft.kept)])
    for card, number in cards.items():
        if number > 1:
            yield Problem("wrong_draft", "draft", f"{card!r} is there {number} times")
        elif not is_blank(card) and state.privates[card] is not None:
            yield Problem("wrong_draft", "draft", f"{card} belongs to {state.privates[card]}")
    for name, owner in state.privates.items():
        if owner is None and name not in cards:
            yield Problem("wrong_draft", "draft", f"{name} is neither in the deck nor kept")
    if all(is_blank(card) for card in draft.deck):
        yield Problem("wrong_draft", "draft.deck", "has no private company left to draw")
    for player in play.players:
        left = play.stock_rules.cash_left(play, player)
        if left < 0:
            message = f"{player} has kept cards for {-left} more than he has"
            yield Problem("wrong_draft", "draft.kept", message)


def _row(play: GameTable) -> Iterator[Problem]:
    """Every card lies there once; somebody is left to take one."""
    row = play.row
    for card, number in Counter(card for card, _ in row.cards).items():
        if number > 1:
            yield Problem("wrong_row", "row.cards", f"{card!r} is there {number} times")
        elif play.state.privates.get(card) is not None:
            message = f"{card} belongs to {play.state.privates[card]}"
            yield Problem("wrong_row", "row.cards", message)
    for name in _unsold(play):
        if name not in dict(row.cards):
            yield Problem("wrong_row", "row.cards", f"{name} belongs to nobody, and is not there")
    if row.turn in row.out and not row.par[0]:
        yield Problem("wrong_row", "row.turn", f"{row.turn} has no more turns")
    if not row.cards and not row.par[0]:
        yield Problem("wrong_row", "row.cards", "has no card left, and no price is to be set")
    yield from _par(play, "row.par", row.par)


def _lots(play: GameTable) -> Iterator[Problem]:
    """What is left is unsold; the highest bid is covered, and its bidder still bids."""
    lots, state = play.lots, play.state
    unsold = _unsold(play)
    if sorted(lots.left) != sorted(unsold):
        message = f"are not those without an owner: {', '.join(unsold) or 'none'}"
        yield Problem("wrong_auction", "lots.left", message)
    if lots.lot:
        face, step = state.rules.privates[lots.lot].price, play.data.privates.raise_by
        if lots.bid < face or (lots.bid - face) % step or lots.bid > state.players[lots.bidder]:
            message = f"{lots.bidder} cannot have bid {lots.bid} on {lots.lot}"
            yield Problem("wrong_bid", "lots.bid", message)
        if {lots.turn, lots.bidder} & {*lots.passed} or lots.turn == lots.bidder:
            message = f"{lots.turn} cannot be asked: he has passed, or the bid is his"
            yield Problem("wrong_auction", "lots.turn", message)
    elif lots.turn or lots.bidder or lots.bid or lots.passed:
        yield Problem("wrong_auction", "lots.lot", "is empty, though it is bid for")
    if not lots.left and not lots.par[0]:
        yield Problem("wrong_auction", "lots.left", "is empty, and no price is to be set")
    yield from _par(play, "lots.par", lots.par)


def _stock(play: GameTable) -> Iterator[Problem]:
    """Sales lie in the market; only presidents who can protect are asked."""
    stock = play.stock
    yield from _passes(play, "stock", stock.passes)
    if stock.sales and play.data.protection is None:
        message = f"prices wait for nobody in {play.state.title}"
        yield Problem("wrong_sale", "stock.sales", message)
        return
    sold: Counter[str] = Counter()
    for sale in stock.sales:
        sold[sale.corporation] += 10 * sale.count
        if not stock.asked and sale.seller != stock.turn:
            message = f"{sale.seller} has sold {sale.corporation}, and it is {stock.turn}'s turn"
            yield Problem("wrong_sale", "stock.sales", message)
    for name, percent in sold.items():
        if play.pool(name) < percent:
            message = f"{percent}% of {name} are not in the market"
            yield Problem("wrong_sale", "stock.sales", message)
    if stock.asked and not stock.sales:
        yield Problem("wrong_sale", "stock.asked", "is set, and there is no sale to ask about")
    elif stock.asked and not play.stock_rules.may_protect(play, stock.sales[0]):
        message = f"{stock.sales[0].president!r} cannot protect {stock.sales[0].corporation}"
        yield Problem("wrong_sale", "stock.asked", message)


def _passes(play: GameTable, where: str, passes: int) -> Iterator[Problem]:
    if passes > len(play.players):
        message = f"{passes} passes in a row, by {len(play.players)} players"
        yield Problem("wrong_passes", f"{where}.passes", message)
