import { noteVendorBlock } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { type Entity, mayMove, type RecordStatus, type Status, type VendorStatus } from "./statuses.ts";
import "./tables.ts";

/** A change of status and its actor. */
export type Move = {
  readonly personId: string;
  readonly entity: Entity;
  readonly to: Status;
  /** `person:<id>`, `vendor:<name>`, `system:<job>`. */
  readonly actor: string;
  /** If the current status is this one, it is kept. */
  readonly unless?: Status;
  /** When a verified status must be renewed, `YYYY-MM-DD`. */
  readonly dueOn?: string;
};

/**
 * Moves a status if its machine allows it, with an audit line. Otherwise (a late or repeated event) writes nothing and
 * returns `kept`.
 */
export async function moveStatus(
  tx: Tx,
  clock: Clock,
  move: Move,
): Promise<{ readonly kind: "moved" | "kept"; readonly from: Status | null }> {
  const row = await tx
    .selectFrom("identity_statuses")
    .select("status")
    .where("person_id", "=", move.personId)
    .where("entity", "=", move.entity)
    .forUpdate()
    .executeTakeFirst();
  const from = row?.status ?? null;
  if (from === move.unless || !mayMove(move.entity, from, move.to)) return { kind: "kept", from };
  const next = { status: move.to, changed_at: clock.now().toJSDate(), due_on: move.dueOn ?? null };
  const written = await tx
    .insertInto("identity_statuses")
    .values({ person_id: move.personId, entity: move.entity, ...next })
    .onConflict((conflict) =>
      conflict
        .columns(["person_id", "entity"])
        .doUpdateSet(next)
        // Of two parallel first moves, the second finds a row it did not expect, and keeps it.
        .where("identity_statuses.status", "=", from ?? move.to),
    )
    .returning("status")
    .executeTakeFirst();
  if (written === undefined) return { kind: "kept", from };
  if (move.to === "BLOCKED") await noteVendorBlock(tx, move.personId, clock.wall());
  await record(tx, clock, {
    actor: move.actor,
    action: `identity.${move.entity}`,
    subject: `person:${move.personId}`,
    from,
    to: move.to,
  });
  return { kind: "moved", from };
}

/** Like `moveStatus`, but throws if the move is not allowed. */
export async function mustMove(tx: Tx, clock: Clock, move: Move): Promise<void> {
  const { kind, from } = await moveStatus(tx, clock, move);
  if (kind === "kept")
    throw new Error(
      `mustMove: ${move.entity} of person ${move.personId} cannot go from ${from} to ${move.to}`,
    );
}

/** The statuses of a person's procedures. Absent: not begun. */
export type Statuses = {
  readonly kyc?: RecordStatus;
  readonly suit?: RecordStatus;
  readonly onfido?: VendorStatus;
  readonly verifio?: VendorStatus;
  readonly liveness?: VendorStatus;
  /** Whether the account is blocked, i.e. the person cannot be a customer. */
  readonly account?: VendorStatus;
};

/** Returns all statuses of a person. One that is due by `today` is OVERDUE. */
export async function statusesOf(db: Db | Tx, personId: string, today: string): Promise<Statuses> {
  const rows = await db
    .selectFrom("identity_statuses")
    .select(["entity", "status", "due_on"])
    .where("person_id", "=", personId)
    .execute();
  return Object.fromEntries(rows.map(({ entity, status, due_on }) => [entity, asOf(today, status, due_on)]));
}

/** Returns a status on a day. One that is due by then is OVERDUE, even before the job has written it. */
export function asOf(today: string, status: Status, dueOn: string | null): Status {
  return status === "VERIFIED" && dueOn !== null && dueOn <= today ? "OVERDUE" : status;
}
