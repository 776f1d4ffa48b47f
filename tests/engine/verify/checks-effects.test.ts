import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { verify } from "../../../engine/verify/index.ts";
import { sourceOf } from "../flow/fixtures/source-of.ts";

const SCHEMAS: { readonly [kind: string]: JsonObject } = {
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  number: { type: "number" },
  money: { type: "string", format: "baht" },
  units: { type: "string", format: "units" },
  date: { type: "string", format: "date" },
  instant: { type: "string", format: "date-time" },
  string: { type: "string", minLength: 1 },
  file: { type: "string", format: "file-ref" },
  ab: { type: "string", enum: ["a", "b"] },
  abc: { type: "string", enum: ["a", "b", "c"] },
  integers: { type: "array", items: { type: "integer" } },
  numbers: { type: "array", items: { type: "number" } },
  words: { type: "array", items: { type: "string", enum: ["a", "b"] } },
  texts: { type: "array", items: { type: "string" } },
};

const done: JsonObject = { kind: "end", outcome: "done", reason: "over" };
const next = (...to: readonly string[]) => to.map((step) => ({ to: step }));

type Given = {
  readonly steps: JsonObject;
  readonly start?: string;
  readonly schemas?: { readonly [step: string]: JsonObject };
  readonly input?: JsonObject;
  readonly required?: readonly string[];
};

/** What is found wrong in a flow around one effect, `act`, whose inputs and answers are these. */
function found({ steps, start = "ask", schemas = {}, input = {}, required = [] }: Given) {
  const source = sourceOf({
    flow: { id: "small", namespace: "small", subject: "account", inFlight: "follow", start, steps },
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([step, schema]) => [
        step,
        { $id: `small/${step}`, type: "object", ...schema },
      ]),
    ),
    effects: {
      "small.act": {
        id: "small.act",
        mode: "local",
        repeatable: false,
        input: { type: "object", properties: input, required: [...required] },
        output: { type: "object", properties: { got: { type: "string", minLength: 1 } }, required: ["got"] },
        errors: {},
      },
    },
  });
  return verify(source).findings.map(({ pointer, says }) => [pointer, says]);
}

/** What is found where inputs of one kind are given answers of these kinds. */
function matching(given: readonly string[], wanted: string) {
  const each = <Value>(value: (kind: string) => Value) =>
    Object.fromEntries(given.map((kind) => [kind, value(kind)]));
  return found({
    steps: {
      ask: { kind: "form", next: next("act") },
      act: {
        kind: "effect",
        effect: "small.act",
        input: each((kind) => `answers.ask.${kind}`),
        errors: {},
        next: next("done"),
      },
      done,
    },
    schemas: { ask: { properties: each((kind) => SCHEMAS[kind] as JsonObject), required: [...given] } },
    input: each(() => SCHEMAS[wanted] as JsonObject),
    required: given,
  });
}

describe("an input takes what fits its kind, and nothing else", () => {
  const takes: { readonly [wanted: string]: readonly string[] } = {
    boolean: ["boolean"],
    integer: ["integer"],
    number: ["integer", "number"],
    money: ["money"],
    units: ["units"],
    date: ["date"],
    instant: ["instant"],
    string: ["string", "file", "ab", "abc"],
    file: ["file"],
    ab: ["ab"],
    abc: ["ab", "abc"],
    integers: ["integers"],
    numbers: ["integers", "numbers"],
    words: ["words"],
    texts: ["words", "texts"],
  };

  it.each(Object.entries(takes))("%s takes %j", (wanted, kinds) => {
    const given = Object.keys(SCHEMAS);
    const refused = given.filter((kind) => !kinds.includes(kind));
    expect(matching(given, wanted).map(([pointer]) => pointer)).toEqual(
      refused.map((kind) => `/steps/act/input/${kind}`),
    );
  });

  it("is said with what is wanted and what is given", () => {
    expect(matching(["abc"], "ab")).toEqual([
      [
        "/steps/act/input/abc",
        {
          key: "input-type",
          params: {
            name: "abc",
            wanted: { key: "types.enum", params: { words: ["a", "b"] } },
            path: "answers.ask.abc",
            type: { key: "types.enum", params: { words: ["a", "b", "c"] } },
          },
        },
      ],
    ]);
  });
});

const text = SCHEMAS.string as JsonObject;
const form = (...required: readonly string[]): JsonObject => ({
  properties: { x: text, y: text },
  required: [...required],
});
const act = (input: JsonObject, ...to: readonly string[]): JsonObject => ({
  kind: "effect",
  effect: "small.act",
  input,
  errors: {},
  next: next(...(to.length === 0 ? ["done"] : to)),
});
const ways = (...to: readonly string[]) => [
  { when: { "==": [{ var: "answers.ask.x" }, "a"] }, to: to[0] as string },
  { to: to[1] as string },
];
const BOTH = { x: text, y: text };

