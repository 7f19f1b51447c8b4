"""What would the next move be worth? Tile lays, tokens and trains, ranked by what they add.

===============  =================================================================
``moves``        a move: its cost, and what it changes
``lays``         tiles and upgrades, two of them in a turn, rights in place of a tile
``tokens``       station tokens and edge tokens
``trains``       trains, with the phase that the first of a kind begins
``searches``     the best after each move, each different board once
``rank``         the order of the moves
``ahead``        two turns: a lay now, a lay in the next, then the run
``relaxed``      what no plan of two turns can be worth more than
===============  =================================================================
"""

from route_opt.next_moves.moves import Move
from route_opt.next_moves.rank import Ranking, whatif

__all__ = ["Move", "Ranking", "whatif"]
