import { localPhone } from "../../domain/phone.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { findPerson, provedPhone } from "../accounts/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { namesOf, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";

/** Loads the fact `contact`: the known contact data of a person; `null` if the person is unknown. */
export async function contactFact(room: Room, db: Db | Tx, personId: string): Promise<JsonObject | null> {
  const person = await findPerson(db, personId);
  if (person === null) return null;
  const [profile, names, proved] = await Promise.all([
    openProfile(room, db, personId),
    namesOf(room, db, personId),
    provedPhone(room.accounts, db, personId),
  ]);
  const phone = proved ?? profile?.general.phone;
  return {
    email: person.email,
    ...(names === null ? {} : { name: names[person.language] }),
    ...(typeof phone === "string" ? { phone: localPhone(phone) } : {}),
  };
}
