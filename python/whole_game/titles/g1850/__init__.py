"""1850: auctions, stock rounds and the end."""
