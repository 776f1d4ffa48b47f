import type { Operation } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { Studied } from "../engine/use-engine.ts";
import type { EditedStep } from "./edited-step.ts";
import { flowInDraft } from "./step-file.ts";

/** A flow that is being edited, with everything that its settings read and change. */
export type EditedFlow = Omit<EditedStep, "step"> & {
  readonly studied: Studied;
};

/** Returns the operation that sets a value of the flow. The value `undefined` removes it. */
export function changedFlow(
  { definition, drafting }: Pick<EditedFlow, "definition" | "drafting">,
  name: string,
  value: Json | undefined,
): Operation {
  const flow = definition.flow.id;
  const file = `flows/${flow}/flow.json`;
  const pointer = `/${name}`;
  if (value === undefined) return { op: "remove-value", args: { file, pointer } };
  const isNew = flowInDraft(drafting.draft, flow)[name] === undefined;
  return { op: "set-value", args: { file, pointer, value, ...(isNew ? { before: "start" } : {}) } };
}
