import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../../engine/values/languages.ts";
import { addDays, type LocalDate } from "../../../engine/values/local-date.ts";
import type { EffectHandler } from "../../../server/flows/index.ts";
import { businessDayAfter, type Calendar } from "../../../server/fund/index.ts";
import { finishContact, handleComplaint, serviceDesk } from "../../../server/service/desk.ts";
import {
  createService,
  dailyRequests,
  serviceEffects,
  sweepRequests,
} from "../../../server/service/index.ts";
import { addPerson } from "../../support/add-person.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { buildHouse, type House } from "../accounts/harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

const calendar: Calendar = {
  years: new Map([[2026, { confirmed: true }]]),
  holidays: new Set(["2026-04-13", "2026-04-14", "2026-04-15"]),
};

function service() {
  return createService({
    db: house.db,
    clock: house.clock,
    download: async () => {
      throw new Error("download: no file here");
    },
    files: { keep: async () => {} },
    messages: house.messages,
    records: { of: async () => new Map(), hasFile: async () => false },
    vault: house.accounts.vault,
    key: Buffer.alloc(32),
    businessDayAfter: async (_tx, from, count) => {
      const day = businessDayAfter(calendar, from as LocalDate, count);
      return day.ok ? day.value : null;
    },
  });
}

async function run(
  id: string,
  input: JsonObject,
  language: Language = "en",
  client: string = randomUUID(),
  personId: string | null = null,
) {
  const effects: readonly EffectHandler[] = serviceEffects(service());
  const handler = effects.find((effect) => effect.id === id);
  if (handler?.mode !== "local") throw new Error(`there is no local effect ${id}`);
  return await house.db.transaction().execute((tx) =>
    handler.run(
      {
        tx,
        client,
        prepared: {},
        claim: async () => {},
        judge: async () => null,
        handedOn: () => [],
        instance: { id: randomUUID(), flow: "complaint", version: "v1", step: "send" },
        subject: "visitor:abc",
        personId,
        idempotencyKey: randomUUID(),
        clock: house.clock,
        language,
      },
      input,
    ),
  );
}

const complaint = {
  email: "complains@example.com",
  phone: "+66812345678",
  problemType: "FEES",
  detail: "ค่าธรรมเนียมไม่ตรงกับที่แจ้ง",
};

