import type { Compiled } from "./compiled.ts";
import type { Facts } from "./instance.ts";
import type { Flags } from "./run.ts";
import { emptyValues, type Need, resolve } from "./scope.ts";

/**
 * Whether a flow is offered at a location of the portal. If facts are missing, the facts that are needed to
 * decide.
 */
export type Offer =
  | { readonly needs: readonly Need[] }
  | { readonly needs: null; readonly isOffered: boolean };

/**
 * Decides whether a flow is offered to a person at a location of the portal. The flow must have an entry at
 * the location, and the entry's condition must hold with these facts and switches. Pure; ignores the person's
 * open instances.
 */
export function offerAt({ plan }: Compiled, place: string, facts: Facts, flags: Flags): Offer {
  const entry = plan.entries.find((one) => one.place === place);
  if (entry === undefined) return { needs: null, isOffered: false };
  const values = emptyValues(plan, flags);
  const needs = resolve(plan, values, facts, entry.sources);
  return needs === null ? { needs, isOffered: entry.offered(values) } : { needs };
}
