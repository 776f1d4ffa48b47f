import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../engine/values/json.ts";

/** What a person may be asked to agree to. */
export type LegalPurpose = (typeof legalPurposes)[number];

export const legalPurposes = ["privacy", "terms", "publicity", "biometrics", "contract"] as const;

/** The three that sign-up asks for. */
export const signUpPurposes = ["privacy", "terms", "publicity"] as const satisfies readonly LegalPurpose[];

/** One legal text in force: its version and what its words hash to in each language. */
export type LegalText = {
  readonly version: string;
  readonly textHash: Readonly<Record<"th" | "en", string>>;
};

/** The legal texts in force, by purpose. */
export type LegalTexts = Readonly<Record<LegalPurpose, LegalText>>;

/**
 * Reads the texts in force from `locales/<language>/legal.json`, where `<purpose>.version` names the version.
 * Throws when the languages name different versions: nobody could say then what was agreed to.
 */
export function readLegalTexts(rootDir: string): LegalTexts {
  const th = read(rootDir, "th");
  const en = read(rootDir, "en");
  return Object.fromEntries(
    legalPurposes.map((purpose) => {
      const version = versionOf(th, purpose);
      if (version !== versionOf(en, purpose))
        throw new Error(`readLegalTexts: legal:${purpose}.version differs between th and en`);
      return [purpose, { version, textHash: { th: hashOf(th[purpose]), en: hashOf(en[purpose]) } }];
    }),
  ) as LegalTexts;
}

function read(rootDir: string, language: string): JsonObject {
  const path = join(rootDir, "locales", language, "legal.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

function versionOf(texts: JsonObject, purpose: LegalPurpose): string {
  const text = texts[purpose] as { version?: unknown } | undefined;
  return typeof text?.version === "string" ? text.version : "demo-1";
}

function hashOf(text: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(text ?? null))
    .digest("hex");
}
