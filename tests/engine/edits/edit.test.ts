import { expect, test } from "vitest";
import {
  type Draft,
  type Edited,
  edit,
  edits,
  fileValue,
  type Operation,
  printed,
  reprint,
  valueAt,
} from "../../../engine/edits/index.ts";
import { fieldsOf, type SchemaFault } from "../../../engine/flow/form-schema.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { changedLines, publishedDraft } from "./drafts.ts";

const draft = publishedDraft();
const did = (operation: Operation, on: Draft = draft): Edited => {
  const edited = edit(on, operation);
  if (!edited.ok) throw new Error(JSON.stringify(edited.error));
  return edited.value;
};
const refused = (operation: Operation, on: Draft = draft, published: Draft = {}) => {
  const edited = edit(on, operation, { published });
  return edited.ok ? "done" : edited.error.code;
};
const KYC = { flow: "kyc", step: "aml" };
const ADULT = "flows/kyc/rules/adult.json";

test("every published file stays byte-identical when it is opened and saved again", () => {
  for (const [file, text] of Object.entries(draft)) {
    const value = JSON.parse(text);
    expect(reprint(text, value), file).toBe(text);
    // A change and its reversal must leave the formatting of unchanged parts as it was.
    const touched = { ...value, zzz: 1 };
    expect(reprint(reprint(text, touched), value), file).toBe(text);
  }
});

test("an empty object is saved as an object, and an empty list as a list", () => {
  for (const value of [{ a: {} }, { a: [] }, { a: { b: {}, c: [] } }]) {
    expect(JSON.parse(printed(value))).toEqual(value);
    expect(JSON.parse(reprint('{ "a": [1], "b": { "c": 1 } }', value))).toEqual(value);
  }
});

test("a change of any one value changes exactly one line", () => {
  for (const [file, text] of Object.entries(draft)) {
    if (file.startsWith("locales/") && !file.endsWith("/kyc.json")) continue;
    const changed = (value: unknown): unknown => {
      if (typeof value === "string") return `${value}!`;
      if (typeof value === "number") return value + 1;
      if (typeof value === "boolean") return !value;
      if (Array.isArray(value)) return value.length === 0 ? value : [changed(value[0]), ...value.slice(1)];
      if (typeof value !== "object" || value === null) return value;
      const [last] = Object.keys(value).slice(-1);
      return last === undefined ? value : { ...value, [last]: changed((value as never)[last]) };
    };
    const next = reprint(text, changed(JSON.parse(text)) as never);
    if (next !== text) expect(changedLines(text, next), file).toBe(1);
  }
});

