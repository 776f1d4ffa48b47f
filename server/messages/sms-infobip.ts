import type { SmsSettings } from "../sms-settings.ts";
import { type Gateway, memberOf, refuseStatus, smsError, type TextMessage } from "./sms-gateway.ts";

/**
 * Hands a message to Infobip (`POST /sms/2/text/advanced`, `Authorization: App <key>`), with our reference as its
 * `messageId`. It answers 200 also for a rejected message: the reason is the message's status
 * (https://www.infobip.com/docs/essentials/response-status-and-error-codes). Returns the `messageId`, which its
 * delivery reports name.
 */
export async function handToInfobip(
  gateway: Gateway,
  settings: SmsSettings & { readonly vendor: "infobip" },
  { to, text, reference }: TextMessage,
): Promise<string> {
  const { status, body } = await gateway({
    url: `${settings.url}/sms/2/text/advanced`,
    headers: { Authorization: `App ${settings.secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      messages: [
        {
          from: settings.sender,
          destinations: [{ to, messageId: reference }],
          text,
          ...(settings.reportUrl === null
            ? {}
            : { notifyUrl: settings.reportUrl, notifyContentType: "application/json" }),
        },
      ],
    }),
  });
  refuseStatus(status);
  const messages = memberOf(body, "messages");
  const given = memberOf(Array.isArray(messages) ? messages[0] : null, "status");
  const id = memberOf(given, "id");
  const isAccepted = ACCEPTED_GROUPS.has(memberOf(given, "groupId")) || id === DUPLICATE_MESSAGE_ID;
  if (!isAccepted) throw smsError(CODES.find(({ ids }) => ids.has(id))?.code ?? "SMS_LATER");
  return reference;
}

/** PENDING and DELIVERED. */
const ACCEPTED_GROUPS: ReadonlySet<unknown> = new Set([1, 3]);

/** REJECTED_DUPLICATE_MESSAGE_ID: it has the message already, and only our record of that was lost. */
const DUPLICATE_MESSAGE_ID = 23;

/** Rejections that a later try does not mend by itself. Any other one is tried again. */
const CODES: readonly { readonly code: "SMS_CREDIT" | "SMS_NUMBER"; readonly ids: ReadonlySet<unknown> }[] = [
  // Not enough credits, prepaid package expired.
  { code: "SMS_CREDIT", ids: new Set([12, 17]) },
  // Network, prefix missing, do not disturb, blocked, not registered for a trial, no route, missing, invalid.
  { code: "SMS_NUMBER", ids: new Set([6, 8, 10, 14, 18, 19, 51, 52]) },
];
