"""What titles say of auctions, stock rounds and the end: one folder each, by name."""
