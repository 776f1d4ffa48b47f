import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { checkNames } from "../../../../engine/verify/lint/check-names.ts";
import type { Names } from "../../../../engine/verify/lint/names.ts";
import { at, BAHT, END, form, must, pin, review, TEXT, WHOLE, YES } from "../../fixtures/parts.ts";
import { type Fields, objectOf, small } from "../../fixtures/small-flow.ts";
import { NO_NAMES } from "./around.ts";

/** Two widgets with their hints, and a PIN. Users have the PIN if the rule `ready` holds for them. */
const NAMES: Names = {
  ...NO_NAMES,
  widgets: {
    line: { fits: ["text", "choice"], hints: ["keys"] },
    sum: { fits: ["baht"], hints: ["quick"] },
    box: { fits: ["agreement"], needs: ["about"] },
    hidden: { fits: ["secret-text"] },
    part: { fits: ["group", "list"] },
  },
  mustNameWidget: ["secret-text"],
  hints: {
    keys: { words: ["big", "small"], only: { big: ["text"] } },
    quick: { values: true },
    about: { list: "documents" },
  },
  means: { bound: { widget: "box", about: "terms" }, lined: { keys: "small" }, other: { about: "rules" } },
  documents: ["terms", "rules", "news"],
  actions: ["order"],
  channels: ["email"],
  challenges: { otp: { needs: "ready" }, pin: { needs: "ready" } },
};

/** Returns the findings about one form with these hints. */
function found(fields: Fields, ui: JsonObject) {
  const steps = { ask: { ...form("done"), ui }, done: END };
  return checkNames(small({ forms: { ask: fields }, steps }), NAMES);
}
const fault = (pointer: string, key: string, params: JsonObject) => ({
  pointer: `/steps/ask/ui/${pointer}`,
  says: { key, params },
});

it.each<readonly [what: string, fields: Fields, ui: JsonObject]>([
  ["a widget that matches", { x: TEXT }, { x: { widget: "line", keys: "big" } }],
  [
    "a field with hints of a matching widget but without the widget's name",
    { x: TEXT, y: BAHT },
    { x: { keys: "big" }, y: { quick: ["1.00"] } },
  ],
  ["an option", { x: { type: "string", enum: ["a"] } }, { x: { widget: "line" } }],
  [
    "a widget with its required hints",
    { x: { type: "boolean", const: true } },
    { x: { widget: "box", about: "news" } },
  ],
  [
    "a field in a group",
    { "x?": objectOf({ in: TEXT }) },
    { x: { widget: "part" }, "x.in": { widget: "line" } },
  ],
  [
    "a field in a list",
    { x: { type: "array", items: objectOf({ in: TEXT }) } },
    { x: { widget: "part" }, "x.in": { widget: "line" } },
  ],
  ["a field without hints", { x: TEXT, y: WHOLE, z: YES }, {}],
  [
    "the document that the field means",
    { x: { means: "bound", type: "boolean", const: true } },
    { x: { widget: "box", about: "terms" } },
  ],
  [
    "a document at a field without a meaning",
    { x: { type: "boolean", const: true } },
    { x: { widget: "box", about: "news" } },
  ],
  [
    "a hint that belongs to the field's meaning, although its widget lacks it",
    { x: { means: "lined", ...BAHT } },
    { x: { widget: "sum" } },
  ],
])("the presentation of a form may have %s", (_, fields, ui) => {
  expect(found(fields, ui)).toEqual([]);
});

const AGREED = { means: "bound", type: "boolean", const: true };
const missing = (hint: string, wanted: string) => ({
  key: "hint-meaning.missing",
  params: { hint, field: "x", means: "bound", wanted },
});

const ALL = Object.keys(NAMES.widgets);

