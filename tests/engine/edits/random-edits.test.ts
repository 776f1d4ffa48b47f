import fc from "fast-check";
import { expect, test } from "vitest";
import { trade } from "../../../domain/index.ts";
import { type Draft, edit, fileValue, type Operation, valueAt } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { verify } from "../../../engine/verify/lint/index.ts";
import { publishedDraft } from "./drafts.ts";

const COUNT = Number(process.env.SAPHAN_EDITS_COUNT ?? 60);
const SEED = Number(process.env.SAPHAN_EDITS_SEED ?? 1);
const draft = publishedDraft();

type Dice = { readonly kind: number; readonly a: number; readonly b: number; readonly word: string };
const dice = fc.record({
  kind: fc.nat(),
  a: fc.nat(),
  b: fc.nat(),
  word: fc.string({ unit: "grapheme", maxLength: 12 }),
});

test("undo and redo restore the exact bytes after any sequence of operations, and every file stays readable", () => {
  fc.assert(
    fc.property(fc.array(dice, { minLength: 1, maxLength: 12 }), (throws) => {
      const states: Draft[] = [draft];
      const inverses: Operation[] = [];
      for (const thrown of throws) {
        const now = states.at(-1) as Draft;
        const edited = edit(now, operationFor(now, thrown), { published: draft });
        if (!edited.ok) continue;
        for (const file of edited.value.changed)
          if (Object.hasOwn(edited.value.draft, file))
            expect(fileValue(edited.value.draft, file)).toBeDefined();
        states.push(edited.value.draft);
        inverses.push(edited.value.inverse);
      }
      let back = states.at(-1) as Draft;
      for (const [index, inverse] of [...inverses.entries()].reverse()) {
        const undone = edit(back, inverse);
        if (!undone.ok) throw new Error(JSON.stringify(undone.error));
        const redone = edit(undone.value.draft, undone.value.inverse);
        expect(redone.ok && redone.value.draft).toEqual(back);
        back = undone.value.draft;
        expect(back).toEqual(states[index]);
      }
    }),
    { numRuns: COUNT, seed: SEED },
  );
});

test("a sound flow is, after any operation, still sound or has a finding at a location in its files", () => {
  fc.assert(
    fc.property(dice, (thrown) => {
      const edited = edit(draft, operationFor(draft, thrown));
      if (!edited.ok) return;
      const files = Object.fromEntries(
        Object.keys(edited.value.draft).map((file) => [file, fileValue(edited.value.draft, file) as Json]),
      );
      for (const finding of verify({ flow: "complaint", files }, trade).findings) {
        expect(finding.file).not.toBe("");
        if (Object.hasOwn(files, finding.file) && finding.pointer !== "")
          expect(
            valueAt(edited.value.draft, finding.file, above(finding.pointer)),
            finding.pointer,
          ).toBeDefined();
      }
    }),
    { numRuns: Math.ceil(COUNT / 6), seed: SEED },
  );
});

/**
 * A missing value has no location of its own. Its finding points to the nearest parent, at most to the file.
 */
function above(pointer: string): string {
  return pointer.split("/").slice(0, 2).join("/");
}

const pick = <Of>(list: readonly Of[], at: number): Of => list[at % list.length] as Of;

