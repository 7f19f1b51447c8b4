"""1850: what data cannot say of its operating rounds."""
