"""Why something is refused: the first rule it breaks, in the order in which a table would ask.

The choices of a step say what is legal; here is said, of what is not, why. Each function goes
through the same conditions as the choices of its step and names the first that fails.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from operating_round.actions import BuyPrivate, BuyTrain, Lay, Token
from operating_round.state import BANK, CLOSED
from operating_round.table import View
from route_opt.board import Laid
from route_opt.lays import Lay as TileLay
from route_opt.lays import connects, fitting, lay_of, supply
from route_opt.position import checked_tile
from route_opt.rules.tiles import replacing
from route_opt.rules.tokens import takes_tokens
from route_opt.rules.trains import card_of
from route_opt.tiles import keeps_track

if TYPE_CHECKING:
    from operating_round.rules import ExtraLay


# track


def why_not_lay(table: View, action: Lay, extra: ExtraLay | None) -> str:
    """Why a tile may not be laid, as the tile of the turn or by a private company's power."""
    if action.hex not in table.title.hexes:
        return f"there is no hex {action.hex!r}"
    if action.tile not in table.title.tiles:
        return f"there is no tile {action.tile!r}"
    return _Asked(table, action, extra).first_against()[1]


def why_nothing_on(table: View, hex_id: str) -> str:
    """Why no tile at all may be laid on a hex: what holds up the tile that comes furthest."""
    if hex_id not in table.title.hexes:
        return f"there is no hex {hex_id!r}"
    spec = table.state.board.tiles.get(hex_id, "")
    fits = fitting(table.title, hex_id, spec, table.map.network().position.options)
    if not fits:
        return f"no tile replaces {_below(spec, hex_id)}"
    asked = (_Asked(table, Lay(hex_id, tile, rotation), None) for tile, rotation in fits)
    return max((one.first_against() for one in asked), key=lambda found: found[0])[1]


class _Asked:
    """A lay that is asked for, and as a tile on the board once somebody looks."""

    def __init__(self, table: View, action: Lay, extra: ExtraLay | None) -> None:
        self.table, self.action, self.extra = table, action, extra

    @functools.cached_property
    def laid(self) -> Laid:
        """The hex with the tile on it."""
        action = self.action
        return self.table.map.network().board.lay(action.hex, f"{action.tile}@{action.rotation}")

    @functools.cached_property
    def lay(self) -> TileLay:
        """The lay with its costs."""
        action, network = self.action, self.table.map.network()
        return lay_of(network, self.laid, action.tile, action.rotation)

    def first_against(self) -> tuple[int, str]:
        """The first of the questions that it does not pass: its number, and the answer."""
        for number, against in enumerate(_AGAINST_LAY):
            if why := against(self):
                return number, why
        city = self.action.city
        return len(_AGAINST_LAY), f"there is no city {city} to choose for the token"


def _against_place(asked: _Asked) -> str:
    table, action, extra = asked.table, asked.action, asked.extra
    if extra is not None and action.hex not in extra.hexes:
        return f"{extra.private} does not lay on {action.hex}"
    if action.hex in table.rules.track.closed_hexes(table):
        owners = [
            name
            for name in table.state.privates
            if (private := table.privates.get(name)) and action.hex in private.blocks
        ]
        return f"{action.hex} is closed as long as a player owns {' or '.join(owners)}"
    return ""


def _against_tile(asked: _Asked) -> str:
    """Colour, supply, and whether it may ever come to this hex."""
    table, action, extra = asked.table, asked.action, asked.extra
    title, tile = table.title, action.tile
    colour = title.tiles[tile].colour
    colours = (extra.colours if extra else ()) or table.phase.tiles
    if colour not in colours:
        by = f"{extra.private} lays" if extra and extra.colours else f"phase {table.phase.name} has"
        return f"tile {tile} is {colour}; {by} {', '.join(colours)}"
    _, problems = checked_tile(title, action.hex, f"{tile}@{action.rotation}")
    if problems:
        return problems[0].message
    if extra and extra.tiles and tile not in extra.tiles:
        return f"{extra.private} lays {' or '.join(extra.tiles)} only"
    if extra is None and tile in title.kept_tiles:
        return f"tile {tile} is laid by the player with its private company"
    if supply(title, table.state.board.tiles, table.state.options).get(tile, 1) < 1:
        return f"no tile {tile} is left"
    return ""


def _against_fit(asked: _Asked) -> str:
    """What lies there: whether the tile is an upgrade of it, and keeps its track."""
    table, action = asked.table, asked.action
    title, spec = table.title, table.state.board.tiles.get(action.hex, "")
    options = table.map.network().position.options
    fits = fitting(title, action.hex, spec, options)
    if (action.tile, action.rotation) in fits:
        return ""
    if action.tile not in replacing(title, action.hex, spec, options):
        return f"tile {action.tile} does not replace {_below(spec, action.hex)}"
    new = title.tiles[action.tile].rotated(action.rotation)
    if not keeps_track(table.map.laid(action.hex).track, new):
        return f"tile {action.tile} at rotation {action.rotation} does not keep the track there"
    return f"tile {action.tile} may not lie on {action.hex} at rotation {action.rotation}"


def _below(spec: str, hex_id: str) -> str:
    """What a tile would replace."""
    return f"tile {spec.partition('@')[0]}" if spec else f"what is printed on {hex_id}"


def _against_number(asked: _Asked) -> str:
    """What the turn or the private company has left."""
    table, extra, upgrade = asked.table, asked.extra, asked.lay.upgrade
    kind = "upgrade" if upgrade else "first tile"
    if (extra is None or extra.counts) and not table.rules.track.may_lay(table, upgrade):
        return f"{table.entity} has no {kind} left in this turn"
    if extra and extra.upgrades is not None and extra.upgrades != upgrade:
        return f"{extra.private} does not lay such a tile: it would be the {kind} of its hex"
    return ""


