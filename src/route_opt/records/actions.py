"""What each kind of action of a record does to the game.

A handler looks at all it needs before it changes anything: where it raises `PieceError`, nothing
has happened. Where the effect of something refused is clear, it notes that and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from route_opt.errors import RouteOptError
from route_opt.records.holdings import MARKET, TREASURY, kept
from route_opt.records.pieces import PieceError
from route_opt.records.routes import read_routes, value
from route_opt.records.views import position_of
from route_opt.records.words import Action, recorded_revenue

if TYPE_CHECKING:
    from route_opt.records.game import Game

# Actions that change nothing here: talk and the end of the game.
_SILENT = frozenset({"message", "log", "end_game", "undo", "redo"})


def is_silent(kind: str) -> bool:
    """Whether an action of a kind leaves the game as it is.

    Programs too: what they do follows as actions of their own.
    """
    return kind in _SILENT or kind.startswith("program_")


def _bid(game: Game, action: Action) -> None:
    private, player = str(action["company"]), str(action["entity"])
    if game.auction is not None:
        _sold(game, game.auction.bid(player, _private(game, private), int(action["price"])))
    elif private in game.owners:
        game.owners[private] = player
        game.turns.drafted()


def _private(game: Game, name: Any) -> str:
    """The name of a private company, checked."""
    if not isinstance(name, str) or name not in game.owners:
        raise PieceError("private", f"private company {name!r} is not in this game")
    return name


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
    player = _player(game, action["entity"])
    if corporation not in game.holdings.president:
        raise PieceError("corporation", f"{corporation} has no shares")
    if game.holdings.president[corporation] or corporation in game.closed:
        game.depart("par", f"{corporation} was started before: it must have closed", applied=True)
        game.start_anew(corporation)
    game.holdings.par(corporation, player)
    if game.prices:
        game.prices.start(corporation, int(str(action["share_price"]).split(",")[0]))
    if game.rules.home == "par":
        game.place_home(corporation)


def _player(game: Game, name: Any) -> str:
    """A player's number, checked."""
    if str(name) not in game.players:
        raise PieceError("player", f"{name!r} is not a player of this game")
    return str(name)


def _shares(game: Game, action: Action) -> list[str]:
    """The certificates of an action, all of one corporation."""
    shares = action.get("shares") or [action["share"]]
    if not isinstance(shares, list):
        raise PieceError("share", f"{shares!r} is not a list of certificates")
    found = {game.holdings.corporation_of(share) for share in shares}
    if len(found) != 1:
        raise PieceError("share", "the certificates are not of one corporation")
    return shares


def _buy_shares(game: Game, action: Action) -> None:
    buyer = str(action["entity"])
    if action.get("entity_type") == "company":
        buyer = game.owners.get(buyer) or buyer
    shares = _shares(game, action)
    if buyer != game.holdings.corporation_of(shares[0]):
        buyer = _player(game, buyer)
    game.holdings.buy(buyer, shares)


def _sell_shares(game: Game, action: Action) -> None:
    seller, shares = str(action["entity"]), _shares(game, action)
    corporation = game.holdings.corporation_of(shares[0])
    if seller == corporation and game.rules.corporations_trade == "stock":
        return  # Shares it issues again are for sale from its treasury.
    held = game.holdings.held[corporation].get(TREASURY if seller == corporation else seller, [])
    missing = [share for share in shares if share not in held]
    if missing:
        message = f"{seller} does not hold {', '.join(missing)}"
        game.depart("share", message, applied=True)
    percent = action.get("percent")
    was_president = game.holdings.president[corporation] == seller
    game.holdings.sell(seller, shares, percent if isinstance(percent, int) else None)
    if game.prices and was_president:
        game.prices.step(corporation, -1)
    elif game.prices and seller == corporation and _in_need(game, action):
        game.turns.has_issued = True
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
    private, buyer = _private(game, action["company"]), str(action["entity"])
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
    private, target = str(action["entity"]), action["target"]
    if private not in game.assigned:
        raise PieceError("marker", f"{private!r} puts no marker on the map")
    assigned = game.assigned[private]
    if action.get("target_type") != "hex":
        assigned.corporation = game.corporation(target)
        return
    kinds = game.rules.powers[private].markers
    places = game.title.markers[kinds[0]].hexes or game.title.hexes
    if not isinstance(target, str) or target not in places or not game.pieces.cities[target]:
        raise PieceError("marker", f"a {kinds[0]} marker does not stand on {target!r}")
    again = assigned.hex == target
    assigned.use = min(assigned.use + 1, len(kinds) - 1) if again else 0
    assigned.hex = target


def _choose(game: Game, action: Action) -> None:
    choice = action["choice"]
    choice = choice[0] if isinstance(choice, list) else choice
    effect = game.rules.choices.get(str(choice))
    if effect is None:
        known = ", ".join(game.rules.choices) or "those there are: none"
        raise PieceError("choice", f"choice {choice!r} is not one of {known}")
    name = game.corporation(action["entity"])
    if effect == "keep":
        return
    if (effect, name) in game.rights:
        raise PieceError("choice", f"{name} has that already")
    destination = game.title.corporations[name].destination
    if destination:
        _token_at_destination(game, name, f"{destination}.0")
    elif game.title.markers[effect].placed and not game.title.corporations[name].edge_token:
        raise PieceError("choice", f"{name} has no token to place there")
    game.rights.add((effect, name))


