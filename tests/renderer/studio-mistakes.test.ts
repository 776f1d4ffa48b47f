import { expect, test } from "vitest";
import { edits, type Operation, printed } from "../../engine/edits/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { foldedByCause } from "../../engine/verify/lint/index.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { controlsOf, placeOfFinding } from "../../renderer/studio/findings/place-of-finding.ts";
import { type Called, plainWords } from "../../renderer/studio/findings/plain-words.ts";
import { studioSentence } from "../../renderer/studio/findings/studio-sentence.ts";
import { objectOf } from "../../renderer/studio/step/step-file.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

const FILE = "flows/data-request/flow.json";
const AT = { flow: "data-request" };

/** Possible mistakes, each with the control to which the button beside the first finding leads. */
const MISTAKES: readonly (readonly [what: string, did: readonly Operation[], leads: string])[] = [
  [
    "an English title is left empty",
    [{ op: "set-text", args: { key: "data-request:data-request.ask.title", en: null } }],
    "t-title-en",
  ],
  [
    "a choice has no Thai text",
    [{ op: "set-text", args: { key: "data-request:data-request.ask.right.options.DATA_COPY", th: null } }],
    "q-right-option-DATA_COPY-th",
  ],
  [
    "a question whose answer goes to staff is removed",
    [{ op: "remove-question", args: { ...AT, step: "ask", field: "detail" } }],
    "s-input-detail",
  ],
  [
    "a step leads back to an earlier one",
    [{ op: "connect-step", args: { ...AT, step: "review", next: 0, to: "ask" } }],
    "s-next-0-to",
  ],
  [
    "a route skips a step, so that nothing leads to it",
    [{ op: "connect-step", args: { ...AT, step: "review", next: 0, to: "send" } }],
    "remove-step",
  ],
  [
    "an input that staff need is removed",
    [{ op: "remove-value", args: { file: FILE, pointer: "/steps/send/input/desk" } }],
    "s-input",
  ],
  [
    "an end leads to no page",
    [{ op: "remove-value", args: { file: FILE, pointer: "/steps/confirm-email/links" } }],
    "s-links",
  ],
  [
    "the check before a code is removed",
    [{ op: "set-value", args: { file: FILE, pointer: "/invariants", value: [] } }],
    "f-invariants",
  ],
  [
    "a screen shows a value that may be missing",
    [
      {
        op: "set-value",
        args: {
          file: FILE,
          pointer: "/steps/review/shows",
          value: ["answers.ask.right", "answers.ask.detail", "answers.ask.paper"],
        },
      },
    ],
    "s-shows-2",
  ],
  [
    "a condition uses an answer that no one can give",
    [
      {
        op: "set-next",
        args: {
          ...AT,
          step: "ask",
          next: [
            { when: { "==": [{ var: "answers.ask.right" }, "DATA_SELL"] }, to: "done" },
            { to: "review" },
          ],
        },
      },
    ],
    "s-next-0",
  ],
  [
    "a link to the flow has no text",
    [
      {
        op: "set-value",
        args: {
          file: FILE,
          pointer: "/entries",
          value: [{ place: "me", when: "email-confirmed" }, { place: "contact" }],
        },
      },
    ],
    "f-entries-1-label-th",
  ],
  [
    "a new question is removed from the review, so that no one reads its answer",
    [
      {
        op: "add-question",
        args: {
          ...{
            ...AT,
            step: "ask",
            field: "channel",
            required: false,
            schema: { type: "string", maxLength: 40 },
          },
          texts: { label: { th: "ทางไหน", en: "By which way" } },
        },
      },
      {
        op: "set-value",
        args: {
          file: FILE,
          pointer: "/steps/review/shows",
          value: ["answers.ask.right", "answers.ask.detail", "answers.ask.paper?"],
        },
      },
    ],
    "question-channel",
  ],
  [
    "the minimum length is above the maximum",
    [
      {
        op: "set-keyword",
        args: { ...AT, step: "ask", field: "detail", keyword: "minLength", value: 3_000 },
      },
    ],
    "question-detail",
  ],
];

test.each(MISTAKES)(
  "if %s, one press on the finding leads to the control that corrects the mistake",
  async (_, did, leads) => {
    const { source } = await readSource(ROOT, "data-request");
    const files = Object.fromEntries(
      Object.entries(source.files).map(([path, content]) => [path, printed(content)]),
    );
    const edited = edits(files, did);
    if (!edited.ok) throw new Error(JSON.stringify(edited.error));
    const parts = [...studied({ flow: "data-request", files: edited.value.draft, wants: "rules" })];
    const read = parts.find((part) => part.stage === "read");
    const definition = read?.stage === "read" ? read.definition : null;
    const findings = parts.findLast((part) => "findings" in part);
    const errors = foldedByCause(
      findings !== undefined && "findings" in findings ? findings.findings : [],
    ).filter(({ cause }) => cause.severity === "error");
    const [first] = errors;
    if (first === undefined) throw new Error("nothing is found");
    const place = placeOfFinding(first.cause, {
      flow: "data-request",
      steps: Object.keys(definition?.flow.steps ?? {}),
      texts: "data-request",
      rules: definition?.rules ?? {},
      contents: definition?.flow.steps ?? {},
      entries: definition?.flow.entries?.map((entry) => entry.place) ?? [],
    });
    // The button leads to the finding's most specific control on the page, or to the control around it.
    expect([first.cause.code, ...controlsOf(place)]).toContain(leads);
  },
);

