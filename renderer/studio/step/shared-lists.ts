import type { Draft } from "../../../engine/edits/index.ts";
import type { Language } from "../../../engine/values/languages.ts";
import type { Choice } from "../choice-field.tsx";
import { readFile, textOfDraft } from "../draft/texts-of-draft.ts";
import { objectOf } from "./step-file.ts";

const LIST_FILE = /^schemas\/common\/([a-z-]+)\.json$/;

/**
 * Returns the lists of texts that questions of several forms can share, by name. A list without a label in
 * the texts is only for the program.
 */
export function sharedLists(draft: Draft, lng: Language): readonly Choice[] {
  return Object.keys(draft).flatMap((file): readonly Choice[] => {
    const list = LIST_FILE.exec(file)?.[1];
    if (list === undefined) return [];
    const { type, enum: members } = objectOf(readFile(draft, file));
    const label = textOfDraft(draft, lng, `form:common.${list}.label`);
    return type === "string" && Array.isArray(members) && label !== null ? [[list, label]] : [];
  });
}
