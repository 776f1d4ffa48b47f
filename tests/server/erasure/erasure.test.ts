import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { checkLedger } from "../../../server/ledger/index.ts";
import { walk } from "../db/planted.ts";
import { kyc } from "../fuzz/good-answers.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";
import { ANSWER, askedErasure, grant, proposedErasure } from "./ask-erasure.ts";

const INVESTOR = "00000000-0000-4000-8000-000000000001";
const FRESH = "00000000-0000-4000-8000-000000000002";
const DETAIL = "Erase whatever you hold about Ratchanee of Lampang";

let house: PortalHouse;
let [support, compliance]: Caller[] = [];
beforeAll(async () => {
  house = await openPortalHouse();
  support = await loggedIn(house, "support");
  compliance = await loggedIn(house, "compliance");
}, 60_000);
afterAll(() => house.close());

const desk = () => ({ support: support as Caller, compliance: compliance as Caller });

const proposed = async (who: Caller) =>
  await proposedErasure(house, { who, support: desk().support, detail: DETAIL });
const approve = async (id: string) => await desk().compliance.call("POST", `/api/cases/${id}/approve`, {});
const outlook = async (id: string) => (await desk().support.call("GET", `/api/people/${id}/erasure`)).body;
const personRow = async (id: string) =>
  await house.database.db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const hasKey = async (id: string) =>
  (
    await house.database.db
      .selectFrom("person_keys")
      .select("wrapped_key")
      .where("person_id", "=", id)
      .executeTakeFirstOrThrow()
  ).wrapped_key !== null;
const lastWords = async (to: string) => {
  await house.server.jobs.drain();
  const { body } = await stranger(house).call(
    "GET",
    `/api/dev/mailbox?limit=20&to=${encodeURIComponent(to)}`,
  );
  const mails = body.messages as readonly { template: string; body: string }[];
  return mails.find(({ template }) => template.startsWith("account-erased"));
};
const logIn = async (email: string) =>
  (await stranger(house).call("POST", "/api/auth/login", { email, password: "Saphan#2026" })).status;

