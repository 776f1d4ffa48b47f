import { expect, test } from "vitest";
import { edits, printed } from "../../engine/edits/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import { textPlacesOf } from "../../renderer/studio/draft/text-places.ts";
import { keyInDraft, textOfDraft } from "../../renderer/studio/draft/texts-of-draft.ts";
import { readTextsTable, textsTable } from "../../renderer/studio/draft/texts-table.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

const { source } = await readSource(ROOT, "data-request");
const draft = Object.fromEntries(
  Object.entries(source.files).map(([path, content]) => [path, printed(content)]),
);
const [read] = [...studied({ flow: "data-request", files: draft, wants: "rules" })];
const places = textPlacesOf((read?.stage === "read" ? read.definition : null) as Definition);
const table = textsTable(draft, places);
const taken = async (text: string) => {
  const found = await readTextsTable(text, draft, places);
  if (!found.ok) throw new Error(found.error);
  return found.value;
};

const NOTHING = { operations: [], skipped: [], empty: [], formulas: [] };

test("a table of a flow's texts has a line for each text, and uploading it unchanged changes nothing", async () => {
  expect(table.split("\r\n")[0]).toBe("\uFEFFtext,th,en");
  expect(table).toContain("data-request:data-request.ask.title");
  expect(await taken(table)).toEqual(NOTHING);
  expect(places.length).toBeGreaterThan(20);
});

test.each([
  ["commas", ","],
  ["semicolons, as some spreadsheets save it", ";"],
  ["tabs", "\t"],
])(
  "an uploaded table with %s changes the texts that differ, and leaves those with an empty cell",
  async (_, delimiter) => {
    const key = "data-request:data-request.ask.title";
    const was = textOfDraft(draft, "th", key);
    const text = [
      ["text", "th", "en"],
      [key, "", '"Say ""hello"", please; now, then"'],
      ["", "", ""],
    ]
      .map((row) => row.join(delimiter))
      .join("\r\n");
    const { operations, skipped } = await taken(text);
    expect(skipped).toEqual([]);
    const done = edits(draft, operations);
    if (!done.ok) throw new Error(done.error.code);
    expect(textOfDraft(done.value.draft, "en", key)).toBe('Say "hello", please; now, then');
    expect(textOfDraft(done.value.draft, "th", key)).toBe(was);
  },
);

test("an uploaded table gives a place that shows a shared text a text of its own, in both languages", async () => {
  const shared = places.find(({ keys }) => ![null, keys[0]].includes(keyInDraft(draft, keys)));
  const [own = ""] = shared?.keys ?? [];
  const key = keyInDraft(draft, shared?.keys ?? []) ?? "";
  const { operations } = await taken(`text,th,en\n${own},,Another\n`);
  expect(operations).toEqual([
    { op: "set-text", args: { key: own, th: textOfDraft(draft, "th", key), en: "Another" } },
  ]);
});

test("an uploaded table keeps a text that begins like a formula", async () => {
  const key = "data-request:data-request.ask.title";
  const changed = { ...draft, ...fileWith(key, "=1+1") };
  expect(textsTable(changed, places)).toContain("'=1+1");
  const again = await readTextsTable(textsTable(changed, places), changed, places);
  expect(again).toEqual({ ok: true, value: NOTHING });
});

test("an uploaded table reports empty cells and formulas with line and column, and leaves their texts", async () => {
  const key = "data-request:data-request.ask.title";
  const [other = ""] = places.find(({ keys }) => keys[0] !== key)?.keys ?? [];
  const { operations, ...reported } = await taken(`text,th,en\n${key},=B7,\n${other},#REF!,New\n`);
  expect(reported).toEqual({
    skipped: [],
    empty: [{ line: 2, column: "en" }],
    formulas: [
      { line: 2, column: "th" },
      { line: 3, column: "th" },
    ],
  });
  expect(operations).toMatchObject([{ op: "set-text", args: { en: "New" } }]);
});

test("an uploaded table reports the lines of texts that the flow does not have or that appear twice", async () => {
  const key = "data-request:data-request.ask.title";
  const { operations, skipped } = await taken(`text,th,en\nnot:here,a,b\n${key},,One\n${key},,Two\n`);
  expect(skipped).toEqual([2, 4]);
  expect(operations).toEqual([{ op: "set-text", args: { key, en: "One" } }]);
});

test.each([
  ["without the column en", "text,th\na,b\n", "columns"],
  ["that is empty", "", "columns"],
  ["with an open quotation mark", 'text,th,en\na,"b,c\n', "lines"],
])("a table %s is rejected as a whole", async (_, text, fault) => {
  expect(await readTextsTable(text, draft, places)).toEqual({ ok: false, error: fault });
});

/** Returns the English file of a key with another text. */
function fileWith(key: string, text: string) {
  const done = edits(draft, [{ op: "set-text", args: { key, en: text } }]);
  if (!done.ok) throw new Error(done.error.code);
  return done.value.draft;
}