def _token_at_destination(game: Game, name: str, stop: str) -> None:
    """It stands beside the city, or takes a space of it where that is played."""
    city = game.pieces.city(stop)
    if name in city.tokens:
        raise PieceError("second_token", f"{name} has a token on {stop} already")
    if game.title.routes.beside_fills in game.options:
        city.put(name)
    else:
        city.beside.append(name)


def _destination_connection(game: Game, action: Action) -> None:
    names = action.get("corporations") or ()
    for name in names if isinstance(names, list) else ():
        if game.title.corporations[game.corporation(name)].destination and (
            name not in game.connecting
        ):
            game.connecting.append(name)


def _lay_tile(game: Game, action: Action) -> None:
    hex_id, tile = action["hex"], action["tile"]
    if not isinstance(hex_id, str) or hex_id not in game.title.hexes:
        raise PieceError("hex", f"hex {hex_id!r} is not on the map of {game.title.name}")
    bare = not game.pieces.printed(hex_id)[0].track
    for wrong in game.pieces.lay(hex_id, str(tile), action.get("rotation", 0)):
        game.depart(wrong.code, str(wrong), applied=True)
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
    game.put_token(stop, game.corporation(owner), action.get("slot"))


def _run_routes(game: Game, action: Action) -> None:
    name = game.corporation(action["entity"])
    game.get_unseen(name, action)
    if game.prices and name in game.prices.place:
        game.revenue[name] = _revenue(game, action)
    routes = action.get("routes")
    for route in routes if isinstance(routes, list) else ():
        train = game.trains.get(str(route.get("train"))) if isinstance(route, dict) else None
        if train is not None and train.owner == name:
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
    name = str(action.get("variant") or (train.name if train else number.rpartition("-")[0]))
    if name not in game.title.trains:
        raise PieceError("train", f"train {name!r} is not a train of {game.title.name}")
    if train is not None and train.owner == buyer:
        raise PieceError("train", f"buys train {number!r}, which it has already")
    if traded := action.get("exchange"):
        old = game.trains.get(str(traded))
        if old is not None and old.owner == buyer:
            old.owner = ""
        else:
            message = f"it trades in train {traded!r}, which it does not have"
            game.depart("train", message, applied=True)
    if train is None:
        train = game.new_train(number)
    train.name = name
    train.owner = buyer
    game.train_bought(train.name)


def _discard_train(game: Game, action: Action) -> None:
    train = game.trains.get(str(action["train"]))
    if train is None or train.owner != action["entity"]:
        raise PieceError("train", f"discards train {action['train']!r}, which it does not have")
    train.owner = ""


def _bankrupt(game: Game, action: Action) -> None:
    if not game.prices:
        return  # Elsewhere a bankruptcy ends the game.
    name = str(action["entity"])
    player = game.holdings.president.get(name) or name
    _issue_all(game, name)
    for corporation in game.holdings.president:
        _sell_what_may_be_sold(game, corporation, player, name)
    game.holdings.sell_all(player)
    for private, owner in game.owners.items():
        if owner == player:
            game.close_private(private)
            game.owners[private] = ""
    if name in game.holdings.president and not game.president(name):
        game.foresee_unseen(name)


def _issue_all(game: Game, name: str) -> None:
    """Before its president is bankrupt, a corporation issues all it may.

    As many shares as players have more than the market, as long as they bring money: each lowers
    the price by one, and they are sold for one less again.
    """
    if not game.prices or name not in game.prices.place or game.turns.has_issued:
        return
    holdings, place = game.holdings, game.prices.place[name]
    room = sum(holdings.with_players(name).values()) - holdings.percent(name, MARKET)
    issued: list[str] = []
    for share in holdings.held[name].get(TREASURY, []):
        price = game.prices.row[max(place - len(issued) - 2, 0)].price
        size = holdings.sizes[share]
        if price and room >= size and not share.endswith("_0"):
            issued.append(share)
            room -= size
    if issued:
        holdings.sell(name, issued)
        game.prices.step(name, -len(issued))


def _sell_what_may_be_sold(game: Game, corporation: str, player: str, operating: str) -> None:
    """The price of a corporation falls if its president sells shares of it as he may.

    Half of a corporation fits into the market, and he stays president of the one that operates.
    """
    holdings = game.holdings
    if not game.prices or holdings.president[corporation] != player:
        return
    own = holdings.percent(corporation, player)
    others = [p for name, p in holdings.with_players(corporation).items() if name != player]
    most = max(others, default=0)
    keeps = max(most, 20) if corporation == operating or most < 20 else 0
    room = 50 - holdings.percent(corporation, MARKET)
    if min(own - keeps, room) >= 10:
        game.prices.step(corporation, -1)


def _nothing(game: Game, action: Action) -> None:
    """An action that leaves the map, the trains and the shares as they are."""


HANDLERS: dict[str, Callable[[Game, Action], None]] = {
    "assign": _assign,
    "bankrupt": _bankrupt,
    "bid": _bid,
    "buy_company": _buy_company,
    "buy_share": _buy_shares,
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
