"""Small errors put in on purpose, one at a time: do the fast tests notice?

    python tests/mutants.py             all of them, with a report of those that survive
    python tests/mutants.py records     those whose layer or file has that word
    python tests/mutants.py --list      what there is

Each is a line of a file and what to write in its place. It is put into a copy of the tree, never
into the tree itself, and the tests of its layer run there. A line that is no longer where it was
is an error: then the list has to follow the code. `test_mutants.py` runs them in the slow tier.
Those in `bindings` need what the developers' install brings: their modules are built in the copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PARTS = (
    *("src", "python", "tests", "cpp", "bindings", "benchmarks"),
    *("CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml"),
)
PATIENCE = 600
"""Seconds after which tests that never end count as a failure, if they took a fifth without it."""


class Mutant(NamedTuple):
    """An error: in which layer, in which file, which text becomes which, and who should notice."""

    layer: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        old, new = (" ".join(text.split())[:60] for text in (self.old, self.new))
        return f"{self.layer}: {self.file}: {old} -> {new}"


CORE = "ctest"
"""In place of tests: build the core in the copy, and run its own tests."""

TITLES = "src/route_opt/titles"
HERE = "src/route_opt"
ROUNDS = "python/operating_round"


def _titles() -> Iterator[tuple[str, str, str]]:
    yield f"{TITLES}/g1830/map.toml", "offboard:40/70", "offboard:40/60"
    yield f"{TITLES}/g1830/map.toml", "C13-D12 = { impassable = true }", ""
    yield f"{TITLES}/g1830/trains.toml", "price = 630", "price = 600"
    yield f"{TITLES}/g1830/companies.toml", "price = 110", "price = 100"
    yield f"{TITLES}/g1830/market.toml", "82   90   100u", "82   90   105u"
    yield f"{TITLES}/g1846/title.toml", "D22 = 30", "D22 = 20"
    yield f"{TITLES}/g1846/map.toml", "H14 = { cost = 60", "H14 = { cost = 40"
    yield f"{TITLES}/g1846/tiles.toml", "[in_box]", '[upgrades]\n19 = "45"\n[in_box]'
    yield f"{TITLES}/g1846/trains.toml", "visits = 8\ncounts = 7", "visits = 8\ncounts = 8"
    yield f"{TITLES}/g1850/tiles.toml", '14 = "63 135"', '14 = "63"'
    yield f"{TITLES}/g1850/map.toml", "town:30/40/60", "town:30/40/50"
    yield f"{TITLES}/g1850/title.toml", "3 = { 9 = 17, 8 = 15 }", "3 = { 9 = 16, 8 = 15 }"
    yield f"{TITLES}/g1867bw/trains.toml", "price = 160", "price = 180"
    yield f"{TITLES}/g1867bw/tiles.toml", '"53*" = "green city:30x2', '"53*" = "green city:40x2'
    yield f"{TITLES}/g1870/market.toml", "180s  200s  225us", "180s  210s  225us"
    yield f"{TITLES}/g1870/companies.toml", 'destination = "M22"', 'destination = "A22"'
    yield f"{TITLES}/g1870/map.toml", 'H17 = { first = "12"', 'H17 = { first = "1"'
    yield f"{TITLES}/tiles.toml", '63 = "brown city:40x2', '63 = "brown city:50x2'
    yield f"{TITLES}/tiles.toml", '16 = "green 0-2 1-3"', '16 = "green 0-2 1-4"'
    yield (
        f"{TITLES}/g1889/trains.toml",
        "visits = 5\ncounts = 5\nnumber = 3",
        "visits = 5\ncounts = 5\nnumber = 2",
    )
    yield f"{TITLES}/g1889/title.toml", "4 = 14, 5 = 12", "4 = 15, 5 = 12"
    yield (
        f"{TITLES}/g1889/companies.toml",
        'home = ["F9.0"]\ntokens = [0, 40, 40]',
        'home = ["F9.0"]\ntokens = [0, 40]',
    )
    yield f"{TITLES}/g1889/market.toml", "65d  70   75   80p", "65d  70   75   85p"
    yield f"{TITLES}/g1889/market.toml", 'yellow = ["uncounted"]', "yellow = []"
    yield f"{TITLES}/g18chesapeake/map.toml", "offboard:30/40/50/60", "offboard:30/40/60/60"
    yield (
        f"{TITLES}/g18chesapeake/tiles.toml",
        "green city:40x2 a:0,1,2,4,5",
        "green city:30x2 a:0,1,2,4,5",
    )
    yield f"{TITLES}/g1846/title.toml", "B8 = 40, C5 = 20", "B8 = 20, C5 = 20"
    yield f"{TITLES}/g1846/title.toml", "5 = { 7 = 11, 6 = 10,", "5 = { 7 = 11, 6 = 9,"
    yield f"{TITLES}/g1870/title.toml", '"M6", "N7"]\nuntil', '"M6"]\nuntil'


def _numbers() -> Iterator[tuple[str, str, str]]:
    """What the rules of a title state and no table of facts does."""
    yield f"{TITLES}/g1850/title.toml", "price = 80\nnumber = 4", "price = 80\nnumber = 5"
    yield f"{TITLES}/g1850/title.toml", "to_owner = 40", "to_owner = 20"
    yield f"{TITLES}/g1867bw/title.toml", '110 = "3", 140 = "5"', '110 = "3", 140 = "4"'
    yield f"{TITLES}/g1867bw/title.toml", "30 = 7, 40 = 2 }", "30 = 7, 40 = 3 }"
    yield f"{TITLES}/g1870/title.toml", "marker_price = 100", "marker_price = 40"
    yield f"{TITLES}/g1889/companies.toml", "kept_by_player = 50", "kept_by_player = 40"
    yield f"{TITLES}/g18chesapeake/title.toml", 'exports = ["2", "3", "4"]', 'exports = ["2", "3"]'
    yield f"{TITLES}/g18chesapeake/title.toml", "presidents = 30", "presidents = 20"
    yield (
        "python/whole_game/rounds/stock.py",
        "cost = office * price // 10",
        "cost = 20 * price // 10",
    )


def _sections() -> Iterator[tuple[str, str, str]]:
    yield f"{TITLES}/g1830/title.toml", 'side_shared = "20.1"', 'side_shared = "20.2"'
    yield f"{TITLES}/g1846/title.toml", 'forbidden_ends = "6.32"', 'forbidden_ends = "6.31"'
    yield f"{TITLES}/g1867bw/title.toml", 'side_shared = "8.2.C.b"', 'side_shared = "8.2.C.d"'


def _checks() -> Iterator[tuple[str, str, str]]:
    checks = f"{HERE}/title/checks"
    yield f"{checks}/companies.py", "if sum(corporation.shares) != 100:", "if False:"
    yield (
        f"{checks}/companies.py",
        "not 0 < train.counts <= train.visits",
        "not 0 <= train.counts <= train.visits",
    )
    yield f"{checks}/companies.py", "int(number) >= len(stops)", "int(number) > len(stops)"
    yield f"{checks}/companies.py", "if column >= max(most, 1):", "if column > max(most, 1):"
    yield f"{checks}/companies.py", "not (pair and lay.number == 2)", "not pair"
    yield (
        f"{checks}/board.py",
        'sorted(river.first + river.second) != list("012345")',
        "len(river.first + river.second) != 6",
    )
    yield f"{checks}/board.py", "(side + 3) % 6):", "side):"
    yield f"{checks}/tiles.py", "for turn in range(6)", "for turn in range(5)"
    yield f"{checks}/tiles.py", "if new.colour != _next_colour(old):", "if False:"
    yield f"{checks}/rules.py", "if stops.amount <= 0:", "if stops.amount < 0:"
    yield f"{checks}/rules.py", "        if number > 1:", "        if number > 2:"


def _positions() -> Iterator[tuple[str, str, str]]:
    yield (
        f"{HERE}/position/board.py",
        "if supply and count > supply:",
        "if supply and count > supply + 1:",
    )
    yield f"{HERE}/position/model.py", "trains=tuple(sorted(self.trains)),", "trains=self.trains,"
    yield (
        f"{HERE}/position/board.py",
        "if needed > print_.slots and not beside:",
        "if needed > print_.slots + 1 and not beside:",
    )
    yield (
        f"{HERE}/position/markers.py",
        "if kind.hexes and at not in kind.hexes:",
        "if not kind.hexes:",
    )
    yield (
        f"{HERE}/position/board.py",
        "if count > cities_joined(title, tiles, stop):",
        "if count > cities_joined(title, tiles, stop) + 1:",
    )
    yield f"{HERE}/position/legal.py", "if border and border.impassable:", "if False:"
    yield f"{HERE}/position/legal.py", "across = (side + 3) % 6", "across = side"


def _network() -> Iterator[tuple[str, str, str]]:
    yield f"{HERE}/network.py", "through = stop.through and not full", "through = stop.through"
    yield (
        f"{HERE}/network.py",
        "places = [self.board.place_of[hex_id] for hex_id in closed] if closed else ()",
        "places: tuple[int, ...] = ()",
    )
    yield (
        f"{HERE}/network.py",
        'beside = effect == "double_end" and not self._beside_fills',
        'beside = effect == "double_end"',
    )
    yield f"{HERE}/board.py", "if border is not None and border.impassable:", "if False:"
    yield f"{HERE}/board.py", "self.title.areas[hex_.area][0]", "self.title.areas[hex_.area][-1]"
    yield f"{HERE}/tiles.py", "return (end + rotation) % 6", "return (end - rotation) % 6"
    yield (
        f"{HERE}/tiles.py",
        "min(column, len(self.values) - 1)",
        "min(column, 1) - len(self.values)",
    )
    yield f"{HERE}/title/board.py", '"flat": ((0, 2), (-1, 1),', '"flat": ((0, -2), (-1, 1),'


def _lays() -> Iterator[tuple[str, str, str]]:
    yield f"{HERE}/lays.py", "cost if first or every else", "cost if first else"
    yield (
        f"{HERE}/lays.py",
        "if border and border.cost and (side + 3) % 6 in network.laid[other].exits:",
        "if border and border.cost:",
    )
    yield f"{HERE}/lays.py", "len(there) < stop.slots", "len(there) <= stop.slots"
    yield f"{HERE}/lays.py", "{tile: number - laid[tile] for", "{tile: number for"
    yield f"{HERE}/lays.py", "if hex_id in closed or (hex_id not in", "if (hex_id not in"


def _compile() -> Iterator[tuple[str, str, str]]:
    yield (
        f"{HERE}/compile.py",
        'into = instance.value if name in doubled["double"] else instance.end_extra',
        "into = instance.value",
    )
    yield f"{HERE}/compile.py", "instance.goods[stop.id] < capacity", "instance.goods[stop.id] > 0"
    yield f"{HERE}/compile.py", "self.group[stop] = group", "self.group[stop] = -1"
    yield (
        f"{HERE}/compile.py",
        "[train.counts for train in trains]",
        "[train.visits for train in trains]",
    )
    yield (
        f"{HERE}/compile.py",
        "ground.own[:], ground.ends[:]",
        "ground.own[:], ground.full[:]",
    )
    yield (
        f"{HERE}/compile.py",
        "into.extend((number[first], number[second]))",
        "into.extend((number[first], number[first]))",
    )
    yield f"{HERE}/compile.py", "self.pair_value[stop] = bonus", "pass"
    agreement = f"{HERE}/agreement.py"
    yield agreement, "            and self.end_extra == search.end_extra\n", ""
    yield agreement, "            and self.goods == search.goods\n", ""
    yield agreement, "            and self.own == search.own\n", ""
    yield agreement, "            and self.same.pair_value == search.pair_value\n", ""
    yield (
        agreement,
        "*_tariffs(instance, rates), *_limits(instance),",
        "*_tariffs(instance, rates),",
    )
    yield agreement, "*_groups(instance), *_required(instance, rates)]", "*_groups(instance)]"
    yield agreement, "    found += _room(instance, rates)\n", ""


def _claims() -> Iterator[tuple[str, str, str]]:
    yield (
        f"{HERE}/claims/value.py",
        "return 2 * (printed + plus) if rates.double_markers else 2 * printed + plus",
        "return 2 * (printed + plus)",
    )
    yield f"{HERE}/claims/value.py", "return printed + plus", "return printed"
    yield f"{HERE}/claims/value.py", "if len(taken[source]) < supply[source]:", "if True:"
    yield (
        f"{HERE}/claims/rules.py",
        "count > limit.visits:",
        "count > limit.visits + 1:",
    )
    yield f"{HERE}/claims/rules.py", "if len(run.calls) < 2:", "if len(run.calls) < 1:"
    yield f"{HERE}/claims/rules.py", "if first is not run:", "if first is run:"
    yield (
        f"{HERE}/claims/rules.py",
        "if used[name] > owned[name]:",
        "if used[name] > owned[name] + 1:",
    )
    yield (
        f"{HERE}/claims/claim.py",
        "if declared.legal and more > declared.revenue:",
        "if declared.legal and more >= declared.revenue:",
    )
    yield (
        f"{HERE}/claims/claim.py",
        "if self.best is not None and self.best >= amount:",
        "if self.best is not None and self.best > amount:",
    )
    yield f"{HERE}/claims/value.py", "cities[:limit]", "cities[: limit + 1]"
    yield f"{HERE}/claims/value.py", "(name, 0) < capacity for", "(name, 0) <= capacity for"
    yield f"{HERE}/claims/value.py", "for name in reversed(own)}", "for name in own}"
    yield f"{HERE}/claims/value.py", "if ends <= counted else total", ""
    yield (
        f"{HERE}/claims/rules.py",
        "for stop in run.calls[1:-1]:\n        if stop.full:",
        "for stop in run.calls[1:]:\n        if stop.full:",
    )
    yield (
        f"{HERE}/claims/rules.py",
        "if (first, last) in forbidden or (last, first) in forbidden:",
        "if (first, last) in forbidden:",
    )
    yield (
        f"{HERE}/claims/claim.py",
        "self.bound < amount else OPEN",
        "self.bound <= amount else OPEN",
    )
    yield (
        f"{HERE}/claims/claim.py",
        "if declared.legal and declared.revenue >=",
        "if declared.revenue >=",
    )


def _solver() -> Iterator[tuple[str, str, str]]:
    yield (
        f"{HERE}/solver.py",
        'status = "optimal" if better.value == bound else "feasible"',
        'status = "optimal"',
    )
    yield f"{HERE}/solver.py", "bound = min(first.bound, second.bound)", "bound = first.bound"
    yield (
        f"{HERE}/result.py",
        "if not verdict.legal or verdict.revenue != self.answer.value:",
        "if not verdict.legal:",
    )
    yield (
        f"{HERE}/solver.py",
        "if clash or first.revenue > second.bound or second.revenue > first.bound:",
        "if second.revenue > first.bound:",
    )
    yield f"{HERE}/solver.py", "if wrong:", "if False:"
    yield f"{HERE}/solver.py", "stats.seconds < seconds and", "stats.seconds >= seconds and"
    yield f"{HERE}/agreement.py", "if pays != (judged :=", "if pays > (judged :="
    yield f"{HERE}/kept.py", "whole.extra_good and not extra", "whole.extra_good"
    yield f"{HERE}/kept.py", "if n >= least]", "if n > least]"
    yield f"{HERE}/kept.py", "if frozenset(pair) not in ends for stop", "if True for stop"
    yield f"{HERE}/solver.py", "self._ceiling() if unasked else max(", "max("
    yield f"{HERE}/solver.py", "    answer.bound += rest.earned\n", ""
    yield f"{HERE}/solver.py", "answer.value = self._worth(answer)", "pass"
    yield f"{HERE}/solver.py", "answer.error is not None and not keep_interrupted", "False"
    yield (
        f"{HERE}/solver.py",
        'if status == "feasible" and not routes and len(instance.required_ends):',
        "if False:",
    )


def _records() -> Iterator[tuple[str, str, str]]:
    above = "python/whole_game/recorded"
    yield f"{HERE}/rules/dividends.py", "revenue // 20 * 10 if", "revenue // 2 if"
    yield f"{HERE}/rules/dividends.py", "paid // 10 * percent // 10", "paid * percent // 100"
    yield f"{HERE}/records/words.py", 'extra = action.get("extra_revenue") or 0', "extra = 0"
    yield f"{above}/replay.py", "if earned is None or earned == _revenue(events):", "if True:"
    yield f"{above}/copies.py", "self.ran.clear()", "pass"
    yield f"{above}/dialect.py", "trouble < least", "trouble > least"
    yield f"{above}/force.py", "if not state.turn.begun:", "if False:"
    yield (
        f"{above}/draw.py",
        "return Removal(drawn, _listed(draw.leaves_out, options))",
        "return Removal(drawn, [])",
    )
    yield (
        f"{HERE}/auditing.py",
        "return max(missed, key=lambda run",
        "return min(missed, key=lambda run",
    )


def _batch() -> Iterator[tuple[str, str, str]]:
    yield (
        f"{HERE}/batching/rows.py",
        "settings.engine, settings.time_limit, settings.verify)",
        "settings.engine, settings.verify)",
    )
    yield f"{HERE}/batching/cache.py", 'if result.status == "optimal":', "if True:"
    yield f"{HERE}/batching/rows.py", '"bound": row.get("bound"),', '"bound": row.get("revenue"),'
    yield f"{HERE}/batching/rows.py", "if not _is_unchanged(line, suffix):", "if False:"
    yield f"{HERE}/batching/sources.py", "range(1, sys.maxsize)", "range(sys.maxsize)"
    cache = f"{HERE}/batching/cache.py"
    yield cache, "settings.engine, settings.verify)\n    rests_on", "settings.engine)\n    rests_on"
    yield cache, "rests_on = (program(), title_data(position.rules))", "rests_on = (program(),)"
    yield cache, "_seal(question, kept[SEAL:]) != kept[:SEAL]", "len(kept) < SEAL"
    yield f"{HERE}/batching/standing.py", "if place in self._again:", "if False:"


def _whatif() -> Iterator[tuple[str, str, str]]:
    yield f"{HERE}/next_moves/lays.py", "cost=first.cost + second.cost,", "cost=first.cost,"
    yield (
        f"{HERE}/next_moves/trains.py",
        "train.name, phase) or is_phased_out(title, train.name, phase):",
        "train.name, phase):",
    )
    yield (
        f"{HERE}/rules/trains.py",
        ".train_limit - len(working(title, trains, now))",
        ".train_limit",
    )
    yield (
        f"{HERE}/next_moves/searches.py",
        "rival_base.revenue - max(found.revenue",
        "rival_base.revenue - min(found.revenue",
    )


def _rounds() -> Iterator[tuple[str, str, str]]:
    yield f"{HERE}/rules/dividends.py", "return revenue // 20 * 10 if", "return revenue // 2 if"
    yield f"{HERE}/rules/dividends.py", "paid // 10 * percent // 10", "paid * percent // 90"
    yield (
        f"{ROUNDS}/rules/money.py",
        "pool_pays if holder == MARKET",
        "pool_pays if holder != MARKET",
    )
    market = f"{ROUNDS}/table/market.py"
    yield market, "if most <= held.get(owner, 0)", "if most < held.get(owner, 0)"
    yield market, "return players[at + 1 :] + players[: at + 1]", "return players"
    yield f"{ROUNDS}/rules/trains.py", "offer.price - rates[train]", "offer.price"
    yield f"{HERE}/rules/trains.py", "elif old.phased_out_on == phase:", "elif False:"
    yield f"{HERE}/rules/trains.py", "(not found or same or", "(not found or"
    yield f"{HERE}/rules/costs.py", "max(0, amount - saved)", "amount"
    yield (
        f"{ROUNDS}/steps/trains.py",
        "most = min(table.title.trains[train].price, money)",
        "most = money",
    )
    yield (
        f"{ROUNDS}/market.py",
        'direction == "left" and "left_goes_down"',
        'direction == "left" and "up"',
    )
    yield (
        f"{HERE}/rules/tokens.py",
        ' == "hex" or hex_id in title.routes.one_per_route',
        ' == "hex"',
    )
    yield (
        f"{ROUNDS}/steps/exchange.py",
        "if row.shares.get(owner, 0) < most",
        "if row.shares.get(owner, 0) <= most",
    )
    yield (
        f"{ROUNDS}/titles/g1846/lost.py",
        "steps = 1 if table.acting.trains else 2",
        "steps = 1",
    )
    yield f"{ROUNDS}/titles/g1850/rounds.py", "return prices[0], 3 * private.price", "return prices"
    yield f"{HERE}/rules/costs.py", "- discount.amount) // discount.divisor", "- discount.amount)"
    yield f"{HERE}/rules/cubes.py", "room, cubes_left(title, markers)", "room"
    yield f"{HERE}/rules/phases.py", "bool(marker.owner) and kind.owner_until == phase", "False"
    laying = f"{HERE}/rules/laying.py"
    yield (
        laying,
        'beside = most - 1 if track.upgrade == "second"',
        'beside = most if track.upgrade == "second"',
    )
    yield laying, "return upgrades < 1 and yellows <= beside", "return yellows <= beside"
    yield laying, 'banks[river.keep == "second"]', 'banks[river.keep == "first"]'
    yield laying, "(first_turn and track.first_turn_yellows) or", "track.first_turn_yellows or"
    yield (
        f"{HERE}/rules/rights.py",
        "if len(owners) < right.number",
        "if len(owners) <= right.number",
    )
    yield (
        f"{HERE}/rules/tokens.py",
        "return place.price if connected else place.price_unconnected or None",
        "return place.price",
    )
    yield market, "0 if rival >= office else office", "0 if rival > office else office"
    yield market, "(row.share_price or 0), -place[1],", "(row.share_price or 0), place[1],"
    yield f"{ROUNDS}/steps/dividend.py", "if revenue <= declared:", "if revenue < declared:"
    yield f"{ROUNDS}/rules/money.py", 'moves[kind] if payout else moves["withhold"]', "moves[kind]"
    yield f"{ROUNDS}/rules/money.py", "payout >= Fraction(share)", "payout > Fraction(share)"


def _whole() -> Iterator[tuple[str, str, str]]:
    above = "python/whole_game"
    rounds = f"{above}/rounds"
    stock = f"{above}/titles/g{{}}/stock.toml".format
    yield stock(1870), "[225, 160], [250", "[225, 180], [250"
    yield stock(1850), "[275, 200]]", "[275, 225]]"
    yield stock(1850), "after_own_sale = true", "after_own_sale = false"
    yield stock(1846), "cheaper_by = 10", "cheaper_by = 5"
    zones = "src/route_opt/titles/g1830/market.toml"
    yield zones, 'orange = ["uncounted", "unlimited"]', 'orange = ["uncounted"]'
    yield f"{rounds}/waterfall.py", "            if name != beside\n", ""
    yield f"{rounds}/waterfall.py", "priority=play.auction.turn)", "priority=play.game.priority)"
    yield f"{rounds}/waterfall.py", "passes=0, cheaper=0)", "passes=0)"
    yield f"{rounds}/lots.py", "// by * by", ""
    yield f"{rounds}/lots.py", "BANK if winner == lots.auctioneer else lots.auctioneer", "BANK"
    yield f"{rounds}/row.py", "money + fee) for name", "fee) for name"
    yield f"{rounds}/draft.py", "if cost <= cash:", "if cost < cash:"
    yield f"{rounds}/draft.py", "cheaper if place == len(kept) else 0", "0"
    yield f"{rounds}/stock.py", "+ 1 if idle else 0", "+ 1 if idle else stock.passes"
    yield f"{rounds}/stock.py", "most[buyer] < least", "most[buyer] <= least"
    yield f"{rounds}/stock.py", "return len(limited) <= 1", "return len(limited) <= 2"
    yield f"{above}/engine.py", "play.set(stock=None, unpaid=())", "play.set(stock=None)"
    yield f"{above}/rules.py", "return number <= 1", "return number <= 0"
    yield (
        f"{above}/rules.py",
        "Holding(name, 1, private.price)",
        "Holding(name, 1, private.revenue)",
    )
    yield f"{above}/standings.py", "-standing.worth", "standing.worth"
    yield f"{above}/protected.py", "name, stays=True) >= 10", "name) >= 10"
    yield f"{above}/protected.py", "out - 10 < redemption.others", "out < redemption.others"
    yield f"{ROUNDS}/protected/sales.py", "held + sale.count <=", "held + sale.count <"
    recorded = f"{above}/recorded"
    yield f"{recorded}/decode.py", 'int(recorded.get("percent") or 10 *', "int(10 *"
    yield f"{recorded}/decode.py", " == MARKET or not shares.get(unsold)", " == MARKET"
    yield f"{recorded}/certificates.py", "len(certificates) + 1 - percent // 10", "0"
    waterfall, shares = f"{rounds}/waterfall.py", f"{rounds}/stock.py"
    yield waterfall, "passes >= len(play.players)", "passes > len(play.players)"
    yield (
        waterfall,
        "price - auction.cheaper if name == auction.offered[0] else price",
        "price - auction.cheaper",
    )
    yield waterfall, "speaker = min(bids, key=lambda bid: bid[1])[0]", "speaker = highest"
    yield shares, "if not there or price > cash or", "if not there or price >= cash or"
    yield shares, "mine.get(action.corporation, 0) + 10 * action.count", "10 * action.count"
    yield (
        shares,
        "play.table.market.check_president(name)\n        play.stock_rules.check_float",
        "play.stock_rules.check_float",
    )


def _render() -> Iterator[tuple[str, str, str]]:
    yield f"{HERE}/render/geometry.py", "int(turn > 0)", "int(turn < 0)"
    yield f"{HERE}/render/geometry.py", "* 1.5 * RADIUS", "* 1.4 * RADIUS"
    yield (
        f"{HERE}/render/routes.py",
        "part = part if first < FIRST_STOP else part.reversed()",
        "pass",
    )
    yield (
        f"{HERE}/render/routes.py",
        "before[2], before[3], end, ends)",
        "before[0], before[1], end, ends)",
    )


def _cpsat() -> Iterator[tuple[str, str, str]]:
    train, whole = f"{HERE}/cpsat/train.py", f"{HERE}/cpsat/model.py"
    yield train, "model.add(sum(self.count.values()) <= self.counts)", "pass"
    yield train, "self.model.add(sum(ends) <= 1)", "self.model.add(sum(ends) <= 2)"
    yield train, "self.end[stop], there.negated())", "self.end[stop], there)"
    yield train, "(2 if pair[0] == pair[1] else 1) * both", "0 * both"
    yield whole, "self.model.add(visits <= sum(train.visit.values()))", "pass"
    yield whole, "self.model.add_at_most_one(using)", "pass"
    yield whole, "model.add(sum(loads) <= left[stop])", "pass"
    yield f"{HERE}/cpsat/links.py", "if not any(rival.uses <= link.uses", "if not any(rival.uses"


def _core() -> Iterator[tuple[str, str, str]]:
    yield "cpp/src/payout.cpp", "weight.back() += graph.stops[stops.back()].end_extra;", ""
    yield "cpp/src/payout.cpp", "if (both.value > best.value) {", "{"
    yield (
        "cpp/src/claims.cpp",
        "if (extra_ && flow.one_more(graph_)) ++goods;",
        "if (extra_) ++goods;",
    )
    yield "cpp/src/claims.cpp", "if (taken_[t] < claim.takes) {", "if (taken_[t] <= claim.takes) {"
    yield (
        "cpp/src/problem.cpp",
        "result.status = proved ? Status::optimal : Status::feasible;",
        "result.status = Status::optimal;",
    )
    yield "cpp/src/frontier/sweep.cpp", "given_up = cut->bound();", "given_up = 0;"
    yield (
        "cpp/src/frontier/sweep.cpp",
        "if (table_.size() > width_) shrink();",
        "if (table_.size() > width_) table_.shrink(width_);",
    )
    yield "cpp/src/frontier/sweep.cpp", "std::size_t i = from; i <", "std::size_t i = from + 1; i <"
    yield (
        "cpp/src/frontier/moves.cpp",
        "if (found_.size() <= most_ && !watch_.stopped()) drop_dominated();",
        "drop_dominated();",
    )
    yield "cpp/src/frontier/solver.cpp", "region.stops.size() > most_stops", "false"
    yield (
        "cpp/src/search.hpp",
        "if (stronger(train, type) >= problem.most_routes) continue;",
        "if (stronger(train, type) >= problem.most_routes - 1) continue;",
    )
    yield "cpp/src/search.hpp", "if (!lists_.complete(type)) outline();", ""
    yield (
        "cpp/src/frontier/join.cpp",
        "if (loss > slack) continue;",
        "if (2 * loss > slack) continue;",
    )
    yield (
        "cpp/src/frontier/join.cpp",
        "if (other.loss > left) break;",
        "if (2 * other.loss > left) break;",
    )
    yield "cpp/src/frontier/join.cpp", "if ((one.used & other.used) != 0) continue;", ""
    yield "cpp/src/frontier/join.cpp", "std::min(nodes[number].loss, node.loss)", "node.loss"
    yield (
        "cpp/src/casting.cpp",
        "if (free_[t] > 0 && roles_ <= most_roles) close",
        "if (t > 0 && roles_ <= most_roles) close",
    )
    yield (
        "cpp/src/frontier/sweep.cpp",
        "given_up = std::max(given_up, state.bound());",
        "(void)state;",
    )
    yield (
        "cpp/src/problem.cpp",
        "            impossible = true;\n",
        "            impossible = graph.complete;\n",
    )
    yield (
        "cpp/src/payout.cpp",
        "if (best == order.end() || forced(counted.back())) return {};",
        "if (best == order.end()) return {};",
    )
    yield "cpp/src/graph.cpp", "(distance_[stop] > reach - 2)", "(distance_[stop] > reach - 3)"
    yield (
        "cpp/src/problem.cpp",
        "for (const Terms::Set& set : instance.terms.sets) step = std::gcd(step, set.value);\n",
        "",
    )
    yield (
        "cpp/src/lists.hpp",
        "return problem_.pairs.empty() && !felt && !problem_.claims.matter();",
        "return problem_.pairs.empty() && !felt;",
    )


def _bindings() -> Iterator[tuple[str, str, str]]:
    yield (
        "bindings/_tables.pyx",
        "elif 0 < stops[n].slots <= len(owners) and None not in owners[: stops[n].slots]:",
        "elif 0 < stops[n].slots <= len(owners):",
    )
    yield "bindings/_tables.pyx", "lies[n].size = 0", "pass"
    yield "bindings/_tables.pyx", "lies[piece.place] = piece.track", "pass"
    yield "bindings/_reading.pyx", "> <int>supply[1]:", "> <int>supply[1] + 1:"
    yield "bindings/_reading.pyx", "lie = tuple([tiles.get(hex_id) for", "lie = tuple([None for"
    yield "bindings/_reading.pyx", "found += (name, value, type(value))", "found += (name, value)"
    yield "bindings/_core.pyx", "into.terms.forbidden_ends = pairs(instance.forbidden_ends)", "pass"
    yield "bindings/_core.pyx", "return True if stop else False", "return False"
    yield (
        "bindings/_core.pyx",
        "    limits.seconds = seconds\n",
        "    limits.seconds = 10 * seconds\n",
    )


def _worker() -> Iterator[tuple[str, str, str]]:
    worker = f"{HERE}/worker.py"
    yield worker, "(task.key is not None and task.key in keys)", "task.key in keys"
    yield worker, '{"id": self.key, **document}', "document"
    yield worker, "-(2**63) <= name < 2**63", "-(2**63) <= name <= 2**63"
    yield worker, "-(2**63) <= name < 2**63", "-(2**63) < name < 2**63"
    yield (
        worker,
        "            begun.clear()\n            skipping = False",
        "            begun.clear()",
    )
    yield worker, 'document.keys() == {"cancel"}', '"cancel" in document'
    yield worker, "self.control = Control(self.longest)", "self.control = Control(None)"
    yield worker, "        if self.cancelled.is_set():\n", "        if False:\n"


def _cli() -> Iterator[tuple[str, str, str]]:
    commands = f"{HERE}/cli"
    entry = "src/route_opt_entry/__init__.py"
    yield entry, "DEFECT, INTERRUPTED = 70, 130", "DEFECT, INTERRUPTED = 1, 130"
    yield (
        f"{commands}/__init__.py",
        "error.show()\n        return BAD_INPUT",
        "error.show()\n        return error.exit_code",
    )
    yield (
        f"{commands}/__init__.py",
        "nobody needs to hear of it\n        code = BAD_INPUT",
        "nobody needs to hear of it\n        code = PROVED",
    )
    yield f"{commands}/failure.py", "        return BAD_INPUT", "        return DEFECT"
    yield (
        f"{commands}/common.py",
        'name.strip() for name in trains.split(",") if name.strip()]',
        'name for name in trains.split(",")]',
    )
    yield (
        f"{commands}/best.py",
        'sys.exit(PROVED if result.status == "optimal" else STOPPED)',
        "sys.exit(PROVED)",
    )
    yield f"{commands}/best.py", "sys.exit(DISAGREED)", "sys.exit(STOPPED)"
    yield f"{commands}/whatif.py", "PROVED if ranking.complete else STOPPED", "PROVED"
    yield f"{commands}/audit.py", "        return REFUTED\n", "        pass\n"
    yield f"{commands}/output.py", 'f"{text}\\n".encode()', "text.encode()"


def _serve() -> Iterator[tuple[str, str, str]]:
    yield f"{HERE}/serve/guard.py", "if sender != host:", "if False:"
    yield f"{HERE}/serve/guard.py", "return self.any_address and reached", "return reached"
    yield f"{HERE}/serve/guard.py", '    "x-content-type-options": "nosniff",\n', ""
    yield f"{HERE}/serve/answers.py", "if len(body) > most:", "if len(body) > 2 * most:"


def _forms() -> Iterator[tuple[str, str, str]]:
    yield f"{HERE}/forms/flaws.py", "value > kind.gt)", "value >= kind.gt)"
    yield f"{HERE}/forms/flaws.py", "        elif field.required:\n", "        elif False:\n"
    yield f"{HERE}/documents.py", "if length > MOST_DIGITS:", "if length > MOST_DIGITS + 1:"
    yield f"{HERE}/documents.py", "for _ in range(DEEPEST):", "for _ in range(DEEPEST + 1):"
    yield (
        f"{HERE}/documents.py",
        "return document if keys == data.count(colon) else None",
        "return document",
    )


def _attacks() -> Iterator[tuple[str, ...]]:
    """What nobody may break, a sentence each, without the code behind it: one test is named."""
    batching, output = f"{HERE}/batching", "tests/batch/test_batch_output.py"
    cache, pool = "tests/batch/test_batch_cache.py", "tests/batch/test_batch_pool.py"
    stop, hostile = "tests/batch/test_batch_stop.py", "tests/serve/test_hostile.py"
    entry, worker = "tests/entry/test_entry.py", "tests/worker/test_worker.py"

    # No input is written, by whatever name
    yield (
        f"{batching}/output.py",
        "if there and here and os.path.samestat(there, here):",
        "if there and here and name == str(ours):",
        f"{output}::test_an_output_among_the_inputs_is_refused_whatever_it_is_called",
    )
    # Inputs are fixed before the output is opened
    yield (
        f"{batching}/run.py",
        "_run(read_items(inputs), output",
        "_run(read_items(find_inputs(sources)), output",
        f"{output}::test_nor_does_a_glob_from_python",
    )
    # What is there is not overwritten unasked
    yield (
        f"{batching}/output.py",
        "elif os.fstat(self._file).st_size and not resume:",
        "elif False:",
        f"{output}::test_an_output_that_is_there_is_not_overwritten_unasked",
    )
    # A crash costs its own row only, however often
    yield (
        f"{batching}/pool.py",
        "return [self._alone(item, task) for item in task.items]",
        "return [crashed_line(item, task.settings, task.suffix, '') for item in task.items]",
        f"{pool}::test_a_position_that_kills_its_worker_costs_its_own_row_only",
    )
    yield (
        f"{batching}/pool.py",
        "TRIES = 3",
        "TRIES = 1",
        f"{pool}::test_workers_killed_again_and_again_cost_no_row",
    )
    # Two batches do not write one file
    yield (
        f"{batching}/output.py",
        "fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)",
        "pass",
        f"{output}::test_a_second_batch_on_one_output_is_refused",
    )
    yield (
        f"{batching}/output.py",
        "if named is None or not os.path.samestat(found, named):",
        "if named is None:",
        f"{output}::test_an_output_that_another_batch_has_just_replaced_is_not_written",
    )
    # Only what we wrote for this question is believed, and it is judged again
    yield (
        f"{batching}/cache.py",
        "or _seal(question, kept[SEAL:]) != kept[:SEAL]:",
        "or len(kept) < SEAL:",
        f"{cache}::test_the_answer_to_another_question_is_solved_anew",
    )
    yield (
        f"{batching}/cache.py",
        "        _ = result.routes\n",
        "",
        f"{cache}::test_even_under_our_seal_an_answer_is_judged_again",
    )
    yield (
        f"{batching}/cache.py",
        "if there not in ([], [(_TABLE,)]):",
        "if False:",
        f"{cache}::test_a_foreign_database_yields_right_rows_and_stays_as_it_is",
    )
    # Keys hold title data, options and program
    yield (
        f"{batching}/cache.py",
        "rests_on = (program(), title_data(position.rules))",
        "rests_on = (program(),)",
        f"{cache}::test_another_map_is_solved_again",
    )
    yield (
        f"{batching}/cache.py",
        "rests_on = (program(), title_data(position.rules))",
        "rests_on = (title_data(position.rules),)",
        f"{cache}::test_another_program_solves_again",
    )
    yield (
        f"{batching}/cache.py",
        "settings.engine, settings.verify)",
        "settings.engine)",
        f"{cache}::test_other_ways_to_solve_are_other_questions",
    )
    yield (
        f"{batching}/rows.py",
        "msgspec.json.encode((asked, settings.data))",
        "msgspec.json.encode(asked)",
        f"{output}::test_rows_on_another_map_are_solved_again",
    )
    # Errors of ours are solved again
    yield (
        f"{batching}/rows.py",
        '{"defect", "crashed", ',
        '{"crashed", ',
        f"{output}::test_errors_of_ours_are_solved_again_and_those_of_the_question_are_not",
    )
    # Foreign and damaged files stay as they are
    yield (
        f"{batching}/standing.py",
        "        if not torn:\n",
        "        if False:\n",
        f"{output}::test_a_damaged_file_is_left_as_it_is",
    )
    # Ids with \r, and longer than the CSV reader likes
    yield (
        f"{batching}/rows.py",
        r'lineterminator="\r\n"',
        r'lineterminator="\n"',
        "tests/batch/test_batch.py::test_odd_ids_come_back_as_they_are_and_are_known_again",
    )
    yield (
        f"{batching}/standing.py",
        "before = csv.field_size_limit(sys.maxsize)",
        "before = csv.field_size_limit()",
        "tests/batch/test_batch.py::test_odd_ids_come_back_as_they_are_and_are_known_again",
    )
    # A full disk loses no row
    yield (
        f"{batching}/output.py",
        "            os.ftruncate(self._file, self._end)\n            raise\n",
        "            raise\n",
        f"{output}::test_a_full_disk_is_a_sentence_and_the_rest_is_solved_later",
    )
    # Ctrl-C leaves what is done
    yield (
        f"{HERE}/cli/batch.py",
        "if time.monotonic() - last > TIDYING:",
        "if True:",
        f"{stop}::test_stopped_again_while_it_tidies_up_it_goes_on",
    )
    # Half a character, numbers without end, depth without end
    yield (
        f"{HERE}/documents.py",
        '        if escape["half"]:\n',
        "        if False:\n",
        "tests/fuzz/test_json.py::test_half_a_character_is_refused",
    )
    yield (
        f"{HERE}/documents.py",
        "    if math.isinf(number):\n",
        "    if False:\n",
        "tests/fuzz/test_json.py::test_what_is_refused",
    )
    yield (
        f"{HERE}/documents.py",
        "    if length > MOST_DIGITS:\n",
        "    if False:\n",
        "tests/fuzz/test_json.py::test_what_is_refused",
    )
    yield (
        f"{HERE}/documents.py",
        "if parts > DEEPEST and _is_deep(text):",
        "if False:",
        "tests/fuzz/test_json.py",
    )
    # A state is checked where it is read
    yield (
        f"{ROUNDS}/checks.py",
        "if not number <= of <= most:",
        "if False:",
        "tests/operating_round/test_changed.py::test_a_state_says_where_it_is_wrong",
    )
    # No request keeps others waiting; who is slow, or from elsewhere, is turned away
    yield (
        f"{HERE}/serve/run.py",
        "        self.transport.abort()\n",
        "        pass\n",
        f"{hostile}::test_a_client_that_does_not_get_on_is_dropped",
    )
    yield (
        f"{HERE}/serve/run.py",
        '        self._expect("answer")\n',
        "        pass\n",
        f"{hostile}::test_a_client_that_takes_no_answer_is_dropped",
    )
    yield (
        f"{HERE}/serve/run.py",
        "        end.start()\n",
        "",
        f"{hostile}::test_ctrl_c_ends_it_whatever_it_does",
    )
    yield (
        f"{HERE}/serve/guard.py",
        "        except ValueError:\n            return RefusedError(400",
        "        except KeyError:\n            return RefusedError(400",
        f"{hostile}::test_an_origin_that_is_no_address",
    )
    yield (
        f"{HERE}/serve/guard.py",
        "if not self.hosts or name in self.hosts:",
        "if True:",
        f"{hostile}::test_outside_loopback_the_host_is_what_was_asked_for",
    )
    yield (
        f"{HERE}/serve/searches.py",
        "            search.control.abandon()\n            del",
        "            del",
        f"{hostile}::test_a_replay_ends_when_its_client_leaves",
    )
    # A worker is never silent
    yield (
        f"{HERE}/worker.py",
        "            last = Future()\n            last.set_exception(error)\n",
        "            del error\n",
        f"{worker}::test_a_defect_in_reading_is_no_silence",
    )
    yield (
        f"{HERE}/worker.py",
        "                if poll.poll(1000):\n",
        "                if poll.poll(1000) and False:\n",
        f"{worker}::test_it_ends_when_nobody_reads_its_answers",
    )
    yield (
        f"{HERE}/worker.py",
        "        except BrokenPipeError as error:\n",
        "        except OSError as error:\n",
        "tests/entry/test_streams.py::test_a_worker_says_why_it_ends",
    )
    # A limit is a number; Ctrl-C in an import is the end; what escapes is 70
    yield (
        f"{HERE}/limits.py",
        "not float(limit) >= 0:",
        "float(limit) < 0:",
        "tests/solver/test_limits.py::test_nan_is_no_limit",
    )
    yield (
        "src/route_opt_entry/__init__.py",
        "    if _is_importing(frame):\n",
        "    if False:\n",
        f"{entry}::test_an_interrupt_in_an_import_is_the_end_at_once",
    )
    yield (
        f"{HERE}/cli/failure.py",
        "    return DEFECT\n",
        "    return 1\n",
        f"{entry}::test_whatever_escapes_is_a_defect",
    )
    # What others wrote is shown harmlessly; code needs a yes
    yield (
        f"{HERE}/cli/common.py",
        "click.echo(harmless(line), err=err)",
        "click.echo(line, err=err)",
        "tests/entry/test_harmless.py::test_names_of_a_title",
    )
    yield (
        f"{HERE}/titles/__init__.py",
        "    if not trust:\n        _check_code(path)\n",
        "",
        "tests/titles/test_trust.py::test_code_needs_a_yes",
    )
    yield (
        f"{HERE}/titles/__init__.py",
        "    if not is_trusted(title.folder):\n",
        "    if False:\n",
        "tests/titles/test_trust.py::test_code_of_a_folder_that_nobody_added_does_not_run",
    )


TITLES_BY_HAND = ("1850", "1867bw", "1870", "1889", "18chesapeake")
BRUTE = "tests/differential/test_brute_force.py"

LAYERS: dict[str, tuple[Callable[[], Iterator[tuple[str, ...]]], tuple[str, ...]]] = {
    "titles": (
        _titles,
        (
            "tests/titles/test_facts.py",
            "tests/titles/test_public_data.py",
            "tests/titles/test_examples.py",
        ),
    ),
    "numbers": (_numbers, tuple(f"tests/titles/test_{name}.py" for name in TITLES_BY_HAND)),
    "sections": (_sections, ("tests/claims/test_rule_table.py",)),
    "checks": (_checks, ("tests/titles/test_broken_titles.py", "tests/titles/test_review.py")),
    "position": (_positions, ("tests/positions",)),
    "network": (_network, ("tests/network", BRUTE)),
    "lays": (_lays, ("tests/network", "tests/whatif", "tests/operating_round")),
    "compile": (
        _compile,
        ("tests/solver/test_agreement.py", "tests/solver/test_corpus.py", BRUTE),
    ),
    "claims": (_claims, ("tests/claims",)),
    "cli": (_cli, ("tests/entry/test_entry.py", "tests/entry/test_proved_or_not.py")),
    "serve": (_serve, ("tests/serve/test_api.py", "tests/serve/test_hostile.py")),
    "worker": (_worker, ("tests/worker",)),
    "forms": (_forms, ("tests/problem/test_questions.py", "tests/fuzz/test_json.py")),
    "solver": (_solver, ("tests/solver", "tests/cpsat")),
    "records": (_records, ("tests/records",)),
    "batch": (_batch, ("tests/batch",)),
    "whatif": (_whatif, ("tests/whatif",)),
    "rounds": (_rounds, ("tests/operating_round",)),
    "whole": (_whole, ("tests/whole_game/test_certificates.py", "tests/whole_game/rules")),
    "render": (_render, ("tests/render",)),
    "cpsat": (_cpsat, ("tests/cpsat", BRUTE)),
    "attacks": (_attacks, ()),  # each names its own test
    "core": (_core, (CORE,)),
    "bindings": (
        _bindings,
        ("tests/bindings", "tests/network", "tests/positions", "tests/solver", BRUTE),
    ),
}

MUTANTS = [
    Mutant(layer, file, old, new, tests or tuple(named))
    for layer, (changes, tests) in LAYERS.items()
    for file, old, new, *named in changes()
]


class MisplacedError(Exception):
    """A mutant whose text does not stand in its file, or stands there more than once."""


class Copy:
    """The tree in a folder of its own, with the core as it is installed."""

    def __init__(self, folder: Path) -> None:
        from route_opt import _core, _reading, _tables

        self.folder = folder
        self.sound: set[tuple[str, ...]] = set()
        self.patience: float = PATIENCE
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "results")
        for part in PARTS:
            source, target = ROOT / part, folder / part
            if source.is_dir():
                shutil.copytree(source, target, ignore=ignored)
            else:
                shutil.copy(source, target)
        self.installed = folder / "installed"
        self.installed.mkdir()
        for module in (_core, _reading, _tables):
            shutil.copy(str(module.__file__), self.installed)
        shutil.copytree(self.installed, folder / "src" / "route_opt", dirs_exist_ok=True)
        # An installation that leads to the tree itself must not: the copy is what is tested.
        (folder / "sitecustomize.py").write_text(
            "import sys\n"
            "sys.meta_path = [f for f in sys.meta_path if 'Redirecting' not in type(f).__name__]\n"
        )

    def catches(self, mutant: Mutant) -> bool:
        """Whether the tests fail with the error in, having passed without it."""
        if mutant.tests not in self.sound:
            start = time.monotonic()
            if self.fails(mutant.tests):
                raise AssertionError(f"{' '.join(mutant.tests)} fail with no error put in")
            self.sound.add(mutant.tests)
            # A busy machine is slow with an error and without it.
            self.patience = max(self.patience, 5 * (time.monotonic() - start))
        file = self.folder / mutant.file
        text = file.read_text(encoding="utf-8")
        if text.count(mutant.old) != 1:
            times = text.count(mutant.old)
            raise MisplacedError(f"{mutant.name}: the text stands {times} times in {mutant.file}")
        file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        compiled = mutant.layer == "bindings"
        try:
            if compiled:
                self.build_modules()
            return self.fails(mutant.tests)
        finally:
            file.write_text(text, encoding="utf-8")
            if compiled:
                shutil.copytree(
                    self.installed, self.folder / "src" / "route_opt", dirs_exist_ok=True
                )

    def build_modules(self) -> None:
        """Build the compiled modules as the copy has them, and put them in their place."""
        built = self.folder / "built"
        command = [sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps"]
        command += [f"-Cbuild-dir={self.folder / 'build-modules'}", "--target", str(built), "."]
        shutil.rmtree(built, ignore_errors=True)
        if self.run(command, dict(os.environ), None):
            raise AssertionError(f"{' '.join(command)} fails: the error does not even build")
        for module in (built / "route_opt").glob("*.so"):
            shutil.copy(module, self.folder / "src" / "route_opt")

    def fails(self, tests: tuple[str, ...]) -> bool:
        patience = self.patience if tests in self.sound else None
        try:
            if tests == (CORE,):
                return self.fails_core(patience)
            return self.fails_tests(tests, patience)
        except subprocess.TimeoutExpired:
            return True

    def fails_tests(self, tests: tuple[str, ...], patience: float | None) -> bool:
        paths = [str(self.folder), str(self.folder / "src"), str(self.folder / "python")]
        # No compiled files: one written for the error could outlive it.
        env = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        code = self.run(command, env, patience)
        if code > 2:
            raise AssertionError(f"{' '.join(command)} ended with {code}: no tests were run")
        return code != 0

    def fails_core(self, patience: float | None) -> bool:
        build = str(self.folder / "build-core")
        # Quick to build is better here than quick to run.
        flags = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1"]
        for command in (
            ["cmake", "-S", str(self.folder / "cpp"), "-B", build, *flags],
            ["cmake", "--build", build, "-j", str(os.cpu_count() or 1)],
        ):
            if self.run(command, dict(os.environ), None):
                raise AssertionError(f"{' '.join(command)} fails: the error does not even build")
        command = ["ctest", "--test-dir", build, "--stop-on-failure"]
        return self.run(command, dict(os.environ), patience) != 0

    def run(self, command: list[str], env: dict[str, str], patience: float | None) -> int:
        quiet = subprocess.DEVNULL
        done = subprocess.run(
            command, cwd=self.folder, env=env, stdout=quiet, stderr=quiet, timeout=patience
        )
        return done.returncode


def main(words: list[str]) -> int:
    """Put in every error whose name has one of the words; 1 if any survives."""
    chosen = [m for m in MUTANTS if not words or any(word in m.name for word in words)]
    survivors, misplaced = [], []
    with tempfile.TemporaryDirectory(prefix="route-opt-mutants-") as folder:
        copy = Copy(Path(folder))
        for number, mutant in enumerate(chosen, 1):
            start = time.monotonic()
            try:
                caught = copy.catches(mutant)
            except MisplacedError as error:
                misplaced.append(str(error))
                continue
            survivors += [] if caught else [mutant.name]
            word = "caught" if caught else "SURVIVES"
            seconds = time.monotonic() - start
            print(f"{number}/{len(chosen)} {word} {seconds:.0f} s  {mutant.name}", flush=True)
    for line in misplaced:
        print("misplaced:", line)
    for line in survivors:
        print("survives:", line)
    print(f"{len(chosen)} errors, {len(survivors)} survive, {len(misplaced)} misplaced")
    return 1 if survivors or misplaced else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(mutant.name for mutant in MUTANTS))
    else:
        sys.exit(main(sys.argv[1:]))
