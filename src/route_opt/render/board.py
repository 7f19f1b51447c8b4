"""The whole picture: land, track, routes, stops, notes, and what stands around the map."""

from __future__ import annotations

import itertools

from route_opt.render import colours, tiles
from route_opt.render.geometry import RADIUS, xy
from route_opt.render.legend import Legend, Signs
from route_opt.render.markup import box, hover, moved, tag, text, text_width
from route_opt.render.notes import Notes
from route_opt.render.routes import Line
from route_opt.render.scene import Scene, rotation_of
from route_opt.title import Border

_MARGIN = 34.0
"""Around the map, for the coordinates."""

_HEAD = 40.0
"""Above it, for the title line."""


class Picture:
    """Draws one scene, layer upon layer."""

    def __init__(self, scene: Scene, routes: list[Line]) -> None:
        self.scene, self.routes = scene, routes
        self.centres = {hex_id: scene.layout.centre(hex_id) for hex_id in scene.title.hexes}
        reach = complex(RADIUS, RADIUS)
        xs = [centre.real for centre in self.centres.values()]
        ys = [centre.imag for centre in self.centres.values()]
        self.low = complex(min(xs), min(ys)) - reach
        self.high = complex(max(xs), max(ys)) + reach
        for number, route in enumerate(routes):
            for stop in route.verdict.counted:
                scene.rings[stop].append(colours.route(number))

    def draw(self) -> str:
        """The picture as SVG."""
        corner = self.low - complex(_MARGIN, _MARGIN + _HEAD)
        size = self.high + complex(_MARGIN, _MARGIN) - corner
        legend, signs = Legend(self.routes, size.real - 2 * _MARGIN), Signs(self.scene)
        below = complex(self.low.real, self.high.imag + _MARGIN)
        size += 1j * (legend.height + signs.height)
        layers = (
            tag(
                "rect",
                x=corner.real,
                y=corner.imag,
                width=size.real,
                height=size.imag,
                fill=colours.PAPER,
            ),
            self.heading(corner + complex(_MARGIN, 0)),
            self.land(),
            self.track(),
            self.borders(),
            self.route_lines(),
            self.stops(),
            self.notes(),
            self.coordinates(),
            moved(legend.draw(), below),
            moved(signs.draw(), below + 1j * legend.height),
        )
        return tag(
            "svg",
            hover(self.words()) + "".join(layers),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{xy(corner)} {xy(size)}",
            width=float(round(size.real)),
            height=float(round(size.imag)),
            style="max-width:100%;height:auto",
            font_family="Helvetica,Arial,'DejaVu Sans',sans-serif",
            text_anchor="middle",
            stroke_linejoin="round",
            fill=colours.INK,
        )

    # around the map

    def words(self) -> str:
        """The position in a line."""
        position, title = self.scene.position, self.scene.title
        words = [title.full_name, f"phase {position.phase}"]
        if position.corporation:
            trains = " + ".join(position.trains) or "no trains"
            words.append(f"{position.corporation}: {trains}")
        return " · ".join(words)

    def heading(self, at: complex) -> str:
        """The title line, and below it what is on no hex."""
        position = self.scene.position
        more = [
            f"{marker.owner} {marker.kind.replace('_', ' ')}".strip()
            for marker in position.markers
            if not (marker.at or marker.from_ or marker.to)
        ]
        more += [f"option {option.replace('_', ' ')}" for option in position.options]
        if self.scene.title.reconstruction:
            more.append("the map is a reconstruction")
        drawn = text(at + 24j, self.words(), 16, font_weight="bold")
        if more:
            drawn += text(at + 42j, " · ".join(more), 10, fill="#555")
        return tag("g", drawn, text_anchor="start")

    def coordinates(self) -> str:
        """Letters and numbers along the four edges."""
        pointy = self.scene.layout.name == "pointy"
        drawn = []
        for hex_ids, letters in ((self.by(0, 1), True), (self.by(1, None), False)):
            for label, hex_id in hex_ids.items():
                centre = self.centres[hex_id]
                if letters == pointy:
                    ends = [
                        complex(x, centre.imag) for x in (self.low.real - 14, self.high.real + 14)
                    ]
                else:
                    ends = [
                        complex(centre.real, y) for y in (self.low.imag - 14, self.high.imag + 14)
                    ]
                drawn += [text(end, label, 13) for end in ends]
        return tag("g", "".join(drawn), fill="#555", class_="coordinates")

    def by(self, start: int, end: int | None) -> dict[str, str]:
        """For each letter or number, a hex that has it."""
        return {hex_id[start:end]: hex_id for hex_id in self.centres}

    # the layers of the map

    def land(self) -> str:
        """Every hex in its colour; the hexes of an off-board area as one shape."""
        drawn = []
        for area in self.scene.areas:
            fill = colours.HEX[self.scene.laid(area[0]).tile.colour]
            if len(area) == 1:
                drawn.append(self.hex(area[0], fill))
            else:
                shape = tag("path", d=self.outline(area), fill=fill)
                inside = "".join(self.hex(hex_id, "none") for hex_id in area)
                name = self.scene.title.hexes[area[0]].area
                drawn.append(tag("g", shape + inside, data_area=name))
        return tag("g", "".join(drawn), stroke=colours.BORDER, stroke_width=1.2, class_="land")

    def hex(self, hex_id: str, fill: str) -> str:
        """One hex: its shape, and what a pointer resting on it shows."""
        centre = self.centres[hex_id]
        points = " ".join(xy(corner) for corner in self.scene.layout.corners)
        part = {"stroke": "none", "pointer_events": "all"} if fill == "none" else {}
        shape = tag("polygon", points=points, fill=fill, **part)
        return moved(
            hover(self.describe(hex_id)) + shape + self.river(hex_id), centre, data_hex=hex_id
        )

    def describe(self, hex_id: str) -> str:
        """A hex in a line."""
        hex_, laid = self.scene.title.hexes[hex_id], self.scene.laid(hex_id)
        words = [f"{hex_id} {hex_.name}".strip()]
        if laid.spec:
            words.append(f"tile {laid.spec}")
        elif hex_.cost:
            words.append(f"{hex_.terrain} {hex_.cost}".strip())
        for name in laid.stops:
            owners = self.scene.network.tokens.get(self.scene.stop_name(name), ())
            if any(owners):
                words.append("tokens " + ", ".join(owner for owner in owners if owner))
        words += [
            name.replace("_", " ") for name, ids in self.scene.title.marks.items() if hex_id in ids
        ]
        return " · ".join(words)

    def river(self, hex_id: str) -> str:
        """A river between its banks, until a tile covers it."""
        river = self.scene.title.rivers.get(hex_id)
        if river is None or self.scene.laid(hex_id).spec:
            return ""
        ends = [
            corner
            for n, corner in enumerate(self.scene.layout.corners)
            if (str(n) in river.first) != (str((n + 1) % 6) in river.first)
        ]
        path = f"M{xy(0.97 * ends[0])}Q0 0 {xy(0.97 * ends[1])}"
        return tag("path", d=path, fill="none", stroke=colours.RIVER, stroke_width=9)

    def outline(self, area: tuple[str, ...]) -> str:
        """The outer edge of several hexes."""
        corners = self.scene.layout.corners
        edges = {}
        for hex_id, side in itertools.product(area, range(6)):
            if self.scene.title.neighbour(hex_id, side) not in area:
                start = self.centres[hex_id] + corners[side - 1]
                edges[xy(start)] = xy(self.centres[hex_id] + corners[side])
        point = next(iter(edges))
        found = []
        while point in edges:
            found.append(point)
            point = edges.pop(point)
        return "M" + "L".join(found) + "Z"

    def borders(self) -> str:
        """Sides closed to track, and sides that cost something while no track joins over them."""
        drawn = []
        for (first, second), border in self.scene.title.borders.items():
            side = next(n for n in range(6) if self.scene.title.neighbour(first, n) == second)
            if border.impassable or not self.joined(first, second, side):
                drawn.append(moved(self.border(border, side), self.centres[first]))
        return tag("g", "".join(drawn), class_="borders")

    def joined(self, first: str, second: str, side: int) -> bool:
        """Whether track runs over the side between two hexes."""
        return (
            side in self.scene.laid(first).exits and (side + 3) % 6 in self.scene.laid(second).exits
        )

    def border(self, border: Border, side: int) -> str:
        """One side: a thick line, with its cost."""
        corners = self.scene.layout.corners
        colour = colours.BORDER_COST.get(border.kind, colours.OTHER_BORDER_COST)
        if border.impassable:
            colour = colours.CLOSED
        path = f"M{xy(corners[side - 1])}L{xy(corners[side])}"
        line = tag("path", d=path, stroke=colour, stroke_width=5, stroke_linecap="round")
        if not border.cost:
            return tag("g", hover("closed to track") + line)
        # Beside the middle, where track will cross.
        at, words = (corners[side - 1] + 3 * corners[side]) / 4, str(border.cost)
        plate = box(at, text_width(words, 8) + 6, 11, rx=4, fill=colours.PAPER, stroke=colour)
        return tag("g", hover(f"{border.kind} {border.cost}") + line + plate + text(at, words, 8))

    def track(self) -> str:
        """All track."""
        drawn = []
        for hex_id, centre in self.centres.items():
            laid = self.scene.laid(hex_id)
            if laid.track:
                inner = tiles.track(laid.tile, rotation_of(laid), self.scene.layout)
                drawn.append(moved(inner, centre, data_track=hex_id))
        return tag(
            "g",
            "".join(drawn),
            fill="none",
            stroke=colours.INK,
            stroke_width=tiles.TRACK,
            pointer_events="none",
            class_="track",
        )

    def route_lines(self) -> str:
        """Each route in its colour, with a white edge that parts it from the land."""
        drawn = []
        for number, route in enumerate(self.routes):
            path, colour = route.path, colours.route(number)
            lines = hover(f"{route.verdict.train} earns {route.verdict.revenue}")
            lines += tag("path", d=path, stroke=colours.PAPER, stroke_width=11)
            lines += tag("path", d=path, stroke=colour, stroke_width=7.5)
            drawn.append(tag("g", lines, data_route=number, data_train=route.verdict.train))
        return tag("g", "".join(drawn), fill="none", stroke_linecap="round", class_="routes")

    def stops(self) -> str:
        """Cities, towns, deposits, with their tokens."""
        drawn = []
        for area in self.scene.areas:
            count = len(self.scene.laid(area[0]).tile.stops)
            if count:
                inner = "".join(tiles.stop(self.scene, area[0], n) for n in range(count))
                drawn.append(moved(inner, self.scene.middle(area)))
        return tag("g", "".join(drawn), class_="stops")

    def notes(self) -> str:
        """Values, names, costs, markers."""
        drawn = [
            moved(Notes(self.scene, area).draw(), self.scene.middle(area))
            for area in self.scene.areas
        ]
        return tag("g", "".join(drawn), paint_order="stroke", pointer_events="none", class_="notes")
