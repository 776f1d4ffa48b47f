import { randomUUID } from "node:crypto";
import { demoFactor } from "../server/accounts/app-code.ts";
import { PEOPLE_PASSWORD } from "./people.ts";

/** Calls the API as a demo person, over HTTP, like the staff pages. */
export type StaffCalls = {
  readonly call: (
    method: "GET" | "POST",
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: unknown }>;
};

/** Logs a demo person in and stores the person's cookies, which a right PIN or code renews. */
export async function callsOf(origin: string, name: string): Promise<StaffCalls> {
  const email = `${name}@saphan.example`;
  const login = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email, password: PEOPLE_PASSWORD, ...demoFactor(email) }),
  });
  if (!login.ok) throw new Error(`${name} could not log in: ${login.status} ${await login.text()}`);
  const cookies = new Map<string, string>();
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  keep(login);
  return {
    call: async (method, path, body) => {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          origin,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          authorization: `Bearer ${[...cookies].find(([name]) => name.endsWith("_token"))?.[1] ?? ""}`,
          "idempotency-key": randomUUID(),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      keep(answer);
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
    },
  };
}

/** Operations proposes a change and compliance approves it; throws the findings if it is invalid. */
export async function publish(
  origin: string,
  flow: string,
  files: Readonly<Record<string, unknown>>,
): Promise<void> {
  const operations = await callsOf(origin, "operations");
  const proposed = await operations.call("POST", `/definitions/${flow}/versions`, {
    files,
    note: "tried by a test",
  });
  if (proposed.status !== 201)
    throw new Error(`The change was refused: ${JSON.stringify(proposed.body, null, 1)}`);
  const { id, evidence } = proposed.body as { id: string; evidence: string };
  const own = await operations.call("POST", `/definitions/versions/${id}/approve`, { evidence });
  if (own.status !== 403)
    throw new Error(`Whoever proposes must not approve, but the answer was ${own.status}`);
  const compliance = await callsOf(origin, "compliance");
  const approved = await compliance.call("POST", `/definitions/versions/${id}/approve`, { evidence });
  if (approved.status !== 200) throw new Error(`Not approved: ${JSON.stringify(approved.body, null, 1)}`);
}
