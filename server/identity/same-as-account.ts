import { localPhone } from "../../domain/phone.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { normaliseName } from "../../engine/values/person-name.ts";
import { provedPhone } from "../accounts/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { namesOf, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";

/**
 * Compares a typed name, national ID number and phone number with the identity of an account. A result is
 * `null` if the account has no such value.
 */
export async function sameAsAccount(
  room: Room,
  db: Db | Tx,
  personId: string,
  typed: JsonObject,
): Promise<{
  readonly name: boolean | null;
  readonly nationalId: boolean | null;
  readonly phone: boolean | null;
}> {
  const [profile, names, proved] = await Promise.all([
    openProfile(room, db, personId),
    namesOf(room, db, personId),
    provedPhone(room.accounts, db, personId),
  ]);
  const plain = (name: unknown) => normaliseName(String(name ?? "")).toLowerCase();
  const digits = (value: unknown) => String(value ?? "").replaceAll(/\D/g, "");
  const phone = proved ?? profile?.general.phone;
  return {
    name: names === null ? null : [names.th, names.en].map(plain).includes(plain(typed.name)),
    nationalId: profile === null ? null : digits(profile.general.nationalId) === digits(typed.nationalId),
    phone: typeof phone === "string" ? localPhone(phone) === localPhone(String(typed.phone ?? "")) : null,
  };
}
