import { randomUUID } from "node:crypto";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { readVersion } from "../definitions/index.ts";
import { isEditable } from "../sources/index.ts";
import { recordStep } from "./record-step.ts";
import type { Change, ChangeFailure, Done, Room } from "./room.ts";
import { findChange, lockChange, lockOwn, updateChange, withWriter } from "./stored.ts";
import type { Part, Parts } from "./tables.ts";

/** Creates an empty change. */
export async function beginChange(
  room: Room,
  { title, by }: { readonly title: string; readonly by: string },
): Promise<Change> {
  return await room.db.transaction().execute(async (tx) => {
    const at = room.clock.now().toJSDate();
    const change = await tx
      .insertInto("changes")
      .values({
        id: randomUUID(),
        title,
        author: by,
        owner: by,
        writers: [by],
        state: "open",
        revision: 1,
        parts: "{}",
        reason: null,
        begun_at: at,
        saved_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordStep(room, tx, change, { by, what: "begin" });
    return change;
  });
}

/** Stores the files of a flow in a change, valid or not. Removes a part that has no files. */
export async function saveChange(
  room: Room,
  given: {
    readonly id: string;
    readonly by: string;
    readonly revision: number;
    readonly title?: string;
    readonly flow?: string;
    readonly part?: Part;
  },
): Done<Change> {
  const { by, title, flow, part } = given;
  const written = flow === undefined || part === undefined ? null : { flow, part };
  if (written !== null) {
    const isStorable = await checkPart(room, written);
    if (!isStorable.ok) return isStorable;
  }
  return await room.db.transaction().execute(async (tx): Done<Change> => {
    const found = await lockOwn(tx, given);
    if (!found.ok) return found;
    const change = found.value;
    return ok(
      await updateChange(room, tx, change, {
        writers: withWriter(change, by),
        ...(title === undefined ? {} : { title }),
        ...(written === null ? {} : { parts: withPart(change.parts, written) }),
      }),
    );
  });
}

type WrittenPart = { readonly flow: string; readonly part: Part };

/**
 * Returns whether a part can be stored. Its files must belong to the flow, and its base must be a published
 * version.
 */
async function checkPart(
  { db, publishing }: Room,
  { flow, part }: WrittenPart,
): Promise<Result<null, ChangeFailure>> {
  const forbidden = Object.keys(part.files).filter((path) => !isEditable(path, flow));
  if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
  if (part.base === null) return await publishing.checkName(flow);
  // The base may be an outdated version, because the studio later merges the edits with the newer version.
  const base = await readVersion(db, part.base);
  return base?.flow === flow && base.state === "published" ? ok(null) : fail({ code: "version-unknown" });
}

function withPart(parts: Parts, { flow, part }: WrittenPart): Parts {
  const { [flow]: _, ...others } = parts;
  return Object.keys(part.files).length === 0 ? others : { ...others, [flow]: part };
}

/** Makes the caller the writer of the change. The previous writer can read the reason. */
export async function takeChange(
  room: Room,
  { id, by, reason }: { readonly id: string; readonly by: string; readonly reason: string },
): Done<Change> {
  return await room.db.transaction().execute(async (tx): Done<Change> => {
    const change = await lockChange(tx, id);
    if (change === null) return fail({ code: "not-found" });
    if (change.state === "withdrawn") return fail({ code: "change-closed" });
    if (change.owner === by) return ok(change);
    await recordStep(room, tx, change, { by, what: "take", from: change.owner, to: by, reason });
    const taken = { by, from: change.owner, at: room.clock.now().toJSDate().toISOString(), reason };
    const now = await updateChange(room, tx, change, { owner: by, taken });
    const { title, owner } = change;
    await room.letters.taken(tx, { id, title, from: owner, by, reason, key: `${id}:${now.revision}` });
    return ok(now);
  });
}

/** Withdraws a change that is being written. The change stays readable. */
export async function withdrawChange(
  room: Room,
  { id, by }: { readonly id: string; readonly by: string },
): Done<Change> {
  return await room.db.transaction().execute(async (tx): Done<Change> => {
    const found = await lockOwn(tx, { id, by });
    if (!found.ok) return found;
    await recordStep(room, tx, found.value, { by, what: "withdraw" });
    return ok(await updateChange(room, tx, found.value, { state: "withdrawn" }));
  });
}

/** Adds a comment to a change. */
export async function commentOn(
  { db, clock }: Room,
  { id, by, text }: { readonly id: string; readonly by: string; readonly text: string },
): Done<null> {
  if ((await findChange(db, id)) === null) return fail({ code: "not-found" });
  const row = { change_id: id, by_person: by, at: clock.now().toJSDate(), text };
  await db.insertInto("change_comments").values(row).execute();
  return ok(null);
}
