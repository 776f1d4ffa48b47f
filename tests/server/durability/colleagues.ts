import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "../../../engine/values/json.ts";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import { demoFactor } from "../accounts/app-code.ts";

type Answer = { readonly status: number; readonly json: JsonObject };

/** Calls as a logged-in colleague at a portal that is killed repeatedly. A call without a body is a GET. */
export type Colleague = (path: string, body?: JsonObject) => Promise<Answer>;

/**
 * Returns a function that logs a demo colleague in and sends each request again until a living portal
 * answers.
 */
export function colleaguesAt(address: () => string): (name: string) => Promise<Colleague> {
  const send = async (path: string, headers: Record<string, string>, body?: JsonObject) => {
    for (;;) {
      try {
        const answer = await fetch(`${address()}/api${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(120_000),
        });
        const json = (await answer.json()) as JsonObject;
        if (answer.status < 500)
          return { status: answer.status, json, cookies: answer.headers.getSetCookie() };
      } catch {
        // The portal was killed during the call, so the result is unknown.
      }
      await pause(25);
    }
  };
  return async (name) => {
    const who = demoPeople.find(({ email }) => email === `${name}@saphan.example`);
    if (who === undefined) throw new Error(`nobody is ${name}`);
    const { email, password } = who;
    const { cookies, status } = await send("/auth/login", {}, { email, password, ...demoFactor(email) });
    const lines = cookies.map((line) => line.split(";")[0] ?? "");
    const token = lines.find((line) => line.startsWith("saphan_token="))?.slice("saphan_token=".length) ?? "";
    if (token === "") throw new Error(`log-in of ${name}: ${status}`);
    return (path, body) => send(path, { cookie: lines.join("; "), authorization: `Bearer ${token}` }, body);
  };
}
