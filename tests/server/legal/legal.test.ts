import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../server/clock/index.ts";
import { createLegal } from "../../../server/legal/index.ts";
import { inForceOn, type Published } from "../../../server/legal/published.ts";
import { testDatabase } from "../../support/database.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
let operations: Caller;
let compliance: Caller;
let colleague: Caller;
let investor: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  operations = await loggedIn(house, "operations");
  compliance = await loggedIn(house, "compliance");
  colleague = await loggedIn(house, "compliance2");
  investor = await loggedIn(house, "investor");
});
afterAll(() => house.close());

const words = (version: string, text: string) => ({
  version,
  title: "Contract",
  sections: [{ heading: "One", text }],
});
const proposal = (version: string, change: object = {}) => ({
  content: { th: words(version, "ข้อหนึ่ง"), en: words(version, "First") },
  effectiveFrom: "2026-03-02",
  renew: false,
  note: "the regulator's new wording",
  ...change,
});

describe("a new version of a legal document", () => {
  test("is proposed by one person, published by a second one, and shown with version, date and hash", async () => {
    const before = (await operations.call("GET", "/api/legal/risk")).body;
    const { id } = (await operations.call("POST", "/api/legal/risk/versions", proposal("2026-02"))).body;
    expect((await operations.call("GET", "/api/legal/risk")).body.version).toBe(before.version);
    expect(
      (await operations.call("POST", `/api/legal/versions/${id}/approve`, { note: "mine" })).status,
    ).toBe(403);
    const approved = await compliance.call("POST", `/api/legal/versions/${id}/approve`, { note: "as asked" });
    expect(approved.status).toBe(200);
    expect((await operations.call("GET", "/api/legal/risk")).body).toMatchObject({
      document: "risk",
      version: "2026-02",
      effectiveFrom: "2026-03-02",
      current: true,
      hash: { th: expect.stringMatching(/^[0-9a-f]{64}$/), en: expect.stringMatching(/^[0-9a-f]{64}$/) },
      content: proposal("2026-02").content,
    });
    // A text that was accepted earlier can always be read.
    const earlier = (await operations.call("GET", `/api/legal/risk?version=${before.version}`)).body;
    expect(earlier).toEqual({ ...before, current: false });
    const trail = await sql<{ action: string }>`
      select action from audit_lines where subject = 'legal:risk' order by id`.execute(house.database.db);
    expect(trail.rows.map(({ action }) => action)).toEqual([
      "legal.publish",
      "legal.propose",
      "legal.publish",
    ]);
  });

  test("cannot be decided by its author, whatever the author's role", async () => {
    const { id } = (await compliance.call("POST", "/api/legal/terms/versions", proposal("2026-02"))).body;
    const own = await compliance.call("POST", `/api/legal/versions/${id}/approve`, { note: "mine" });
    expect([own.status, own.body.code]).toEqual([403, "four-eyes"]);
    const refused = await colleague.call("POST", `/api/legal/versions/${id}/reject`, { note: "too vague" });
    expect(refused.body).toEqual({ id, state: "REFUSED" });
    const again = await colleague.call("POST", `/api/legal/versions/${id}/approve`, { note: "after all" });
    expect([again.status, again.body.code]).toEqual([409, "already-decided"]);
  });

  test.each<[string, object, number, string, string | null]>([
    [
      "a version that exists",
      { content: proposal("2026-01").content },
      409,
      "legal-version-known",
      "/content/th/version",
    ],
    [
      "a number as its version",
      { content: { th: { ...words("5", "ข้อหนึ่ง"), version: 5 }, en: { ...words("5", "First"), version: 5 } } },
      422,
      "legal-not-valid",
      "/content/th/version",
    ],
    [
      "languages of different versions",
      { content: { th: words("2026-09", "ก"), en: words("2026-10", "a") } },
      422,
      "legal-not-valid",
      "/content/en/version",
    ],
    [
      "a section without text",
      { content: { th: words("2026-09", "ก"), en: words("2026-09", " ") } },
      422,
      "legal-not-valid",
      "/content/en/sections/0/text",
    ],
    ["a day in the past", { effectiveFrom: "2026-03-01" }, 422, "legal-date-not-valid", "/effectiveFrom"],
    ["no day", { effectiveFrom: "2026-02-30" }, 422, "legal-date-not-valid", "/effectiveFrom"],
    [
      "a grace period without a new consent",
      { graceUntil: "2026-04-01" },
      422,
      "legal-date-not-valid",
      "/graceUntil",
    ],
    [
      "a grace period that ends before the version is in force",
      { renew: true, graceUntil: "2026-03-01" },
      422,
      "legal-date-not-valid",
      "/graceUntil",
    ],
  ])(
    "a new version with %s is rejected with the error's place and a message",
    async (_what, change, status, code, pointer) => {
      const answer = await operations.call(
        "POST",
        "/api/legal/privacy/versions",
        proposal("2026-09", change),
      );
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({
        code,
        message: { th: expect.any(String), en: expect.any(String) },
      });
      if (pointer !== null) expect(answer.body.fields).toMatchObject([{ pointer }]);
    },
  );

  test("prevents a second proposal for the document until it is decided", async () => {
    const first = await operations.call("POST", "/api/legal/publicity/versions", proposal("2026-03"));
    expect(first.status).toBe(201);
    const second = await operations.call("POST", "/api/legal/publicity/versions", proposal("2026-04"));
    expect(second.body).toMatchObject({ code: "legal-waits-already" });
  });

  test.each([
    "update legal_documents set note = 'x'",
    "delete from legal_documents",
    "truncate legal_documents",
  ])("is protected by the database: %s", async (statement) => {
    await expect(sql.raw(statement).execute(house.database.db)).rejects.toThrow("never changed or removed");
  });

  test.each(["investor", "finance"])("cannot be proposed or read by %s", async (name) => {
    const caller = name === "investor" ? investor : await loggedIn(house, name);
    expect((await caller.call("GET", "/api/legal")).status).toBe(403);
    expect((await caller.call("POST", "/api/legal/risk/versions", proposal("2027-01"))).status).toBe(403);
  });
});

