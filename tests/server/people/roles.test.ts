import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STAFF_ROLES } from "../../../domain/staff-roles.ts";
import { declaredRoutes } from "../../../server/http/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { runCommand } from "../../support/run-command.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const [INVESTOR, FRESH, FINANCE, ADMIN] = [id(1), id(2), id(7), id(10)];
const FRESH_MAIL = "fresh@saphan.example";

let house: PortalHouse;
let callers: { readonly [name: string]: Caller };
beforeAll(async () => {
  house = await openPortalHouse({}, { movable: true });
  const names = ["admin", "admin2", "compliance", "finance", "support", "operations", "auditor", "investor"];
  callers = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await loggedIn(house, name)] as const)),
  );
});
afterAll(() => house.close());

const as = (name: string): Caller => callers[name] ?? stranger(house);
const propose = (name: string, email: string, role: string, reason = "a new colleague") =>
  as(name).call("POST", "/api/staff-roles", { email, role, reason });
const decide = (name: string, proposal: string, deed: string) =>
  as(name).call("POST", `/api/staff-roles/proposals/${proposal}/${deed}`);
const end = (name: string, person: string, body: { handTo?: string } = {}) =>
  as(name).call("POST", `/api/staff-roles/${person}/end`, { reason: "left the company", ...body });
const roles = async (name = "admin", on = "") =>
  await as(name).get("/staff-roles", { query: on === "" ? {} : { on } });
const roleOf = async (person: string) =>
  (await house.database.db.selectFrom("people").select("role").where("id", "=", person).executeTakeFirst())
    ?.role ?? null;

describe("a staff role", () => {
  test("is proposed by one administrator and approved by a second one, and the recipient's sessions end", async () => {
    const page = await loggedIn(house, "fresh");
    const proposed = await propose("admin", FRESH_MAIL, "support");
    expect(proposed.status).toBe(201);
    const proposal = String(proposed.body.id);
    expect(await roleOf(FRESH)).toBe(null);
    expect((await propose("admin2", FRESH_MAIL, "finance")).body.code).toBe("role-waits-already");
    for (const [name, deed, code] of [
      ["admin", "approve", "four-eyes"],
      ["admin", "reject", "four-eyes"],
      ["admin2", "withdraw", "four-eyes"],
      // Another administrator exists, so compliance cannot approve.
      ["compliance", "approve", "not-allowed"],
      ["finance", "approve", "not-allowed"],
      ["auditor", "approve", "not-allowed"],
      ["a stranger", "approve", "log-in-first"],
    ] as const)
      expect({ name, code: (await decide(name, proposal, deed)).body.code }).toEqual({ name, code });
    expect((await roles("admin2")).waiting).toEqual([
      expect.objectContaining({ id: proposal, own: false, mine: false }),
    ]);
    expect((await page.call("GET", "/api/sessions")).status).toBe(200);
    expect((await decide("admin2", proposal, "approve")).status).toBe(204);
    expect(await roleOf(FRESH)).toBe("support");
    expect((await page.call("GET", "/api/sessions")).status).toBe(401);
    expect((await decide("admin2", proposal, "approve")).body.code).toBe("already-decided");
    expect((await roles()).colleagues).toContainEqual(
      expect.objectContaining({ email: FRESH_MAIL, role: "support", approvedBy: "admin2@saphan.example" }),
    );
    const trail = await house.database.db
      .selectFrom("audit_lines")
      .select(["actor", "from_state", "to_state", "detail"])
      .where("action", "=", "accounts.setRole")
      .execute();
    expect(trail).toEqual([
      {
        actor: `person:${ADMIN}`,
        from_state: null,
        to_state: "support",
        detail: { approvedBy: id(11), reason: { place: `roles/${FRESH}`, sealed: expect.any(String) } },
      },
    ]);
  });

  test("one administrator can revoke a staff role, and the history shows who had the role on a given day", async () => {
    await house.database.db
      .insertInto("sessions")
      .values({
        ...{ id: randomUUID(), person_id: FRESH, secret_hash: Buffer.from("x"), started_at: FIXED_MOMENT },
        ...{
          seen_at: FIXED_MOMENT,
          idle_until: new Date(Date.now() + 60_000),
          ends_at: new Date(Date.now() + 60_000),
        },
        ...{ ended_at: null, ended_by: null, browser: null, network: null },
      })
      .execute();
    expect((await end("finance", FRESH)).body.code).toBe("not-allowed");
    expect((await end("admin", FRESH)).status).toBe(200);
    expect(await roleOf(FRESH)).toBe(null);
    const living = await house.database.db
      .selectFrom("sessions")
      .select("id")
      .where("person_id", "=", FRESH)
      .where("ended_at", "is", null)
      .execute();
    expect(living).toEqual([]);
    expect((await end("admin", FRESH)).body.code).toBe("not-found");
    const { changes, colleagues } = await roles();
    expect(changes.slice(0, 2).map(({ email, to, why }) => [email, to, why])).toEqual([
      [FRESH_MAIL, null, "ended"],
      [FRESH_MAIL, "support", "proposal"],
    ]);
    expect(colleagues.map(({ email }) => email)).not.toContain(FRESH_MAIL);
    // On a day before the first grant no one had a role.
    expect((await roles("admin", "2020-01-01")).colleagues).toEqual([]);
  });

  test.each([
    ["nobody@saphan.example", "support", "not-found"],
    ["admin@saphan.example", "finance", "same-person"],
    ["finance@saphan.example", "finance", "nothing-changed"],
    [FRESH_MAIL, "king", "not-valid"],
  ])("cannot be proposed for %s as %s: %s", async (email, role, code) => {
    expect((await propose("admin", email, role)).body.code).toBe(code);
  });

  test.each(["operations", "compliance", "finance", "support", "auditor", "investor"])(
    "cannot be proposed by %s",
    async (name) => {
      expect((await propose(name, FRESH_MAIL, "support")).body.code).toBe("not-allowed");
    },
  );

  test("cannot be given to an unconfirmed e-mail address", async () => {
    const { db } = house.database;
    const set = (at: Date | null) =>
      db.updateTable("people").set({ email_confirmed_at: at }).where("id", "=", FRESH).execute();
    await set(null);
    expect((await propose("admin", FRESH_MAIL, "support")).body.code).toBe("email-not-confirmed");
    await set(FIXED_MOMENT);
  });

  test("compliance approves a staff role if no second administrator exists; the recipient never approves it", async () => {
    const { db } = house.database;
    const lock = (at: Date | null) =>
      db.updateTable("people").set({ locked_at: at }).where("id", "=", id(11)).execute();
    const proposal = String((await propose("admin", FRESH_MAIL, "finance")).body.id);
    expect((await decide("compliance", proposal, "reject")).body.code).toBe("not-allowed");
    await lock(FIXED_MOMENT);
    expect((await decide("compliance", proposal, "reject")).status).toBe(204);
    const own = String((await propose("admin", "compliance@saphan.example", "admin")).body.id);
    expect((await decide("compliance", own, "approve")).body.code).toBe("same-person");
    expect((await decide("admin", own, "withdraw")).status).toBe(204);
    await lock(null);
  });
});

