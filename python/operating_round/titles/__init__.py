"""What titles need of operating rounds beyond their data: one folder each, by name."""
