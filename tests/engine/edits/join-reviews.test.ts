import { expect, test } from "vitest";
import { edits, type Operation } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { publishedDraft } from "./drafts.ts";

const base = publishedDraft();

/** Returns the answers that each review of a flow shows in addition after some operations. */
function joined(
  flow: string,
  ...operations: readonly Operation[]
): Readonly<Record<string, readonly Json[]>> {
  const edited = edits(base, operations);
  if (!edited.ok) throw new Error(JSON.stringify(edited.error));
  const stepsIn = (text: string | undefined) =>
    (JSON.parse(text ?? "") as { steps: Record<string, { kind: string; shows?: Json[] }> }).steps;
  const file = `flows/${flow}/flow.json`;
  const before = stepsIn(base[file]);
  return Object.fromEntries(
    Object.entries(stepsIn(edited.value.draft[file])).flatMap(([id, { kind, shows = [] }]) => {
      const had = new Set((before[id]?.shows ?? []).map((one) => JSON.stringify(one)));
      const more = shows.filter((one) => !had.has(JSON.stringify(one)));
      return kind === "review" && more.length > 0 ? [[id, more]] : [];
    }),
  );
}

const question = (flow: string, step: string, field: string): Operation => ({
  op: "add-question",
  args: { flow, step, field, schema: { type: "string" }, required: true },
});
const newStep = (flow: string, after: string, content: { readonly kind: string }): Operation => ({
  op: "add-step",
  args: {
    ...{ flow, after, step: "extra", content },
    schema: {
      type: "object",
      properties: { one: { type: "string" }, two: { type: "string" } },
      required: [],
    },
  },
});

test.each<readonly [string, string, Operation, Readonly<Record<string, readonly string[]>>]>([
  [
    "a new question is added to the only review of the flow",
    "complaint",
    question("complaint", "complaint", "branch"),
    { review: ["answers.complaint.branch?"] },
  ],
  [
    "a new question is added to every review that shows the question's step",
    "kyc",
    question("kyc", "work", "employees"),
    { "general-review": ["answers.work.employees?"], review: ["answers.work.employees?"] },
  ],
  [
    "a new part of a group is shown in the reviews that show the group",
    "kyc",
    question("kyc", "contact", "address.tower"),
    {},
  ],
  [
    "the questions of a new step are added to the last review",
    "kyc",
    newStep("kyc", "work", { kind: "form" }),
    { review: ["answers.extra.one?", "answers.extra.two?"] },
  ],
  [
    "the questions of a new effect are added to no review, because they may be secret",
    "kyc",
    newStep("kyc", "work", { kind: "effect" }),
    {},
  ],
  [
    "a question after the last review is added to no review",
    "contact-back",
    newStep("contact-back", "review", { kind: "form" }),
    {},
  ],
])("an edit of the flow is merged into its reviews as expected: %s", (_, flow, operation, expected) =>
  expect(joined(flow, operation)).toEqual(expected),
);

test("two new questions of one step are shown next to each other in the review", () => {
  const shown = joined("kyc", question("kyc", "work", "one"), question("kyc", "work", "two"));
  expect(shown.review).toEqual(["answers.work.one?", "answers.work.two?"]);
});
