"""Boards for what-if questions that several files ask."""

from __future__ import annotations

from typing import Any

LINE: dict[str, Any] = {
    "title": "1846",
    "phase": "II",
    "corporation": "PRR",
    "trains": ["4"],
    "tiles": {"C13": "7@4", "D14": "5@1", "D12": "8@4", "E11": "57@0"},
    "tokens": {"C15.0": ["MS"], "E11.0": ["PRR"]},
}
"""1846: Detroit, Toledo and Fort Wayne on one line: 40 + 20 + 20."""
