import { describe, expect, it } from "vitest";
import type { Constant, Expression, Read } from "../../../../../engine/rules/expression.ts";
import type { Type } from "../../../../../engine/rules/types.ts";
import { type References, usesOf } from "../../../../../engine/verify/model/partition/uses.ts";

const truth: Type = { kind: "boolean" };
const integer: Type = { kind: "integer" };
const text: Type = { kind: "string" };
const list: Type = { kind: "list", item: text };

const read = (path: string, type: Type = integer, fallback?: Constant): Read => ({
  op: "read",
  from: "scope",
  path,
  segments: path.split("."),
  type,
  ...(fallback === undefined ? {} : { fallback }),
});
const ofItem = (path: string, type: Type = text): Read => ({ ...read(path, type), from: "item" });
const is = (value: Constant): Expression => ({ op: "constant", type: text, value });
const equal = (left: Expression, right: Expression): Expression => ({
  op: "equal",
  order: "text",
  left,
  right,
});
const less = (...args: Expression[]): Expression => ({ op: "compare", sign: "<", order: "number", args });
const within = (needle: Expression, ...values: Constant[]): Expression => ({
  op: "within",
  order: "text",
  needle,
  values,
});
const plus = (...args: Expression[]): Expression => ({ op: "math", fn: "+", type: integer, args });
const both = (...args: Expression[]): Expression => ({ op: "and", args });
const not = (arg: Expression): Expression => ({ op: "not", arg });
const choice = (type: Type, when: Expression, yes: Expression, otherwise: Expression): Expression => {
  const consequence = "then";
  return { op: "if", type, when, [consequence]: yes, otherwise } as Expression;
};
const size = (of: Read): Expression => ({ op: "size", list: of });
const contains = (of: Read, needle: Expression): Expression => ({ op: "contains", needle, list: of });
const some = (of: Read, test: Expression): Expression => ({ op: "each", quantifier: "some", list: of, test });
const absent = (...places: Read[]): Expression => ({ op: "absent", places, need: 1 });
const rule = (id: string, type: Type = truth): Expression => ({ op: "rule", id, type });

const [a, b, c] = [read("a"), read("b"), read("c")];
const ticked = read("ticked", truth);
const names = read("names", list);
const others = read("others", list);

const rules: { readonly [id: string]: readonly Expression[] } = {
  old: [less(is(60), a)],
  fee: [plus(a, is(1))],
  loop: [rule("loop"), a],
  open: [ticked],
};
const derived: { readonly [path: string]: Expression } = {
  sum: plus(a, b),
  same: a,
  chosen: choice(integer, ticked, a, is(3)),
};
/** Returns the value of a name. Throws for a missing name, because no expression should refer to one. */
const under = <Value>(all: { readonly [name: string]: Value }, name: string): Value | undefined => {
  if (typeof name !== "string") throw new Error("asked for nothing");
  return all[name];
};
const references: References = {
  ofRule: (id) => under(rules, id) ?? [],
  ofDerived: (path) => under(derived, path),
};

/** Returns the recorded use of a data path, without empty parts. */
function noted(...expressions: readonly Expression[]) {
  return Object.fromEntries(
    [...usesOf(expressions, references).values()].map((use) => [
      use.path,
      {
        ...(use.constants.size > 0 ? { constants: [...use.constants] } : {}),
        ...(use.linked.size > 0 ? { linked: [...use.linked] } : {}),
        ...(use.sizes.size > 0 ? { sizes: [...use.sizes] } : {}),
        ...(use.items.size > 0
          ? { items: Object.fromEntries([...use.items].map(([path, all]) => [path, [...all]])) }
          : {}),
        ...(use.calculated ? { calculated: true } : {}),
        ...(use.valued ? { valued: true } : {}),
      },
    ]),
  );
}

const valued = true;
const calculated = true;