describe("the separation of staff and investors", () => {
  const holds = "00000000-0000-4000-8000-0000000000aa";
  const order = async (person: string) =>
    await house.database.db
      .insertInto("orders")
      .values({
        ...{ id: holds, reference: "SP-TEST", kind: "subscription", status: "SUBMITTED", person_id: person },
        ...{
          strategy: "M-LCAP",
          counter_order: null,
          amount: "10000.00",
          units_wished: null,
          method: "transfer",
        },
        ...{ fee: "0.00", vat: "0.00", risk_level: 7, risk_acknowledged: true, placed_at: FIXED_MOMENT },
        ...{
          nav_date: "2026-11-23",
          allotment_date: "2026-11-24",
          pay_by: FIXED_MOMENT,
          idempotency_key: holds,
        },
        ...{ changed_by: `person:${person}`, changed_at: FIXED_MOMENT },
      } as never)
      .execute();

  test("prevents a person with a pending order from getting a role, at proposal and approval", async () => {
    const early = String((await propose("admin", FRESH_MAIL, "support")).body.id);
    await order(FRESH);
    expect((await decide("admin2", early, "approve")).body.code).toBe("holds-units");
    expect((await decide("admin2", early, "reject")).status).toBe(204);
    expect((await propose("admin", FRESH_MAIL, "support")).body.code).toBe("holds-units");
    const sql = house.database.db
      .updateTable("people")
      .set({ role: "support" })
      .where("id", "=", FRESH)
      .execute();
    await expect(sql).rejects.toThrow(/hold no units/);
  });

  test("prevents a person with a role from placing an order, even with direct SQL", async () => {
    await expect(order(FINANCE)).rejects.toThrow(/hold no units/);
    for (const role of STAFF_ROLES) {
      const page = await loggedIn(house, role);
      const opened = await page.call("POST", "/api/flows/invest/instances", {});
      expect({ role, code: opened.body.code }).toEqual({ role, code: "staff-hold-no-units" });
    }
  });
});

