"""Recorded games of 18xx.games, played by the engine."""
