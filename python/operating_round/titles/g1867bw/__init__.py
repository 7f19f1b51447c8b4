"""1867bw: what data cannot say of its operating rounds."""
