"""What all rules of a title stand on: its data."""

from __future__ import annotations

from route_opt.title import Title


class TitleRules:
    """The rules of one title on one subject, answered from its data."""

    def __init__(self, title: Title) -> None:
        self.title = title
