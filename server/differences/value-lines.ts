import type { DerivedFile, Entry, ErrorRoute, Role } from "../../engine/flow/flow-file.ts";
import { isObject } from "../../engine/flow/form-schema.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { alike } from "../../engine/verify/compare/index.ts";
import en from "../../locales/en/definition.json" with { type: "json" };
import th from "../../locales/th/definition.json" with { type: "json" };
import { ruleName, sayIn, type Versions, type Wording } from "./class-lines.ts";
import { HEADING } from "./detail-lines.ts";
import { derivedWords, entryWords, placeName, plain, routePhrase } from "./place-words.ts";

type Values = Versions<Json | undefined>;
type WordsFor = (value: Json, at: readonly string[]) => Phrase | string;

/** Returns changed values in a part of a flow or step, each with its older and newer value. */
export function valueLines(part: string, values: Values, wording: Wording, step?: string): readonly string[] {
  const words = WORDS[part];
  if (words === undefined) return [];
  const say = sayIn(wording);
  const wordsFor = (value: Json | undefined, at: readonly string[]) =>
    value === undefined ? ({ key: "none" } as const) : words(wording, step)(value, at);
  // Other lines already list the entries of a screen that were added or removed. So only entries that both
  // versions have are compared.
  const both = (name: string): boolean =>
    [values.before, values.after].every((one) => isObject(one) && Object.hasOwn(one, name));
  const changes = changesIn(values, []).filter(({ at }) => part !== "shows" || both(at[0] ?? ""));
  const rest = changes.length - MOST_VALUES;
  return [
    ...changes.slice(0, MOST_VALUES).map(({ at, before, after }) => {
      const params = { before: wordsFor(before, at), after: wordsFor(after, at) };
      if (at.length === 0)
        return say({ key: "compare.from-to", params: { from: params.before, to: params.after } });
      return say({ key: "compare.values", params: { ...params, name: nameOf(part, at, wording, step) } });
    }),
    ...(rest > 0 ? [say({ key: "compare.more-values", params: { count: rest } })] : []),
  ];
}

/** Maximum number of values that are listed. If an effect is declared in another way, dozens can change. */
const MOST_VALUES = 12;

type Change = { readonly at: readonly string[] } & Values;

/**
 * Returns the changed values, as small as possible: within a table, only the entries that differ. If only one
 * version has a value, each of its entries is listed.
 */
function changesIn({ before, after }: Values, at: readonly string[]): readonly Change[] {
  if (alike(before, after)) return [];
  if (![before, after].every((one) => one === undefined || isTable(one))) return [{ at, before, after }];
  const [old = {}, now = {}] = [before, after] as [JsonObject | undefined, JsonObject | undefined];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !REMARKS.has(name))
    .flatMap((name) => changesIn({ before: old[name], after: now[name] }, [...at, name]));
}

/** Keys of remarks that describe facts and effects to programmers. A comparison ignores them. */
const REMARKS: ReadonlySet<string> = new Set(["source", "owner", "description"]);

/**
 * Returns whether a value is a table whose entries are compared one by one. A computation, or the step after
 * an error, is compared as a whole.
 */
function isTable(value: Json): boolean {
  return isObject(value) && !WHOLE.some((name) => typeof value[name] === "string");
}

const WHOLE = ["fn", "rule", "to", "reopen", "ask"] as const;

const WORDS: { readonly [part: string]: (wording: Wording, step?: string) => WordsFor } = {
  // A derived value that was added or removed is shown as a whole. If a part of it changed, only that part is
  // shown.
  derived: (wording) => (value, at) => {
    if (isObject(value)) return derivedWords(value as DerivedFile, wording);
    return at.at(-1) === "rule" && typeof value === "string" ? ruleName(value, wording) : plain(value);
  },
  facts: (wording) => (value) => placeName(value, wording),
  input: (wording) => (value) => placeName(value, wording),
  prefill: (wording) => (value) => placeName(value, wording),
  errors: (wording, step) => (value) => routePhrase(value as ErrorRoute, wording, step),
  onTimeout: (wording, step) => (value) => routePhrase(value as ErrorRoute, wording, step),
  entries: (wording) => (value) =>
    Array.isArray(value) ? entryWords(value as readonly Entry[], wording) : plain(value),
  address: () => plain,
  shows: (wording) => (value, at) =>
    at.at(-1) === "role" ? { key: `role.${value as Role}` } : placeName(value, wording),
  ui: () => plain,
  document: () => plain,
  offeredFacts: () => plain,
  effects: (wording) => (value, at) =>
    at.at(-1) === "unless" && typeof value === "string" ? ruleName(value, wording) : plain(value),
  events: () => plain,
};

function nameOf(part: string, [first = "", ...rest]: readonly string[], wording: Wording, step = ""): string {
  const asked = `answers.${step}.${first}`;
  if (part === "shows") {
    const parts: { readonly [part: string]: string } = { th, en }[wording.language].steps.shown;
    return [shownName(first, wording), ...rest.map((one) => parts[one] ?? one)].join(" ");
  }
  const own = { ui: asked, document: asked, prefill: asked, derived: `derived.${first}` }[part];
  const head = own === undefined ? first : wording.naming.place(own, wording.language);
  const name = own === undefined || head === first ? head : `${first} (${head})`;
  return [name, ...rest].join(part === "ui" ? " " : ".");
}

/** Returns how a screen names one of its entries: the name of the data path, or the text of a heading. */
export function shownName(name: string, { naming, language }: Wording): string {
  return name.startsWith(HEADING)
    ? sayIn({ language })({ key: "compare.heading", params: { heading: name.slice(HEADING.length) } })
    : naming.place(name.replace(/\?$/, ""), language);
}
