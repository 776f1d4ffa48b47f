import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { newId } from "./new-id.ts";
import {
  type Decision,
  type DecisionFailure,
  decideProposal,
  enteredBy,
  proposalToDecide,
} from "./proposals.ts";
import type { FundRoom } from "./room.ts";
import type { DealingStatus } from "./tables.ts";
import { suspendedJob } from "./tell-suspended.ts";
import "./tables.ts";

export type DealingFailure = {
  readonly code: "strategy-unknown" | "dealing-same" | "dealing-waits-already";
};

/** Returns the dealing status of a strategy; `null` if the strategy is unknown. */
export async function dealingStatusOf(db: Db | Tx, strategy: string): Promise<DealingStatus | null> {
  const { rows } = await sql<{ status: DealingStatus }>`select status from dealing_of(${strategy})`.execute(
    db,
  );
  return rows[0]?.status ?? null;
}

/**
 * Stores a proposed dealing status of a strategy. Another person must decide about it. If a strategy's NAV is
 * zero or less, finance proposes to suspend it.
 */
export async function proposeDealing(
  room: FundRoom,
  personId: string,
  given: { readonly strategy: string; readonly status: DealingStatus; readonly note: string },
): Promise<Result<{ readonly id: string }, DealingFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const now = await dealingStatusOf(tx, given.strategy);
    if (now === null) return fail({ code: "strategy-unknown" });
    if (now === given.status) return fail({ code: "dealing-same" });
    const id = newId();
    const written = await tx
      .insertInto("strategy_dealing")
      .values({
        id,
        strategy: given.strategy,
        status: given.status,
        ...enteredBy(room, personId, given.note),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (written === undefined) return fail({ code: "dealing-waits-already" });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "dealing.propose",
      subject: `dealing:${id}`,
      to: "PROPOSED",
      detail: { strategy: given.strategy, status: given.status },
    });
    return ok({ id });
  });
}

/**
 * Approves or rejects a proposed dealing status. The person who proposed it cannot decide. An approved status
 * applies at once.
 */
export async function decideDealing(
  room: FundRoom,
  personId: string,
  of: Decision,
): Promise<Result<{ readonly id: string; readonly state: string }, DecisionFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const about = { table: "strategy_dealing", id: of.id, personId } as const;
    const found = await proposalToDecide<{ state: "PROPOSED"; entered_by: string; status: DealingStatus }>(
      tx,
      about,
    );
    if (!found.ok) return found;
    await decideProposal(room, tx, { ...of, ...about, about: "dealing" });
    if (of.decision === "APPROVED" && found.value.status === "SUSPENDED")
      await room.jobs.send(tx, suspendedJob, { dealing: of.id });
    return ok({ id: of.id, state: of.decision });
  });
}
