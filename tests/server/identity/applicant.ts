import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { sql } from "kysely";
import sharp from "sharp";
import type { JsonObject } from "../../../engine/values/json.ts";
import type { Language } from "../../../engine/values/languages.ts";
import { fail, type Result } from "../../../engine/values/result.ts";
import type { EffectFailure, EffectHandler } from "../../../server/flows/effects.ts";
import { identityEffects } from "../../../server/identity/index.ts";
import { newNationalId } from "../../support/national-id.ts";
import { allConsents, type House, linkToken, openBrowser } from "../accounts/harness.ts";

/** Person who signed up and confirmed the e-mail, with uploaded pictures. */
export type Applicant = {
  readonly id: string;
  readonly email: string;
  /** Number of an ID card that no other person has. */
  readonly nationalId: string;
  readonly cardFront: string;
  readonly cardBack: string;
  readonly selfie: string;
};

const PASSWORD = "Bridge!42x";

/** Signs a person up, with all uploads; `tag` controls the sandbox's answers. */
export async function newApplicant(
  house: House,
  options: {
    readonly tag?: string;
    readonly language?: Language;
    readonly name?: string;
    readonly company?: string;
  } = {},
): Promise<Applicant> {
  const name = `${options.name ?? "kanchanok"}.${randomUUID().slice(0, 8)}`;
  const email = `${name}${options.tag === undefined ? "" : `+${options.tag}`}@example.com`;
  const browser = openBrowser(house, options.language ?? "th");
  const signedUp = await browser.call("POST", "/api/auth/signup", {
    email,
    password: PASSWORD,
    ...(options.company === undefined
      ? { customerType: "INDIVIDUAL" }
      : { customerType: "JURISTIC", companyName: options.company }),
    consents: allConsents(house),
  });
  if (signedUp.status !== 201) throw new Error(JSON.stringify(signedUp.body));
  await browser.call("POST", "/api/auth/verify", { token: await linkToken(house, email) });
  const person = await house.db
    .selectFrom("people")
    .select("id")
    .where("email_key", "=", email.toLowerCase())
    .executeTakeFirstOrThrow();
  const upload = (purpose: string) => uploadPicture(house, person.id, purpose);
  return {
    id: person.id,
    email,
    nationalId: newNationalId(),
    cardFront: await upload("card-front"),
    cardBack: await upload("card-back"),
    selfie: await upload("selfie"),
  };
}

async function uploadPicture(house: House, personId: string, purpose: string): Promise<string> {
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
    .jpeg()
    .toBuffer();
  const stored = await house.files.store(`person:${personId}`, Readable.from([picture]), {
    purpose,
    name: "กาญจนก card.jpg",
  });
  if (!stored.ok) throw new Error(stored.error.code);
  return stored.value.id;
}

/** Replacement for the cases room, which this house does not have. */
export const noCases = () => Promise.reject(new Error("this house has no cases"));

/** Runs an effect like the flows room: a remote effect outside of transactions, a local one inside one. */
export async function runEffect(
  house: House,
  personId: string,
  id: string,
  input: JsonObject,
  options: { readonly key?: string; readonly language?: Language } = {},
): Promise<Result<JsonObject, EffectFailure>> {
  const effects: readonly EffectHandler[] = identityEffects(house.identity, { openCase: noCases });
  const handler = effects.find((effect) => effect.id === id);
  if (handler === undefined) throw new Error(`there is no effect ${id}`);
  const context = {
    instance: { id: randomUUID(), flow: "kyc", version: "v1", step: "test" },
    subject: `person:${personId}` as const,
    personId,
    idempotencyKey: options.key ?? randomUUID(),
    clock: house.clock,
    language: options.language ?? "th",
  };
  if (handler.mode === "remote") return await handler.run({ ...context, db: house.db }, input);
  return await house.db.transaction().execute(async (tx) => {
    await sql`savepoint effect`.execute(tx);
    const done = await handler.run(
      {
        ...context,
        tx,
        client: `person:${personId}`,
        prepared: {},
        claim: async () => {},
        fact: async () => null,
        judge: async () => null,
        handedOn: () => [],
      },
      input,
    );
    if (done.ok) return done;
    await sql`rollback to savepoint effect`.execute(tx);
    await done.error.leaves?.(tx);
    return fail({ code: done.error.code });
  });
}

/** Returns the input that KYC submits at its end. */
export function submission(house: House, applicant: Applicant, change: JsonObject = {}): JsonObject {
  const legal = house.accounts.legal();
  return {
    nationalId: applicant.nationalId,
    cardHasLaserCode: true,
    laserCode: "JT0123456789",
    nameTitle: "MISS",
    firstNameTh: "กาญจนก",
    lastNameTh: "วงศ์สวัสดิ์",
    firstNameEn: "Kanchanok",
    lastNameEn: "Wongsawat",
    birthDate: "1990-05-17",
    phone: "+66812345678",
    address: {
      no: "1",
      subDistrict: "สีลม",
      district: "บางรัก",
      province: "กรุงเทพมหานคร",
      postalCode: "10500",
    },
    occupation: "EMPLOYEE",
    incomeLevel: "30K_50K",
    incomeSources: ["SALARY"],
    politicalRelatedPerson: false,
    committedMoneyLaundering: false,
    rejectFinancialTransaction: false,
    beneficialOwnerSelf: true,
    controllerSelf: true,
    strategies: ["M-BTCA", "M-STABLE"],
    depositMethods: ["transfer"],
    cardFront: applicant.cardFront,
    cardBack: applicant.cardBack,
    selfie: applicant.selfie,
    biometricsAccepted: true,
    biometricsVersion: legal.biometrics.version,
    ageScore: 3,
    fixedExpenses: 3,
    financialPosition: 3,
    experience: [1, 4],
    horizon: 3,
    riskAbility: 3,
    returnChart: 3,
    feeling: 3,
    intolerableDrop: 3,
    reactionToLoss: 3,
    canAcceptFxRisk: true,
    canAcceptDigitalAssetRisk: true,
    score: 31,
    level: 4,
    isUsCitizen: false,
    isGreenCardHolder: false,
    isUsTaxResident: false,
    fatcaForm: "NONE",
    placeOfBirthCountry: "TH",
    placeOfBirthCity: "กรุงเทพ",
    taxResidenceInCountriesOtherThanTheUS: false,
    declared: true,
    bank: "004",
    accountNumber: "9876543210",
    accountName: "กาญจนก วงศ์สวัสดิ์",
    contractAccepted: true,
    contractVersion: legal.contract.version,
    ...change,
  };
}

/** Returns the card register's query for this submission. */
export function cardOf(input: JsonObject): JsonObject {
  return {
    firstName: input.firstNameTh ?? "",
    lastName: input.lastNameTh ?? "",
    birthDate: input.birthDate ?? "",
    nationalId: input.nationalId ?? "",
    ...(input.laserCode === undefined ? {} : { laserCode: input.laserCode }),
  };
}

/** Waits until a condition holds; throws after five seconds. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 5_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`until: ${what} did not come true`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
