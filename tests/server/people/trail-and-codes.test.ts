import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isActiveSaleCode } from "../../../server/accounts/sale-codes.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const [FRESH, SUPPORT, ADMIN] = [id(2), id(9), id(10)];

let house: PortalHouse;
let callers: { readonly [name: string]: Caller };
beforeAll(async () => {
  house = await openPortalHouse();
  const names = ["admin", "compliance", "support", "finance", "operations", "auditor", "investor"];
  callers = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await loggedIn(house, name)] as const)),
  );
});
afterAll(() => house.close());
const as = (name: string): Caller => callers[name] ?? stranger(house);

describe("the audit trail", () => {
  type Lines = {
    lines: { id: number; actor: string; colleague: string | null; action: string }[];
    next: number;
  };
  const lines = async (query = "", name = "compliance") =>
    (await as(name).call("GET", `/api/audit/lines${query}`)).body as Lines;

  beforeAll(async () => {
    for (const deed of ["lock", "unlock", "lock", "unlock"])
      await as("admin").call("POST", `/api/people/${FRESH}/${deed}`, { reason: "for the trail" });
    await as("support").call("GET", `/api/people/${FRESH}?purpose=complaint`);
  });

  test.each([
    ["by actor", `?actor=person:${SUPPORT}&action=people`, ["people.look"]],
    ["by a kind of actor", "?actor=system&action=accounts", []],
    ["by action", "?action=accounts.lock", ["accounts.lock", "accounts.lock"]],
    ["by room", `?action=people&subject=person:${FRESH}`, ["people.look"]],
    ["by a part of a room's name, which finds nothing", "?action=peop", []],
    ["by object", `?subject=person:${FRESH}&action=accounts.unlock`, ["accounts.unlock", "accounts.unlock"]],
    ["until a day before it began", "?until=2020-01-01", []],
    ["from a day in the future", "?from=2099-01-01", []],
    ["by a wildcard character, which finds nothing", "?action=%25", []],
  ])("can be filtered %s", async (_, query, actions) => {
    expect((await lines(query)).lines.map(({ action }) => action)).toEqual(actions);
  });

  test("shows the e-mail address of an actor who is staff, but not of an investor", async () => {
    const [line] = (await lines("?action=people.look")).lines;
    expect(line).toMatchObject({ actor: `person:${SUPPORT}`, colleague: "support@saphan.example" });
    await house.database.db
      .insertInto("audit_lines")
      .values({
        ...{ at: FIXED_MOMENT, actor: `person:${FRESH}`, action: "test.act", subject: "x", detail: "{}" },
        ...{ from_state: null, to_state: null, version: null },
      } as never)
      .execute();
    expect((await lines("?action=test.act")).lines).toEqual([
      expect.objectContaining({ actor: `person:${FRESH}`, colleague: null }),
    ]);
  });

  test("shows each line once on its pages, although new lines arrive in between", async () => {
    await house.database.db
      .insertInto("audit_lines")
      .values(
        Array.from({ length: 120 }, (_, at) => ({
          ...{
            at: FIXED_MOMENT,
            actor: "system:pages",
            action: "test.page",
            subject: `n:${at}`,
            detail: "{}",
          },
          ...{ from_state: null, to_state: null, version: null },
        })) as never,
      )
      .execute();
    const seen: number[] = [];
    let next: number | null = null;
    do {
      const page: Lines = await lines(`?action=test.page${next === null ? "" : `&before=${next}`}`);
      seen.push(...page.lines.map((line) => line.id));
      next = page.next;
    } while (next !== null);
    expect(seen).toHaveLength(120);
    expect([...new Set(seen)].sort((one, other) => other - one)).toEqual(seen);
  });

  test.each(["0", "-1", "99999999999999999999", "x"])(
    "rejects a request for the page before the invalid line %s",
    async (before) => {
      expect((await as("compliance").call("GET", `/api/audit/lines?before=${before}`)).status).toBe(422);
    },
  );

  test("has a list of its actions", async () => {
    const { actions } = await as("admin").get("/audit/actions");
    expect(actions).toEqual([...actions].sort());
    expect(actions).toEqual(expect.arrayContaining(["accounts.lock", "people.look", "test.page"]));
  });

  test("can be exported as a table without formulas, which writes an audit line", async () => {
    await house.database.db
      .insertInto("audit_lines")
      .values({
        ...{ at: FIXED_MOMENT, actor: "system:x", action: "test.formula", subject: "=1+1", detail: "{}" },
        ...{ from_state: null, to_state: null, version: null },
      } as never)
      .execute();
    const file = await as("auditor").call("GET", "/api/audit/lines/csv?action=test.formula");
    expect(file.status).toBe(200);
    expect(String(file.body.text).split("\r\n")[1]).toContain(",'=1+1,");
    expect((await lines("?action=audit.export")).lines).toEqual([
      expect.objectContaining({ actor: `person:${id(12)}`, detail: { lines: 1 } }),
    ]);
  });

  test("is visible to compliance, administrators and auditors", async () => {
    for (const name of ["support", "finance", "operations", "investor"])
      for (const path of ["lines", "actions", "lines/csv"])
        expect((await as(name).call("GET", `/api/audit/${path}`)).body.code).toBe("not-allowed");
    expect((await as("auditor").call("GET", "/api/audit/lines")).status).toBe(200);
    expect((await as("a stranger").call("GET", "/api/audit/lines")).body.code).toBe("log-in-first");
  });
});

