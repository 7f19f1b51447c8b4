"""Games to start from: an empty table, private companies sold, corporations floated."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence

from operating_round import market
from operating_round.actions import Exchange
from operating_round.errors import StateError
from operating_round.memory import Drawn
from operating_round.rules import rules_of
from operating_round.state import BANK, CLOSED, Company, Corporation, Depot, State
from operating_round.table import Table
from route_opt import titles
from route_opt.rules.privates import debt_of
from route_opt.rules.tokens import token_prices
from route_opt.rules.trains import card_of, number_of, trains_in_order
from route_opt.title import Title
from route_opt.title.play import nearest

PRESIDENTS = 20
"""The percent of a corporation on its president's certificate."""


def new_game(
    title: str | Title,
    players: Sequence[str],
    *,
    options: Iterable[str] = (),
    removed: Iterable[str] | None = None,
    chance: random.Random | None = None,
    drawn: Mapping[str, str] | None = None,
    any_number: bool = False,
) -> State:
    """A game as it stands when its box has been opened and the money dealt.

    Parameters
    ----------
    removed
        Corporations and private companies that are not in this game; left to chance if not given.
    chance
        Where what is drawn at random comes from. Without it all is in the game, in the order in
        which the title lists it.
    drawn
        The corporations that come with private companies, where they are drawn; by chance if not
        given.
    any_number
        For as many players as there are, whatever the rules say of their number: what goes by it is
        then as with the nearest number that they know.
    """
    options = tuple(options)
    rules = (titles.find(title) if isinstance(title, str) else title).under(options)
    count = len(players)
    known_number = any_number or str(count) in rules.play.cash
    if len(set(players)) != count or not known_number:
        known = ", ".join(rules.play.cash)
        raise StateError(f"{rules.name} is played by {known} different players, not {count}")
    out = _left_out(rules, count, removed, chance)
    cash = nearest(rules.play.cash, count)
    state = State(
        title=rules.name,
        phase=next(iter(rules.phases)),
        bank=rules.play.bank_for(count) - cash * count,
        players=dict.fromkeys(players, cash),
        corporations=_corporations(rules, options, out),
        privates={name: None for name in rules.privates if name not in out},
        depot=Depot(upcoming=_trains(rules, count, options)),
        options=options,
        round="SR 1",
    )
    table = Table(state, rules_of(rules))
    if draws := drawn or _drawn(table, chance):
        Drawn.set(table, drawn=draws)
    table.rules.effects.set_up(table, out, chance)
    return table.state


def _left_out(
    title: Title, players: int, removed: Iterable[str] | None, chance: random.Random | None
) -> tuple[str, ...]:
    """What is not in this game: as stated or by chance, and what so few players leave out."""
    rules = rules_of(title)
    if removed is None:
        removed = rules.rounds.drawn_out(players, chance) if chance else ()
    few = [name for name, row in title.privates.items() if row.least_players > players]
    out = tuple(dict.fromkeys([*removed, *few]))
    for name in out:
        if name not in title.corporations and rules.privates.private(name) is None:
            raise StateError(f"{name!r} is neither a corporation nor a private company")
    return out


def _corporations(
    title: Title, options: tuple[str, ...], out: Collection[str]
) -> dict[str, Corporation]:
    """The corporations before anybody has bought a share of them."""
    return {
        name: Corporation(
            tokens_unplaced=token_prices(row, options), shares={title.play.unsold: 100}
        )
        for name, row in title.corporations.items()
        if not row.minor and name not in out
    }


def _drawn(table: Table, chance: random.Random | None) -> dict[str, str]:
    """Which corporations come with private companies that leave that to chance."""
    names = list(table.state.corporations)
    return {
        private: chance.choice(names) if chance else names[0]
        for private in table.state.privates
        if (row := table.privates.get(private)) and row.draws_share
    }


def _trains(title: Title, players: int, options: tuple[str, ...]) -> dict[str, int]:
    """The trains of the bank: one count a card; 1 stands for a type without a limit."""
    found: dict[str, int] = {}
    for train in trains_in_order(title, options):
        number = number_of(train, options)
        number = number if isinstance(number, int) else nearest(number, players)
        found[card_of(title, train.name)[-1]] = number or 1
    return found


def sell_private(state: State, name: str, player: str, price: int | None = None) -> State:
    """A player buys a private company from the bank, as the first stock round would have it."""
    table = Table(state, rules_of(state.rules))
    private = table.privates.get(name)
    if private is None or name not in state.privates:
        known = ", ".join(state.privates)
        raise StateError(f"{name!r} is not a private company of this game; there are {known}")
    if player not in state.players:
        raise StateError(f"{player!r} is not a player; there are {', '.join(state.players)}")
    if state.privates[name] is not None:
        raise StateError(f"{player} cannot buy {name}: {state.privates[name]} has it")
    buy_private(table, name, player, private.price if price is None else price)
    return table.state


def buy_private(table: Table, name: str, player: str, price: int) -> None:
    """A private company from the bank to a player, its debt paid, with the share that it brings.

    A minor company starts. A president's certificate waits for its price: `start` gives it.
    """
    corporation, private = table.title.corporations.get(name), table.privates.get(name)
    table.bank.pay(player, BANK, price + debt_of(table.title, name))
    table.privates.give(name, player)
    if corporation and corporation.minor:
        _start_minor(table, name, player)
    if private and 0 < private.brings < PRESIDENTS:
        share = table.privates.share_of(name)
        table.market.move_shares(share, table.title.play.unsold, player, private.brings)


