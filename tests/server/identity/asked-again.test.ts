import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import kycEn from "../../../locales/en/kyc.json" with { type: "json" };
import { askedAgain, investorFact, userRecord } from "../../../server/identity/index.ts";
import { statusesOf } from "../../../server/identity/move-status.ts";
import { legalDocuments } from "../../../server/legal/documents.ts";
import { inForceOn } from "../../../server/legal/published.ts";
import { newNationalId } from "../../support/national-id.ts";
import { buildHouse, type House, logInAs } from "../accounts/harness.ts";
import { type Applicant, cardOf, newApplicant, runEffect, submission, until } from "./applicant.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse({ sandbox: true });
});
afterAll(async () => await house.close());

const statuses = (applicant: Applicant) => statusesOf(house.db, applicant.id, house.clock.today());

async function askVendors(applicant: Applicant, change: JsonObject = {}) {
  const { cardFront, cardBack, selfie } = { ...applicant, ...change };
  await runEffect(house, applicant.id, "identity.checkDocuments", { cardFront, cardBack });
  await runEffect(house, applicant.id, "identity.checkLiveness", { selfie });
}

async function sendIn(applicant: Applicant, change: JsonObject = {}) {
  const input = submission(house, applicant, change);
  await runEffect(house, applicant.id, "identity.checkDopa", cardOf(input));
  return await runEffect(house, applicant.id, "identity.submit", input);
}