it.each<readonly [what: string, fields: Fields, ui: JsonObject, ...faults: readonly object[]]>([
  [
    "an unknown widget",
    { x: TEXT },
    { x: { widget: "toString", other: 1 } },
    fault("x/widget", "unknown-widget", { widget: "toString", widgets: ALL }),
  ],
  [
    "a widget for another kind",
    { x: BAHT },
    { x: { widget: "line" } },
    fault("x/widget", "widget-misfit", { widget: "line", field: "x", kind: "baht", widgets: ["sum"] }),
  ],
  [
    "a hint that the widget does not have",
    { x: TEXT },
    { x: { widget: "line", quick: ["1.00"] } },
    fault("x/quick", "unknown-hint", { hint: "quick", field: "x", hints: ["keys"] }),
  ],
  [
    "a hint that no widget of its type has",
    { x: WHOLE },
    { x: { keys: "big" } },
    fault("x/keys", "unknown-hint", { hint: "keys", field: "x", hints: [] }),
  ],
  [
    "an unknown value in a hint",
    { x: TEXT },
    { x: { keys: "huge" } },
    fault("x/keys", "hint-value", { hint: "keys", value: '"huge"', values: ["big", "small"] }),
  ],
  [
    "a suggested value that the field rejects",
    { x: BAHT },
    { x: { quick: ["abc", "1.00", "1"] } },
    fault("x/quick/0", "hint-value.field", { hint: "quick", value: '"abc"', field: "x" }),
    fault("x/quick/2", "hint-value.field", { hint: "quick", value: '"1"', field: "x" }),
  ],
  [
    "one value where several are expected",
    { x: BAHT },
    { x: { quick: "abc" } },
    fault("x/quick", "hint-value.field", { hint: "quick", value: '"abc"', field: "x" }),
  ],
  [
    "a widget without its required hints",
    { x: { type: "boolean", const: true } },
    { x: { widget: "box" } },
    fault("x", "hint-missing", { widget: "box", hint: "about", values: ["terms", "rules", "news"] }),
  ],
  [
    "an unknown field of a group",
    { x: objectOf({ in: TEXT }) },
    { "x.out": { widget: "line" } },
    fault("x.out", "unknown-field", { step: "ask", field: "x.out", fields: ["x", "x.in"] }),
  ],
  [
    "a value that is offered twice",
    { x: BAHT },
    { x: { quick: ["1.00", "2.00", "1.00"] } },
    fault("x/quick/2", "hint-value.repeated", { hint: "quick", value: '"1.00"', field: "x" }),
  ],
  [
    "a hint value for fields of another type",
    { x: { type: "string", enum: ["a"] } },
    { x: { keys: "big" } },
    fault("x/keys", "hint-value.kind", {
      hint: "keys",
      value: "big",
      field: "x",
      kind: "choice",
      kinds: ["text"],
    }),
  ],
  [
    "another document than the one that the field means",
    { x: AGREED },
    { x: { widget: "box", about: "rules" } },
    fault("x/about", "hint-meaning", {
      hint: "about",
      field: "x",
      means: "bound",
      wanted: "terms",
      value: "rules",
    }),
  ],
  [
    "a field without the document that it means",
    { x: AGREED },
    {},
    { pointer: "/steps/ask/ui", says: missing("widget", "box") },
    { pointer: "/steps/ask/ui", says: missing("about", "terms") },
  ],
  [
    "a document at a field that does not mean it",
    { x: { type: "boolean", const: true } },
    { x: { widget: "box", about: "terms" } },
    fault("x/about", "hint-meaning.unsaid", {
      hint: "about",
      value: "terms",
      field: "x",
      meanings: ["bound"],
    }),
  ],
])("the presentation of a form is reported if it has %s", (_, fields, ui, ...faults) => {
  expect(found(fields as Fields, ui as JsonObject)).toEqual(faults);
});

it("a field whose type has no default widget must name a widget, also inside a group", () => {
  const secret = { ...TEXT, writeOnly: true };
  const missing = (field: string) => ({
    file: "schemas/small/ask.json",
    pointer: `/properties/${field.split(".")[0]}`,
    says: { key: "widget-missing", params: { field, kind: "secret-text", widgets: ["hidden"] } },
  });
  expect(found({ x: secret, y: objectOf({ in: secret }) }, { x: {} })).toEqual([
    missing("x"),
    missing("y.in"),
  ]);
  expect(found({ x: secret }, { x: { widget: "hidden" } })).toEqual([]);
});

it("hints of a step without a form are reported", () => {
  const steps = { ask: form("see"), see: { ...review([], "done"), ui: { x: {} } }, done: END };
  expect(checkNames(small({ forms: { ask: {} }, steps }), NAMES)).toEqual([
    {
      pointer: "/steps/see/ui/x",
      says: { key: "unknown-field", params: { step: "see", field: "x", fields: [] } },
    },
  ]);
});

/** Returns the findings about a challenge. An invariant guarantees that all users there are ready. */
function asked(challenge: JsonObject, invariants: Json = [{ before: "prove", rule: "ready" }]) {
  const steps = {
    see: review([], "prove"),
    prove: { ...pin("see", "out", "done"), ...challenge },
    done: END,
    out: END,
  };
  const rules = { ready: must(at("flags.on")) };
  return checkNames(small({ steps, rules, flow: { flags: ["on"], invariants } }), NAMES).map(
    ({ pointer, says }) => [pointer, says.key],
  );
}

it.each<
  readonly [what: string, challenge: JsonObject, invariants: Json | undefined, faults: readonly Json[]]
>([
  ["with a PIN that all users have", {}, undefined, []],
  ["with a PIN that users may not have", {}, [], [["/invariants", "invariant-missing.challenge"]]],
  [
    "with a PIN that is guaranteed only at another step",
    {},
    [{ before: "done", rule: "ready" }],
    [["/invariants", "invariant-missing.challenge"]],
  ],
  [
    "of a kind that is not offered",
    { challenge: "totp" },
    [],
    [["/steps/prove/challenge", "challenge-not-offered"]],
  ],
  ["with a code by post", { challenge: "otp", action: "order", channel: "email" }, undefined, []],
  [
    "without an action and a channel",
    { challenge: "otp", action: "orders", channel: "sms" },
    undefined,
    [
      ["/steps/prove/action", "hint-value"],
      ["/steps/prove/channel", "hint-value"],
    ],
  ],
])(
  "the check of challenges gives the expected findings for a challenge %s",
  (_, challenge, invariants, faults) => {
    expect(asked(challenge, invariants)).toEqual(faults);
  },
);
