import type { EffectStep, FormStep, Next, Step } from "./flow-file.ts";

/** A step that shows a form: a form step, or an effect step that first asks for secrets. */
export type StepWithForm = FormStep | EffectStep;

/** Returns true if a step shows a form. */
export function hasForm(step: Step): step is StepWithForm {
  return step.kind === "form" || (step.kind === "effect" && step.form === true);
}

/** Returns the file of a step's schema, below the definitions' root. */
export function formSchemaFile(flow: string, id: string, step: StepWithForm): string {
  return `schemas/${step.schema ?? `${flow}/${id}`}.json`;
}

/** Returns the steps that a step can lead to, each with its JSON pointer in the flow file. */
export function targetsOf(
  id: string,
  step: Step,
): readonly { readonly to: string; readonly pointer: string; readonly how: "next" | "route" | "reopen" }[] {
  const targets: { to: string; pointer: string; how: "next" | "route" | "reopen" }[] = [];
  const at = `/steps/${id}`;
  nextOf(step).forEach((entry, index) => {
    targets.push({ to: entry.to, pointer: `${at}/next/${index}/to`, how: "next" });
  });
  if (step.kind === "effect" || step.kind === "challenge")
    for (const [code, route] of Object.entries(step.errors)) {
      if ("to" in route) targets.push({ to: route.to, pointer: `${at}/errors/${code}/to`, how: "route" });
      if ("reopen" in route)
        targets.push({ to: route.reopen, pointer: `${at}/errors/${code}/reopen`, how: "reopen" });
    }
  if (step.kind === "wait")
    targets.push({ to: step.onTimeout.to, pointer: `${at}/onTimeout/to`, how: "route" });
  return targets;
}

/** Returns the `next` list of a step. The list is empty for an end. */
export function nextOf(step: Step): Next {
  return step.kind === "end" ? [] : step.next;
}
