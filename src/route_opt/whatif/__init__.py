"""What would the next move be worth? Tile lays, tokens and trains, ranked by what they add.

===============  =================================================================
``moves``        the moves a corporation could make, each with its cost
``relevant``     what of a board a corporation's trains can use at all
``rank``         the best after each move, and the order
===============  =================================================================
"""

from route_opt.whatif.moves import Move
from route_opt.whatif.rank import Ranking, whatif

__all__ = ["Move", "Ranking", "whatif"]
