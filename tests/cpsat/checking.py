"""A naive check of routes against a compiled instance: walk them, rule by rule."""

from __future__ import annotations

from typing import Any, NamedTuple


class Walked(NamedTuple):
    stops: list[int]
    counted: list[int]
    value: int


def total(instance: Any, routes: list[tuple[int, list[int], list[int], int]]) -> int:
    """What the routes earn together; an AssertionError if they break a rule."""
    used: list[object] = []
    walked = [walk(instance, route, used) for route in routes]
    assert len(used) == len(set(used)), "track used twice"
    trains = [route[0] for route in routes]
    assert len(trains) == len(set(trains)), "a train runs twice"
    ends = [{walk.stops[0], walk.stops[-1]} for walk in walked]
    for required in pairs(instance.required_ends):
        assert set(required) in ends, "a required run is missing"
    earned: int = sum(walk.value for walk in walked)
    earned += instance.visit_bonus * max((len(walk.stops) for walk in walked), default=0)
    earned += instance.good_value * delivered(instance, walked)
    return earned


def walk(instance: Any, route: tuple[int, list[int], list[int], int], used: list[object]) -> Walked:
    train, path, counted, value = route
    size = len(instance.value)
    stops = [end for end in path if end < size]
    follow(instance, path, used)
    assert len(stops) >= 2, "a route of less than two stops"
    assert path[0] < size, "a route that starts on open track"
    assert path[-1] < size, "a route that ends on open track"
    assert len(stops) == len(set(stops)), "a stop visited twice"
    assert not any(instance.end_only[stop] for stop in stops[1:-1]), "passes an end-only stop"
    groups = [instance.group[stop] for stop in stops if instance.group[stop] >= 0]
    assert len(groups) == len(set(groups)), "two stops of a group"
    assert len(stops) <= (instance.visits[train] or size), "too many visits"
    assert len(counted) <= (instance.counts[train] or size), "too many counted"
    assert counted == [stop for stop in stops if stop in counted], "counted not in running order"
    assert any(instance.own[stop] for stop in counted), "no own token counted"
    classes = {instance.end_class[stops[0]], instance.end_class[stops[-1]]}
    assert classes not in map(set, pairs(instance.forbidden_ends)), "forbidden ends"
    check_sizes(instance, train, stops, counted)
    tariff = instance.tariff[train] if instance.tariff else 0
    values = instance.tariffs[(tariff - 1) * size : tariff * size] if tariff else instance.value
    earned = sum(values[stop] for stop in counted)
    earned += sum(value for value, members in sets(instance.sets) if members <= set(stops))
    paid = [stop for stop in (stops[0], stops[-1]) if stop in counted]
    earned += sum(instance.end_extra[stop] for stop in paid)
    if len(paid) == 2 and classes in map(set, pairs(instance.bonus_ends)):
        earned += sum(instance.pair_value[stop] for stop in paid)
    assert earned == value, "the value of a route is wrong"
    return Walked(stops, counted, earned)


def check_sizes(instance: Any, train: int, stops: list[int], counted: list[int]) -> None:
    """Limits on towns, and on what is none."""
    for what, called in (("visits", stops), ("counts", counted)):
        minors = sum(bool(instance.minor and instance.minor[stop]) for stop in called)
        for size, number in (("minor", minors), ("major", len(called) - minors)):
            limits = getattr(instance, f"{size}_{what}")
            if limits and limits[train]:
                assert number <= max(limits[train], 0), f"{what} too many {size} stops"


def sets(flat: list[int]) -> list[tuple[int, set[int]]]:
    """Values and members of the sets of stops."""
    found, flat = [], list(flat)
    while flat:
        value, size, *rest = flat
        found.append((value, set(rest[:size])))
        flat = rest[size:]
    return found


def follow(instance: Any, path: list[int], used: list[object]) -> None:
    """Each step must be a piece of track, from where the last one led to."""
    size = len(instance.value)
    track = {frozenset(piece) for piece in pairs(instance.track)}
    here = path[0]
    for end in path[1:]:
        assert frozenset((here, end)) in track, f"no track from {here} to {end}"
        if end >= size:
            used.append(("side", (end - size) // 2))
            here = size + ((end - size) ^ 1)
        else:
            if here < size:
                used.append(("piece", frozenset((here, end))))
            here = end


def pairs(flat: Any) -> list[tuple[int, int]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def delivered(instance: Any, walked: list[Walked]) -> int:
    """The most goods delivered, with the extra one where it helps most."""
    orders = [
        [stop for stop in walk.stops if instance.goods[stop] or instance.room[stop]]
        for walk in walked
        for stop in walk.stops
        if instance.buyer[stop]
    ]
    goods = list(instance.goods)
    most = filled(orders, goods)
    if instance.extra_good:
        for stop in range(len(goods)):
            if instance.room[stop]:
                more = [count + (stop == other) for other, count in enumerate(goods)]
                most = max(most, filled(orders, more))
    return most


def filled(orders: list[list[int]], goods: list[int]) -> int:
    if not orders:
        return 0
    most = filled(orders[1:], goods)
    for stop in orders[0]:
        if goods[stop]:
            left = [count - (stop == other) for other, count in enumerate(goods)]
            most = max(most, 1 + filled(orders[1:], left))
    return most
