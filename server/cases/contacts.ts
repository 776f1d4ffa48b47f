import { toE164 } from "../../domain/phone.ts";
import { emailKey } from "../accounts/index.ts";
import type { Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import type { Given } from "./sealed.ts";
import "./tables.ts";

/** Names of the inputs by whose values colleagues can find a case. */
const FOUND_BY: ReadonlySet<string> = new Set(["email", "phone"]);

/** Stores keyed hashes of the e-mail addresses and phone numbers with which a case was opened. */
export async function writeContacts(
  room: Room,
  tx: Tx,
  id: string,
  given: readonly Pick<Given, "name" | "value">[],
): Promise<void> {
  const hashes = given.flatMap(({ name, value }) => {
    if (typeof value !== "string" || !FOUND_BY.has(name)) return [];
    return hashOfContact(room, value) ?? [];
  });
  const rows = new Map(hashes.map((hash) => [hash.toString("hex"), { case_id: id, hash }]));
  if (rows.size > 0)
    await tx
      .insertInto("case_contacts")
      .values([...rows.values()])
      .execute();
}

/** Returns the keyed hash of an e-mail address or a Thai phone number as typed; `null` for any other text. */
export function hashOfContact(room: Room, text: string): Buffer | null {
  if (text.includes("@")) return room.vault.keyedHash("case-email", emailKey(text.trim()));
  const phone = toE164(text);
  return phone === null ? null : room.vault.keyedHash("case-phone", phone);
}

/**
 * Returns the number of cases that were opened without an account and name this e-mail address. These cases
 * are kept when the account with this address is erased, because anyone may have typed the address. They
 * become unreadable at the end of their topic's retention period.
 */
export async function countVisitorCases(room: Room, email: string): Promise<number> {
  const { found } = await room.db
    .selectFrom("cases as c")
    .innerJoin("case_contacts as k", "k.case_id", "c.id")
    .select((with_) => with_.fn.countAll<string>().as("found"))
    .where("c.person_id", "is", null)
    .where("k.hash", "=", hashOfContact(room, email))
    .executeTakeFirstOrThrow();
  return Number(found);
}
