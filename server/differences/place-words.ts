import type { DerivedFile, Entry, ErrorRoute } from "../../engine/flow/flow-file.ts";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import { checkProgram } from "../../engine/rules/program.ts";
import type { Logic } from "../../engine/rules/rule.ts";
import type { Json } from "../../engine/values/json.ts";
import { GRAMMAR, plainPlace, sentenceOf } from "../../engine/verify/words/index.ts";
import en from "../../locales/en/definition.json" with { type: "json" };
import th from "../../locales/th/definition.json" with { type: "json" };
import { named, ruleName, sayIn, stepName, type Wording } from "./class-lines.ts";

type Named = { readonly [id: string]: string };

/** Returns a data path, followed by its name in brackets if it has one. */
export function placeName(path: Json, { naming, language }: Wording): string {
  if (typeof path !== "string") return plain(path);
  const called = naming.place(path, language);
  const title = called.replace(/^“(.*)”$/, "$1");
  return title === plainPlace(path) ? path : `${path} (${called})`;
}

/** Returns the name of a data path. If it has no name, returns the path itself. */
export function calledPlace(path: string, { naming, language }: Wording): string {
  return naming.place(path, language);
}

/** Describes how a derived value is computed. If it is a constant, shows the constant. */
export function derivedWords(
  value: DerivedFile,
  wording: Wording,
  path?: string,
  nameOf: (path: string, wording: Wording) => string = placeName,
): string {
  const { naming, language } = wording;
  if ("rule" in value) return GRAMMAR[language].ruleValue(naming.rule(value.rule, language));
  if ("const" in value) {
    const read =
      path === undefined ? "" : naming.value(path, value.const, language).replace(/^“(.*)”$/, "$1");
    return named(plain(value.const), read);
  }
  if ("join" in value) return value.join.map((path) => nameOf(path, wording)).join(" + ");
  return `${value.fn}(${value.args.map((path) => nameOf(path, wording)).join(", ")})`;
}

/** Describes the step to which the flow goes after an error of an effect or a timeout. */
export function routePhrase(route: ErrorRoute, wording: Wording, step = ""): Phrase {
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

/** Lists the pages that link to the flow, and for whom each link is shown. */
export function entryWords(entries: readonly Entry[], wording: Wording): string {
  const say = sayIn(wording);
  return entries
    .map(({ place, when, ...look }) => {
      const where = portalPlace(place, wording);
      const linked =
        when === undefined
          ? say({ key: "new.linked", params: { place: where } })
          : say({
              key: "new.linked-when",
              params: { place: where, condition: conditionWords(when, wording) },
            });
      return withLook(linked, look, wording);
    })
    .join("; ");
}

/** Adds to the description of a link its position on the page and its picture, if the flow states them. */
export function withLook(
  linked: string,
  { order, icon }: Pick<Entry, "order" | "icon">,
  wording: Wording,
): string {
  const say = sayIn(wording);
  const ordered = order === undefined ? linked : say({ key: "new.linked-order", params: { linked, order } });
  if (icon === undefined) return ordered;
  const names: Named = { th, en }[wording.language].icons;
  return say({ key: "new.linked-icon", params: { linked: ordered, icon: names[icon] ?? icon } });
}

/**
 * Returns a condition as a sentence. A condition that only names a rule becomes the name of the rule. One
 * that cannot be described is shown as in the file.
 */
export function conditionWords(when: Logic, wording: Wording): string {
  if (typeof when === "string") return ruleName(when, wording);
  for (const definition of wording.definitions) {
    const source = { file: "", pointer: "", logic: when };
    const { program } = checkProgram({ ...ruleSetOf(definition), conditions: { condition: source } });
    const [condition] = program.conditions;
    if (condition !== undefined) return sentenceOf(condition.logic, wording.naming)[wording.language];
  }
  return JSON.stringify(when);
}

/** Returns the name of a page of the portal that links to flows. */
export function portalPlace(place: string, { language }: Wording): string {
  const names: Named = { th, en }[language].places;
  return names[place] ?? place;
}

/** Returns the name of an effect. */
export function effectName(effect: string, { language }: Pick<Wording, "language">): string {
  const title = effectTitle(effect, { language });
  return title === effect ? effect : `${title} (${effect})`;
}

/** Returns the title of an effect; its name if it has none. */
export function effectTitle(effect: string, { language }: Pick<Wording, "language">): string {
  const names: { readonly [room: string]: Named } = { th, en }[language].effects;
  const [room = "", name = ""] = effect.split(".");
  return names[room]?.[name] ?? effect;
}

/** Returns a value as plain text. */
export function plain(value: Json): string {
  if (Array.isArray(value) && value.length > 0) return value.map(plain).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
