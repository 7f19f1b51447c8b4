"""The stock market of a game as a picture."""

from __future__ import annotations

from route_opt.render.market import Market
from route_opt.render.market import draw_market as draw
from whole_game.engine import on_table
from whole_game.game import Game
from whole_game.show import stacks


def draw_market(game: Game) -> str:
    """The stock market as SVG: tokens in their stacks, and first prices where they are kept."""
    state, title = game.operating, game.operating.rules
    pars: dict[int, list[str]] = {}
    if not title.play.sells_own_shares:
        pars = {price: [] for price in title.market.pars}
        for name, row in state.corporations.items():
            if row.par is not None and row.ipoed:
                pars.setdefault(row.par, []).append(name)
    heading = f"{state.round}, phase {state.phase}"
    return draw(Market(title, dict(stacks(on_table(game))), pars, state.options, heading))
