// Limits, progress, errors and the worker of the JavaScript module; the folder of the package is the argument.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { load, ProblemError } = await import(new URL("index.mjs", folder));
const { OptimizerWorker } = await import(new URL("worker.mjs", folder));
const optimizer = await load();

// Two stops, 20 and 30, and the side between them.
const tiny = {
  stops: { value: [20, 30], own: [true, false] },
  track: { pieces: [[0, 2], [3, 1]], sides: 1 },
  trains: { visits: [2] },
  names: { stops: ["Here", "There"], trains: ["2"] },
};

// A grid with far too many routes for any method: it ends only if somebody stops it.
function endless(size = 12) {
  const cells = [...Array(size * size).keys()];
  const links = cells.flatMap((i) => {
    const right = i % size < size - 1;
    const below = i + size < size * size;
    return [right && [i, i + 1], below && [i, i + size], right && below && [i + 1, i + size]].filter(Boolean);
  });
  const face = (side, f) => cells.length + 2 * side + f;
  return {
    stops: { value: cells.map((i) => 10 * (1 + ((i * 7) % 5))), own: cells.map((i) => i % 17 === 0) },
    track: { pieces: links.flatMap(([a, b], n) => [[a, face(n, 0)], [face(n, 1), b]]), sides: links.length },
    trains: { visits: [0, 0, 0, 0, 0, 0] },
  };
}

function stopped(solution) {
  assert.equal(solution.status, "feasible");
  assert(solution.bound > solution.value);
}

// Limits: a search that would never end does.
stopped(optimizer.solve(endless(), { seconds: 0.05 }));
const few = optimizer.solve(endless(), { nodes: 500 });
stopped(few);
assert(few.stats.nodes <= 500);
assert.throws(() => optimizer.solve(tiny, { seconds: -1 }), RangeError);
for (const nodes of [NaN, -1, 1.5, Infinity, "5", null]) assert.throws(() => optimizer.solve(tiny, { nodes }), RangeError);
for (const seconds of [NaN, "5", null]) assert.throws(() => optimizer.solve(tiny, { seconds }), RangeError);
assert.equal(optimizer.solve(tiny, { seconds: undefined, nodes: undefined, progress: undefined }).value, 50);

// Progress: told, and stops by true and by nothing else; what it throws comes out, and the core goes on.
const seen = [];
stopped(optimizer.solve(endless(), { progress: (how) => seen.push(how) === 3 }));
assert.equal(seen.length, 3);
assert(seen[0].bound >= seen[0].value && seen[2].nodes >= seen[0].nodes);
assert.throws(() => optimizer.solve(endless(), { progress() { throw new TypeError("mine"); } }), /mine/);
assert.equal(optimizer.solve(tiny).value, 50);
assert.deepEqual(optimizer.solve(tiny).words, ["2: There, Here = 50"]);

// A run that is required and cannot be made, and one that was not found in time.
const wide = endless();
wide.terms = { required_ends: [[0, 143]] };
assert.equal(optimizer.solve(wide, { nodes: 1 }).status, "unknown");
const apart = { ...tiny, track: { pieces: [], sides: 0 }, terms: { required_ends: [[0, 1]] } };
assert.equal(optimizer.solve(apart).status, "infeasible");

