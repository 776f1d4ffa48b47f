import { refuseWhileHolding } from "../holding.ts";
import type { SmsSettings } from "../sms-settings.ts";
import { type Ask, smsError } from "./gateways/gateway.ts";
import { GATEWAYS } from "./gateways/gateways.ts";
import type { Transport } from "./transport.ts";

const MOST_MS = 10_000;

/**
 * Creates the transport that sends text messages by the configured gateway. Each message has its outbox id as
 * reference, so that the gateway recognises repetitions. Errors are only codes, because the gateway's own
 * message can contain the phone number: `SMS_KEY` (unknown credentials), `SMS_CREDIT` (no credit),
 * `SMS_NUMBER` (unreachable number), `SMS_LATER` (busy, out of order or unreadable answer), `ETIMEDOUT`.
 */
export function smsTransport(settings: SmsSettings, mostMs: number = MOST_MS): Transport {
  return {
    mostMs,
    deliver: async (message) => {
      refuseWhileHolding("the text message service");
      if (message.channel !== "sms") throw new Error("messages: the text message service sends no e-mails");
      const text = { to: msisdnOf(message.to), text: message.short, reference: message.outboxId };
      return await GATEWAYS[settings.vendor].hand((request) => ask(request, mostMs), settings, text);
    },
    close: () => {},
  };
}

/** Returns a phone number in the form that gateways need: country code first, digits only (`66812345678`). */
export function msisdnOf(number: string): string {
  return number.replace(/^(?:\+|00)/, "").replace(/^0/, "66");
}

async function ask({ url, headers, body }: Parameters<Ask>[0], mostMs: number): ReturnType<Ask> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, Accept: "application/json" },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(mostMs),
    });
    const text = await answer.text();
    return { status: answer.status, body: answer.ok ? JSON.parse(text) : null };
  } catch (error) {
    throw smsError((error as Error).name === "TimeoutError" ? "ETIMEDOUT" : "SMS_LATER");
  }
}
