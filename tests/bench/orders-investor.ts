import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../engine/values/json.ts";
import { demoPeople } from "../../server/accounts/development/index.ts";
import type { Db } from "../../server/db/index.ts";
import { copyPerson } from "../server/durability/copy-person.ts";

/**
 * Sends a call of one investor and returns the body.
 * @throws unless the status is 200.
 */
export type Post = (path: string, body: JsonObject) => Promise<JsonObject>;

const [first] = demoPeople;
if (first?.pin === undefined) throw new Error("bench orders: the first demo person has no PIN");
/** The demonstration person of whom the investors are copies. */
export const demo = { ...first, pin: first.pin };

/** Adds a copy of the demonstration investor, logged in. */
export async function investor(db: Db, address: string, number: number): Promise<Post> {
  const email = `bench-${number}@example.test`;
  await copyPerson(db, { from: demo.id, email });
  const login = await fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: demo.password }),
  });
  const cookies = new Map<string, string>();
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  keep(login);
  return async (path, body) => {
    const answer = await fetch(`${address}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        authorization: `Bearer ${cookies.get("saphan_token")}`,
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify(body),
    });
    keep(answer);
    const view = (await answer.json()) as JsonObject;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(view)}`);
    return view;
  };
}

/** Completes one order up to its PIN, and returns the id of the instance. */
export async function upToPin(post: Post): Promise<string> {
  const { id } = await post("/api/flows/invest/instances", { again: true });
  const step = async (name: string, answer: JsonObject) =>
    await post(`/api/instances/${id}/steps/${name}`, { answer });
  await step("choose", { strategy: "M-STABLE" });
  let view = await step("amount", { amount: "10000.00" });
  if ((view.at as JsonObject).step === "acknowledge") view = await step("acknowledge", { accepted: true });
  view = await step("pay", { method: "transfer" });
  await step("review", { values: (view.at as JsonObject).values ?? {} });
  return String(id);
}
