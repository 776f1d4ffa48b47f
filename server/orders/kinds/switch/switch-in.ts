import { boughtNet } from "../net.ts";
import type { OrderKind } from "../order-kind.ts";

/** The in leg of a switch, which buys. It gets the NAV of the day on which the out leg is allotted. */
export const switchIn = {
  name: "switch-in",
  family: "switch",
  side: "buy",
  waitsFor: "approval",
  leg: "in",
  money: "switched",
  fee: "switch-in",
  contractNote: "order-switched-in",
  // Before the allotment, the charges and therefore the net amount are unknown.
  net: (row) => (row.status === "ALLOTTED" ? boughtNet(row) : null),
  afterwards: () => [],
  isDone: () => true,
  // Before the out leg is allotted, the in leg has no amount. Nothing is on its way for it then; the page
  // shows the out leg.
  onTheWay: ({ status, amount }) =>
    (status === "WAITING" || status === "APPROVED") && amount !== null ? "transit" : null,
} as const satisfies OrderKind;
