import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../../engine/values/languages.ts";
import { addDays, type LocalDate } from "../../../engine/values/local-date.ts";
import signature from "../../../schemas/effects/cases.openByVisitor.json" with { type: "json" };
import { caseDesk, type Filter, readCase } from "../../../server/cases/desk.ts";
import { createCases, dailyRequests, openCase, sweepRequests } from "../../../server/cases/index.ts";
import { ownCases } from "../../../server/cases/own-cases.ts";
import { reply } from "../../../server/cases/reply.ts";
import type { Step } from "../../../server/cases/step.ts";
import { doStep } from "../../../server/cases/steps.ts";
import { drawInLanguages } from "../../../server/flows/index.ts";
import { businessDayAfter, type Calendar } from "../../../server/fund/index.ts";
import { addPerson } from "../../support/add-person.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { buildHouse, type House } from "../accounts/harness.ts";

let house: House;
const support = { id: randomUUID(), role: "support" } as const;
const colleague = { id: randomUUID(), role: "support" } as const;
beforeAll(async () => {
  house = await buildHouse();
  for (const [at, { id }] of [support, colleague].entries())
    await sql`insert into people (id, email, email_key, customer_type, language, role, created_at)
      values (${id}, ${`desk-${at}@saphan.example`}, ${`desk-${at}`}, 'INDIVIDUAL', 'th', 'support', now())`.execute(
      house.db,
    );
});
afterAll(async () => await house.close());
beforeEach(async () => {
  house.clock.set("2026-03-02T09:00:00");
  await house.db.deleteFrom("case_days").execute();
});

const calendar: Calendar = {
  years: new Map([[2026, { confirmed: true }]]),
  holidays: new Set(["2026-04-13", "2026-04-14", "2026-04-15"]),
};

function room() {
  return createCases({
    ...{ db: house.db, clock: house.clock, messages: house.messages, vault: house.accounts.vault },
    config: { origin: "https://saphan.example" },
    key: Buffer.alloc(32),
    files: { keep: async () => {}, attach: async () => false, forget: async () => {} },
    records: { of: async () => new Map(), hasFile: async () => false, destroy: async () => {} },
    download: async () => {
      throw new Error("download: no file here");
    },
    moduleOf: async () => null,
    letters: async () => [],
    say: (key) => key,
    drawFile: async () => Buffer.alloc(0),
    namesOf: async () => null,
    draw: async (_, answers) =>
      drawInLanguages(null, answers, () => ({ yes: "yes", no: "no", file: "file" })),
    deliver: async () => 0,
    follows: {},
    businessDayAfter: async (_tx, from, count) => {
      const day = businessDayAfter(calendar, from as LocalDate, count);
      return day.ok ? day.value : null;
    },
  });
}

const COMPLAINT = {
  ...{ topic: "COMPLAINT", desk: "support", days: 30, counting: "CALENDAR" },
  ...{ acknowledgeDays: 3, answer: "LETTER", series: "CMP" },
  ...{ phone: "+66812345678", problemType: "FEES", detail: "ค่าธรรมเนียมไม่ตรงกับที่แจ้ง" },
} as const;
const CALL_BACK = {
  ...{ topic: "CALL_BACK", desk: "support", days: 1, counting: "BUSINESS", answer: "NOTE", series: "CON" },
  ...{ name: "Somchai", phone: "0812345678", about: "STRATEGIES" },
} as const;
const WORDS: { readonly [topic: string]: { readonly th: string; readonly en: string } } = {
  COMPLAINT: { th: "เรื่องร้องเรียน", en: "Complaint" },
  CALL_BACK: { th: "ขอให้ติดต่อกลับ", en: "Call back" },
};

