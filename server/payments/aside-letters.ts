import { groupThousands } from "../../engine/values/group-thousands.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import type { Tx } from "../db/index.ts";
import { type LetterRoom, tellInvestor, writeToInvestor } from "../orders/index.ts";
import { momentOf } from "./moment-of.ts";
import { moneyAside } from "./money-aside.ts";
import type { PaymentsRoom } from "./room.ts";

/**
 * Writes to the investor about money that came for an order but cannot pay it. There is a letter when it
 * arrives, when it is refunded, and when the investor's bank rejects the refund. If it is unknown for which
 * order money came, nobody gets a letter.
 */
export async function writeOfAside(
  room: LetterRoom,
  tx: Tx,
  about: {
    readonly template: "money-held" | "refund-sent" | "refund-returned";
    readonly of: { readonly case: string; readonly payout?: string } | { readonly payment: string };
    /**
     * Values for a letter about a refund: the account to which it goes and, if it was returned, the reason.
     */
    readonly says?: { readonly account: string; readonly reason: string };
  },
): Promise<void> {
  const found = "case" in about.of ? about.of.case : await caseOf(tx, about.of.payment);
  const [aside] = found === null ? [] : await moneyAside(tx, { case: found });
  if (aside === undefined) return;
  await writeToInvestor(room, tx, {
    template: about.template,
    order: aside.order,
    key: `${about.template}:${"payout" in about.of ? about.of.payout : aside.id}`,
    says: () => ({
      came: groupThousands(aside.amount),
      at: momentOf(new Date(aside.at)).toFormat("dd/MM/yyyy HH:mm"),
      why: aside.reason,
      differs: groupThousands(aside.differs ?? "0.00"),
      account: aside.backTo ?? "",
      reason: "",
      back: aside.state === "due" ? "due" : "later",
      ...about.says,
      on: aside.backOn === null ? "" : formatTypedDate(aside.backOn as LocalDate),
    }),
  });
}

/**
 * Notifies the investor that an order expired unpaid. If money came for it that could not pay it, such as too
 * little or from a third party, the letter says what happens to that money.
 */
export async function tellExpired(room: Pick<PaymentsRoom, "jobs">, tx: Tx, order: string): Promise<void> {
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
