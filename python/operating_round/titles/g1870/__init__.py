"""1870: what data cannot say of its operating rounds."""
