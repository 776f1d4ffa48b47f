import type { Json } from "../../engine/values/json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { readVersion } from "../definitions/index.ts";
import { recordStep } from "./record-step.ts";
import type { Change, ChangeFailure, Done, Room } from "./room.ts";
import { isWaiting, statusOf } from "./status.ts";
import { findChange, lockOwn, updateChange } from "./stored.ts";
import { type Parts, writtenValue } from "./tables.ts";

/**
 * Submits a change: proposes one version per flow, all or none. The gate (automatic checks) judges each
 * version.
 */
export async function handIn(
  room: Room,
  given: {
    readonly id: string;
    readonly by: string;
    readonly revision: number;
    readonly reason: string;
  },
): Done<Change> {
  const { id, by, reason } = given;
  const found = await room.db.transaction().execute((tx) => lockOwn(tx, given));
  if (!found.ok) return found;
  const parts = proposalsOf(found.value.parts);
  if (!parts.ok) return parts;
  let handed: Change | null = null;
  try {
    const proposed = await room.publishing.proposeTogether({
      parts: parts.value,
      note: reason,
      by,
      change: { id, title: found.value.title },
      writers: found.value.writers,
      alongside: async (tx, versions) => {
        // Another request may have saved or taken over the change while the gate judged it. The judged
        // content is then outdated.
        const again = await lockOwn(tx, given);
        if (!again.ok) throw new Moved(again.error);
        const ids = versions.map((version) => version.id);
        await recordStep(room, tx, again.value, { by, what: "hand-in", to: ids.join(" "), reason });
        handed = await updateChange(room, tx, again.value, { state: "handed-in", reason, versions: ids });
      },
    });
    if (!proposed.ok) return proposed;
  } catch (error) {
    if (error instanceof Moved) return fail(error.failure);
    throw error;
  }
  if (handed === null) throw new Error(`handIn: ${id} was proposed and not marked`);
  return ok(handed);
}

type Proposal = {
  readonly flow: string;
  readonly base: string | null;
  readonly changes: { readonly [path: string]: Json };
};

/** Returns the parts of a change as proposals. Every file must be valid JSON. */
function proposalsOf(parts: Parts): Result<readonly Proposal[], ChangeFailure> {
  const proposals: Proposal[] = [];
  for (const [flow, { base, files }] of Object.entries(parts)) {
    const changes: { [path: string]: Json } = {};
    for (const [path, text] of Object.entries(files)) {
      const value = writtenValue(text);
      if (value === undefined) return fail({ code: "change-not-json" });
      changes[path] = value;
    }
    proposals.push({ flow, base, changes });
  }
  return proposals.length === 0 ? fail({ code: "nothing-changed" }) : ok(proposals);
}

/** Error that is thrown to roll back a transaction. */
class Moved extends Error {
  readonly failure: ChangeFailure;
  constructor(failure: ChangeFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Withdraws the submitted versions that wait for a decision, so that the change can be edited again. */
export async function reopen(
  room: Room,
  { id, by }: { readonly id: string; readonly by: string },
): Done<Change> {
  const { db } = room;
  const change = await findChange(db, id);
  if (change === null) return fail({ code: "not-found" });
  if (change.owner !== by) return fail({ code: "change-not-yours" });
  const status = await statusOf(db, change);
  if (!isWaiting(status) && status !== "sent-back") return fail({ code: "change-closed" });
  const waiting: string[] = [];
  for (const id of change.versions) if ((await readVersion(db, id))?.state === "proposed") waiting.push(id);
  const withdrawn = await room.publishing.withdrawTogether({ ids: waiting, by });
  if (!withdrawn.ok) return withdrawn;
  return await db.transaction().execute(async (tx): Done<Change> => {
    await recordStep(room, tx, change, { by, what: "reopen" });
    return ok(await updateChange(room, tx, change, { state: "open", schedule: null }));
  });
}
