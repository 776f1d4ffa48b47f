import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setAccountLock } from "../../../server/accounts/index.ts";
import { openHits } from "../../../server/identity/aml/hits-shown.ts";
import { HIT_SCORE, matchLists, type Screened } from "../../../server/identity/aml/match-lists.ts";
import { nameScore } from "../../../server/identity/aml/name-score.ts";
import { standingOf } from "../../../server/identity/aml/screen.ts";
import { readWatchList } from "../../../server/identity/aml/watch-list.ts";
import { demonstrationLists, userRecord } from "../../../server/identity/index.ts";
import { statusesOf } from "../../../server/identity/move-status.ts";
import { openReviewPage, showNationalId } from "../../../server/identity/review-page.ts";
import { reviewQueue } from "../../../server/identity/review-queue.ts";
import { LETTERS } from "../../../server/messages/letters.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { type Browser, buildHouse, type House, logInAs } from "../accounts/harness.ts";
import { type Applicant, newApplicant, runEffect, submission } from "./applicant.ts";

const LIST = readFileSync(join(demonstrationLists, "demonstration.json"), "utf8");
const demonstration = readWatchList("demonstration", LIST);

describe("the comparison of names with watch lists", () => {
  it.each([
    ["Sombat Rawangphai", "SOMBAT RAWANGPHAI", true],
    ["Mr. Sombat Rawangphai", "RAWANGPHAI Sombat", true],
    ["Sombut Rawangpai", "SOMBAT RAWANGPHAI", true],
    ["Sombat Rawangphay", "SOMBAT RAWANGPHAI", true],
    ["นายสมบัติ ระวังภัย", "สมบัติ ระวังภัย", true],
    ["สมบัต ระวังภัย", "สมบัติ ระวังภัย", true],
    ["Yousef Al Tajribi", "YUSUF AL-TAJRIBI", true],
    ["บริษัท ระวังภัยการค้า จำกัด (มหาชน)", "บริษัท ระวังภัยการค้า จำกัด", true],
    ["Sombat Wongsawat", "SOMBAT RAWANGPHAI", false],
    ["สมบัติ วงศ์สวัสดิ์", "สมบัติ ระวังภัย", false],
    ["Sombat", "SOMBAT RAWANGPHAI", false],
    ["กาญจนก วงศ์สวัสดิ์", "สมบัติ ระวังภัย", false],
    ["Kanchanok Wongsawat", "YUSUF AL-TAJRIBI", false],
    ["", "SOMBAT RAWANGPHAI", false],
  ])("the name %s matches the listed name %s: %s", (given, listed, hit) => {
    expect(nameScore(given, listed) >= HIT_SCORE).toBe(hit);
    expect(nameScore(listed, given)).toBe(nameScore(given, listed));
  });

  const sombat: Screened = {
    role: "customer",
    kind: "person",
    names: ["สมบัติ ระวังภัย", "Sombat Rawangphai"],
    birthDate: "1975-04-12",
    document: "1101700000001",
  };
  it.each([
    ["the same day", "1975-04-12", "same-day", 100],
    ["the same year, without a day on the card", "1975", "same-year", 100],
    ["one year apart", "1976-01-01", "unknown", 100],
    ["another generation", "1999-01-01", "other", 85],
  ])("considers the birth date as well: %s", (_why, birthDate, birth, score) => {
    expect(matchLists([demonstration], [{ ...sombat, birthDate }])).toMatchObject([{ birth, score }]);
  });

  it("matches the same document number with any name, and never a company with a person", () => {
    const document = "3100500000001";
    const other = { ...sombat, names: ["Somebody Else"], document };
    expect(matchLists([demonstration], [other])).toMatchObject([
      { score: 100, sameDocument: true, entry: { reference: "DEMOi.002" } },
    ]);
    expect(matchLists([demonstration], [{ ...sombat, kind: "company" }])).toEqual([]);
  });

  it("rejects a list as a whole if it is malformed or an entry has no name", () => {
    expect(() => readWatchList("x", "{}")).toThrow("INDIVIDUALS");
    const nameless = { CONSOLIDATED_LIST: { INDIVIDUALS: [{ REFERENCE_NUMBER: "A.1" }] } };
    expect(() => readWatchList("x", JSON.stringify(nameless))).toThrow("A.1");
  });
});

