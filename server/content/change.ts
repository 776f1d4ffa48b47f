import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
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
    | "four-eyes";
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
 * Publishes, refuses or withdraws an item. Only the item's author can withdraw it, and only another person can
 * publish or refuse it: error `four-eyes`.
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
    const found = await tx
      .selectFrom("content_versions")
      .select(["type", "key", "state", "proposed_by"])
      .where("id", "=", of.id)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return fail({ code: "not-found" });
    if (found.state !== "PROPOSED") return fail({ code: "already-decided" });
    if ((found.proposed_by === personId) !== (of.decision === "WITHDRAWN"))
      return fail({ code: "four-eyes" });
    await tx
      .updateTable("content_versions")
      .set({
        state: of.decision,
        decided_by: personId,
        decided_at: room.clock.now().toJSDate(),
        decision_note: of.note,
      })
      .where("id", "=", of.id)
      .execute();
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: {
        PUBLISHED: "content.publish",
        REFUSED: "content.refuse",
        WITHDRAWN: "content.withdraw",
      }[of.decision],
      subject: `content:${found.type}/${found.key}`,
      to: of.decision,
      detail: { id: of.id, reason: of.note },
    });
    return ok({ id: of.id, state: of.decision });
  });
}