/** Opens a case like a flow; returns the output of the effect. */
async function open(
  topic: typeof COMPLAINT | typeof CALL_BACK,
  input: { readonly email: string; readonly [name: string]: Json },
  { language = "en" as Language, client = randomUUID() as string, personId = null as string | null } = {},
) {
  const given = { ...topic, ...input };
  return await house.db.transaction().execute((tx) =>
    openCase(
      room(),
      {
        ...{
          tx,
          client,
          language,
          personId,
          clock: house.clock,
          prepared: {},
          fact: async () => null,
          judge: async () => null,
        },
        handedOn: () =>
          Object.entries(given).map(([name, value]) => ({
            ...{ name, place: `answers.form.${name}`, value: value as Json, checklist: [], files: [] },
            label: { th: name, en: name },
            word: name === "topic" ? (WORDS[topic.topic] ?? null) : null,
            spelled: signature.spelled.includes(name),
          })),
        instance: { id: randomUUID(), flow: "complaint", version: "v1", step: "send" },
        ...{ subject: "visitor:abc", idempotencyKey: randomUUID() },
      },
      given as Parameters<typeof openCase>[2],
    ),
  );
}

const desk = (filter: Filter = {}) => caseDesk(room(), "support", filter);
const lineOf = async (reference: string) => {
  const found = (await desk({ find: reference })).cases[0];
  if (found === undefined) throw new Error(`the desk does not show ${reference}`);
  return found;
};
const step = async (reference: string, what: Step, by: typeof support = support) =>
  await doStep(room(), by, (await lineOf(reference)).id, what);
const sheet = async (reference: string) => await readCase(room(), support, (await lineOf(reference)).id);
const templates = async (email: string) => (await house.mailOf(email)).map(({ template }) => template).sort();

