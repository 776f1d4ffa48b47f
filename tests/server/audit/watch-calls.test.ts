import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import { createAudit } from "../../../server/audit/index.ts";
import { createNotices } from "../../../server/audit/notices.ts";
import { declaredRoutes } from "../../../server/http/index.ts";
import { ROOT } from "../../architecture/sources.ts";
import { loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse({ SAPHAN_KEY: "ab".repeat(32) });
});
afterAll(async () => await house.close());

const linesOf = async (action: string) =>
  (
    await house.database.db
      .selectFrom("audit_lines")
      .select(["actor", "subject", "detail"])
      .where("action", "=", action)
      .orderBy("id")
      .execute()
  ).map(({ actor, subject, detail }) => ({ actor, subject, detail }));
const investor = demoPeople.find(({ role }) => role === null);

describe("the audit trail of attempts that had no effect", () => {
  test("contains a failed log-in, once a minute for each account, without readable personal data", async () => {
    const page = stranger(house);
    for (const email of ["investor@saphan.example", "investor@saphan.example", "nobody@example.com"])
      expect((await page.call("POST", "/api/auth/login", { email, password: "Wrong!2026x" })).status).toBe(
        401,
      );
    await expect
      .poll(() => linesOf("accounts.failLogIn"))
      .toEqual([
        {
          actor: expect.stringMatching(/^stranger:[0-9a-f]{32}$/),
          subject: `person:${investor?.id}`,
          detail: { code: "wrong-credentials" },
        },
        {
          actor: expect.stringMatching(/^stranger:/),
          subject: "person:unknown",
          detail: { code: "wrong-credentials" },
        },
      ]);
    const { rows } = await sql<{ text: string }>`select audit_lines::text as text from audit_lines`.execute(
      house.database.db,
    );
    expect(rows.filter(({ text }) => /@|127\.0\.0\.1|Wrong!/.test(text))).toEqual([]);
  });

  test("contains a failed log-in by passkey", async () => {
    const proof = {
      id: "AA",
      clientDataJSON: "AA",
      authenticatorData: "AA",
      signature: "AA",
      userHandle: "AA",
    };
    expect((await stranger(house).call("POST", "/api/auth/passkey", proof)).status).toBe(401);
    await expect
      .poll(() => linesOf("accounts.failLogIn"))
      .toContainEqual({
        actor: expect.stringMatching(/^(stranger|visitor):/),
        subject: "route:POST /api/auth/passkey",
        detail: { code: "passkey-invalid" },
      });
  });

  test("contains a staff call by a stranger or investor, and a read of another person's instance", async () => {
    const page = await loggedIn(house, "investor");
    await stranger(house).call("GET", "/api/reviews");
    await page.call("GET", "/api/reviews");
    // A call with an expired session is not recorded as an attempt.
    await stranger(house).call("GET", "/api/overview");
    await page.call("GET", "/api/instances/00000000-0000-4000-8000-000000000000");
    // The lines are written separately after their answers, so their order is not fixed.
    const lines = async () =>
      (await linesOf("http.refuse")).toSorted((a, b) =>
        JSON.stringify(a.detail) < JSON.stringify(b.detail) ? -1 : 1,
      );
    await expect.poll(lines).toEqual([
      {
        actor: expect.stringMatching(/^stranger:/),
        subject: "route:GET /api/reviews",
        detail: { code: "log-in-first" },
      },
      {
        actor: `person:${investor?.id}`,
        subject: "route:GET /api/reviews",
        detail: { code: "not-allowed" },
      },
      {
        actor: `person:${investor?.id}`,
        subject: "route:GET /api/instances/:id",
        detail: { code: "not-your-instance" },
      },
    ]);
  });

  test("contains each read of an ID picture by compliance, but none by the picture's owner", async () => {
    const owner = await loggedIn(house, "investor");
    const id = await owner.upload("card-front");
    expect((await owner.call("GET", `/api/files/${id}`)).status).toBe(200);
    expect(await linesOf("files.look")).toEqual([]);
    const staff = await loggedIn(house, "compliance");
    expect((await staff.call("GET", `/api/files/${id}/preview`)).status).toBe(200);
    const compliance = demoPeople.find(({ role }) => role === "compliance");
    expect(await linesOf("files.look")).toEqual([
      { actor: `person:${compliance?.id}`, subject: `file:${id}`, detail: {} },
    ]);
  });

  test("contains each refused read of a file that belongs to another person or does not exist", async () => {
    const owner = await loggedIn(house, "investor");
    const id = await owner.upload("card-front");
    const other = await loggedIn(house, "fresh");
    for (const part of ["", "/preview", ""]) {
      expect((await other.call("GET", `/api/files/${id}${part}`)).status).toBe(404);
    }
    await other.call("GET", "/api/files/no-id");
    const fresh = demoPeople.find(({ email }) => email.startsWith("fresh@"));
    await expect
      .poll(() => linesOf("files.refuseLook"))
      .toEqual([{ actor: `person:${fresh?.id}`, subject: `file:${id}`, detail: {} }]);
  });

  test("counts attempts above an hourly limit in one line, so that an attacker cannot fill the disk", async () => {
    let wall = Date.parse("2026-03-02T03:00:00Z");
    const clock = { ...house.clock, wall: () => new Date(wall) };
    const notice = createNotices({ db: house.database.db, clock, mostPerHour: 5 });
    const refusal = (subject: number) =>
      notice({ actor: "stranger:x", action: "test.refuse", subject: `thing:${subject}` });
    await Promise.all(Array.from({ length: 50 }, (_, subject) => refusal(subject)));
    expect(await linesOf("test.refuse")).toHaveLength(5);
    wall += 3_600_000;
    await refusal(99);
    expect(await linesOf("test.refuse")).toHaveLength(6);
    expect(await linesOf("audit.leaveOut")).toEqual([
      { actor: "system:audit", subject: "audit", detail: { count: 45 } },
    ]);
  });
});

