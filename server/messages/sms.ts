import { refuseWhileHolding } from "../holding.ts";
import type { Transport } from "./transport.ts";

/** Address and credentials of the gateway, and the sender name that readers see. */
export type SmsSettings = {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly sender: string;
};

const MOST_MS = 10_000;

/**
 * Creates the transport to an HTTP gateway: a form with `msisdn` (66812345678), `message`, `sender` and `reference`,
 * by which it detects repetitions, with basic authentication. It answers 201 with the accepted and the rejected
 * numbers. Throws a code, never the gateway's message, which can contain the number: `SMS_KEY` (unknown credentials),
 * `SMS_CREDIT` (no credit), `SMS_NUMBER` (unreachable number), `SMS_LATER` (busy or out of order), `ETIMEDOUT`.
 */
export function smsTransport(settings: SmsSettings, mostMs: number = MOST_MS): Transport {
  const basic = Buffer.from(`${settings.key}:${settings.secret}`).toString("base64");
  return {
    mostMs,
    deliver: async (message) => {
      refuseWhileHolding("the text message service");
      if (message.channel !== "sms") throw new Error("messages: the text message service sends no e-mails");
      const form = new URLSearchParams({
        msisdn: message.to.replace(/^\+/, "").replace(/^0/, "66"),
        message: message.short,
        sender: settings.sender,
        reference: message.outboxId,
      });
      const { status, body } = await asked(settings.url, basic, form, mostMs);
      if (status === 401 || status === 403) throw coded("SMS_KEY");
      if (status === 402) throw coded("SMS_CREDIT");
      if (status !== 200 && status !== 201) throw coded("SMS_LATER");
      if (!Array.isArray(body.phone_number_list) || body.phone_number_list.length !== 1)
        throw coded("SMS_NUMBER");
    },
    close: () => {},
  };
}

async function asked(
  url: string,
  basic: string,
  form: URLSearchParams,
  mostMs: number,
): Promise<{ readonly status: number; readonly body: { readonly [name: string]: unknown } }> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Basic ${basic}`, Accept: "application/json" },
      body: form,
      redirect: "error",
      signal: AbortSignal.timeout(mostMs),
    });
    const text = await answer.text();
    const body = answer.ok ? (JSON.parse(text) as { readonly [name: string]: unknown }) : {};
    return { status: answer.status, body };
  } catch (error) {
    throw coded((error as Error).name === "TimeoutError" ? "ETIMEDOUT" : "SMS_LATER");
  }
}

function coded(code: string): Error {
  return Object.assign(new Error("the text message was not taken"), { code });
}
