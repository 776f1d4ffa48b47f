import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { sha256 } from "../sha256.ts";

/** The legal documents: texts that people accept, or that warn people. */
export const legalDocuments = ["privacy", "terms", "publicity", "biometrics", "risk", "contract"] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** The text of a document in one language, as it is shown and hashed. */
export type LegalWords = {
  readonly version: string;
  readonly title: string;
  /** Notice about the state of the text, such as "Demonstration text, for legal approval". */
  readonly mark?: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
};
export type LegalContent = { readonly th: LegalWords; readonly en: LegalWords };

/**
 * A document in force: its version, the hashes of its texts, and the versions whose acceptance is still valid
 * today (`counting`).
 */
export type LegalText = {
  readonly version: string;
  readonly textHash: Readonly<Record<Language, string>>;
  readonly counting: readonly string[];
  /**
   * Versions of which a person must have accepted one. Everyone else is asked to accept now, although their
   * earlier acceptance may be valid until `graceUntil`.
   */
  readonly asked: readonly string[];
  /**
   * Last day, `YYYY-MM-DD`, on which the acceptance of an earlier version is valid; `null` if no earlier
   * version is.
   */
  readonly graceUntil: string | null;
};
export type LegalTexts = Readonly<Record<LegalDocument, LegalText>>;

/** Returns the SHA-256, in hex, of the text's JSON in one language. */
export function hashOf(words: LegalWords): string {
  return sha256(JSON.stringify(words));
}

/** Returns whether a document with this name exists. */
export function isLegalDocument(name: string): name is LegalDocument {
  return (legalDocuments as readonly string[]).includes(name);
}

/**
 * Reads a document in two languages, which must have the same version and number of sections. If not valid,
 * fails with the JSON pointer of the first fault.
 */
export function readLegal({ th, en }: Readonly<Record<Language, JsonObject>>): Result<LegalContent, string> {
  const thai = readWords(th);
  if (!thai.ok) return fail(`/th${thai.error}`);
  const english = readWords(en);
  if (!english.ok) return fail(`/en${english.error}`);
  if (thai.value.version !== english.value.version) return fail("/en/version");
  if (thai.value.sections.length !== english.value.sections.length) return fail("/en/sections");
  return ok({ th: thai.value, en: english.value });
}

const LONGEST = { line: 300, text: 20_000, sections: 80 } as const;

/** Reads the text in one language. Keeps all members in their order, because the text is hashed. */
function readWords(words: JsonObject): Result<LegalWords, string> {
  const { version, title, mark, sections } = words;
  if (typeof version !== "string" || !/^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$/.test(version))
    return fail("/version");
  if (!isText(title, LONGEST.line)) return fail("/title");
  if (mark !== undefined && !isText(mark, LONGEST.line)) return fail("/mark");
  if (!Array.isArray(sections) || sections.length === 0 || sections.length > LONGEST.sections)
    return fail("/sections");
  for (const [index, section] of sections.entries()) {
    const { heading, text } = (section ?? {}) as { heading?: unknown; text?: unknown };
    if (!isText(heading, LONGEST.line)) return fail(`/sections/${index}/heading`);
    if (!isText(text, LONGEST.text)) return fail(`/sections/${index}/text`);
  }
  return ok({ ...words, version, title, sections: sections as LegalWords["sections"] });
}

function isText(value: unknown, most: number): value is string {
  return typeof value === "string" && value.trim().length > 0 && value.length <= most;
}