describe("a complaint", () => {
  it.each([
    ["on a Monday", "2026-03-02T09:00:00", "2026-03-05"],
    ["on a Friday night", "2026-03-06T23:30:00", "2026-03-11"],
    ["before Songkran", "2026-04-10T10:00:00", "2026-04-20"],
    ["without the next year's holidays", "2026-12-30T10:00:00", "2027-01-02"],
  ])("%s gets its number and its two due days at once", async (_what, now, acknowledgeBy) => {
    house.clock.set(now);
    const answer = await run("service.fileComplaint", complaint);
    const answerBy = addDays(now.slice(0, 10) as LocalDate, 30);
    expect(answer).toEqual({
      ok: true,
      value: { reference: expect.stringMatching(/^CMP-\d{6}-[A-Z2-9]{5}$/), acknowledgeBy, answerBy },
    });
  });

  it("is confirmed by e-mail in its own language", async () => {
    house.clock.set("2026-03-02T09:00:00");
    await run("service.fileComplaint", { ...complaint, email: "th@example.com" }, "th");
    const [mail] = await house.mailOf("th@example.com");
    expect(mail).toMatchObject({ template: "complaint-received", language: "th" });
    expect(mail?.body).toContain("05/03/2026");
    expect(mail?.body).toContain("01/04/2026");
    expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/{{|undefined/);
  });

  it("leaves an audit line without its text", async () => {
    const lines = await house.db
      .selectFrom("audit_lines")
      .selectAll()
      .where("action", "=", "service.fileComplaint")
      .execute();
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain("ค่าธรรมเนียม");
    expect(JSON.stringify(lines)).not.toContain("@example.com");
  });
});

describe("a request to be contacted", () => {
  it("is recorded and confirmed", async () => {
    const answer = await run("service.contactBack", {
      name: "Somchai",
      email: "contact@example.com",
      phone: "0812345678",
      topic: "STRATEGIES",
    });
    expect(answer).toMatchObject({ ok: true, value: { reference: expect.stringMatching(/^CON-/) } });
    const rows = await house.db.selectFrom("contact_requests").selectAll().execute();
    expect(rows).toMatchObject([{ topic: "STRATEGIES", state: "open", person_id: null }]);
    expect((await house.mailOf("contact@example.com"))[0]?.body).toContain("CON-");
  });
});

describe("the desk", () => {
  let support: string;
  beforeAll(async () => {
    support = randomUUID();
    await sql`insert into people (id, email, email_key, customer_type, language, role, created_at)
      values (${support}, 'support.desk@saphan.example', 'support.desk', 'INDIVIDUAL', 'th', 'support', now())`.execute(
      house.db,
    );
  });

  async function filed(email: string, language: Language = "en") {
    house.clock.set("2026-03-02T09:00:00");
    await run("service.fileComplaint", { ...complaint, email }, language);
    return await complaintOf(email);
  }
  async function complaintOf(email: string) {
    const found = (await serviceDesk(service())).complaints.find((each) => each.email === email);
    if (found === undefined) throw new Error(`the desk does not show ${email}`);
    return found;
  }

  it("shows a complaint with its promised days, and marks one that is over", async () => {
    const { state, acknowledgeBy, late } = await filed("late@example.com");
    expect({ state, acknowledgeBy, late }).toEqual({
      state: "open",
      acknowledgeBy: "2026-03-05",
      late: false,
    });
    house.clock.set("2026-03-05T23:59:59");
    expect((await complaintOf("late@example.com")).late).toBe(false);
    house.clock.set("2026-03-06T00:00:00");
    expect((await complaintOf("late@example.com")).late).toBe(true);
  });

  it("acknowledges, then answers, each once, with letters in the language of the complaint", async () => {
    const { id, reference } = await filed("answered@example.com", "th");
    expect(await handleComplaint(service(), support, { id, answer: null })).toMatchObject({
      value: { state: "acknowledged" },
    });
    expect(await handleComplaint(service(), support, { id, answer: null })).toMatchObject({
      error: { code: "already-decided" },
    });
    const answer = "คืนค่าธรรมเนียม <b>10.00</b> บาทแล้ว";
    expect(await handleComplaint(service(), support, { id, answer })).toMatchObject({
      value: { state: "answered" },
    });
    expect(await handleComplaint(service(), support, { id, answer: "again" })).toMatchObject({
      error: { code: "already-decided" },
    });
    const letters = await house.mailOf("answered@example.com");
    expect(letters.map(({ template, language }) => [template, language]).sort()).toEqual([
      ["complaint-acknowledged", "th"],
      ["complaint-answered", "th"],
      ["complaint-received", "th"],
    ]);
    const written = letters.find(({ template }) => template === "complaint-answered");
    expect(written?.subject).toContain(reference);
    expect(written?.body).toContain(answer);
    expect(await complaintOf("answered@example.com")).toMatchObject({
      state: "answered",
      late: false,
      answered: { by: "support.desk@saphan.example", text: answer },
    });
  });

  it("answers a complaint that was not acknowledged: the answer does both", async () => {
    const { id } = await filed("atonce@example.com");
    await handleComplaint(service(), support, { id, answer: "Done" });
    const { acknowledged, answered } = await complaintOf("atonce@example.com");
    expect([acknowledged?.by, answered?.text]).toEqual(["support.desk@saphan.example", "Done"]);
  });

  it("answers a complaint once if two colleagues answer at the same time", async () => {
    const { id } = await filed("both@example.com");
    const all = await Promise.all(
      ["one", "two", "three"].map((answer) => handleComplaint(service(), support, { id, answer })),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await house.mailOf("both@example.com")).map(({ template }) => template).sort()).toEqual([
      "complaint-answered",
      "complaint-received",
    ]);
  });

  it("shows requests to be called with their due days, nearest first, and as late only after the day", async () => {
    const contact = { name: "Somsri", phone: "0812345678", topic: "FEES" };
    const ask = async (at: string, email: string) => {
      house.clock.set(at);
      await run("service.contactBack", { ...contact, email });
    };
    // A request on the Friday before Songkran is called back on the Thursday after it, as are requests during the
    // holidays.
    await ask("2026-04-10T10:00:00", "friday@example.com");
    await ask("2026-04-12T10:00:00", "sunday@example.com");
    await ask("2026-04-09T10:00:00", "thursday@example.com");
    const asked = async () =>
      (await serviceDesk(service())).contacts
        .filter(({ email }) => /^(thurs|fri|sun)day@/.test(email ?? ""))
        .map(({ email, callBy, late }) => [email?.split("@")[0], callBy, late]);
    house.clock.set("2026-04-16T10:00:00");
    expect(await asked()).toEqual([
      ["thursday", "2026-04-10", true],
      ["friday", "2026-04-16", false],
      ["sunday", "2026-04-16", false],
    ]);
    house.clock.set("2026-04-17T10:00:00");
    expect((await asked()).every(([, , late]) => late)).toBe(true);
    house.clock.set("2026-03-02T10:00:00");
  });

  it("marks a request to be called as done, once, with a note that only colleagues read", async () => {
    await run("service.contactBack", {
      name: "Somsri",
      email: "called@example.com",
      phone: "0812345678",
      topic: "FEES",
    });
    const find = async () =>
      (await serviceDesk(service())).contacts.find(({ email }) => email === "called@example.com");
    const id = (await find())?.id ?? "";
    expect(await finishContact(service(), support, { id, note: "called at 10:00" })).toMatchObject({
      ok: true,
    });
    expect(await finishContact(service(), support, { id, note: "again" })).toMatchObject({
      error: { code: "already-decided" },
    });
    expect((await find())?.done).toMatchObject({
      by: "support.desk@saphan.example",
      note: "called at 10:00",
    });
    expect((await house.mailOf("called@example.com")).map(({ body }) => body).join()).not.toContain("10:00");
  });

  it("rejects an unknown request", async () => {
    const id = randomUUID();
    expect(await handleComplaint(service(), support, { id, answer: "x" })).toMatchObject({
      error: { code: "not-found" },
    });
    expect(await finishContact(service(), support, { id, note: "x" })).toMatchObject({
      error: { code: "not-found" },
    });
  });

  it("shows texts as erased once their author's key is erased, and can still close the request", async () => {
    house.clock.set("2026-03-02T09:00:00");
    const personId = await addPerson(house.db);
    const email = "erased@example.com";
    await run("service.fileComplaint", { ...complaint, email }, "th", "a", personId);
    const asked = { name: "Somsri", email, phone: "0812345678", topic: "FEES" };
    await run("service.contactBack", asked, "th", "a", personId);
    const { id } = await complaintOf(email);
    const contact = (await serviceDesk(service())).contacts.find((each) => each.email === email);
    await house.db.transaction().execute((tx) => house.accounts.vault.erase(tx, personId, FIXED_MOMENT));
    const gone = (await serviceDesk(service())).complaints.find((each) => each.id === id);
    expect(gone).toMatchObject({ email: null, phone: null, detail: null, hasAccount: true });
    const answer = "Nothing is left to look at.";
    expect(await handleComplaint(service(), support, { id, answer })).toMatchObject({ ok: true });
    expect((await house.mailOf(email)).map(({ template }) => template)).not.toContain("complaint-answered");
    expect(
      await finishContact(service(), support, { id: contact?.id ?? "", note: "not called" }),
    ).toMatchObject({ ok: true });
    const { complaints, contacts } = await serviceDesk(service());
    expect(complaints.find((each) => each.id === id)?.answered?.text).toBe(answer);
    expect(contacts.find((each) => each.id === contact?.id)).toMatchObject({
      name: null,
      done: { note: "not called" },
    });
  });

  it("never goes back, also with direct SQL", async () => {
    const { id } = await filed("back@example.com");
    await handleComplaint(service(), support, { id, answer: "Done" });
    await expect(
      sql`update complaints set answer = 'another'::bytea where id = ${id}`.execute(house.db),
    ).rejects.toThrow("goes forward only");
  });
});