/** Per row: the operation, the maximum number of changed lines, and the values to check after it. */
const TABLE: readonly (readonly [
  what: string,
  operation: Operation,
  expected: {
    readonly lines: number;
    readonly files?: readonly string[];
    readonly left?: number;
    readonly says?: readonly [string, string, unknown];
  },
])[] = [
  [
    "changing a sentence in both languages",
    { op: "set-text", args: { key: "kyc:kyc.aml.title", th: "ก", en: "A" } },
    {
      lines: 1,
      files: ["locales/en/kyc.json", "locales/th/kyc.json"],
      says: ["locales/en/kyc.json", "/kyc/aml/title", "A"],
    },
  ],
  [
    "adding a question",
    {
      op: "add-question",
      args: {
        ...KYC,
        field: "nickname",
        schema: { $ref: "common/line", maxLength: 40 },
        required: false,
        before: "politicalPosition",
        texts: { label: { th: "ชื่อเล่น", en: "Nickname" } },
      },
    },
    { lines: 6, says: ["schemas/kyc/aml.json", "/properties/nickname/maxLength", 40] },
  ],
  [
    "adding a question that the reviews of its step also show",
    {
      op: "add-question",
      args: {
        flow: "complaint",
        step: "complaint",
        field: "branch",
        schema: { type: "string" },
        required: true,
      },
    },
    {
      lines: 4,
      files: ["flows/complaint/flow.json", "schemas/complaint/complaint.json"],
      says: ["flows/complaint/flow.json", "/steps/review/shows/5", "answers.complaint.branch?"],
    },
  ],
  [
    "adding a part to a group that a review shows as a whole",
    {
      op: "add-question",
      args: {
        flow: "kyc",
        step: "contact",
        field: "address.tower",
        schema: { type: "string" },
        required: false,
      },
    },
    { lines: 3, files: ["schemas/kyc/contact.json"] },
  ],
  [
    "adding a question with hints to a group",
    {
      op: "add-question",
      args: {
        flow: "kyc",
        step: "contact",
        field: "address.tower",
        schema: { type: "string" },
        required: false,
        hints: { autocomplete: "off" },
      },
    },
    { lines: 3, says: ["flows/kyc/flow.json", "/steps/contact/ui/address.tower", { autocomplete: "off" }] },
  ],
  [
    "changing an order",
    { op: "move-question", args: { ...KYC, field: "controllerSelf", before: "politicalRelatedPerson" } },
    { lines: 2, files: ["schemas/kyc/aml.json"] },
  ],
  [
    "removing a question that is still read",
    { op: "remove-question", args: { flow: "kyc", step: "general", field: "birthDate" } },
    { lines: 30, left: 1 },
  ],
  [
    "making a question optional",
    { op: "set-required", args: { ...KYC, field: "controllerSelf", required: false } },
    { lines: 2, files: ["schemas/kyc/aml.json"] },
  ],
  [
    "making a conditional question optional",
    { op: "set-required", args: { ...KYC, field: "controllerName", required: false } },
    { lines: 4, says: ["schemas/kyc/aml.json", "/allOf/3/then/properties/controllerName/maxLength", 200] },
  ],
  [
    "making a question conditional on another",
    {
      op: "set-asked-when",
      args: { ...KYC, field: "beneficialOwnerSelf", when: [{ controllerSelf: [true] }] },
    },
    { lines: 6, says: ["schemas/kyc/aml.json", "/allOf/4/then/required", ["beneficialOwnerSelf"]] },
  ],
  [
    "making a required question conditional on several answers, or on another one",
    {
      op: "set-asked-when",
      args: {
        ...KYC,
        field: "controllerName",
        when: [{ beneficialOwnerSelf: [false], politicalRelatedPerson: [true] }, { controllerSelf: [false] }],
      },
    },
    {
      lines: 10,
      says: [
        "schemas/kyc/aml.json",
        "/allOf/3/if",
        {
          properties: { beneficialOwnerSelf: { const: false }, politicalRelatedPerson: { const: true } },
          required: ["beneficialOwnerSelf", "politicalRelatedPerson"],
        },
      ],
    },
  ],
  [
    "making a question unconditional again",
    { op: "set-asked-when", args: { ...KYC, field: "controllerName", when: [] } },
    { lines: 8, says: ["schemas/kyc/aml.json", "/required/5", "controllerName"] },
  ],
  [
    "changing a bound",
    { op: "set-keyword", args: { ...KYC, field: "moneyLaunderingYear", keyword: "minimum", value: 1950 } },
    { lines: 1, says: ["schemas/kyc/aml.json", "/properties/moneyLaunderingYear/minimum", 1950] },
  ],
  [
    "changing a widget",
    { op: "set-widget", args: { ...KYC, field: "politicalPosition", hints: { widget: "text-area" } } },
    { lines: 2, says: ["flows/kyc/flow.json", "/steps/aml/ui/politicalPosition/widget", "text-area"] },
  ],
  [
    "changing a threshold with its cases and the texts that contain the old number",
    { op: "set-threshold", args: { place: { rule: ADULT, clause: "twenty" }, at: "/>=/1", to: 18 } },
    { lines: 4, files: [ADULT], left: 9, says: [ADULT, "/cases/0/given/derived/age", 17] },
  ],
  [
    "changing a condition",
    {
      op: "add-condition",
      args: {
        place: { rule: ADULT, clause: "twenty" },
        logic: { "==": [{ var: "facts.investor.hasPin" }, true] },
      },
    },
    { lines: 6, says: [ADULT, "/must/0/logic/and/0/>=/1", 20] },
  ],
  [
    "inserting a step between two others",
    {
      op: "add-step",
      args: {
        flow: "kyc",
        step: "extra",
        after: "general",
        content: { kind: "form" },
        schema: { type: "object", properties: {}, required: [], additionalProperties: false },
        texts: { title: { th: "เพิ่ม", en: "More" } },
      },
    },
    { lines: 8, says: ["schemas/kyc/extra.json", "/$id", "kyc/extra"] },
  ],
  [
    "changing a member of a list",
    { op: "add-member", args: { list: "bank-code", value: "099", th: "ธนาคาร ก", en: "Bank A" } },
    { lines: 2, says: ["schemas/common/bank-code.json", "/enum/17", "099"] },
  ],
  [
    "changing a switch",
    {
      op: "set-switch",
      args: {
        environment: "default",
        switch: "invest",
        content: { type: "release", enabled: true, strategies: [{ name: "default" }], variants: [] },
      },
    },
    { lines: 1, says: ["flags/default.json", "/features/0/enabled", true] },
  ],
  [
    "changing any value of a file",
    { op: "set-value", args: { file: "flows/kyc/flow.json", pointer: "/minutes", value: 99 } },
    { lines: 1, says: ["flows/kyc/flow.json", "/minutes", 99] },
  ],
];

