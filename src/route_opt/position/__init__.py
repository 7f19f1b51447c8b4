"""The position document: one question, "what can this corporation earn, here, now?".

`parse` reads and checks a document against its title and reports every problem at once;
`Position.document` writes it back. Names of cities are accepted wherever a hex is.
"""

from route_opt.position.legal import checked_tile
from route_opt.position.model import FORMAT, Marker, Position
from route_opt.position.reading import load, parse

__all__ = ["FORMAT", "Marker", "Position", "checked_tile", "load", "parse"]
