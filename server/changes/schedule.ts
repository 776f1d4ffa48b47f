import { sql } from "kysely";
import { fail, ok } from "../../engine/values/result.ts";
import type { Tx } from "../db/index.ts";
import { readVersion, summaryOf } from "../definitions/index.ts";
import { coversAll } from "./decide-change.ts";
import { recordStep } from "./record-step.ts";
import type { Change, Done, Room } from "./room.ts";
import { statusOf, undecidable } from "./status.ts";
import { lockChange, updateChange } from "./stored.ts";
import type { Schedule } from "./tables.ts";

/**
 * Approves the versions of a change for publication at a later time. At that time they are checked again, and
 * either published or stopped with a letter.
 */
export async function scheduleChange(
  room: Room,
  given: {
    readonly id: string;
    readonly by: string;
    readonly evidence: { readonly [version: string]: string };
    readonly note: string;
    readonly at: Date;
  },
): Done<Change> {
  const { id, by, evidence, note, at } = given;
  const now = room.clock.now();
  if (at <= now.toJSDate() || at > now.plus({ years: 1 }).toJSDate())
    return fail({ code: "schedule-moment" });
  return await room.db.transaction().execute(async (tx): Done<Change> => {
    const change = await lockChange(tx, id);
    if (change === null) return fail({ code: "not-found" });
    if (change.writers.includes(by)) return fail({ code: "four-eyes" });
    const status = await statusOf(tx, change);
    if (status !== "waiting") return fail({ code: undecidable(status) });
    const fault = await faultOf(room, tx, change, evidence);
    if (fault !== null) return fail({ code: fault });
    await recordStep(room, tx, change, { by, what: "schedule", to: at.toISOString() });
    const schedule = { at: at.toISOString(), by, note, evidence, stopped: null };
    return ok(await updateChange(room, tx, change, { schedule }));
  });
}

/**
 * Returns why the reviewed evidence no longer covers the versions as they are stored now; `null` if it does.
 */
async function faultOf(
  { definitions }: Room,
  tx: Tx,
  change: Change,
  evidence: Schedule["evidence"],
): Promise<"decided-together" | "evidence-changed" | "version-outdated" | null> {
  if (!coversAll(evidence, change)) return "decided-together";
  for (const id of change.versions) {
    const version = await readVersion(tx, id);
    if (version === null || summaryOf(version).evidence_hash !== evidence[id]) return "evidence-changed";
    const now = definitions.current(version.flow)?.id ?? null;
    if (summaryOf(version).based_on !== now) return "version-outdated";
  }
  return null;
}

/** Cancels the schedule of a change, which then waits for a decision again. */
export async function unschedule(
  room: Room,
  { id, by }: { readonly id: string; readonly by: string },
): Done<Change> {
  return await room.db.transaction().execute(async (tx): Done<Change> => {
    const change = await lockChange(tx, id);
    if (change === null) return fail({ code: "not-found" });
    if ((await statusOf(tx, change)) !== "scheduled") return fail({ code: "already-decided" });
    await recordStep(room, tx, change, { by, what: "unschedule", from: change.schedule?.at ?? null });
    return ok(await updateChange(room, tx, change, { schedule: null }));
  });
}

/** Name of the job that publishes scheduled changes. */
export const publishDueJob = "changes.publish-due";

/**
 * Publishes due changes. If a change cannot be published, writes the reason to its approver and writers.
 * Returns the number of published changes.
 */
export async function publishDue(room: Room): Promise<number> {
  const due = await room.db
    .selectFrom("changes")
    .selectAll()
    .where("state", "=", "handed-in")
    .where(sql<boolean>`(schedule ->> 'at')::timestamptz <= ${room.clock.now().toJSDate()}`)
    .where(sql<boolean>`schedule ->> 'stopped' is null`)
    .orderBy(sql`schedule ->> 'at'`)
    .execute();
  let published = 0;
  for (const change of due) {
    const { schedule } = change;
    if (schedule === null || (await statusOf(room.db, change)) !== "scheduled") continue;
    if (await publishOne(room, change, schedule)) published += 1;
  }
  return published;
}

/** Publishes a due change. Returns whether it was published; `null` if the gate is busy. */
async function publishOne(room: Room, change: Change, schedule: Schedule): Promise<boolean | null> {
  const { by, note, evidence } = schedule;
  const approved = await room.publishing.approveTogether({ evidence, by, note });
  if (approved.ok) return true;
  if (approved.error.code === "gate-busy") return null;
  const { code } = approved.error;
  await room.db.transaction().execute(async (tx) => {
    const now = await lockChange(tx, change.id);
    // In the meantime, another process decided, withdrew or published the change.
    if (now?.revision !== change.revision || (await statusOf(tx, now)) !== "scheduled") return;
    const stopped = await updateChange(room, tx, now, { schedule: { ...schedule, stopped: code } });
    await recordStep(room, tx, stopped, { by, what: "stop", to: code });
    const { id, title, owner, revision } = stopped;
    await room.letters.stopped(tx, { id, title, to: [...new Set([by, owner])], key: `${id}:${revision}` });
  });
  return false;
}
