import { setTimeout as pause } from "node:timers/promises";

/** Address to which events are sent, with the counts of deliveries. */
export type WebhookTarget = {
  readonly url: () => string;
  /** Returns the headers with the signature of a body. */
  readonly signed: (body: string) => Readonly<Record<string, string>>;
  readonly counts: { sent: number; taken: number; refused: number };
};

const TRIES = 3;

/**
 * Sends a signed event, and sends it again if it is refused, as the vendors do. Returns the last status; 0 if
 * there was no answer.
 */
export async function sendWebhook(target: WebhookTarget, body: string): Promise<number> {
  let status = 0;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    target.counts.sent += 1;
    status = await post(target, body);
    if (status >= 200 && status < 300) {
      target.counts.taken += 1;
      return status;
    }
    target.counts.refused += 1;
    if (attempt < TRIES) await pause(200 * attempt, undefined, { ref: false });
  }
  return status;
}

async function post(target: WebhookTarget, body: string): Promise<number> {
  try {
    const response = await fetch(target.url(), {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...target.signed(body),
      },
      body,
      signal: AbortSignal.timeout(5_000),
    });
    return response.status;
  } catch {
    return 0;
  }
}
