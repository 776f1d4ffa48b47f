import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
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
 * Returns the fault of a document in two languages; `null` if none. Both must have the same version and number of
 * sections.
 */
export function faultOf({ th, en }: { readonly th: JsonObject; readonly en: JsonObject }): string | null {
  for (const [language, words] of Object.entries({ th, en })) {
    const fault = faultOfWords(words);
    if (fault !== null) return `/${language}${fault}`;
  }
  const [one, other] = [th, en] as unknown as [LegalWords, LegalWords];
  if (one.version !== other.version) return "/en/version";
  if (one.sections.length !== other.sections.length) return "/en/sections";
  return null;
}

const LONGEST = { line: 300, text: 20_000, sections: 80 } as const;

function faultOfWords(words: JsonObject): string | null {
  const isLine = (value: unknown, most: number): boolean =>
    typeof value === "string" && value.trim().length > 0 && value.length <= most;
  if (!/^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$/.test(String(words.version))) return "/version";
  if (!isLine(words.title, LONGEST.line)) return "/title";
  if (words.mark !== undefined && !isLine(words.mark, LONGEST.line)) return "/mark";
  const { sections } = words;
  if (!Array.isArray(sections) || sections.length === 0 || sections.length > LONGEST.sections)
    return "/sections";
  for (const [index, section] of sections.entries()) {
    const { heading, text } = (section ?? {}) as { heading?: unknown; text?: unknown };
    if (!isLine(heading, LONGEST.line)) return `/sections/${index}/heading`;
    if (!isLine(text, LONGEST.text)) return `/sections/${index}/text`;
  }
  return null;
}
