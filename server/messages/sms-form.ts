import type { SmsSettings } from "../sms-settings.ts";
import {
  type Gateway,
  isGatewayId,
  memberOf,
  refuseStatus,
  smsError,
  type TextMessage,
} from "./sms-gateway.ts";

/**
 * Hands a message to a gateway with a form and basic authentication, as ThaiBulkSMS and others have: `msisdn`,
 * `message`, `sender` and `reference`. It answers 201 with the accepted numbers in `phone_number_list` and the others
 * in `bad_phone_number_list`. Returns its `message_id`, which its delivery reports name; `null` if it gave none.
 */
export async function handToForm(
  gateway: Gateway,
  settings: SmsSettings & { readonly vendor: "form" },
  { to, text, reference }: TextMessage,
): Promise<string | null> {
  const basic = Buffer.from(`${settings.key}:${settings.secret}`).toString("base64");
  const { status, body } = await gateway({
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
}
