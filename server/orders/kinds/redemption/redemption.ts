import { soldNet } from "../net.ts";
import type { OrderKind } from "../order-kind.ts";

/** Sells units and pays the proceeds to the investor's bank account. */
export const redemption = {
  name: "redemption",
  family: "redemption",
  side: "sell",
  waitsFor: "approval",
  leg: null,
  money: "paid-out",
  fee: "profit",
  contractNote: "order-sold",
  net: soldNet,
  afterwards: (row) => [{ step: "paid-out", at: row.paid_out_at, expectedOn: row.allotment_date }],
  isDone: (row) => row.paid_out_at !== null,
  onTheWay: ({ status, paid_out_at }) => {
    if (status === "WAITING") return "approval";
    if (status === "APPROVED") return "allotment";
    return status === "ALLOTTED" && paid_out_at === null ? "payout" : null;
  },
} as const satisfies OrderKind;
