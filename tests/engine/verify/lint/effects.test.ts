import { describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { verify } from "../../../../engine/verify/lint/index.ts";
import { act, END, form, is, next } from "../../fixtures/parts.ts";
import { type Fields, type Small, smallSource } from "../../fixtures/small-flow.ts";

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

type Given = Pick<Small, "steps" | "forms"> & {
  /** Schemas of the effect's input. */
  readonly input?: Fields;
};

const submit = (input: JsonObject, to = "done"): JsonObject => ({ ...act(to), input });

/** Returns the findings in a flow with one effect, `act`, with these inputs and answers. */
function found({ input = {}, ...of }: Given) {
  const source = smallSource({
    ...of,
    flow: { inFlight: "follow" },
    inputs: { "small.act": input },
    outputs: { "small.act": { got: { type: "string", minLength: 1 } } },
  });
  return verify(source, trade).findings.map(({ pointer, says }) => [pointer, says]);
}

/** Returns the findings if inputs of one type get answers of these types. */
function matching(given: readonly string[], wanted: string) {
  const each = <Value>(value: (kind: string) => Value) =>
    Object.fromEntries(given.map((kind) => [kind, value(kind)]));
  return found({
    steps: {
      ask: form("act"),
      act: submit(each((kind) => `answers.ask.${kind}`)),
      done: END,
    },
    forms: { ask: each((kind) => SCHEMAS[kind] as JsonObject) },
    input: each(() => SCHEMAS[wanted] as JsonObject),
  });
}

describe("the check of the types of an effect's inputs", () => {
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

  it.each(Object.entries(takes))(
    "an input of type %s accepts answers of the types %j, and no others",
    (wanted, kinds) => {
      const given = Object.keys(SCHEMAS);
      const refused = given.filter((kind) => !kinds.includes(kind));
      expect(matching(given, wanted).map(([pointer]) => pointer)).toEqual(
        refused.map((kind) => `/steps/act/input/${kind}`),
      );
    },
  );

  it("a finding about a wrong input names the expected and the actual type", () => {
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
const ways = (one: string, other: string) => form([is("answers.ask.x", "a"), one], other);
const BOTH = { x: text, "y?": text };
const ALL = { x: text, y: text };

describe("the check that required inputs of an effect are present", () => {
  const missing = (variant: string, params: object) => ({ key: `input-may-be-missing.${variant}`, params });

  it.each<readonly [what: string, given: Given, findings: readonly unknown[]]>([
    [
      "accepts an answer on the only path",
      {
        steps: { ask: form("act"), act: submit({ x: "answers.ask.x" }), done: END },
        forms: { ask: BOTH },
        input: BOTH,
      },
      [],
    ],
    [
      "reports an optional answer for a required input",
      {
        steps: { ask: form("act"), act: submit({ x: "answers.ask.y" }), done: END },
        forms: { ask: BOTH },
        input: BOTH,
      },
      [
        [
          "/steps/act/input/x",
          missing("field", { field: "y", from: "ask", path: "answers.ask.y", name: "x" }),
        ],
      ],
    ],
    [
      "accepts an optional answer for an optional input",
      {
        steps: {
          ask: form("act"),
          act: submit({ x: "answers.ask.x", "y?": "answers.ask.y" }),
          done: END,
        },
        forms: { ask: BOTH },
        input: BOTH,
      },
      [],
    ],
    [
      "reports an answer of a step that some users skip",
      {
        steps: {
          ask: ways("more", "act"),
          more: form("act"),
          act: submit({ x: "answers.more.x" }),
          done: END,
        },
        forms: { ask: BOTH, more: BOTH },
        input: BOTH,
      },
      [
        [
          "/steps/act/input/x",
          missing("way", { step: "act", from: "more", path: "answers.more.x", name: "x" }),
        ],
      ],
    ],
    [
      "reports an output of an effect that some users skip",
      {
        steps: {
          ask: ways("first", "act"),
          first: submit({ x: "answers.ask.x" }, "act"),
          act: submit({ x: "effects.first.got" }),
          done: END,
        },
        forms: { ask: BOTH },
        input: BOTH,
      },
      [
        [
          "/steps/act/input/x",
          missing("way", { step: "act", from: "first", path: "effects.first.got", name: "x" }),
        ],
      ],
    ],
    [
      "accepts an output of an effect that all users pass",
      {
        steps: {
          ask: form("first"),
          first: submit({ x: "answers.ask.x" }, "act"),
          act: submit({ x: "effects.first.got" }),
          done: END,
        },
        forms: { ask: BOTH },
        input: BOTH,
      },
      [],
    ],
  ])("gives the expected verdict: %s", (_, given, findings) => expect(found(given)).toEqual(findings));
});

describe("the check that the reviews show everything that an effect submits", () => {
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
    steps: { ask: form("review"), ...steps, done: END },
    forms: { ask: ALL, late: ALL },
    input: BOTH,
  });

  it.each<readonly [what: string, given: Given, findings: readonly unknown[]]>([
    [
      "accepts a value that is shown unchanged",
      around({ review: review(["answers.ask.x"], "act"), act: submit({ x: "answers.ask.x" }) }),
      [],
    ],
    [
      "accepts a value that is shown if present",
      around({ review: review(["answers.ask.x?"], "act"), act: submit({ x: "answers.ask.x" }) }),
      [],
    ],
    [
      "accepts a value that is shown with the whole answer",
      around({ review: review(["answers.ask"], "act"), act: submit({ x: "answers.ask.x" }) }),
      [],
    ],
    [
      "reports a value that is not shown",
      around({ review: review(["answers.ask.y"], "act"), act: submit({ x: "answers.ask.x" }) }),
      [unshown("act", "answers.ask.x")],
    ],
    [
      "reports a value that is not shown, also if a screen follows the review",
      around({
        review: review(["answers.ask.y"], "late"),
        late: form("act"),
        act: submit({ x: "answers.ask.x" }),
      }),
      [unshown("act", "answers.ask.x")],
    ],
    [
      "accepts a value that is answered only after the review",
      around({
        review: review(["answers.ask.y"], "late"),
        late: form("act"),
        act: submit({ x: "answers.late.x" }),
      }),
      [],
    ],
    [
      "accepts a value of a second effect that follows the first",
      around({
        review: review(["answers.ask.x"], "first"),
        first: submit({ x: "answers.ask.x" }, "act"),
        act: submit({ x: "answers.ask.y" }),
      }),
      [],
    ],
    [
      "accepts a value that only the last review shows",
      around({
        review: review(["answers.ask.y"], "again"),
        again: review(["answers.ask.x"], "act"),
        act: submit({ x: "answers.ask.x" }),
      }),
      [],
    ],
    [
      "accepts an output of an effect, which need not be shown",
      around({
        review: review(["answers.ask.x"], "first"),
        first: submit({ x: "answers.ask.x" }, "again"),
        again: review(["answers.ask.y"], "act"),
        act: submit({ x: "effects.first.got" }),
      }),
      [],
    ],
  ])("gives the expected verdict: %s", (_, given, findings) => expect(found(given)).toEqual(findings));
});
