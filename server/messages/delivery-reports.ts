import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { SmsVendor } from "../sms-settings.ts";
import { isGatewayId } from "./gateways/gateway.ts";
import { GATEWAYS } from "./gateways/gateways.ts";
import type { NetworkOutcome } from "./tables.ts";

/**
 * The final result of a text message in the phone network. A report that the message is still on its way does
 * not count.
 */
export type DeliveryReport = {
  /** The gateway's id of the message, or the portal's reference. */
  readonly reference: string;
  readonly outcome: NetworkOutcome;
};

/**
 * Reads the body of a vendor's delivery report; returns `null` if it is not valid. Messages that are still on
 * their way are omitted.
 */
export function readReports(vendor: SmsVendor, body: string): readonly DeliveryReport[] | null {
  const reported = GATEWAYS[vendor].readReports(body);
  if (reported === null || !reported.every(({ reference }) => isGatewayId(reference))) return null;
  return reported.flatMap(({ reference, outcome }) =>
    outcome === null ? [] : [{ reference: String(reference), outcome }],
  );
}

/**
 * Stores the results on their messages. Reports arrive late, twice and in any sequence, so `delivered` is
 * final. A message that was delivered but still waits for sending is not sent again. Unknown references are
 * ignored.
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
