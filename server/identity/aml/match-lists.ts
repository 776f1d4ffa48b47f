import { nameScore } from "./name-score.ts";
import type { Listed, WatchList } from "./watch-list.ts";

/** A person or company that is screened: the customer of an application, or a party behind the customer. */
export type Screened = {
  readonly role: "customer" | "company" | "beneficial-owner" | "controller";
  readonly kind: Listed["kind"];
  /** Names in Thai and in English, as far as they are known. */
  readonly names: readonly string[];
  /** Date of birth as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; `null` if unknown. */
  readonly birthDate: string | null;
  readonly document: string | null;
};

/** Result of comparing a person's birth date with the birth dates of a list entry. */
export type BirthLikeness = "same-day" | "same-year" | "unknown" | "other";

/** A list entry that matches a person. `score` is 0 to 100. */
export type Match = {
  readonly list: string;
  readonly role: Screened["role"];
  readonly entry: Listed;
  readonly name: string;
  readonly score: number;
  readonly birth: BirthLikeness;
  readonly sameDocument: boolean;
};

/** Minimum score at which a person must review the match. */
export const HIT_SCORE = 85;

/** Points that the birth date adds to the score of the name, or subtracts from it. */
const BIRTH_POINTS: Readonly<Record<BirthLikeness, number>> = {
  "same-day": 10,
  "same-year": 5,
  unknown: 0,
  other: -15,
};

/** Returns all matching entries, best match first. An entry with the same document number always matches. */
export function matchLists(lists: readonly WatchList[], people: readonly Screened[]): readonly Match[] {
  const found: Match[] = [];
  for (const { name: list, entries } of lists)
    for (const entry of entries)
      for (const one of people) {
        const match = matchOf(entry, one);
        if (match !== null) found.push({ list, role: one.role, entry, ...match });
      }
  return found.sort((one, other) => other.score - one.score);
}

function matchOf(
  entry: Listed,
  one: Screened,
): Pick<Match, "name" | "score" | "birth" | "sameDocument"> | null {
  if (entry.kind !== one.kind) return null;
  const sameDocument =
    one.document !== null && entry.documents.some((document) => digits(document) === digits(one.document));
  let best = { name: entry.names[0] ?? "", points: 0 };
  for (const listed of entry.names)
    for (const given of one.names) {
      const points = nameScore(listed, given);
      if (points > best.points) best = { name: listed, points };
    }
  const birth = birthLikeness(entry.births, one.birthDate);
  const score = sameDocument ? 100 : Math.max(0, Math.min(100, best.points + BIRTH_POINTS[birth]));
  return score < HIT_SCORE ? null : { name: best.name, score, birth, sameDocument };
}

/**
 * Compares birth dates. A difference of one or two years does not yet mean another person, because lists are
 * often imprecise.
 */
function birthLikeness(births: readonly string[], given: string | null): BirthLikeness {
  if (births.length === 0 || given === null) return "unknown";
  if (given.length === 10 && births.includes(given)) return "same-day";
  const year = Number(given.slice(0, 4));
  const apart = Math.min(...births.map((birth) => Math.abs(Number(birth.slice(0, 4)) - year)));
  if (apart === 0) return "same-year";
  return apart <= 2 ? "unknown" : "other";
}

function digits(text: string | null): string {
  return (text ?? "").replace(/[^0-9A-Z]/gi, "").toUpperCase();
}
