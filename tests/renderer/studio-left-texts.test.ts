import { expect, test } from "vitest";
import { edit, printed } from "../../engine/edits/index.ts";
import { limitsSaid, listedTexts } from "../../renderer/studio/rules/left-texts.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

const FILE = "flows/shared/rules/suitability-level.json";
const { source } = await readSource(ROOT, "kyc");
const files = Object.fromEntries(
  Object.entries(source.files).map(([path, content]) => [path, printed(content)]),
);

/** Returns the draft in which the limit between levels 2 and 3 is 14 and no longer 22. */
function lowered() {
  const place = { rule: FILE, clause: null };
  const made = edit(files, { op: "set-threshold", args: { place, at: "/if/2/</1", to: 14 } });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value;
}

test("the notes of examples that moved with a limit are listed if they say the old numbers", () => {
  const { keys, own, numbers } = listedTexts(lowered().left, FILE);
  // The notes say “score 21”, “score 22” and “score 23”; these scores are now 13, 14 and 15.
  expect(own).toEqual(
    expect.arrayContaining([6, 7, 8].map((index) => ({ pointer: `/cases/${index}/why`, index }))),
  );
  expect(own).toHaveLength(3);
  expect(keys).toEqual([]);
  expect([...numbers].sort()).toEqual(["21", "22", "23"]);
});

test("a text with the old number is listed once for both languages; files of other flows and other reasons are not listed", () => {
  const number = { why: "number", what: "20" } as const;
  const listed = listedTexts(
    [
      { ...number, file: "locales/th/rule.json", pointer: "/adult/title" },
      { ...number, file: "locales/en/rule.json", pointer: "/adult/title" },
      { ...number, file: FILE, pointer: "/source" },
      { ...number, file: "flows/kyc/flow.json", pointer: "/title" },
      { file: FILE, pointer: "/source", why: "reads", what: "derived.age" },
    ],
    FILE,
  );
  expect(listed).toEqual({
    keys: ["rule:adult.title"],
    own: [{ pointer: "/source", index: null }],
    numbers: ["20"],
  });
});

test("the limits of a rule are as before once their change is undone", () => {
  const { draft, inverse } = lowered();
  expect(limitsSaid(draft, FILE)).not.toBe(limitsSaid(files, FILE));
  const back = edit(draft, inverse);
  expect(back.ok && limitsSaid(back.value.draft, FILE)).toBe(limitsSaid(files, FILE));
});
