"""What holds at every moment of every game, whoever plays it."""

from __future__ import annotations

from collections.abc import Iterable

from operating_round.actions import SellShares
from operating_round.state import MARKET
from operating_round.table import Event
from route_opt import titles
from whole_game.actions import Action, BuyShare, Par
from whole_game.engine import legal_actions, on_table, player_to_act
from whole_game.game import Game, parse
from whole_game.policy import Policy, play
from whole_game.setup import new_game


def money(game: Game) -> int:
    """All the money of a game."""
    state = game.operating
    companies = (*state.corporations.values(), *state.minors.values())
    return state.bank + sum(state.players.values()) + sum(row.cash for row in companies)


def check(game: Game, total: int) -> None:
    """Money, certificates, presidents, and somebody with something to do."""
    assert money(game) == total
    state = game.operating
    assert min(state.players.values()) >= 0, state.players
    for name, row in (*state.corporations.items(), *state.minors.items()):
        assert row.cash >= 0, name
    for name, corporation in state.corporations.items():
        assert sum(corporation.shares.values()) == 100, name
        assert min(corporation.shares.values()) > 0, name
        if corporation.owner in game.players:
            most = max(corporation.shares.get(player, 0) for player in game.players)
            assert corporation.shares[corporation.owner] == most, name
    if game.over:
        assert not legal_actions(game)
    else:
        assert legal_actions(game)
        assert player_to_act(game) in game.players


def check_limits(before: Game, action: Action, after: Game) -> None:
    """A purchase never breaks a limit; a sale never fills the market above its own."""
    if before.stock is None or after.stock is None:
        return
    play, player = on_table(after), player_to_act(before)
    rules, most = play.stock_rules, play.table.rules.holdings.most_of_one(play.table)
    if isinstance(action, BuyShare | Par):
        name = action.corporation
        if name in after.operating.corporations and not play.lifted(name, "unlimited"):
            held = on_table(before).held(player, name)
            assert play.held(player, name) <= max(most, held), (player, name)
        if not play.lifted(name, "uncounted"):
            counted = rules.counted(play, player)
            assert counted <= rules.certificate_limit(play), (player, counted)
    if isinstance(action, SellShares) and action.corporation in after.operating.corporations:
        pool = after.operating.corporations[action.corporation].shares.get(MARKET, 0)
        assert pool <= after.operating.rules.play.pool_limit, action


def played(
    title: str,
    policy: Policy,
    seed: int,
    players: int = 3,
    reread: int = 25,
    options: Iterable[str] = (),
) -> Game:
    """A game played to its end, checked after every action; every 25th is read again."""
    names = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"][:players]
    variant = {"two_player_variant"} & titles.find(title).options.keys()
    options = (*options, *(sorted(variant) if players == 2 else ()))
    game = new_game(title, names, seed=seed, options=options)
    total, count, last = money(game), 0, game

    def watch(after: Game, action: Action, events: tuple[Event, ...]) -> None:
        nonlocal count, last
        count += 1
        check(after, total)
        check_limits(last, action, after)
        if count % reread == 0:
            assert parse(after.document()) == after
        last = after

    return play(game, policy, watch=watch)
