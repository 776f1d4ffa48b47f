import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import type { EffectHandler } from "../../../server/flows/index.ts";
import {
  askedAgain,
  changeName,
  identityEffects,
  identityFacts,
  investorFact,
  payerLikeness,
  userRecord,
} from "../../../server/identity/index.ts";
import { statusesOf } from "../../../server/identity/move-status.ts";
import { newNationalId } from "../../support/national-id.ts";
import { buildHouse, type House, logInAs, openBrowser } from "../accounts/harness.ts";
import { type Applicant, cardOf, newApplicant, noCases, runEffect, submission, until } from "./applicant.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse({ sandbox: true });
});
afterAll(async () => await house.close());

const statuses = (applicant: Applicant) => statusesOf(house.db, applicant.id, house.clock.today());

async function askVendors(applicant: Applicant) {
  const { cardFront, cardBack, selfie } = applicant;
  return {
    documents: await runEffect(house, applicant.id, "identity.checkDocuments", { cardFront, cardBack }),
    liveness: await runEffect(house, applicant.id, "identity.checkLiveness", { selfie }),
  };
}

async function sendIn(applicant: Applicant, change = {}) {
  const input = submission(house, applicant, change);
  await runEffect(house, applicant.id, "identity.checkDopa", cardOf(input));
  return await runEffect(house, applicant.id, "identity.submit", input);
}

const wishOf = ({ id: personId }: Applicant) =>
  house.db.transaction().execute((tx) => askedAgain(house.identity, tx, personId));

async function reviewOf(applicant: Applicant): Promise<string> {
  const row = await house.db
    .selectFrom("identity_reviews")
    .select("id")
    .where("person_id", "=", applicant.id)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return row.id;
}

