import { useState } from "react";
import { type Dependent, dependentsOf } from "../../../engine/edits/index.ts";
import type { Definition } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { Studied } from "../engine/use-engine.ts";
import { type FindingSpot, placeOfFinding } from "../findings/place-of-finding.ts";

/** Removes a step. What depends on it is named first, each place with a button that leads to its control. */
export function RemoveStep({
  definition,
  step,
  titleOf,
  places,
  drafting,
  onGo,
  onRemoved,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly titleOf: (step: string) => string;
  /** The names of answers and results. */
  readonly places: Studied["places"];
  readonly drafting: Drafting;
  readonly onGo: (place: FindingSpot) => void;
  readonly onRemoved: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const [asked, setAsked] = useState<readonly DependentPlace[] | null>(null);
  const flow = definition.flow.id;
  const file = definition.flow.steps[step];
  const onward = file === undefined || file.kind === "end" ? undefined : file.next?.at(-1)?.to;
  const remove = () => {
    setAsked(null);
    if (drafting.apply({ op: "remove-step", args: { flow, step } })) onRemoved();
  };
  const ask = () => {
    const places = dependentPlaces(dependentsOf(drafting.draft, { flow, step }), definition);
    if (places.length === 0) remove();
    else setAsked(places);
  };
  const nameOf = ({ spot }: DependentPlace) => {
    if (spot.rule !== undefined) return words(definition.rules[spot.rule]?.title ?? "studio:rules.one");
    return spot.step === undefined ? words("studio:whole.title") : titleOf(spot.step);
  };
  const reasonOf = ({ why, what }: DependentPlace) => {
    const name = places.find(({ path }) => path === what)?.name[lng];
    return why === "reads" && name !== undefined
      ? words("studio:addStep.uses", { what: name })
      : words(`studio:addStep.why.${why}`);
  };
  return (
    <>
      <Button small kind="danger" id="remove-step" onClick={ask}>
        {words("studio:addStep.remove")}
      </Button>
      {asked === null ? null : (
        <Sheet
          title={words("studio:addStep.removeOne", { title: titleOf(step) })}
          onClose={() => setAsked(null)}
          footer={
            <Button kind="danger" wide id="remove-step-now" onClick={remove}>
              {words("studio:addStep.remove")}
            </Button>
          }
        >
          <p>
            {onward === undefined
              ? words("studio:addStep.removeEnd")
              : words("studio:addStep.removeText", { next: titleOf(onward) })}
          </p>
          <ul className="card list dependents">
            {asked.map((one) => (
              <li key={`${one.why} ${JSON.stringify(one.spot)}`} className="row wraps">
                <span>
                  <b>{nameOf(one)}</b> <small>{reasonOf(one)}</small>
                </span>
                <Button
                  small
                  onClick={() => {
                    setAsked(null);
                    onGo(one.spot);
                  }}
                >
                  {words("studio:findings.go", { place: nameOf(one) })}
                </Button>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

/** A place that depends on a step, on the flow's screen. */
export type DependentPlace = Pick<Dependent, "why" | "what"> & { readonly spot: FindingSpot };

/** Where the dependents are edited, each control once. A shared rule counts only if the flow uses it. */
export function dependentPlaces(
  of: readonly Dependent[],
  { flow, rules }: Pick<Definition, "flow" | "rules">,
): readonly DependentPlace[] {
  const places = of.map(({ file, pointer, why, what }): readonly [string, DependentPlace] => {
    const spot = placeOfFinding(
      { file, pointer },
      { flow: flow.id, steps: Object.keys(flow.steps), texts: flow.namespace, rules, contents: flow.steps },
    );
    return [`${why} ${JSON.stringify(spot)}`, { why, what, spot }];
  });
  const isOwn = ({ spot: { rule } }: DependentPlace) => rule === undefined || Object.hasOwn(rules, rule);
  return [...new Map(places).values()].filter(isOwn);
}