def _start_minor(table: Table, name: str, player: str) -> None:
    data = table.title.corporations[name]
    row = Company(owner=player, floated=True, trains=data.trains, tokens_unplaced=data.tokens)
    table.set(minors={**table.state.minors, name: row})
    table.bank.pay(BANK, name, data.treasury)
    table.map.place_home(name)


def start(table: Table, name: str, player: str, par: int) -> None:
    """A corporation has a president and a first price; who brought them may be nothing else."""
    place = par_place(table.title, par)
    key, order = market.key(place), table.state.market_order
    table.set(market_order={**order, key: (*order.get(key, ()), name)})
    table.change(name, owner=player, share_price=par, par=par, market=place, ipoed=True)
    for other, private in table.title.privates.items():
        if private.is_certificate and private.share == name:
            table.privates.give(other, CLOSED)


def float_corporation(state: State, name: str, par: int, holders: Mapping[str, int]) -> State:
    """Players buy shares of a corporation at its par; it floats if enough are sold.

    Parameters
    ----------
    holders
        What each holds then, with what private companies bring him: that costs nothing more, and
        who is left out holds just that. The largest holder is president, among equals the one who
        has the certificate with a private company, or the first of them.
    """
    table = Table(state, rules_of(state.rules))
    if name not in state.corporations or state.corporations[name].ipoed:
        raise StateError(f"{name!r} is not a corporation that can start")
    free = _brought(table, name)
    holders = {**holders, **{who: part for who, part in free.items() if who not in holders}}
    _check_holders(state, name, holders, free)
    unsold = table.title.play.unsold
    seller = name if table.title.play.sells_own_shares else BANK
    president = next(iter(dict.fromkeys([*_certificate_owners(table, name), *_largest(holders)])))
    start(table, name, president, par)
    for player, percent in holders.items():
        payer = table.rules.rounds.payer_of(table, name, player)
        table.bank.pay(payer, seller, par * (percent - free.get(player, 0)) // 10)
        had = table.corporation(name).shares.get(player, 0)
        table.market.move_shares(name, unsold, player, percent - had)
    table.market.check_president(name)
    if table.market.may_float(name):
        table.market.start(name)
        table.rules.effects.floats(table, name)
    return table.state


def _certificate_owners(table: Table, name: str) -> list[str]:
    """Who has the president's certificate of a corporation with a private company."""
    bring = [
        private
        for private, row in table.title.privates.items()
        if row.brings == PRESIDENTS and table.privates.share_of(private) == name
    ]
    owners = [table.privates.owner_of(private) for private in bring]
    return [owner for owner in owners if owner in table.state.players]


def _largest(holders: Mapping[str, int]) -> list[str]:
    """The holders, those of the most shares first."""
    return sorted(holders, key=lambda player: -holders[player])


def _brought(table: Table, name: str) -> dict[str, int]:
    """What players have of a corporation that has not started, or get as it starts."""
    shares = table.corporation(name).shares
    free = {player: shares.get(player, 0) for player in table.state.players}
    for owner in _certificate_owners(table, name):
        free[owner] += table.market.presidents(name)
    return {player: percent for player, percent in free.items() if percent}


def _check_holders(
    state: State, name: str, holders: Mapping[str, int], free: Mapping[str, int]
) -> None:
    """Raise `StateError` where nobody could come to hold these shares."""
    for player, percent in holders.items():
        if player not in state.players:
            raise StateError(f"{player!r} is not a player")
        if percent % 10 or percent < 10:
            raise StateError(f"{player} cannot hold {percent}% of {name}: shares are 10%")
    for player, percent in free.items():
        if holders[player] < percent:
            text = f"but his private companies bring him {percent}%"
            raise StateError(f"{player} cannot hold {holders[player]}% of {name}, {text}")
    if max(holders.values(), default=0) < PRESIDENTS:
        raise StateError(f"nobody can be president of {name}: that takes 20%")


def not_floated(state: State) -> list[str]:
    """A line on each corporation that has started, but will not operate yet."""
    table = Table(state, rules_of(state.rules))
    found = []
    for name, row in state.corporations.items():
        if row.ipoed and not row.floated and not table.market.may_float(name):
            sold, needed = table.market.sold(name), table.rules.rounds.float_percent(table, name)
            found.append(f"{name} does not float: {sold}% is sold, and {needed}% has to be")
    return found


def exchange(state: State, private: str, source: str = "") -> State:
    """Its owner swaps a private company for a share, by default from the unsold ones."""
    table = Table(state, rules_of(state.rules))
    swap = Exchange(private, source or table.title.play.unsold)
    for step in table.rules.rounds.between_turns(table):
        if step.takes(swap) and any(choice.action == swap for choice in step.choices(table)):
            step.apply(table, swap)
            return table.state
    raise StateError(f"{private!r} cannot be exchanged for a share from the {swap.source}")


def par_place(title: Title, par: int) -> market.Place:
    """The space of a first price on the stock market."""
    for row, cells in enumerate(title.market.grid):
        for column, cell in enumerate(cells):
            if cell and cell.price == par and "par" in cell.marks:
                return row, column
    raise StateError(
        f"{par} is not a par price; there are {', '.join(map(str, title.market.pars))}"
    )
