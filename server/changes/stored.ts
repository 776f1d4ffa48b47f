import type { Selectable } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Database, Db, Tx } from "../db/index.ts";
import type { Change, ChangeFailure, Room } from "./room.ts";

/** Returns the changes saved last, the newest first. */
export async function listChanges({ db }: Room): Promise<readonly Change[]> {
  return await db.selectFrom("changes").selectAll().orderBy("saved_at", "desc").limit(200).execute();
}

/** Returns a change; `null` if unknown. */
export async function findChange(on: Db | Tx, id: string): Promise<Change | null> {
  return (await on.selectFrom("changes").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Returns the comments of a change, the oldest first. */
export async function commentsOn(
  { db }: Room,
  id: string,
): Promise<readonly Selectable<Database["change_comments"]>[]> {
  return await db
    .selectFrom("change_comments")
    .selectAll()
    .where("change_id", "=", id)
    .orderBy("seq")
    .execute();
}

/** Locks a change and returns it; `null` if unknown. */
export async function lockChange(tx: Tx, id: string): Promise<Change | null> {
  await tx.selectFrom("changes").select("id").where("id", "=", id).forUpdate().execute();
  return await findChange(tx, id);
}

/**
 * Locks a change that this person may edit. `revision`: the revision on which the person's edits are based.
 */
export async function lockOwn(
  tx: Tx,
  { id, by, revision }: { readonly id: string; readonly by: string; readonly revision?: number },
): Promise<Result<Change, ChangeFailure>> {
  const change = await lockChange(tx, id);
  if (change === null) return fail({ code: "not-found" });
  if (change.owner !== by) return fail({ code: "change-not-yours" });
  if (change.state !== "open") return fail({ code: "change-closed" });
  if (revision !== undefined && revision !== change.revision) return fail({ code: "change-moved" });
  return ok(change);
}

/** Updates columns of a change and increases its revision. */
export async function updateChange(
  { clock }: Room,
  tx: Tx,
  change: Change,
  to: Partial<
    Pick<
      Change,
      "title" | "owner" | "writers" | "state" | "parts" | "reason" | "versions" | "schedule" | "taken"
    >
  >,
): Promise<Change> {
  const { parts, schedule, taken, ...rest } = to;
  return await tx
    .updateTable("changes")
    .set({
      ...rest,
      ...(parts === undefined ? {} : { parts: JSON.stringify(parts) }),
      ...(schedule === undefined ? {} : { schedule: schedule && JSON.stringify(schedule) }),
      ...(taken === undefined ? {} : { taken: taken && JSON.stringify(taken) }),
      revision: change.revision + 1,
      saved_at: clock.now().toJSDate(),
    })
    .where("id", "=", change.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns all writers of a change, including this person. */
export function withWriter({ writers }: Change, by: string): readonly string[] {
  return [...new Set([...writers, by])];
}
