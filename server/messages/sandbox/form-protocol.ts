import type { Protocol } from "./gateway-protocol.ts";

const OURS = {
  user: "sandbox-key",
  secret: "sandbox-secret",
  sender: "SAPHAN",
  reportUrl: null,
} as const;
const BASIC = `Basic ${Buffer.from(`${OURS.user}:${OURS.secret}`).toString("base64")}`;

/**
 * The format of a gateway that is called with `POST /sms` and basic authentication. The request is a form
 * with `msisdn`, `message`, `sender` and `reference`. The answer is 201 with `phone_number_list` and
 * `bad_phone_number_list`, or `{ error: { code, name, description } }`. A repeated reference gets the same
 * answer as before.
 */
export const formProtocol: Protocol = {
  path: "/sms",
  settings: (origin) => ({ vendor: "form", url: `${origin}/sms`, ...OURS }),
  isKnown: ({ authorization }) => authorization === BASIC,
  read: (body) => {
    const form = new URLSearchParams(body);
    const of = (name: string) => form.get(name) ?? "";
    return { to: of("msisdn"), text: of("message"), sender: of("sender"), reference: of("reference") };
  },
  report: (id, outcome) => ({
    type: "application/x-www-form-urlencoded",
    body: new URLSearchParams({
      message_id: id,
      status: { delivered: "Delivered", "not-delivered": "Undelivered", expired: "Expired", pending: "Sent" }[
        outcome
      ],
    }).toString(),
  }),
  answer: (verdict, { to, number }) => {
    switch (verdict) {
      case "credentials":
        return refusal(401, "UNAUTHORIZED", "key or secret is wrong");
      case "busy":
        return refusal(503, "TRY_LATER", "the network is busy");
      case "incomplete":
        return refusal(400, "MISSING_FIELD", "message and sender are needed");
      case "credit":
        return refusal(402, "NO_CREDIT", "buy more credit");
      case "unreachable":
        return [
          201,
          { phone_number_list: [], bad_phone_number_list: [{ number: to, message: "not a mobile number" }] },
        ];
      case "accepted":
      case "repeated":
        return [
          201,
          {
            phone_number_list: [{ number: to, message_id: String(number), used_credit: 1 }],
            bad_phone_number_list: [],
          },
        ];
    }
  },
};

function refusal(status: number, name: string, description: string): readonly [number, object] {
  return [status, { error: { code: status, name, description } }];
}
