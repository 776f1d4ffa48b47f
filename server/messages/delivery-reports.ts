import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { SmsVendor } from "../sms-settings.ts";
import { isGatewayId } from "./gateways/gateway.ts";
import { GATEWAYS } from "./gateways/gateways.ts";
import type { NetworkOutcome } from "./tables.ts";

/**
 * What the phone network reports as the final result of a text message. A report that the message is still on
 * its way is no final result.
 */
export type DeliveryReport = {
  /** The id that the gateway gave the message, or the reference that the portal gave it. */
  readonly reference: string;
  readonly outcome: NetworkOutcome;
};

/**
 * Reads a delivery report of a vendor. Returns `null` if it is not valid. Leaves out messages that are still
 * on their way.
 */
export function readReports(vendor: SmsVendor, body: string): readonly DeliveryReport[] | null {
  const reported = GATEWAYS[vendor].readReports(body);
  if (reported === null || !reported.every(({ reference }) => isGatewayId(reference))) return null;
  return reported.flatMap(({ reference, outcome }) =>
    outcome === null ? [] : [{ reference: String(reference), outcome }],
  );
}

/**
 * Stores the reported results with their messages. Reports can arrive late, twice and in any order, so
 * `delivered` is never replaced by another result. If a message still waits for sending although it was
 * delivered, it is not sent again. Reports about unknown messages are ignored.
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
