import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StaffRole } from "../../../domain/staff-roles.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { declaredRoutes } from "../../../server/http/index.ts";
import { FIELDS, type Field, PARTS, type Part } from "../../../server/people/access.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const INVESTOR = "00000000-0000-4000-8000-000000000001";
const FRESH = "00000000-0000-4000-8000-000000000002";
const SUPPORT = "00000000-0000-4000-8000-000000000009";
const ADMIN = "00000000-0000-4000-8000-000000000010";
const NOBODY = "00000000-0000-4000-8000-00000000dead";

let house: PortalHouse;
let callers: { readonly [name: string]: Caller };
beforeAll(async () => {
  house = await openPortalHouse({}, { movable: true });
  const names = ["support", "compliance", "finance", "admin", "admin2", "operations", "investor", "auditor"];
  callers = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await loggedIn(house, name)] as const)),
  );
});
afterAll(() => house.close());

const as = (name: string): Caller => callers[name] ?? stranger(house);
const find = (name: string, words: string, purpose = "customer-asks") =>
  as(name).call("GET", `/api/people?purpose=${purpose}`, undefined, { "x-find": encodeURIComponent(words) });
const look = (name: string, id: string, purpose = "customer-asks") =>
  as(name).call("GET", `/api/people/${id}?purpose=${purpose}`);
/** Returns lines as the page of the audit trail shows them, oldest first. */
const readTrail = async (action: string) => {
  const { lines } = (await as("compliance").call("GET", `/api/audit/lines?action=${action}`)).body;
  return [...(lines as readonly JsonObject[])].reverse();
};
const linesOf = async (action: string) =>
  await house.database.db
    .selectFrom("audit_lines")
    .select(["actor", "subject", "detail"])
    .where("action", "=", action)
    .orderBy("id")
    .execute();

describe("the search for people", () => {
  test.each([
    ["email", "Investor@saphan.example "],
    ["id", INVESTOR],
    ["customer-number", "000000000000"],
    ["document", "1-1017-00000-00-1"],
    ["phone", "081-234-5678"],
    ["phone", "+66 81 234 5678"],
    ["name", "กาญจนก วงศ์สวัสดิ์"],
    ["name", " kanchanok   WONGSAWAT"],
    ["name", "Wongsawat"],
    ["name", "กาญ\u200Bจนก\u00A0วงศ์สวัสดิ์"],
  ])("finds the person by %s: %s", async (by, words) => {
    const { status, body } = await find("support", words);
    expect({ status, by: body.by }).toEqual({ status: 200, by });
    expect((body.people as { id: string }[]).map(({ id }) => id)).toContain(INVESTOR);
  });

  test.each([
    ["part of an encrypted name", "Wongsa"],
    ["part of a phone number", "081-234"],
    ["an unknown e-mail", "nobody@saphan.example"],
    ["an unknown document", "1101700230716"],
    ["an unknown reference", "KYC-000000-AAAAA"],
  ])("finds no one by %s", async (_, words) => {
    expect((await find("support", words)).body.people).toEqual([]);
  });

  test.each(["", "ab", "x".repeat(255), "%E0%", "a\u0000@x.example", "kyc-\u0000ab"])(
    "rejects the search text “%s”",
    async (words) => {
      const header = words.includes("%") ? words : encodeURIComponent(words);
      const answer = await as("support").call("GET", "/api/people?purpose=review", undefined, {
        "x-find": header,
      });
      expect(answer).toMatchObject({ status: 422, body: { code: "not-valid" } });
    },
  );
});

