"""Kinds of round outside operating rounds."""