describe("a colleague who leaves", () => {
  test("hands open proposals to a successor, who is notified, and loses roles that still wait for approval", async () => {
    const waits = String((await propose("admin2", "operations2@saphan.example", "support")).body.id);
    expect((await end("admin", id(11), { handTo: id(11) })).body.code).toBe("not-found");
    expect((await end("admin", id(11), { handTo: INVESTOR })).body.code).toBe("not-found");
    expect((await end("admin", id(11), { handTo: ADMIN })).body).toEqual({ handed: 0 });
    expect((await decide("admin", waits, "approve")).body.code).toBe("already-decided");
    expect((await as("admin2").call("GET", "/api/staff-roles")).status).toBe(401);
    // The last administrator cannot be removed.
    expect((await end("admin", ADMIN)).body.code).toBe("last-admin");

    const entered = randomUUID();
    await house.database.db
      .insertInto("navs")
      .values({
        ...{ id: entered, strategy: "M-LCAP", date: "2026-12-01", nav: "10.0000", status: "ENTERED" },
        ...{
          entered_by: FINANCE,
          entered_at: FIXED_MOMENT,
          reason: null,
          decided_by: null,
          decided_at: null,
        },
        decision_reason: null,
      } as never)
      .execute();
    expect((await end("admin", FINANCE, { handTo: id(8) })).body).toEqual({ handed: 1 });
    expect((await roles()).handed).toEqual([
      expect.objectContaining({
        ...{ kind: "nav", id: entered, from: "finance@saphan.example", to: "finance2@saphan.example" },
      }),
    ]);
    const letters = await house.database.db
      .selectFrom("outbox")
      .select("template")
      .where("template", "=", "work-handed-on")
      .execute();
    expect(letters).toHaveLength(1);
  });
});

test("an auditor can read all that any colleague can read, but can change nothing", () => {
  const staffCalls = declaredRoutes(house.server.app).filter(
    ({ method, config }) => method !== "HEAD" && config?.access?.kind === "staff",
  );
  expect(staffCalls.length).toBeGreaterThan(40);
  const theirs = staffCalls.filter(
    ({ config }) => config?.access?.kind === "staff" && config.access.roles.includes("auditor"),
  );
  expect(theirs.map(({ method, url }) => `${method} ${url}`)).toEqual(
    staffCalls.filter(({ method }) => method === "GET").map(({ method, url }) => `${method} ${url}`),
  );
});

describe("the first two administrators", () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), "saphan-first-admin-"));
    const now = FIXED_MOMENT;
    for (const [name, confirmed] of [
      ["one", now],
      ["two", now],
      ["three", now],
      ["unconfirmed", null],
    ] as const)
      await database.db
        .insertInto("people")
        .values({
          ...{ id: randomUUID(), email: `${name}@x.example`, email_key: `${name}@x.example`, role: null },
          ...{ customer_type: "INDIVIDUAL", company_name: null, sale_code: null, language: "en" },
          ...{ email_confirmed_at: confirmed, locked_at: null, true_money_id: null, wallet_address: null },
          created_at: now,
        })
        .execute();
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test("a command creates the first two administrators and no further ones, with an audit line for each", async () => {
    const make = async (email: string) =>
      await runCommand("server/commands/first-admin-command.ts", [email], {
        ...{ DATABASE_URL: database.url, SAPHAN_DATA: folder },
      });
    const admins = async () =>
      (
        await database.db
          .selectFrom("people")
          .select("email")
          .where("role", "=", "admin")
          .orderBy("email")
          .execute()
      ).map(({ email }) => email);
    expect(await make("nobody@x.example")).toMatchObject({
      code: 1,
      errors: expect.stringContaining("Nobody"),
    });
    expect(await make("unconfirmed@x.example")).toMatchObject({
      ...{ code: 1, errors: expect.stringContaining("not confirmed") },
    });
    expect(await make("One@x.example")).toMatchObject({ code: 0 });
    expect(await make("one@x.example")).toMatchObject({ code: 1 });
    expect(await make("two@x.example")).toMatchObject({ code: 0 });
    expect(await make("three@x.example")).toMatchObject({
      code: 1,
      errors: expect.stringContaining("/staff/roles"),
    });
    expect(await admins()).toEqual(["one@x.example", "two@x.example"]);
    const lines = await database.db
      .selectFrom("audit_lines")
      .select(["actor", "action", "to_state"])
      .orderBy("id")
      .execute();
    expect(lines).toEqual(
      [1, 2].map(() => ({ actor: "system:first-admin", action: "accounts.setRole", to_state: "admin" })),
    );
  });
});
