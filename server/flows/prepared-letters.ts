import { type Definition, findText, letterKeys } from "../../engine/flow/index.ts";
import { type Words, wordsOrNull } from "../../engine/values/languages.ts";

/** A letter that a flow prepared for people at a desk. `use`: what it is for, such as `refused`. */
export type PreparedLetter = {
  readonly use: string;
  /** Its name for the colleague who chooses it. */
  readonly title: Words;
  /** Its text, with `{{placeholders}}` of the effect's signature. */
  readonly text: Words;
};

/** Returns the prepared letters for a word of an effect step, such as a topic; empty without that step. */
export function preparedLetters(
  definition: Definition,
  { step, word }: { readonly step: string; readonly word: string },
): readonly PreparedLetter[] {
  const say = (keys: readonly string[]) =>
    wordsOrNull((language) => findText(definition.texts, language, keys));
  return letterKeys(definition, step, word).flatMap(({ use, ...keys }) => {
    const [title, text] = [say(keys.title), say(keys.text)];
    return title === null || text === null ? [] : [{ use, title, text }];
  });
}