/** Returns every table and column that contains a text, for any type of column. */
async function columnsWith(text: string): Promise<readonly string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name in (select tablename from pg_tables where schemaname = 'public')`.execute(
    house.database.db,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const { rows: hits } = await sql`select from ${sql.table(table)}
      where position(${text.toLowerCase()} in lower(${sql.ref(column)}::text)) > 0
        or position(${Buffer.from(text).toString("hex")} in ${sql.ref(column)}::text) > 0 limit 1`.execute(
      house.database.db,
    );
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

describe("a person who only signed up", () => {
  let fresh: Caller;
  let id: string;
  let upload: string;
  let draft: string;

  beforeAll(async () => {
    fresh = await loggedIn(house, "fresh");
    upload = await fresh.upload("case-document");
    const { body } = await fresh.call("POST", "/api/flows/kyc/instances", {});
    draft = String(body.id);
    const good = await kyc(fresh);
    const at = body.at as { readonly step: string };
    await fresh.submit(draft, at.step, { answer: good[at.step] ?? {} });
    id = await proposed(fresh);
    const complaint = {
      ...{ email: "Fresh@saphan.example", phone: "0812345678", problemType: "SERVICE" },
      detail: "Nobody came to the counter",
    };
    await walk(house, { who: stranger(house), flow: "complaint", good: { complaint } });
  }, 60_000);

  test("is displayed to staff, before the erasure, with everything that the erasure removes", async () => {
    expect(await outlook(FRESH)).toEqual({
      ...{ done: null, hindrances: [], kept: [], years: null },
      visitorCases: 1,
    });
  });

  test("keeps all data if the erasure fails at its end", async () => {
    const { db } = house.database;
    await sql`create function fails_here() returns trigger language plpgsql as $$
      begin raise exception 'the plug was pulled'; end $$`.execute(db);
    await sql`create trigger fails_here before insert on outbox for each row when (new.template = 'account-erased')
      execute function fails_here()`.execute(db);
    expect((await approve(id)).status).toBe(500);
    await sql`drop function fails_here cascade`.execute(db);
    expect(await personRow(FRESH)).toMatchObject({ email: "fresh@saphan.example", erased_at: null });
    expect(await hasKey(FRESH)).toBe(true);
    expect((await fresh.call("GET", `/api/instances/${draft}`)).status).toBe(200);
    expect((await outlook(FRESH)).done).toBeNull();
  });

  test("is not erased once the person has a staff role", async () => {
    const { db } = house.database;
    await db.updateTable("people").set({ role: "operations" }).where("id", "=", FRESH).execute();
    expect((await outlook(FRESH)).hindrances).toEqual([{ kind: "staff", count: 1 }]);
    const { status, body } = await approve(id);
    expect([status, body.code]).toEqual([409, "erasure-in-the-way"]);
    expect(await personRow(FRESH)).toMatchObject({ role: "operations", erased_at: null });
    await db.updateTable("people").set({ role: null }).where("id", "=", FRESH).execute();
  });

  test("is not erased by one colleague alone", async () => {
    const { status, body } = await desk().support.call("POST", `/api/cases/${id}/approve`, {});
    expect([status, body.code]).toEqual([403, "same-person"]);
  });

  test("is completely erased when the second colleague approves, and receives one letter about the erasure", async () => {
    const { status } = await approve(id);
    expect(status).toBe(200);
    const { email, erased_at } = await personRow(FRESH);
    expect(email).toMatch(/^erased-[0-9a-f-]{36}@erased\.invalid$/);
    expect(erased_at).not.toBeNull();
    expect(await hasKey(FRESH)).toBe(false);
    const mail = await lastWords("fresh@saphan.example");
    expect(mail).toMatchObject({ template: "account-erased" });
    expect(mail?.body).toContain(ANSWER);
  });

  test("the erasure ends every session, and the person cannot log in any more", async () => {
    expect((await fresh.call("GET", `/api/instances/${draft}`)).status).toBe(401);
    expect((await fresh.submit(draft, "start", { answer: {} })).status).toBe(401);
    expect((await fresh.call("GET", "/api/sessions")).status).toBe(401);
    expect(await logIn("fresh@saphan.example")).toBe(401);
    for (const job of [
      "flows.sweep",
      "flows.waits",
      "flows.erase-unclaimed",
      "cases.deadlines",
      "identity.screen",
    ])
      expect((await stranger(house).call("POST", `/api/dev/jobs/${job}/run`)).status).toBeLessThan(300);
    const now = house.clock.wall();
    const session = sql`insert into sessions (id, person_id, secret_hash, started_at, seen_at, idle_until, ends_at)
      values (gen_random_uuid(), ${FRESH}, '\\x00', ${now}, ${now}, ${now}, ${now})`;
    await expect(session.execute(house.database.db)).rejects.toThrow(/erased account/);
  });

  test("leaves no upload, draft or address in any database column after the erasure", async () => {
    await stranger(house).call("POST", "/api/dev/jobs/files.sweep/run");
    const files = await house.database.db.selectFrom("files").select("id").where("id", "=", upload).execute();
    expect(files).toEqual([]);
    const answers = house.database.db.selectFrom("flow_answers").select("step").where("instance", "=", draft);
    expect(await answers.execute()).toEqual([]);
    // The development mailbox represents the outside world, so its content does not count.
    expect((await columnsWith("fresh@saphan.example")).filter((one) => !one.startsWith("mailbox."))).toEqual(
      [],
    );
    expect((await columnsWith(DETAIL)).filter((one) => !one.startsWith("mailbox."))).toEqual([]);
  });

  test("appears as erased on every staff page", async () => {
    for (const [role, path] of [
      ["support", "/cases"],
      ["support", `/cases/${id}`],
      ["support", `/people/${FRESH}?purpose=customer-asks`],
      ["admin", `/people/${FRESH}?purpose=customer-asks`],
      ["compliance", "/reviews"],
      ["compliance", "/audit/lines"],
    ] as const) {
      const { status, body } = await (await loggedIn(house, role)).call("GET", `/api${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(body)).not.toContain("fresh@saphan.example");
    }
    const { body } = await desk().support.call("GET", `/api/people/${FRESH}?purpose=customer-asks`);
    expect(body).toMatchObject({
      erased: { keepUntil: null },
      may: { lock: false, resend: false },
      cases: null,
    });
  });

  test("stays erased if the request is granted a second time", async () => {
    expect((await approve(id)).status).toBe(409);
    const back = house.database.db.updateTable("people").set({ erased_at: null }).where("id", "=", FRESH);
    await expect(back.execute()).rejects.toThrow(/stays erased/);
    const named = house.database.db.updateTable("people").set({ role: "admin" }).where("id", "=", FRESH);
    await expect(named.execute()).rejects.toThrow(/people_erased/);
  });

  test("can sign up again with the same address", async () => {
    const good = {
      account: { customerType: "INDIVIDUAL", email: "fresh@saphan.example" },
      create: {
        ...{ password: "Sunrise#2026", confirmPassword: "Sunrise#2026" },
        consents: { privacy: true, terms: true, publicity: true },
      },
    };
    await walk(house, { who: stranger(house), flow: "sign-up", good });
    const row = house.database.db
      .selectFrom("people")
      .select("id")
      .where("email", "=", "fresh@saphan.example");
    expect((await row.executeTakeFirstOrThrow()).id).not.toBe(FRESH);
  });
});