describe("a complaint", () => {
  it.each([
    ["on a Monday", "2026-03-02T09:00:00", "2026-03-05"],
    ["on a Friday night", "2026-03-06T23:30:00", "2026-03-11"],
    ["before Songkran", "2026-04-10T10:00:00", "2026-04-20"],
    ["without the next year's holidays", "2026-12-30T10:00:00", "2027-01-02"],
  ])("%s gets its number and its two due days at once", async (_what, now, acknowledgeBy) => {
    house.clock.set(now);
    const answer = await open(COMPLAINT, { email: "complains@example.com" });
    const dueDate = addDays(now.slice(0, 10) as LocalDate, 30);
    expect(answer).toEqual({
      ...{ reference: expect.stringMatching(/^CMP-\d{6}-[A-Z2-9]{5}$/), acknowledgeBy, dueDate },
    });
  });

  it("is confirmed by an e-mail in its own language", async () => {
    await open(COMPLAINT, { email: "th@example.com" }, { language: "th" });
    const [mail] = await house.mailOf("th@example.com");
    expect(mail).toMatchObject({ template: "case-received-acknowledge-visitor", language: "th" });
    for (const text of ["เรื่องร้องเรียน", "05/03/2026", "01/04/2026"]) expect(mail?.body).toContain(text);
    expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/{{|undefined/);
  });

  it("a complaint leaves an audit line that does not contain the complaint's text", async () => {
    const lines = await house.db
      .selectFrom("audit_lines")
      .selectAll()
      .where("action", "=", "cases.open")
      .execute();
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain("ค่าธรรมเนียม");
    expect(JSON.stringify(lines)).not.toContain("@example.com");
  });

  it("a complaint shows the day of the acknowledgement and then the day of the answer, and marks a day that has passed", async () => {
    const { reference } = await open(COMPLAINT, { email: "late@example.com" });
    expect(await lineOf(reference)).toMatchObject({
      ...{ state: "open", promisedOn: "2026-03-05", promise: "acknowledge", overdue: false },
    });
    house.clock.set("2026-03-05T23:59:59");
    expect((await lineOf(reference)).overdue).toBe(false);
    house.clock.set("2026-03-06T00:00:00");
    expect((await lineOf(reference)).overdue).toBe(true);
    await step(reference, { kind: "acknowledge" });
    expect(await lineOf(reference)).toMatchObject({
      ...{ promisedOn: "2026-04-01", promise: "answer", overdue: false, owner: { id: support.id } },
    });
  });

  it("is acknowledged once and then answered once, with letters in the complaint's language", async () => {
    const email = "answered@example.com";
    const { reference } = await open(COMPLAINT, { email }, { language: "th" });
    expect((await sheet(reference))?.outcomes).toEqual(["answered"]);
    expect(await step(reference, { kind: "acknowledge" })).toMatchObject({ value: { state: "open" } });
    expect(await step(reference, { kind: "acknowledge" })).toMatchObject({ error: { code: "case-moved" } });
    const text = "คืนค่าธรรมเนียม <b>10.00</b> บาทแล้ว";
    expect(await step(reference, { kind: "answer", outcome: "granted", text })).toMatchObject({
      error: { code: "case-outcome" },
    });
    const answer = { kind: "answer", outcome: "answered", text } as const;
    expect(await step(reference, answer)).toMatchObject({ value: { state: "answered" } });
    expect(await step(reference, answer)).toMatchObject({ error: { code: "case-moved" } });
    expect(await templates(email)).toEqual([
      "case-acknowledged-visitor",
      "case-answered-visitor",
      "case-received-acknowledge-visitor",
    ]);
    const written = (await house.mailOf(email)).find(({ template }) => template === "case-answered-visitor");
    expect(written).toMatchObject({ language: "th", subject: expect.stringContaining(reference) });
    expect(written?.body).toContain(text);
    expect(await sheet(reference)).toMatchObject({
      ...{ state: "answered", outcome: "answered", acknowledged: { by: "desk-0@saphan.example" } },
    });
  });

  it("counts as acknowledged when it is answered", async () => {
    const { reference } = await open(COMPLAINT, { email: "atonce@example.com" });
    await step(reference, { kind: "take" });
    await step(reference, { kind: "answer", outcome: "answered", text: "Done" });
    expect(await sheet(reference)).toMatchObject({ acknowledged: { by: "desk-0@saphan.example" } });
  });

  it("only the colleague who handles a complaint can acknowledge it", async () => {
    const { reference } = await open(COMPLAINT, { email: "taken@example.com" });
    await step(reference, { kind: "take" });
    expect(await step(reference, { kind: "acknowledge" }, colleague)).toMatchObject({
      error: { code: "case-taken" },
    });
  });

  it("is answered once if two tabs answer at the same time", async () => {
    const email = "both@example.com";
    const { reference } = await open(COMPLAINT, { email });
    await step(reference, { kind: "take" });
    const all = await Promise.all(
      ["one", "two", "three"].map((text) => step(reference, { kind: "answer", outcome: "answered", text })),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await templates(email)).toEqual(["case-answered-visitor", "case-received-acknowledge-visitor"]);
  });

  it("appears among the requests of the investor who sent it, who can reopen it there", async () => {
    const personId = await addPerson(house.db);
    const { reference } = await open(COMPLAINT, { email: "typed@example.com" }, { personId });
    await step(reference, { kind: "acknowledge" });
    await step(reference, { kind: "answer", outcome: "answered", text: "We paid it back" });
    const [own] = (await ownCases(room(), personId)).cases;
    expect(own).toMatchObject({ reference, state: "answered", outcome: "answered" });
    expect(own?.entries.map(({ kind }) => kind)).toEqual(["opened", "acknowledged", "answered"]);
    expect(own?.given).toContainEqual({
      label: { th: "detail", en: "detail" },
      value: { th: COMPLAINT.detail, en: COMPLAINT.detail },
    });
    // Inputs that configure the case are not among the shown answers.
    expect(own?.given.map(({ label }) => label.en)).not.toContain("desk");
    expect(await house.mailOf("typed@example.com")).toEqual([]);
    await reply(room(), personId, own?.id ?? "", { text: "Only half of it", files: [] });
    expect(await lineOf(reference)).toMatchObject({ state: "open", promise: "answer" });
  });

  it("a complaint shows the desk and the colleague that now handle it", async () => {
    const { reference } = await open(COMPLAINT, { email: "handed@example.com" });
    const { email } = await house.db
      .selectFrom("people")
      .select("email")
      .where("id", "=", colleague.id)
      .executeTakeFirstOrThrow();
    for (const to of [colleague.id, null]) {
      await step(reference, { kind: "hand-on", desk: "support", colleague: to, text: "Yours" });
      expect((await sheet(reference))?.entries.at(-1)).toMatchObject({
        kind: "handed-on",
        to: { desk: "support", colleague: to === null ? null : email },
      });
    }
    await step(reference, { kind: "note", text: "Noted" });
    expect((await sheet(reference))?.entries.at(-1)?.to).toBeNull();
  });

  it("can be acknowledged only once, also with direct SQL", async () => {
    const { reference } = await open(COMPLAINT, { email: "sql@example.com" });
    await step(reference, { kind: "acknowledge" });
    await expect(
      sql`update cases set acknowledged_at = now() where reference = ${reference}`.execute(house.db),
    ).rejects.toThrow("acknowledged once");
    await expect(
      sql`update cases set state = 'answered', outcome = 'granted', proposed_by = ${support.id},
        answered_by = ${support.id}, answered_at = now() where reference = ${reference}`.execute(house.db),
    ).rejects.toThrow(/check/);
  });
});

describe("a request for a call", () => {
  it("is stored, and a letter confirms it", async () => {
    const answer = await open(CALL_BACK, { email: "contact@example.com" });
    expect(answer.reference).toMatch(/^CON-/);
    const [mail] = await house.mailOf("contact@example.com");
    expect(mail).toMatchObject({ template: "case-received-call-visitor" });
    expect(mail?.body).toContain("03/03/2026");
  });

  it("becomes late only after its due day, and the inbox lists the nearest due day first", async () => {
    const asked: string[] = [];
    // A request on the Friday before Songkran is due on the Thursday after it, like requests during the
    // holidays.
    for (const at of ["2026-04-10T10:00:00", "2026-04-12T10:00:00", "2026-04-09T10:00:00"]) {
      house.clock.set(at);
      asked.push((await open(CALL_BACK, { email: "songkran@example.com" })).reference);
    }
    house.clock.set("2026-04-16T10:00:00");
    const shown = async () =>
      (await desk({ find: "songkran@example.com" })).cases.map(({ reference, promisedOn, overdue }) => [
        ...[asked.indexOf(reference), promisedOn, overdue],
      ]);
    expect(await shown()).toEqual([
      [2, "2026-04-10", true],
      [0, "2026-04-16", false],
      [1, "2026-04-16", false],
    ]);
    house.clock.set("2026-04-17T10:00:00");
    expect((await shown()).every(([, , overdue]) => overdue)).toBe(true);
  });

  it("can be closed with a note that only colleagues can read", async () => {
    const personId = await addPerson(house.db);
    const { reference } = await open(CALL_BACK, { email: "called@example.com" }, { personId });
    await step(reference, { kind: "take" });
    expect(await step(reference, { kind: "answer", outcome: "done", text: "called at 10:00" })).toMatchObject(
      { value: { state: "answered" } },
    );
    expect((await sheet(reference))?.entries.at(-1)).toMatchObject({ text: "called at 10:00" });
    const [own] = (await ownCases(room(), personId)).cases;
    expect(own).toMatchObject({ outcome: "done" });
    expect(JSON.stringify(own)).not.toContain("10:00:");
    expect(JSON.stringify(own?.entries)).not.toContain("called");
    const letters = await house.db.selectFrom("mailbox").select(["template", "body"]).execute();
    expect(letters.map(({ body }) => body).join()).not.toContain("called at");
  });
});

describe("a search for a case", () => {
  it("finds the case by the beginning of its reference, the whole e-mail address or the phone number", async () => {
    const { reference } = await open(COMPLAINT, { email: "Find.Me@example.com", phone: "0899990001" });
    const found = async (find: string) =>
      (await desk({ find })).cases.map((one) => one.reference === reference);
    for (const find of [
      reference,
      reference.toLowerCase(),
      ` ${reference} `,
      "find.me@EXAMPLE.com",
      "0899990001",
      "+66 89 999 0001",
      "089–999–0001",
      "tel:+66899990001",
      reference.replaceAll("-", ""),
      reference.replaceAll("-", " "),
    ])
      expect(await found(find), find).toEqual([true]);
    for (const find of ["find.me", "@example.com", "89999", "CMP-9", "%", "_"])
      expect(await found(find), find).not.toContain(true);
    expect(await found(reference.slice(0, 11))).toContain(true);
  });

  it("finds closed cases, and an investor's case by the account's e-mail address", async () => {
    const personId = await addPerson(house.db);
    const { email } = await house.db
      .selectFrom("people")
      .select("email")
      .where("id", "=", personId)
      .executeTakeFirstOrThrow();
    const { reference } = await open(COMPLAINT, { email: "another@example.com" }, { personId });
    await step(reference, { kind: "take" });
    await step(reference, { kind: "answer", outcome: "answered", text: "Done" });
    await step(reference, { kind: "close", text: "Done" });
    for (const find of [reference, email, "another@example.com"])
      expect(
        (await desk({ find })).cases.map((one) => one.reference),
        find,
      ).toEqual([reference]);
    expect((await desk()).cases.some((one) => one.reference === reference)).toBe(false);
  });

  it("does not find cases of another desk", async () => {
    const { reference } = await open(COMPLAINT, { email: "desks@example.com" });
    expect((await caseDesk(room(), "finance", { find: reference })).cases).toEqual([]);
    expect((await caseDesk(room(), "compliance", { find: reference })).cases).toHaveLength(1);
  });

  it("returns the cases page by page, each once, with their total number", async () => {
    const all = new Set<string>();
    for (let at = 0; at < 120; at += 1) {
      // Several cases share the same time.
      if (at % 4 === 0) house.clock.set(`2026-05-${String(1 + (at % 28)).padStart(2, "0")}T09:00:00`);
      all.add((await open(CALL_BACK, { email: `page-${at}@example.com` })).reference);
    }
    const seen: string[] = [];
    const promised: string[] = [];
    let after: string | null = null;
    do {
      const page = await desk(after == null ? {} : { after });
      expect(page.total).toBeGreaterThanOrEqual(120);
      expect(page.cases.length).toBeLessThanOrEqual(50);
      seen.push(...page.cases.map(({ reference }) => reference));
      promised.push(...page.cases.filter(({ outcome }) => outcome === null).map((one) => one.promisedOn));
      after = page.next;
    } while (after !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...all].every((reference) => seen.includes(reference))).toBe(true);
    expect(promised).toEqual([...promised].sort());
    // A page position that belongs to no case starts from the beginning.
    const { next } = await desk();
    for (const foreign of [
      "true_x",
      next?.replace(/_\d{4}-\d\d-/, "_2026-99-"),
      next?.replace(/_\d{4}-/, "_0000-"),
      next?.replace(/T\d\d:/, "T77:"),
      next?.replace(/[\da-f]{8}-/, "--------"),
    ])
      expect((await desk({ after: foreign ?? "" })).cases[0]?.reference, foreign).toBe(seen[0]);
  }, 60_000);
});

