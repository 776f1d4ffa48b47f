import { nameScore } from "./name-score.ts";
import type { Listed, WatchList } from "./watch-list.ts";

/** A person or company of an application who is screened: the customer, or a party behind them. */
export type Screened = {
  readonly role: "customer" | "company" | "beneficial-owner" | "controller";
  readonly kind: Listed["kind"];
  /** The name in Thai and in English, as far as known. */
  readonly names: readonly string[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly birthDate: string | null;
  readonly document: string | null;
};

/** How a birth date compares with those of an entry. */
export type BirthLikeness = "same-day" | "same-year" | "unknown" | "other";

/** A matching entry. `score` is 0 to 100. */
export type Match = {
  readonly list: string;
  readonly role: Screened["role"];
  readonly entry: Listed;
  readonly name: string;
  readonly score: number;
  readonly birth: BirthLikeness;
  readonly sameDocument: boolean;
};

/** From this score on, a person reviews the match. */
export const HIT_SCORE = 85;

/** Points that the birth date adds to the name score, or subtracts. */
const BIRTH_POINTS: Readonly<Record<BirthLikeness, number>> = {
  "same-day": 10,
  "same-year": 5,
  unknown: 0,
  other: -15,
};

/** Returns all matching entries, best match first. An equal document always matches. */
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

/** A difference of a year or two is not yet another person, because lists are often imprecise. */
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
