import { noteVendorBlock } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { type Entity, mayMove, type RecordStatus, type Status, type VendorStatus } from "./statuses.ts";
import "./tables.ts";

/** A change of status, with its actor. */
export type Move = {
  readonly personId: string;
  readonly entity: Entity;
  readonly to: Status;
  /** Actor of the change: `person:<id>`, `vendor:<name>` or `system:<job>`. */
  readonly actor: string;
  /** If the present status is this one, nothing changes. */
  readonly unless?: Status;
  /** Day on which a verified status must be renewed, `YYYY-MM-DD`. */
  readonly dueOn?: string;
};

/**
 * Changes a status if its status machine allows the transition, and writes an audit line. If not (a late or
 * repeated event), writes nothing and returns `kept`.
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
        // If two transactions set the first status in parallel, the second finds an unexpected row and keeps
        // it.
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

/** Like `moveStatus`, but throws if the transition is not allowed. */
export async function mustMove(tx: Tx, clock: Clock, move: Move): Promise<void> {
  const { kind, from } = await moveStatus(tx, clock, move);
  if (kind === "kept")
    throw new Error(
      `mustMove: ${move.entity} of person ${move.personId} cannot go from ${from} to ${move.to}`,
    );
}

/**
 * The statuses of a person's identity, checks, suitability test and account. A status that is absent has not
 * begun.
 */
export type Statuses = {
  readonly kyc?: RecordStatus;
  readonly suit?: RecordStatus;
  readonly onfido?: VendorStatus;
  readonly verifio?: VendorStatus;
  readonly liveness?: VendorStatus;
  /** Status of the account. If it is blocked, the person cannot be a customer. */
  readonly account?: VendorStatus;
};

/** Returns all statuses of a person. A verified status whose due day has passed by `today` is OVERDUE. */
export async function statusesOf(db: Db | Tx, personId: string, today: string): Promise<Statuses> {
  const rows = await db
    .selectFrom("identity_statuses")
    .select(["entity", "status", "due_on"])
    .where("person_id", "=", personId)
    .execute();
  return Object.fromEntries(rows.map(({ entity, status, due_on }) => [entity, asOf(today, status, due_on)]));
}

/**
 * Returns a status as of a day. A verified status whose due day has passed is OVERDUE, even before the job
 * has stored this.
 */
export function asOf(today: string, status: Status, dueOn: string | null): Status {
  return status === "VERIFIED" && dueOn !== null && dueOn <= today ? "OVERDUE" : status;
}
