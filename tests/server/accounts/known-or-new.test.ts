import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { readConfig } from "../../../server/config.ts";
import { evenly } from "../../../server/http/index.ts";
import { type Answer, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(async () => await house.close());

const PASSWORD = "Bridge!42x";

/**
 * Returns every answer to a visitor who uploads a file, signs up with `email`, and then tries other calls.
 */
async function signUpWith(email: string): Promise<readonly JsonObject[]> {
  const visitor = stranger(house);
  const upload = await visitor.upload("card-front");
  const opened = await visitor.call("POST", "/api/flows/sign-up/instances", {});
  const id = opened.body.id;
  const account = { customerType: "INDIVIDUAL", email };
  await visitor.submit(id, "account", { answer: account });
  const create = {
    answer: {
      password: PASSWORD,
      confirmPassword: PASSWORD,
      consents: { privacy: true, terms: true, publicity: true },
    },
  };
  const key = randomUUID();
  const answers = [
    await visitor.submit(id, "create", create, key),
    await visitor.submit(id, "create", create, key),
    await visitor.call("GET", `/api/instances/${id}`),
    await visitor.call("GET", `/api/files/${upload}`),
    await visitor.call("GET", `/api/files/${upload}/preview`),
    await visitor.call("POST", "/api/flows/sign-up/instances", {}),
    await visitor.call("POST", "/api/auth/login", { email, password: PASSWORD }),
    await visitor.call("POST", "/api/auth/signup", { email, password: PASSWORD, customerType: "INDIVIDUAL" }),
  ];
  return answers.map((answer) => withoutNames(answer, email));
}

/** Removes ids, times and the address, which always differ; everything else must be equal. */
function withoutNames({ status, body }: Answer, email: string): JsonObject {
  const text = JSON.stringify(body)
    .replaceAll(email, "<email>")
    .replaceAll(/"inputHash\\?":\\?"[0-9a-f]+/g, "<hash>")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+\d\d:\d\d)/g, "<time>");
  return { status, text };
}

describe("a person who signs up", () => {
  it("sees the same answers everywhere, whether or not the e-mail already had an account", async () => {
    const known = await signUpWith("investor@saphan.example");
    const fresh = await signUpWith("somebody.new@example.com");
    expect(known).toEqual(fresh);
    expect(known.map(({ status }) => status)).toEqual([200, 200, 200, 404, 404, 200, 401, 422]);
  });

  it("can use the file uploaded before signing up, after confirming the e-mail and logging in", async () => {
    const person = await house.server.db
      .selectFrom("people")
      .select("id")
      .where("email_key", "=", "somebody.new@example.com")
      .executeTakeFirstOrThrow();
    const files = await house.server.db.selectFrom("files").select("subject").execute();
    expect(files.filter(({ subject }) => subject === `person:${person.id}`)).toHaveLength(1);
    // An upload by a visitor with a known address belongs to no account, so the address's owner does not get
    // it.
    expect(files.filter(({ subject }) => subject.startsWith("visitor:"))).toHaveLength(1);
    expect(files).toHaveLength(2);
  });
});

describe("an answer that must not reveal whether an account exists", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["work that takes no time", 0, 50],
    ["short work", 1, 50],
    ["work of exactly one part", 50, 100],
    ["work of more than one part", 60, 100],
    ["work that fails", 10, 50],
  ])("is sent at the next multiple of 50 ms after %s", async (what, workMs, answeredAtMs) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const work = async () => {
      if (workMs > 0) await new Promise((resolve) => setTimeout(resolve, workMs));
      if (what.includes("fails")) throw new Error("as planned");
      return "done";
    };
    let outcome: string | null = null;
    evenly(50, work)
      .catch((error: Error) => error.message)
      .then((answer) => {
        outcome = answer;
      });
    await vi.advanceTimersByTimeAsync(answeredAtMs - 1);
    expect(outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toBe(what.includes("fails") ? "as planned" : "done");
  });

  it("takes at least as long as the work for an existing account", () => {
    expect(readConfig({}).evenMs).toBeGreaterThanOrEqual(200);
  });
});
