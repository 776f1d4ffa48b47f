import { findPerson } from "../accounts/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { formerNames } from "./change-name.ts";
import { holderLikeness } from "./holder-likeness.ts";
import { openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import { isPartialName, type NameLikeness } from "./same-name.ts";

/**
 * How the name on an account that sent money stands to the person it is for, as `accountLikeness`. `PARTIAL`: the bank cut their
 * name off, so that a person decides.
 */
export async function payerLikeness(
  room: Room,
  db: Db | Tx,
  personId: string,
  holder: string,
): Promise<NameLikeness | "PARTIAL" | null> {
  const likeness = await accountLikeness(room, db, personId, holder);
  if (likeness === "SAME" || likeness === null) return likeness;
  const person = await findPerson(db, personId);
  const profile = await openProfile(room, db, personId);
  if (profile === null || person?.customerType === "JURISTIC") return likeness;
  const { firstNameTh, lastNameTh, firstNameEn, lastNameEn } = profile.general;
  const names = [
    { first: firstNameTh, last: lastNameTh },
    { first: firstNameEn, last: lastNameEn },
  ];
  return names.some((name) => isPartialName(holder, name)) ? "PARTIAL" : likeness;
}

/**
 * How the name on an account stands to a person; `null` where their names are not known. One that they had before is for a person
 * to look at: banks learn of a new name later.
 */
export async function accountLikeness(
  room: Room,
  db: Db | Tx,
  personId: string,
  holder: string,
): Promise<NameLikeness | null> {
  const person = await findPerson(db, personId);
  const profile = await openProfile(room, db, personId);
  if (person === null || profile === null) return null;
  const company = person.customerType === "JURISTIC" ? (person.companyName ?? "") : null;
  const likeness = holderLikeness(holder, { ...profile.general, company });
  if (likeness !== "OTHER") return likeness;
  const former = await formerNames(room, db, personId);
  return former.some((names) => holderLikeness(holder, { ...names, company }) !== "OTHER")
    ? "CLOSE"
    : "OTHER";
}
