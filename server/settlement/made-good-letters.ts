import { groupThousands } from "../../engine/values/group-thousands.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { findPerson } from "../accounts/index.ts";
import type { Tx } from "../db/index.ts";
import { kindOf, type OrderKindName } from "../orders/index.ts";
import type { SettlementRoom } from "./room.ts";
import "./correction-tables.ts";
import "./tables.ts";

/**
 * Writes to the investors whose orders were compensated, one letter for each order. If one letter fails, the
 * others are still written.
 */
export async function announceMadeGood(
  room: SettlementRoom,
  compensations: readonly string[],
): Promise<void> {
  const faults: unknown[] = [];
  for (const id of compensations)
    await room.db
      .transaction()
      .execute((tx) => writeMadeGood(room, tx, id))
      .catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, `announceMadeGood: ${faults.length} not written`);
}

async function writeMadeGood(room: SettlementRoom, tx: Tx, id: string): Promise<void> {
  const row = await tx
    .selectFrom("nav_compensations as c")
    .innerJoin("orders as o", "o.id", "c.order_id")
    .innerJoin("navs as n", "n.id", "c.nav_id")
    .leftJoin("orders as i", "i.id", "o.counter_order")
    .leftJoin("nav_compensations as next", (join) =>
      join.onRef("next.nav_id", "=", "c.nav_id").onRef("next.order_id", "=", "o.counter_order"),
    )
    .selectAll("c")
    .select(["o.reference", "o.kind", "o.nav as allotted_at", "o.payout_label"])
    .select(["n.strategy as of_strategy", "n.date", "n.nav as right"])
    .select(["i.reference as leg", "i.strategy as into", "next.id as next"])
    .where("c.id", "=", id)
    .executeTakeFirstOrThrow();
  const template = templateOf(row);
  if (template === null) return;
  const person = await findPerson(tx, row.person_id);
  if (person === null) throw new Error(`writeMadeGood: order ${row.reference} has no investor`);
  await room.messages.send(tx, {
    to: person.email,
    template,
    language: person.language,
    data: {
      reference: row.reference,
      strategy: row.strategy,
      corrected: row.of_strategy,
      date: formatTypedDate(row.date as LocalDate),
      nav: groupThousands(row.right),
      units: groupThousands(row.units),
      gross: groupThousands(row.gross),
      fee: groupThousands(row.fee),
      vat: groupThousands(row.vat),
      amount: groupThousands(row.proceeds),
      account: row.payout_label ?? "",
      leg: row.leg ?? "",
      into: row.into ?? "",
      link: `${room.config.origin}/orders/${row.order_id}`,
    },
    key: `made-good:${id}`,
  });
}

/**
 * Returns the template of the letter about a compensated order. Returns `null` for an out leg if its
 * compensation went to the in leg; the letter about the in leg covers both.
 */
function templateOf(row: {
  readonly kind: OrderKindName;
  readonly units: string;
  readonly amount: string;
  readonly next: string | null;
}): string | null {
  if (row.units !== "0.0000") return row.amount === "0.00" ? "made-good-units" : "made-good-leg";
  if (kindOf(row.kind).money === "paid-out") return "made-good-baht";
  return row.next === null ? "made-good-switch" : null;
}
