"""1846: auctions, stock rounds and the end."""
