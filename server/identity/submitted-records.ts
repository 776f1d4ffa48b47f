import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { PersonRecord } from "../accounts/index.ts";
import type { EffectInput, LocalEffectContext } from "../flows/index.ts";
import { approvedAccount, insertAccount, isSameAccount } from "./bank-account.ts";
import { cardIsGood } from "./card-check.ts";
import { dueAfter } from "./due-after.ts";
import { moveStatus } from "./move-status.ts";
import { type General, nationalIdHash, writeFinders } from "./profile.ts";
import type { Room } from "./room.ts";
import { documentFields, fatcaFields, maxRiskOfLevel, suitabilityFields } from "./suitability-levels.ts";

/** The part of a local effect's context that the functions in this file need. */
export type Context = Omit<LocalEffectContext, "claim">;

/** The data of a submission. */
export type Input = EffectInput<"identity.submit">;

/** Submitted fields that are stored in separate tables. All other fields belong to the profile. */
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
  "contractAccepted",
  "contractVersion",
  "biometricsAccepted",
  "biometricsVersion",
  "strategies",
  "depositMethods",
]);

/** Stores the general information, sealed, with the card register's result for the submitted card. */
export async function writeProfile(
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
  await writeFinders(room, tx, person.id, general as General);
}

/**
 * Stores the suitability test, with its answers sealed. The score alone verifies the status `suit`. Returns
 * the last day on which the test is valid.
 */
export async function writeSuitability(
  room: Room,
  context: Context,
  person: Pick<PersonRecord, "id">,
  given: JsonObject & Pick<Input, "score" | "level">,
  highRisk: boolean,
): Promise<string> {
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
      sealed: await room.accounts.vault.seal(tx, person.id, JSON.stringify(pick(given, suitabilityFields))),
      score,
      level,
      max_risk: maxRisk,
      definition_version: context.instance.version,
      at: clock.now().toJSDate(),
      valid_until: dueOn,
    })
    .execute();
  const move = { personId: person.id, entity: "suit", actor: `person:${person.id}` } as const;
  // The score needs no review, so the status becomes verified at once. If the status is still verified, only
  // its due day changes.
  await moveStatus(tx, clock, { ...move, to: "PENDING" });
  const { kind } = await moveStatus(tx, clock, { ...move, to: "VERIFIED", dueOn });
  if (kind === "kept")
    await tx
      .updateTable("identity_statuses")
      .set({ due_on: dueOn })
      .where("person_id", "=", person.id)
      .where("entity", "=", "suit")
      .execute();
  return dueOn;
}

/**
 * Stores the FATCA/CRS declaration, sealed. The declaration of a US person is stored, but does not count as
 * agreement.
 */
export async function writeFatca(
  room: Room,
  { tx, clock }: Context,
  person: Pick<PersonRecord, "id">,
  given: JsonObject & Pick<Input, "fatcaForm" | "declared">,
) {
  const { fatcaForm = "NONE", declared } = given;
  await tx
    .insertInto("fatca_declarations")
    .values({
      id: randomUUID(),
      person_id: person.id,
      sealed: await room.accounts.vault.seal(tx, person.id, JSON.stringify(pick(given, fatcaFields))),
      form: fatcaForm,
      agree: declared === true && fatcaForm !== "W9",
      declared_on: clock.today(),
      at: clock.now().toJSDate(),
    })
    .execute();
}

/**
 * Stores the bank account, sealed. It is approved together with the identity. Until then, an account that was
 * approved earlier stays in use. If the submitted account equals the approved one, nothing is stored.
 */
export async function writeBankAccount(
  room: Room,
  { tx, clock }: Context,
  person: PersonRecord,
  given: Input,
) {
  await tx
    .updateTable("bank_accounts")
    .set({ status: "REPLACED" })
    .where("person_id", "=", person.id)
    .where("status", "=", "PENDING")
    .execute();
  if (isSameAccount(await approvedAccount(room, tx, person.id), given)) return;
  await insertAccount(room, tx, {
    personId: person.id,
    given,
    status: "PENDING",
    at: clock.now().toJSDate(),
  });
}

/** Stores version, language and text hash of the signed contract. */
export async function writeContract(
  room: Room,
  context: Context,
  person: Pick<PersonRecord, "id">,
  given: Pick<Input, "contractVersion">,
) {
  const { tx, clock, language, instance } = context;
  const { contract } = room.accounts.legal();
  await tx
    .insertInto("signed_contracts")
    .values({
      id: randomUUID(),
      person_id: person.id,
      version: given.contractVersion,
      // If the text changed after the person read it, the hash of the version that was read is unknown.
      text_hash: given.contractVersion === contract.version ? contract.textHash[language] : "unknown",
      language,
      instance_id: instance.id,
      at: clock.now().toJSDate(),
    })
    .execute();
}

/** Returns the values with these names, as far as they exist. */
export function pick(from: JsonObject, names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = from[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
