import type { ReactNode } from "react";
import { useLanguage } from "../text/i18n.ts";
import { keyed } from "./keyed.ts";

/**
 * Maximum length in characters of a phrase that stays on one line. It fits 320 px at a font size of 16 px.
 */
const LONGEST_PHRASE = 30;

/**
 * A sentence that does not break inside Thai phrases. Thai has spaces between phrases, not between words, and
 * browsers' dictionaries split words that they do not know. Codes such as M-STABLE do not break in any
 * language.
 */
export function Phrases({ text }: { readonly text: string }) {
  return useLanguage() === "th" ? thaiPhrases(text) : wholeCodes(text);
}

/** Returns a text whose codes, such as M-STABLE and SP-261123-000001, do not break at their hyphens. */
export function wholeCodes(text: string): ReactNode {
  const parts = text.split(/\b([A-Z]+(?:-[A-Z\d]+)+)\b/);
  return parts.length === 1
    ? text
    : keyed(parts, String).map(({ key, item: part }, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <span key={key} className="nb">
            {part}
          </span>
        ),
      );
}

/** Returns the phrases of a Thai sentence, each of which stays on one line. */
export function thaiPhrases(text: string): ReactNode {
  // A number and its unit must stay on one line: 15 นาที, 10,000 บาท, 14:00 น.
  const phrases = text.replace(/(\d) (?=[\u0e01-\u0e2e\u0e40-\u0e44])/g, "$1\u00a0").split(" ");
  return phrases.map((phrase, at) => {
    const blank = at < phrases.length - 1 ? " " : "";
    const key = `${at}${phrase}`;
    // Thai vowels above and below a letter have no width, so they are not counted.
    const width = phrase.replace(/[\u2060\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g, "").length;
    return width > LONGEST_PHRASE ? (
      phrase + blank
    ) : (
      <span key={key}>
        <span className="phrase">{phrase}</span>
        {blank}
      </span>
    );
  });
}
