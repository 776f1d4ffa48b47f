import type { Definition } from "../../flow/definition.ts";
import { nameKeys, nameValueKeys } from "../../flow/name-keys.ts";
import { findText, placeKeys, placeValueKeys } from "../../flow/text-keys.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import type { Path } from "../../rules/rule.ts";
import { type Type, type TypeEnv, typeAt } from "../../rules/types.ts";
import type { Json } from "../../values/json.ts";
import type { Language } from "../../values/languages.ts";
import { GRAMMAR } from "./grammar.ts";
import { showValue } from "./show-value.ts";

/** A sentence in both languages. */
export type Words = { readonly [language in Language]: string };

/** Names of data paths, values and rules in sentences for lawyers and staff. */
export type Naming = {
  /**
   * Returns the name of a data path in a sentence. The name is in quotation marks if it is a text on the
   * investors' screens.
   */
  readonly place: (path: Path, language: Language) => string;
  /** Returns the name, in a sentence, of a value at a data path. */
  readonly value: (path: Path, value: Json, language: Language) => string;
  /**
   * Forms the statement that the value at a data path is one of the given values, or none of them. `said`
   * contains the values, or words for them.
   */
  readonly state: (path: Path, said: State, language: Language) => string;
  /** Forms the statement that nothing is known about the value at a data path. */
  readonly unknown: (path: Path, language: Language) => string;
  readonly rule: (id: string, language: Language) => string;
  readonly type: (path: Path) => Type | undefined;
};

/**
 * The values that a data path has, or does not have if `negated` is true. If the state also contains ranges,
 * `said` contains the words for its single values and `stretches` the words for its ranges.
 */
export type State = {
  readonly values: readonly Json[];
  readonly said?: readonly string[];
  readonly stretches?: readonly string[];
  readonly negated?: boolean;
};

/**
 * Returns names from a definition's texts. If a text is missing there, uses the texts of an `earlier`
 * version. A data path without a name is written with its last part first.
 */
export function namingOf(definition: Definition, earlier: Definition = definition): Naming {
  const types = { ...typesOfDefinition(earlier), ...typesOfDefinition(definition) };
  const text = (keys: readonly string[], language: Language) =>
    findText(definition.texts, language, keys) ?? findText(earlier.texts, language, keys);
  const label = (path: Path, language: Language) =>
    text([...nameKeys(definition, path), ...placeKeys(definition, path)], language) ??
    text([...nameKeys(earlier, path), ...placeKeys(earlier, path)], language) ??
    plainPlace(path);
  const word = (path: Path, value: Json, language: Language): string | null =>
    typeof value === "object"
      ? null
      : text(
          [definition, earlier].flatMap((one) => [
            ...nameValueKeys(one, path, value),
            ...placeValueKeys(one, path, value),
          ]),
          language,
        );
  const type = (path: Path) => typeAt(types, path) ?? typeInEntries(types, path);

  const naming: Naming = {
    type,
    place: (path, language) => {
      if (path.startsWith("flags.")) return GRAMMAR[language].switch(label(path, language));
      return isOnScreen(path) ? GRAMMAR[language].quoted(label(path, language)) : label(path, language);
    },
    value: (path, value, language) => {
      if (Array.isArray(value) && value.length > 0)
        return GRAMMAR[language].and(value.map((one: Json) => naming.value(path, one, language)));
      const known = word(path, value, language);
      if (known !== null) return isOnScreen(path) ? GRAMMAR[language].quoted(known) : known;
      const whole = type(path);
      return showValue(value, whole?.kind === "list" ? whole.item : whole, language);
    },
    state: (path, { values, said = [], stretches = [], negated = false }, language) => {
      const say = GRAMMAR[language];
      const place = naming.place(path, language);
      const [first] = values;
      const single = values.length === 1 && said.length === 0 && stretches.length === 0;
      if (single && first === "") return negated ? say.given(place) : say.notGiven(place);
      if (path.startsWith("flags.") && single)
        return say.switched(label(path, language), (first === true) !== negated);
      if (path.startsWith("facts.") && single && typeof first === "boolean")
        return say.hasState(place, naming.value(path, first !== negated, language));
      const all = [...values.map((value) => naming.value(path, value, language)), ...said];
      const listed =
        path.startsWith("answers.") &&
        values.flat().some((value) => word(path, value as Json, language) !== null);
      const whole = [...all, ...stretches];
      if (negated) return listed ? say.notAnswered(place, whole) : say.isNot(place, whole);
      return listed ? say.answered(place, say.or(whole)) : say.lies(place, all, stretches);
    },
    unknown: (path, language) => {
      const say = GRAMMAR[language];
      const place = naming.place(path, language);
      return path.startsWith("answers.") ? say.unanswered(place) : say.nothingKnown(place);
    },
    rule: (id, language) => text([(definition.rules[id] ?? earlier.rules[id])?.title ?? id], language) ?? id,
  };
  return naming;
}

const ENTRIES = ".items.";

/** Returns the type of a field in a list's entries, such as `answers.bank.accounts.items.amount`. */
function typeInEntries(types: TypeEnv, path: Path): Type | undefined {
  const at = path.indexOf(ENTRIES, 1);
  const whole = at < 0 ? undefined : types[path.slice(0, at)];
  return whole?.kind === "list" && whole.item.kind === "object"
    ? whole.item.fields[path.slice(at + ENTRIES.length)]
    : undefined;
}

/** Returns true if the name of a data path is on the investors' screens. */
function isOnScreen(path: Path): boolean {
  return path.startsWith("answers.") || path.startsWith("derived.");
}

/** Writes a data path that has no name, with its last part first. */
export function plainPlace(path: Path): string {
  const [, from = path, ...rest] = path.split(".");
  return rest.length === 0 ? from : `${rest.join(".")} (${from})`;
}
