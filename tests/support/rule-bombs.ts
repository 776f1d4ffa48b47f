import type { Json } from "../../engine/values/json.ts";

const nested = (depth: number): Json => {
  let rule: Json = true;
  for (let at = 0; at < depth; at += 1) rule = { "!": rule };
  return rule;
};
const list = Array.from({ length: 100 }, (_, at) => at);
const loop = (inner: Json): Json => ({ map: [{ var: "list" }, inner] });
const numbers = (length: number): Json => Array.from({ length }, (_, at) => at);
const inLists = (depth: number): Json => {
  let value: Json = [];
  for (let at = 0; at < depth; at += 1) value = [value];
  return value;
};
/**
 * Returns a rule that searches all of `long` once for each item of `list`. The accumulator stays unchanged.
 */
const searching = (wanted: Json): Json => ({
  reduce: [
    { var: "list" },
    { if: [{ in: [wanted, { var: "accumulator" }] }, 0, { var: "accumulator" }] },
    { var: "long" },
  ],
});
const doubling: Json = { cat: [{ var: "accumulator" }, { var: "accumulator" }] };
/** Rules that would cost far more than their size suggests, with the data that they read. */
export const RULE_BOMBS: readonly (readonly [string, Json, Json])[] = [
  ["a million deep", nested(1_000_000), {}],
  ["a million wide", { and: new Array(1_000_000).fill(true) }, {}],
  [
    "as many names as a file can hold",
    Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`n${at}`, at])),
    {},
  ],
  ["a long text", { "==": ["x".repeat(1_000_000), "y"] }, {}],
  [
    "lists in lists in lists",
    { some: [list, { some: [list, { some: [list, { "==": [{ var: "" }, -1] }] }] }] },
    {},
  ],
  ["a text that doubles", { reduce: [list, doubling, "x"] }, {}],
  [
    "a list that doubles",
    { reduce: [list, { merge: [{ var: "accumulator" }, { var: "accumulator" }] }, [1]] },
    {},
  ],
  ["a loop over data", loop(true), { list: new Array(1_000_000).fill(0) }],
  ["a loop that searches a long list of its own", loop({ in: [-1, list] }), { list: numbers(19_000) }],
  ["a loop that reads a list of constants", loop([numbers(4_000)]), { list: numbers(19_000) }],
  ["a loop over a long list of data", searching(-1), { list: numbers(9_000), long: numbers(100_000) }],
  ["a loop over a long text", searching("y"), { list: numbers(9_000), long: "x".repeat(100_000) }],
  ["a list written as a text", { "==": [{ var: "list" }, "x"] }, { list: numbers(1_000_000) }],
  ["lists in lists in lists of data", { "==": [{ var: "list" }, "x"] }, { list: inLists(100_000) }],
];
