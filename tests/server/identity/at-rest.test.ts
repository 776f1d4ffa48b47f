import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { fuzzFlow } from "../fuzz/fuzz-flow.ts";
import { type GoodAnswers, kyc } from "../fuzz/good-answers.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

const EMAIL = "fresh@saphan.example";

/** KYC answers of a person, each value unique. */
const TOLD = {
  general: {
    nationalId: "3720900466128",
    cardHasLaserCode: true,
    laserCode: "QX7193046528",
    nameTitle: "OTHER",
    nameTitleOther: "หม่อมหลวงทดสอบ",
    firstNameTh: "พิมพ์มาดาทดสอบ",
    lastNameTh: "ศรีอรุณโรจน์",
    firstNameEn: "Pimmadatest",
    lastNameEn: "Sriarunroj",
    birthDate: "1987-11-23",
  },
  contact: {
    phone: "0849317265",
    address: {
      no: "417/29",
      building: "ตึกจันทร์กระจ่าง",
      road: "ถนนสายลมเย็น",
      soi: "ซอยดอกแก้วเก้า",
      subDistrict: "ตำบลหนองซน",
      district: "อำเภอนาทม",
      province: "จังหวัดนครพนม",
      postalCode: "48140",
    },
  },
  work: {
    occupation: "OTHER",
    occupationOther: "ช่างเจียระไนพลอย",
    workplace: "ร้านแสงจันทราการทอง",
    incomeLevel: "LEVEL4",
    incomeSources: ["SALARY", "OTHER"],
    incomeSourceOther: "ค่าเช่าสวนลำไย",
  },
  aml: {
    politicalRelatedPerson: true,
    politicalPosition: "นายกสมาคมเรือยาว",
    politicalPeriod: "2561 ถึง 2564",
    politicalRelationship: "น้องสาวของท่าน",
    committedMoneyLaundering: false,
    rejectFinancialTransaction: false,
    beneficialOwnerSelf: false,
    beneficialOwnerName: "อนันตชัย วิมลพร",
    beneficialOwnerRelationship: "ลุงบุญธรรม",
    beneficialOwnerOccupation: "นักสะสมตราไปรษณีย์",
    controllerSelf: false,
    controllerName: "เกษมศรี มณีวงศ์",
  },
  "tax-residence": {
    placeOfBirthCountry: "TH",
    placeOfBirthCity: "เมืองเกิดสมมุติ",
    taxResidenceInCountriesOtherThanTheUS: false,
  },
  bank: { bank: "004", accountNumber: "6203984715", accountName: "พิมพ์มาดาทดสอบ บัญชี ศรีอรุณโรจน์" },
} satisfies GoodAnswers;

/** Values that the person typed first and then corrected. */
const SLIPS = ["3101203456780", "พิมพ์มาดาผิดตัว"];

// Excluded are common codes, and five digits that any hash may contain by chance.
const NOT_LOOKED_FOR = new Set(["OTHER", "LEVEL4", "TH", "004", "SALARY", "48140"]);
const VALUES = [...textsOf(TOLD), ...SLIPS, "+66849317265", "66849317265"];

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return NOT_LOOKED_FOR.has(value) ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

let house: PortalHouse;
let her: Caller;
let instance: string;
beforeAll(async () => {
  house = await openPortalHouse({ LOG_LEVEL: "debug" });
  her = await loggedIn(house, "fresh");
  const [id, name] = SLIPS;
  const good = { ...(await kyc(her)), ...TOLD };
  const slipped = { ...good, general: { ...TOLD.general, nationalId: id ?? "", firstNameTh: name ?? "" } };
  const route = { flow: "kyc", who: her, email: EMAIL };
  await fuzzFlow(house, { ...route, good: slipped, until: "work" }, { bodies: () => [], seen: () => {} });
  const view = (await her.call("POST", "/api/flows/kyc/instances", {})).body;
  instance = String(view.id);
  const posted = await her.submit(instance, "general", { answer: TOLD.general });
  expect(posted.status).toBe(200);
});
afterAll(() => house.close());

/**
 * Returns every row of every table as a database dump would show it, except the mailbox, which stands for the
 * person's own inbox.
 */
async function dump(): Promise<ReadonlyMap<string, string>> {
  const { db } = house.database;
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> 'mailbox'`.execute(db);
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    found.set(name, rows.map(({ row }) => row).join("\n"));
  }
  return found;
}

/** Returns the tables in which a value can be read: in plain text, escaped in JSON, or as bytes. */
function placesOf(value: string, texts: ReadonlyMap<string, string>): readonly string[] {
  const escaped = [...value].map((one) =>
    one.charCodeAt(0) > 127 ? `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}` : one,
  );
  const spellings = [value, escaped.join(""), Buffer.from(value).toString("hex")];
  return [...texts].filter(([, text]) => spellings.some((one) => text.includes(one))).map(([name]) => name);
}

/** Returns the values that can be read, each with its tables. */
function readable(texts: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    VALUES.map((value) => [value, [...placesOf(value, texts)]] as const).filter(([, at]) => at.length > 0),
  );
}

describe("a person's KYC answers", () => {
  test("are in no table as readable text during the flow, and reappear when the person continues", async () => {
    expect(VALUES.length).toBeGreaterThanOrEqual(30);
    const texts = await dump();
    expect(texts.get("public.flow_answers")).toContain(instance);
    // The search works, because it finds a value that may be readable: the log-in address.
    expect(placesOf(EMAIL, texts)).toContain("public.people");
    expect(readable(texts)).toEqual({});
    const again = await loggedIn(house, "fresh");
    const { body } = await again.call("GET", `/api/instances/${instance}`);
    const answers = (body.instance as { answers: JsonObject }).answers as Record<
      string,
      { value: JsonObject }
    >;
    expect(answers.general?.value).toEqual(TOLD.general);
    expect(answers.contact?.value).toMatchObject({ address: TOLD.contact.address });
  });

  test("are readable in no table or log after submission, including receipts and answers that the person later corrected", async () => {
    const good = { ...(await kyc(her)), ...TOLD };
    await fuzzFlow(
      house,
      { flow: "kyc", who: her, good, email: EMAIL },
      { bodies: () => [], seen: () => {} },
    );
    const { db } = house.database;
    const profile = await db.selectFrom("identity_profiles").selectAll().execute();
    expect(profile.length).toBeGreaterThan(0);
    const texts = await dump();
    expect(texts.get("public.flow_receipts")).toMatch(/submit,effect/);
    expect(readable(texts)).toEqual({});
    expect(house.log.length).toBeGreaterThan(100);
    expect(readable(new Map([["log", house.log.join("\n")]]))).toEqual({});
  });

  test("are filled in for correction when the person starts the flow again", async () => {
    const { body } = await her.call("POST", "/api/flows/kyc/instances", { again: true });
    instance = String(body.id);
    expect((body.prefill as { general?: JsonObject }).general).toEqual(TOLD.general);
  });

  test("cannot be read after the person's key is deleted, which does not stop jobs for other people", async () => {
    const { db } = house.database;
    await sql`update person_keys set wrapped_key = null, erased_at = now()
      where person_id = (select id from people where email = ${EMAIL})`.execute(db);
    expect((await her.call("GET", `/api/instances/${instance}`)).status).toBe(404);
    for (const job of ["flows.sweep", "flows.waits"]) await house.server.jobs.runNow(job);
    const { rows } = await sql<{ sealed: Buffer }>`
      select sealed from flow_answers where instance in (select id from flow_instances where flow = 'kyc')`.execute(
      db,
    );
    expect(rows.length).toBeGreaterThan(10);
  });
});
