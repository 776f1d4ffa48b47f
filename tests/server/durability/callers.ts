import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import texts from "../../../locales/en/legal.json" with { type: "json" };

/** Answer that a caller received. */
export type Told = { readonly status: number; readonly code: string | null; readonly inWords: boolean };

/** Visitors who sign up and start flows until the test stops them; every answer is stored. */
export type Callers = {
  readonly told: readonly Told[];
  /** Calls that got no answer, each with the reason. */
  readonly unanswered: readonly string[];
  readonly stop: () => Promise<void>;
};

const consents = Object.entries(texts)
  .filter(([purpose]) => ["privacy", "terms", "publicity"].includes(purpose))
  .map(([purpose, { version }]) => ({ purpose, version }));

/** Starts `count` visitors, each with one call at a time. */
export function openCallers(address: () => string, count: number): Callers {
  const told: Told[] = [];
  const unanswered: string[] = [];
  let stopping = false;
  const call = async (method: string, path: string, body?: object) => {
    try {
      const answer = await fetch(`${address()}/api${path}`, {
        method,
        headers: {
          "idempotency-key": randomUUID(),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      });
      const json = (await answer.json()) as { code?: string; message?: { th?: string; en?: string } };
      told.push({
        status: answer.status,
        code: json.code ?? null,
        inWords: /[ก-๙]/.test(json.message?.th ?? "") && /[a-z]/.test(json.message?.en ?? ""),
      });
    } catch (error) {
      unanswered.push(`${method} ${path}: ${(error as Error).cause ?? error}`);
      await pause(20);
    }
  };
  const work = Array.from({ length: count }, async () => {
    while (!stopping) {
      await call("POST", "/auth/signup", {
        email: `${randomUUID()}@example.com`,
        password: "Bridge!42x",
        customerType: "INDIVIDUAL",
        consents,
      });
      await call("POST", "/flows/contact-back/instances", {});
      await call("GET", "/strategies");
    }
  });
  return {
    told,
    unanswered,
    stop: async () => {
      stopping = true;
      await Promise.all(work);
    },
  };
}