describe("a person's record", () => {
  test.each(["support", "compliance", "finance", "admin"] as const)(
    "is shown to the role %s in exactly the fields and parts of the table",
    async (role) => {
      const { status, body } = await look(role, INVESTOR);
      expect(status).toBe(200);
      const whole = await look("compliance", INVESTOR);
      const fields = body.fields as { name: Field; shown: string; value: string | null }[];
      expect(fields.map(({ name }) => name)).toEqual(Object.keys(FIELDS));
      for (const { name, shown, value } of fields) {
        expect({ name, shown }).toEqual({ name, shown: FIELDS[name][role] });
        const real = (whole.body.fields as typeof fields).find((field) => field.name === name)?.value ?? null;
        if (shown === "hidden" || real === null) expect({ name, value }).toEqual({ name, value: null });
        else if (shown === "masked") {
          expect(value).toContain("•");
          expect(value).not.toBe(real);
        } else expect({ name, value }).toEqual({ name, value: real });
      }
      for (const part of Object.keys(PARTS) as Part[])
        expect({ part, read: body[part] !== null }).toEqual({
          part,
          read: (PARTS[part] as readonly StaffRole[]).includes(role),
        });
    },
  );

  test("has masked values in the list as well", async () => {
    const { body } = await find("finance", INVESTOR);
    expect(body.people).toEqual([expect.objectContaining({ email: expect.stringContaining("i•") })]);
    const admin = await find("admin", INVESTOR);
    expect(JSON.stringify(admin.body.people)).not.toMatch(/วงศ์สวัสดิ์/);
  });

  test("cannot be opened by operations, investors and users who are not logged in", async () => {
    for (const [name, code] of [
      ["operations", "not-allowed"],
      ["investor", "not-allowed"],
      ["a stranger", "log-in-first"],
    ] as const) {
      expect((await look(name, INVESTOR)).body.code).toBe(code);
      expect((await find(name, "investor@saphan.example")).body.code).toBe(code);
    }
  });

  test("causes an audit line for each read, with the purpose but without the search text", async () => {
    const before = (await linesOf("people.look")).length;
    await look("support", INVESTOR, "complaint");
    await look("support", INVESTOR, "complaint");
    await find("support", "wongsawat", "incident");
    const lines = (await linesOf("people.look")).slice(before);
    expect(lines).toEqual(
      [1, 2].map(() => ({
        actor: `person:${SUPPORT}`,
        subject: `person:${INVESTOR}`,
        detail: { purpose: "complaint", role: "support" },
      })),
    );
    expect((await linesOf("people.find")).at(-1)?.detail).toEqual({
      ...{ by: "name", found: 1, purpose: "incident", role: "support" },
    });
    const trail = JSON.stringify(await house.database.db.selectFrom("audit_lines").selectAll().execute());
    expect(trail).not.toMatch(/wongsawat|0812345678|1101700000001/i);
  });

  test.each(["", "purpose=", "purpose=curiosity"])(
    "can be opened only with a stated purpose: “%s” is rejected",
    async (query) => {
      const answer = await as("support").call("GET", `/api/people/${INVESTOR}?${query}`);
      expect(answer).toMatchObject({ status: 422, body: { code: "not-valid" } });
    },
  );

  test("is erased with the person's key, and can no longer be found by name or phone number", async () => {
    const { db } = house.database;
    const kept = await db.selectFrom("person_keys").selectAll().where("person_id", "=", INVESTOR).execute();
    const finders = await db.selectFrom("identity_finders").selectAll().execute();
    await db
      .updateTable("person_keys")
      .set({ wrapped_key: null, erased_at: FIXED_MOMENT })
      .where("person_id", "=", INVESTOR)
      .execute();
    expect((await find("support", "Wongsawat")).body.people).toEqual([]);
    expect((await look("compliance", INVESTOR)).body.fields).toContainEqual({
      ...{ name: "phone", shown: "full", value: null },
    });
    const [key] = kept;
    await db
      .updateTable("person_keys")
      .set({ wrapped_key: key?.wrapped_key ?? null, erased_at: null })
      .where("person_id", "=", INVESTOR)
      .execute();
    await db.insertInto("identity_finders").values(finders).execute();
  });
});