describe("a sale code", () => {
  const given = { owner: "Somsri Agency", active: true, from: null, until: null };
  const add = (code: string, of: object = {}, name = "admin") =>
    as(name).call("POST", "/api/sale-codes", { code, ...given, ...of });
  const change = (code: string, of: object = {}, name = "admin") =>
    as(name).call("POST", `/api/sale-codes/${code}`, { ...given, ...of });
  const codes = async () =>
    (await as("support").call("GET", "/api/sale-codes")).body.codes as { code: string; usedBy: number }[];
  /** Returns whether a sale code is active on the day of the test, 2 March 2026. */
  const works = async (code: string) => await isActiveSaleCode(house.database.db, code, "2026-03-02");

  test("can be added and changed, and applies on its days while it is switched on", async () => {
    expect((await add("NEWCODE1")).status).toBe(204);
    expect(await codes()).toContainEqual({ code: "NEWCODE1", ...given, usedBy: 0, works: true });
    expect((await add("NEWCODE1")).body.code).toBe("sale-code-known");
    expect((await change("NEWCODE1")).body.code).toBe("nothing-changed");
    expect((await change("NOSUCH01")).body.code).toBe("not-found");
    expect((await change("NEWCODE1", { from: "2026-03-02", until: "2026-03-01" })).body.code).toBe(
      "sale-code-days",
    );
    const lines = await house.database.db
      .selectFrom("audit_lines")
      .select(["actor", "action"])
      .where("subject", "=", "sale-code:NEWCODE1")
      .execute();
    expect(lines).toEqual([{ actor: `person:${ADMIN}`, action: "accounts.addSaleCode" }]);
  });

  test.each([
    [{}, true],
    [{ active: false }, false],
    [{ from: "2026-03-02", until: "2026-03-02" }, true],
    [{ from: "2026-03-03" }, false],
    [{ until: "2026-03-01" }, false],
    [{ from: "2026-03-01", until: "2026-03-31" }, true],
  ])("a sale code with the properties %j allows a sign-up: %s", async (of, expected) => {
    await change("NEWCODE1", { ...of, owner: `Agency ${JSON.stringify(of)}`.slice(0, 100) });
    expect(await works("NEWCODE1")).toBe(expected);
    expect((await codes()).find(({ code }) => code === "NEWCODE1")).toMatchObject({ works: expected });
  });

  test("is listed with the number of its sign-ups", async () => {
    await house.database.db
      .updateTable("people")
      .set({ sale_code: "NEWCODE1" } as never)
      .where("id", "=", FRESH)
      .execute();
    expect((await codes()).find(({ code }) => code === "NEWCODE1")?.usedBy).toBe(1);
  });

  test.each([["abc1"], ["ABC"], ["ABCDEFGHIJKL1"], ["AB-C1"], ["ก1234"]])(
    "cannot have the name %s",
    async (code) => {
      expect((await add(code)).status).toBe(422);
    },
  );

  test("can be changed by administrators only, and read by support and auditors as well", async () => {
    for (const name of ["support", "compliance", "finance", "operations", "auditor", "investor"]) {
      expect((await add("OTHER123", {}, name)).body.code).toBe("not-allowed");
      expect((await change("NEWCODE1", { active: false }, name)).body.code).toBe("not-allowed");
    }
    for (const [name, status] of [
      ["support", 200],
      ["auditor", 200],
      ["finance", 403],
      ["investor", 403],
    ] as const)
      expect((await as(name).call("GET", "/api/sale-codes")).status).toBe(status);
  });
});
