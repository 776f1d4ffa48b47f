import type { NetworkOutcome } from "../tables.ts";
import { type Gateway, jsonOf, memberOf, refuseStatus, smsError } from "./gateway.ts";

/**
 * The gateway of Infobip: `POST /sms/2/text/advanced` with `Authorization: App <key>`, and the portal's
 * reference as `messageId`. It answers 200 even for a rejected message; the reason is then in the message's
 * status (https://www.infobip.com/docs/essentials/response-status-and-error-codes). Its reports are `{
 * results: [{ messageId, status: { groupId, id } }] }`.
 */
export const infobipGateway: Gateway = {
  hand: async (ask, settings, { to, text, reference }) => {
    const { status, body } = await ask({
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
  },
  readReports: (body) => {
    const results = memberOf(jsonOf(body), "results");
    if (!Array.isArray(results)) return null;
    const reported = results.map((result: unknown) => {
      const status = memberOf(result, "status");
      const group = memberOf(status, "groupId");
      // DELIVERED_TO_OPERATOR belongs to the group DELIVERED, but the phone may still be switched off.
      const outcome = memberOf(status, "id") === 2 ? null : (OUTCOMES.get(group) ?? null);
      return { reference: memberOf(result, "messageId"), group, outcome };
    });
    return reported.every(({ group }) => Number.isInteger(group)) ? reported : null;
  },
};

/** Status groups that mean the message was accepted: PENDING and DELIVERED. */
const ACCEPTED_GROUPS: ReadonlySet<unknown> = new Set([1, 3]);

/**
 * Status REJECTED_DUPLICATE_MESSAGE_ID. The gateway already has the message, and only the portal's record of
 * that was lost.
 */
const DUPLICATE_MESSAGE_ID = 23;

/** Rejections for which a retry would not help. After all other rejections the message is tried again. */
const CODES: readonly { readonly code: "SMS_CREDIT" | "SMS_NUMBER"; readonly ids: ReadonlySet<unknown> }[] = [
  // Statuses for missing credits and an expired prepaid package.
  { code: "SMS_CREDIT", ids: new Set([12, 17]) },
  // Statuses: network, prefix missing, do not disturb, blocked, not registered for a trial, no route,
  // missing, invalid.
  { code: "SMS_NUMBER", ids: new Set([6, 8, 10, 14, 18, 19, 51, 52]) },
];

/** Final status groups: UNDELIVERABLE, DELIVERED, EXPIRED, REJECTED. */
const OUTCOMES: ReadonlyMap<unknown, NetworkOutcome> = new Map([
  [2, "not-delivered"],
  [3, "delivered"],
  [4, "expired"],
  [5, "not-delivered"],
]);