describe("consent to an earlier version of a contract", () => {
  test("is valid until the grace period ends, and then the contract must be signed again", async () => {
    const { rows } = await sql<{ id: string }>`
      select id from people where email = 'investor@saphan.example'`.execute(house.database.db);
    const me = rows[0]?.id;
    const isSigned = async () => {
      const { body } = await investor.call("GET", `/api/user/${me}`);
      return (body.kyc as { readonly contractVerified: boolean }).contractVerified;
    };
    expect(await isSigned()).toBe(true);
    const renewed = proposal("2026-05", { renew: true, graceUntil: "2026-03-10" });
    const { id } = (await operations.call("POST", "/api/legal/contract/versions", renewed)).body;
    await compliance.call("POST", `/api/legal/versions/${id}/approve`, { note: "new fees" });
    expect((await investor.call("GET", "/api/legal/contract")).body.version).toBe("2026-05");
    expect(await isSigned()).toBe(true);
    house.clock.set("2026-03-11T10:00:00");
    expect(await isSigned()).toBe(false);
    house.clock.set("2026-03-02T10:00:00");
  });

  const version = (name: string, from: string, renew = false, grace: string | null = null): Published[] =>
    (["privacy", "terms", "publicity", "biometrics", "risk", "contract"] as const).map((document) => ({
      document,
      version: name,
      hash_th: name,
      hash_en: name,
      effective_from: from,
      renew,
      grace_until: grace,
    }));
  test.each<[string, Published[], string, string[]]>([
    ["the only version", version("a", "2026-01-01"), "2026-02-01", ["a"]],
    [
      "before a corrected version",
      [...version("a", "2026-01-01"), ...version("b", "2026-02-01")],
      "2026-03-01",
      ["a", "b"],
    ],
    [
      "before a version that requires a new signature",
      [...version("a", "2026-01-01"), ...version("b", "2026-02-01", true)],
      "2026-02-01",
      ["b"],
    ],
    [
      "on the last day of the grace period",
      [...version("a", "2026-01-01"), ...version("b", "2026-02-01", true, "2026-03-01")],
      "2026-03-01",
      ["a", "b"],
    ],
    [
      "a day after the grace period",
      [...version("a", "2026-01-01"), ...version("b", "2026-02-01", true, "2026-03-01")],
      "2026-03-02",
      ["b"],
    ],
    [
      "before a version is in force",
      [...version("a", "2026-01-01"), ...version("b", "2026-09-01", true)],
      "2026-03-01",
      ["a"],
    ],
  ])("is valid or not, depending on the day: %s", (_when, published, today, counting) => {
    expect(inForceOn(today, published).contract.counting).toEqual(counting);
  });
});

describe("a legal document that changes in the files", () => {
  const said: object[] = [];
  const open = async (env: "development" | "runtime", rootDir: string, db: PortalHouse["database"]["db"]) => {
    said.length = 0;
    const tell = (details: object) => void said.push(details);
    const log = { error: tell, warn: tell, info: tell };
    const legal = await createLegal({
      db,
      clock: fixedClock("2026-03-02T10:00:00"),
      config: { env, rootDir },
      log,
    });
    legal.close();
    return legal.inForce();
  };
  const changed = async (rootDir: string, change: (contract: { version: string; title: string }) => void) => {
    for (const language of ["th", "en"]) {
      const path = join(rootDir, "locales", language, "legal.json");
      const file = JSON.parse(await readFile(path, "utf8"));
      change(file.contract);
      await writeFile(path, JSON.stringify(file));
    }
  };
  test.each([
    ["runtime", "2026-01"],
    ["development", "2026-06"],
  ] as const)(
    "changes nothing under its old version name, and becomes a proposal under a new one in runtime (%s)",
    async (env, then) => {
      const database = await testDatabase();
      const rootDir = await mkdtemp(join(tmpdir(), "saphan-legal-"));
      await cp("locales", join(rootDir, "locales"), { recursive: true });
      const first = await open(env, rootDir, database.db);
      await changed(rootDir, (contract) => {
        contract.title = `${contract.title}!`;
      });
      expect((await open(env, rootDir, database.db)).contract).toEqual(first.contract);
      expect(said).toEqual([{ document: "contract", version: "2026-01" }]);
      await changed(rootDir, (contract) => {
        contract.version = "2026-06";
      });
      expect((await open(env, rootDir, database.db)).contract.version).toBe(then);
      await database.drop();
      await rm(rootDir, { recursive: true });
    },
  );
});
