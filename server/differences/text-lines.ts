import type { Definition } from "../../engine/flow/index.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { codePointName, UNSEEN } from "../../engine/values/unseen.ts";
import { type ChangedText, changedTexts } from "./changed-texts.ts";
import { sayIn, type Versions, type Wording } from "./class-lines.ts";

/**
 * Returns the changed texts, one per line. If a text changed in only one language, the line shows that
 * language.
 */
export function textLines({ before, after }: Versions<Definition>, wording: Wording): readonly string[] {
  const say = sayIn(wording);
  const { changed, more } = changedTexts(before, after);
  const shown = changed.slice(0, MOST_TEXTS);
  const rest = changed.length - shown.length + more;
  return [
    ...shown.map((one) => textLine(one, wording)),
    ...(rest > 0 ? [say({ key: "compare.more-texts", params: { count: rest } })] : []),
  ];
}

function textLine({ key, before, after }: ChangedText, wording: Wording): string {
  const say = sayIn(wording);
  const moved = LANGUAGES.filter((language) => (before?.[language] ?? "") !== (after?.[language] ?? ""));
  const [only] = moved;
  const language = moved.length === 1 && only !== undefined ? only : wording.language;
  const quoted = (words: ChangedText["before"]) => {
    const text = words?.[language] ?? "";
    return text === ""
      ? say({ key: "none" })
      : `“${text.replace(EVERY_UNSEEN, (one) => `<${codePointName(one)}>`)}”`;
  };
  const params = { key, before: quoted(before), after: quoted(after) };
  return moved.length === 1
    ? say({ key: "compare.text-in", params: { ...params, language: { key: `languages.${language}` } } })
    : say({ key: "compare.text", params });
}

const EVERY_UNSEEN = new RegExp(UNSEEN, "gu");

/** Maximum number of texts that are listed. The rewriting of a flow can change hundreds. */
const MOST_TEXTS = 20;
