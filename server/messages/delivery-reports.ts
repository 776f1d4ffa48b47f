import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { SmsVendor } from "../sms-settings.ts";
import { isGatewayId, memberOf } from "./sms-gateway.ts";
import type { NetworkOutcome } from "./tables.ts";

/** What the phone network did with a message: final, so a report of a message on its way is none. */
export type DeliveryReport = {
  /** The gateway's id of the message, or our reference. */
  readonly reference: string;
  readonly outcome: NetworkOutcome;
};

/** Reads the body of a vendor's report; `null` if it is none. Messages that are still on their way are left out. */
export function readReports(vendor: SmsVendor, body: string): readonly DeliveryReport[] | null {
  const said = vendor === "form" ? formReport(body) : infobipReports(body);
  if (said === null || !said.every(({ reference }) => isGatewayId(reference))) return null;
  return said.flatMap(({ reference, outcome }) =>
    outcome === null ? [] : [{ reference: String(reference), outcome }],
  );
}

type Said = readonly { readonly reference: unknown; readonly outcome: NetworkOutcome | null }[];

/** A form with `message_id` and `status`. */
function formReport(body: string): Said | null {
  const form = new URLSearchParams(body);
  const status = form.get("status");
  if (status === null) return null;
  return [
    { reference: form.get("message_id"), outcome: FORM_OUTCOMES.get(status.trim().toLowerCase()) ?? null },
  ];
}

const FORM_OUTCOMES: ReadonlyMap<string, NetworkOutcome> = new Map([
  ["delivered", "delivered"],
  ["undelivered", "not-delivered"],
  ["undeliverable", "not-delivered"],
  ["rejected", "not-delivered"],
  ["failed", "not-delivered"],
  ["expired", "expired"],
]);

/** Infobip's `{ results: [{ messageId, status: { groupId, id } }] }`. */
function infobipReports(body: string): Said | null {
  const results = memberOf(jsonOf(body), "results");
  if (!Array.isArray(results)) return null;
  const said = results.map((result: unknown) => {
    const status = memberOf(result, "status");
    const group = memberOf(status, "groupId");
    // DELIVERED_TO_OPERATOR is in the group DELIVERED, but the phone may still be switched off.
    const outcome = memberOf(status, "id") === 2 ? null : (INFOBIP_OUTCOMES.get(group) ?? null);
    return { reference: memberOf(result, "messageId"), group, outcome };
  });
  return said.every(({ group }) => Number.isInteger(group)) ? said : null;
}

/** Groups of statuses: UNDELIVERABLE, DELIVERED, EXPIRED, REJECTED. */
const INFOBIP_OUTCOMES: ReadonlyMap<unknown, NetworkOutcome> = new Map([
  [2, "not-delivered"],
  [3, "delivered"],
  [4, "expired"],
  [5, "not-delivered"],
]);

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/**
 * Stores reports on their messages. Reports arrive late, twice and in any order: nothing overturns `delivered`. A
 * message that is still to be sent and was delivered is not sent again. Unknown references are ignored.
 */
export async function takeReports(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, "wall"> },
  reports: readonly DeliveryReport[],
): Promise<void> {
  for (const { reference, outcome } of reports) {
    const reported = db
      .updateTable("outbox")
      .where("channel", "=", "sms")
      .where((eb) =>
        eb.or([
          eb("gateway_id", "=", reference),
          ...(UUID.test(reference) ? [eb("id", "=", reference)] : []),
        ]),
      );
    const notDelivered = reported.where("delivered_at", "is", null);
    if (outcome !== "delivered") {
      await notDelivered.set({ network_failure: outcome }).execute();
      continue;
    }
    const now = clock.wall();
    await notDelivered.set({ delivered_at: now, network_failure: null }).execute();
    await reported
      .set({ state: "sent", sent_at: now, payload: null, failure: null, claimed_until: null })
      .where("state", "=", "waiting")
      .execute();
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
