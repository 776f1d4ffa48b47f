import type { Definition } from "../../flow/definition.ts";
import { pathsOfRule } from "../../flow/paths-read.ts";
import type { Path, RuleCase, RuleFile } from "../../rules/rule.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import type { Coverage, Shown } from "../coverage/index.ts";
import { GRAMMAR, inBoth, type Naming, sentenceOf, type Words } from "../words/index.ts";

/** A case of a rule, in words generated from the case's data. */
export type CaseWords = {
  /** Note of the author, unchanged. */
  readonly why: string;
  /**
   * Whether the case is described by its differences from the first case. `given` then lists only the values
   * that differ.
   */
  readonly likeFirst: boolean;
  readonly given: readonly Words[];
  /** Names of values that the rule reads but the case does not give. */
  readonly open: readonly Words[];
  /**
   * Result of the case. A `must` rule is `met` or `notMet`; a `value` rule returns a `value`. `unknown`:
   * values are missing.
   */
  readonly answer: "met" | "notMet" | "unknown" | "value";
  readonly value: Words | null;
};

/** Returns the cases of a rule in words, and the names of all values that it reads. */
export function casesOf(
  definition: Definition,
  rule: RuleFile,
  naming: Naming,
): { readonly needs: readonly Words[]; readonly cases: readonly CaseWords[] } {
  const reads = [...new Set(pathsOfRule(definition, rule.id))];
  const place = (path: Path) => inBoth((language) => naming.place(path, language));
  const order = (path: Path) => (reads.includes(path) ? reads.indexOf(path) : reads.length);
  const [first] = rule.cases.map(({ given }) => valuesIn(given));
  const cases = rule.cases.map((one, index): CaseWords => {
    const values = valuesIn(one.given);
    const likeFirst = index > 0 && first !== undefined && isLike(first, values);
    const tells = (path: Path) => !likeFirst || !same(first?.get(path), values.get(path));
    return {
      why: one.why,
      likeFirst,
      given: [...values]
        .filter(([path]) => tells(path))
        .sort(([left], [right]) => order(left) - order(right))
        .map(([path, value]) => inBoth((language) => naming.state(path, { values: [value] }, language))),
      open: reads.filter((path) => !values.has(path) && tells(path)).map(place),
      ...answerOf(definition, rule, one, naming),
    };
  });
  return { needs: reads.map((path) => needOf(path, naming)), cases };
}

/** Returns the name of a data path. For a fact with exactly two possible values, appends these values. */
function needOf(path: Path, naming: Naming): Words {
  const type = naming.type(path);
  const values: readonly Json[] =
    type?.kind === "boolean" ? [true, false] : type?.kind === "enum" ? type.words : [];
  return inBoth((language) => {
    const name = naming.place(path, language);
    if (values.length !== 2 || !path.startsWith("facts.")) return name;
    const words = values.map((value) => naming.value(path, value, language));
    return `${name} (${GRAMMAR[language].or(words)})`;
  });
}

function answerOf(
  definition: Definition,
  rule: RuleFile,
  { expect }: RuleCase,
  naming: Naming,
): Pick<CaseWords, "answer" | "value"> {
  if (expect === "unknown") return { answer: "unknown", value: null };
  if (rule.must) return { answer: expect === true ? "met" : "notMet", value: null };
  return { answer: "value", value: valueWords({ definition, rule: rule.id, naming }, expect) };
}

/**
 * Returns a value of a rule as screens show it, if a derived value of the flow comes from the rule. If the
 * value is a number and the text does not begin with this number, writes the number before the text.
 */
export function valueWords(
  of: { readonly definition: Definition; readonly rule: string; readonly naming: Naming },
  value: Json,
): Words {
  const derived = Object.entries(of.definition.flow.derived).find(
    ([, file]) => "rule" in file && file.rule === of.rule,
  );
  const path = derived === undefined ? "" : `derived.${derived[0]}`;
  return inBoth((language) => {
    const word = of.naming.value(path, value, language);
    const saysIt = typeof value !== "number" || new RegExp(`^“?${value}(\\D|$)`).test(word);
    return saysIt ? word : `${value} · ${word}`;
  });
}

/** Returns true if readers see at once how two cases differ, because few of their values are different. */
function isLike(first: ReadonlyMap<Path, Json>, values: ReadonlyMap<Path, Json>): boolean {
  const paths = [...new Set([...first.keys(), ...values.keys()])];
  const different = paths.filter((path) => !same(first.get(path), values.get(path)));
  return paths.length > 3 && different.length * 2 <= paths.length;
}

function same(left: Json | undefined, right: Json | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Returns the values of a case, by data path. */
function valuesIn(given: JsonObject): ReadonlyMap<Path, Json> {
  const values = new Map<Path, Json>();
  const visit = (value: Json, path: Path): void => {
    const whole = typeof value !== "object" || value === null || Array.isArray(value);
    if (whole) values.set(path, value);
    else
      for (const [name, inner] of Object.entries(value))
        visit(inner as Json, path === "" ? name : `${path}.${name}`);
  };
  visit(given, "");
  return values;
}

/** What the cases of a rule demonstrate, condition by condition. */
export type CoverageWords = {
  /** Share of the feasible demonstrations that the cases contain, from 0 to 1. */
  readonly share: number;
  readonly conditions: readonly {
    readonly says: Words;
    readonly whenMet: Shown;
    readonly whenNotMet: Shown;
  }[];
  readonly thresholds: readonly {
    readonly says: Words;
    readonly under: Shown;
    readonly at: Shown;
    readonly over: Shown;
  }[];
  /** Number of further cases that are necessary for full coverage. */
  readonly missing: number;
};

/** Describes coverage in words. */
export function coverageWords(coverage: Coverage, naming: Naming): CoverageWords {
  return {
    share: coverage.share,
    conditions: coverage.conditions.map(({ condition, whenTrue, whenFalse }) => ({
      says: sentenceOf(condition, naming),
      whenMet: whenTrue,
      whenNotMet: whenFalse,
    })),
    thresholds: coverage.thresholds.map(({ condition, under, at, over }) => ({
      says: sentenceOf(condition, naming),
      under,
      at,
      over,
    })),
    missing: coverage.missing.length,
  };
}