describe("an investor's account", () => {
  const lock = (name: string, id: string, reason = "asked by telephone") =>
    as(name).call("POST", `/api/people/${id}/lock`, { reason });
  const unlock = (name: string, id: string, reason = "it was them") =>
    as(name).call("POST", `/api/people/${id}/unlock`, { reason });

  test("is locked at once for a reason that only colleagues see, and unlocked by compliance", async () => {
    const fresh = await loggedIn(house, "fresh");
    expect((await lock("support", FRESH, "  reported as stolen ")).status).toBe(204);
    expect(await fresh.call("GET", "/api/sessions")).toMatchObject({
      status: 423,
      body: { code: "account-locked" },
    });
    expect((await look("support", FRESH)).body).toMatchObject({
      lock: { by: "support@saphan.example", reason: "reported as stolen" },
      may: { lock: false, unlock: false },
    });
    expect((await lock("support", FRESH)).body.code).toBe("nothing-changed");
    expect((await unlock("support", FRESH)).body.code).toBe("not-allowed");
    expect((await unlock("compliance", FRESH)).status).toBe(204);
    expect((await fresh.call("GET", "/api/sessions")).status).toBe(200);
    expect((await unlock("compliance", FRESH)).body.code).toBe("nothing-changed");
    const sent = (await look("support", FRESH)).body.messages as { title: { en: string } }[];
    expect(sent.map(({ title }) => title.en)).toEqual(
      expect.arrayContaining(["Your Saphan account is suspended", "Your Saphan account is open again"]),
    );
    const trail = [...(await readTrail("accounts.lock")), ...(await readTrail("accounts.unlock"))];
    expect(trail).toMatchObject([
      { action: "accounts.lock", detail: { reason: "reported as stolen" } },
      { action: "accounts.unlock", detail: { reason: "it was them" } },
    ]);
  });

  test.each([
    ["support", ADMIN, "not-allowed"],
    ["compliance", SUPPORT, "not-allowed"],
    ["admin", ADMIN, "same-person"],
    ["support", NOBODY, "not-found"],
    ["finance", FRESH, "not-allowed"],
    ["operations", FRESH, "not-allowed"],
    ["investor", FRESH, "not-allowed"],
    ["a stranger", FRESH, "log-in-first"],
  ])("cannot be locked by %s: %s (%s)", async (name, id, code) => {
    expect((await lock(name, id)).body.code).toBe(code);
  });

  test.each(["", "why", "     ", "x".repeat(301)])("cannot be locked for the reason “%s”", async (reason) => {
    expect((await lock("support", FRESH, reason)).status).toBe(422);
  });

  test("can be logged out by a colleague, in one session or in all", async () => {
    const [one, two, three] = [
      await loggedIn(house, "fresh"),
      await loggedIn(house, "fresh"),
      await loggedIn(house, "fresh"),
    ];
    const end = (name: string, id: string, body: { session?: string }) =>
      as(name).call("POST", `/api/people/${id}/end-sessions`, body);
    const sessions = (await look("support", FRESH)).body.sessions as { id: string }[];
    const [session] = sessions;
    expect((await end("support", FRESH, { session: session?.id ?? "" })).status).toBe(204);
    const living = async () =>
      (await Promise.all([one, two, three].map((page) => page.call("GET", "/api/sessions")))).filter(
        ({ status }) => status === 200,
      ).length;
    expect(await living()).toBe(2);
    expect((await end("support", FRESH, {})).status).toBe(204);
    expect(await living()).toBe(0);
    expect((await end("support", ADMIN, {})).body.code).toBe("not-allowed");
    expect((await end("finance", FRESH, {})).body.code).toBe("not-allowed");
    // A session of another person cannot be ended by a call that names this person.
    const mine = (await look("compliance", SUPPORT)).body.sessions as { id: string }[];
    expect((await end("support", FRESH, { session: mine[0]?.id ?? "" })).status).toBe(204);
    expect((await as("support").call("GET", "/api/sessions")).status).toBe(200);
  });
});

describe("the messages to a person", () => {
  const again = (name: string, person: string, message: string) =>
    as(name).call("POST", `/api/people/${person}/messages/${message}/resend`);

  test("are listed without their contents, and only undelivered ones can be sent again", async () => {
    await as("support").call("POST", `/api/people/${FRESH}/lock`, { reason: "for a message" });
    await as("compliance").call("POST", `/api/people/${FRESH}/unlock`, { reason: "for a message" });
    const { db } = house.database;
    const sent = (await look("support", FRESH)).body.messages as { id: string }[];
    const [last, before] = sent;
    await db
      .updateTable("outbox")
      .set({ state: "waiting", failure: "EENVELOPE" })
      .where("id", "=", last?.id ?? "")
      .execute();
    await db
      .updateTable("outbox")
      .set({ state: "failed", payload: null })
      .where("id", "=", before?.id ?? "")
      .execute();
    expect((await look("support", FRESH)).body.messages).toContainEqual(
      expect.objectContaining({ id: last?.id, state: "waiting", failure: "EENVELOPE" }),
    );
    expect((await again("support", FRESH, last?.id ?? "")).status).toBe(204);
    expect((await again("support", FRESH, before?.id ?? "")).body.code).toBe("message-gone");
    // A message cannot be sent by a call that names another recipient.
    expect((await again("support", INVESTOR, last?.id ?? "")).body.code).toBe("message-gone");
    expect((await again("finance", FRESH, last?.id ?? "")).body.code).toBe("not-allowed");
  });

  test("show whether the phone network delivered a text message", async () => {
    const newest = async () =>
      ((await look("support", FRESH)).body.messages as { id: string; network: string | null }[])[0];
    const message = await newest();
    expect(message?.network).toBeNull();
    const row = house.database.db.updateTable("outbox").where("id", "=", message?.id ?? "");
    await row.set({ channel: "sms", network_failure: "expired" }).execute();
    expect((await newest())?.network).toBe("expired");
    await row.set({ delivered_at: FIXED_MOMENT, network_failure: null }).execute();
    expect((await newest())?.network).toBe("delivered");
    await row.set({ channel: "email", delivered_at: null }).execute();
  });

  test("can be sent again if they contain a link to confirm an unconfirmed e-mail address", async () => {
    const send = () => as("support").call("POST", `/api/people/${FRESH}/send-confirmation`);
    expect((await send()).body.code).toBe("nothing-changed");
    const { db } = house.database;
    await db.updateTable("people").set({ email_confirmed_at: null }).where("id", "=", FRESH).execute();
    expect((await send()).status).toBe(204);
    const sent = (await look("support", FRESH)).body.messages as { title: { en: string } }[];
    expect(sent[0]?.title.en).toMatch(/confirm/i);
    await db
      .updateTable("people")
      .set({ email_confirmed_at: FIXED_MOMENT })
      .where("id", "=", FRESH)
      .execute();
  });
});

