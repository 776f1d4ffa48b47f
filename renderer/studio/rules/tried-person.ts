import { at, put } from "../../../engine/edits/json-places.ts";
import { pathsOfRule } from "../../../engine/flow/paths-read.ts";
import type { RuleCase } from "../../../engine/rules/rule.ts";
import { equalJson } from "../../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Words } from "../../../engine/verify/words/index.ts";
import { literalFrom, literalSaid } from "../blocks/literals.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import type { Studied } from "../engine/use-engine.ts";

/** What is known about a made-up person, by data path. */
export type Person = { readonly [path: string]: Json };

/** A value that a rule reads, which a made-up person may have. */
export type Fact = {
  readonly path: string;
  readonly name: Words;
  /** How the value is typed; `null` if it can only be taken from a case of the rule. */
  readonly place: ReadablePlace | null;
};

/** Kinds of values that have no field on this page. */
const NOT_TYPED: readonly ReadablePlace["kind"][] = ["file", "instant"];

/** Returns the values that a rule and its nested rules read. */
export function factsOf(
  definition: NonNullable<Studied["definition"]>,
  { rule, needs }: Pick<Studied["rules"][number], "rule" | "needs">,
  places: readonly ReadablePlace[],
): readonly Fact[] {
  const paths = [...new Set(pathsOfRule(definition, rule))];
  return paths.map((path, index) => {
    const place = places.find((one) => one.path === path);
    const { th, en } = place?.name ?? needs[index] ?? { th: path, en: path };
    return {
      path,
      name: { th: unquoted(th), en: unquoted(en) },
      place: place === undefined || NOT_TYPED.includes(place.kind) ? null : place,
    };
  });
}

/** Returns a person as the data of a case. */
export function givenOf(person: Person): JsonObject {
  const given = Object.entries(person).reduce<Json | undefined>(
    (before, [path, value]) => put(before, path.split("."), value),
    {},
  );
  return given as JsonObject;
}

/** Returns the person whom a case describes. */
export function personOf({ given }: Pick<RuleCase, "given">, facts: readonly Fact[]): Person {
  return Object.fromEntries(
    facts.flatMap(({ path }) => {
      const value = at(given, path.split("."));
      return value === undefined ? [] : [[path, value]];
    }),
  );
}

/** Returns a value as screens show it. */
export function factSaid({ place }: Pick<Fact, "place">, value: Json, lng: keyof Words): string {
  const one = (single: Json): string => {
    const known = place?.values.find(({ value }) => equalJson(value, single));
    return known === undefined ? literalSaid(single) : unquoted(known.name[lng]);
  };
  return Array.isArray(value) ? value.map(one).join(", ") : one(value);
}

/** Parses input for a fact; `null` if it is invalid. A list is typed with commas between its values. */
export function factFrom(typed: string, place: ReadablePlace): Json | null {
  if (place.kind !== "list") return literalFrom(typed, place);
  const item = place.decimals > 0 ? "decimal" : place.of;
  return literalFrom(typed, { kind: item as ReadablePlace["kind"], decimals: place.decimals }, true);
}

/** Returns a person as the case that is kept, with the answer that the rule gives now. */
export function caseOf(person: Person, expect: Json, facts: readonly Fact[]): RuleCase {
  const known = facts.flatMap((fact) => {
    const value = person[fact.path];
    return value === undefined ? [] : [`${fact.name.en} ${factSaid(fact, value, "en")}`];
  });
  const why = known.length === 0 ? "nothing is known" : known.join(", ");
  return { why: `tried: ${why}`.slice(0, 200), given: givenOf(person), expect };
}

/** Returns a name without quotation marks. Sentences need the marks, labels of fields do not. */
export function unquoted(name: string): string {
  return /^“[^“”]*”$/.test(name) ? name.slice(1, -1) : name;
}
