import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { ageOn, type LocalDate, type PartialDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { findPerson, type PersonRecord, randomReference, recordConsent } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { LocalEffectContext } from "../flows/registry.ts";
import { cardIsGood } from "./card-check.ts";
import { moveStatus, statusesOf } from "./move-status.ts";
import { type General, nameIn, nationalIdHash } from "./profile.ts";
import type { Room } from "./room.ts";
import type { VendorEntity } from "./statuses.ts";
import { documentFields, fatcaFields, maxRiskOfLevel, suitabilityFields } from "./suitability-levels.ts";

type Context = Omit<LocalEffectContext, "claim">;
type Submitted = { readonly reference: string; readonly status: "PENDING" | "REVIEW" };

const ADULT_YEARS = 20;
/** Looked at again after so many months. */
const REVIEW_MONTHS = { usual: 24, highRisk: 12 } as const;

/**
 * Takes over what an investor sends in at the end of KYC, in one transaction: profile, suitability, FATCA/CRS, bank
 * account, signed contract, a review for `compliance`, the letter. Errors: `us-person`, `under-age`.
 */
export async function submit(
  room: Room,
  context: Context,
  input: JsonObject,
): Promise<Result<Submitted, { readonly code: "us-person" | "under-age" }>> {
  const { tx, clock, personId, language } = context;
  const person = personId === null ? null : await findPerson(tx, personId);
  if (person === null) throw new Error("identity.submit: there is no person");
  const given = input as Input;
  const individual = person.customerType === "INDIVIDUAL";
  const born = given.birthDate as PartialDate;
  if (ageOn({ born, on: clock.today() as LocalDate }) < ADULT_YEARS) return fail({ code: "under-age" });
  if (individual && (given.isUsCitizen || given.isGreenCardHolder || given.isUsTaxResident))
    return fail({ code: "us-person" });

  const highRisk = given.politicalRelatedPerson === true || given.committedMoneyLaundering === true;
  await writeProfile(room, context, person, given, highRisk);
  if (individual) {
    await writeSuitability(context, person, given, highRisk);
    await writeFatca(room, context, person, given);
  }
  await writeBankAccount(room, context, person, given);
  await writeContract(room, context, person, given);
  await recordConsent(tx, room.accounts.legal(), {
    personId: person.id,
    purpose: "biometrics",
    decision: "given",
    language,
    channel: `flow:${context.instance.flow}`,
    at: clock.wall(),
  });
  const status = await moveOn(context, person, given.fatcaForm === "W8BEN");
  const reference = await openReview(context, person, given);
  await room.messages.send(tx, {
    to: person.email,
    template: "kyc-received",
    language: person.language,
    data: { name: nameIn(person.language, given), reference },
    key: `kyc-received:${reference}`,
  });
  await record(tx, clock, {
    actor: `person:${person.id}`,
    action: "identity.submit",
    subject: `person:${person.id}`,
    version: context.instance.version,
    detail: { reference, highRisk, fatcaForm: given.fatcaForm ?? "NONE" },
  });
  return ok({ reference, status });
}

/** The parts of the signature's input that this function names; the schema has proved them. */
type Input = General & {
  readonly isUsCitizen?: boolean;
  readonly isGreenCardHolder?: boolean;
  readonly isUsTaxResident?: boolean;
  readonly declared?: boolean;
  readonly fatcaForm?: "W9" | "W8BEN" | "NONE";
  readonly politicalRelatedPerson: boolean;
  readonly committedMoneyLaundering: boolean;
  readonly laserCode?: string;
  readonly strategies: readonly string[];
  readonly depositMethods: readonly string[];
  readonly score?: number;
  readonly level?: number;
  readonly bank: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly contractVersion: string;
};

/** What has a table of its own; everything else is the profile's. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...suitabilityFields,
  ...fatcaFields,
  ...documentFields,
  "score",
  "level",
  "fatcaForm",
  "bank",
  "accountNumber",
  "accountName",
  "contractVersion",
  "biometricsVersion",
  "strategies",
  "depositMethods",
]);

async function writeProfile(
  room: Room,
  { tx, clock }: Context,
  person: PersonRecord,
  given: Input,
  highRisk: boolean,
): Promise<void> {
  const general = Object.fromEntries(Object.entries(given).filter(([name]) => !ELSEWHERE.has(name)));
  const passDopa =
    given.laserCode !== undefined &&
    (await cardIsGood(room, tx, person.id, {
      nationalId: given.nationalId,
      firstName: given.firstNameTh,
      lastName: given.lastNameTh,
      birthDate: given.birthDate,
      laserCode: given.laserCode,
    }));
  const profile = {
    sealed: await room.accounts.vault.seal(tx, person.id, JSON.stringify(general)),
    national_id_hash: nationalIdHash(room, given.nationalId),
    high_risk: highRisk,
    pass_dopa: passDopa,
    strategies: [...given.strategies],
    deposit_methods: [...given.depositMethods],
    submitted_at: clock.now().toJSDate(),
  };
  await tx
    .insertInto("identity_profiles")
    .values({ person_id: person.id, ...profile })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(profile))
    .execute();
}

async function writeSuitability(
  context: Context,
  person: PersonRecord,
  given: Input,
  highRisk: boolean,
): Promise<void> {
  const { tx, clock } = context;
  const { score, level } = given;
  const maxRisk = level === undefined ? undefined : maxRiskOfLevel[level];
  if (score === undefined || level === undefined || maxRisk === undefined)
    throw new Error("identity.submit: an individual comes without a suitability score");
  const dueOn = dueAfter(context, highRisk);
  await tx
    .insertInto("suitability_results")
    .values({
      id: randomUUID(),
      person_id: person.id,
      answers: JSON.stringify(pick(given, suitabilityFields)),
      score,
      level,
      max_risk: maxRisk,
      definition_version: context.instance.version,
      at: clock.now().toJSDate(),
      valid_until: dueOn,
    })
    .execute();
  const move = { personId: person.id, entity: "suit", actor: `person:${person.id}` } as const;
  // Nobody reviews a score: it is verified as soon as it is there. One that still is valid is just due later.
  await moveStatus(tx, clock, { ...move, to: "PENDING" });
  const { kind } = await moveStatus(tx, clock, { ...move, to: "VERIFIED", dueOn });
  if (kind === "kept")
    await tx
      .updateTable("identity_statuses")
      .set({ due_on: dueOn })
      .where("person_id", "=", person.id)
      .where("entity", "=", "suit")
      .execute();
}

async function writeFatca(room: Room, { tx, clock }: Context, person: PersonRecord, given: Input) {
  await tx
    .insertInto("fatca_declarations")
    .values({
      id: randomUUID(),
      person_id: person.id,
      sealed: await room.accounts.vault.seal(tx, person.id, JSON.stringify(pick(given, fatcaFields))),
      form: given.fatcaForm ?? "NONE",
      agree: given.declared === true,
      declared_on: clock.today(),
      at: clock.now().toJSDate(),
    })
    .execute();
}

async function writeBankAccount(room: Room, { tx, clock }: Context, person: PersonRecord, given: Input) {
  const { accountNumber, accountName } = given;
  await tx
    .updateTable("bank_accounts")
    .set({ status: "REPLACED" })
    .where("person_id", "=", person.id)
    .where("status", "<>", "REPLACED")
    .execute();
  await tx
    .insertInto("bank_accounts")
    .values({
      id: randomUUID(),
      person_id: person.id,
      bank: given.bank,
      sealed: await room.accounts.vault.seal(tx, person.id, JSON.stringify({ accountNumber, accountName })),
      last_digits: accountNumber.slice(-4),
      status: "PENDING",
      at: clock.now().toJSDate(),
    })
    .execute();
}

async function writeContract(room: Room, context: Context, person: PersonRecord, given: Input) {
  const { tx, clock, language, instance } = context;
  const { contract } = room.accounts.legal();
  await tx
    .insertInto("signed_contracts")
    .values({
      id: randomUUID(),
      person_id: person.id,
      version: given.contractVersion,
      // Another version than the one in force was read and signed before the text changed: it has no hash here.
      text_hash: given.contractVersion === contract.version ? contract.textHash[language] : "unknown",
      language,
      instance_id: instance.id,
      at: clock.now().toJSDate(),
    })
    .execute();
}

/** Moves `kyc` to PENDING (REVIEW with US indicia), and what no vendor was asked about to PENDING, for a person. */
async function moveOn(
  { tx, clock }: Context,
  person: PersonRecord,
  indicia: boolean,
): Promise<"PENDING" | "REVIEW"> {
  const personId = person.id;
  const actor = `person:${personId}`;
  // New data of a verified person must be looked at: what was verified is due.
  await moveStatus(tx, clock, { personId, entity: "kyc", to: "OVERDUE", actor });
  await moveStatus(tx, clock, { personId, entity: "kyc", to: "PENDING", actor });
  if (indicia) await moveStatus(tx, clock, { personId, entity: "kyc", to: "REVIEW", actor });
  const statuses = await statusesOf(tx, personId, clock.today());
  // What a vendor refused stays refused until it is asked again.
  for (const entity of ["onfido", "verifio", "liveness"] satisfies VendorEntity[])
    if (statuses[entity] !== "REJECT")
      await moveStatus(tx, clock, { personId, entity, to: "PENDING", actor });
  if (statuses.kyc !== "PENDING" && statuses.kyc !== "REVIEW")
    throw new Error(`identity.submit: kyc of person ${personId} is ${statuses.kyc} after it was sent in`);
  return statuses.kyc;
}

async function openReview({ tx, clock }: Context, person: PersonRecord, given: Input): Promise<string> {
  await tx
    .updateTable("identity_reviews")
    .set({ state: "replaced" })
    .where("person_id", "=", person.id)
    .where("state", "=", "open")
    .execute();
  const reference = `KYC-${clock.today().slice(2).replaceAll("-", "")}-${randomReference()}`;
  await tx
    .insertInto("identity_reviews")
    .values({
      id: randomUUID(),
      person_id: person.id,
      reference,
      documents: JSON.stringify(pick(given, documentFields)),
      state: "open",
      opened_at: clock.now().toJSDate(),
      decided_at: null,
      decided_by: null,
      reason: null,
    })
    .execute();
  return reference;
}

/** The day on which data given today must be looked at again. */
export function dueAfter({ clock }: Pick<Context, "clock">, highRisk: boolean): string {
  const months = highRisk ? REVIEW_MONTHS.highRisk : REVIEW_MONTHS.usual;
  return clock.now().plus({ months }).toISODate();
}

function pick(from: JsonObject, names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = from[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