test("a finding names things by their labels on the screen, not by their names in files", () => {
  const called: Called = {
    text: (key) => (key === "rule:adult.title" ? "At least 20 years old" : null),
    step: (id) => (id === "ask" ? "What would you like?" : null),
    rule: (id) => (id === "adult" ? "At least 20 years old" : null),
    place: (path) => (path === "answers.ask.right" ? "“Your right”" : null),
    effect: () => null,
    field: () => null,
    input: (name) => (name === "days" ? "Days to answer" : null),
  };
  const said = (text: string, params: { readonly [name: string]: string | readonly string[] }) =>
    plainWords(text, { key: "none", params } as never, called);
  expect(
    said("rule:adult.title says 20, but what decides is 18", { key: "rule:adult.title", says: ["20"] }),
  ).toBe("“At least 20 years old” says 20, but what decides is 18");
  expect(
    said('step "ask" shows answers.ask.right, and "asked" is another word', {
      step: "ask",
      path: "answers.ask.right?",
      places: ["answers.ask.right"],
    }),
  ).toBe('step “What would you like?” shows “Your right”, and "asked" is another word');
  expect(said('rule "gone"', { rule: "gone" })).toBe('rule "gone"');
  const file = "flows/kyc/rules/adult.json";
  expect(said(`nothing uses "${file}"`, { name: file })).toBe("nothing uses “At least 20 years old”");
  expect(said('it needs "days"', { name: "days" })).toBe("it needs “Days to answer”");
});

const HIGHEST = { why: "the highest score", given: { derived: { score: 40 } }, expect: 5 };
const LESS = (limit: number) => ({ "<": [{ var: "derived.score" }, limit] });

/** Returns the sentences of the studio about a draft of the table of levels. */
function sentencesAbout(logic: Json) {
  const rule = "flows/shared/rules/suitability-level.json";
  const files = Object.fromEntries(
    Object.entries(kyc.source.files).map(([path, content]) => [
      path,
      path === rule
        ? JSON.stringify({
            ...objectOf(content),
            value: { ...objectOf(objectOf(content).value), logic },
            cases: [HIGHEST],
          })
        : printed(content),
    ]),
  );
  const parts = [...studied({ flow: "kyc", files, wants: "rules" })];
  const read = parts.find((part) => part.stage === "read");
  const definition = read?.stage === "read" ? read.definition : null;
  const findings = parts.findLast((part) => "findings" in part);
  return (findings !== undefined && "findings" in findings ? findings.findings : []).flatMap((finding) => {
    const found = studioSentence({
      pointer: finding.pointer,
      says: finding.says,
      rule: finding.file === rule ? definition?.rules["suitability-level"] : undefined,
      fieldOf: () => null,
    });
    return found === null ? [] : [found];
  });
}

const kyc = await readSource(ROOT, "kyc");

test.each([
  [
    "a row is behind one that takes everybody who meets it",
    { if: [LESS(22), 1, LESS(15), 2, 5] },
    { key: "unreachedSecond", params: { row: 2 } },
  ],
  [
    "a row is behind two such rows",
    { if: [LESS(22), 1, LESS(30), 3, LESS(25), 2, 5] },
    { key: "unreachedRow", params: { row: 3 } },
  ],
  [
    "a row gives what the others get as well",
    { if: [LESS(15), 1, LESS(22), 5, 5] },
    { key: "deadInRow", params: { row: 2 } },
  ],
  [
    "a row gives what those get who meet a later one",
    { if: [LESS(22), 1, LESS(15), 2, LESS(30), 2, 5] },
    { key: "sameRow", params: { row: 2 } },
  ],
  [
    "a row gives a level that there is not",
    { if: [LESS(15), 9, 5] },
    { key: "outside.range", params: { least: 1, most: 5, value: "9" } },
  ],
])("if %s, the studio says so without code", (_, logic, sentence) => {
  expect(sentencesAbout(logic as Json)).toContainEqual(sentence);
});

test("a question that nobody can answer and a condition that never holds are said in words", () => {
  const said = (says: unknown) =>
    studioSentence({
      pointer: "",
      says: says as never,
      rule: undefined,
      fieldOf: (name) => (name === "banksYouUse" ? "“Banks you use”" : null),
    });
  const reason = {
    key: "reasons.bounds",
    params: { least: "minLength", from: 200, most: "maxLength", to: 100 },
  };
  expect(said({ key: "schema-unsatisfiable", params: { reason } })).toEqual({
    key: "empty.letters",
    params: { from: "200", to: "100" },
  });
  expect(said({ key: "condition-form.never", params: { name: "banksYouUse" } })).toEqual({
    key: "neverAnswered",
    params: { name: "Banks you use" },
  });
  expect(said({ key: "unused-name", params: { name: "x" } })).toBe(null);
});
