"""Claims: a stated set of routes, and its independent check, rule by rule, in plain Python.

This package finds nothing: it judges what others found, players and programs alike, and shares no
code with any search.

===================  ==========================================================
``routes``           reading routes from documents and results
``walk``             following a route over the board
``rules``            what a run may do, one function a rule
``value``            what a run pays, one function an effect
``booking``          money of the whole set, booked on its routes
``statement``        how the revenue comes about, stop by stop
``nothing``          why there is none
``verdict``          all of it together: `check`
``words``            a route in words: read, and written
``links``            the track between stops
``names``            routes in words, laid on the board
``claim``            a declared run against a challenge
===================  ==========================================================
"""

from route_opt.claims.rules import Violation
from route_opt.claims.verdict import (
    RouteVerdict,
    Verdict,
    account,
    check,
    check_on,
    judge_routes,
)

__all__ = ["RouteVerdict", "Verdict", "Violation", "account", "check", "check_on", "judge_routes"]
