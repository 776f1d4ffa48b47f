import type { Definition } from "../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Readable } from "../blocks/readable.ts";
import type { Choice } from "../choice-field.tsx";
import type { Drafting } from "../draft/use-draft.ts";
import { stepInDraft, stepsInDraft } from "./step-file.ts";

/** A step that is being edited, with everything that its settings read and change. */
export type EditedStep = {
  readonly definition: Definition;
  readonly step: string;
  readonly titleOf: (step: string) => string;
  readonly readable: Readable;
  readonly drafting: Drafting;
};

/** Returns the content of the step in the draft's file. */
export function stepContent({
  definition,
  step,
  drafting,
}: Pick<EditedStep, "definition" | "step" | "drafting">): JsonObject {
  return stepInDraft(drafting.draft, definition.flow.id, step);
}

/** Sets a value of the step. The value `undefined` removes it. */
export function setInStep(of: EditedStep, name: string, value: Json | undefined): void {
  const { definition, step, drafting } = of;
  const file = `flows/${definition.flow.id}/flow.json`;
  const pointer = `/steps/${step}/${name}`;
  const isNew = stepContent(of)[name] === undefined;
  drafting.apply(
    value === undefined
      ? { op: "remove-value", args: { file, pointer } }
      : { op: "set-value", args: { file, pointer, value, ...(isNew ? { before: "next" } : {}) } },
  );
}

/**
 * Returns all steps of the flow except this one, as choices. If `kinds` are given, returns only steps of
 * these kinds.
 */
export function otherSteps(
  { definition, step, titleOf, drafting }: EditedStep,
  ...kinds: readonly string[]
): readonly Choice[] {
  return stepsInDraft(drafting.draft, definition.flow.id)
    .filter(([id, { kind }]) => id !== step && (kinds.length === 0 || kinds.includes(String(kind))))
    .map(([id]) => [id, titleOf(id)] as const);
}
