import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Draft, edits, type Operation } from "../../engine/edits/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { ROOT } from "../definitions/definition-files.ts";

/** Applies operations of the studio to files of the project. Returns the changed files. */
export function editedFiles(
  paths: readonly string[],
  operations: readonly Operation[],
): Readonly<Record<string, Json>> {
  const draft: Draft = Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
  );
  const done = edits(draft, operations);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return Object.fromEntries(
    done.value.changed.map((path) => [path, JSON.parse(done.value.draft[path] as string) as Json]),
  );
}
