import type { NetworkOutcome } from "../tables.ts";
import { type Gateway, isGatewayId, memberOf, refuseStatus, smsError } from "./gateway.ts";

/**
 * A gateway that is called with forms and basic authentication, such as ThaiBulkSMS. The fields are `msisdn`,
 * `message`, `sender` and `reference`. It answers with 201, with accepted numbers in `phone_number_list` and
 * rejected ones in `bad_phone_number_list`. Its reports are forms with `message_id` and `status`.
 */
export const formGateway: Gateway = {
  hand: async (ask, settings, { to, text, reference }) => {
    const basic = Buffer.from(`${settings.user}:${settings.secret}`).toString("base64");
    const { status, body } = await ask({
      url: settings.url,
      headers: { Authorization: `Basic ${basic}` },
      body: new URLSearchParams({ msisdn: to, message: text, sender: settings.sender, reference }),
    });
    refuseStatus(status);
    const accepted = memberOf(body, "phone_number_list");
    const refused = memberOf(body, "bad_phone_number_list");
    if (Array.isArray(accepted) && accepted.length === 1) {
      const id = memberOf(accepted[0], "message_id");
      return isGatewayId(id) ? id : null;
    }
    throw smsError(Array.isArray(refused) && refused.length > 0 ? "SMS_NUMBER" : "SMS_LATER");
  },
  readReports: (body) => {
    const form = new URLSearchParams(body);
    const status = form.get("status");
    if (status === null) return null;
    return [
      { reference: form.get("message_id"), outcome: OUTCOMES.get(status.trim().toLowerCase()) ?? null },
    ];
  },
};

const OUTCOMES: ReadonlyMap<string, NetworkOutcome> = new Map([
  ["delivered", "delivered"],
  ["undelivered", "not-delivered"],
  ["undeliverable", "not-delivered"],
  ["rejected", "not-delivered"],
  ["failed", "not-delivered"],
  ["expired", "expired"],
]);
