import { at, put } from "../../../engine/edits/json-places.ts";
import { pathsOfRule } from "../../../engine/flow/paths-read.ts";
import { schemaOfPath } from "../../../engine/flow/schema-of-path.ts";
import { logicsOf, rulesOf } from "../../../engine/rules/reads-of.ts";
import type { RuleCase } from "../../../engine/rules/rule.ts";
import { equalJson } from "../../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Words } from "../../../engine/verify/words/index.ts";
import { literalFrom, literalSaid, unquoted } from "../blocks/literals.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import type { Studied } from "../engine/use-engine.ts";
import { type Kind, typeKind } from "./row-kind.ts";

/** What is known about a made-up person, by data path. */
export type Person = { readonly [path: string]: Json };

/** A value that a rule reads, which a made-up person may have. */
export type Fact = {
  readonly path: string;
  readonly name: Words;
  /** How the value is typed; `null` if it can only be taken from a case of the rule. */
  readonly place: ReadablePlace | null;
  /** The limits of the value. */
  readonly kind: Kind;
  /**
   * A sample value, if the rule only asks whether there is a value; otherwise `null`. A person then chooses
   * between “on record” and “none”.
   */
  readonly presence: Json | null;
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
      kind: typeKind(schemaOfPath(definition, path) ?? {}),
      presence: place === undefined ? null : presenceOf(definition, rule, place),
    };
  });
}

/** Sample of a value of which only its presence matters. */
const ON_RECORD = "on record";

/**
 * Returns a sample of a text of which a rule and its nested rules only ask whether there is one: that of the
 * rule's cases if they have one. Returns `null` for all other values.
 */
function presenceOf(
  definition: NonNullable<Studied["definition"]>,
  rule: string,
  { path, kind, values }: ReadablePlace,
): Json | null {
  if (kind !== "string" || values.length > 0) return null;
  const seen = new Set<string>();
  const isCompared = (id: string): boolean => {
    const file = definition.rules[id];
    if (seen.has(id) || file === undefined) return false;
    seen.add(id);
    return logicsOf(file).some((logic) => compares(logic, path) || rulesOf(logic).some(isCompared));
  };
  if (isCompared(rule)) return null;
  const cases = definition.rules[rule]?.cases ?? [];
  return cases.flatMap(({ given }) => at(given, path.split(".")) ?? []).find(isText) ?? ON_RECORD;
}

function isText(value: Json): boolean {
  return typeof value === "string" && value !== "";
}

/** Returns true if a condition reads the value at a data path, and not only whether there is one. */
function compares(logic: Json, path: string): boolean {
  if (Array.isArray(logic)) return logic.some((one: Json) => compares(one, path));
  if (typeof logic !== "object" || logic === null) return false;
  return Object.entries(logic).some(([operator, args]) => {
    const [first] = [args].flat() as readonly (Json | undefined)[];
    if (operator === "missing") return false;
    if (operator === "var") return first === path;
    if (operator === "!!" && at(first, ["var"]) === path) return false;
    return compares(args as Json, path);
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
    return value === undefined
      ? []
      : [`${fact.name.en} ${fact.presence === null ? factSaid(fact, value, "en") : ON_RECORD}`];
  });
  const why = known.length === 0 ? "nothing is known" : known.join(", ");
  return { why: `tried: ${why}`.slice(0, 200), given: givenOf(person), expect };
}