test.each(TABLE)(
  "the operation “%s” changes few lines, and undo restores the exact bytes",
  (_, operation, expected) => {
    const edited = did(operation);
    const lines = edited.changed.map((file) => changedLines(draft[file] ?? "", edited.draft[file] ?? ""));
    expect(Math.max(...lines), JSON.stringify(edited.changed)).toBeLessThanOrEqual(expected.lines);
    if (expected.files !== undefined) expect(edited.changed).toEqual(expected.files);
    if (expected.left === undefined) expect(edited.left).toEqual([]);
    else expect(edited.left.length).toBeGreaterThanOrEqual(expected.left);
    if (expected.says !== undefined) {
      const [file, pointer, value] = expected.says;
      expect(valueAt(edited.draft, file, pointer)).toEqual(value);
    }
    for (const file of edited.changed) expect(fileValue(edited.draft, file), file).toBeDefined();
    const back = did(edited.inverse, edited.draft);
    expect(back.draft).toEqual(draft);
    expect(did(back.inverse, back.draft).draft).toEqual(edited.draft);
  },
);

test("the report of a changed threshold contains the rule's title, source, reasons and screens", () => {
  const { left } = did({
    op: "set-threshold",
    args: { place: { rule: ADULT, clause: "twenty" }, at: "/>=/1", to: 18 },
  });
  const named = left.filter(({ why }) => why === "number").map(({ file, pointer }) => `${file}${pointer}`);
  expect(named).toEqual(
    expect.arrayContaining([
      `${ADULT}/source`,
      "locales/en/rule.json/adult/title",
      "locales/en/warning.json/kyc/underAge",
    ]),
  );
});

test("an id can be renamed with all references in a draft, but not after publication", () => {
  const rename: Operation = { op: "rename-step", args: { flow: "kyc", step: "aml", to: "anti-laundering" } };
  expect(refused(rename, draft, draft)).toBe("edit-published");
  const { draft: next } = did(rename);
  expect(Object.values(next).join("")).not.toContain("answers.aml.");
  expect(fileValue(next, "schemas/kyc/anti-laundering.json")).toBeDefined();
  expect(valueAt(next, "locales/en/kyc.json", "/kyc/anti-laundering/title")).toBeDefined();
  const field: Operation = {
    op: "rename-question",
    args: { flow: "kyc", step: "general", field: "birthDate", to: "born" },
  };
  expect(refused(field, draft, draft)).toBe("edit-published");
  const renamed = did(field).draft;
  expect(renamed["flows/kyc/flow.json"]).not.toContain("answers.general.birthDate");
  expect(renamed[ADULT]).toContain("answers.general.born");
});

test.each<readonly [Operation, string]>([
  [{ op: "set-text", args: { key: "kyc:kyc.aml", en: "A" } }, "edit-already-there"],
  [{ op: "set-text", args: { key: "kyc.aml", en: "A" } }, "edit-bad-name"],
  [
    { op: "add-question", args: { ...KYC, field: "controllerSelf", schema: {}, required: true } },
    "edit-already-there",
  ],
  [
    { op: "add-question", args: { ...KYC, field: "bad.name", schema: {}, required: true } },
    "edit-nothing-there",
  ],
  [{ op: "remove-step", args: { flow: "kyc", step: "nowhere" } }, "edit-nothing-there"],
  [{ op: "remove-clause", args: { rule: ADULT, clause: "twenty" } }, "edit-not-possible"],
  [{ op: "add-member", args: { list: "bank-code", value: "x" } }, "edit-bad-name"],
  [{ op: "set-file", args: { file: "x.json", text: "{" } }, "done"],
  [{ op: "nothing" as never, args: {} as never }, "edit-bad-operation"],
  [
    { op: "set-value", args: { file: "flows/kyc/flow.json", pointer: "/__proto__/x", value: 1 } },
    "edit-bad-name",
  ],
])("the operation %j fails with the error %s", (operation, code) => {
  expect(refused(operation)).toBe(code);
});

