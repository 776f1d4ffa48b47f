import { type Definition, findText, letterKeys } from "../../engine/flow/index.ts";
import { type Words, wordsOrNull } from "../../engine/values/languages.ts";

/** A letter that the author of a flow wrote for staff to send. `use` is its purpose, such as `refused`. */
export type PreparedLetter = {
  readonly use: string;
  /** The name of the letter, shown to the member of staff who chooses it. */
  readonly title: Words;
  /** The text of the letter. Its `{{placeholders}}` are declared by the effect's signature. */
  readonly text: Words;
};

/**
 * Returns the letters that the flow has for an effect step and a choice of it, such as the topic of a
 * request. Returns an empty list if the flow has no such step.
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
