import { boughtNet } from "../net.ts";
import type { OrderKind } from "../order-kind.ts";

/** The leg of a switch that buys, at the NAV of the day on which the other leg is allotted. */
export const switchIn = {
  name: "switch-in",
  family: "switch",
  side: "buy",
  waitsFor: "approval",
  leg: "in",
  money: "switched",
  fee: "switch-in",
  contractNote: "order-switched-in",
  // Its charges are known from the allotment on.
  net: (row) => (row.status === "ALLOTTED" ? boughtNet(row) : null),
  afterwards: () => [],
  isDone: () => true,
  // Before its out leg is allotted there is no money: that leg is shown instead.
  onTheWay: ({ status, amount }) =>
    (status === "WAITING" || status === "APPROVED") && amount !== null ? "transit" : null,
} as const satisfies OrderKind;
