import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { MadeUp } from "../../flow/trade-parts.ts";
import type { View } from "../../kit/api/answers.ts";
import type { OrderWithTimeline } from "../parts/records.ts";

/** Made-up fund records for a preview: the held strategy and the placed order. */
export const madeUp: MadeUp = (path, view) => {
  // An order in a preview cannot be paid, so it has no payment code.
  if (/^\/orders\/[^/]+\/pay-in$/.test(path)) return { code: null, maySendSlip: false, slip: null };
  if (path === "/security/authenticator")
    return {
      secret: "JBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/Saphan:demo?secret=JBSWY3DPEHPK3PXP&issuer=Saphan",
    };
  if (path === "/security/recovery-codes")
    return { codes: Array.from({ length: 8 }, (_, at) => `DEMO${at + 2}-AAAAA`) };
  if (path === "/overview") return { holdings: [heldIn(view)] };
  const [, id] = /^\/orders\/(.+)$/.exec(path) ?? [];
  if (id === undefined) throw new Error(`preview: nothing is made up for ${path}`);
  return orderIn(view, id);
};

/** Returns the strategy that the made-up person sells, with the units and value from the flow's facts. */
function heldIn(view: View) {
  const { reduction } = view.facts as { readonly reduction?: JsonObject };
  return {
    code: String(view.instance.answers.choose?.value.strategy ?? "M-BTCA"),
    availableUnits: String(reduction?.available ?? "1000.0000"),
    availableValue: String(reduction?.value ?? "10000.00"),
  };
}

/** Fields that are still empty when an order has just been placed. */
const NOT_YET = {
  counter: null,
  unitsWished: null,
  sellAll: false,
  reservedUnits: "0.0000",
  net: null,
  method: null,
  nav: null,
  units: null,
  value: null,
  allottedOn: null,
  payout: null,
  sentAt: null,
  paidOutAt: null,
  approvals: null,
  rejectReason: null,
  corrections: [],
  cancellableUntil: null,
} satisfies Partial<OrderWithTimeline>;

/** Returns the order that the previewed path placed, in the state that it has on this screen. */
function orderIn(view: View, id: string): OrderWithTimeline {
  const outputs = Object.values(view.effects).filter(
    (output): output is JsonObject =>
      typeof output === "object" && output !== null && !Array.isArray(output) && "order" in output,
  );
  const textOf = (name: string): string | null => {
    const found = outputs.find((output) => output.order === id && typeof output[name] === "string");
    return found === undefined ? null : String(found[name]);
  };
  const reference = textOf("reference");
  if (reference === null) throw new Error(`preview: no order ${id}`);
  const placedAt = view.instance.receipts.find(({ kind }) => kind === "effect")?.at ?? null;
  const answered = (name: string): Json | undefined =>
    Object.values(view.instance.answers).find(({ value }) => Object.hasOwn(value, name))?.value[name];
  return {
    ...NOT_YET,
    id,
    reference,
    kind: "subscription",
    status: textOf("at") ? "WAITING" : "SUBMITTED",
    step: textOf("at") ? "waiting" : "confirm",
    strategy: String(answered("strategy") ?? ""),
    amount: String(answered("amount") ?? "0.00"),
    fee: String(view.derived.fee ?? "0.00"),
    vat: String(view.derived.vat ?? "0.00"),
    riskAcknowledged: answered("accepted") === true,
    placedAt: placedAt ?? "",
    navDate: textOf("navDate") ?? "",
    allotmentDate: textOf("allotmentDate") ?? "",
    payBy: textOf("payBy"),
    paidAt: textOf("at"),
    payIn:
      textOf("at") === null
        ? {
            account: { bank: "–", holder: "–", number: "–", demo: true },
            days: [{ before: textOf("payBy") ?? "", navDate: textOf("navDate") ?? "" }],
          }
        : null,
    timeline: [
      { step: "received", at: placedAt, expected: null },
      { step: "paid", at: textOf("at"), expected: textOf("payBy") },
      { step: "nav", at: null, expected: textOf("navDate") },
      { step: "allotted", at: null, expected: textOf("allotmentDate") },
    ],
  };
}
