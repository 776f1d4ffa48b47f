import { fail, ok } from "../../engine/values/result.ts";
import { readVersion } from "../definitions/index.ts";
import type { Change, Done, Room } from "./room.ts";
import { backFrom, draftOf, isShared, rewritten, usedBy, withWritten, writtenOn } from "./shared-use.ts";
import { lockOwn, updateChange, withWriter } from "./stored.ts";
import type { Part, Parts } from "./tables.ts";

/** Maximum number of undo steps per flow. */
const MOST_DONE = 300;

/**
 * Returns the other flows that use shared files which the change modifies, and that do not yet have the
 * modification.
 */
export async function alongside(
  room: Room,
  { change, flow }: { readonly change: Change; readonly flow: string },
): Promise<readonly string[]> {
  return Object.keys(await spreading(room, change, flow));
}

/**
 * Adds the modification of shared files to the other flows that use these files, as parts of the same change.
 */
export async function spread(
  room: Room,
  given: {
    readonly id: string;
    readonly by: string;
    readonly revision: number;
    readonly flow: string;
  },
): Done<Change> {
  const { by, flow } = given;
  const change = await room.db.transaction().execute((tx) => lockOwn(tx, given));
  if (!change.ok) return change;
  if (!Object.hasOwn(change.value.parts, flow)) return fail({ code: "not-found" });
  const parts = await spreading(room, change.value, flow);
  return await room.db.transaction().execute(async (tx): Done<Change> => {
    const found = await lockOwn(tx, given);
    if (!found.ok) return found;
    const writers = withWriter(found.value, by);
    return ok(
      await updateChange(room, tx, found.value, { writers, parts: { ...found.value.parts, ...parts } }),
    );
  });
}

/**
 * Finds the shared files that the part of the flow `from` modifies. Returns a part for each other flow that
 * uses these files.
 */
async function spreading({ db, definitions }: Room, change: Change, from: string): Promise<Parts> {
  const part = change.parts[from];
  const isAny = Object.keys(part?.files ?? {}).some(isShared);
  if (part === undefined || !isAny) return {};
  const written = Object.fromEntries(Object.entries(part.files).filter(([path]) => isShared(path)));
  const base = part.base === null ? null : await readVersion(db, part.base);
  const paths = Object.keys(written);
  const before = draftOf(base?.files ?? {}, paths);
  const parts: { [flow: string]: Part } = {};
  for (const flow of definitions.flows()) {
    const had = change.parts[flow];
    const of = had === undefined ? definitions.current(flow)?.id : had.base;
    const version = of === undefined || of === null || flow === from ? null : await readVersion(db, of);
    if (version === null) continue;
    const now = had === undefined ? version : rewritten(version, had.files);
    const more = usedBy(now, writtenOn(written, before, draftOf(now.files, paths)));
    if (Object.keys(more).length === 0) continue;
    // An undo step that restores the former text is added, so that the earlier undo steps of this part still
    // work.
    const was = withWritten(draftOf(version.files, paths), had?.files ?? {});
    const done = [...(had?.done ?? []), backFrom(was, more)].slice(-MOST_DONE);
    parts[flow] = { base: version.id, files: { ...had?.files, ...more }, done, undone: [] };
  }
  return parts;
}
