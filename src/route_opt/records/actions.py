"""What each kind of action of a record does to the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from route_opt.errors import RouteOptError
from route_opt.records.document import Action
from route_opt.records.holdings import kept
from route_opt.records.pieces import PieceError
from route_opt.records.routes import read_routes, recorded_revenue, value
from route_opt.records.views import position_of

if TYPE_CHECKING:
    from route_opt.records.game import Game


def _bid(game: Game, action: Action) -> None:
    private, player = action["company"], str(action["entity"])
    if game.auction is None:
        if private in game.owners:
            game.owners[private] = player
        return
    _sold(game, game.auction.bid(player, private, int(action["price"])))


def _sold(game: Game, sold: Sequence[tuple[str, str]]) -> None:
    for private, player in sold:
        game.owners[private] = player
        corporation = game.rules.share_with.get(private)
        if corporation:
            game.holdings.buy(player, [f"{corporation}_1"])


def _pass(game: Game, action: Action) -> None:
    if game.auction is not None and action.get("entity_type") == "player":
        _sold(game, game.auction.leave(str(action["entity"])))


def _par(game: Game, action: Action) -> None:
    corporation = game.corporation(action["corporation"])
    game.holdings.par(corporation, str(action["entity"]))
    if game.prices:
        game.prices.start(corporation, int(str(action["share_price"]).split(",")[0]))
    if game.rules.home == "par":
        game.place_home(corporation)


def _buy_shares(game: Game, action: Action) -> None:
    buyer = str(action["entity"])
    if action.get("entity_type") == "company":
        buyer = game.owners.get(buyer) or buyer
    game.holdings.buy(buyer, action["shares"])


def _sell_shares(game: Game, action: Action) -> None:
    seller, shares = str(action["entity"]), action["shares"]
    corporation = game.holdings.corporation_of(shares[0])
    if seller == corporation and game.rules.corporations_trade == "stock":
        return  # Shares it issues again are for sale from its treasury.
    was_president = game.holdings.president[corporation] == seller
    game.holdings.sell(seller, shares, action.get("percent"))
    if game.prices and was_president:
        game.prices.step(corporation, -1)
    elif game.prices and seller == corporation and _in_need(game, action):
        game.prices.step(corporation, -len(shares))


def _in_need(game: Game, action: Action) -> bool:
    """Whether a corporation sells to buy a train: for less than one step below its price."""
    price = action.get("share_price")
    name = str(action["entity"])
    if not game.prices or name not in game.prices.place or not isinstance(price, int):
        return game.turns.has_paid
    lower = max(game.prices.place[name] - 1, 0)
    return price < game.prices.row[lower].price


def _buy_company(game: Game, action: Action) -> None:
    private, buyer = action["company"], str(action["entity"])
    if private not in game.owners:
        raise PieceError(f"private company {private!r} is not in this game")
    game.owners[private] = buyer
    if buyer not in game.title.corporations:
        return
    power = game.rules.powers.get(private)
    if power and power.when == "bought":
        game.rights |= {(kind, buyer) for kind in power.markers}
    elif power and power.when == "assigned":
        game.assigned[private].corporation = buyer
    game.release(private)
    if private in game.title.corporations and game.title.corporations[private].minor:
        _absorb(game, private, buyer)


def _absorb(game: Game, minor: str, buyer: str) -> None:
    """A corporation takes over a minor: its train, and its token if it has none there."""
    for train in game.trains.values():
        if train.owner == minor:
            train.owner = buyer
    for stop in game.pieces.tokens_of(minor):
        city = game.pieces.city(stop)
        if buyer in city.tokens:
            city.remove(minor)
        else:
            city.replace(minor, buyer)
    game.close(minor)


def _assign(game: Game, action: Action) -> None:
    private, target = action["entity"], action["target"]
    if private not in game.assigned:
        raise PieceError(f"{private!r} puts no marker on the map")
    assigned = game.assigned[private]
    if action.get("target_type") == "hex":
        again = assigned.hex == target
        kinds = game.rules.powers[private].markers
        assigned.use = min(assigned.use + 1, len(kinds) - 1) if again else 0
        assigned.hex = target
    else:
        assigned.corporation = game.corporation(target)


def _choose(game: Game, action: Action) -> None:
    choice = action["choice"]
    choice = choice[0] if isinstance(choice, list) else choice
    effect = game.rules.choices.get(str(choice))
    if effect is None:
        raise PieceError(f"choice {choice!r} is not one of {', '.join(game.rules.choices)}")
    name = game.corporation(action["entity"])
    if effect == "keep":
        return
    game.rights.add((effect, name))
    destination = game.title.corporations[name].destination
    if destination:
        game.pieces.city(f"{destination}.0").beside.append(name)
        game.fill_spaces(destination)


def _destination_connection(game: Game, action: Action) -> None:
    for name in action.get("corporations") or ():
        if game.corporation(name) not in game.connecting:
            game.connecting.append(name)


def _lay_tile(game: Game, action: Action) -> None:
    hex_id, tile = action["hex"], action["tile"]
    if hex_id not in game.title.hexes:
        raise PieceError(f"hex {hex_id!r} is not on the map of {game.title.name}")
    bare = not game.pieces.printed(hex_id)[0].track
    game.pieces.lay(hex_id, tile, action.get("rotation", 0))
    game.fill_spaces(hex_id)
    game.moved = ("", "")
    cities = game.pieces.cities[hex_id]
    tokens = [owner for city in cities.values() for owner in city.tokens if owner]
    if bare and len(cities) > 1 and tokens:
        # Whoever lays the first track of a hex with two cities says where the token goes.
        game.moved = (hex_id, tokens[0])


def _place_token(game: Game, action: Action) -> None:
    stop = game.pieces.stop_of_city(action["city"])
    hex_id = stop.partition(".")[0]
    if game.moved[0] == hex_id:
        owner = game.moved[1]
        for city in game.pieces.cities[hex_id].values():
            city.remove(owner)
    else:
        owner = str(action.get("tokener") or action["entity"])
        if owner not in game.title.corporations:
            owner = game.owners.get(owner) or owner
    game.moved = ("", "")
    game.put_token(stop, game.corporation(owner))


def _run_routes(game: Game, action: Action) -> None:
    name = game.corporation(action["entity"])
    game.unseen_purchases(action)
    if game.prices and name in game.prices.place:
        game.revenue[name] = _revenue(game, action)
    for route in action["routes"]:
        train = game.trains.get(route["train"])
        if train is None or train.owner != name:
            raise PieceError(f"runs train {route['train']!r}, which it does not have")
        # A connection run comes on top of the run of the turn.
        train.ran = name not in game.connecting


def _revenue(game: Game, action: Action) -> int:
    """What a run earns; where the record does not say, by our own judge."""
    recorded = recorded_revenue(action)
    if recorded is not None:
        return recorded
    position = position_of(game, str(action["entity"]))
    try:
        return value(position, read_routes(position, action, game.train_names()))
    except RouteOptError:
        return 0  # Routes that are none earn nothing; the audit tells why.


def _dividend(game: Game, action: Action) -> None:
    name = str(action["entity"])
    if name in game.connecting:
        game.connecting.remove(name)
    if game.prices and name in game.prices.place:
        revenue = game.revenue.pop(name, 0)
        game.prices.pay(name, revenue - kept(revenue, str(action["kind"])))
    game.drop_phased_out(name)


def _buy_train(game: Game, action: Action) -> None:
    buyer = game.corporation(action["entity"])
    number = str(action["train"])
    train = game.trains.get(number)
    if train is None:
        train = game.new_train(number)
    train.name = str(action.get("variant") or train.name)
    if train.name not in game.title.trains:
        raise PieceError(f"train {train.name!r} is not a train of {game.title.name}")
    if train.owner == buyer:
        raise PieceError(f"buys train {number!r}, which it has already")
    traded = action.get("exchange")
    if traded:
        if traded not in game.trains or game.trains[traded].owner != buyer:
            raise PieceError(f"trades in train {traded!r}, which it does not have")
        game.trains[traded].owner = ""
    train.owner = buyer
    game.train_bought(train.name)


def _discard_train(game: Game, action: Action) -> None:
    train = game.trains.get(action["train"])
    if train is None or train.owner != action["entity"]:
        raise PieceError(f"discards train {action['train']!r}, which it does not have")
    train.owner = ""


def _bankrupt(game: Game, action: Action) -> None:
    if not game.prices:
        return  # Elsewhere a bankruptcy ends the game.
    name = str(action["entity"])
    player = game.holdings.president.get(name) or name
    for corporation, president in game.holdings.president.items():
        if president == player:
            game.prices.step(corporation, -1)
    game.holdings.sell_all(player)
    for private, owner in game.owners.items():
        if owner == player:
            game.close_private(private)
            game.owners[private] = ""


def _nothing(game: Game, action: Action) -> None:
    """An action that leaves the map, the trains and the shares as they are."""


HANDLERS: dict[str, Callable[[Game, Action], None]] = {
    "assign": _assign,
    "bankrupt": _bankrupt,
    "bid": _bid,
    "buy_company": _buy_company,
    "buy_shares": _buy_shares,
    "buy_train": _buy_train,
    "choose": _choose,
    "destination_connection": _destination_connection,
    "discard_train": _discard_train,
    "dividend": _dividend,
    "lay_tile": _lay_tile,
    "par": _par,
    "pass": _pass,
    "place_token": _place_token,
    "run_routes": _run_routes,
    "sell_company": _nothing,
    "sell_shares": _sell_shares,
}