// Everything that is wrong, at once.
assert.deepEqual(optimizer.problems(tiny), []);
assert.deepEqual(optimizer.problems(null), ["a problem is an object, not null"]);
assert.deepEqual(optimizer.problems({ ...tiny, stops: { value: [20, -1], own: [1] }, trains: { visits: [1] }, x: 1 }), [
  "x: is none of stops, track, trains, terms, names, format",
  "stops.own: has 1 entries, stops.value has 2",
  "stops.value[1]: -1 is negative",
  "trains.visits[0]: 1 is neither 0 (no limit) nor at least 2",
]);
for (const sets of [[{ stops: null, value: 3 }], [{ stops: [0, 1] }], [null], { stops: [0, 1], value: 3 }]) {
  assert.equal(optimizer.problems({ ...tiny, terms: { sets } }).length, 1, JSON.stringify(sets));
}
assert.deepEqual(optimizer.problems({ ...tiny, track: { pieces: [[0, 2, 3], [1, 0, 2]], sides: 1 } }), [
  "track.pieces[0]: row 0 has 3 entries, not 2",
  "track.pieces[1]: row 1 has 3 entries, not 2",
]);
// Rows of tariffs, flat and as lists; ragged ones are no rows.
const paid = (tariffs) => ({
  ...tiny, stops: { ...tiny.stops, tariffs }, trains: { visits: [2], tariff: [2] },
});
for (const tariffs of [[20, 40, 30, 50], [[20, 40], [30, 50]], [[20, 40], new Int32Array([30, 50])]]) {
  assert.equal(optimizer.solve(paid(tariffs)).value, 80);
}
for (const tariffs of [[[20, 40, 30], [50]], [[20], [40, 30, 50]], [[20, 40], [[30], 50]], [[20, 40], null]]) {
  assert.notEqual(optimizer.problems(paid(tariffs)).length, 0, JSON.stringify(tariffs));
}
assert.equal(optimizer.problems({ ...tiny, stops: { value: [[20], [30]] } }).length, 2);
assert.equal(optimizer.problems({ ...tiny, terms: { visit_bonus: [3] } }).length, 1);
assert.equal(optimizer.problems({ ...tiny, terms: { required_ends: [[0], [1, 0, 1]] } }).length, 2);
// What cannot be read hides nothing: each place is told once, whatever the size that is not known.
const spoilt = {
  stops: { value: [20, 30], goods: [0, -1], tariffs: [[1, -2]] },
  track: { pieces: [[0, 2], [1, 1], [0, "x"], [0, -1], [0, 2, 3]], sides: 1 },
  trains: { visits: [2], counts: [-1], tariff: [-2] },
  terms: { required_ends: [[0, -1], [1, 1]], sets: [{ stops: [0], value: 1 }, { stops: ["x", 1], value: 1 }], good_value: -1 },
};
const places = [
  "stops.goods[1]", "stops.tariffs[1]", "track.pieces[1]", "track.pieces[2]", "track.pieces[3]", "track.pieces[4]",
  "trains.counts[0]", "trains.tariff[0]", "terms.required_ends[0]", "terms.required_ends[1]",
  "terms.sets[0]", "terms.sets[1]", "terms.good_value",
];
for (const [group, field, value, more] of [
  ["stops", "value", 7, "stops.value"], ["stops", "value", null, "stops.value"], ["stops", "value", [20, "x"], "stops.value[1]"],
  ["track", "sides", "1", "track.sides"], ["track", "sides", -1, "track.sides"], ["track", "sides", [1], "track.sides"],
  ["trains", "visits", 2, "trains.visits"], ["trains", "visits", [1], "trains.visits[0]"],
]) {
  const wrong = { ...spoilt, [group]: { ...spoilt[group], [field]: value } };
  const told = optimizer.problems(wrong).map((one) => one.slice(0, one.indexOf(": ")));
  assert.deepEqual(told.sort(), [...places, more].sort(), JSON.stringify([group, field, value]));
}
const { value: _, ...unvalued } = tiny.stops;
assert.deepEqual(optimizer.problems({ ...tiny, stops: unvalued, names: {} }), ["stops.value: is missing"]);
assert.equal(optimizer.problems({ ...tiny, names: { stops: ["A"], trians: [] } }).length, 2);
assert.equal(optimizer.problems({ ...tiny, format: "route-opt/position@1" }).length, 1);
assert.equal(optimizer.problems({ ...tiny, stops: { value: [20, 30], own: [7, 0] } }).length, 1);
// What is undefined is left out, as where it is written as JSON; null is not.
const sparse = {
  ...tiny, format: undefined, terms: { visit_bonus: undefined, sets: undefined }, names: { sides: undefined, stops: ["A", "B"] },
  stops: { ...tiny.stops, group: undefined, colour: undefined }, trains: { ...tiny.trains, counts: undefined }, x: undefined,
};
assert.equal(optimizer.solve(sparse).value, 50);
assert.deepEqual(optimizer.problems({ ...sparse, stops: undefined }), ["stops: is missing"]);
assert.deepEqual(optimizer.problems({ ...tiny, stops: { ...tiny.stops, group: null } }), ["stops.group: is not a list"]);
assert.deepEqual(optimizer.problems({ ...tiny, format: null, terms: null, names: { sides: null } }), [
  'format: null is not "route-opt/problem@1"', "terms: is null, not an object", "names.sides: is not a list of names",
]);
// Names that every object of JavaScript has are not fields.
assert.deepEqual(optimizer.problems({ ...tiny, names: { toString: [] } }), ["names.toString: is none of stops, sides, trains"]);
assert.deepEqual(optimizer.problems({ ...tiny, toString: 1, track: { ...tiny.track, constructor: [] } }), [
  "toString: is none of stops, track, trains, terms, names, format", "track.constructor: is none of pieces, sides",
]);
// Lists without entries are left out; truth values are no numbers; all entries are rows, or none.
assert.equal(optimizer.solve({ ...tiny, stops: { ...tiny.stops, group: [], end_only: [] }, trains: { visits: [2], counts: [] } }).value, 50);
for (const [wrong, told] of [
  [{ stops: { value: [20, true] } }, "stops.value[1]: true is not an integer of 32 bits"],
  [{ track: { pieces: [[0, 2], 3, 1], sides: 1 } }, "track.pieces[1]: 3 is not a row like the first"],
  [{ track: { pieces: [0, 2, [3, 1]], sides: 1 } }, "track.pieces[1]: a list is not an integer of 32 bits"],
  [{ track: { ...tiny.track, sides: Object.create(null) } }, "track.sides: an object is not an integer of 32 bits"],
]) {
  assert(optimizer.problems({ ...tiny, ...wrong }).includes(told), JSON.stringify(optimizer.problems({ ...tiny, ...wrong })));
}
// More of it than any buffer of a fixed size.
const many = { ...tiny, stops: { value: Array(9000).fill(-1) } };
assert.equal(optimizer.problems(many).filter((one) => one.includes("negative")).length, 9000);

// The worker: in order, given up while it searches and while it waits, and alive after both.
const worker = new OptimizerWorker();
assert.equal((await worker.solve(tiny)).value, 50);
const running = new AbortController();
const waiting = new AbortController();
const first = worker.solve(endless(), {
  signal: running.signal,
  progress() {
    waiting.abort();
    running.abort(new Error("enough"));
  },
});
const second = worker.solve(tiny, { signal: waiting.signal });
const third = worker.solve(tiny);
await assert.rejects(first, /enough/);
await assert.rejects(second, { name: "AbortError" });
assert.equal((await third).value, 50);
await assert.rejects(worker.solve({ ...tiny, trains: { visits: [1] } }), ProblemError);
await assert.rejects(worker.solve({ ...tiny, trains: () => 1 }), { name: "DataCloneError" });
await assert.rejects(worker.solve(tiny, { signal: AbortSignal.abort() }), { name: "AbortError" });
stopped(await worker.solve(endless(), { seconds: 0.05 }));
const left = worker.solve(endless());
worker.close();
await assert.rejects(left, /closed/);
await assert.rejects(worker.solve(tiny), /closed/);

// A worker that is idle keeps no program alive: this one is never closed.
assert.equal((await new OptimizerWorker().solve(tiny)).value, 50);
console.log("all as it should be");
