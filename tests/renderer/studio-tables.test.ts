import { describe, expect, test } from "vitest";
import { type Draft, edit, edits, printed } from "../../engine/edits/index.ts";
import { compileRules, trialOf } from "../../engine/rules/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { placeInGroup } from "../../renderer/studio/blocks/comparison-form.tsx";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { newConditions, newSum, newTable, TABLE_TYPES } from "../../renderer/studio/rules/new-rule.ts";
import { allowedInstead, typeKind, unlimited } from "../../renderer/studio/rules/row-kind.ts";
import { isAddable, termsOf, valueOfTerm } from "../../renderer/studio/rules/sum-of.ts";
import {
  logicOfTable,
  tableOf,
  withoutRow,
  withRow,
  withRowCopied,
  withRowMoved,
} from "../../renderer/studio/rules/table-rows.ts";
import { givenOf } from "../../renderer/studio/rules/tried-person.ts";
import { distinct, rowOfLimit } from "../../renderer/studio/rules/value-names.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";
import { at } from "../engine/rules/checking.ts";
import { scopeWith, setOf, valueRule } from "../engine/rules/support.ts";

const [old, grown, young] = [60, 20, 10].map((limit): Json => ({ ">=": [at("n1"), limit] }));
const flat = { if: [old, 1, grown, 2, young, 3, 4] } as Json;

/** Returns the values of a table for people of 70, 30, 15 and 5 years. */
function valuesOf(logic: Json): readonly (Json | undefined)[] {
  const compiled = compileRules(setOf([valueRule("level", { type: "integer" }, logic)]));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  return [70, 30, 15, 5].map((n1) => compiled.value.value.level?.(scopeWith({ n1 })));
}

describe("a decision table", () => {
  test.each([
    ["flat", flat],
    ["nested in another", { if: [old, 1, { if: [grown, 2, { "?:": [young, 3, 4] }] }] }],
    ["with the other operator", { "?:": [old, 1, grown, 2, young, 3, 4] }],
  ])("that is %s has the same rows and values when it is written again", (_, logic) => {
    const table = tableOf(logic as Json);
    expect(table?.rows.map(({ value }) => value)).toEqual([1, 2, 3]);
    expect(table && logicOfTable(table)).toEqual(flat);
    expect(valuesOf(logic as Json)).toEqual([1, 2, 3, 4]);
  });

  test.each([[{ "+": [1, 2] }], [5], [{ if: [old, 1] }], [{ if: [1] }], [null]])(
    "is not seen in the logic %j",
    (logic) => {
      expect(tableOf(logic as Json)).toBe(null);
    },
  );

  const table = tableOf(flat);
  if (table === null) throw new Error("the table has no rows");
  test.each([
    ["moved down", withRowMoved(table, 0, 1), [2, 2, 3, 4]],
    ["moved to the end", withRowMoved(table, 0, 2), [2, 2, 3, 4]],
    ["moved up", withRowMoved(table, 2, 1), [1, 3, 3, 4]],
    ["removed", withoutRow(table, 1), [1, 3, 3, 4]],
    ["copied, which changes no value", withRowCopied(table, 1), [1, 2, 3, 4]],
    ["added, which changes no value", withRow(table, { ">=": [at("n1"), 1] }), [1, 2, 3, 4]],
  ])("in which a row is %s gives the value of the first row that holds", (_, next, values) => {
    expect(valuesOf(logicOfTable(next))).toEqual(values);
  });

  test("keeps the conditions of its other rows in order when a row is moved", () => {
    expect(withRowMoved(table, 2, 0).rows.map(({ value }) => value)).toEqual([3, 1, 2]);
    expect(withRowMoved(table, 0, 1).rows.map(({ value }) => value)).toEqual([2, 1, 3]);
    expect(withRow(table, true).rows.at(-1)).toEqual({ when: true, value: 4 });
    expect(withRowCopied(table, 0).rows.map(({ value }) => value)).toEqual([1, 1, 2, 3]);
  });
});

describe("the value of a row", () => {
  test.each([
    [{ type: "integer", minimum: 1, maximum: 5 }, 9, { key: "range", params: { least: 1, most: 5 } }],
    [{ type: "integer", minimum: 1, maximum: 5 }, 5, null],
    [{ type: "integer", minimum: 1 }, 0, { key: "least", params: { least: 1 } }],
    [{ type: "number", maximum: 5 }, 5.5, { key: "most", params: { most: 5 } }],
    [{ type: "string", enum: ["part", "all"] }, "none", { key: "values", params: { values: "part, all" } }],
    [{ type: "string", enum: ["part", "all"] }, "all", null],
    [{ type: "string", format: "baht" }, "900.00", null],
  ])("of the type %j is refused outside of it: %j", (type, value, instead) => {
    expect(allowedInstead(value, typeKind(type))).toEqual(instead);
    // A term of a sum has no limits: only the sum has.
    expect(allowedInstead(value, unlimited(typeKind(type)))).toBe(null);
  });
});

