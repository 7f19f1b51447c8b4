"""18Chesapeake: auctions, stock rounds and the end."""
