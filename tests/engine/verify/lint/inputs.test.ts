import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { checkAnswered, checkExchanged, checkInputs } from "../../../../engine/verify/lint/check-inputs.ts";
import { act, END, form, TEXT, WHOLE } from "../../fixtures/parts.ts";
import { type Fields, objectOf, small } from "../../fixtures/small-flow.ts";

/** Returns the findings about an effect with these inputs after a form; another form comes after it. */
const found = (
  input: JsonObject,
  wanted: Fields,
  asked: Fields = { x: TEXT, y: TEXT, many: WHOLE },
  check = checkInputs,
) =>
  check(
    small({
      forms: { ask: asked, later: { late: TEXT } },
      flow: { derived: { all: { fn: "sum", args: ["answers.ask.many"] } } },
      inputs: { "small.act": wanted },
      steps: { ask: form("act"), act: { ...act("later"), input }, later: form("done"), done: END },
    }),
  );
const crossed = (name: string, path: string, own: string) => ({
  pointer: `/steps/act/input/${name}`,
  says: { key: "crossed-input", params: { effect: "small.act", name: name.replace("?", ""), path, own } },
});
const leftOut = (name: string, own: string) => ({
  pointer: "/steps/act/input",
  says: { key: "input-left-out", params: { effect: "small.act", name, own } },
});

it.each<readonly [what: string, args: Parameters<typeof found>, faults: readonly object[]]>([
  [
    "its own places",
    [
      { x: "answers.ask.x", y: "answers.ask.y" },
      { x: TEXT, y: TEXT },
    ],
    [],
  ],
  [
    "the places of each other",
    [
      { x: "answers.ask.y", "y?": "answers.ask.x" },
      { x: TEXT, "y?": TEXT },
    ],
    [],
  ],
  ["a name that no place has", [{ who: "answers.ask.x" }, { who: TEXT }], []],
  ["a name whose own place has another type", [{ many: "answers.ask.x" }, { many: TEXT }], []],
  ["a name whose own place comes later", [{ late: "answers.ask.x" }, { late: TEXT }], []],
  [
    "a derived value's name",
    [{ all: "answers.ask.many" }, { all: WHOLE }],
    [crossed("all", "answers.ask.many", "derived.all")],
  ],
  ["an input that the signature does not have", [{ x: "answers.ask.y" }, {}], []],
  [
    "no value for an optional input, although a place exists",
    [{}, { "x?": TEXT }],
    [leftOut("x", "answers.ask.x")],
  ],
  ["no value for a required input", [{}, { x: TEXT }], []],
  ["no value, because there is no such place", [{}, { "who?": TEXT }], []],
  ["no value, because the place comes later", [{}, { "late?": TEXT }], []],
  ["an optional value", [{ "x?": "answers.ask.x" }, { "x?": TEXT }], []],
  ["an optional answer", [{ x: "answers.ask.x" }, { "x?": TEXT }], []],
])("an effect gets %s", (_, args, faults) => {
  expect(found(...args)).toEqual(faults);
});

it("an input that gets the place named after another one was exchanged with it", () => {
  const asked: Fields = { x: TEXT, y: TEXT };
  const exchanged = (name: string, path: string, own: string) => ({
    pointer: `/steps/act/input/${name}`,
    says: { key: "exchanged-input", params: { effect: "small.act", name: name.replace("?", ""), path, own } },
  });
  const both: JsonObject = { x: "answers.ask.y", "y?": "answers.ask.x" };
  expect(found(both, { x: TEXT, "y?": TEXT }, asked, checkExchanged)).toEqual([
    exchanged("x", "answers.ask.y", "answers.ask.x"),
    exchanged("y?", "answers.ask.x", "answers.ask.y"),
  ]);
  expect(found({ x: "answers.ask.y" }, { x: TEXT }, asked, checkExchanged)).toEqual([]);
});

const YES_ONLY = { type: "boolean", const: true };
const open = (field: string, at = "") => ({
  file: "schemas/small/ask.json",
  pointer: `${at}/required`,
  says: { key: "answer-optional", params: { field: `answers.ask.${field}`, effect: "small.act", name: "x" } },
});
const passedBy = (field: string, at = "") => ({
  file: "schemas/small/ask.json",
  pointer: `${at}/required`,
  says: { key: "answer-optional.agreement", params: { field: `answers.ask.${field}` } },
});

it.each<readonly [what: string, asked: Fields, input: JsonObject, mayBeLeftOut: readonly string[], object[]]>(
  [
    ["is always answered", { x: TEXT }, { "x?": "answers.ask.x" }, [], []],
    ["is optional", { "x?": TEXT }, { "x?": "answers.ask.x" }, [], [open("x")]],
    ["is optional, as the effect accepts", { "x?": TEXT }, { "x?": "answers.ask.x" }, ["x"], []],
    [
      "is in a group",
      { g: objectOf({ "x?": TEXT }) },
      { "x?": "answers.ask.g.x" },
      [],
      [open("g.x", "/properties/g")],
    ],
    [
      "is in an optional group",
      { "g?": objectOf({ x: TEXT }) },
      { "x?": "answers.ask.g.x" },
      [],
      [open("g")],
    ],
    ["is an optional consent", { "x?": YES_ONLY }, { "x?": "answers.ask.x" }, [], [passedBy("x")]],
    [
      "is a consent that no effect gets",
      { "y?": YES_ONLY, x: TEXT },
      { "x?": "answers.ask.x" },
      ["x"],
      [passedBy("y")],
    ],
    [
      "is a consent in a group",
      { g: objectOf({ "y?": YES_ONLY }) },
      {},
      [],
      [passedBy("g.y", "/properties/g")],
    ],
  ],
)("an effect's input when its question %s", (_, asked, input, mayBeLeftOut, faults) => {
  const definition = small({
    forms: { ask: asked },
    inputs: { "small.act": { "x?": TEXT } },
    effects: { "small.act": { errors: {}, mayBeLeftOut } },
    steps: { ask: form("act"), act: { ...act("done"), input }, done: END },
  });
  expect(checkAnswered(definition)).toEqual(faults);
});
