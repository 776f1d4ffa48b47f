import { describe, expect, test } from "vitest";
import { type Draft, edits, fileValue, printed, valueAt } from "../../engine/edits/index.ts";
import { fieldsOf } from "../../engine/flow/form-schema.ts";
import type { Definition } from "../../engine/flow/index.ts";
import type { JsonSchema } from "../../engine/values/json.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { changedKind, formErrorsOf, kindOf, kindsFor } from "../../renderer/studio/step/answer-kind.ts";
import { addedQuestion } from "../../renderer/studio/step/new-question.ts";
import { questionsOf } from "../../renderer/studio/step/questions-of.ts";
import { groupsOf, patternOf, SIGN_GROUPS } from "../../renderer/studio/step/written-signs.ts";
import { readSource } from "../../server/sources/source.ts";
import { flowNames, ROOT } from "../definitions/definition-files.ts";

const AT = { flow: "contact-back", step: "contact", field: "extra" } as const;
const FORM = "schemas/contact-back/contact.json";

async function draftOf(flow: string): Promise<Draft> {
  const { source } = await readSource(ROOT, flow);
  return Object.fromEntries(Object.entries(source.files).map(([path, content]) => [path, printed(content)]));
}

function read(flow: string, files: Draft) {
  // The first part is enough; the later ones prove the flow.
  const [first] = studied({ flow, files, wants: "rules" });
  if (first?.stage !== "read" || first.definition === null) throw new Error("The flow was not read");
  return { definition: first.definition as Definition, findings: first.findings };
}

/** The draft of contact-back with a question of a kind between two others. */
async function withExtra(kind: string): Promise<Draft> {
  const asked = {
    kind,
    label: { th: "เพิ่มเติม", en: "More" },
    choices: [
      { th: "เช้า", en: "Morning" },
      { th: "บ่าย", en: "Afternoon" },
    ],
    first: { th: "", en: "" },
    list: "occupation",
  };
  const added = edits(await draftOf(AT.flow), [
    ...addedQuestion(AT, asked),
    { op: "move-question", args: { ...AT, before: "phone" } },
  ]);
  if (!added.ok) throw new Error(JSON.stringify(added.error));
  return added.value.draft;
}

const namesIn = (draft: Draft) =>
  fieldsOf(fileValue(draft, FORM) as JsonSchema).map(({ name, required }) => `${name} ${required}`);

describe("the kind of answer to a question", () => {
  test.each(["text", "choice"])(
    "changes from %s to each other kind, in its place and with its texts",
    async (from) => {
      const before = await withExtra(from);
      const required = edits(before, [{ op: "set-required", args: { ...AT, required: true } }]);
      if (!required.ok) throw new Error("not required");
      const { draft } = required.value;
      const { definition } = read(AT.flow, draft);
      const field = questionsOf(definition, AT.step).find(({ name }) => name === AT.field);
      if (field === undefined) throw new Error("not asked");
      const kinds = kindsFor(field);
      expect(kinds.length).toBeGreaterThan(1);
      for (const kind of kinds) {
        const to = { kind, optionsKey: "about:contact-back.contact.extra.options" };
        const changed = edits(draft, changedKind(AT, field.schema, to));
        if (!changed.ok) throw new Error(JSON.stringify(changed.error));
        const now = read(AT.flow, changed.value.draft);
        const extra = questionsOf(now.definition, AT.step).find(({ name }) => name === AT.field);
        const errors = now.findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
        expect([kind, extra && kindOf(extra.schema), errors]).toEqual([kind, kind, []]);
        expect(namesIn(changed.value.draft)).toEqual(namesIn(draft));
        const label = valueAt(
          changed.value.draft,
          "locales/en/about.json",
          "/contact-back/contact/extra/label",
        );
        expect(label).toBe("More");
      }
    },
  );

  test("cannot change where it holds other questions, a consent or a number of the program", () => {
    const kindsOf = (schema: JsonSchema) =>
      kindsFor({ name: "q", schema, required: false, when: [], requiredWhen: [] });
    expect(kindsOf({ type: "object", properties: {} })).toEqual([]);
    expect(kindsOf({ type: "array", items: { type: "object" } })).toEqual([]);
    expect(kindsOf({ type: "boolean", const: true })).toEqual([]);
    expect(kindsOf({ type: "string", format: "secret" })).toEqual([]);
  });

  test("is known for every question of every flow, and stays as the file says where it is no known kind", async () => {
    for (const flow of flowNames()) {
      const { definition } = read(flow, await draftOf(flow));
      for (const step of Object.keys(definition.flow.steps))
        for (const field of questionsOf(definition, step)) {
          const kinds = kindsFor(field);
          if (kinds.length > 0)
            expect([flow, field.name, kinds]).toEqual([
              flow,
              field.name,
              expect.arrayContaining([kindOf(field.schema)]),
            ]);
        }
    }
  });
});

describe("the signs that a text may have", () => {
  test("are read back from the pattern that they make, whichever are chosen", () => {
    for (let bits = 1; bits < 2 ** SIGN_GROUPS.length; bits += 1) {
      const groups = SIGN_GROUPS.filter((_, index) => (bits >> index) % 2 === 1);
      if (groups.join() !== "space") expect(groupsOf(patternOf(groups))).toEqual(groups);
    }
    expect(groupsOf("^[0-9]{5}$")).toBeNull();
    expect(groupsOf("\\S")).toBeNull();
  });

  test.each([
    [["digits"], "0912", "09 12"],
    [["latin", "hyphen"], "Ann-Lee", "Ann.Lee"],
    [["thai", "space"], "ก้อง ใจดี", "Kong"],
    [["latin", "space"], "Ann Lee", "   "],
    [["digits", "signs"], "12/3(4)", "12-3"],
  ] as const)("%j accept “%s” and refuse “%s”", (groups, good, bad) => {
    const pattern = new RegExp(patternOf(groups), "u");
    expect([pattern.test(good), pattern.test(bad)]).toEqual([true, false]);
  });

  test("have a sentence of their own for what does not fit, as a format has", () => {
    expect(formErrorsOf({ type: "string", pattern: "^[0-9]+$" })).toEqual(["pattern"]);
    expect(formErrorsOf({ type: "string", pattern: "x", format: "thai-phone" })).toEqual([
      "pattern",
      "thai-phone",
    ]);
    expect(formErrorsOf({ type: "string" })).toEqual([]);
  });
});