describe("the staff view as of a past day", () => {
  test("shows the versions and documents in force on that day, or nothing before the first ones", async () => {
    const on = async (day: string, name = "auditor") => await as(name).call("GET", `/api/as-of?on=${day}`);
    const now = (await on("2099-01-01")).body as {
      versions: { flow: string; number: number }[];
      legal: { document: string }[];
    };
    expect(now.versions.map(({ flow }) => flow)).toEqual(expect.arrayContaining(["invest", "kyc"]));
    expect(new Set(now.versions.map(({ flow }) => flow)).size).toBe(now.versions.length);
    expect(now.legal.map(({ document }) => document)).toEqual(
      expect.arrayContaining(["contract", "privacy"]),
    );
    expect((await on("2020-01-01")).body).toEqual({ on: "2020-01-01", versions: [], legal: [] });
    for (const [name, code] of [
      ["support", "not-allowed"],
      ["investor", "not-allowed"],
      ["a stranger", "log-in-first"],
    ] as const)
      expect((await on("2026-01-01", name)).body.code).toBe(code);
  });

  test("shows a person's documents as the audit trail records them, and records the read", async () => {
    const { db } = house.database;
    const line = (at: string, to: string) =>
      db
        .insertInto("audit_lines")
        .values({
          ...{ at: new Date(at), actor: "system:test", action: "identity.kyc", subject: `person:${FRESH}` },
          ...{ from_state: null, to_state: to, version: null, detail: "{}" },
        } as never)
        .execute();
    await line("2026-01-05T10:00:00+07:00", "PENDING");
    await line("2026-01-06T23:59:59+07:00", "VERIFIED");
    const before = (await linesOf("people.look")).length;
    const on = async (day: string) => {
      const url = `/api/people/${FRESH}/statuses?on=${day}&purpose=control`;
      return ((await as("auditor").call("GET", url)).body.statuses as { status: string }[]).map(
        ({ status }) => status,
      );
    };
    expect([await on("2026-01-04"), await on("2026-01-05"), await on("2026-01-06")]).toEqual([
      ...[[], ["PENDING"], ["VERIFIED"]],
    ]);
    expect((await linesOf("people.look")).length).toBe(before + 3);
    expect(
      (await as("finance").call("GET", `/api/people/${FRESH}/statuses?on=2026-01-05&purpose=control`)).body
        .code,
    ).toBe("not-allowed");
  });

  test("lets an auditor read every field of a person unmasked, but change nothing", async () => {
    const { body } = await look("auditor", INVESTOR, "control");
    expect((body.fields as { shown: string }[]).every(({ shown }) => shown === "full")).toBe(true);
    expect(Object.values(body.may as object)).not.toContain(true);
    for (const deed of ["lock", "unlock", "mark-test", "unmark-test", "end-sessions", "send-confirmation"]) {
      const given = deed.startsWith("end") || deed.startsWith("send") ? {} : { reason: "because I can" };
      const answer = await as("auditor").call("POST", `/api/people/${INVESTOR}/${deed}`, given);
      expect({ deed, code: answer.body.code }).toEqual({ deed, code: "not-allowed" });
    }
  });
});

