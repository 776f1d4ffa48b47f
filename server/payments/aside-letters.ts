import { groupThousands } from "../../engine/values/group-thousands.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import type { Tx } from "../db/index.ts";
import { tellInvestor, writeToInvestor } from "../orders/index.ts";
import { momentOf } from "./moment-of.ts";
import { moneyAside } from "./money-aside.ts";
import type { Room } from "./room.ts";

/**
 * Writes to the investor about money that came for their order and is not its money: at once when it came, when its way back is
 * approved, and when it has gone. Nobody is written to about money that named no order.
 */
export async function writeOfAside(
  room: Room,
  tx: Tx,
  about: {
    readonly template: "money-held" | "refund-approved" | "refund-sent";
    readonly of: { readonly case: string } | { readonly payment: string };
  },
): Promise<void> {
  const found = "case" in about.of ? about.of.case : await caseOf(tx, about.of.payment);
  const [aside] = found === null ? [] : await moneyAside(tx, { case: found });
  if (aside === undefined) return;
  await writeToInvestor(room, tx, {
    template: about.template,
    order: aside.order,
    key: `${about.template}:${aside.id}`,
    says: () => ({
      came: groupThousands(aside.amount),
      at: momentOf(new Date(aside.at)).toFormat("dd/MM/yyyy HH:mm"),
      why: aside.reason,
      differs: groupThousands(aside.differs ?? "0.00"),
      on: aside.backOn === null ? "" : formatTypedDate(aside.backOn as LocalDate),
    }),
  });
}

/** Tells whose order ended unpaid; where money came for it that was not enough, or not theirs to pay with, what becomes of that. */
export async function tellExpired(room: Room, tx: Tx, order: string): Promise<void> {
  const came = (await moneyAside(tx, { order })).filter(({ state }) => state !== "sent");
  await tellInvestor(room, tx, {
    template: came.length === 0 ? "order-expired" : "order-expired-held",
    order,
    says: { came: came.map(({ amount }) => groupThousands(amount)).join(" + ") },
  });
}

async function caseOf(tx: Tx, payment: string): Promise<string | null> {
  const found = await tx
    .selectFrom("payment_cases")
    .select("id")
    .where("payment_id", "=", payment)
    .orderBy("opened_at")
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}
