import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { sha256 } from "../sha256.ts";

/** The texts that people accept, or that warn them. */
export const legalDocuments = ["privacy", "terms", "publicity", "biometrics", "risk", "contract"] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** One language of a document, as shown and hashed. */
export type LegalWords = {
  readonly version: string;
  readonly title: string;
  /** Such as "Demonstration text, for legal approval". */
  readonly mark?: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
};
export type LegalContent = { readonly th: LegalWords; readonly en: LegalWords };

/** A document in force: its version, the hashes of its texts, and the versions whose acceptance is valid today. */
export type LegalText = {
  readonly version: string;
  readonly textHash: Readonly<Record<Language, string>>;
  readonly counting: readonly string[];
  /**
   * People who accepted none of these are asked now, although an earlier acceptance may be valid until `graceUntil`.
   */
  readonly asked: readonly string[];
  /** The last day, `YYYY-MM-DD`, on which acceptance of an earlier version is valid; `null` if none. */
  readonly graceUntil: string | null;
};
export type LegalTexts = Readonly<Record<LegalDocument, LegalText>>;

/** Returns the SHA-256, in hex, of one language's JSON. */
export function hashOf(words: LegalWords): string {
  return sha256(JSON.stringify(words));
}

/** Returns whether a document of this name exists. */
export function isLegalDocument(name: string): name is LegalDocument {
  return (legalDocuments as readonly string[]).includes(name);
}

/**
 * Reads a document in two languages, which must have the same version and number of sections. Fails with the JSON
 * pointer of the first fault.
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

/** Reads one language. The members stay in their order and none is dropped, because the text is hashed. */
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
