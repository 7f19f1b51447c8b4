"""Tiles written as the files of a title have them: the other way of `read_tile`."""

from __future__ import annotations

from route_opt.tiles import FIRST_STOP, Tile


def write_tile(tile: Tile) -> str:
    """The notation of a tile: ``read_tile(write_tile(t)) == t`` up to the order of its track."""
    words = [tile.colour]
    for stop in tile.stops:
        value = "/".join(str(value) for value in stop.values)
        usual = int(stop.kind == "city")
        words.append(
            stop.kind
            + (f":{value}" if value != "0" else "")
            + (f"x{stop.slots}" if stop.slots != usual else "")
        )
    spokes: dict[int, list[str]] = {}
    for first, second in tile.track:
        end, side = max(first, second), min(first, second)
        if end < FIRST_STOP or side >= FIRST_STOP:
            words.append(f"{_end_name(first)}-{_end_name(second)}")
        else:
            spokes.setdefault(end, []).append(str(side))
    words += [f"{_end_name(end)}:{','.join(sides)}" for end, sides in sorted(spokes.items())]
    if tile.label:
        words.append(f"={tile.label}")
    if tile.cost:
        words.append(f"${tile.cost}")
    return " ".join(words)


def _end_name(end: int) -> str:
    return str(end) if end < FIRST_STOP else chr(ord("a") + end - FIRST_STOP)
