import { createHmac } from "node:crypto";
import { localPhone } from "../../domain/phone.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { normaliseName } from "../../engine/values/person-name.ts";
import { provedPhone } from "../accounts/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** General information, as the person submitted it. It is decrypted only where it is needed. */
export type General = JsonObject & {
  readonly nationalId: string;
  readonly firstNameTh: string;
  readonly lastNameTh: string;
  readonly firstNameEn: string;
  readonly lastNameEn: string;
  readonly birthDate: string;
};

/** A person's profile, decrypted. */
export type Profile = { readonly general: General; readonly passDopa: boolean };

/** Decrypts a person's profile; `null` if none, or if their key is erased. */
export async function openProfile(room: Room, db: Db | Tx, personId: string): Promise<Profile | null> {
  const row = await db
    .selectFrom("identity_profiles")
    .select(["sealed", "pass_dopa"])
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const text = await room.accounts.vault.open(db, personId, row.sealed);
  return text === null ? null : { general: JSON.parse(text) as General, passDopa: row.pass_dopa };
}

/** Returns a person's birth date, which the PIN rules need; `null` if unknown. */
export async function birthDateOf(room: Room, db: Db | Tx, personId: string): Promise<string | null> {
  return (await openProfile(room, db, personId))?.general.birthDate ?? null;
}

/** Returns the hash of a national ID number. Equal numbers have equal hashes. */
export function nationalIdHash(room: Room, nationalId: string): Buffer {
  return createHmac("sha256", room.hashKey).update(`national-id:${nationalId}`).digest();
}

/**
 * Returns the hash with which a sealed name or phone number can be found. Only the complete value gives this
 * hash.
 */
export function finderHash(room: Pick<Room, "hashKey">, kind: "name" | "phone", value: string): Buffer {
  const plain = kind === "name" ? plainName(value) : value;
  return createHmac("sha256", room.hashKey).update(`${kind}:${plain}`).digest();
}

/** Returns a name in lower case and without repeated spaces. */
function plainName(name: string): string {
  return normaliseName(name).toLowerCase();
}

/** Replaces the hashes with which staff find a person. */
export async function writeFinders(room: Room, tx: Tx, personId: string, general: General): Promise<void> {
  const { firstNameTh, lastNameTh, firstNameEn, lastNameEn, phone } = general;
  const names = [
    ...[firstNameTh, lastNameTh, firstNameEn, lastNameEn],
    ...[fullName("th", general), fullName("en", general)],
  ].filter((name) => name !== NO_LAST_NAME);
  const reached = (await provedPhone(room.accounts, tx, personId)) ?? phone;
  const phones = typeof reached === "string" ? [localPhone(reached)] : [];
  const rows = [
    ...[...new Set(names.map(plainName))].map((value) => ({ kind: "name" as const, value })),
    ...phones.map((value) => ({ kind: "phone" as const, value })),
  ];
  await tx.deleteFrom("identity_finders").where("person_id", "=", personId).execute();
  await tx
    .insertInto("identity_finders")
    .values(
      rows.map(({ kind, value }) => ({ person_id: personId, kind, hash: finderHash(room, kind, value) })),
    )
    .execute();
}

/**
 * Returns the hash that ties an answer of the card register to the card data about which the register was
 * asked.
 */
export function cardHash(
  room: Room,
  card: {
    readonly nationalId: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly birthDate: string;
    readonly laserCode: string;
  },
): Buffer {
  const { nationalId, firstName, lastName, birthDate, laserCode } = card;
  return createHmac("sha256", room.hashKey)
    .update(JSON.stringify(["card", nationalId, firstName, lastName, birthDate, laserCode]))
    .digest();
}

/** Returns the name with which letters in a language address a person. */
export function nameIn(language: Language, general: General): string {
  return language === "th" ? general.firstNameTh : general.firstNameEn;
}

/** Placeholder on cards of people who have no last name. */
const NO_LAST_NAME = "-";

/** Returns first and last name in a language, or the only name on the card. */
export function fullName(language: Language, general: General): string {
  const { firstNameTh, lastNameTh, firstNameEn, lastNameEn } = general;
  const parts = language === "th" ? [firstNameTh, lastNameTh] : [firstNameEn, lastNameEn];
  return parts.filter((part) => part !== NO_LAST_NAME).join(" ");
}

/** Returns a person's full name in both languages. */
export function fullNames(general: General): { readonly th: string; readonly en: string } {
  return { th: fullName("th", general), en: fullName("en", general) };
}

/**
 * Returns a person's first and last name in both languages; `null` before their identity is known, and once
 * their key is erased.
 */
export async function namesOf(
  room: Room,
  db: Db | Tx,
  personId: string,
): Promise<{ readonly th: string; readonly en: string } | null> {
  const general = (await openProfile(room, db, personId))?.general;
  return general === undefined ? null : fullNames(general);
}
