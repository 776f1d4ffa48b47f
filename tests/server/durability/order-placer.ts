import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../../../engine/values/json.ts";

/** Fields of a view that the order placer reads. */
type View = {
  readonly id: string;
  readonly at: {
    readonly kind: string;
    readonly step: string;
    readonly reason?: string;
    readonly values?: JsonObject;
  };
  readonly effects: { readonly place?: { readonly order: string; readonly reference: string } };
};

/** Investor who orders through the portal's calls and retries every request. */
export type OrderPlacer = {
  readonly logIn: () => Promise<void>;
  /** Walks one invest flow to its order; returns what the portal acknowledged. */
  readonly order: () => Promise<{ readonly instance: string; readonly order: string }>;
  /** Returns the number of requests that were sent again because no answer came. */
  readonly retries: () => number;
};

const answers: Readonly<Record<string, JsonObject>> = {
  choose: { strategy: "M-STABLE" },
  amount: { amount: "10000.00" },
  acknowledge: { accepted: true },
  pay: { method: "qr" },
};

/**
 * Creates an order placer, whose requests carry a key each and are repeated unchanged until a living portal
 * answers.
 */
export function createOrderPlacer(
  address: () => string,
  who: { readonly email: string; readonly password: string; readonly pin: string },
): OrderPlacer {
  const cookies = new Map<string, string>();
  let retries = 0;

  const send = async (path: string, body?: JsonObject, key?: string) => {
    for (;;) {
      try {
        const answer = await fetch(`${address()}${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: {
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...(cookies.size === 0
              ? {}
              : {
                  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
                  authorization: `Bearer ${cookies.get("saphan_token")}`,
                }),
            ...(key === undefined ? {} : { "idempotency-key": key }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(10_000),
        });
        const json = await answer.json();
        if (answer.status >= 500) throw new Error("it is not known whether it happened");
        for (const line of answer.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        return { status: answer.status, json };
      } catch {
        // The portal was killed during the call, so the result is unknown until the repeated request reports
        // it.
      }
      retries += 1;
      await pause(25);
    }
  };

  const step = async (view: View): Promise<View> => {
    const { kind, step: name } = view.at;
    const path = `/api/instances/${view.id}/steps/${name}`;
    if (kind === "effect") {
      await pause(50);
      return (await send(`/api/instances/${view.id}`)).json;
    }
    const body: JsonObject =
      kind === "challenge"
        ? { code: who.pin }
        : { answer: kind === "review" ? { values: view.at.values ?? {} } : (answers[name] ?? {}) };
    const answer = await send(path, body, randomUUID());
    if (answer.status === 200) return answer.json;
    throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.json)}`);
  };

  return {
    logIn: async () => {
      const answer = await send("/api/auth/login", { email: who.email, password: who.password });
      if (!cookies.has("saphan_token"))
        throw new Error(`log-in: ${answer.status} ${JSON.stringify(answer.json)}`);
    },
    order: async () => {
      const opened = await send("/api/flows/invest/instances", { again: true });
      let view = opened.json as View;
      for (let steps = 0; steps < 20; steps += 1) {
        if (view.effects?.place !== undefined) return { instance: view.id, order: view.effects.place.order };
        if (view.at === undefined || view.at.kind === "end")
          throw new Error(`no order: ${JSON.stringify(view.at ?? view)}`);
        view = await step(view);
      }
      throw new Error(`no order after 20 steps: ${JSON.stringify(view.at)}`);
    },
    retries: () => retries,
  };
}