describe("the identity verification from the card to the approval", () => {
  it("leads through checks and review to an approval, and to a letter with a recommendation", async () => {
    const applicant = await newApplicant(house);
    expect((await userRecord(house.identity, applicant.id))?.kyc).toEqual({
      status: null,
      contractVerified: false,
    });
    const asked = await askVendors(applicant);
    expect(asked).toMatchObject({ documents: { ok: true }, liveness: { ok: true } });
    expect((await statuses(applicant)).kyc).toBe("PRE_VERIFIED");
    await until("vendors answer", async () => {
      const now = await statuses(applicant);
      return [now.onfido, now.verifio, now.liveness].every((status) => status === "VERIFIED");
    });
    const sent = await sendIn(applicant);
    expect(sent).toMatchObject({
      ok: true,
      value: { status: "PENDING", reference: expect.stringMatching(/^KYC-260302-[A-Z2-9]{5}$/) },
    });
    expect(await investorFact(house.identity, house.db, applicant.id, house.clock)).toEqual({
      customerType: "INDIVIDUAL",
      email: applicant.email,
      isVerified: true,
      agreeFatca: true,
      passDopa: true,
      contractVerified: true,
      hasPin: false,
      hadPin: false,
      kycStatus: "PENDING",
      suitStatus: "VERIFIED",
      suitLevel: 4,
      suitMaxRisk: 7,
      livenessStatus: "VERIFIED",
      onfidoStatus: "VERIFIED",
      verifioStatus: "VERIFIED",
      bankName: "004",
      birthDate: "1990-05-17",
    });
    expect(await userRecord(house.identity, applicant.id)).toMatchObject({ allowInvest: true });

    const reviewer = await logInAs(house, "compliance@saphan.example");
    const queue = await reviewer.call("GET", "/api/reviews");
    expect(queue.body).toMatchObject({ reviews: [{ name: "กาญจนก วงศ์สวัสดิ์", state: "open" }] });
    const id = await reviewOf(applicant);
    const page = await reviewer.call("GET", `/api/reviews/${id}`);
    expect(page.body).toMatchObject({
      // The version that the applicant answered names fields by their places in the data.
      sentBy: {
        module: "/modules/kyc.v1.js",
        places: { birthDate: "answers.general.birthDate", workplace: "answers.work.workplace" },
      },
      identity: { nationalIdEnd: applicant.nationalId.slice(-4), address: { no: "1", postalCode: "10500" } },
      holderLikeness: "SAME",
      passDopa: true,
      documents: [{ kind: "cardFront" }, { kind: "cardBack" }, { kind: "selfie" }],
      suitability: { score: 31, level: 4 },
      fatca: { form: "NONE", agree: true },
      bank: { bank: "004", accountNumber: "9876543210", accountName: "กาญจนก วงศ์สวัสดิ์" },
      sameCardElsewhere: 0,
    });
    const decision = { decision: "approve", reason: "card and face match" };
    expect((await reviewer.call("POST", `/api/reviews/${id}/decision`, decision)).body).toEqual({
      state: "approved",
    });
    const again = await reviewer.call("POST", `/api/reviews/${id}/decision`, decision);
    expect(again).toMatchObject({ status: 409, body: { code: "already-decided" } });
    expect((await statuses(applicant)).kyc).toBe("VERIFIED");
    const mails = await house.mailOf(applicant.email);
    expect(mails.map((mail) => mail.template).sort()).toEqual([
      "confirm-email",
      "kyc-approved",
      "kyc-received",
      "welcome",
    ]);
    const approval = mails.find((mail) => mail.template === "kyc-approved");
    expect(approval?.body).toContain("M-STABLE, M-BTCA และ M-LCAP");
    for (const mail of mails) expect(`${mail.subject} ${mail.body}`).not.toMatch(/{{|undefined|null/);
  });

  it("can request corrections in the investor's language, and accepts the corrected data", async () => {
    const applicant = await newApplicant(house, { language: "en" });
    await askVendors(applicant);
    await sendIn(applicant, { nationalId: newNationalId() });
    const reviewer = await logInAs(house, "compliance@saphan.example");
    const first = await reviewOf(applicant);
    const asked = [{ name: "cardBack", reason: "Show all four corners." }];
    const decision = { decision: "ask-again", reason: "The photo of the back is cut off.", asked };
    await reviewer.call("POST", `/api/reviews/${first}/decision`, decision);
    expect((await statuses(applicant)).kyc).toBe("REJECTED");
    const mail = (await house.mailOf(applicant.email)).find((one) => one.template === "kyc-correct");
    expect(mail).toMatchObject({ language: "en", subject: "Please correct your identity data" });
    expect(mail?.body).toContain("The photo of the back is cut off.");
    expect(mail?.body).toContain("Show all four corners.");
    expect(await userRecord(house.identity, applicant.id)).toMatchObject({
      decision: { state: "asked-again", reason: decision.reason, asked },
    });
    expect(await wishOf(applicant)).toMatchObject({
      effect: "identity.submit",
      inputs: [{ input: "cardBack", reason: "Show all four corners." }],
    });
    expect(await sendIn(applicant, { cardBack: applicant.selfie })).toMatchObject({
      ok: true,
      value: { status: "PENDING" },
    });
    const second = await reviewOf(applicant);
    expect(second).not.toBe(first);
    const page = await reviewer.call("GET", `/api/reviews/${second}`);
    const { changed } = page.body as { changed: { name: string }[] };
    expect(changed.map(({ name }) => name).sort()).toEqual(["cardBack", "nationalId"]);
    expect(await userRecord(house.identity, applicant.id)).toMatchObject({ decision: null });
  });

  it("ends, if rejected, with a letter that requests no new submission", async () => {
    const applicant = await newApplicant(house, { language: "en" });
    await sendIn(applicant);
    const reviewer = await logInAs(house, "compliance@saphan.example");
    const decision = { decision: "reject", reason: "The card is somebody else's." };
    await reviewer.call("POST", `/api/reviews/${await reviewOf(applicant)}/decision`, decision);
    const mail = (await house.mailOf(applicant.email)).find((one) => one.template === "kyc-rejected");
    expect(mail?.body).toContain("The card is somebody else's.");
    expect(mail?.body).toContain("/contact");
    expect(await userRecord(house.identity, applicant.id)).toMatchObject({
      decision: { state: "rejected", reason: "The card is somebody else's." },
    });
    expect(await wishOf(applicant)).toBeNull();
  });

  it("refers US persons and people under 20 to customer service, and stores none of their data", async () => {
    const applicant = await newApplicant(house);
    for (const key of ["isUsCitizen", "isGreenCardHolder", "isUsTaxResident"])
      expect(await sendIn(applicant, { [key]: true })).toEqual({ ok: false, error: { code: "us-person" } });
    for (const [birthDate, expected] of [
      ["2006-03-03", "under-age"],
      ["2006-03-02", undefined],
    ] as const) {
      const answer = await sendIn(applicant, { birthDate });
      expect(answer.ok ? undefined : answer.error.code, birthDate).toBe(expected);
      if (!answer.ok) expect((await statuses(applicant)).suit).toBeUndefined();
    }
  });

  it("leads to a review for US indicia, and to a yearly review for politically exposed persons", async () => {
    const applicant = await newApplicant(house);
    const answer = await sendIn(applicant, {
      usPhone: true,
      fatcaForm: "W8BEN",
      politicalRelatedPerson: true,
      politicalPosition: "mayor",
    });
    expect(answer).toMatchObject({ ok: true, value: { status: "REVIEW" } });
    const suit = await house.db
      .selectFrom("identity_statuses")
      .selectAll()
      .where("person_id", "=", applicant.id)
      .where("entity", "=", "suit")
      .executeTakeFirstOrThrow();
    expect(suit.due_on).toBe("2027-03-02");
  });

  it("notifies the person once, and compliance daily, if the review takes longer than promised", async () => {
    const applicant = await newApplicant(house, { language: "en" });
    // The day is the Friday before Songkran, so the third business day is the 20th.
    house.clock.set("2026-04-10T16:00:00");
    await sendIn(applicant);
    const letters = async (to: string, template: string) =>
      (await house.mailOf(to)).filter((mail) => mail.template === template);
    for (const [day, told, lists] of [
      ["2026-04-20", 0, 0],
      ["2026-04-21", 1, 1],
      ["2026-04-21", 1, 1],
      ["2026-04-22", 1, 2],
    ] as const) {
      house.clock.set(`${day}T09:00:00`);
      await house.jobs.runNow("identity.waiting");
      expect(await letters(applicant.email, "kyc-waiting"), day).toHaveLength(told);
      const mine = (await letters("compliance2@saphan.example", "reviews-overdue")).filter(({ body }) =>
        body.includes("(10/04/2026)"),
      );
      expect(mine, day).toHaveLength(lists);
    }
    const [letter] = await letters(applicant.email, "kyc-waiting");
    expect(letter?.body).toContain("longer than the 2–3 working days");
    // After the decision no further letter is sent.
    const reviewer = await logInAs(house, "compliance@saphan.example");
    const decision = { decision: "approve", reason: "fine" };
    await reviewer.call("POST", `/api/reviews/${await reviewOf(applicant)}/decision`, decision);
    house.clock.set("2026-04-23T09:00:00");
    await house.jobs.runNow("identity.waiting");
    const last = (await letters("compliance2@saphan.example", "reviews-overdue")).filter(({ body }) =>
      body.includes("(10/04/2026)"),
    );
    expect(last).toHaveLength(2);
    house.clock.set("2026-03-02T10:00:00");
  });

  it("becomes overdue on its day, with letters thirty days before and on that day", async () => {
    const applicant = await newApplicant(house);
    await sendIn(applicant);
    const reviewer = await logInAs(house, "compliance@saphan.example");
    const decision = { decision: "approve", reason: "fine" };
    await reviewer.call("POST", `/api/reviews/${await reviewOf(applicant)}/decision`, decision);
    const lettersOf = async (template: string) =>
      (await house.mailOf(applicant.email)).filter((mail) => mail.template === template);
    for (const [day, letters] of [
      ["2028-01-31", 0],
      ["2028-02-01", 1],
      ["2028-02-02", 1],
    ] as const) {
      house.clock.set(`${day}T09:00:00`);
      await house.jobs.runNow("identity.overdue");
      expect(await lettersOf("kyc-due-soon"), day).toHaveLength(letters);
    }
    expect((await lettersOf("kyc-due-soon"))[0]?.body).toContain("02/03/2028");
    house.clock.set("2028-03-01T09:00:00");
    expect((await statuses(applicant)).kyc).toBe("VERIFIED");
    house.clock.set("2028-03-02T09:00:00");
    expect(await statuses(applicant)).toMatchObject({ kyc: "OVERDUE", suit: "OVERDUE" });
    await house.jobs.runNow("identity.overdue");
    await house.jobs.runNow("identity.overdue");
    expect(await lettersOf("kyc-overdue")).toHaveLength(1);
    expect(await userRecord(house.identity, applicant.id)).toMatchObject({ allowInvest: false });
    expect(await sendIn(applicant)).toMatchObject({ ok: true });
    expect(await statuses(applicant)).toMatchObject({ kyc: "PENDING", suit: "VERIFIED" });
    house.clock.set("2026-03-02T10:00:00");
  });

  it("accepts a company without suitability and FATCA, and its letter contains no recommendation", async () => {
    const applicant = await newApplicant(house, { company: "สะพานทอง จำกัด" });
    const all = submission(house, applicant, {
      companyName: "สะพานทอง จำกัด",
      registrationNumber: "0105536000013",
    });
    const skipped =
      /^(age|fixed|financialP|experience|horizon|riskA|returnC|feeling|intol|reaction|canAccept|score|level|is|fatca|placeOf|taxRes|declared)/;
    const input = Object.fromEntries(Object.entries(all).filter(([name]) => !skipped.test(name)));
    expect(await runEffect(house, applicant.id, "identity.submit", input)).toMatchObject({
      ok: true,
      value: { status: "PENDING" },
    });
    const reviewer = await logInAs(house, "compliance@saphan.example");
    const id = await reviewOf(applicant);
    const page = await reviewer.call("GET", `/api/reviews/${id}`);
    expect(page.body).toMatchObject({
      suitability: null,
      fatca: null,
      person: { companyName: "สะพานทอง จำกัด" },
    });
    await reviewer.call("POST", `/api/reviews/${id}/decision`, { decision: "approve", reason: "papers fit" });
    expect(await userRecord(house.identity, applicant.id)).toMatchObject({
      customerType: "JURISTIC",
      allowInvest: true,
      agreeFatca: false,
      suit: { status: null },
    });
    const letter = (await house.mailOf(applicant.email)).find((mail) =>
      mail.template.startsWith("kyc-approved"),
    );
    expect(letter?.template).toBe("kyc-approved-company");
  });

  it("opens one account per ID card, and directs a second person with the card to the first account", async () => {
    const [one, two] = [await newApplicant(house), await newApplicant(house)];
    const { nationalId } = one;
    expect(await sendIn(one)).toMatchObject({ ok: true });
    const register = cardOf(submission(house, two, { nationalId }));
    expect(await runEffect(house, two.id, "identity.checkDopa", register)).toEqual({
      ok: false,
      error: { code: "card-taken" },
    });
    expect(await sendIn(two, { nationalId })).toEqual({ ok: false, error: { code: "card-taken" } });
    const reviewer = await logInAs(house, "compliance2@saphan.example");
    const page = await reviewer.call("GET", `/api/reviews/${await reviewOf(one)}`);
    expect(page.body).toMatchObject({ sameCardElsewhere: 1 });
    const queue = await reviewer.call("GET", "/api/reviews");
    expect(queue.body).toMatchObject({ sharedDocuments: [{ refused: two.email, first: one.email }] });
    // The first person submits again, because a card that was given up can be used by another person.
    expect(await sendIn(one)).toMatchObject({ ok: true });
    expect(await sendIn(one, { nationalId: newNationalId() })).toMatchObject({ ok: true });
    expect(await sendIn(two, { nationalId })).toMatchObject({ ok: true });
  });

  it("saves the card's owner in the transaction of the rejection", async () => {
    const [one, two] = [await newApplicant(house), await newApplicant(house)];
    const { nationalId } = one;
    await sendIn(one);
    const effects: readonly EffectHandler[] = identityEffects(house.identity, { openCase: noCases });
    const submit = effects.find(({ id }) => id === "identity.submit");
    if (submit?.mode !== "local") throw new Error("identity.submit is no local effect");
    const undone = house.db.transaction().execute(async (tx) => {
      const context = { tx, clock: house.clock, personId: two.id, language: "th", instance: {} };
      const refused = await submit.run(context as never, submission(house, two, { nationalId }));
      throw new Error(refused.ok ? "taken" : refused.error.code);
    });
    await expect(undone).rejects.toThrow("card-taken");
    const noted = house.db.selectFrom("identity_document_refusals").select("held_by");
    expect(await noted.where("person_id", "=", two.id).execute()).toEqual([]);
    await runEffect(house, two.id, "identity.submit", submission(house, two, { nationalId }));
    expect(await noted.where("person_id", "=", two.id).execute()).toEqual([{ held_by: one.id }]);
  });

  it("accepts an ID card from only one of two people who submit it at the same time", async () => {
    const [one, two] = [await newApplicant(house), await newApplicant(house)];
    const { nationalId } = one;
    const sent = await Promise.all([sendIn(one), sendIn(two, { nationalId })]);
    expect(sent.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("shows the whole card number to compliance only, after a click that is recorded", async () => {
    const applicant = await newApplicant(house);
    await sendIn(applicant, { accountName: "Kanchanok Wongsawad" });
    const id = await reviewOf(applicant);
    const support = await logInAs(house, "support@saphan.example");
    expect((await support.call("POST", `/api/reviews/${id}/national-id`)).status).toBe(403);
    const reviewer = await logInAs(house, "compliance@saphan.example");
    const page = await reviewer.call("GET", `/api/reviews/${id}`);
    expect(page.body).toMatchObject({ holderLikeness: "CLOSE" });
    expect(JSON.stringify(page.body)).not.toContain(applicant.nationalId);
    const shown = await reviewer.call("POST", `/api/reviews/${id}/national-id`);
    expect(shown.body).toEqual({
      nationalId: applicant.nationalId,
      laserCode: "JT0123456789",
      before: { nationalId: null, laserCode: null },
    });
    const lines = await house.db
      .selectFrom("audit_lines")
      .select("subject")
      .where("action", "=", "identity.showNationalId")
      .execute();
    expect(lines).toEqual([{ subject: `review:${id}` }]);
  });

  it.each([
    ["กาญจนก วงศ์สวัสดิ์", "SAME"],
    ["MISS KANCHANOK WONGSAWAT", "SAME"],
    ["Kanchanok Wongsawad", "CLOSE"],
    ["สมชาย ใจดี", "OTHER"],
  ])("compares a bank account in the name %s with the person: %s", async (holder, likeness) => {
    const applicant = await newApplicant(house);
    const { firstNameTh, lastNameTh, firstNameEn, lastNameEn } = submission(house, applicant);
    const fact = identityFacts(house.identity).find(({ id }) => id === "bankHolder");
    const context = {
      db: house.db,
      subject: `person:${applicant.id}`,
      personId: applicant.id,
      clock: house.clock,
    };
    const names = { firstNameTh, lastNameTh, firstNameEn, lastNameEn } as JsonObject;
    expect(await fact?.load(context as never, { holder, ...names })).toEqual({ likeness });
  });

  it("continues if the vendors are switched off, and the reviewer checks documents and face", async () => {
    house.flags.delete("use-identity-vendor");
    const applicant = await newApplicant(house);
    expect(await askVendors(applicant)).toEqual({
      documents: { ok: false, error: { code: "unavailable" } },
      liveness: { ok: false, error: { code: "unavailable" } },
    });
    house.flags.add("use-identity-vendor");
    await sendIn(applicant);
    expect(await statuses(applicant)).toMatchObject({ onfido: "PENDING", liveness: "PENDING" });
    const reviewer = await logInAs(house, "compliance@saphan.example");
    const decision = { decision: "approve", reason: "looked at both sides and the face" };
    await reviewer.call("POST", `/api/reviews/${await reviewOf(applicant)}/decision`, decision);
    expect(await statuses(applicant)).toMatchObject({
      kyc: "VERIFIED",
      onfido: "VERIFIED",
      verifio: "VERIFIED",
      liveness: "VERIFIED",
    });
  });
});

describe("staff members", () => {
  it("do not count as investors, and rules find no data about them", async () => {
    const compliance = "00000000-0000-4000-8000-000000000005";
    expect(await investorFact(house.identity, house.db, compliance, house.clock)).toBeNull();
    expect(await userRecord(house.identity, compliance)).toMatchObject({
      role: "compliance",
      allowInvest: false,
    });
  });
});

describe("an identity review", () => {
  it("can be found by number, e-mail and name, in any state, and states how long it waits", async () => {
    const applicant = await newApplicant(house);
    const names = {
      firstNameTh: "ไพลิน",
      lastNameTh: "ค้นหาเจอ",
      firstNameEn: "Pailin",
      lastNameEn: "Khonhajer",
    };
    const sent = await sendIn(applicant, names);
    const id = await reviewOf(applicant);
    const reviewer = await logInAs(house, "compliance@saphan.example");
    const find = async (words: string) =>
      (await reviewer.call("GET", `/api/reviews?find=${encodeURIComponent(words)}`)).body as {
        found: { id: string; waitingDays: number }[];
      };
    const reference = sent.ok ? String(sent.value.reference) : "";
    for (const words of [reference, reference.toLowerCase(), applicant.email, "ค้นหาเจอ", " PAILIN khon"])
      expect(
        (await find(words)).found.map((one) => one.id),
        words,
      ).toContain(id);
    for (const words of ["", "%", "_", "nobody at all"]) expect((await find(words)).found, words).toEqual([]);
    house.clock.set("2026-03-05T09:00:00");
    expect((await find(reference)).found).toMatchObject([{ id, waitingDays: 2 }]);
    house.clock.set("2026-03-02T10:00:00");
    await reviewer.call("POST", `/api/reviews/${id}/decision`, { decision: "approve", reason: "fine" });
    expect((await find(reference)).found).toMatchObject([{ id, state: "approved" }]);
  });

  it("is open to compliance only, and requires a reason", async () => {
    const applicant = await newApplicant(house);
    await sendIn(applicant);
    const id = await reviewOf(applicant);
    for (const email of ["investor", "operations", "finance", "support", "admin"]) {
      const browser = await logInAs(house, `${email}@saphan.example`);
      expect((await browser.call("GET", "/api/reviews")).status, email).toBe(403);
      expect((await browser.call("GET", `/api/reviews/${id}`)).status, email).toBe(403);
      const decided = await browser.call("POST", `/api/reviews/${id}/decision`, {
        decision: "approve",
        reason: "x",
      });
      expect(decided.status, email).toBe(403);
    }
    expect((await openBrowser(house).call("GET", "/api/reviews")).status).toBe(401);
    const reviewer = await logInAs(house, "compliance@saphan.example");
    for (const body of [
      { decision: "approve" },
      { decision: "approve", reason: "  " },
      { decision: "maybe", reason: "x" },
    ])
      expect((await reviewer.call("POST", `/api/reviews/${id}/decision`, body)).status).toBe(422);
    const none = "00000000-0000-4000-8000-999999999999";
    expect((await reviewer.call("GET", `/api/reviews/${none}`)).status).toBe(404);
  });

  it("is decided once when two reviewers decide at the same moment", async () => {
    const applicant = await newApplicant(house);
    await sendIn(applicant);
    const id = await reviewOf(applicant);
    const one = await logInAs(house, "compliance@saphan.example");
    const two = await logInAs(house, "compliance2@saphan.example");
    const answers = await Promise.all([
      one.call("POST", `/api/reviews/${id}/decision`, { decision: "approve", reason: "good" }),
      two.call("POST", `/api/reviews/${id}/decision`, { decision: "reject", reason: "bad" }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const letters = (await house.mailOf(applicant.email)).filter((mail) =>
      ["kyc-approved", "kyc-rejected"].includes(mail.template),
    );
    expect(letters).toHaveLength(1);
  });
});

it("a reviewer checks a bank account in a person's former name; one in a stranger's name is never accepted", async () => {
  const applicant = await newApplicant(house, { name: "married" });
  await askVendors(applicant);
  await sendIn(applicant);
  const likeness = async (holder: string) =>
    await payerLikeness(house.identity, house.db, applicant.id, holder);
  const { firstNameTh, lastNameTh } = submission(house, applicant, {}) as Record<string, string>;
  const before = `${firstNameTh} ${lastNameTh}`;
  expect(await likeness(before)).toBe("SAME");
  const given = {
    nameTitle: "MRS",
    firstNameTh: "เพ็ญพักตร์",
    lastNameTh: "ศิริวัฒนกุล",
    firstNameEn: "Penpak",
    lastNameEn: "Siriwattanakul",
  };
  await house.db
    .transaction()
    .execute((tx) =>
      changeName(house.identity, tx, { personId: applicant.id, given, reference: "CAS-1", by: applicant.id }),
    );
  expect(await likeness("Penpak Siriwattanakul")).toBe("SAME");
  expect(await likeness(before)).toBe("CLOSE");
  expect(await likeness("ธนวัฒน์ รุ่งเรืองกิจ")).toBe("OTHER");
});

describe("secrets of an identity", () => {
  it("are in no table as plain text, and in no log", async () => {
    const applicant = await newApplicant(house, { name: "planted" });
    await askVendors(applicant);
    await sendIn(applicant, { nationalId: "1909800123459", accountNumber: "5551234567" });
    const { createChallenges } = await import("../../../server/accounts/index.ts");
    const { setPin } = await import("../../../server/accounts/pin.ts");
    const { pinRecord } = await import("../../../server/accounts/pin-record.ts");
    const stored = await pinRecord(house.accounts, "739146", "test");
    await house.db.transaction().execute(async (tx) => {
      await setPin(house.accounts, tx, { personId: applicant.id, pin: "739146", stored });
      await createChallenges(house.accounts).sendOtp(tx, {
        subject: `person:${applicant.id}`,
        personId: applicant.id,
        action: "sign-contract",
        channel: "email",
        to: null,
        instance: applicant.id,
        language: "th",
        about: [],
      });
    });
    const waiting = await house.dump();
    const mail = (await house.mailOf(applicant.email)).find((one) => one.template === "otp");
    const code = /\b\d{6}\b/.exec(mail?.body ?? "")?.[0];
    await openBrowser(house).call("POST", "/api/auth/login", {
      email: applicant.email,
      password: "Bridge!42x",
    });
    const delivered = await house.dump();
    const log = house.log.join("\n");
    for (const secret of ["Bridge!42x", "739146", code, "1909800123459", "5551234567", "JT0123456789"]) {
      if (secret === undefined) throw new Error("no code was sent");
      const whole = new RegExp(`(?<![0-9a-f])${secret.replace("!", "\\!")}(?![0-9a-f])`);
      expect(waiting, `tables before delivery: ${secret}`).not.toMatch(whole);
      expect(delivered, `tables after delivery: ${secret}`).not.toMatch(whole);
      expect(log, `log: ${secret}`).not.toMatch(whole);
    }
    expect(log).not.toContain(applicant.email);
    expect(log).not.toContain("กาญจนก");
  });
});

it("the answers of the identity calls match the API document exactly", () => {
  expect(house.answers.faults).toEqual([]);
  expect([...house.answers.routes].sort()).toEqual(
    expect.arrayContaining(["/api/reviews", "/api/reviews/:id", "/api/reviews/:id/decision"]),
  );
});
