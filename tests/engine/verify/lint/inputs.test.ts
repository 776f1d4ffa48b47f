import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { checkAnswered, checkExchanged, checkInputs } from "../../../../engine/verify/lint/check-inputs.ts";
import { act, END, form, TEXT, WHOLE } from "../../fixtures/parts.ts";
import { type Fields, objectOf, small } from "../../fixtures/small-flow.ts";

/**
 * Returns the findings about an effect with these inputs. A form comes before the effect, another form after
 * it.
 */
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
    "the values of the same names",
    [
      { x: "answers.ask.x", y: "answers.ask.y" },
      { x: TEXT, y: TEXT },
    ],
    [],
  ],
  [
    "values whose names are exchanged",
    [
      { x: "answers.ask.y", "y?": "answers.ask.x" },
      { x: TEXT, "y?": TEXT },
    ],
    [],
  ],
  ["a value for a name that no other value has", [{ who: "answers.ask.x" }, { who: TEXT }], []],
  [
    "another value although the value of the same name has another type",
    [{ many: "answers.ask.x" }, { many: TEXT }],
    [],
  ],
  [
    "another value although the value of the same name comes later",
    [{ late: "answers.ask.x" }, { late: TEXT }],
    [],
  ],
  [
    "another value instead of the derived value of the same name",
    [{ all: "answers.ask.many" }, { all: WHOLE }],
    [crossed("all", "answers.ask.many", "derived.all")],
  ],
  ["an input that its signature does not have", [{ x: "answers.ask.y" }, {}], []],
  [
    "no value for an optional input, although a value of that name exists",
    [{}, { "x?": TEXT }],
    [leftOut("x", "answers.ask.x")],
  ],
  ["no value for a required input", [{}, { x: TEXT }], []],
  ["no value, because no value has that name", [{}, { "who?": TEXT }], []],
  ["no value, because the value of that name comes later", [{}, { "late?": TEXT }], []],
  ["an optional value for an optional input", [{ "x?": "answers.ask.x" }, { "x?": TEXT }], []],
  ["an optional answer for an optional input", [{ x: "answers.ask.x" }, { "x?": TEXT }], []],
])("the check of exchanged inputs gives the expected findings if an effect gets %s", (_, args, faults) => {
  expect(found(...args)).toEqual(faults);
});

it("an input is reported as exchanged if it gets the value whose name belongs to a different input", () => {
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
    ["is optional, and the effect allows that", { "x?": TEXT }, { "x?": "answers.ask.x" }, ["x"], []],
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
)(
  "the check of inputs gives the expected findings for an input whose question %s",
  (_, asked, input, mayBeLeftOut, faults) => {
    const definition = small({
      forms: { ask: asked },
      inputs: { "small.act": { "x?": TEXT } },
      effects: { "small.act": { errors: {}, mayBeLeftOut } },
      steps: { ask: form("act"), act: { ...act("done"), input }, done: END },
    });
    expect(checkAnswered(definition)).toEqual(faults);
  },
);
