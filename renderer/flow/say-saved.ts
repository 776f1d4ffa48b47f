import type { Definition } from "../../engine/flow/index.ts";
import type { View } from "../kit/api/answers.ts";
import { toast } from "../kit/api/toast-store.ts";
import { stepText } from "./steps/step-text.ts";

/**
 * Shows a toast that a step is saved, if the step has a text for it (`saved`). The toast uses the text of the
 * submitted step when the flow moves on, or the text of the end that was reached. An answer that leads back
 * to an earlier step shows nothing.
 */
export function saySaved(
  definition: Definition,
  { step, to }: { readonly step: string; readonly to: View["at"] },
): void {
  const steps = Object.keys(definition.flow.steps);
  const isOver = to.kind === "end";
  if (to.step === step || (!isOver && steps.indexOf(to.step) < steps.indexOf(step))) return;
  const end = isOver ? stepText(definition, to.step, "saved") : null;
  const text = end ?? (isOver && to.outcome !== "done" ? null : stepText(definition, step, "saved"));
  if (text !== null) toast({ id: "saved", tone: "gain", text });
}
