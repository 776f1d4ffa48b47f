import type { Draft, Operation } from "../../../engine/edits/index.ts";
import type { Words } from "../../../engine/values/languages.ts";
import { readFile, textOfDraft } from "../draft/texts-of-draft.ts";
import { constantAt } from "./constants.ts";
import { flowInDraft, listOf, objectOf, stepInDraft } from "./step-file.ts";

/** Identifies the prepared letters of a case step for one topic and one use, such as "ask for more". */
export type LetterSpot = {
  readonly flow: string;
  readonly step: string;
  readonly word: string;
  readonly use: string;
};

/**
 * Uses of prepared letters, by the kind of answer that a case gets. Every kind also has the use `ask`: the
 * desk asks the customer for more.
 */
const USES: { readonly [answer: string]: readonly string[] } = {
  DECISION: ["granted", "refused"],
  LETTER: ["answered"],
  NOTE: ["done"],
};

/** Returns the uses of letters that a step can have, and the placeholders that the server fills in. */
export function lettersOf(
  draft: Draft,
  { flow, step }: Pick<LetterSpot, "flow" | "step">,
): { readonly uses: readonly string[]; readonly fills: readonly string[] } {
  const { effect, input } = stepInDraft(draft, flow, step);
  const signature = objectOf(readFile(draft, `schemas/effects/${effect}.json`));
  const uses = listOf(objectOf(signature.letters).uses).map(String);
  const fills = listOf(objectOf(signature.letters).fills).map(String);
  const path = objectOf(input).answer;
  const answer = typeof path === "string" ? constantAt(draft, flow, path)?.value : "DECISION";
  const fits = typeof answer === "string" ? USES[answer] : undefined;
  return {
    uses: fits === undefined ? uses : uses.filter((one) => one === "ask" || fits.includes(one)),
    fills,
  };
}

/** Returns the text key of a part of a letter. */
export function letterKey(
  draft: Draft,
  { flow, step, word, use }: LetterSpot,
  at: number,
  part: "title" | "text",
): string {
  return `${flowInDraft(draft, flow).namespace}:${flow}.${step}.letters.${word}.${use}.${at}.${part}`;
}

/** Returns the number of letters for a use. A letter counts even if it has only one part in one language. */
export function lettersIn(draft: Draft, spot: LetterSpot): number {
  const has = (at: number) =>
    PARTS.some((part) =>
      Object.values(words(draft, letterKey(draft, spot, at, part))).some((one) => one !== null),
    );
  let count = 0;
  while (has(count)) count += 1;
  return count;
}

/** Returns the operations that add a letter after the existing letters for the same use. */
export function addedLetter(
  draft: Draft,
  spot: LetterSpot,
  letter: { readonly title: Words; readonly text: Words },
): readonly Operation[] {
  const at = lettersIn(draft, spot);
  return PARTS.map((part) => ({
    op: "set-text",
    args: { key: letterKey(draft, spot, at, part), ...letter[part] },
  }));
}

/** Returns the operations that remove a letter. The letters after it move up by one position. */
export function removedLetter(draft: Draft, spot: LetterSpot, at: number): readonly Operation[] {
  const last = lettersIn(draft, spot) - 1;
  const moved = Array.from({ length: last - at }, (_, index) => at + index).flatMap((to) =>
    PARTS.map((part): Operation => {
      const text = words(draft, letterKey(draft, spot, to + 1, part));
      return { op: "set-text", args: { key: letterKey(draft, spot, to, part), ...text } };
    }),
  );
  const gone = PARTS.map((part): Operation => {
    return { op: "set-text", args: { key: letterKey(draft, spot, last, part), th: null, en: null } };
  });
  return [...moved, ...gone];
}

const PARTS = ["title", "text"] as const;

function words(draft: Draft, key: string): { readonly th: string | null; readonly en: string | null } {
  return { th: textOfDraft(draft, "th", key), en: textOfDraft(draft, "en", key) };
}
