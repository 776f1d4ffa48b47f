import { randomUUID } from "node:crypto";
import { ageOn, type LocalDate, type PartialDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { findPerson, type PersonRecord, randomReference, recordConsent } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { LocalFailure } from "../flows/index.ts";
import { screen } from "./aml/screen.ts";
import { lastDecision } from "./asked-again.ts";
import { type Change, changesSince } from "./changes.ts";
import { claimDocument } from "./claim-document.ts";
import { moveStatus, statusesOf } from "./move-status.ts";
import { nameIn, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import type { VendorEntity } from "./statuses.ts";
import {
  type Context,
  type Input,
  pick,
  writeBankAccount,
  writeContract,
  writeFatca,
  writeProfile,
  writeSuitability,
} from "./submitted-records.ts";
import { documentFields } from "./suitability-levels.ts";

type SubmitFailure = "us-person" | "under-age" | "card-taken" | "rejected";
type Submitted = { readonly reference: string; readonly status: "PENDING" | "REVIEW" };

const ADULT_YEARS = 20;

/**
 * Stores an investor's submission at the end of KYC, in one transaction: profile, suitability, FATCA/CRS,
 * bank account, signed contract, a review for `compliance`, and the letter. Errors: `us-person`, `under-age`,
 * `card-taken` (another account has the document), `rejected` (the person was rejected).
 */
export async function submit(
  room: Room,
  context: Context,
  given: Input,
): Promise<Result<Submitted, LocalFailure<SubmitFailure>>> {
  const { tx, clock, personId, language } = context;
  const person = personId === null ? null : await findPerson(tx, personId);
  if (person === null) throw new Error("identity.submit: there is no person");
  const individual = person.customerType === "INDIVIDUAL";
  const born = given.birthDate as PartialDate;
  if (ageOn({ born, on: clock.today() as LocalDate }) < ADULT_YEARS) return fail({ code: "under-age" });
  if (individual && (given.isUsCitizen || given.isGreenCardHolder || given.isUsTaxResident))
    return fail({ code: "us-person" });

  // The flow tells rejected people before its first question. This check stops instances that began before
  // the rejection.
  if ((await lastDecision(room, tx, person.id))?.state === "rejected") return fail({ code: "rejected" });
  const claim = await claimDocument(room, tx, { personId: person.id, document: given });
  if (claim.kind === "taken") return fail({ code: "card-taken", leaves: claim.note });
  const changes = await changesSince(room, tx, person.id, given);
  const highRisk = given.politicalRelatedPerson === true || given.committedMoneyLaundering === true;
  await writeProfile(room, context, person, given, highRisk);
  if (individual) {
    await writeSuitability(room, context, person, given, highRisk);
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
  const profile = await openProfile(room, tx, person.id);
  if (profile !== null) await screen(room, tx, { person, general: profile.general });
  const status = await moveOn(context, person, given.fatcaForm === "W8BEN");
  const reference = await openReview(room, context, { person, given, changes });
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

/**
 * Sets `kyc` to PENDING, or to REVIEW if there are US indicia. A check that no vendor was asked to make also
 * gets the status PENDING.
 */
async function moveOn(
  { tx, clock }: Context,
  person: PersonRecord,
  indicia: boolean,
): Promise<"PENDING" | "REVIEW"> {
  const personId = person.id;
  const actor = `person:${personId}`;
  // New data of a verified person need a review, so the verified status first becomes OVERDUE.
  await moveStatus(tx, clock, { personId, entity: "kyc", to: "OVERDUE", actor });
  await moveStatus(tx, clock, { personId, entity: "kyc", to: "PENDING", actor });
  if (indicia) await moveStatus(tx, clock, { personId, entity: "kyc", to: "REVIEW", actor });
  // A rejection by a vendor stays until its check is repeated. It may even arrive while this code runs.
  for (const entity of ["onfido", "verifio", "liveness"] satisfies VendorEntity[])
    await moveStatus(tx, clock, { personId, entity, to: "PENDING", actor, unless: "REJECT" });
  const statuses = await statusesOf(tx, personId, clock.today());
  if (statuses.kyc !== "PENDING" && statuses.kyc !== "REVIEW")
    throw new Error(`identity.submit: kyc of person ${personId} is ${statuses.kyc} after it was sent in`);
  return statuses.kyc;
}

async function openReview(
  room: Room,
  { tx, clock, instance, idempotencyKey }: Context,
  {
    person,
    given,
    changes,
  }: { readonly person: PersonRecord; readonly given: Input; readonly changes: readonly Change[] },
): Promise<string> {
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
      changed: changes.map(({ name }) => name),
      changes:
        changes.length === 0 ? null : await room.accounts.vault.seal(tx, person.id, JSON.stringify(changes)),
      sent_by: instance.version,
      record: idempotencyKey,
    })
    .execute();
  return reference;
}
