import { useState } from "react";
import type { Language } from "../../../engine/values/languages.ts";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import type { LegalVersion } from "../../kit/api/answers.ts";

type Section = LegalVersion["content"][Language]["sections"][number];
/** A section of a legal document in both languages. Both texts are added and removed together. */
export type SectionPair = { readonly key: string; readonly th: Section; readonly en: Section };

const EMPTY: Section = { heading: "", text: "" };

/** The state and functions of a new version that is being written. */
export type LegalDraft = ReturnType<typeof useLegalDraft>;

/** Holds the input for a new version. It starts with the texts of the version in force. */
export function useLegalDraft(from: LegalVersion) {
  const [given, setGiven] = useState(() => draftOf(from));
  const { pairs } = given;
  const set = (change: Partial<Given>) => setGiven((before) => ({ ...before, ...change }));
  return {
    given,
    set,
    /** Returns the element id of a field. */
    id: (name: string) => `legal-${from.document}-${name}`,
    write: (key: string, language: Language, change: Partial<Section>) =>
      set({
        pairs: pairs.map((pair) =>
          pair.key === key ? { ...pair, [language]: { ...pair[language], ...change } } : pair,
        ),
      }),
    addPair: () => set({ pairs: [...pairs, { key: `new-${Date.now()}`, th: EMPTY, en: EMPTY }] }),
    removePair: (key: string) => set({ pairs: pairs.filter((pair) => pair.key !== key) }),
    body: () => bodyOf(given, from),
  };
}

type Given = ReturnType<typeof draftOf>;

function draftOf({ content }: LegalVersion) {
  return {
    version: "",
    titles: { th: content.th.title, en: content.en.title },
    pairs: content.th.sections.map(
      (th, at): SectionPair => ({ key: `${at}`, th, en: content.en.sections[at] ?? EMPTY }),
    ) as readonly SectionPair[],
    day: "",
    renew: true,
    grace: "",
    note: "",
  };
}

function bodyOf({ version, titles, pairs, day, renew, grace, note }: Given, from: LegalVersion) {
  const written = (language: Language) => ({
    version: version.trim(),
    title: titles[language].trim(),
    ...(from.content[language].mark === undefined ? {} : { mark: from.content[language].mark }),
    sections: pairs.map((pair) => ({
      heading: pair[language].heading.trim(),
      text: pair[language].text.trim(),
    })),
  });
  return {
    content: { th: written("th"), en: written("en") },
    effectiveFrom: isoOf(day),
    renew,
    ...(renew && grace.trim() !== "" ? { graceUntil: isoOf(grace) } : {}),
    note: note.trim(),
  };
}

/**
 * Returns a typed date in the server's format. A text that is not a date is sent unchanged, so that its field
 * gets the server's error.
 */
function isoOf(typed: string): string {
  const parsed = parseTypedDate(typed);
  return parsed.ok ? parsed.value : typed.trim().slice(0, 10);
}
