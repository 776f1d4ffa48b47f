import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { edit, patched, patchOf } from "../../../engine/edits/index.ts";
import { publishedDraft } from "./drafts.ts";

const text = fc
  .array(fc.constantFrom("a", "b", "c", "{", "}", "ก"), { maxLength: 30 })
  .chain((lines) => fc.boolean().map((ends) => lines.join("\n") + (ends && lines.length > 0 ? "\n" : "")));

test("the function patched restores the text from which patchOf made the patch, for any change", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const patch = patchOf([{ path: "x.json", before, after }]);
      const applied = patched(patch, () => before);
      const wanted = before === after ? "no-patch" : after;
      expect(applied.ok ? applied.value[0]?.after : applied.error.code).toBe(wanted);
    }),
    { numRuns: 2_000 },
  );
});

test("git can apply the patch, and a changed value is one line of the patch", () => {
  const draft = publishedDraft();
  const path = "flows/kyc/rules/adult.json";
  const place = { rule: path, clause: "age" };
  const before = draft[path] as string;
  const clause = JSON.parse(before).must[0].id as string;
  const edited = edit(draft, {
    op: "set-block",
    args: { place: { ...place, clause }, at: "", logic: { ">=": [{ var: "derived.age" }, 18] } },
  });
  if (!edited.ok) throw new Error(JSON.stringify(edited.error));
  const after = edited.value.draft[path] as string;
  const patch = patchOf([
    { path, before, after },
    { path: "new.json", before: null, after: "{}\n" },
  ]);
  expect(patch.split("\n").filter((line) => /^[-+][^-+]/.test(line))).toHaveLength(3);
  const folder = mkdtempSync(join(tmpdir(), "patch-"));
  try {
    mkdirSync(join(folder, "flows/kyc/rules"), { recursive: true });
    writeFileSync(join(folder, path), before);
    execFileSync("git", ["apply", "-"], { cwd: folder, input: patch });
    expect(readFileSync(join(folder, path), "utf8")).toBe(after);
    expect(readFileSync(join(folder, "new.json"), "utf8")).toBe("{}\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each([
  ["hello", "no-patch"],
  ["--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-other\n+new\n", "does-not-fit"],
  ["--- a/x\n+++ b/x\n@@ -9,1 +9,1 @@\n-old\n+new\n", "does-not-fit"],
  ["--- /dev/null\n+++ b/x\n@@ -0,0 +1,1 @@\n+new\n", "does-not-fit"],
])("the function patched rejects the patch %j", (patch, code) => {
  const applied = patched(patch, () => "old\n");
  expect(applied.ok ? "applied" : applied.error.code).toBe(code);
});
