import { equalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Db, Tx } from "../db/index.ts";
import { openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import type { Input } from "./submitted-records.ts";

/**
 * A difference from the previous submission, by field name. `before` or `after` is `null` if the field was
 * absent.
 */
export type Change = { readonly name: string; readonly before: Json; readonly after: Json };

/** Submitted fields that are not compared: derived values, and consents, which have separate records. */
const NO_ANSWERS: ReadonlySet<string> = new Set([
  "ageScore",
  "score",
  "level",
  "fatcaForm",
  "declared",
  "contractAccepted",
  "contractVersion",
  "biometricsAccepted",
  "biometricsVersion",
]);

/** Returns the differences from the person's previous submission; empty for the first submission. */
export async function changesSince(
  room: Room,
  tx: Tx,
  personId: string,
  given: Input,
): Promise<readonly Change[]> {
  const before = await sentBefore(room, tx, personId);
  if (before === null) return [];
  const now: JsonObject = given;
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].flatMap((name) => {
    const change = { name, before: before[name] ?? null, after: now[name] ?? null };
    return NO_ANSWERS.has(name) || equalJson(change.before, change.after) ? [] : [change];
  });
}

/** Returns the person's last submission; `null` if none, or if the person's key is erased. */
async function sentBefore(room: Room, db: Db | Tx, personId: string): Promise<JsonObject | null> {
  const profile = await openProfile(room, db, personId);
  if (profile === null) return null;
  const opened = async (sealed: Buffer | undefined): Promise<JsonObject> =>
    sealed === undefined ? {} : JSON.parse((await room.accounts.vault.open(db, personId, sealed)) ?? "{}");
  const interests = await db
    .selectFrom("identity_profiles")
    .select(["strategies", "deposit_methods"])
    .where("person_id", "=", personId)
    .executeTakeFirst();
  const review = await db
    .selectFrom("identity_reviews")
    .select("documents")
    .where("person_id", "=", personId)
    .orderBy("opened_at", "desc")
    .executeTakeFirst();
  const suitability = await lastOf(db, "suitability_results", personId);
  const fatca = await lastOf(db, "fatca_declarations", personId);
  const bank = await db
    .selectFrom("bank_accounts")
    .select(["bank", "sealed"])
    .where("person_id", "=", personId)
    .where("status", "not in", ["ASKED", "REJECTED"])
    .orderBy("seq", "desc")
    .executeTakeFirst();
  return {
    ...profile.general,
    ...review?.documents,
    strategies: interests?.strategies ?? [],
    depositMethods: interests?.deposit_methods ?? [],
    ...(await opened(suitability?.sealed)),
    ...(await opened(fatca?.sealed)),
    ...(bank === undefined ? {} : { bank: bank.bank, ...(await opened(bank.sealed)) }),
  };
}

async function lastOf(db: Db | Tx, table: "suitability_results" | "fatca_declarations", personId: string) {
  return await db
    .selectFrom(table)
    .select("sealed")
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .executeTakeFirst();
}

/** Returns the changes that a review shows, decrypted. Older reviews have only the names of the fields. */
export async function changesOf(
  room: Room,
  personId: string,
  row: { readonly changed: readonly string[]; readonly changes: Buffer | null },
): Promise<readonly Change[]> {
  const text = row.changes === null ? null : await room.accounts.vault.open(room.db, personId, row.changes);
  return text === null
    ? row.changed.map((name) => ({ name, before: null, after: null }))
    : (JSON.parse(text) as readonly Change[]);
}
