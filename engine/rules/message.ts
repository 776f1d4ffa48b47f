import type { FINDINGS, PHRASES } from "./messages.ts";

/**
 * The catalogues of what findings can say. Each room has its own in its `messages.ts`, and adds it here: a key, and the
 * names that its texts fill in. The texts stand in locales/<language>/finding.json, `what` and `mend` for each. The part of
 * a key before its first dot is the finding's code.
 */
export interface FindingCatalogues {
  readonly rules: typeof FINDINGS;
}

/** The catalogues of words that stand inside such sentences, or in reports: the name of a type, a reason. */
export interface PhraseCatalogues {
  readonly rules: typeof PHRASES;
}

/** Words of both languages, such as a trade brings with what it names. */
export type Words = { readonly th: string; readonly en: string };

/** What a text fills in: code as it is written, a number, words of both languages, another message, or a list of such. */
export type Param = string | number | Message | Words | readonly (string | number | Message | Words)[];

/** A sentence about a definition, in no language yet; `engine/verify/words/finding-words.ts` gives its words. */
export type FindingMessage = MessageOf<FindingCatalogues[keyof FindingCatalogues]>;
/** Words inside a sentence, in no language yet. */
export type Phrase = MessageOf<PhraseCatalogues[keyof PhraseCatalogues]>;
export type Message = FindingMessage | Phrase;

type Catalogue = { readonly [key: string]: readonly string[] };
type MessageOf<Of extends Catalogue> = Of extends Catalogue
  ? {
      [Key in keyof Of]: Of[Key] extends readonly []
        ? { readonly key: Key }
        : { readonly key: Key; readonly params: { readonly [Name in Of[Key][number]]: Param } };
    }[keyof Of]
  : never;

/** The stable code of what a finding says, such as `unknown-operator`. */
export function codeOf({ key }: FindingMessage): string {
  return key.split(".")[0] as string;
}
