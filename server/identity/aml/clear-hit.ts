import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { liftLock } from "../../accounts/index.ts";
import { inTrail, record } from "../../audit/index.ts";
import type { Tx } from "../../db/index.ts";
import { moveStatus } from "../move-status.ts";
import type { Room } from "../room.ts";
import { hasOthers, hitPlace } from "./decide-hit.ts";

/**
 * Clears a confirmed hit as a false match. Two people of compliance are needed, each with a reason: the first
 * proposes, and the second clears. The confirmation stays on record. If no other hit blocks the account,
 * unblocks it and notifies its owner in the owner's language. Errors: `not-found`; `already-decided` (the hit
 * is not confirmed); `same-person`.
 */
export async function clearHit(
  room: Room,
  tx: Tx,
  input: {
    readonly reviewId: string;
    readonly hitId: string;
    readonly reviewer: string;
    readonly reason: string;
  },
): Promise<
  Result<
    { readonly state: "proposed" | "cleared" },
    { readonly code: "not-found" | "already-decided" | "same-person" }
  >
> {
  const { reviewer, reason } = input;
  const hit = await tx
    .selectFrom("aml_hits as h")
    .innerJoin("identity_reviews as r", "r.person_id", "h.person_id")
    .select(["h.id", "h.person_id", "h.state", "h.clearing_by", "h.reference", "h.list"])
    .where("r.id", "=", input.reviewId)
    .where("h.id", "=", input.hitId)
    .forUpdate("h")
    .executeTakeFirst();
  if (hit === undefined) return fail({ code: "not-found" });
  if (hit.state !== "confirmed") return fail({ code: "already-decided" });
  if (hit.person_id === reviewer || hit.clearing_by === reviewer) return fail({ code: "same-person" });
  const at = room.clock.now().toJSDate();
  const place = hitPlace(hit.id);
  const sealed = await room.accounts.vault.sealWords(tx, hit.person_id, place, reason);
  const line = async (to: "proposed" | "cleared") =>
    await record(tx, room.clock, {
      actor: `person:${reviewer}`,
      action: "identity.clearHit",
      subject: `person:${hit.person_id}`,
      from: "confirmed",
      to,
      detail: { list: hit.list, reference: hit.reference, reason: inTrail({ place, sealed }) },
    });
  if (hit.clearing_by === null) {
    await tx
      .updateTable("aml_hits")
      .set({ clearing_by: reviewer, clearing_reason: sealed, clearing_at: at })
      .where("id", "=", hit.id)
      .execute();
    await line("proposed");
    return ok({ state: "proposed" });
  }
  await tx
    .updateTable("aml_hits")
    .set({ state: "cleared", cleared_by: reviewer, cleared_reason: sealed, cleared_at: at })
    .where("id", "=", hit.id)
    .execute();
  await line("cleared");
  await reopen(room, tx, hit.person_id, reviewer);
  return ok({ state: "cleared" });
}

/**
 * Unblocks the account, unless another of its hits is confirmed. If the account has other open hits, two
 * reviewers must still decide them.
 */
async function reopen(room: Room, tx: Tx, personId: string, reviewer: string): Promise<void> {
  if (await hasOthers(tx, personId, ["confirmed"])) return;
  const to = (await hasOthers(tx, personId, ["open"])) ? "REVIEW" : "VERIFIED";
  await moveStatus(tx, room.clock, { personId, entity: "account", actor: `person:${reviewer}`, to });
  const vendor = await tx
    .selectFrom("identity_statuses")
    .select("entity")
    .where("person_id", "=", personId)
    .where("status", "=", "BLOCKED")
    .executeTakeFirst();
  await liftLock(room.accounts, tx, personId, { vendorBlocked: vendor !== undefined });
}
