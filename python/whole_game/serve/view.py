"""A game as the page shows it: everything on the table, in one document."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from operating_round import market
from operating_round.actions import (
    BuyTrain,
    Choice,
    Dividend,
    Issue,
    Lay,
    Object,
    Pass,
    Redeem,
    Run,
    SellShares,
)
from operating_round.reasons import why_nothing_on
from operating_round.round import view_of
from operating_round.rules import rules_of
from operating_round.state import CLOSED, Corporation
from operating_round.steps.dividend import can_be_bettered, why_no_objection
from operating_round.turns import current_step, urgent
from route_opt.lays import supply
from route_opt.render import colours
from route_opt.rules.trains import losses, phase_begun, trains_in_order
from route_opt.serve.tiles import look, picture
from route_opt.title import Private
from whole_game.actions import BuyShare, Par, parse_action, write_action
from whole_game.engine import legal_actions, on_table, player_to_act
from whole_game.game import Game
from whole_game.occasion import ENDS, occasion
from whole_game.picture import draw_market
from whole_game.players import shown
from whole_game.retold import board_of
from whole_game.rounds.row import RowRound
from whole_game.rounds.waterfall import WaterfallRound
from whole_game.serve.ahead import outlook
from whole_game.serve.choices import offers
from whole_game.serve.schema import (
    CompanyShown,
    DepotRow,
    GameShown,
    HexShown,
    Lot,
    Objections,
    Objector,
    Offer,
    PrivateShown,
    Stack,
    StandingShown,
    TileShown,
    TilesShown,
    TileTurn,
    TokensShown,
)
from whole_game.serve.wishes import denied, refusal
from whole_game.show import stacks
from whole_game.standings import standings
from whole_game.table import GameTable
from whole_game.words import Words

TELLING = (BuyTrain, Dividend, Object, Issue, Redeem, SellShares, BuyShare, Par, Pass)
"""Kinds of actions that bring more than they say."""


def view(game: Game) -> GameShown:
    """Who is to act and why, what may be done, what everybody has, how it stands."""
    play = on_table(game)
    state = game.operating
    turn = state.turn
    choices = legal_actions(game)
    return GameShown(
        title=state.title,
        options=list(state.options),
        round=state.round,
        phase=state.phase,
        bank=state.bank,
        over=game.over,
        finish=ENDS.get(state.finish, state.finish),
        player=player_to_act(game),
        occasion=occasion(game),
        entity=turn.entity if turn else "",
        step=turn.step if turn else "",
        revenue=turn.revenue if turn else None,
        position=board_of(game, running=_runs(choices)).document(),
        choices=[_with_outlook(game, offer) for offer in offers(game, choices)],
        denied=denied(game, choices),
        lays=_hexes(game, choices),
        objections=_objections(game, choices),
        players=list(shown(play)),
        companies=list(_companies(play)),
        privates=list(_privates(play)),
        sale=_sale(play),
        depot=list(_depot(play)),
        returned=dict(state.depot.discarded),
        remarks=list(rules_of(state.rules).rounds.remarks(state)),
        market=[
            Stack(market.price(state.rules.market, place), list(names))
            for place, names in stacks(play)
        ],
        chart=draw_market(game),
        standings=[
            StandingShown(**msgspec.structs.asdict(standing), sum=str(standing))
            for standing in standings(game)
        ],
    )


# what may be done


def _runs(choices: list[Choice]) -> bool:
    """Whether a run is made or being paid for."""
    return any(isinstance(choice.action, Run | Dividend) for choice in choices)


def _with_outlook(game: Game, offer: Offer) -> Offer:
    """A choice; what follows is told with those of which a player wants to know it beforehand."""
    action = parse_action(offer.action)
    if not isinstance(action, TELLING):
        return offer
    return msgspec.structs.replace(offer, follows=outlook(game, action))


def _hexes(game: Game, choices: list[Choice]) -> dict[str, HexShown]:
    """The hexes on which a tile may be laid now."""
    words, found = Words(game), dict[str, list[Choice]]()
    for choice in choices:
        if isinstance(choice.action, Lay):
            found.setdefault(choice.action.hex, []).append(choice)
    return {
        hex_id: HexShown(
            words.place(hex_id),
            list(dict.fromkeys(row.action.tile for row in rows if isinstance(row.action, Lay))),
            min(row.cost for row in rows),
        )
        for hex_id, rows in found.items()
    }


def lays(game: Game, hex_id: str) -> TilesShown:
    """The tiles that may be laid on a hex, with costs and copies left; each look once."""
    state = game.operating
    title, column = state.rules, state.rules.phases[state.phase].column
    left = supply(title, state.board.tiles, state.options)
    found: dict[tuple[str, str, int], TileShown] = {}
    for choice in legal_actions(game):
        lay = choice.action
        if not isinstance(lay, Lay) or lay.hex != hex_id:
            continue
        colour = title.tiles[lay.tile].colour
        row = found.setdefault(
            (lay.tile, lay.by, lay.city),
            TileShown(lay.tile, colour, left.get(lay.tile), lay.by, lay.city, []),
        )
        shape = look(title, lay.tile, lay.rotation)
        if all(shape != look(title, lay.tile, turn.rotation) for turn in row.turns):
            drawn = picture(title, lay.tile, lay.rotation, column)
            row.turns.append(TileTurn(lay.rotation, choice.cost, write_action(lay), drawn))
    return TilesShown(list(found.values()), "" if found else _why_nothing(game, hex_id))


def _why_nothing(game: Game, hex_id: str) -> str:
    """Why nothing may be laid on a hex, with the section."""
    if game.operating.turn is None:
        return "nobody lays track now"
    table = view_of(game.operating)
    lay = Lay(hex_id, "", 0)
    if hex_id in table.title.hexes and not (urgent(table) or current_step(table)).takes(lay):
        return refusal(game, lay)
    why, rule = why_nothing_on(table, hex_id), table.title.play.track.rule
    section = f" ({rule})" if rule else ""
    return f"{table.entity} may lay nothing on {Words(game).place(hex_id)}: {why}{section}"


def _objections(game: Game, choices: list[Choice]) -> Objections | None:
    """Who may object to the run declared, and why others may not; None where there is none."""
    if not any(isinstance(choice.action, Dividend) for choice in choices):
        return None
    table = view_of(game.operating)
    players = [Objector(player, why_no_objection(table, player)) for player in game.players]
    better = None if all(row.why for row in players) else can_be_bettered(table)
    return Objections(table.title.routes.rules.get("better_shown", ""), better, players)


# who has what


def _companies(play: GameTable) -> Iterator[CompanyShown]:
    state, title = play.state, play.state.rules
    for name, row in (*state.minors.items(), *state.corporations.items()):
        printed = title.corporations[name]
        placed = sum(owners.count(name) for owners in state.board.tokens.values())
        prices = play.table.rules.tokens.token_prices(play.table, name)
        found = CompanyShown(
            name=name,
            full_name=printed.name,
            colour=printed.colour or colours.FAINT,
            ink=colours.on(printed.colour or colours.FAINT),
            cash=row.cash,
            trains=list(row.trains),
            phased_out=list(row.phased_out),
            owner=row.owner,
            closed=row.closed,
            privates=list(row.companies),
            tokens=TokensShown(placed, list(prices)),
            minor=not isinstance(row, Corporation),
            done=name in state.done,
        )
        if isinstance(row, Corporation):
            found = msgspec.structs.replace(
                found,
                price=row.share_price,
                par=None if title.play.par_moves else row.par,
                started=row.ipoed,
                floated=row.floated,
                shares=dict(row.shares),
            )
        yield found


def _privates(play: GameTable) -> Iterator[PrivateShown]:
    for name, owner in play.state.privates.items():
        row = play.table.privates.get(name)
        if row is not None and owner != CLOSED:
            yield PrivateShown(name, row.name, owner or "", row.price, row.revenue, _powers(row))


def _powers(row: Private) -> str:
    """What a private company does, in a few words, with the section on it."""
    section = f" ({row.rule})" if row.power and row.rule else ""
    words = (
        f"pays {row.revenue}" if row.revenue else "",
        f"{row.power}{section}",
        f"the corporation is {row.share}" if row.draws_share and row.share else "",
        f"blocks {', '.join(row.blocks)}" if row.blocks else "",
        f"closes in phase {row.closes_on}" if row.closes_on else "",
    )
    return "; ".join(filter(None, words))


def _sale(play: GameTable) -> list[Lot]:
    """What an auction, a draft or a row of cards has on the table, and what was bid."""
    game, privates = play.game, play.state.rules.privates
    if game.auction is not None:
        auction = game.auction
        return [
            Lot(
                name,
                privates[name].price,
                WaterfallRound().price(play, name),
                [f"{who} {amount}" for who, amount in auction.bids.get(name, ())],
                name == (auction.contest or auction.offered[0]),
            )
            for name in auction.offered
        ]
    if game.lots is not None:
        lot, bid = game.lots.lot, f"{game.lots.bidder} {game.lots.bid}"
        names = (*([lot] if lot else []), *game.lots.left)
        return [
            Lot(name, face, face, [bid] if name == lot else [], name == lot)
            for name in names
            for face in [privates[name].price]
        ]
    if game.row is not None:
        return [
            Lot(
                card,
                RowRound().face(play, card),
                RowRound().cost(play, card),
                [f"{money} on it"] if money else [],
                False,
            )
            for card, money in game.row.cards
        ]
    return []


def _depot(play: GameTable) -> Iterator[DepotRow]:
    """The trains still to come, with what the first of each begins and ends."""
    state, title = play.state, play.state.rules
    for train in trains_in_order(title, state.options):
        if train.name not in state.depot.upcoming:
            continue
        phase = phase_begun(title, state.phase, train.name)
        lost = losses(title, state.options, train.name, phase) if phase else None
        yield DepotRow(
            train=train.name,
            left=state.depot.upcoming[train.name],
            unlimited=play.table.depot.unlimited(train.name),
            price=train.price,
            phase=phase or "",
            rusts=list(lost.gone) if lost else [],
            phases_out=list(lost.phased_out) if lost else [],
        )
