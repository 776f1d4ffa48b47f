import type { Definition } from "../../flow/definition.ts";
import type { ErrorRoute } from "../../flow/flow-file.ts";
import type { Happening } from "../../flow/in-memory.ts";
import type { Traveller } from "./go-along.ts";

/** An error that sends a person back to answer again. */
export type Detour = { readonly at: string; readonly code: string; readonly back: string };

/**
 * The errors of a flow's effects, and codes that are used up, that reopen a step or ask again at their own form, in the
 * order of the file.
 */
export function detoursOf({ flow }: Definition): readonly Detour[] {
  return Object.entries(flow.steps).flatMap(([at, step]) =>
    step.kind !== "effect" && step.kind !== "challenge"
      ? []
      : (Object.entries(step.errors) as readonly (readonly [string, ErrorRoute])[]).flatMap(
          ([code, route]) =>
            "reopen" in route
              ? [{ at, code, back: route.reopen }]
              : "ask" in route
                ? [{ at, code, back: at }]
                : [],
        ),
  );
}

/** The same person, to whom the error happens first. */
export function withDetour({ flow }: Definition, traveller: Traveller, { at, code }: Detour): Traveller {
  const first: readonly Happening[] =
    flow.steps[at]?.kind === "challenge"
      ? [{ exhausted: true }, { passed: true }]
      : [{ fails: code }, ...(traveller.happens[at] ?? [])];
  return { ...traveller, happens: { ...traveller.happens, [at]: first } };
}

/** Whether the error is the first thing that happens to somebody. */
export function goesDetour({ happens }: Traveller, { at, code }: Detour): boolean {
  const first = happens[at]?.[0];
  return first !== undefined && ("exhausted" in first || ("fails" in first && first.fails === code));
}

/** The error as one text, as a way of leaving a step is written. */
export function nameOfDetour({ at, code }: Detour): string {
  return `${at} error ${code}`;
}