async function reviewOf(applicant: Applicant): Promise<string> {
  const row = await house.db
    .selectFrom("identity_reviews")
    .select("id")
    .where("person_id", "=", applicant.id)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function decide(applicant: Applicant, decision: JsonObject, at?: string) {
  const reviewer = await logInAs(house, "compliance@saphan.example");
  const id = at ?? (await reviewOf(applicant));
  return { id, ...(await reviewer.call("POST", `/api/reviews/${id}/decision`, decision)) };
}

async function statusRows(applicant: Applicant) {
  return await house.db
    .selectFrom("identity_statuses")
    .select(["entity", "status", "changed_at"])
    .where("person_id", "=", applicant.id)
    .where("entity", "in", ["onfido", "verifio", "liveness"])
    .orderBy("entity")
    .execute();
}

async function checksOf(applicant: Applicant) {
  return await house.db
    .selectFrom("identity_checks")
    .select(["kind", "vendor", "state", "result"])
    .where("person_id", "=", applicant.id)
    .orderBy("seq")
    .execute();
}

const vendorsAnswered = (applicant: Applicant) =>
  until("vendors answer", async () => {
    const now = await statuses(applicant);
    return [now.onfido, now.verifio, now.liveness].every((status) => status === "VERIFIED");
  });

it("after a correction, staff see every changed value beside the previous value", async () => {
  const applicant = await newApplicant(house);
  await sendIn(applicant);
  const asked = [{ name: "accountNumber", reason: "It has a digit too many." }];
  await decide(applicant, { decision: "ask-again", reason: "Please look once more.", asked });
  const nationalId = newNationalId();
  await sendIn(applicant, {
    nationalId,
    bank: "014",
    accountNumber: "1112223334",
    incomeSources: ["SALARY", "SAVINGS"],
    strategies: ["M-BTCA", "M-LCAP"],
    horizon: 2,
    placeOfBirthCity: "เชียงใหม่",
    selfie: applicant.cardBack,
    workplace: "ร้านสะพาน",
  });
  const reviewer = await logInAs(house, "compliance@saphan.example");
  const id = await reviewOf(applicant);
  const page = await reviewer.call("GET", `/api/reviews/${id}`);
  const changed = (page.body as { changed: { name: string }[] }).changed;
  const end = (number: string) => `•••• ${number.slice(-4)}`;
  expect([...changed].sort((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: "accountNumber", before: "9876543210", after: "1112223334" },
    { name: "bank", before: "004", after: "014" },
    { name: "horizon", before: 3, after: 2 },
    { name: "incomeSources", before: ["SALARY"], after: ["SALARY", "SAVINGS"] },
    { name: "nationalId", before: end(applicant.nationalId), after: end(nationalId) },
    { name: "placeOfBirthCity", before: "กรุงเทพ", after: "เชียงใหม่" },
    { name: "selfie", before: applicant.selfie, after: applicant.cardBack },
    { name: "strategies", before: ["M-BTCA", "M-STABLE"], after: ["M-BTCA", "M-LCAP"] },
    { name: "workplace", before: null, after: "ร้านสะพาน" },
  ]);
  const shown = await reviewer.call("POST", `/api/reviews/${id}/national-id`);
  expect(shown.body).toMatchObject({ nationalId, before: { nationalId: applicant.nationalId } });
  // Old values are encrypted with the person's key, like all of the person's data.
  expect(await house.dump()).not.toMatch(/9876543210|1112223334|เชียงใหม่/);
});

it.each([
  ["th", "รูปหลังบัตร", "เลขที่บัญชี"],
  ["en", "Picture of the back", "Account number"],
] as const)(
  "a letter about a correction request lists in %s the same items as the screen",
  async (language, back, account) => {
    const applicant = await newApplicant(house, { language });
    await sendIn(applicant);
    const asked = [
      { name: "cardBack", reason: "Show all four corners." },
      { name: "accountNumber", reason: "One digit is missing." },
    ];
    await decide(applicant, { decision: "ask-again", reason: "Two things, please.", asked });
    const mail = (await house.mailOf(applicant.email)).find((one) => one.template === "kyc-correct");
    expect(mail?.body).toContain(`${back}: Show all four corners.`);
    expect(mail?.body).toContain(`${account}: One digit is missing.`);
    const record = await userRecord(house.identity, applicant.id);
    expect(record).toMatchObject({ decision: { asked: [{ label: { [language]: back } }, {}] } });
  },
);

it("a correction request discards only the answers about a picture that is requested again", async () => {
  const applicant = await newApplicant(house);
  await askVendors(applicant);
  await vendorsAnswered(applicant);
  await sendIn(applicant);
  const before = await statusRows(applicant);
  await decide(applicant, {
    decision: "ask-again",
    reason: "The face cannot be made out.",
    asked: [{ name: "selfie", reason: "Please take off the sunglasses." }],
  });
  const after = await statusRows(applicant);
  expect(after.map(({ status }) => status)).toEqual(["PENDING_REJECT", "VERIFIED", "VERIFIED"]);
  expect(after.slice(1)).toEqual(before.slice(1));

  // The flow repeats the checks: unchanged documents keep their answer, and the new selfie gets a new one.
  const asked = await checksOf(applicant);
  await askVendors(applicant, { selfie: applicant.cardFront });
  await vendorsAnswered(applicant);
  expect((await checksOf(applicant)).slice(asked.length)).toEqual([
    { kind: "liveness", vendor: "onfido", state: "answered", result: "clear" },
  ]);
  await sendIn(applicant, { selfie: applicant.cardFront });
  expect((await statusRows(applicant)).slice(1)).toEqual(before.slice(1));
});

it("a correction request for only the bank account keeps every vendor's answer", async () => {
  const applicant = await newApplicant(house);
  await askVendors(applicant);
  await vendorsAnswered(applicant);
  await sendIn(applicant);
  const before = await statusRows(applicant);
  const asked = [{ name: "accountNumber", reason: "One digit is missing." }];
  await decide(applicant, { decision: "ask-again", reason: "The account.", asked });
  await askVendors(applicant);
  await sendIn(applicant, { accountNumber: "9876543211" });
  expect(await statusRows(applicant)).toEqual(before);
  expect(await checksOf(applicant)).toHaveLength(3);
  const registered = await house.db
    .selectFrom("dopa_checks")
    .select("id")
    .where("person_id", "=", applicant.id)
    .execute();
  expect(registered).toHaveLength(1);
});

it.each([
  ["renewed without a grace period", { renew: true, grace_until: null }, ["contractAccepted"]],
  ["renewed, with the grace period over", { renew: true, grace_until: "2026-03-01" }, ["contractAccepted"]],
  ["renewed, with days of grace left", { renew: true, grace_until: "2026-03-31" }, []],
  ["corrected without a new signature", { renew: false, grace_until: null }, []],
] as const)(
  "a correction request requires the contract again if it was %s meanwhile: %j",
  async (_how, version, asked) => {
    const applicant = await newApplicant(house);
    await sendIn(applicant);
    const items = [{ name: "cardBack", reason: "Show all four corners." }];
    await decide(applicant, { decision: "ask-again", reason: "The back.", asked: items });
    const first = house.accounts.legal().contract.version;
    const published = (name: string, change: object) => ({
      document: "contract" as const,
      version: name,
      hash_th: "0",
      hash_en: "0",
      effective_from: "2026-03-01",
      renew: false,
      grace_until: null,
      ...change,
    });
    const { contract } = inForceOn("2026-03-02", [
      ...legalDocuments.map((document) => ({ ...published(first, {}), document })),
      published("next", version),
    ]);
    const legal = () => ({ ...house.accounts.legal(), contract });
    const room = { ...house.identity, accounts: { ...house.accounts, legal } };
    const wish = await house.db.transaction().execute((tx) => askedAgain(room, tx, applicant.id));
    expect(wish?.inputs).toEqual([
      { input: "cardBack", reason: "Show all four corners." },
      ...asked.map((input) => ({ input, code: "agreement-changed" })),
    ]);
  },
);

it("a correction request for everything discards every answer, and a late answer changes nothing", async () => {
  const applicant = await newApplicant(house, { tag: "doc-slow" });
  await askVendors(applicant);
  await until("the face is answered", async () => (await statuses(applicant)).liveness === "VERIFIED");
  await sendIn(applicant);
  await decide(applicant, { decision: "ask-again", reason: "Please look at all of it once more." });
  expect((await statusRows(applicant)).map(({ status }) => status)).toEqual([
    "PENDING_REJECT",
    "PENDING_REJECT",
    "PENDING_REJECT",
  ]);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect((await statusRows(applicant)).map(({ status }) => status)).toEqual([
    "PENDING_REJECT",
    "PENDING_REJECT",
    "PENDING_REJECT",
  ]);
});

it("the text of a rejection is the same on the page, in the record and in the letter", async () => {
  const applicant = await newApplicant(house, { language: "en" });
  await sendIn(applicant);
  const reason = "The card is somebody else's.";
  const { id } = await decide(applicant, { decision: "reject", reason });
  const fact = await investorFact(house.identity, house.db, applicant.id, house.clock);
  expect(fact).toMatchObject({ kycStatus: "REJECTED", kycDecision: "rejected", kycReason: reason });
  expect(await userRecord(house.identity, applicant.id)).toMatchObject({
    decision: { state: "rejected", reason },
  });
  const mail = (await house.mailOf(applicant.email)).find((one) => one.template === "kyc-rejected");
  const { rejected, facts } = kycEn.kyc;
  expect(mail?.subject).toBe(rejected.title);
  for (const part of [rejected.intro, `${facts.investor.kycReason.label}: ${reason}`, rejected.next])
    expect(mail?.body).toContain(part);
  for (const page of ["/contact", "/complaint"]) expect(mail?.body).toContain(page);
  expect(mail?.body).not.toContain("/kyc");
  // An instance opened before the decision cannot submit after it.
  expect(await sendIn(applicant)).toEqual({ ok: false, error: { code: "rejected" } });

  const reviewer = await logInAs(house, "compliance@saphan.example");
  const queue = await reviewer.call("GET", "/api/reviews");
  expect(queue.body).toMatchObject({ rejected: expect.arrayContaining([expect.objectContaining({ id })]) });
  expect((await decide(applicant, { decision: "approve", reason: "after all" }, id)).status).toBe(409);
  const asked = [{ name: "cardFront", reason: "Please show your own card." }];
  const reopened = await decide(applicant, { decision: "ask-again", reason: "Once more.", asked }, id);
  expect(reopened.body).toEqual({ state: "asked-again" });
  expect(await sendIn(applicant, { cardFront: applicant.selfie })).toMatchObject({ ok: true });
});
