import { type Definition, findText, letterKeys } from "../../engine/flow/index.ts";
import { type Words, wordsOrNull } from "../../engine/values/languages.ts";

/** A letter that a flow prepared for staff. `use` is the purpose of the letter, such as `refused`. */
export type PreparedLetter = {
  readonly use: string;
  /** The name of the letter, shown to the colleague who chooses it. */
  readonly title: Words;
  /** The text of the letter, with `{{placeholders}}` of the effect's signature. */
  readonly text: Words;
};

/**
 * Returns the letters that a flow prepared for a choice of an effect step, such as a topic; an empty list if
 * the flow has no such step.
 */
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
