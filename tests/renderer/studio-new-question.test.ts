import { expect, test } from "vitest";
import { type Draft, edits, fileValue, printed, valueAt } from "../../engine/edits/index.ts";
import { fieldsOf } from "../../engine/flow/form-schema.ts";
import type { Definition } from "../../engine/flow/index.ts";
import type { JsonSchema } from "../../engine/values/json.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { idOf, spotOf } from "../../renderer/studio/step/edited-question.ts";
import { addedQuestion, newKinds } from "../../renderer/studio/step/new-question.ts";
import { sharedLists } from "../../renderer/studio/step/shared-lists.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

const FLOW = "contact-back";
const STEP = "contact";
const FORM = `schemas/${FLOW}/${STEP}.json`;
const { source } = await readSource(ROOT, FLOW);
const draft: Draft = Object.fromEntries(
  Object.entries(source.files).map(([path, content]) => [path, printed(content)]),
);

const asked = (kind: string) => ({
  kind,
  label: { th: "คำถามใหม่", en: "New question" },
  choices: [
    { th: "เช้า", en: "Morning" },
    { th: "บ่าย", en: "Afternoon" },
  ],
  first: { th: "ชื่อผู้มา", en: "Visitor" },
  list: "occupation",
});

function added(kind: string, field: string, to = draft): Draft {
  const result = edits(to, addedQuestion({ flow: FLOW, step: STEP, field }, asked(kind)), { published: {} });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.draft;
}

function findings(of: Draft): readonly string[] {
  const parts = [...studied({ flow: FLOW, files: of, wants: "rules" })];
  const found = parts.findLast((part) => "findings" in part);
  return found !== undefined && "findings" in found
    ? found.findings.map(({ code, file, pointer }) => `${code} ${file} ${pointer}`)
    : ["not read"];
}

test.each(newKinds({ isInside: false }))(
  "a new question of the kind “%s” adds no finding to the flow",
  (kind) => {
    expect(findings(added(kind, "newQuestion"))).toEqual([]);
  },
);

test.each(newKinds({ isInside: true }))(
  "a new question of the kind “%s” inside a group or list adds no finding",
  (kind) => {
    expect(findings(added(kind, "newQuestion.more", added("group", "newQuestion")))).toEqual([]);
    expect(findings(added(kind, "newQuestion.items.more", added("list", "newQuestion")))).toEqual([]);
  },
);

test("a question with choices keeps a text, several texts, or a score for each choice", () => {
  const schemaOf = (kind: string) => valueAt(added(kind, "q"), FORM, "/properties/q");
  expect(schemaOf("choice")).toEqual({ type: "string", enum: ["MORNING", "AFTERNOON"] });
  expect(schemaOf("scored")).toEqual({ type: "integer", enum: [1, 2] });
  expect(schemaOf("choices")).toEqual({
    type: "array",
    items: { type: "string", enum: ["MORNING", "AFTERNOON"] },
    minItems: 1,
    uniqueItems: true,
  });
});

test("a list is added with its first question, and a consent must be given", () => {
  expect(fileValue(added("list", "visitors"), FORM)).toMatchObject({
    properties: { visitors: { items: { properties: { visitor: {} }, required: ["visitor"] } } },
  });
  expect(valueAt(added("agreement", "agrees"), FORM, "/required")).toContain("agrees");
});

test("a question takes one or several of a shared list that has a name, and keeps no copy of the list", () => {
  const lists = sharedLists(draft, "en");
  expect(lists.map(([list]) => list)).toEqual(expect.arrayContaining(["bank-code", "problem-type"]));
  expect(lists.filter(([, label]) => label === "")).toEqual([]);
  const several = { type: "array", items: { $ref: "common/occupation" }, minItems: 1, uniqueItems: true };
  expect(valueAt(added("listedSeveral", "q"), FORM, "/properties/q")).toEqual(several);
  expect(valueAt(added("listed", "q"), FORM, "/properties/q")).toEqual({ $ref: "common/occupation" });
  for (const [list] of lists) {
    const at = { flow: FLOW, step: STEP, field: "q" };
    const made = edits(draft, addedQuestion(at, { ...asked("listedSeveral"), list }), { published: {} });
    expect([list, made.ok ? findings(made.value.draft) : made.error]).toEqual([list, []]);
  }
});

test.each([
  ["group", "visit"],
  ["list", "visit.items"],
])(
  "a question inside a %s is asked after an answer to another question of it, without a finding",
  (kind, within) => {
    const urgent = added("yesNo", `${within}.urgent`, added(kind, "visit"));
    const both = added("text", `${within}.why`, urgent);
    const field = { name: "why", schema: {}, required: false, when: [], requiredWhen: [] };
    const definition = { flow: { id: FLOW } } as Definition;
    const at = spotOf({ definition, step: STEP, field, within });
    expect([at.field, idOf({ field, within })]).toEqual([`${within}.why`, "q-visit-why"]);
    const asked = edits(both, [{ op: "set-asked-when", args: { ...at, when: [{ urgent: [true] }] } }]);
    if (!asked.ok) throw new Error(JSON.stringify(asked.error));
    expect(findings(asked.value.draft)).toEqual([]);
    const form = valueAt(asked.value.draft, FORM, `/properties/visit${kind === "list" ? "/items" : ""}`);
    const why = fieldsOf(form as JsonSchema).find(({ name }) => name === "why");
    expect(why?.when).toEqual([{ urgent: [true] }]);
  },
);