describe("what an effect needs is there when it runs", () => {
  const missing = (variant: string, params: object) => ({ key: `input-may-be-missing.${variant}`, params });

  it.each<readonly [what: string, given: Given, findings: readonly unknown[]]>([
    [
      "an answer of the only way",
      {
        steps: { ask: { kind: "form", next: next("act") }, act: act({ x: "answers.ask.x" }), done },
        schemas: { ask: form("x") },
        input: BOTH,
        required: ["x"],
      },
      [],
    ],
    [
      "an answer that may be left out is not",
      {
        steps: { ask: { kind: "form", next: next("act") }, act: act({ x: "answers.ask.y" }), done },
        schemas: { ask: form("x") },
        input: BOTH,
        required: ["x"],
      },
      [
        [
          "/steps/act/input/x",
          missing("field", { field: "y", from: "ask", path: "answers.ask.y", name: "x" }),
        ],
      ],
    ],
    [
      "an input that may be left out need not be",
      {
        steps: {
          ask: { kind: "form", next: next("act") },
          act: act({ x: "answers.ask.x", "y?": "answers.ask.y" }),
          done,
        },
        schemas: { ask: form("x") },
        input: BOTH,
        required: ["x"],
      },
      [],
    ],
    [
      "an answer of a step that some pass by is not",
      {
        steps: {
          ask: { kind: "form", next: ways("more", "act") },
          more: { kind: "form", next: next("act") },
          act: act({ x: "answers.more.x" }),
          done,
        },
        schemas: { ask: form("x"), more: form("x") },
        input: BOTH,
        required: ["x"],
      },
      [
        [
          "/steps/act/input/x",
          missing("way", { step: "act", from: "more", path: "answers.more.x", name: "x" }),
        ],
      ],
    ],
    [
      "an output of an effect that some pass by is not",
      {
        steps: {
          ask: { kind: "form", next: ways("first", "act") },
          first: act({ x: "answers.ask.x" }, "act"),
          act: act({ x: "effects.first.got" }),
          done,
        },
        schemas: { ask: form("x") },
        input: BOTH,
        required: ["x"],
      },
      [
        [
          "/steps/act/input/x",
          missing("way", { step: "act", from: "first", path: "effects.first.got", name: "x" }),
        ],
      ],
    ],
    [
      "an output of an effect that all pass is",
      {
        steps: {
          ask: { kind: "form", next: next("first") },
          first: act({ x: "answers.ask.x" }, "act"),
          act: act({ x: "effects.first.got" }),
          done,
        },
        schemas: { ask: form("x") },
        input: BOTH,
        required: ["x"],
      },
      [],
    ],
  ])("%s", (_, given, findings) => expect(found(given)).toEqual(findings));
});

describe("what an effect submits was shown by the reviews before it", () => {
  const review = (shows: readonly string[], ...to: readonly string[]): JsonObject => ({
    kind: "review",
    shows: [...shows],
    next: next(...to),
  });
  const unshown = (step: string, path: string, at = "review") => [
    `/steps/${step}/input/x`,
    { key: "submitted-not-shown", params: { path, step, review: at } },
  ];
  const around = (steps: JsonObject): Given => ({
    steps: { ask: { kind: "form", next: next("review") }, ...steps, done },
    schemas: { ask: form("x", "y"), late: form("x", "y") },
    input: BOTH,
    required: ["x"],
  });

  it.each<readonly [what: string, given: Given, findings: readonly unknown[]]>([
    [
      "shown as it is",
      around({ review: review(["answers.ask.x"], "act"), act: act({ x: "answers.ask.x" }) }),
      [],
    ],
    [
      "shown where it is there",
      around({ review: review(["answers.ask.x?"], "act"), act: act({ x: "answers.ask.x" }) }),
      [],
    ],
    [
      "shown with the whole answer",
      around({ review: review(["answers.ask"], "act"), act: act({ x: "answers.ask.x" }) }),
      [],
    ],
    [
      "not shown",
      around({ review: review(["answers.ask.y"], "act"), act: act({ x: "answers.ask.x" }) }),
      [unshown("act", "answers.ask.x")],
    ],
    [
      "not shown, with a screen between",
      around({
        review: review(["answers.ask.y"], "late"),
        late: { kind: "form", next: next("act") },
        act: act({ x: "answers.ask.x" }),
      }),
      [unshown("act", "answers.ask.x")],
    ],
    [
      "answered only after the review",
      around({
        review: review(["answers.ask.y"], "late"),
        late: { kind: "form", next: next("act") },
        act: act({ x: "answers.late.x" }),
      }),
      [],
    ],
    [
      "submitted by a second effect, which the first hides",
      around({
        review: review(["answers.ask.x"], "first"),
        first: act({ x: "answers.ask.x" }, "act"),
        act: act({ x: "answers.ask.y" }),
      }),
      [],
    ],
    [
      "shown by the last review, though not by the one before it",
      around({
        review: review(["answers.ask.y"], "again"),
        again: review(["answers.ask.x"], "act"),
        act: act({ x: "answers.ask.x" }),
      }),
      [],
    ],
    [
      "what an effect gave need not be shown",
      around({
        review: review(["answers.ask.x"], "first"),
        first: act({ x: "answers.ask.x" }, "again"),
        again: review(["answers.ask.y"], "act"),
        act: act({ x: "effects.first.got" }),
      }),
      [],
    ],
  ])("%s", (_, given, findings) => expect(found(given)).toEqual(findings));
});
