"""Full operating rounds on top of route_opt. It depends on route_opt, never the reverse."""