describe("a limit of a table", () => {
  const rows = {
    if: [{ and: [old, grown] }, 1, young, { if: [grown, 2, 3] }, { "?:": [old, 4, 5] }],
  } as Json;

  test.each([
    ["/if/0/and/0/>=/1", { row: 1, value: 1 }],
    ["/if/2/>=/1", { row: 2, value: { if: [grown, 2, 3] } }],
    ["/if/4/?:/0/>=/1", { row: 3, value: 4 }],
    ["/if/1", null],
  ])("at %s leads to %j", (pointer, row) => {
    expect(rowOfLimit(rows, pointer)).toEqual(row);
  });

  test("in a term of a sum leads to the row of its table", () => {
    expect(rowOfLimit({ "+": [1, flat] }, "/+/1/if/2/>=/1")).toEqual({ row: 2, value: 2 });
  });

  test("has a name that no other limit has", () => {
    expect(distinct(["a", "b", "a"])).toEqual(["a · 1", "b", "a · 2"]);
  });
});

test("the list of values to compare with shows each value's group and name, or one if both are equal", () => {
  expect(placeInGroup("“How are you?”", "How are you?")).toBe("How are you?");
  expect(placeInGroup("the investor", "The investor")).toBe("The investor");
  expect(placeInGroup("“Amount”", "How much")).toBe("How much: “Amount”");
});

describe("a sum", () => {
  const sum = { "+": [at("n1"), 5, { if: [old, 3, grown, 2, 1] }, { "*": [at("n1"), 2] }] } as Json;

  test.each([
    [70, [70, 5, 3, null]],
    [30, [30, 5, 2, null]],
    [5, [5, 5, 1, null]],
    [null, [null, 5, null, null]],
  ])("of which the value is %s shows the value of each term that it can show: %j", (n1, values) => {
    const trial = trialOf(setOf([valueRule("points", { type: "integer" }, sum)]), "points");
    if (trial === null) throw new Error("the rule has an error");
    const person = n1 === null ? {} : { "facts.p.n1": n1 };
    const shown = termsOf(sum).map((term, index) =>
      valueOfTerm(term, { pointer: `/value/logic/+/${index}`, person, trial: trial(givenOf(person)) }),
    );
    expect(shown).toEqual(values);
  });

  test("has no terms if the logic is no sum", () => {
    expect(termsOf(flat)).toEqual([]);
    expect(termsOf({ "+": 1 })).toEqual([]);
  });

  test.each([
    ["integer", "integer", "integer", true],
    ["number", "number", "integer", false],
    ["integer", "integer", "number", true],
    ["boolean", "boolean", "number", false],
  ] as const)("takes a value of the kind %s (%s) into a sum of the kind %s: %s", (kind, name, type, can) => {
    expect(isAddable({ kind, of: name }, typeKind({ type }))).toBe(can);
  });

  test.each([
    ["decimal", "baht", true],
    ["decimal", "units", false],
    ["integer", "integer", false],
  ] as const)("of amounts takes a value of the kind %s (%s): %s", (kind, name, can) => {
    expect(isAddable({ kind, of: name }, typeKind({ type: "string", format: "baht" }))).toBe(can);
  });
});

describe("a new rule of the studio", async () => {
  const { source } = await readSource(ROOT, "kyc");
  const files: Draft = Object.fromEntries(
    Object.entries(source.files).map(([path, content]) => [path, printed(content)]),
  );
  const of = {
    id: "discount",
    rule: "flows/kyc/rules/discount.json",
    key: "kyc:kyc.rules.discount",
    title: { th: "ส่วนลด", en: "Discount" },
    logic: { ">=": [{ var: "derived.age" }, 60] },
    from: "2026-01-01",
  };
  const table = { ...of, value: TABLE_TYPES.number.first, otherwise: TABLE_TYPES.number.first };

  test.each([
    ["conditions", newConditions({ ...of, reason: { th: "ไม่ถึง", en: "Not reached" } })],
    ["a table of numbers", newTable({ ...table, kind: "number", value: 5 })],
    ["a table of amounts", newTable({ ...table, kind: "baht", value: "5.00", otherwise: "0.00" })],
    ["a sum", newSum({ ...of, path: "derived.ageScore" })],
    ["a table of yes and no", newTable({ ...table, kind: "yesNo", value: true, otherwise: false })],
  ])("that consists of %s has no error and a page in both languages, and undo removes it", (_, made) => {
    const edited = edits(files, made);
    if (!edited.ok) throw new Error(JSON.stringify(edited.error));
    const { draft, inverse } = edited.value;
    const parts = [...studied({ flow: "kyc", files: draft, wants: "rules", rule: "discount" })];
    const [read, rules] = parts;
    expect(read?.stage === "read" && read.findings.filter(({ severity }) => severity === "error")).toEqual(
      [],
    );
    const page = rules?.stage === "rules" ? rules.rules.find(({ rule }) => rule === "discount") : undefined;
    expect(page?.title).toEqual(of.title);
    const back = edit(draft, inverse);
    expect(back.ok && back.value.draft).toEqual(files);
  });
});
