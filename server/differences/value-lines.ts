import type { DerivedFile, Entry, ErrorRoute, Role } from "../../engine/flow/flow-file.ts";
import { isObject } from "../../engine/flow/form-schema.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import { readsOf } from "../../engine/rules/reads-of.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { alike } from "../../engine/verify/compare/index.ts";
import { GRAMMAR, plainPlace } from "../../engine/verify/words/index.ts";
import en from "../../locales/en/definition.json" with { type: "json" };
import th from "../../locales/th/definition.json" with { type: "json" };
import { ruleName, sayIn, stepName, type Versions, type Wording } from "./class-lines.ts";
import { HEADING } from "./detail-lines.ts";

type Values = Versions<Json | undefined>;
type WordsFor = (value: Json, at: readonly string[]) => Phrase | string;

/** What stands otherwise inside a part of a flow or of one of its steps, each value as it was and as it is now. */
export function valueLines(part: string, values: Values, wording: Wording, step?: string): readonly string[] {
  const words = WORDS[part];
  if (words === undefined) return [];
  const say = sayIn(wording);
  const wordsFor = (value: Json | undefined, at: readonly string[]) =>
    value === undefined ? ({ key: "none" } as const) : words(wording, step)(value, at);
  // What is shown anew, or no longer, is named before.
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

/** Values that are listed; an effect that is declared anew has dozens. */
const MOST_VALUES = 12;

type Change = { readonly at: readonly string[] } & Values;

/** The smallest values that differ; what only one version has is written as what stands in it. */
function changesIn({ before, after }: Values, at: readonly string[]): readonly Change[] {
  if (alike(before, after)) return [];
  if (![before, after].every((one) => one === undefined || isTable(one))) return [{ at, before, after }];
  const [old = {}, now = {}] = [before, after] as [JsonObject | undefined, JsonObject | undefined];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !REMARKS.has(name))
    .flatMap((name) => changesIn({ before: old[name], after: now[name] }, [...at, name]));
}

/** What is said of a fact or an effect for programmers only. */
const REMARKS: ReadonlySet<string> = new Set(["source", "owner", "description"]);

/** Whether a value is compared entry by entry; a computation and what an error leads to are compared as a whole. */
function isTable(value: Json): boolean {
  return isObject(value) && !WHOLE.some((name) => typeof value[name] === "string");
}

const WHOLE = ["fn", "rule", "to", "reopen", "ask"] as const;

const WORDS: { readonly [part: string]: (wording: Wording, step?: string) => WordsFor } = {
  // Where only a part of one changed, that part is told.
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
    Array.isArray(value) ? entryWords(value as unknown as readonly Entry[], wording) : plain(value),
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

function plain(value: Json): string {
  if (Array.isArray(value) && value.length > 0) return value.map(plain).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

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

/** What a place that is shown is called; a heading by its name. */
export function shownName(name: string, { naming, language }: Wording): string {
  return name.startsWith(HEADING)
    ? sayIn({ language })({ key: "compare.heading", params: { heading: name.slice(HEADING.length) } })
    : naming.place(name.replace(/\?$/, ""), language);
}

/** A place by its path and by what people call it. */
function placeName(path: Json, { naming, language }: Wording): string {
  if (typeof path !== "string") return plain(path);
  const called = naming.place(path, language);
  const title = called.replace(/^“(.*)”$/, "$1");
  return title === plainPlace(path) ? path : `${path} (${called})`;
}

function derivedWords(value: DerivedFile, wording: Wording): string {
  const { naming, language } = wording;
  if ("rule" in value) return GRAMMAR[language].ruleValue(naming.rule(value.rule, language));
  if ("const" in value) return plain(value.const);
  if ("join" in value) return value.join.map((path) => placeName(path, wording)).join(" + ");
  return `${value.fn}(${value.args.map((path) => placeName(path, wording)).join(", ")})`;
}

/** Each place that links to the flow, behind it what decides who is offered the link. */
function entryWords(entries: readonly Entry[], wording: Wording): string {
  return entries
    .map(({ place, when }) => {
      if (when === undefined) return place;
      const reads =
        typeof when === "string"
          ? [ruleName(when, wording)]
          : readsOf(when).map((path) => placeName(path, wording));
      return `${place} (${reads.join(", ")})`;
    })
    .join("; ");
}

function routePhrase(route: ErrorRoute, wording: Wording, step = ""): Phrase {
  const field = (at: string, name: string) => wording.naming.place(`answers.${at}.${name}`, wording.language);
  if ("ask" in route) return { key: "compare.route-ask", params: { field: field(step, route.ask) } };
  if ("reopen" in route) {
    const back = stepName(route.reopen, wording);
    return route.field === undefined
      ? { key: "compare.route-back", params: { step: back } }
      : { key: "compare.route-back-at", params: { step: back, field: field(route.reopen, route.field) } };
  }
  const to = stepName(route.to, wording);
  return "retry" in route
    ? { key: "compare.route-retry", params: { times: route.retry, step: to } }
    : { key: "compare.route-on", params: { step: to } };
}
