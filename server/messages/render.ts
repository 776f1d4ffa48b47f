import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";

/** A message in one language, ready to be read. */
export type Rendered = {
  readonly subject: string;
  /** Paragraphs of plain text. */
  readonly paragraphs: readonly string[];
  /** The same as a text message: `<template>.sms`, or all paragraphs in one line. */
  readonly short: string;
};

/** Writes messages from `locales/<language>/mail.json`: `<template>.subject` and `<template>.body`. */
export type Renderer = (template: string, language: Language, data: JsonObject) => Rendered;

/**
 * Reads the texts. With `fresh` they are read again for each message, so that an edited text shows
 * without a restart. The renderer throws on a template that has no text: that is a fault of ours.
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
    // One that is all value is left out where there is none.
    const paragraphs = (Array.isArray(body) ? body : [body]).map(String).filter((one) => one !== "");
    return {
      subject,
      paragraphs,
      short: String(t(`${template}.sms`, { ...says, defaultValue: paragraphs.join(" ") })),
    };
  };
}

/** What a message is called, in a language, where its values are gone: they are dots. */
export function titlesOf(options: {
  readonly rootDir: string;
  readonly brand: string;
}): (template: string, language: Language, known: Readonly<Record<string, string>>) => string {
  const texts = load(options.rootDir);
  return (template, language, known) => {
    const subject: unknown = texts.getResource(language, "mail", `${template}.subject`);
    return String(subject ?? template)
      .replaceAll(/\{\{\s*brand\s*\}\}/g, options.brand)
      .replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => known[name] ?? "…");
  };
}

/** An account as people know it: `014 xxx-xxx-1234` with the bank's name in the place of its code. */
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
    // The text is plain here; what becomes HTML is escaped there.
    interpolation: { escapeValue: false },
  });
  return instance;
}
