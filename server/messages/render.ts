import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { optionalKindOf } from "./letters.ts";

/** A message in one language, with all values filled in. */
export type Rendered = {
  readonly subject: string;
  /** Paragraphs of the message in plain text. */
  readonly paragraphs: readonly string[];
  /** The content of a text message: the text `<template>.sms`, or else all paragraphs in one line. */
  readonly short: string;
};

/**
 * Writes a message with its values, from the texts `<template>.subject` and `<template>.body` in
 * `locales/<language>/mail.json`.
 */
export type Renderer = (template: string, language: Language, data: JsonObject) => Rendered;

/**
 * Creates the function that writes messages. With `fresh`, it reads the texts again after an edit, so that
 * edits show without a restart. It throws if a template has no text, because that is a defect.
 */
export function createRenderer(options: { readonly rootDir: string; readonly fresh: boolean }): Renderer {
  const { rootDir, fresh } = options;
  let kept: { readonly texts: i18n; readonly edit: string } | null = null;
  return (template, language, data) => {
    const edit = fresh ? lastEdit(rootDir) : "";
    if (kept?.edit !== edit) kept = { texts: load(rootDir), edit };
    const t = kept.texts.getFixedT(language, "mail");
    const says = {
      ...data,
      ...accountNamed(data.account, (code) => t(`form:common.bank-code.options.${code}`, "")),
    };
    const subject: unknown = t(`${template}.subject`, { ...says, defaultValue: "" });
    const body: unknown = t(`${template}.body`, { ...says, returnObjects: true, defaultValue: "" });
    if (typeof subject !== "string" || subject === "" || body === "")
      throw new Error(`messages: locales/${language}/mail.json has no text for "${template}"`);
    // If a paragraph consists only of a value and this value is empty, the paragraph is left out.
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
 * Returns a function that writes the title of a message after its values were deleted. The title is the
 * subject. If the subject needs a value that is not known, the text `listed` is the title. If there is no
 * such text, the title is the subject without the value.
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

const FILES = ["th/mail.json", "th/form.json", "en/mail.json", "en/form.json"];

/** Returns the times and sizes of the files with texts. They differ after an edit. */
function lastEdit(rootDir: string): string {
  const stats = FILES.map((file) => statSync(join(rootDir, "locales", file), { throwIfNoEntry: false }));
  return stats.map((file) => `${file?.mtimeMs} ${file?.size}`).join();
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
    // The texts are plain, so values are not escaped here. They are escaped when the message becomes HTML.
    interpolation: { escapeValue: false },
  });
  return instance;
}
