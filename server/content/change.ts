import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { type ContentFault, judgeContent } from "./judge.ts";
import type { Room } from "./room.ts";
import type { ContentType } from "./types.ts";
import "./tables.ts";

/** An item that staff submit for a decision. If both languages are null, the item is to be removed. */
export type ContentProposal = {
  readonly type: ContentType;
  readonly key: string;
  readonly th: JsonObject | null;
  readonly en: JsonObject | null;
  readonly note: string;
};

export type ContentFailure = {
  readonly code:
    | ContentFault["code"]
    | "content-waits-already"
    | "not-found"
    | "already-decided"
    | "four-eyes"
    | "content-of-another"
    | "schedule-moment";
  readonly pointer?: string;
};

/**
 * Submits an item, on which another person decides. Each key can have only one item that waits for a
 * decision.
 */
export async function proposeContent(
  room: Room,
  personId: string,
  given: ContentProposal,
): Promise<Result<{ readonly id: string }, ContentFailure>> {
  for (const language of LANGUAGES) {
    const item = given[language];
    if (item === null) continue;
    const judged = judgeContent(given.type, item);
    if (!judged.ok) return fail({ code: judged.error.code, pointer: `/${language}${judged.error.pointer}` });
  }
  return await room.db.transaction().execute(async (tx) => {
    const id = randomUUID();
    const spelled = (item: JsonObject | null) => (item === null ? null : JSON.stringify(item));
    const written = await tx
      .insertInto("content_versions")
      .values({
        id,
        type: given.type,
        key: given.key,
        th: spelled(given.th),
        en: spelled(given.en),
        state: "PROPOSED",
        note: given.note,
        proposed_by: personId,
        proposed_at: room.clock.now().toJSDate(),
        decided_by: null,
        decided_at: null,
        decision_note: null,
        publish_at: null,
        scheduled_by: null,
        schedule_note: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (written === undefined) return fail({ code: "content-waits-already" });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "content.propose",
      subject: `content:${given.type}/${given.key}`,
      to: "PROPOSED",
      detail: { id, removes: given.th === null },
    });
    return ok({ id });
  });
}

/**
 * Publishes, refuses or withdraws an item. Only another person than its author can publish or refuse it (error
 * `four-eyes`), and only the author can withdraw it (error `content-of-another`).
 */
export async function decideContent(
  room: Room,
  personId: string,
  of: {
    readonly id: string;
    readonly decision: "PUBLISHED" | "REFUSED" | "WITHDRAWN";
    readonly note: string;
  },
): Promise<Result<{ readonly id: string; readonly state: string }, ContentFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const found = await lockWaiting(tx, of.id);
    if (!found.ok) return found;
    const isOwn = found.value.proposed_by === personId;
    if (isOwn !== (of.decision === "WITHDRAWN"))
      return fail({ code: isOwn ? "four-eyes" : "content-of-another" });
    await decide(room, tx, { ...found.value, ...of, by: personId, actor: `person:${personId}` });
    return ok({ id: of.id, state: of.decision });
  });
}

/**
 * Approves an item for publication at `at`, at most a year from now; a later approval replaces it. Nobody can
 * approve an own item: error `four-eyes`.
 */
export async function scheduleContent(
  room: Room,
  personId: string,
  of: { readonly id: string; readonly at: Date; readonly note: string },
): Promise<Result<{ readonly id: string; readonly state: string }, ContentFailure>> {
  const now = room.clock.now();
  if (of.at <= now.toJSDate() || of.at > now.plus({ years: 1 }).toJSDate())
    return fail({ code: "schedule-moment" });
  return await room.db.transaction().execute(async (tx) => {
    const found = await lockWaiting(tx, of.id);
    if (!found.ok) return found;
    if (found.value.proposed_by === personId) return fail({ code: "four-eyes" });
    await tx
      .updateTable("content_versions")
      .set({ publish_at: of.at, scheduled_by: personId, schedule_note: of.note })
      .where("id", "=", of.id)
      .execute();
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "content.schedule",
      subject: `content:${found.value.type}/${found.value.key}`,
      to: "PROPOSED",
      detail: { id: of.id, at: of.at.toISOString(), reason: of.note },
    });
    return ok({ id: of.id, state: "PROPOSED" });
  });
}

/** Name of the job that publishes items at the time for which they were approved. */
export const publishContentJob = "content.publish-due";

/** Publishes the items whose time has come. Returns how many; the caller refreshes the content. */
export async function publishDueContent(room: Room): Promise<number> {
  return await room.db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom("content_versions")
      .select(["id", "type", "key", "scheduled_by", "schedule_note"])
      .where("state", "=", "PROPOSED")
      .where("publish_at", "<=", room.clock.now().toJSDate())
      .orderBy("publish_at")
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { scheduled_by: by, schedule_note: note, ...item } of due)
      if (by !== null && note !== null)
        await decide(room, tx, { ...item, decision: "PUBLISHED", by, note, actor: "system:content" });
    return due.length;
  });
}

/** Locks an item that waits for a decision. */
async function lockWaiting(tx: Tx, id: string) {
  const found = await tx
    .selectFrom("content_versions")
    .select(["type", "key", "state", "proposed_by"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return fail({ code: "not-found" as const });
  return found.state === "PROPOSED" ? ok(found) : fail({ code: "already-decided" as const });
}

/** Stores and records a decision about a locked item. `by` is the person who decided. */
async function decide(
  room: Room,
  tx: Tx,
  of: Pick<ContentProposal, "type" | "key" | "note"> & {
    readonly id: string;
    readonly decision: "PUBLISHED" | "REFUSED" | "WITHDRAWN";
    readonly by: string;
    readonly actor: string;
  },
): Promise<void> {
  await tx
    .updateTable("content_versions")
    .set({
      state: of.decision,
      decided_by: of.by,
      decided_at: room.clock.now().toJSDate(),
      decision_note: of.note,
    })
    .where("id", "=", of.id)
    .execute();
  await record(tx, room.clock, {
    actor: of.actor,
    action: {
      PUBLISHED: "content.publish",
      REFUSED: "content.refuse",
      WITHDRAWN: "content.withdraw",
    }[of.decision],
    subject: `content:${of.type}/${of.key}`,
    to: of.decision,
    detail: { id: of.id, reason: of.note },
  });
}
