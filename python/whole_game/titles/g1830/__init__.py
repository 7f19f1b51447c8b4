"""1830: auctions, stock rounds and the end."""
