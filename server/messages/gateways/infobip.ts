import type { NetworkOutcome } from "../tables.ts";
import { type Gateway, jsonOf, memberOf, refuseStatus, smsError } from "./gateway.ts";

/**
 * The gateway of Infobip. It is called with `POST /sms/2/text/advanced` and `Authorization: App <key>`;
 * `messageId` is the portal's reference. It answers with 200 even if it rejects a message. The reason is then
 * in the message's status (https://www.infobip.com/docs/essentials/response-status-and-error-codes). Its
 * reports are `{ results: [{ messageId, status: { groupId, id } }] }`.
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
      // The status DELIVERED_TO_OPERATOR belongs to the group DELIVERED. But the phone may be switched off,
      // so it is no final result.
      const outcome = memberOf(status, "id") === 2 ? null : (OUTCOMES.get(group) ?? null);
      return { reference: memberOf(result, "messageId"), group, outcome };
    });
    return reported.every(({ group }) => Number.isInteger(group)) ? reported : null;
  },
};

/** Groups of statuses with which the gateway accepts a message: PENDING and DELIVERED. */
const ACCEPTED_GROUPS: ReadonlySet<unknown> = new Set([1, 3]);

/**
 * Status REJECTED_DUPLICATE_MESSAGE_ID. The gateway already has this message from an earlier try, which the
 * portal could not record. So it counts as sent.
 */
const DUPLICATE_MESSAGE_ID = 23;

/**
 * Statuses of rejections that would occur again after a retry. If a message is rejected with any other
 * status, the portal tries again.
 */
const CODES: readonly { readonly code: "SMS_CREDIT" | "SMS_NUMBER"; readonly ids: ReadonlySet<unknown> }[] = [
  // The credit is used up, or a prepaid package has expired.
  { code: "SMS_CREDIT", ids: new Set([12, 17]) },
  // The number cannot get messages. The statuses are: network, prefix missing, do not disturb, blocked, not
  // registered for a trial, no route, missing, invalid.
  { code: "SMS_NUMBER", ids: new Set([6, 8, 10, 14, 18, 19, 51, 52]) },
];

/** Groups of final statuses: UNDELIVERABLE, DELIVERED, EXPIRED, REJECTED. */
const OUTCOMES: ReadonlyMap<unknown, NetworkOutcome> = new Map([
  [2, "not-delivered"],
  [3, "delivered"],
  [4, "expired"],
  [5, "not-delivered"],
]);