describe("a person with a verified identity", () => {
  let investor: Caller;
  let id: string;

  beforeAll(async () => {
    investor = await loggedIn(house, "investor");
    await stranger(house).call("POST", "/api/dev/bank", { silent: true });
    const good = {
      ...{ choose: { strategy: "M-BTCA" }, amount: { amount: "10000.00" } },
      ...{ acknowledge: { accepted: true }, pay: { method: "transfer" } },
    };
    await walk(house, { who: investor, flow: "invest", good }).catch((error: unknown) => {
      if (!String(error).includes("wait")) throw error;
    });
    id = await askedErasure(house, { who: investor, support: desk().support, detail: DETAIL });
  }, 60_000);

  /** Starts a complaint with a file, and leaves it unfinished. */
  async function draftComplaint(attachment: string): Promise<void> {
    const { id: at } = (await investor.call("POST", "/api/flows/complaint/instances", {})).body;
    const { status } = await investor.submit(at, "complaint", {
      answer: {
        ...{ email: "asks@example.com", phone: "0812345678", problemType: "SERVICE" },
        ...{ detail: "Nobody came to the counter", attachment },
      },
    });
    expect(status).toBe(200);
  }

  test("is not erased while an order is open, and staff see the reason beforehand", async () => {
    const { hindrances, kept, years } = await outlook(INVESTOR);
    expect((hindrances as readonly JsonObject[]).map(({ kind }) => kind)).toContain("orders");
    expect((kept as readonly JsonObject[]).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["identity", "books"]),
    );
    expect(years).toBe(10);
    // An erasure that is not possible cannot even be proposed.
    const { status, body } = await grant(desk().support, id);
    expect([status, body.code]).toEqual([409, "erasure-in-the-way"]);
    const { db } = house.database;
    const forced = sql`update people set erased_at = now(), email = 'erased-1@erased.invalid', email_key = 'erased-1@erased.invalid',
      email_confirmed_at = null, true_money_id = null, wallet_address = null, signed_up_in = null where id = ${INVESTOR}`;
    await expect(forced.execute(db)).rejects.toThrow(/open work/);
    expect(await personRow(INVESTOR)).toMatchObject({ email: "investor@saphan.example", erased_at: null });
  });

  test("the account is closed and some data erased, and the letter states how long the law requires the remaining data", async () => {
    const unused = await investor.upload("case-document");
    const drafted = await investor.upload("complaint");
    await draftComplaint(drafted);
    await emptied();
    expect((await outlook(INVESTOR)).hindrances).toEqual([]);
    expect((await grant(desk().support, id)).status).toBe(200);
    expect((await approve(id)).status).toBe(200);
    expect(await hasKey(INVESTOR)).toBe(true);
    expect((await outlook(INVESTOR)).done).toMatchObject({ keepUntil: "2036-03-02" });
    const mail = await lastWords("investor@saphan.example");
    expect(mail).toMatchObject({ template: "account-erased-in-part" });
    expect(mail?.body).toContain("2036");
    expect(await logIn("investor@saphan.example")).toBe(401);
    expect((await investor.call("GET", "/api/orders")).status).toBe(401);
    await stranger(house).call("POST", "/api/dev/jobs/files.sweep/run");
    const files = house.database.db.selectFrom("files").select("id").where("id", "in", [unused, drafted]);
    expect(await files.execute()).toEqual([]);
    for (const table of ["identity_finders", "identity_documents"] as const)
      expect(
        await house.database.db
          .selectFrom(table)
          .select("person_id")
          .where("person_id", "=", INVESTOR)
          .execute(),
      ).toEqual([]);
    expect(
      (await columnsWith("investor@saphan.example")).filter((one) => !one.startsWith("mailbox.")),
    ).toEqual([]);
  });

  test("is visible only to compliance after the erasure, and cannot be found by the former address", async () => {
    const shownTo = async (role: string) => {
      const path = `/api/people/${INVESTOR}?purpose=control`;
      const { body } = await (await loggedIn(house, role)).call("GET", path);
      return (body.fields as readonly { name: string; value: string | null }[]).find(
        ({ name }) => name === "name",
      )?.value;
    };
    expect(await shownTo("compliance")).toBeTruthy();
    expect(await shownTo("support")).toBeNull();
    expect(await shownTo("finance")).toBeNull();
    const found = await desk().compliance.call("GET", "/api/people?purpose=control", undefined, {
      "x-find": encodeURIComponent("investor@saphan.example"),
    });
    expect(found.body.people).toEqual([]);
  });

  test("can place no order after the erasure, not even with direct SQL", async () => {
    const copied = sql`insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
        'id', gen_random_uuid(), 'reference', 'COPIED', 'idempotency_key', 'copied', 'status', 'SUBMITTED'))).*
      from orders o where person_id = ${INVESTOR} limit 1`;
    await expect(copied.execute(house.database.db)).rejects.toThrow(/erased account/);
  });

  test("keeps the encryption key until the retention period ends, and then loses the key", async () => {
    const { db } = house.database;
    const early = db.transaction().execute((tx) => house.vault.erase(tx, INVESTOR, house.clock.wall()));
    await expect(early).rejects.toThrow(/law keeps/);
    await stranger(house).call("POST", "/api/dev/jobs/erasure.end/run");
    expect(await hasKey(INVESTOR)).toBe(true);
    house.clock.set("2036-03-03T05:00:00");
    await stranger(house).call("POST", "/api/dev/jobs/erasure.end/run");
    expect(await hasKey(INVESTOR)).toBe(false);
    const erasure = db
      .selectFrom("erasures")
      .select(["keep_until", "ended_at"])
      .where("person_id", "=", INVESTOR);
    expect(await erasure.executeTakeFirstOrThrow()).toMatchObject({ ended_at: expect.any(Date) });
    const { unbalancedAssets, wrongBalances, wrongPending } = await checkLedger(db);
    expect({ unbalancedAssets, wrongBalances, wrongPending }).toEqual({
      ...{ unbalancedAssets: [], wrongBalances: [], wrongPending: [] },
    });
    await stranger(house).call("POST", "/api/dev/jobs/audit.seal/run");
    await stranger(house).call("POST", "/api/dev/jobs/audit.check-all/run");
    const trail = await (await loggedIn(house, "auditor")).call("GET", "/api/audit");
    expect(trail.body).toMatchObject({ check: { kind: "whole" }, broken: null });
    house.clock.set("2026-03-02T10:00:00");
  });
});

/** Ends the investor's open orders, as the payment deadline would. */
async function emptied(): Promise<void> {
  house.clock.set("2026-03-09T14:01:00");
  await stranger(house).call("POST", "/api/dev/jobs/fund.expire/run");
  house.clock.set("2026-03-02T10:00:00");
}
