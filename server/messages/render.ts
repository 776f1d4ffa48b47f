import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { optionalKindOf } from "./letters.ts";

/** A rendered message in one language. */
export type Rendered = {
  readonly subject: string;
  /** Paragraphs of the message in plain text. */
  readonly paragraphs: readonly string[];
  /** The text for a text message: `<template>.sms`, or all paragraphs in one line. */
  readonly short: string;
};

/** Renders messages from `locales/<language>/mail.json`: `<template>.subject` and `<template>.body`. */
export type Renderer = (template: string, language: Language, data: JsonObject) => Rendered;

/**
 * Creates the renderer. With `fresh`, the texts are read again for each message, so that edits show without a
 * restart. Rendering throws if a template has no text, because that is a defect.
 */
export function createRenderer(options: { readonly rootDir: string; readonly fresh: boolean }): Renderer {
  let kept: i18n | null = null;
  return (template, language, data) => {
    if (kept === null || options.fresh) kept = load(options.rootDir);
    const t = kept.getFixedT(language, "mail");
    const says = {
      ...data,
      ...accountNamed(data.account, (code) => t(`form:common.bank-code.options.${code}`, "")),
    };
    const subject: unknown = t(`${template}.subject`, { ...says, defaultValue: "" });
    const body: unknown = t(`${template}.body`, { ...says, returnObjects: true, defaultValue: "" });
    if (typeof subject !== "string" || subject === "" || body === "")
      throw new Error(`messages: locales/${language}/mail.json has no text for "${template}"`);
    // A paragraph that consists of an empty value is omitted.
    const paragraphs = (Array.isArray(body) ? body : [body]).map(String).filter((one) => one !== "");
    if (optionalKindOf(template) !== null) paragraphs.push(t("declined.body.0", says));
    return {
      subject,
      paragraphs,
      short: String(t(`${template}.sms`, { ...says, defaultValue: paragraphs.join(" ") })),
    };
  };
}

/**
 * Returns a function for titles of messages whose values are deleted. The title is the subject. If the
 * subject needs an unknown value, the title is the text `listed`. Without `listed`, unknown values are
 * omitted.
 */
export function titlesOf(options: {
  readonly rootDir: string;
  readonly brand: string;
}): (template: string, language: Language, known: Readonly<Record<string, string>>) => string {
  const texts = load(options.rootDir);
  return (template, language, given) => {
    const known: Readonly<Record<string, string>> = { ...given, brand: options.brand };
    const textOf = (part: string): string | undefined =>
      texts.getResource(language, "mail", `${template}.${part}`);
    const subject = textOf("subject") ?? template;
    const lacks = [...subject.matchAll(VALUE)].some(([, name = ""]) => !Object.hasOwn(known, name));
    return (lacks ? (textOf("listed") ?? subject) : subject)
      .replaceAll(VALUE, (whole, name: string) =>
        Object.hasOwn(known, name) ? whole.replace(/\{\{.*\}\}/, () => known[name] ?? "") : "",
      )
      .replace(/^[\s:]+|[\s:]+$/g, "");
  };
}

/** Matches a placeholder in a text, with the space and brackets that belong to it. */
const VALUE = /\s*\(?\{\{\s*(\w+)\s*\}\}\)?/g;

/** Replaces the bank code of an account by the bank's name: `014 xxx-xxx-1234`. */
function accountNamed(account: unknown, nameOf: (code: string) => string): JsonObject {
  const [, code, number] = /^(\d{3}) (.+)$/.exec(typeof account === "string" ? account : "") ?? [];
  const name = code === undefined ? "" : nameOf(code);
  return name === "" ? {} : { account: `${name} ${number}` };
}

function load(rootDir: string): i18n {
  const instance = createInstance();
  const read = (language: string) => {
    const folder = join(rootDir, "locales", language);
    const of = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
    return { mail: of("mail.json"), form: existsSync(join(folder, "form.json")) ? of("form.json") : {} };
  };
  instance.init({
    resources: { th: read("th"), en: read("en") },
    lng: "th",
    fallbackLng: false,
    ns: "mail",
    initAsync: false,
    // These texts are plain; values are escaped later, when HTML is made.
    interpolation: { escapeValue: false },
  });
  return instance;
}
