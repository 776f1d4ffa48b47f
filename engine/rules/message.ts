import type { Words } from "../values/languages.ts";
import type { FINDINGS, PHRASES } from "./messages.ts";

/**
 * The catalogues of finding messages. Each module of the engine declares its messages in `messages.ts` and
 * adds them here: a key, and the parameters of the message's texts. The texts `what` and `mend` are in
 * locales/<language>/finding.json. The part of a key before its first dot is the finding's code.
 */
export interface FindingCatalogues {
  readonly rules: typeof FINDINGS;
}

/** The catalogues of phrases inside finding messages or reports, such as the name of a type or a reason. */
export interface PhraseCatalogues {
  readonly rules: typeof PHRASES;
}

/** A text in both languages, such as the name of a format in a trade. */

/** A parameter of a text: code, a number, a text in both languages, another message, or a list of these. */
export type Param = string | number | Message | Words | readonly (string | number | Message | Words)[];

/**
 * A sentence about a definition, as a key with parameters. `engine/verify/words/finding-words.ts` formats the
 * sentence.
 */
export type FindingMessage = MessageOf<FindingCatalogues[keyof FindingCatalogues]>;
/** A phrase inside a sentence, as a key with parameters. */
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

/** Returns the stable code of a finding, such as `unknown-operator`. */
export function codeOf({ key }: FindingMessage): string {
  return key.split(".")[0] as string;
}