describe("a form with another person's address", () => {
  beforeEach(async () => {
    await house.db.deleteFrom("service_days").execute();
  });
  const contact = { name: "Somchai", email: "", phone: "0812345678", topic: "STRATEGIES" };
  const cases = [
    ["service.contactBack", contact],
    ["service.fileComplaint", complaint],
  ] as const;
  const refused = expect.objectContaining({ code: "requests-used-up", status: 429 });

  it.each(LANGUAGES)("cannot put its own text into our letter (%s)", async (language) => {
    const email = `words-${language}@example.com`;
    const name = "บัญชีถูกระงับ https://evil.example/login";
    await run("service.contactBack", { ...contact, email, name }, language);
    const [mail] = await house.mailOf(email);
    expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/evil|ระงับ|{{/);
  });

  it.each(cases)("causes at most two letters a day: %s", async (id, input) => {
    const email = `flood-${id}@example.com`;
    const files = [email, `Flood-${id}+1@Example.com`, ...Array(dailyRequests.address - 2).fill(email)];
    for (const each of files) expect(await run(id, { ...input, email: each })).toMatchObject({ ok: true });
    await expect(run(id, { ...input, email })).rejects.toEqual(refused);
    expect([...(await house.mailOf(email)), ...(await house.mailOf(files[1]))]).toHaveLength(
      dailyRequests.lettersToOne,
    );
  });

  it("counts all addresses of one network together", async () => {
    const from = "address:198.51.100.7";
    const file = (n: number) =>
      run("service.contactBack", { ...contact, email: `many-${n}@example.com` }, "en", from);
    for (let n = 0; n < dailyRequests.client; n += 1) await file(n);
    await expect(file(-1)).rejects.toEqual(refused);
    // Another network is accepted, and so is this one on the next day.
    await run("service.contactBack", { ...contact, email: "other@example.com" });
    await house.db.transaction().execute((tx) => sweepRequests(tx, new Date(Date.now() + 86_400_000)));
    await file(-1);
  });

  it.each([
    ["all", dailyRequests.all, "refused"],
    ["letters", dailyRequests.letters, "accepted without a letter"],
  ])("has a total limit: %s", async (what, limit, how) => {
    await run("service.contactBack", { ...contact, email: `first-${what}@example.com` });
    const key = createHmac("sha256", Buffer.alloc(32)).update(what).digest();
    await house.db.updateTable("service_days").set({ requests: limit }).where("key", "=", key).execute();
    const email = `bounded-${what}@example.com`;
    const next = run("service.contactBack", { ...contact, email });
    if (how === "refused") await expect(next).rejects.toEqual(refused);
    else expect(await next).toMatchObject({ ok: true });
    expect(await house.mailOf(email)).toHaveLength(0);
  });
});
