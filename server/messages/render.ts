import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import type { JsonObject } from "../../engine/values/json.ts";

/** A message in one language, ready to be read. */
export type Rendered = {
  readonly subject: string;
  /** Paragraphs of plain text. */
  readonly paragraphs: readonly string[];
};

/** Writes messages from `locales/<language>/mail.json`: `<template>.subject` and `<template>.body`. */
export type Renderer = (template: string, language: "th" | "en", data: JsonObject) => Rendered;

/**
 * Reads the texts. With `fresh` they are read again for each message, so that an edited text shows
 * without a restart. The renderer throws on a template that has no text: that is a fault of ours.
 */
export function createRenderer(options: { readonly rootDir: string; readonly fresh: boolean }): Renderer {
  let kept: i18n | null = null;
  return (template, language, data) => {
    if (kept === null || options.fresh) kept = load(options.rootDir);
    const t = kept.getFixedT(language, "mail");
    const subject: unknown = t(`${template}.subject`, { ...data, defaultValue: "" });
    const body: unknown = t(`${template}.body`, { ...data, returnObjects: true, defaultValue: "" });
    if (typeof subject !== "string" || subject === "" || body === "")
      throw new Error(`messages: locales/${language}/mail.json has no text for "${template}"`);
    return { subject, paragraphs: (Array.isArray(body) ? body : [body]).map(String) };
  };
}

function load(rootDir: string): i18n {
  const instance = createInstance();
  const read = (language: string) =>
    JSON.parse(readFileSync(join(rootDir, "locales", language, "mail.json"), "utf8"));
  instance.init({
    resources: { th: { mail: read("th") }, en: { mail: read("en") } },
    lng: "th",
    fallbackLng: false,
    ns: "mail",
    initAsync: false,
    // The text is plain here; what becomes HTML is escaped there.
    interpolation: { escapeValue: false },
  });
  return instance;
}
