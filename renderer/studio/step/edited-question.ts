import type { Field } from "../../../engine/flow/form-schema.ts";
import { type Definition, fieldKeys } from "../../../engine/flow/index.ts";
import type { Language } from "../../../engine/values/languages.ts";
import type { Readable } from "../blocks/readable.ts";
import { keyInDraft, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { FindingSpot } from "../findings/place-of-finding.ts";

/** A question that is being edited, with everything that its controls read and change. */
export type EditedQuestion = {
  readonly definition: Definition;
  readonly step: string;
  readonly field: Field;
  /** Path of the group or list that contains the question: `owners.items`. Absent for the form itself. */
  readonly within?: string;
  /** The questions of the same form or group, in order, including this one. */
  readonly others: readonly Field[];
  readonly readable: Readable;
  readonly titleOf: (step: string) => string;
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
  /** Goes to a control, even on another page. */
  readonly onGo: (place: FindingSpot) => void;
};

/** Returns the location of a question, as edit operations need it. */
export function spotOf(of: Pick<EditedQuestion, "definition" | "step" | "field" | "within">) {
  const { definition, step, field, within } = of;
  return { flow: definition.flow.id, step, field: pathIn(within, field.name) } as const;
}

/** Returns the first part of the element ids of a question's controls: `q-owners-name`. */
export function idOf({ field, within }: Pick<EditedQuestion, "field" | "within">): string {
  return `q-${pathIn(within, field.name).replace(".items", "").replaceAll(".", "-")}`;
}

function pathIn(within: string | undefined, name: string): string {
  return within === undefined ? name : `${within}.${name}`;
}

/** Returns a text of a question from the draft; `null` if it does not exist. */
export function questionText(
  { definition, step, within, drafting }: EditedQuestion,
  lng: Language,
  { name, part }: { readonly name: string; readonly part: string },
): string | null {
  const key = keyInDraft(drafting.draft, fieldKeys(definition, step, pathIn(within, name), part));
  return key === null ? null : textOfDraft(drafting.draft, lng, key);
}
