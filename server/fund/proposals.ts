import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import type { FundRoom } from "./room.ts";
import type { Proposal } from "./tables.ts";
import "./tables.ts";

/**
 * The tables of proposals that need two people: a person of finance enters a proposal, and another person of
 * finance or compliance decides. The database enforces this.
 */
export type ProposalTable = "strategy_terms" | "strategy_dealing" | "calendar_changes" | "display_rates";

export type Decision = {
  readonly id: string;
  readonly decision: "APPROVED" | "REJECTED";
  readonly note: string;
};

export type DecisionFailure = { readonly code: "not-found" | "already-decided" | "four-eyes" };

/** Returns the columns that every new proposal has, whatever it proposes. */
export function enteredBy(room: FundRoom, personId: string, note: string) {
  return {
    state: "PROPOSED",
    note,
    entered_by: personId,
    entered_at: room.clock.now().toJSDate(),
    decided_by: null,
    decided_at: null,
    decision_note: null,
  } as const;
}

/**
 * Locks and returns a proposal, for a person who wants to decide about it. Fails if it is already decided, or
 * if this person entered it.
 */
export async function proposalToDecide<Row extends Pick<Proposal, "state" | "entered_by">>(
  tx: Tx,
  of: { readonly table: ProposalTable; readonly id: string; readonly personId: string },
): Promise<Result<Row, DecisionFailure>> {
  const { rows } =
    await sql<Row>`select * from ${sql.table(of.table)} where id = ${of.id} for update`.execute(tx);
  const [row] = rows;
  if (row === undefined) return fail({ code: "not-found" });
  if (row.state !== "PROPOSED") return fail({ code: "already-decided" });
  if (row.entered_by === of.personId) return fail({ code: "four-eyes" });
  return ok(row);
}

/** Stores the decision about a proposal, and its audit line. */
export async function decideProposal(
  room: FundRoom,
  tx: Tx,
  of: Decision & { readonly table: ProposalTable; readonly personId: string; readonly about: string },
): Promise<void> {
  await tx
    .updateTable(of.table)
    .set({
      state: of.decision,
      decided_by: of.personId,
      decided_at: room.clock.now().toJSDate(),
      decision_note: of.note,
    })
    .where("id", "=", of.id)
    .execute();
  await record(tx, room.clock, {
    actor: `person:${of.personId}`,
    action: `${of.about}.${of.decision === "APPROVED" ? "approve" : "reject"}`,
    subject: `${of.about}:${of.id}`,
    from: "PROPOSED",
    to: of.decision,
    detail: { reason: of.note },
  });
}