describe("the screening of a person against watch lists", () => {
  let house: House;
  let folder: string;
  let one: Browser;
  let two: Browser;
  beforeAll(async () => {
    house = await buildHouse();
    folder = join(house.config.dataDir, "watch-lists");
    mkdirSync(folder);
    one = await logInAs(house, "compliance@saphan.example");
    two = await logInAs(house, "compliance2@saphan.example");
  });
  afterAll(async () => await house.close());
  beforeEach(() => {
    house.flags.add("aml-check");
    writeFileSync(join(folder, "demonstration.json"), LIST);
  });

  const REASON = "another face, another number";
  const personOf = async (browser: Browser) =>
    ((await browser.call("GET", "/api/test/who")).body as { person: { id: string } }).person.id;
  const LISTED = {
    firstNameTh: "สมบัติ",
    lastNameTh: "ระวังภัย",
    firstNameEn: "Sombat",
    lastNameEn: "Rawangphai",
    birthDate: "1975-04-12",
  };
  const sendIn = async (change: object = {}) => {
    const applicant = await newApplicant(house, { language: "en" });
    const input = submission(house, applicant, { ...change });
    expect(await runEffect(house, applicant.id, "identity.submit", input)).toMatchObject({ ok: true });
    return applicant;
  };
  const reviewOf = async ({ id }: Applicant) => {
    const reviews = house.db.selectFrom("identity_reviews").select("id").where("person_id", "=", id);
    return (await reviews.orderBy("opened_at", "desc").executeTakeFirstOrThrow()).id;
  };
  const screeningOf = async (applicant: Applicant) => {
    const page = await one.call("GET", `/api/reviews/${await reviewOf(applicant)}`);
    return (
      page.body as { screening: { standing: string; hits: { id: string; score: number; state: string }[] } }
    ).screening;
  };
  const approve = async (applicant: Applicant) =>
    await one.call("POST", `/api/reviews/${await reviewOf(applicant)}/decision`, {
      decision: "approve",
      reason: "card and face match",
    });
  const say = async (by: Browser, applicant: Applicant, decision: "dismiss" | "confirm" | "clear") => {
    const [hit] = (await screeningOf(applicant)).hits;
    const path = `/api/reviews/${await reviewOf(applicant)}/hits/${hit?.id}/decision`;
    return await by.call("POST", path, { decision, reason: REASON });
  };
  const accountOf = async ({ id }: Applicant) =>
    (await statusesOf(house.db, id, house.clock.today())).account;

  it("clears a person on no list at once, who is then approved as usual", async () => {
    const applicant = await sendIn();
    expect(await screeningOf(applicant)).toEqual({ standing: "clear", hits: [] });
    expect(await accountOf(applicant)).toBe("VERIFIED");
    expect(await approve(applicant)).toMatchObject({ status: 200 });
  });

  it("makes a person with a similar name wait until two people dismiss the match", async () => {
    const applicant = await sendIn(LISTED);
    expect(await screeningOf(applicant)).toMatchObject({
      standing: "open",
      hits: [{ reference: "DEMOi.001", role: "customer", score: 100, birth: "same-day", proposed: null }],
    });
    const queue = await one.call("GET", "/api/reviews");
    expect(queue.body).toMatchObject({ hits: [{ name: "สมบัติ ระวังภัย", score: 100, proposed: false }] });
    expect(await approve(applicant)).toMatchObject({ status: 409, body: { code: "watch-list-hits" } });
    expect(await say(one, applicant, "dismiss")).toMatchObject({ body: { state: "proposed" } });
    expect(await say(one, applicant, "dismiss")).toMatchObject({
      status: 403,
      body: { code: "same-person" },
    });
    expect(await approve(applicant)).toMatchObject({ status: 409 });
    // A reviewer who disagrees records that, and the first reviewer may then change the decision.
    expect(await say(two, applicant, "confirm")).toMatchObject({ body: { state: "proposed" } });
    expect(await say(two, applicant, "dismiss")).toMatchObject({ body: { state: "proposed" } });
    expect(await say(one, applicant, "dismiss")).toMatchObject({ body: { state: "dismissed" } });
    expect(await say(two, applicant, "confirm")).toMatchObject({ body: { code: "already-decided" } });
    expect(await accountOf(applicant)).toBe("VERIFIED");
    expect(await approve(applicant)).toMatchObject({ status: 200 });
  });

  it("leads to a block by two people for a listed person, who is not informed", async () => {
    const applicant = await sendIn(LISTED);
    const before = (await house.mailOf(applicant.email)).length;
    await say(one, applicant, "confirm");
    expect(await say(two, applicant, "confirm")).toMatchObject({ body: { state: "confirmed" } });
    expect(await accountOf(applicant)).toBe("BLOCKED");
    const person = await house.db
      .selectFrom("people")
      .select(["locked_at", "vendor_blocked_at"])
      .where("id", "=", applicant.id)
      .executeTakeFirstOrThrow();
    expect([person.locked_at, person.vendor_blocked_at].every((at) => at !== null)).toBe(true);
    expect((await house.mailOf(applicant.email)).length).toBe(before);
    house.flags.delete("aml-check");
    expect(await approve(applicant)).toMatchObject({ status: 409, body: { code: "watch-listed" } });
    // The person stays blocked after another screening, also against a list without the entry.
    house.flags.add("aml-check");
    writeFileSync(join(folder, "demonstration.json"), LIST.replace("DEMOi.001", "DEMOi.009"));
    await house.jobs.runNow("identity.screen");
    expect(await accountOf(applicant)).toBe("BLOCKED");
  });

  it("sends a listed person no automatic letter about identity, lock, orders or payouts", async () => {
    const applicant = await sendIn(LISTED);
    const got = async () => (await house.mailOf(applicant.email)).map(({ template }) => template);
    const before = await got();
    for (const who of [one, two]) await say(who, applicant, "confirm");
    const write = async (template: string, key: string) =>
      await house.db
        .transaction()
        .execute((tx) =>
          house.messages.send(tx, { to: applicant.email, template, language: "en", data: {}, key }),
        );
    for (const template of Object.keys(LETTERS)) await write(template, `every:${template}:${applicant.id}`);
    const always = Object.entries(LETTERS).flatMap(([kind, to]) => (to === "always" ? [kind] : []));
    const arrived = async () => (await got()).slice(0, -before.length || undefined).sort();
    expect(await arrived()).toEqual([...always].sort());
    expect(always).toEqual(expect.arrayContaining(["otp", "password-changed", "reset-password"]));
    const held = await house.db
      .selectFrom("audit_lines")
      .select("detail")
      .where("action", "=", "messages.hold")
      .where("subject", "=", `person:${applicant.id}`)
      .execute();
    expect(held).toHaveLength(Object.keys(LETTERS).length - always.length);
    // Colleagues who talk to the person see neither the letters nor that the letters were held back.
    const shown = await house.messages.sentTo(applicant.email, 500);
    expect(
      shown.filter(({ template }) => LETTERS[template] === "held").map(({ template }) => template),
    ).toEqual(before.filter((template) => LETTERS[template] === "held"));
    for (const who of [one, two]) await say(who, applicant, "clear");
    await house.jobs.runNow("messages.sweep");
    expect(await arrived()).toEqual([...always, "account-unlocked"].sort());
    await write("kyc-due-soon", `after:${applicant.id}`);
    expect(await got()).toContain("kyc-due-soon");
  });

  it("leads to the same neutral sentence, in letter and on page, when a listed person is rejected", async () => {
    const applicant = await sendIn(LISTED);
    for (const who of [one, two]) await say(who, applicant, "confirm");
    const answer = await one.call("POST", `/api/reviews/${await reviewOf(applicant)}/decision`, {
      decision: "reject",
      reason: "on the list of the United Nations",
    });
    expect(answer.status).toBe(200);
    const letter = (await house.mailOf(applicant.email)).find(
      ({ template }) => template === "kyc-not-opened",
    );
    expect(letter?.body).toContain("We cannot open an account for you");
    expect(letter?.body).not.toContain("United Nations");
    expect((await userRecord(house.identity, applicant.id))?.decision).toMatchObject({
      state: "rejected",
      reason: "We cannot open an account for you",
    });
  });

  it("clears a person whom two people find to be different from the listed person", async () => {
    const applicant = await sendIn(LISTED);
    await say(one, applicant, "confirm");
    // A hit that is not confirmed cannot be cleared.
    expect(await say(two, applicant, "clear")).toMatchObject({ body: { code: "already-decided" } });
    await say(two, applicant, "confirm");
    const letters = async () => (await house.mailOf(applicant.email)).map(({ template }) => template);
    const support = { id: (await personOf(one)) ?? "", role: "support" };
    const unlock = { personId: applicant.id, locked: false, reason: "they called", by: support };
    expect(await setAccountLock(house.accounts, unlock)).toEqual({
      ok: false,
      error: { code: "not-allowed" },
    });
    expect(await say(one, applicant, "clear")).toMatchObject({ body: { state: "proposed" } });
    expect(await say(one, applicant, "clear")).toMatchObject({ status: 403, body: { code: "same-person" } });
    expect(await accountOf(applicant)).toBe("BLOCKED");
    expect((await screeningOf(applicant)).hits).toMatchObject([
      { state: "confirmed", clearing: { own: true } },
    ]);
    expect(await letters()).not.toContain("account-unlocked");
    expect(await say(two, applicant, "clear")).toMatchObject({ body: { state: "cleared" } });
    expect(await say(two, applicant, "clear")).toMatchObject({ body: { code: "already-decided" } });
    expect(await accountOf(applicant)).toBe("VERIFIED");
    expect((await letters()).filter((template) => template === "account-unlocked")).toHaveLength(1);
    const person = await house.db
      .selectFrom("people")
      .select(["locked_at", "vendor_blocked_at"])
      .where("id", "=", applicant.id)
      .executeTakeFirst();
    expect(person).toEqual({ locked_at: null, vendor_blocked_at: null });
    // Both decisions stay on record, the screening finds no new hit, and the identity is approved as usual.
    const [hit] = (await screeningOf(applicant)).hits;
    expect(hit).toMatchObject({ state: "cleared", decidedReason: REASON, clearedReason: REASON });
    await house.jobs.runNow("identity.screen");
    expect(await screeningOf(applicant)).toMatchObject({ standing: "clear" });
    expect(await approve(applicant)).toMatchObject({ status: 200 });
  });

  it("leaves a person locked for other reasons: a colleague's lock, a vendor's block, a second hit", async () => {
    const applicant = await sendIn(LISTED);
    const { id: personId } = applicant;
    const by = { id: (await personOf(one)) ?? "", role: "support" };
    await setAccountLock(house.accounts, { personId, locked: true, reason: "stolen phone", by });
    for (const who of [one, two]) await say(who, applicant, "confirm");
    for (const who of [one, two]) await say(who, applicant, "clear");
    const people = house.db.selectFrom("people").select(["locked_at", "vendor_blocked_at"]);
    const person = await people.where("id", "=", personId).executeTakeFirstOrThrow();
    expect(person.locked_at).not.toBeNull();
    expect(person.vendor_blocked_at).toBeNull();
    expect((await house.mailOf(applicant.email)).map(({ template }) => template)).not.toContain(
      "account-unlocked",
    );
  });

  it("hides from members of compliance the review of their own identity", async () => {
    const applicant = await sendIn(LISTED);
    const reviewId = await reviewOf(applicant);
    const about = { reviewId, by: applicant.id };
    expect(await openReviewPage(house.identity, about.reviewId, about.by)).toEqual({
      ok: false,
      error: { code: "not-allowed" },
    });
    expect(await showNationalId(house.identity, about.reviewId, about.by)).toBeNull();
    const isOwn = ({ review }: { readonly review: string }) => review === reviewId;
    expect((await openHits(house.identity, about.by)).some(isOwn)).toBe(false);
    const entry = async (reviewer: string) =>
      (await reviewQueue(house.identity, reviewer)).find(({ id }) => id === reviewId);
    expect(await entry(about.by)).toMatchObject({ hits: 0 });
    expect((await entry(about.by))?.statuses).not.toHaveProperty("account");
    // Another colleague of compliance sees the hit.
    const colleague = await personOf(one);
    expect((await openHits(house.identity, colleague)).some(isOwn)).toBe(true);
    expect(await entry(colleague)).toMatchObject({ hits: 1, statuses: { account: "REVIEW" } });
  });

  it("requires two people to clear a confirmed hit, also with direct SQL", async () => {
    const applicant = await sendIn(LISTED);
    for (const who of [one, two]) await say(who, applicant, "confirm");
    await say(one, applicant, "clear");
    const alone = house.db
      .updateTable("aml_hits")
      .set((row) => ({
        state: "cleared" as const,
        cleared_by: row.ref("clearing_by").$castTo<string>(),
        cleared_reason: Buffer.from("x"),
        cleared_at: FIXED_MOMENT,
      }))
      .where("person_id", "=", applicant.id);
    await expect(alone.execute()).rejects.toThrow("check constraint");
  });

  it.each([
    ["companyName", "บริษัท ระวังภัยการค้า จำกัด", "company"],
    ["beneficialOwnerName", "Sombut Rawangpai", "beneficial-owner"],
    ["controllerName", "ระวังภัย สมบัติ", "controller"],
  ])("reports a hit if the %s that the person entered resembles a listed name", async (field, name, role) => {
    const applicant = await sendIn({ [field]: name });
    expect((await screeningOf(applicant)).hits).toMatchObject([{ role }]);
  });

  it("prevents an approval without a valid watch list, until the list is corrected", async () => {
    rmSync(join(folder, "demonstration.json"));
    const applicant = await sendIn();
    expect(await screeningOf(applicant)).toEqual({ standing: "missing", hits: [] });
    expect(await accountOf(applicant)).toBe("WAITING");
    expect(await approve(applicant)).toMatchObject({ status: 409, body: { code: "not-screened" } });
    writeFileSync(join(folder, "demonstration.json"), LIST.slice(0, 400));
    expect(await approve(applicant)).toMatchObject({ status: 409, body: { code: "not-screened" } });
    writeFileSync(join(folder, "demonstration.json"), LIST);
    expect(await approve(applicant)).toMatchObject({ status: 200 });
  });

  it("is replaced by a colleague's review while aml-check is off", async () => {
    house.flags.delete("aml-check");
    const applicant = await sendIn(LISTED);
    expect(await screeningOf(applicant)).toEqual({ standing: "off", hits: [] });
    expect(await house.jobs.runNow("identity.screen")).toBe(0);
    expect(await approve(applicant)).toMatchObject({ status: 200 });
  });

  it("is repeated when a list changes; compliance is notified, and dismissed hits stay dismissed", async () => {
    const innocent = await sendIn({ lastNameTh: "ใหม่เอี่ยม", lastNameEn: "Maiiam" });
    const cleared = await sendIn(LISTED);
    await say(one, cleared, "dismiss");
    await say(two, cleared, "dismiss");
    await approve(innocent);
    await house.jobs.runNow("identity.screen");
    expect(await house.jobs.runNow("identity.screen")).toBe(0);
    const list = JSON.parse(LIST);
    list.CONSOLIDATED_LIST.INDIVIDUALS.INDIVIDUAL.push({
      REFERENCE_NUMBER: "DEMOi.003",
      FIRST_NAME: "KANCHANOK",
      SECOND_NAME: "MAIIAM",
      INDIVIDUAL_DATE_OF_BIRTH: { YEAR: "1990" },
    });
    writeFileSync(join(folder, "demonstration.json"), JSON.stringify(list));
    expect(await house.jobs.runNow("identity.screen")).toBeGreaterThan(1);
    expect((await screeningOf(innocent)).hits).toMatchObject([{ reference: "DEMOi.003", state: "open" }]);
    expect((await screeningOf(cleared)).hits).toMatchObject([{ state: "dismissed" }]);
    // A verified account stays verified until two people decide, because a screening never lowers the status.
    expect(await accountOf(innocent)).toBe("VERIFIED");
    const [letter] = await house.mailOf("compliance2@saphan.example");
    expect(letter).toMatchObject({ template: "watch-list-hits" });
    expect(letter?.body).not.toContain("Maiiam");
    // After the entry is removed from the list, nothing is left to decide.
    writeFileSync(join(folder, "demonstration.json"), LIST);
    await house.jobs.runNow("identity.screen");
    expect(await screeningOf(innocent)).toEqual({ standing: "clear", hits: [] });
  });

  it("requires two people to decide a hit, also with direct SQL", async () => {
    const applicant = await sendIn(LISTED);
    await say(one, applicant, "dismiss");
    const alone = house.db
      .updateTable("aml_hits")
      .set((row) => ({
        state: "dismissed" as const,
        decided_by: row.ref("proposed_by").$castTo<string>(),
        decided_reason: Buffer.from("x"),
        decided_at: FIXED_MOMENT,
      }))
      .where("person_id", "=", applicant.id);
    await expect(alone.execute()).rejects.toThrow("check constraint");
    expect(await standingOf(house.identity, house.db, applicant.id)).toBe("open");
  });
});
