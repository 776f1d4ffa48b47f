import { boughtNet } from "../net.ts";
import type { OrderKind } from "../order-kind.ts";

/** The buying leg of a switch, at the NAV of the day on which the out leg is allotted. */
export const switchIn = {
  name: "switch-in",
  family: "switch",
  side: "buy",
  waitsFor: "approval",
  leg: "in",
  money: "switched",
  fee: "switch-in",
  contractNote: "order-switched-in",
  // The charges are known only after the allotment.
  net: (row) => (row.status === "ALLOTTED" ? boughtNet(row) : null),
  afterwards: () => [],
  isDone: () => true,
  // Before the out leg is allotted there is no money in transit, and the out leg is shown instead.
  onTheWay: ({ status, amount }) =>
    (status === "WAITING" || status === "APPROVED") && amount !== null ? "transit" : null,
} as const satisfies OrderKind;
