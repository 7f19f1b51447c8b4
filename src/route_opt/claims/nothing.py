"""Why a corporation earns nothing, where that is all it can."""

from __future__ import annotations

from route_opt.claims.links import Links
from route_opt.network import Network


def why_nothing(network: Network) -> str:
    """The first reason a player would give: no train, no token, no track, no legal run."""
    position = network.position
    runner = position.corporation
    if not position.trains:
        return f"{runner} has no train"
    if not any(runner in owners for owners in network.tokens.values()):
        return f"{runner} has no token on the map"
    links = Links(network)
    own = [stop.name for stop in network.stops.values() if stop.own]
    if not any(links.leading(name).keys() - {name} for name in own):
        return f"no track leads from a token of {runner} to another stop"
    return "no legal run pays anything"