def _against_connection(asked: _Asked) -> str:
    table, extra = asked.table, asked.extra
    usual = extra is None or extra.connected
    anywhere = table.rules.track.unconnected(table) if usual else (extra.hexes if extra else ())
    if asked.action.hex in anywhere:
        return ""
    if not connects(table.map.network(), table.map.reach(), asked.laid):
        return f"the tile does not meet the track of {table.entity} as it must"
    return ""


def _against_title(asked: _Asked) -> str:
    """The title's own conditions."""
    return asked.table.rules.track.objection(asked.table, asked.lay, asked.extra)


def _against_money(asked: _Asked) -> str:
    table = asked.table
    cost = table.rules.track.cost_of(table, asked.lay, asked.extra)
    if cost > table.acting.cash:
        return f"it costs {cost}, and {table.entity} has {table.acting.cash}"
    return ""


_AGAINST_LAY = (
    _against_place,
    _against_tile,
    _against_fit,
    _against_number,
    _against_connection,
    _against_title,
    _against_money,
)
"""The questions in the order in which a table would ask them."""


# tokens


def why_not_token(table: View, action: Token) -> str:
    """Why a station token may not be placed."""
    rules, stop = table.rules, action.stop
    if not table.map.has_stop(stop):
        return f"there is no stop {stop!r} on the map"
    if not table.acting.tokens_unplaced:
        return f"{table.entity} has no token left"
    if table.turn.tokens >= table.title.play.tokens.per_turn:
        return f"{table.entity} has placed its token of this turn"
    if not takes_tokens(table.title, table.map.stop(stop)):
        return f"{stop} is not a city that takes tokens"
    if rules.tokens.one_token_only(table, stop):
        return f"{table.entity} has a token there already"
    if table.map.free_slot(stop, table.entity) is None:
        kept = [name for name in table.map.reserved(stop).values() if name != table.entity]
        room = None in table.map.slots_of(stop)
        return f"{stop} has no free space" + (f" but for {', '.join(kept)}" if room else "")
    connected = dict(rules.tokens.token_stops(table)).get(stop)
    price = None if connected is None else rules.tokens.token_price(table, stop, connected)
    if price is None:
        return f"{stop} is not connected with a token of {table.entity}"
    return f"it costs {price}, and {table.entity} has {table.acting.cash}"


# trains and private companies


def why_not_train(table: View, action: BuyTrain) -> str:
    """Why a train may not be bought."""
    title, rules, buyer = table.title, table.rules, table.entity
    if action.train not in title.trains:
        return f"there is no train {action.train!r}"
    if not action.trade_in and table.depot.room(buyer) <= 0:
        limit = rules.trains.train_limit(table, buyer)
        return f"{buyer} has {limit} trains, as many as it may"
    if action.source in table.state.corporations:
        return _why_not_from(table, action)
    offers = [*rules.trains.offers(table)]
    offers += [more for offer in offers for more in rules.trains.trade_ins(table, offer)]
    same = [
        offer
        for offer in offers
        if offer.train == action.train and offer.trade_in == action.trade_in
    ]
    if not same:
        traded = f" for a {action.trade_in}" if action.trade_in else ""
        names = ", ".join(dict.fromkeys(offer.train for offer in offers)) or "none"
        return f"the bank sells no {action.train}{traded} now, but {names}"
    if action.source not in [offer.source for offer in same]:
        sources = ", ".join(offer.source for offer in same)
        return f"a {action.train} comes from {sources}, not from {action.source!r}"
    if action.price not in [offer.price for offer in same]:
        return f"a {action.train} costs {same[0].price}, not {action.price}"
    if not any(rules.trains.may_buy_more(table, offer) for offer in same):
        return f"{buyer} may buy no more trains from the bank in this turn"
    return f"it costs {action.price}, and {buyer} has {table.acting.cash}"


def _why_not_from(table: View, action: BuyTrain) -> str:
    """Why a train of another corporation may not be bought."""
    train, seller, cash = action.train, action.source, table.acting.cash
    if seller == table.entity:
        return f"{seller} cannot buy from itself"
    if train not in table.depot.working_trains(seller):
        card = card_of(table.title, train)
        other = [own for own in table.depot.working_trains(seller) if own in card]
        return f"{seller} has no {train} to sell" + (f", but a {other[0]}" if other else "")
    if not table.rules.trains.may_sell_train(table, seller, train):
        return f"{seller} may not sell its {train}"
    if action.price < 1:
        return "the least price is 1"
    return f"it costs {action.price}, and {table.entity} has {cash}"


def why_not_private(table: View, action: BuyPrivate) -> str:
    """Why a private company may not be bought."""
    owner = table.privates.owner_of(action.private)
    if table.privates.get(action.private) is None or action.private not in table.state.privates:
        return f"there is no private company {action.private!r}"
    if owner not in table.state.players:
        where = {CLOSED: "is closed", "": "belongs to nobody yet", BANK: "belongs to the bank"}
        return f"{action.private} {where.get(owner, f'belongs to {owner}')}"
    prices = table.rules.privates.private_prices(table, action.private)
    if prices is None:
        return f"{action.private} may not be bought by {table.entity} in phase {table.phase.name}"
    if not prices[0] <= action.price <= prices[1]:
        return f"{action.private} is sold for {prices[0]} to {prices[1]}, not {action.price}"
    return f"it costs {action.price}, and {table.entity} has {table.acting.cash}"
