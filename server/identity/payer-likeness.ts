import { companyNameOf, findPerson } from "../accounts/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { formerNames } from "./change-name.ts";
import { holderLikeness } from "./holder-likeness.ts";
import { type General, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import { isPartialName, type NameLikeness } from "./same-name.ts";

/**
 * Compares the sender's name of a payment with a person's names, like `accountLikeness`. Also returns
 * `PARTIAL` if the bank cut the name off, so that a person must decide.
 */
export async function payerLikeness(
  room: Room,
  db: Db | Tx,
  personId: string,
  holder: string,
): Promise<NameLikeness | "PARTIAL" | null> {
  const named = await namedPerson(room, db, personId);
  if (named === null) return null;
  const likeness = await likenessOf(room, db, named, holder);
  if (likeness === "SAME" || named.company !== null) return likeness;
  const { firstNameTh, lastNameTh, firstNameEn, lastNameEn } = named.general;
  const names = [
    { first: firstNameTh, last: lastNameTh },
    { first: firstNameEn, last: lastNameEn },
  ];
  return names.some((name) => isPartialName(holder, name)) ? "PARTIAL" : likeness;
}

/**
 * Compares the name of a bank account with a person's names; returns `null` if they are unknown. A match with
 * a former name needs a review, because banks learn of changes late.
 */
export async function accountLikeness(
  room: Room,
  db: Db | Tx,
  personId: string,
  holder: string,
): Promise<NameLikeness | null> {
  const named = await namedPerson(room, db, personId);
  return named === null ? null : await likenessOf(room, db, named, holder);
}

type Named = { readonly personId: string; readonly general: General; readonly company: string | null };

async function namedPerson(room: Room, db: Db | Tx, personId: string): Promise<Named | null> {
  const person = await findPerson(db, personId);
  const profile = await openProfile(room, db, personId);
  if (person === null || profile === null) return null;
  const company = person.customerType === "JURISTIC" ? (companyNameOf(room.accounts, person) ?? "") : null;
  return { personId, general: profile.general, company };
}

async function likenessOf(
  room: Room,
  db: Db | Tx,
  { personId, general, company }: Named,
  holder: string,
): Promise<NameLikeness> {
  const likeness = holderLikeness(holder, { ...general, company });
  if (likeness !== "OTHER") return likeness;
  const former = await formerNames(room, db, personId);
  return former.some((names) => holderLikeness(holder, { ...names, company }) !== "OTHER")
    ? "CLOSE"
    : "OTHER";
}