it("staff see the case of an erased person as erased, without an error", async () => {
  const personId = await addPerson(house.db);
  const { reference } = await open(COMPLAINT, { email: "erased@example.com" }, { personId });
  await house.db.transaction().execute((tx) => house.accounts.vault.erase(tx, personId, FIXED_MOMENT));
  expect(await sheet(reference)).toMatchObject({ given: [], fromName: null, may: { take: false } });
  expect(await step(reference, { kind: "acknowledge" })).toMatchObject({ error: { code: "case-erased" } });
});

describe("a form sent with another person's e-mail address", () => {
  const topics = [
    ["CALL_BACK", CALL_BACK],
    ["COMPLAINT", COMPLAINT],
  ] as const;
  const refused = expect.objectContaining({ code: "requests-used-up", status: 429 });

  it.each(LANGUAGES)(
    "a form sent with another person's e-mail address cannot add its own text to our letter (%s)",
    async (language) => {
      const email = `words-${language}@example.com`;
      await open(CALL_BACK, { email, name: "บัญชีถูกระงับ https://evil.example/login" }, { language });
      const [mail] = await house.mailOf(email);
      expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/evil|ระงับ|{{/);
    },
  );

  it.each(topics)("causes at most two letters a day to that address: %s", async (name, topic) => {
    const email = `flood-${name}@example.com`.toLowerCase();
    const files = [email, `Flood-${name}+1@Example.com`, ...Array(dailyRequests.address - 2).fill(email)];
    for (const each of files) await open(topic, { email: each });
    await expect(open(topic, { email })).rejects.toEqual(refused);
    expect([...(await house.mailOf(email)), ...(await house.mailOf(files[1] ?? ""))]).toHaveLength(
      dailyRequests.lettersToOne,
    );
  });

  it("is limited for visitors separately from requests by the address's owner", async () => {
    const personId = await addPerson(house.db);
    const email = `${personId}@example.test`;
    for (let n = 0; n < dailyRequests.address; n += 1) await open(COMPLAINT, { email });
    await expect(open(COMPLAINT, { email })).rejects.toEqual(refused);
    const before = (await house.mailOf(email)).length;
    for (let n = 0; n < dailyRequests.owner; n += 1) await open(COMPLAINT, { email }, { personId });
    expect((await house.mailOf(email)).length - before).toBe(dailyRequests.owner);
    await expect(open(COMPLAINT, { email }, { personId })).rejects.toEqual(refused);
    // A person who has not confirmed the address counts as a visitor.
    const other = await addPerson(house.db);
    await house.db.updateTable("people").set({ email_confirmed_at: null }).where("id", "=", other).execute();
    for (let n = 0; n < 3; n += 1) await open(COMPLAINT, { email }, { personId: other });
    expect(await house.mailOf(`${other}@example.test`)).toHaveLength(dailyRequests.lettersToOne);
  });

  it("is limited per network, however many IP addresses the network uses", async () => {
    const client = "address:198.51.100.7";
    const file = (n: number) => open(CALL_BACK, { email: `many-${n}@example.com` }, { client });
    for (let n = 0; n < dailyRequests.client; n += 1) await file(n);
    await expect(file(-1)).rejects.toEqual(refused);
    // A request from another network is accepted, and on the next day one from this network too.
    await open(CALL_BACK, { email: "other@example.com" });
    await house.db.transaction().execute((tx) => sweepRequests(tx, new Date(Date.now() + 86_400_000)));
    await file(-1);
  });

  it.each([
    ["all", dailyRequests.all, "refused"],
    ["letters", dailyRequests.letters, "accepted without a letter"],
  ])("is limited to a number of requests per day: %s", async (what, limit, how) => {
    await open(CALL_BACK, { email: `first-${what}@example.com` });
    const key = createHmac("sha256", Buffer.alloc(32)).update(what).digest();
    await house.db.updateTable("case_days").set({ requests: limit }).where("key", "=", key).execute();
    const email = `bounded-${what}@example.com`;
    const next = open(CALL_BACK, { email });
    if (how === "refused") await expect(next).rejects.toEqual(refused);
    else expect((await next).reference).toMatch(/^CON/);
    expect(await house.mailOf(email)).toHaveLength(0);
  });
});