describe("a test account", () => {
  const mark = (name: string, id: string, deed = "mark-test", reason = "tries the portal") =>
    as(name).call("POST", `/api/people/${id}/${deed}`, { reason });

  test.each([
    ["support", FRESH, "not-allowed"],
    ["compliance", FRESH, "not-allowed"],
    ["finance", FRESH, "not-allowed"],
    ["operations", FRESH, "not-allowed"],
    ["investor", FRESH, "not-allowed"],
    ["admin", SUPPORT, "staff-are-no-tests"],
    ["admin", NOBODY, "not-found"],
  ])("cannot be marked as one by %s: %s (%s)", async (name, id, code) => {
    expect((await mark(name, id)).body.code).toBe(code);
    expect((await mark(name, id, "unmark-test")).body.code).toBe(code);
  });

  test("two administrators mark an empty account as a test account, and every colleague sees the mark", async () => {
    expect((await mark("admin", FRESH)).body).toEqual({ state: "proposed" });
    expect((await mark("admin", FRESH)).body.code).toBe("same-person");
    expect((await look("support", FRESH)).body).toMatchObject({ test: false });
    expect((await mark("admin2", FRESH)).body).toEqual({ state: "done" });
    expect((await mark("admin", FRESH)).body.code).toBe("nothing-changed");
    const alone = {
      person_id: FRESH,
      marked: true,
      reason: Buffer.from("by hand"),
      at: FIXED_MOMENT,
      by_person: FRESH,
    };
    await expect(house.database.db.insertInto("test_marks").values(alone).execute()).rejects.toThrow(
      /test_marks_by_two/,
    );
    expect((await look("support", FRESH)).body).toMatchObject({ test: true, may: { markTest: false } });
    expect((await find("support", "fresh@saphan.example")).body.people).toEqual([
      expect.objectContaining({ id: FRESH, test: true }),
    ]);
    for (const name of ["support", "compliance", "finance", "operations", "admin"])
      expect((await as(name).call("GET", "/api/test-accounts")).body).toEqual({
        accounts: [{ id: FRESH, email: "fresh@saphan.example", reason: "tries the portal" }],
        leftOut: false,
      });
    expect((await as("investor").call("GET", "/api/test-accounts")).body.code).toBe("not-allowed");
    expect((await mark("admin", FRESH, "unmark-test")).body).toEqual({ state: "done" });
    expect((await look("admin", FRESH)).body).toMatchObject({ test: false, may: { markTest: true } });
  });

  test("two administrators mark an account that holds units, with a reason in the audit trail", async () => {
    const { db } = house.database;
    // A pending order prevents the mark like units do.
    await db
      .insertInto("orders")
      .values({
        ...{ id: NOBODY, reference: "SP-TEST", kind: "subscription", status: "SUBMITTED" },
        ...{ person_id: INVESTOR, strategy: "M-LCAP", counter_order: null, amount: "10000.00" },
        ...{ units_wished: null, method: "transfer", fee: "0.00", vat: "0.00", risk_level: 7 },
        ...{ risk_acknowledged: true, placed_at: FIXED_MOMENT, pay_by: FIXED_MOMENT, nav_date: "2026-11-23" },
        ...{ allotment_date: "2026-11-24", idempotency_key: NOBODY, changed_by: `person:${INVESTOR}` },
        changed_at: FIXED_MOMENT,
      } as never)
      .execute();
    const done = { state: "done" };
    expect((await mark("admin", INVESTOR, "mark-test", "ours, says Som")).body).toEqual({
      state: "proposed",
    });
    expect((await mark("admin", INVESTOR)).body.code).toBe("same-person");
    expect((await look("admin", INVESTOR)).body).toMatchObject({
      test: false,
      testProposed: { reason: "ours, says Som", own: true },
    });
    expect((await mark("admin2", INVESTOR, "mark-test", "ours indeed")).body).toEqual(done);
    expect((await look("admin2", INVESTOR)).body).toMatchObject({ test: true, testProposed: null });
    expect((await mark("admin2", INVESTOR, "unmark-test", "a client after all")).body).toEqual(done);
    const about = (line: JsonObject) => line.subject === `person:${INVESTOR}`;
    const lines = [
      ...(await readTrail("accounts.markTest")),
      ...(await readTrail("accounts.unmarkTest")),
    ].filter(about);
    expect(lines).toMatchObject([
      { detail: { reason: "ours, says Som" } },
      { detail: { reason: "ours indeed", proposedBy: expect.stringContaining("person:") } },
      { action: "accounts.unmarkTest", detail: { reason: "a client after all" } },
    ]);
  });
});

test("no staff call places, changes or cancels a client's order", () => {
  const staffCalls = declaredRoutes(house.server.app).filter(
    ({ method, config }) => method === "POST" && config?.access?.kind === "staff",
  );
  const aboutOrders = staffCalls.filter(({ url }) => /^\/api\/(orders|flows|instances|entries)/.test(url));
  expect(aboutOrders.map(({ url }) => url)).toEqual([]);
  const ordering = declaredRoutes(house.server.app).filter(
    ({ method, url, config }) =>
      method === "POST" && url.startsWith("/api/orders") && config?.owner?.kind === "found",
  );
  for (const { url, config } of ordering)
    expect({ url, also: config?.owner?.kind === "found" ? config.owner.also : [] }).toEqual({
      url,
      also: [],
    });
});
