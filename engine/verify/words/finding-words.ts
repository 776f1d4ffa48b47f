import en from "../../../locales/en/finding.json" with { type: "json" };
import th from "../../../locales/th/finding.json" with { type: "json" };
import type { Message, Param } from "../../rules/message.ts";
import type { Finding } from "../../rules/rule.ts";
import type { Language } from "../../values/languages.ts";
import { inBoth, type Words } from "./people.ts";

/** The words of a finding in both languages: what is wrong, and how to correct it. */
export type FindingWords = { readonly what: Words; readonly mend: Words };

/** A finding with its words, as it is stored and displayed. */
export type SpokenFinding = Finding & FindingWords;

/** Adds the words of a finding in both languages. */
export function spoken(finding: Finding): SpokenFinding {
  return {
    ...finding,
    what: wordsOf(finding.says),
    mend: inBoth((language) => said(finding, language).mend),
  };
}

/** Returns the text of a message in both languages: what is wrong, or a phrase inside such a sentence. */
export function wordsOf(message: Message): Words {
  return inBoth((language) => textOf(message, "what", language));
}

/** Returns what is wrong and how to correct it, in one language. */
export function said(
  { says }: Pick<Finding, "says">,
  language: Language,
): { readonly what: string; readonly mend: string } {
  return { what: textOf(says, "what", language), mend: textOf(says, "mend", language) };
}

/**
 * Formats a finding as one line of English for logs and thrown errors: location, code, what is wrong, and how
 * to correct it.
 */
export function spell(finding: Finding): string {
  const { what, mend } = said(finding, "en");
  return `${placeOf(finding)} [${finding.code}] ${what}. ${mend}`;
}

/** Returns the location of a finding as people write it: `flows/invest/flow.json#/steps/pay`. */
export function placeOf({ file, pointer }: Pick<Finding, "file" | "pointer">): string {
  return pointer === "" ? file : `${file}#${pointer}`;
}

type Texts = { readonly [key: string]: string | { readonly what: string; readonly mend: string } };
const TEXTS: { readonly [language in Language]: Texts } = { th, en };

function textOf(message: Message, part: "what" | "mend", language: Language): string {
  const text = TEXTS[language][message.key];
  if (text === undefined) throw new Error(`textOf: locales/${language}/finding.json has no "${message.key}"`);
  const params: { readonly [name: string]: Param } = "params" in message ? message.params : {};
  return (typeof text === "string" ? text : text[part]).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    paramText(params[name] ?? "", language),
  );
}

function paramText(param: Param, language: Language): string {
  if (typeof param === "string" || typeof param === "number") return String(param);
  if ("key" in param) return textOf(param, "what", language);
  if ("th" in param) return param[language];
  if (param.length === 0) return paramText({ key: "none" }, language);
  return param.map((item) => paramText(item, language)).join(", ");
}
