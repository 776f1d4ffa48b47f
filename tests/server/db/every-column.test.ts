import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../server/db/index.ts";
import { proposedErasure } from "../erasure/ask-erasure.ts";
import { openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";
import { PLANTED, plant } from "./planted.ts";

const BANK_WEBHOOK_SECRET = "q7Vd2LxT9wKfP4sHn8RbZ3mYc6JgA5uE";

/** Columns in which input may be readable, each with the reason. */
const READABLE: Readonly<Record<string, string>> = {
  "people.email": "Desks, letters and jobs join the address in some hundred statements",
  "people.email_key": "One account an address: log-in finds it by this column",
  "mailbox.recipient": "The mailbox of development stands for the world outside; runtime writes none",
  "mailbox.body": "As its recipient",
};

/**
 * Values that remain after the erasure of the people: texts of visitors and about unowned money, and texts
 * about a colleague. The addresses of visitors and colleagues remain too.
 */
const STAY: ReadonlySet<string> = new Set([
  ...["complaintEmail", "complaintPhone", "complaintDetail", "complaintAnswer", "companyEmail"],
  ...["contactName", "contactEmail", "contactPhone", "contactNote", "companyContact", "companyCase"],
  ...["statementPayer", "statementAccount", "breakReason", "returnReason", "roleReason"],
  ...["signUpEmail", "newEmail", "lastEmail"],
]);

const INVESTOR = "00000000-0000-4000-8000-000000000001";
const FRESH = "00000000-0000-4000-8000-000000000002";

let house: PortalHouse;
let as: Awaited<ReturnType<typeof plant>>;
let columns: ReadonlyMap<string, string>;
beforeAll(async () => {
  house = await openPortalHouse({ BANK_WEBHOOK_SECRET });
  as = await plant(house, BANK_WEBHOOK_SECRET);
  columns = await dump(house.database.db);
}, 60_000);
afterAll(() => house.close());

/** Returns every column of every table as text; bytes are added in plain form, as UTF-8 and in hex. */
async function dump(db: Kysely<Database>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ table: string; name: string; column: string; bytes: boolean }>`
    select c.table_name as table, format('%I.%I', c.table_schema, c.table_name) as name, c.column_name as column,
      c.udt_name in ('bytea', '_bytea') as bytes
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`.execute(
    db,
  );
  const found = new Map<string, string>();
  for (const { table, name, column, bytes } of rows) {
    const { rows: values } = await sql<{ value: string | null }>`
      select ${sql.ref(column)}::text as value from ${sql.raw(name)}`.execute(db);
    const texts = values.flatMap(({ value }) => (value === null ? [] : [value]));
    const opened = bytes ? texts.flatMap((text) => bytesIn(text)) : [];
    found.set(`${table}.${column}`, [...texts, ...opened].join("\n"));
  }
  return found;
}

function bytesIn(hex: string): readonly string[] {
  const bytes = [...hex.matchAll(/\\\\?x([0-9a-f]*)/g)].map(([, digits = ""]) => Buffer.from(digits, "hex"));
  return bytes.flatMap((one) => [one.toString("utf8"), one.toString("latin1")]);
}

/** Returns the spellings of a value: plain text, other letter case, escaped in JSON, and bytes. */
function spellingsOf(value: string): readonly string[] {
  const escaped = [...value].map((one) =>
    one.charCodeAt(0) > 127 ? `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}` : one,
  );
  const bytes = Buffer.from(value);
  const local = /^0\d{9}$/.test(value) ? [`66${value.slice(1)}`] : [];
  return [
    ...[value, value.toLowerCase(), value.toUpperCase(), escaped.join(""), ...local],
    ...[bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, "")],
  ];
}

test("no column of any table contains readable input of an investor", () => {
  expect(Object.keys(PLANTED).length).toBeGreaterThanOrEqual(40);
  const readable: string[] = [];
  for (const [what, value] of Object.entries(PLANTED))
    for (const spelling of new Set(spellingsOf(value)))
      for (const [column, text] of columns)
        if (text.includes(spelling) && !(column in READABLE)) readable.push(`${column}: ${what}`);
  expect([...new Set(readable)].sort()).toEqual([]);
});

test("the search for readable input finds input, and ignores codes, references and states", () => {
  for (const [column, value] of [
    ["cases.outcome", "answered"],
    ["payments.bank_reference", "PLANTED1"],
    ["payment_cases.state", "HELD"],
    ["bank_accounts.last_digits", PLANTED.newAccount.slice(-4)],
  ] as const)
    expect(columns.get(column)).toContain(value);
});

test("every column that is listed as containing readable input does contain some", () => {
  const unused = Object.keys(READABLE).filter((column) =>
    Object.values(PLANTED).every(
      (value) => !spellingsOf(value).some((one) => columns.get(column)?.includes(one)),
    ),
  );
  expect(unused).toEqual([]);
});

test("no column contains any data of an erased person", async () => {
  const { db } = house.database;
  const own = {
    email: PLANTED.signUpEmail,
    company: PLANTED.signUpCompany,
    detail: "Everything of Doi Suthep",
  };
  await db
    .updateTable("people")
    .set({ email_confirmed_at: house.clock.wall() })
    .where("email", "=", own.email)
    .execute();
  const who = stranger(house);
  await who.call("POST", "/api/auth/login", { email: own.email, password: "Sunrise#2026" });
  const [support, compliance] = [await as("support"), await as("compliance")];
  const id = await proposedErasure(house, { who, support, detail: own.detail });
  expect((await compliance.call("POST", `/api/cases/${id}/approve`, {})).status).toBe(200);
  const found = [...(await dump(db))].filter(([column, text]) =>
    Object.values(own).some(
      (value) => !column.startsWith("mailbox.") && spellingsOf(value).some((one) => text.includes(one)),
    ),
  );
  expect(found.map(([column]) => column)).toEqual([]);
});

describe("after the erasure of every person", () => {
  const OWNERS = [INVESTOR, FRESH];
  beforeAll(async () => {
    await house.database.db.transaction().execute(async (tx) => {
      const rows = await tx.selectFrom("people").select("id").where("role", "is", null).execute();
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(OWNERS));
      for (const { id } of rows) await house.vault.erase(tx, id, house.clock.wall());
    });
  });

  test.each([
    ["support", "/cases"],
    ["support", `/people/${INVESTOR}?purpose=customer-asks`],
    ["finance", "/money-in"],
    ["finance", "/payouts"],
    ["compliance", "/reviews"],
    ["compliance", "/bank-changes"],
    ["compliance", `/people/${FRESH}?purpose=customer-asks`],
    ["compliance", "/audit/lines"],
    ["admin", "/staff-roles"],
  ])(
    "a user with the role %s can still read %s, without any input of the erased people",
    async (role, path) => {
      const { status, body } = await (await as(role)).call("GET", `/api${path}`);
      expect(status).toBe(200);
      const said = JSON.stringify(body);
      const found = Object.entries(PLANTED).filter(
        ([name, value]) => !STAY.has(name) && said.includes(value),
      );
      expect(found.map(([name]) => name)).toEqual([]);
    },
  );
});
