"""`route-opt titles`: what there is, and how far to trust it."""

from __future__ import annotations

import click

from route_opt import titles
from route_opt.cli.common import as_json, say, say_json, title_dir


@click.command(name="titles")
@title_dir
@as_json
def command(as_json: bool) -> None:
    """List the titles with the sources of their data."""
    found = [titles.find(name) for name in titles.names()]
    if as_json:
        fields = ("name", "full_name", "edition", "reconstruction", "sources")
        rows = [{field: getattr(title, field) for field in fields} for title in found]
        say_json(rows, indent=True)
        return
    for title in found:
        say(f"{title.name}  {title.full_name}")
        say(f"    edition: {title.edition}")
        for what, source in title.sources.items():
            say(f"    {what}: {source}")
        if title.reconstruction:
            say(f"    THE MAP IS A RECONSTRUCTION. {title.reconstruction}")
        for name, option in title.options.items():
            say(f"    option {name}: {option.text} ({option.rule})")
