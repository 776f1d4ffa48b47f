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
    "each its own",
    [
      { x: "answers.ask.x", y: "answers.ask.y" },
      { x: TEXT, y: TEXT },
    ],
    [],
  ],
  [
    "each the other's",
    [
      { x: "answers.ask.y", "y?": "answers.ask.x" },
      { x: TEXT, "y?": TEXT },
    ],
    [],
  ],
  ["a name that no place has", [{ who: "answers.ask.x" }, { who: TEXT }], []],
  ["a name whose own place is of another kind", [{ many: "answers.ask.x" }, { many: TEXT }], []],
  ["a name whose own place comes later", [{ late: "answers.ask.x" }, { late: TEXT }], []],
  [
    "a derived value's name",
    [{ all: "answers.ask.many" }, { all: WHOLE }],
    [crossed("all", "answers.ask.many", "derived.all")],
  ],
  ["what the signature does not know", [{ x: "answers.ask.y" }, {}], []],
  ["nothing that may be left out and is there", [{}, { "x?": TEXT }], [leftOut("x", "answers.ask.x")]],
  ["nothing that is required", [{}, { x: TEXT }], []],
  ["nothing that is not there", [{}, { "who?": TEXT }], []],
  ["nothing that comes later", [{}, { "late?": TEXT }], []],
  ["what may be missing", [{ "x?": "answers.ask.x" }, { "x?": TEXT }], []],
  ["what may be left out", [{ x: "answers.ask.x" }, { "x?": TEXT }], []],
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
    ["everybody answers", { x: TEXT }, { "x?": "answers.ask.x" }, [], []],
    ["may be left out", { "x?": TEXT }, { "x?": "answers.ask.x" }, [], [open("x")]],
    ["may be left out, as the effect takes it", { "x?": TEXT }, { "x?": "answers.ask.x" }, ["x"], []],
    [
      "lies in a group",
      { g: objectOf({ "x?": TEXT }) },
      { "x?": "answers.ask.g.x" },
      [],
      [open("g.x", "/properties/g")],
    ],
    [
      "lies in a group that may be left out",
      { "g?": objectOf({ x: TEXT }) },
      { "x?": "answers.ask.g.x" },
      [],
      [open("g")],
    ],
    ["agrees, and may be passed by", { "x?": YES_ONLY }, { "x?": "answers.ask.x" }, [], [passedBy("x")]],
    [
      "agrees to what no effect is given",
      { "y?": YES_ONLY, x: TEXT },
      { "x?": "answers.ask.x" },
      ["x"],
      [passedBy("y")],
    ],
    [
      "agrees within a group",
      { g: objectOf({ "y?": YES_ONLY }) },
      {},
      [],
      [passedBy("g.y", "/properties/g")],
    ],
  ],
)("a question and %s", (_, asked, input, mayBeLeftOut, faults) => {
  const definition = small({
    forms: { ask: asked },
    inputs: { "small.act": { "x?": TEXT } },
    effects: { "small.act": { errors: {}, mayBeLeftOut } },
    steps: { ask: form("act"), act: { ...act("done"), input }, done: END },
  });
  expect(checkAnswered(definition)).toEqual(faults);
});