describe("the uses of a data path that are found in conditions", () => {
  it.each<readonly [string, readonly Expression[], object]>([
    ["are empty for a constant alone", [is(1)], {}],
    ["include only the presence of the value if the path is only read", [a], { a: {} }],
    [
      "include the presence of the value if a condition tests whether it is missing",
      [absent(a, b)],
      { a: {}, b: {} },
    ],
    ["include the value if the path is a boolean", [ticked], { ticked: { valued } }],
    [
      "include the constants that the value is compared with",
      [less(is(1), a, is(9))],
      { a: { constants: [1, 9], valued } },
    ],
    [
      "include a constant that the value must equal",
      [equal(is("x"), a)],
      { a: { constants: ["x"], valued } },
    ],
    [
      "include the constants of a membership test",
      [within(a, "x", "y")],
      { a: { constants: ["x", "y"], valued } },
    ],
    [
      "include the constants of every expression",
      [equal(a, is(1)), not(equal(a, is(2)))],
      { a: { constants: [1, 2], valued } },
    ],
    [
      "include the default of the path",
      [equal(read("a", integer, 7), is(1))],
      { a: { constants: [7, 1], valued } },
    ],
    [
      "include the paths that the value is compared with, but not the path itself",
      [less(a, b, a)],
      { a: { linked: ["b"], valued }, b: { linked: ["a"], valued } },
    ],
    [
      "include arithmetic inside a comparison",
      [less(plus(a, is(1)), b)],
      {
        a: { constants: [1], linked: ["b"], calculated, valued },
        b: { constants: [1], linked: ["a"], calculated, valued },
      },
    ],
    ["include arithmetic as the result", [plus(a, is(2))], { a: { constants: [2], calculated, valued } }],
    [
      "include the results of a choice",
      [choice(integer, ticked, a, b)],
      { ticked: { valued }, a: { valued }, b: { valued } },
    ],
    [
      "exclude the values in the condition of a choice between booleans",
      [choice(truth, ticked, absent(a), absent(b))],
      { ticked: { valued }, a: {}, b: {} },
    ],
    [
      "include both branches of a choice that is compared",
      [equal(choice(integer, absent(c), a, is(4)), is(5))],
      { a: { constants: [4, 5], valued }, c: {} },
    ],
    ["include the reads of a referenced rule", [rule("old")], { a: { constants: [60], valued } }],
    ["include a rule that refers to itself only once", [rule("loop")], { a: {} }],
    ["ignore an unknown rule", [rule("gone")], {}],
    [
      "include the amount of a rule that is compared",
      [equal(rule("fee", integer), is(5))],
      { a: { constants: [1, 5], calculated, valued } },
    ],
    [
      "include only the reads of a boolean rule that is compared",
      [equal(rule("old"), is(true))],
      { a: { constants: [60], valued } },
    ],
    [
      "include no constant of booleans in a compared rule",
      [equal(rule("open"), is(true))],
      { ticked: { valued } },
    ],
    ["include the paths behind a derived value", [read("same")], { a: {} }],
    ["exclude the value of a derived boolean's path", [read("same", truth)], { a: {} }],
    [
      "include constants that a derived value is compared with",
      [equal(read("same"), is(3))],
      { a: { constants: [3], valued } },
    ],
    [
      "include the arithmetic behind a derived value",
      [less(read("sum"), is(9))],
      {
        a: { constants: [9], linked: ["b"], calculated, valued },
        b: { constants: [9], linked: ["a"], calculated, valued },
      },
    ],
    [
      "include the choice behind a derived value",
      [equal(read("chosen"), is(8))],
      { a: { constants: [3, 8], valued }, ticked: { valued } },
    ],
    ["exclude paths inside items", [equal(ofItem("x"), is(1))], {}],
  ])("%s", (_, expressions, expected) => {
    expect(noted(...expressions)).toEqual(expected);
  });
});

it("data paths are listed in reading order, also if a condition chooses between two conditions", () => {
  const [first, second, third] = ["z", "y", "x"].map((path) => read(path, truth)) as [Read, Read, Read];
  expect([...usesOf([choice(truth, first, second, third)], references).keys()]).toEqual(["z", "y", "x"]);
});

describe("the uses of a list that are found in conditions", () => {
  it.each<readonly [string, readonly Expression[], object]>([
    [
      "include the lengths that the list's size is compared with",
      [less(size(names), is(3))],
      { names: { sizes: [3], valued } },
    ],
    ["exclude a length that is not a number", [equal(size(names), is("three"))], { names: { valued } }],
    [
      "count a size compared with another value as arithmetic",
      [less(size(names), a, is(3))],
      { names: { sizes: [3], calculated, valued }, a: { constants: [3], valued } },
    ],
    [
      "count sizes compared with each other as arithmetic",
      [less(size(names), size(others))],
      { names: { calculated, valued }, others: { calculated, valued } },
    ],
    [
      "include arithmetic on the list's size",
      [less(plus(size(names), is(1)), is(3))],
      { names: { sizes: [1, 3], calculated, valued } },
    ],
    [
      "include a constant that the list may contain",
      [contains(names, is("x"))],
      { names: { items: { "": ["x"] }, valued } },
    ],
    [
      "include another path whose value the list may contain",
      [contains(names, a)],
      { names: { items: { "": [] }, linked: ["a"], valued }, a: { linked: ["names"], valued } },
    ],
    [
      "include a calculation whose result the list may contain",
      [contains(names, plus(a, is(1)))],
      {
        names: { items: { "": [1] }, linked: ["a"], valued },
        a: { constants: [1], linked: ["names"], calculated, valued },
      },
    ],
    [
      "include constants that items equal",
      [some(names, equal(ofItem(""), is("x")))],
      { names: { items: { "": ["x"] }, valued } },
    ],
    [
      "include constants that an item's field is compared with",
      [some(names, less(is(1), ofItem("age"), is(9)))],
      { names: { items: { age: [1, 9] }, valued } },
    ],
    [
      "include the constants of a membership test of items",
      [some(names, within(ofItem("kind"), "x", "y"))],
      { names: { items: { kind: ["x", "y"] }, valued } },
    ],
    [
      "include the presence of a field",
      [some(names, absent(ofItem("age"), ofItem("kind")))],
      { names: { items: { age: [], kind: [] }, valued } },
    ],
    [
      "include a boolean field",
      [some(names, ofItem("open", truth))],
      { names: { items: { open: [] }, valued } },
    ],
    [
      'include tests within "and", "or" and "not"',
      [some(names, both(not(equal(ofItem("a"), is(1))), { op: "or", args: [ofItem("b"), is(true)] }))],
      { names: { items: { a: [1], b: [] }, valued } },
    ],
    [
      "count items compared with each other as arithmetic",
      [some(names, equal(ofItem("a"), ofItem("b")))],
      { names: { calculated, valued } },
    ],
    [
      "count items in arithmetic as arithmetic",
      [some(names, equal(plus(ofItem("a"), is(1)), is(2)))],
      { names: { calculated, valued } },
    ],
    [
      "count an item compared with a calculation as arithmetic",
      [some(names, less(ofItem("a"), plus(ofItem("b"), is(1))))],
      { names: { calculated, valued } },
    ],
    ["count any other test as arithmetic", [some(names, rule("gone"))], { names: { calculated, valued } }],
  ])("%s", (_, expressions, expected) => {
    expect(noted(...expressions)).toEqual(expected);
  });
});
