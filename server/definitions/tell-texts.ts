import { type Definition, LANGUAGES } from "../../engine/flow/index.ts";
import { type ChangedText, changedTexts } from "./changed-texts.ts";
import { sayIn, type Telling, type Versions } from "./tell-classes.ts";

/** Texts that read otherwise, one a line; one that changed in a single language is told in that one. */
export function textLines({ before, after }: Versions<Definition>, telling: Telling): readonly string[] {
  const say = sayIn(telling);
  const { changed, more } = changedTexts(before, after);
  const shown = changed.slice(0, MOST_TEXTS);
  const rest = changed.length - shown.length + more;
  return [
    ...shown.map((one) => textLine(one, telling)),
    ...(rest > 0 ? [say({ key: "compare.more-texts", params: { count: rest } })] : []),
  ];
}

function textLine({ key, before, after }: ChangedText, telling: Telling): string {
  const say = sayIn(telling);
  const moved = LANGUAGES.filter((language) => (before?.[language] ?? "") !== (after?.[language] ?? ""));
  const [only] = moved;
  const language = moved.length === 1 && only !== undefined ? only : telling.language;
  const quoted = (words: ChangedText["before"]) => {
    const text = words?.[language] ?? "";
    return text === "" ? say({ key: "none" }) : `“${text.replace(UNSEEN, visible)}”`;
  };
  const params = { key, before: quoted(before), after: quoted(after) };
  return moved.length === 1
    ? say({ key: "compare.text-in", params: { ...params, language: { key: `languages.${language}` } } })
    : say({ key: "compare.text", params });
}

/** Characters that nobody sees, or that would turn what is printed round; a new line is none of them. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}]/gu;

function visible(character: string): string {
  return `<U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Texts that are listed; a rewritten flow has hundreds. */
const MOST_TEXTS = 20;