/** Returns a random operation on existing parts of the draft. Most of these operations can be performed. */
function operationFor(now: Draft, { kind, a, b, word }: Dice): Operation {
  const flows = ["kyc", "invest", "complaint", "contact-back"].filter((flow) =>
    Object.hasOwn(now, `flows/${flow}/flow.json`),
  );
  const flow = pick(flows, a);
  const file = `flows/${flow}/flow.json`;
  const steps = Object.keys((valueAt(now, file, "/steps") ?? {}) as JsonObject);
  const forms = steps.filter((step) => Object.hasOwn(now, `schemas/${flow}/${step}.json`));
  const form = pick(forms.length > 0 ? forms : steps, b);
  const fields = Object.keys(
    (valueAt(now, `schemas/${flow}/${form}.json`, "/properties") ?? {}) as JsonObject,
  );
  const field = fields.length > 0 ? pick(fields, a) : "none";
  const other = fields.length > 0 ? pick(fields, b + 1) : "none";
  const step = pick(steps, b);
  const rules = Object.keys(now).filter((path) => path.includes("/rules/"));
  const rule = pick(rules, a);
  const clauses = (valueAt(now, rule, "/must") ?? []) as readonly JsonObject[];
  const clause = clauses.length > 0 ? String(pick(clauses, b).id) : null;
  const namespace = String(valueAt(now, file, "/namespace"));
  const key = `${namespace}:${flow}.${step}.${pick(["title", "intro", "submit"], a)}`;
  const at = { flow, step: form, field };
  const place = { rule, clause };
  const operations: readonly Operation[] = [
    { op: "set-text", args: { key, th: word, en: word } },
    { op: "set-text", args: { key, en: null } },
    {
      op: "add-question",
      args: {
        ...at,
        field: `q${a % 97}`,
        schema: { type: "string" },
        required: b % 2 === 0,
        before: field,
        texts: { label: { th: word, en: word } },
      },
    },
    { op: "move-question", args: { ...at, before: other } },
    { op: "remove-question", args: at },
    { op: "set-required", args: { ...at, required: b % 2 === 0 } },
    {
      op: "set-asked-when",
      args: {
        ...at,
        when: b % 3 === 0 ? [] : [{ [other]: [word] }, { [pick(fields, a + 1) ?? "none"]: [word, b] }],
      },
    },
    { op: "set-keyword", args: { ...at, keyword: "maxLength", value: b % 2 === 0 ? null : b } },
    { op: "set-widget", args: { ...at, hints: b % 2 === 0 ? null : { widget: word } } },
    {
      op: "set-options",
      args: {
        ...at,
        options: [
          { value: "A", th: word, en: word },
          { value: "B", en: word },
        ],
      },
    },
    { op: "add-step", args: { flow, step: `s${b % 97}`, after: step, content: { kind: "decide" } } },
    { op: "connect-step", args: { flow, step, next: 0, to: pick(steps, a) } },
    { op: "remove-step", args: { flow, step } },
    { op: "move-step", args: { flow, step, after: pick(steps, a) } },
    { op: "rename-step", args: { flow, step, to: `r${b % 97}` } },
    { op: "rename-question", args: { ...at, to: `r${b % 97}` } },
    { op: "set-rule", args: { rule, head: { owner: word } } },
    {
      op: "add-clause",
      args: {
        rule,
        clause: { id: `c${b % 97}`, reason: "warning:x.y", mend: "none", logic: true },
        reason: { th: word, en: word },
      },
    },
    { op: "remove-clause", args: { rule, clause: clause ?? "none" } },
    { op: "move-clause", args: { rule, clause: clause ?? "none", before: null } },
    { op: "set-block", args: { place, at: "", logic: { "!": [{ var: word }] } } },
    { op: "add-condition", args: { place, logic: { "==": [{ var: "answers.x.y" }, b] } } },
    { op: "set-threshold", args: { place, at: "/>=/1", to: b } },
    { op: "add-case", args: { rule, content: { why: word, given: {}, expect: true } } },
    { op: "remove-case", args: { rule, index: b % 5 } },
    { op: "add-member", args: { list: "contact-topic", value: `T_${b % 97}`, th: word, en: word } },
    { op: "remove-member", args: { list: "contact-topic", value: "OTHER" } },
    {
      op: "set-switch",
      args: { environment: "default", switch: `s${b % 7}`, content: b % 3 === 0 ? null : { enabled: true } },
    },
    {
      op: "set-value",
      args: { file, pointer: `/${word.replaceAll(/[~/]/g, "")}`, value: { [word]: [b, word, { a }] } },
    },
    { op: "remove-value", args: { file, pointer: `/steps/${step}/next/0` } },
    { op: "move-value", args: { file, pointer: `/steps/${step}`, before: pick(steps, a) } },
    { op: "remove-rule", args: { rule } },
  ];
  return pick(operations, kind);
}
