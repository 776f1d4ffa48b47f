import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { sha256 } from "../sha256.ts";

/** The texts that people are asked to agree to, or are warned by. */
export const legalDocuments = ["privacy", "terms", "publicity", "biometrics", "risk", "contract"] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** One language of a document, as it is shown and hashed. */
export type LegalWords = {
  readonly version: string;
  readonly title: string;
  /** Such as "Demonstration text, for legal approval". */
  readonly mark?: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
};
export type LegalContent = { readonly th: LegalWords; readonly en: LegalWords };

/** A document in force: its version, what its words hash to, and the versions to which an agreement still counts today. */
export type LegalText = {
  readonly version: string;
  readonly textHash: Readonly<Record<Language, string>>;
  readonly counting: readonly string[];
  /** Whoever agreed to none of these is asked now, though an earlier agreement may count until `graceUntil`. */
  readonly asked: readonly string[];
  /** The last day, `YYYY-MM-DD`, on which an agreement to an earlier version counts; `null` where none does. */
  readonly graceUntil: string | null;
};
export type LegalTexts = Readonly<Record<LegalDocument, LegalText>>;

/** SHA-256, in hex, of one language's JSON as it stands. */
export function hashOf(words: LegalWords): string {
  return sha256(JSON.stringify(words));
}

/** Whether a name is that of a document. */
export function isLegalDocument(name: string): name is LegalDocument {
  return (legalDocuments as readonly string[]).includes(name);
}

/** Why two languages are no document; `null` where they are. Both must have the same version and as many sections. */
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