test("a draft file that is not JSON stays unchanged, and the remaining files can be edited", () => {
  const broken = { ...draft, "flows/kyc/flow.json": "{ no" };
  expect(refused({ op: "set-next", args: { ...KYC, next: [] } }, broken)).toBe("edit-not-json");
  const said = did({ op: "set-text", args: { key: "kyc:kyc.aml.title", en: "A" } }, broken);
  expect(said.draft["flows/kyc/flow.json"]).toBe("{ no");
});

test("an optional question with two conditions keeps one content, and reads both conditions", () => {
  const at = { ...KYC, field: "controllerName" };
  const when = [{ politicalRelatedPerson: [true] }, { controllerSelf: [true, false] }];
  const edited = edits(draft, [
    { op: "set-required", args: { ...at, required: false } },
    { op: "set-asked-when", args: { ...at, when } },
    { op: "set-keyword", args: { ...at, keyword: "maxLength", value: 50 } },
  ]);
  if (!edited.ok) throw new Error(JSON.stringify(edited.error));
  const faults: SchemaFault[] = [];
  const schema = fileValue(edited.value.draft, "schemas/kyc/aml.json") as JsonObject;
  const field = fieldsOf(schema, (fault) => faults.push(fault)).find(({ name }) => name === "controllerName");
  expect(faults).toEqual([]);
  expect(field).toMatchObject({ when, requiredWhen: [], required: false, schema: { maxLength: 50 } });
  expect(refused({ op: "set-asked-when", args: { ...at, when: [{}] } })).toBe("edit-not-possible");
  expect(refused({ op: "set-asked-when", args: { ...at, when: [{ controllerSelf: [] }] } })).toBe(
    "edit-not-possible",
  );
  expect(refused({ op: "set-asked-when", args: { ...at, when: [{ nothing: [true] }] } })).toBe(
    "edit-nothing-there",
  );
});

test("a group is removed with the hints of the questions inside it", () => {
  const hinted = (of: Draft) =>
    Object.keys(valueAt(of, "flows/kyc/flow.json", "/steps/contact/ui") as object);
  const isInside = (name: string) => name.startsWith("address");
  expect(hinted(draft).some(isInside)).toBe(true);
  const removed = did({ op: "remove-question", args: { flow: "kyc", step: "contact", field: "address" } });
  expect(hinted(removed.draft)).toEqual(hinted(draft).filter((name) => !isInside(name)));
});

test("undo is rejected if the text was changed after the operation", () => {
  const edited = did({ op: "set-text", args: { key: "kyc:kyc.aml.title", en: "A" } });
  const moved = did({ op: "set-text", args: { key: "kyc:kyc.general.title", en: "B" } }, edited.draft);
  expect(refused(edited.inverse, moved.draft)).toBe("edit-moved-on");
});

test("applies all of several operations, or none of them", () => {
  const first: Operation = { op: "set-required", args: { ...KYC, field: "controllerSelf", required: false } };
  const second: Operation = { op: "remove-step", args: { flow: "kyc", step: "nowhere" } };
  expect(edits(draft, [first, second]).ok).toBe(false);
  const both = edits(draft, [first, { op: "set-text", args: { key: "kyc:kyc.aml.title", en: "A" } }]);
  expect(both.ok && did(both.value.inverse, both.value.draft).draft).toEqual(draft);
});

test("the condition of an entry point is edited like any condition, and undo restores the exact bytes", () => {
  const file = "flows/kyc/flow.json";
  const entries = valueAt(draft, "flows/bank/flow.json", "/entries");
  expect(Array.isArray(entries)).toBe(true);
  const place = { flow: "bank", entry: 0 };
  const logic = { "!!": { var: "facts.investor.email" } };
  const own = did({ op: "set-block", args: { place, at: "", logic } });
  expect(valueAt(own.draft, "flows/bank/flow.json", "/entries/0/when")).toEqual(logic);
  const both = did({ op: "add-condition", args: { place, logic: { rule: "has-pin" } } }, own.draft);
  expect(valueAt(both.draft, "flows/bank/flow.json", "/entries/0/when")).toEqual({
    and: [logic, { rule: "has-pin" }],
  });
  expect(did(own.inverse, did(both.inverse, both.draft).draft).draft).toEqual(draft);
  expect(own.draft[file]).toBe(draft[file]);
  expect(refused({ op: "set-block", args: { place: { flow: "bank", entry: 9 }, at: "", logic } })).toBe(
    "edit-nothing-there",
  );
});
