import type { Definition } from "../../flow/definition.ts";
import type { ErrorRoute } from "../../flow/flow-file.ts";
import type { Happening } from "../../flow/in-memory.ts";
import type { Traveller } from "./go-along.ts";

/** An error that makes a person answer a step again. */
export type Detour = { readonly at: string; readonly code: string; readonly back: string };

/**
 * Returns the errors of effects and the exhausted challenges, in file order: those that reopen a step, and
 * those that ask again at their own form.
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

/** Returns the same person with one difference: the error happens first. */
export function withDetour({ flow }: Definition, traveller: Traveller, { at, code }: Detour): Traveller {
  const first: readonly Happening[] =
    flow.steps[at]?.kind === "challenge"
      ? [{ exhausted: true }, { passed: true }]
      : [{ fails: code }, ...(traveller.happens[at] ?? [])];
  return { ...traveller, happens: { ...traveller.happens, [at]: first } };
}

/** Returns true if the error is the first event that happens to the person at the step of the error. */
export function goesDetour({ happens }: Traveller, { at, code }: Detour): boolean {
  const first = happens[at]?.[0];
  return first !== undefined && ("exhausted" in first || ("fails" in first && first.fails === code));
}

/** Returns the name of the error. The names of edges (`nameOfEdge`) have the same form. */
export function nameOfDetour({ at, code }: Detour): string {
  return `${at} error ${code}`;
}
