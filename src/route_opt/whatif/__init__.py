"""What would the next move be worth? Tile lays, tokens and trains, ranked by what they add.

===============  =================================================================
``moves``        a move: its cost, and what it changes
``lays``         tiles and upgrades, two of them in a turn, rights in place of a tile
``tokens``       station tokens and edge tokens
``trains``       trains, with the phase that the first of a kind begins
``relevant``     what of a board a corporation's trains can use at all
``rank``         the best after each move, and the order
===============  =================================================================
"""

from route_opt.whatif.moves import Move
from route_opt.whatif.rank import Ranking, whatif

__all__ = ["Move", "Ranking", "whatif"]
