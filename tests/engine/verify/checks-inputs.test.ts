import { expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { checkInputs } from "../../../engine/verify/check-inputs.ts";
import { act, END, form, TEXT, WHOLE } from "../fixtures/parts.ts";
import { type Fields, small } from "../fixtures/small-flow.ts";

/** What is found of an effect with these inputs behind a form; another form comes after it. */
const found = (input: JsonObject, wanted: Fields, asked: Fields = { x: TEXT, y: TEXT, many: WHOLE }) =>
  checkInputs(
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
    [crossed("x", "answers.ask.y", "answers.ask.x"), crossed("y?", "answers.ask.x", "answers.ask.y")],
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
])("an effect is given %s", (_, args, faults) => {
  expect(found(...args)).toEqual(faults);
});
