"""Games to start from: an empty table, private companies sold, corporations floated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from operating_round import market
from operating_round.errors import StateError
from operating_round.rules import rules_of
from operating_round.state import BANK, Company, Corporation, Depot, State
from operating_round.table import Table, card_of, trains_in_order
from route_opt import titles
from route_opt.rules.tokens import token_prices
from route_opt.rules.trains import number_of
from route_opt.title import Title


def new_game(
    title: str | Title,
    players: Sequence[str],
    *,
    options: Iterable[str] = (),
    removed: Iterable[str] = (),
) -> State:
    """A game as it stands when its box has been opened and the money dealt.

    Parameters
    ----------
    removed
        Corporations and private companies that are not in this game.
    """
    rules = titles.find(title) if isinstance(title, str) else title
    count = str(len(players))
    if len(set(players)) != len(players) or count not in rules.play.cash:
        known = ", ".join(rules.play.cash)
        raise StateError(f"{rules.name} is played by {known} different players, not {count}")
    out = tuple(removed)
    for name in out:
        if name not in rules.corporations and name not in rules.privates:
            raise StateError(f"{name!r} is neither a corporation nor a private company")
    bank = rules.play.bank if isinstance(rules.play.bank, int) else rules.play.bank[count]
    cash = rules.play.cash[count]
    state = State(
        title=rules.name,
        phase=next(iter(rules.phases)),
        bank=bank - cash * len(players),
        players=dict.fromkeys(players, cash),
        corporations={
            name: Corporation(
                tokens_unplaced=token_prices(row, tuple(options)), shares={rules.play.unsold: 100}
            )
            for name, row in rules.corporations.items()
            if not row.minor and name not in out
        },
        privates={name: None for name in rules.privates if name not in out},
        depot=Depot(upcoming=_trains(rules, count, tuple(options))),
        options=tuple(options),
        round="SR 1",
    )
    table = Table(state, rules_of(rules))
    table.rules.set_up(table, out)
    return table.state


def _trains(title: Title, players: str, options: tuple[str, ...]) -> dict[str, int]:
    """The trains of the bank: one count a card; 1 stands for a type without a limit."""
    found: dict[str, int] = {}
    for train in trains_in_order(title, options):
        number = number_of(train, options)
        number = number if isinstance(number, int) else number[players]
        found[card_of(title, train.name)[-1]] = number or 1
    return found


def sell_private(state: State, name: str, player: str, price: int | None = None) -> State:
    """A player buys a private company from the bank, as the first stock round would have it."""
    table = Table(state, rules_of(state.rules))
    private = table.private(name)
    if private is None or state.privates.get(name) is not None or player not in state.players:
        raise StateError(f"{player} cannot buy {name!r}: it is sold, or one of them is unknown")
    buy_private(table, name, player, private.price if price is None else price)
    return table.state


def buy_private(table: Table, name: str, player: str, price: int) -> None:
    """A private company from the bank to a player, its debt paid; a minor company starts."""
    corporation = table.title.corporations.get(name)
    table.pay(player, BANK, price + (corporation.debt if corporation else 0))
    table.give_private(name, player)
    if corporation and corporation.minor:
        _start_minor(table, name, player)


def _start_minor(table: Table, name: str, player: str) -> None:
    data = table.title.corporations[name]
    row = Company(owner=player, floated=True, trains=data.trains, tokens_unplaced=data.tokens)
    table.set(minors={**table.state.minors, name: row})
    table.pay(BANK, name, data.treasury)
    table.rules.place_home(table, name)


def float_corporation(state: State, name: str, par: int, holders: Mapping[str, int]) -> State:
    """Players buy shares of a corporation at its par; it floats if they hold enough.

    The first holder is its president.
    """
    table = Table(state, rules_of(state.rules))
    if name not in state.corporations or state.corporations[name].ipoed:
        raise StateError(f"{name!r} is not a corporation that can start")
    place = par_place(state.rules, par)
    unsold = state.rules.play.unsold
    president = next(iter(holders), "")
    for player, percent in holders.items():
        if percent % 10 or percent < (20 if player == president else 10):
            raise StateError(
                f"{player} cannot hold {percent}% of {name}: shares are 10%, the first 20%"
            )
    sold = sum(holders.values())
    floats = sold >= state.rules.corporations[name].float_percent
    key = market.key(place)
    order = state.market_order
    table.set(market_order={**order, key: (*order.get(key, ()), name)})
    table.change(name, owner=president, share_price=par, par=par, market=place, ipoed=True)
    seller = BANK if unsold == "IPO" else name
    for player, percent in holders.items():
        if player not in state.players:
            raise StateError(f"{player!r} is not a player")
        table.pay(table.rules.payer_of(table, name, player), seller, par * percent // 10)
        table.move_shares(name, unsold, player, percent)
    if floats:
        table.change(name, floated=True)
        table.rules.floats(table, name)
    return table.state


def par_place(title: Title, par: int) -> market.Place:
    """The space of a first price on the stock market."""
    for row, cells in enumerate(title.market.grid):
        for column, cell in enumerate(cells):
            if cell and cell.price == par and "par" in cell.marks:
                return row, column
    raise StateError(
        f"{par} is not a par price; there are {', '.join(map(str, title.market.pars))}"
    )
