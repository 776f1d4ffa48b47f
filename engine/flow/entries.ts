import type { Compiled } from "./compiled.ts";
import type { Facts } from "./instance.ts";
import type { Flags } from "./run.ts";
import { emptyValues, type Need, resolve } from "./scope.ts";

/** Whether a flow is offered at a place, or the facts that are needed to decide. */
export type Offer =
  | { readonly needs: readonly Need[] }
  | { readonly needs: null; readonly isOffered: boolean };

/**
 * Decides whether a person is offered a flow at a place of the portal: the flow has an entry there, and its
 * condition holds with these facts and switches. Pure; does not look at the person's instances.
 */
export function offerAt({ plan }: Compiled, place: string, facts: Facts, flags: Flags): Offer {
  const entry = plan.entries.find((one) => one.place === place);
  if (entry === undefined) return { needs: null, isOffered: false };
  const values = emptyValues(plan, flags);
  const needs = resolve(plan, values, facts, entry.sources);
  return needs === null ? { needs, isOffered: entry.offered(values) } : { needs };
}
