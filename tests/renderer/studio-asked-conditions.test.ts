import { expect, test } from "vitest";
import type { Field } from "../../engine/flow/form-schema.ts";
import { decidersOf, withAnswers, withQuestion } from "../../renderer/studio/step/asked-conditions.ts";

const WHEN = [{ topic: ["TAX"], urgent: [true] }, { topic: ["OTHER"] }];

test.each([
  [
    "adds an answer",
    { at: 0, question: "topic", answers: ["TAX", "FEES"] },
    [{ topic: ["TAX", "FEES"], urgent: [true] }, WHEN[1]],
  ],
  [
    "adds a question to a case",
    { at: 1, question: "urgent", answers: [false] },
    [WHEN[0], { topic: ["OTHER"], urgent: [false] }],
  ],
  ["adds a case", { at: 2, question: "urgent", answers: [false] }, [...WHEN, { urgent: [false] }]],
  [
    "takes a question out of a case",
    { at: 0, question: "topic", answers: [] },
    [{ urgent: [true] }, WHEN[1]],
  ],
  ["removes a case with its last question", { at: 1, question: "topic", answers: [] }, [WHEN[0]]],
])("a change of the answers that decide %s", (_, change, expected) => {
  expect(withAnswers(WHEN, change)).toEqual(expected);
});

test("a condition on one question can be changed to another question, which keeps its position", () => {
  const changed = withQuestion(WHEN, { at: 0, from: "topic", to: "branch", answers: ["BANGKOK"] });
  expect(changed).toEqual([{ branch: ["BANGKOK"], urgent: [true] }, WHEN[1]]);
  expect(Object.keys(changed[0] ?? {})).toEqual(["branch", "urgent"]);
});

test("a question is asked after one answer of a closed list, never after a question with several choices", () => {
  const field = (name: string, schema: Field["schema"], when: Field["when"] = []): Field => ({
    name,
    schema,
    when,
    required: false,
    requiredWhen: [],
  });
  const asked = field("asked", { type: "string" });
  const others = [
    asked,
    field("topic", { type: "string", enum: ["TAX", "FEES"] }),
    field("urgent", { type: "boolean" }),
    field("banks", { type: "array", items: { type: "string", enum: ["BBL", "KTB"] } }),
    field("note", { type: "string" }),
    field("after", { type: "boolean" }, [{ asked: ["YES"] }]),
  ];
  expect(decidersOf(asked, others).map(({ name }) => name)).toEqual(["topic", "urgent"]);
});
