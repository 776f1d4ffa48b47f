import type { Dependent } from "../../../engine/edits/index.ts";
import type { Definition } from "../../../engine/flow/index.ts";
import { type FindingSpot, placeOfFinding } from "../findings/place-of-finding.ts";

/** Something that depends on a step or question, with its location on the flow's page. */
export type DependentPlace = Pick<Dependent, "file" | "pointer" | "why" | "what"> & {
  readonly spot: FindingSpot;
  /** Whether it can be removed together with the question. Only set for dependents of a question. */
  readonly goes?: boolean;
};

/**
 * Returns the locations at which the dependents of a step or question are edited. Each control is listed
 * once. Shared rules are listed only if the flow uses them.
 */
export function dependentPlaces(
  of: readonly (Dependent & { readonly goes?: boolean })[],
  { flow, rules }: Pick<Definition, "flow" | "rules">,
): readonly DependentPlace[] {
  const places = of.map((one): readonly [string, DependentPlace] => {
    const spot = placeOfFinding(one, {
      flow: flow.id,
      steps: Object.keys(flow.steps),
      texts: flow.namespace,
      rules,
      contents: flow.steps,
    });
    return [`${one.why} ${JSON.stringify(spot)}`, { ...one, spot }];
  });
  const isOwn = ({ spot: { rule } }: DependentPlace) => rule === undefined || Object.hasOwn(rules, rule);
  return [...new Map(places).values()].filter(isOwn);
}
