"""What a word on the command line may become: files, and the names of titles."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType


class _File(StringParamType):
    """A file, - or RECORD@ACTION: any text, completed as a file."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


class _Title(StringParamType):
    """The name of a title."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from route_opt import titles

        return [CompletionItem(name) for name in titles.names() if name.startswith(incomplete)]


FILE, TITLE = _File(), _Title()
