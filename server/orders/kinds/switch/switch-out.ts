import { soldNet } from "../net.ts";
import type { OrderKind } from "../order-kind.ts";

/** The out leg of a switch, which sells. With the money that it brings, the in leg buys. */
export const switchOut = {
  name: "switch-out",
  family: "switch",
  side: "sell",
  waitsFor: "approval",
  leg: "out",
  money: "switched",
  fee: "profit",
  contractNote: "order-switched-out",
  net: soldNet,
  afterwards: (_, counter) =>
    counter === null
      ? []
      : [
          {
            step: "bought",
            at: counter.status === "ALLOTTED" ? counter.changed_at : null,
            expectedOn: counter.allotment_date,
          },
        ],
  isDone: (_, counter) => counter?.status === "ALLOTTED",
  onTheWay: ({ status }) => (status === "WAITING" ? "approval" : status === "APPROVED" ? "allotment" : null),
} as const satisfies OrderKind;