describe("the check of the audit trail", () => {
  test("signs the head of an unbroken trail for compliance to export, and records a break in log and trail", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "saphan-audit-"));
    const said: object[] = [];
    const { db } = house.database;
    const audit = createAudit({
      db,
      clock: house.clock,
      config: { masterKey: "ab".repeat(32), dataDir },
      log: { error: (details) => void said.push(details) },
    });
    await audit.seal();
    expect(await audit.check(false)).toMatchObject({ kind: "whole", unsealed: 0 });
    const kept = JSON.parse(readFileSync(join(dataDir, "audit-head.json"), "utf8"));
    expect(audit.head()).toEqual(kept);
    // An attacker with SQL access changes a line in the first batch.
    await sql`alter table audit_lines disable trigger all`.execute(db);
    await sql`update audit_lines set actor = 'person:other' where batch = 1`.execute(db);
    await sql`alter table audit_lines enable trigger all`.execute(db);
    expect(await audit.check(true)).toEqual({ kind: "broken", batch: 1, reason: "hash" });
    expect(said).toEqual([{ batch: 1, reason: "hash" }]);
    // A break is reported once, however often it is found again.
    await house.server.jobs.runNow("audit.check-all");
    await house.server.jobs.runNow("audit.check-all");
    expect(await linesOf("audit.findBroken")).toHaveLength(1);
    // A head that was edited in its file does not count.
    writeFileSync(
      join(dataDir, "audit-head.json"),
      JSON.stringify({ ...kept, content: { ...kept.content, lines: 1 } }),
    );
    expect(audit.head()).toBeNull();
    rmSync(dataDir, { recursive: true });
  });

  test("reports a break to every administrator once, until the whole trail is unbroken again", async () => {
    const fresh = await openPortalHouse();
    const { db } = fresh.database;
    const { jobs } = fresh.server;
    const actor = async (name: string) => {
      await sql`alter table audit_lines disable trigger all`.execute(db);
      await sql`update audit_lines set actor = ${name} where id = (select min(id) from audit_lines)`.execute(
        db,
      );
      await sql`alter table audit_lines enable trigger all`.execute(db);
    };
    const letters = async () => {
      await jobs.drain();
      const rows = await db.selectFrom("mailbox").select("template").execute();
      return rows.filter(({ template }) => template === "audit-broken").length;
    };
    const admin = await loggedIn(fresh, "admin");
    const standing = async () => (await admin.call("GET", "/api/audit")).body.broken;
    await jobs.runNow("audit.seal");
    const { rows } = await sql<{ actor: string }>`
      select actor from audit_lines where id = (select min(id) from audit_lines)`.execute(db);
    await jobs.runNow("audit.check-all");
    expect([await letters(), await standing()]).toEqual([0, null]);
    await actor("person:other");
    for (let look = 0; look < 3; look += 1) await jobs.runNow("audit.check-all");
    const admins = demoPeople.filter(({ role }) => role === "admin").length;
    expect(await letters()).toBe(admins);
    expect(await standing()).toMatchObject({ batch: 1, reason: "hash" });
    await actor(rows[0]?.actor ?? "");
    await jobs.runNow("audit.check-all");
    expect(await standing()).toBeNull();
    // Another break in the chain causes another letter.
    fresh.clock.set("2026-03-02T11:00:00");
    await actor("person:other");
    await jobs.runNow("audit.check-all");
    expect(await letters()).toBe(2 * admins);
    await fresh.close();
  });

  test("shows the head and the findings to compliance only", async () => {
    const staff = await loggedIn(house, "compliance");
    await house.server.jobs.runNow("audit.check");
    const state = await staff.call("GET", "/api/audit");
    expect(state).toMatchObject({ status: 200, body: { check: { kind: "broken", batch: 1 } } });
    expect((await (await loggedIn(house, "operations")).call("GET", "/api/audit")).status).toBe(403);
  });
});

