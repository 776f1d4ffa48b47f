import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { lockPerson } from "../../accounts/index.ts";
import { inTrail, record } from "../../audit/index.ts";
import type { Tx } from "../../db/index.ts";
import { moveStatus } from "../move-status.ts";
import type { Room } from "../room.ts";
import type { HitDecision, HitState } from "../tables.ts";

/** The state of a hit after a decision. In the state `proposed`, the hit waits for a second person. */
export type HitOutcome = Exclude<HitState, "outdated" | "cleared"> | "proposed";

/**
 * Records the decision that a hit is a false match (`dismiss`) or correct (`confirm`). Two people of
 * compliance must agree. If the second decides differently, that decision becomes the new proposal. A
 * confirmation blocks and locks the account without a letter, because a listed person must not be warned.
 * Errors: `not-found`, `already-decided`, `same-person`.
 */
export async function decideHit(
  room: Room,
  tx: Tx,
  input: {
    readonly reviewId: string;
    readonly hitId: string;
    readonly reviewer: string;
    readonly decision: HitDecision;
    readonly reason: string;
  },
): Promise<
  Result<{ readonly state: HitOutcome }, { readonly code: "not-found" | "already-decided" | "same-person" }>
> {
  const { reviewer, decision, reason } = input;
  const hit = await tx
    .selectFrom("aml_hits as h")
    .innerJoin("identity_reviews as r", "r.person_id", "h.person_id")
    .select(["h.id", "h.person_id", "h.state", "h.proposed", "h.proposed_by", "h.reference", "h.list"])
    .where("r.id", "=", input.reviewId)
    .where("h.id", "=", input.hitId)
    .forUpdate("h")
    .executeTakeFirst();
  if (hit === undefined) return fail({ code: "not-found" });
  if (hit.state !== "open") return fail({ code: "already-decided" });
  if (hit.person_id === reviewer) return fail({ code: "same-person" });
  const at = room.clock.now().toJSDate();
  const place = hitPlace(hit.id);
  const sealed = await room.accounts.vault.sealWords(tx, hit.person_id, place, reason);
  const line = async (to: HitOutcome) =>
    await record(tx, room.clock, {
      actor: `person:${reviewer}`,
      action: "identity.decideHit",
      subject: `person:${hit.person_id}`,
      from: hit.proposed ?? "open",
      to,
      detail: { list: hit.list, reference: hit.reference, decision, reason: inTrail({ place, sealed }) },
    });
  if (hit.proposed !== decision) {
    await tx
      .updateTable("aml_hits")
      .set({ proposed: decision, proposed_by: reviewer, proposed_reason: sealed, proposed_at: at })
      .where("id", "=", hit.id)
      .execute();
    await line("proposed");
    return ok({ state: "proposed" });
  }
  if (hit.proposed_by === reviewer) return fail({ code: "same-person" });
  const state = decision === "confirm" ? "confirmed" : "dismissed";
  await tx
    .updateTable("aml_hits")
    .set({ state, decided_by: reviewer, decided_reason: sealed, decided_at: at })
    .where("id", "=", hit.id)
    .execute();
  await line(state);
  await moveAccount(room, tx, { personId: hit.person_id, reviewer, state });
  return ok({ state });
}

/**
 * Blocks and locks the account if its hit was confirmed. After a dismissed hit, sets the account to verified
 * if no other hit is open or confirmed.
 */
async function moveAccount(
  room: Room,
  tx: Tx,
  of: { readonly personId: string; readonly reviewer: string; readonly state: "confirmed" | "dismissed" },
): Promise<void> {
  const move = { personId: of.personId, entity: "account", actor: `person:${of.reviewer}` } as const;
  if (of.state === "confirmed") {
    await moveStatus(tx, room.clock, { ...move, to: "BLOCKED" });
    await lockPerson(tx, of.personId, room.clock.wall());
  } else if (!(await hasOthers(tx, of.personId, ["open", "confirmed"])))
    await moveStatus(tx, room.clock, { ...move, to: "VERIFIED" });
}

/** Returns the `place` with which the vault seals the reasons for decisions about a hit. */
export const hitPlace = (hitId: string) => `aml_hits/${hitId}`;

/** Returns whether a person has a hit in one of these states. */
export async function hasOthers(tx: Tx, personId: string, states: readonly HitState[]): Promise<boolean> {
  const other = await tx
    .selectFrom("aml_hits")
    .select("id")
    .where("person_id", "=", personId)
    .where("state", "in", states)
    .executeTakeFirst();
  return other !== undefined;
}
