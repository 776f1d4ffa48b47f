import fc from "fast-check";
import { expect, test } from "vitest";
import { type Draft, edits, merge, type Operation } from "../../../engine/edits/index.ts";
import { publishedDraft } from "./drafts.ts";

const base = publishedDraft();
const after = (...operations: readonly Operation[]): Draft => {
  const edited = edits(base, operations);
  if (!edited.ok) throw new Error(JSON.stringify(edited.error));
  return edited.value.draft;
};
const text = (key: string, en: string): Operation => ({ op: "set-text", args: { key, en } });
const AML = { flow: "kyc", step: "aml" };
const optional: Operation = {
  op: "set-required",
  args: { ...AML, field: "controllerSelf", required: false },
};
const moved: Operation = {
  op: "move-question",
  args: { ...AML, field: "controllerSelf", before: "politicalPosition" },
};
const question = (field: string, before: string): Operation => ({
  op: "add-question",
  args: { ...AML, field, schema: { type: "string" }, required: true, before },
});

test.each<readonly [string, readonly Operation[], readonly Operation[], readonly Operation[]]>([
  [
    "changes of two sentences in one file",
    [text("kyc:kyc.aml.title", "A")],
    [text("kyc:kyc.general.title", "B")],
    [text("kyc:kyc.aml.title", "A"), text("kyc:kyc.general.title", "B")],
  ],
  ["a new order and a newly required field", [moved], [optional], [moved, optional]],
  [
    "two new questions",
    [question("one", "politicalPosition")],
    [question("two", "controllerName")],
    [question("one", "politicalPosition"), question("two", "controllerName")],
  ],
  ["equal changes on both sides", [optional, moved], [optional], [optional, moved]],
])("merging keeps %s, whichever side is merged into the other", (_, ours, theirs, both) => {
  const merged = merge({ base, ours: after(...ours), theirs: after(...theirs) });
  expect(merged.clashes).toEqual([]);
  expect(merged.draft).toEqual(after(...both));
  const turned = merge({ base, ours: after(...theirs), theirs: after(...ours) });
  expect(turned.clashes).toEqual([]);
  expect(JSON.parse(turned.draft["schemas/kyc/aml.json"] as string)).toEqual(
    JSON.parse(merged.draft["schemas/kyc/aml.json"] as string),
  );
});

test("a conflict is reported with its location and three values, and the merge uses our value", () => {
  const key = "kyc:kyc.aml.title";
  const ours = after(text(key, "A"), optional);
  const merged = merge({ base, ours, theirs: after(text(key, "B")) });
  expect(merged.clashes).toEqual([
    {
      file: "locales/en/kyc.json",
      pointer: "/kyc/aml/title",
      base: expect.any(String),
      ours: "A",
      theirs: "B",
    },
  ]);
  expect(merged.draft).toEqual(ours);
});

test("the edits conflict if one side removes a question that the other side changes, or if both sides reorder", () => {
  const removed: Operation = { op: "remove-question", args: { ...AML, field: "moneyLaunderingYear" } };
  const bound: Operation = {
    op: "set-keyword",
    args: { ...AML, field: "moneyLaunderingYear", keyword: "minimum", value: 1950 },
  };
  const one = merge({ base, ours: after(removed), theirs: after(bound) });
  expect(one.clashes.map(({ pointer }) => pointer)).toContain("/properties/moneyLaunderingYear");
  const other: Operation = {
    op: "move-question",
    args: { ...AML, field: "controllerName", before: "politicalRelatedPerson" },
  };
  const two = merge({ base, ours: after(moved), theirs: after(other) });
  expect(two.clashes.map(({ pointer }) => pointer)).toEqual(["/properties"]);
});

test("a file that is not JSON conflicts as a whole, and nothing of it is lost", () => {
  const file = "flows/kyc/flow.json";
  const ours = { ...base, [file]: "{ mine" };
  const merged = merge({ base, ours, theirs: { ...base, [file]: "{ theirs" } });
  expect(merged.draft[file]).toBe("{ mine");
  expect(merged.clashes).toMatchObject([{ file, pointer: "", ours: "{ mine", theirs: "{ theirs" }]);
  expect(merge({ base, ours, theirs: base })).toEqual({ draft: ours, clashes: [] });
});

test("the merge of any two JSON values keeps one-sided changes, and equal changes never conflict", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (one, other) => {
      const [was, now] = [one, other].map((json) => ({ "a.json": JSON.stringify(json) }));
      const [from, to] = [was as Draft, now as Draft];
      expect(merge({ base: from, ours: to, theirs: from })).toEqual({ draft: to, clashes: [] });
      expect(merge({ base: from, ours: from, theirs: to })).toEqual({ draft: to, clashes: [] });
      expect(merge({ base: from, ours: to, theirs: to })).toEqual({ draft: to, clashes: [] });
    }),
  );
});
