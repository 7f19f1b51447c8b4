"""1870: auctions, stock rounds and the end."""