/**
 * Staff calls that require a reason. Each has the source file, and the action of the audit line that stores
 * the reason.
 */
const REASONED: Readonly<Record<string, readonly [file: string, action: RegExp]>> = {
  "/api/nav": ["server/fund/navs.ts", /"navs\.enter"/],
  "/api/nav-lines": ["server/fund/navs.ts", /"navs\.enter"/],
  "/api/nav/:id/correct": ["server/fund/navs.ts", /"navs\.correct"/],
  "/api/nav/:id/approve": ["server/fund/navs.ts", /"navs\.approve"/],
  "/api/nav/:id/reject": ["server/fund/navs.ts", /"navs\.reject"/],
  "/api/approvals/:id/reject": ["server/orders/sql/orders_remember_step.sql", /'orders\.change'/],
  "/api/slips/:id/refuse": ["server/payments/decide-slip.ts", /"payments\.decideSlip"/],
  "/api/controls/break": ["server/payments/controls.ts", /"payments\.control"/],
  "/api/app-setting/maintenance": ["server/accounts/maintenance.ts", /"accounts\.setMaintenance"/],
  "/api/reviews/:id/decision": ["server/identity/decide-review.ts", /"identity\.decideReview"/],
  "/api/bank-changes/:id/decision": ["server/identity/bank-changes.ts", /"identity\.decideBankChange"/],
  "/api/reviews/:id/hits/:hit/decision": ["server/identity/aml/decide-hit.ts", /"identity\.decideHit"/],
  "/api/staff-roles": ["server/accounts/roles.ts", /"accounts\.proposeRole"/],
  "/api/staff-roles/:id/end": ["server/accounts/roles.ts", /"accounts\.setRole"/],
  "/api/people/:id/lock": ["server/accounts/account-locks.ts", /"accounts\.lock"/],
  "/api/people/:id/unlock": ["server/accounts/account-locks.ts", /"accounts\.unlock"/],
  "/api/people/:id/mark-test": ["server/accounts/test-accounts.ts", /"accounts\.markTest"/],
  "/api/people/:id/unmark-test": ["server/accounts/test-accounts.ts", /"accounts\.unmarkTest"/],
  "/api/switches/changes": ["server/flags/change.ts", /"switches\.propose"/],
  "/api/switches/import": ["server/flags/change.ts", /"switches\.propose"/],
  "/api/switches/offered": ["server/flags/change.ts", /"switches\.propose"/],
  "/api/switches/of/:name/press": ["server/flags/change.ts", /"switches\.press"/],
  "/api/changes/:id/hand-in": ["server/changes/record-step.ts", /`changes\./],
  "/api/changes/:id/take": ["server/changes/record-step.ts", /`changes\./],
};
/** Decisions that store the reason as a note, and the decision that clears a hit. */
const NOTED: typeof REASONED = {
  hit: ["server/identity/aml/clear-hit.ts", /"identity\.clearHit"/],
  proposals: ["server/fund/proposals.ts", /"approve" : "reject"/],
  content: ["server/content/change.ts", /"content\.publish"/],
  legal: ["server/legal/change.ts", /"legal\.publish"/],
  corrections: ["server/settlement/nav-corrections.ts", /"nav-correction\.approve"/],
  cases: ["server/payments/cases.ts", /"payments\.decideCase"/],
  publish: ["server/publishing/approve.ts", /"definitions\.publish"/],
  refuse: ["server/publishing/decide.ts", /"definitions\.refuse"/],
};

describe("a staff decision that requires a reason", () => {
  test("is made by a call that exists", () => {
    const calls = declaredRoutes(house.server.app).filter(
      ({ method, config, schema }) =>
        method === "POST" &&
        config?.access?.kind === "staff" &&
        /"reason":\{"type"/.test(JSON.stringify((schema as { body?: unknown }).body ?? {})),
    );
    expect(calls.map(({ url }) => url).toSorted()).toEqual(Object.keys(REASONED).toSorted());
  });

  test.each(Object.entries({ ...REASONED, ...NOTED }))(
    "is recorded in the audit trail with the reason: %s",
    (_call, [file, action]) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const lines = text
        .split(/(?=\brecord\(tx|insert into audit_lines)/)
        .slice(1)
        .map((rest) => /^[\s\S]*?(?:\n {2,6}\}\);|;\n)/.exec(rest)?.[0] ?? rest)
        .filter((line) => action.test(line));
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatch(/\breason\b/);
    },
  );
});
