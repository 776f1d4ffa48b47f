import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Draft,
  type PatchedFile,
  patched,
  patchOf,
  printed,
  reprint,
} from "../../engine/edits/index.ts";
import { fail, ok } from "../../engine/values/result.ts";
import { readVersion } from "../definitions/index.ts";
import { isEditable } from "../sources/index.ts";
import type { Change, Done, Room } from "./room.ts";
import { asDraft, draftOf, isShared, usedBy, type Written, writtenOn } from "./shared-use.ts";
import { updateChange } from "./stored.ts";
import { type Part, type Parts, writtenValue } from "./tables.ts";
import { beginChange } from "./write-change.ts";

/** Returns a git patch with the differences between a change and the release's files. */
export function patchOfChange({ rootDir }: Room, { parts }: Change): string {
  const files = new Map<string, PatchedFile>();
  for (const { files: written } of Object.values(parts))
    for (const [path, text] of Object.entries(written)) {
      const before = textOn(rootDir, path);
      const value = writtenValue(text);
      const after =
        value === undefined || value === null
          ? text
          : before === null
            ? printed(value)
            : reprint(before, value);
      files.set(path, { path, before, after });
    }
  return patchOf([...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1)));
}

/** Creates a change from a patch to the release's files. Each part is based on the flow's current version. */
export async function importPatch(
  room: Room,
  { title, patch, by }: { readonly title: string; readonly patch: string; readonly by: string },
): Done<Change> {
  const made = patched(patch, (path) => textOn(room.rootDir, path));
  if (!made.ok) return fail({ code: "patch-does-not-fit" });
  const parts = await partsOf(room, made.value);
  if (Object.keys(parts).length === 0) return fail({ code: "nothing-changed" });
  const change = await beginChange(room, { title, by });
  return await room.db
    .transaction()
    .execute(async (tx): Done<Change> => ok(await updateChange(room, tx, change, { parts })));
}

/** Returns patched files as the parts of a change, one for each flow that the files change. */
async function partsOf(room: Room, files: readonly PatchedFile[]): Promise<Parts> {
  const before = Object.fromEntries(
    files.flatMap(({ path, before }) => (before === null ? [] : [[path, asDraft(before) as string]])),
  );
  const parts: { [flow: string]: Part } = {};
  for (const flow of flowsOf(room, files)) {
    const written = Object.fromEntries(
      files.filter(({ path }) => isEditable(path, flow)).map(({ path, after }) => [path, asDraft(after)]),
    );
    const of = room.definitions.current(flow)?.id;
    const used = of === undefined ? written : await usedOf(room, { of, written, before });
    if (Object.keys(used).length > 0) parts[flow] = { base: of ?? null, files: used, done: [], undone: [] };
  }
  return parts;
}

/**
 * Returns the flows that patched files can change: all known flows, and new flows whose files are all in the
 * patch.
 */
function flowsOf({ definitions }: Room, files: readonly PatchedFile[]): ReadonlySet<string> {
  const named = files.flatMap(({ path }) => /^(?:flows|schemas)\/([^/]+)\//.exec(path)?.[1] ?? []);
  const known = new Set(definitions.flows());
  const isWhole = (flow: string) => files.some(({ path }) => path === `flows/${flow}/flow.json`);
  return new Set([...named.filter((flow) => known.has(flow) || isWhole(flow)), ...known]);
}

/**
 * Returns the written files that a flow's current version uses: the flow's own files, and the shared files
 * that the flow reads.
 */
async function usedOf(
  { db }: Room,
  given: { readonly of: string; readonly written: Written; readonly before: Draft },
): Promise<Written> {
  const version = await readVersion(db, given.of);
  if (version === null) return {};
  const paths = Object.keys(given.written);
  const all = writtenOn(given.written, given.before, draftOf(version.files, paths));
  const shared = usedBy(version, all);
  return Object.fromEntries(Object.entries(all).filter(([path]) => !isShared(path) || path in shared));
}

/** Returns the text of a file of the release; `null` if it is missing or does not belong to a flow. */
function textOn(rootDir: string, path: string): string | null {
  if (!/^(?:flows|schemas|locales)(?:\/[A-Za-z0-9][A-Za-z0-9.-]*)+\.json$/.test(path)) return null;
  try {
    return readFileSync(join(rootDir, path), "utf8");
  } catch {
    return null;
  }
}
