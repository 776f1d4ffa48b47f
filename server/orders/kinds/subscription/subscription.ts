import { boughtNet } from "../net.ts";
import type { OrderKind } from "../order-kind.ts";

/** Buys units with baht that the investor pays in. */
export const subscription = {
  name: "subscription",
  family: "subscription",
  side: "buy",
  waitsFor: "money",
  leg: null,
  money: "paid-in",
  fee: "front-end",
  contractNote: "order-allotted",
  net: boughtNet,
  afterwards: () => [],
  isDone: () => true,
  onTheWay: ({ status }) => (status === "APPROVED" ? "units" : null),
} as const satisfies OrderKind;
