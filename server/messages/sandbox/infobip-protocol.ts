import { memberOf } from "../gateways/gateway.ts";
import type { Protocol } from "./gateway-protocol.ts";

const OURS = { user: null, secret: "sandbox-api-key", sender: "SAPHAN", reportUrl: null } as const;

/**
 * The format of Infobip's `POST /sms/2/text/advanced` with `Authorization: App <key>`. Wrong credentials and
 * a busy server are answered with HTTP errors (`requestError.serviceException`). Every other result is a
 * status in an answer with 200.
 */
export const infobipProtocol: Protocol = {
  path: "/sms/2/text/advanced",
  settings: (origin) => ({ vendor: "infobip", url: origin, ...OURS }),
  isKnown: ({ authorization }) => authorization === `App ${OURS.secret}`,
  read: (body) => {
    const message = firstOf(memberOf(JSON.parse(body), "messages"));
    const destination = firstOf(memberOf(message, "destinations"));
    const of = (value: unknown, name: string) => String(memberOf(value, name) ?? "");
    return {
      to: of(destination, "to"),
      text: of(message, "text"),
      sender: of(message, "from"),
      reference: of(destination, "messageId"),
    };
  },
  report: (id, outcome) => ({
    type: "application/json",
    body: JSON.stringify({ results: [{ messageId: id, to: "66812345678", status: REPORTS[outcome] }] }),
  }),
  answer: (verdict, { to, reference }) => {
    if (verdict === "credentials") return refusal(401, "UNAUTHORIZED", "Invalid login details");
    if (verdict === "busy") return refusal(429, "TOO_MANY_REQUESTS", "Too many requests");
    if (verdict === "incomplete") return refusal(400, "BAD_REQUEST", "Bad Request");
    return [200, { messages: [{ to, messageId: reference, status: STATUSES[verdict] }] }];
  },
};

const STATUSES = {
  accepted: { groupId: 1, groupName: "PENDING", id: 26, name: "PENDING_ACCEPTED" },
  credit: { groupId: 5, groupName: "REJECTED", id: 12, name: "REJECTED_NOT_ENOUGH_CREDITS" },
  unreachable: { groupId: 5, groupName: "REJECTED", id: 52, name: "REJECTED_DESTINATION" },
  repeated: { groupId: 5, groupName: "REJECTED", id: 23, name: "REJECTED_DUPLICATE_MESSAGE_ID" },
} as const;

const REPORTS = {
  delivered: { groupId: 3, groupName: "DELIVERED", id: 5, name: "DELIVERED_TO_HANDSET" },
  "not-delivered": { groupId: 2, groupName: "UNDELIVERABLE", id: 9, name: "UNDELIVERABLE_NOT_DELIVERED" },
  expired: { groupId: 4, groupName: "EXPIRED", id: 15, name: "EXPIRED_EXPIRED" },
  pending: { groupId: 1, groupName: "PENDING", id: 3, name: "PENDING_WAITING_DELIVERY" },
} as const;

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function refusal(status: number, messageId: string, text: string): readonly [number, object] {
  return [status, { requestError: { serviceException: { messageId, text } } }];
}
