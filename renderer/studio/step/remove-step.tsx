import { useState } from "react";
import { dependentsOf } from "../../../engine/edits/index.ts";
import type { Definition } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { Studied } from "../engine/use-engine.ts";
import type { FindingSpot } from "../findings/place-of-finding.ts";
import { type DependentPlace, dependentPlaces } from "./dependent-places.ts";

type Edited = {
  readonly definition: Definition;
  readonly step: string;
  readonly titleOf: (step: string) => string;
  /** Data paths with the names of answers and results. */
  readonly places: Studied["places"];
};

/**
 * A button that removes a step. Before the removal, it lists everything that depends on the step, each with a
 * button that leads to its control.
 */
export function RemoveStep({
  drafting,
  onGo,
  onRemoved,
  ...of
}: Edited & {
  readonly drafting: Drafting;
  readonly onGo: (place: FindingSpot) => void;
  readonly onRemoved: () => void;
}) {
  const words = useText();
  const [asked, setAsked] = useState<readonly DependentPlace[] | null>(null);
  const { definition, step } = of;
  const flow = definition.flow.id;
  const remove = () => {
    setAsked(null);
    if (drafting.apply({ op: "remove-step", args: { flow, step } })) onRemoved();
  };
  const ask = () => {
    const places = dependentPlaces(dependentsOf(drafting.draft, { flow, step }), definition);
    if (places.length === 0) remove();
    else setAsked(places);
  };
  return (
    <>
      <Button small kind="danger" id="remove-step" onClick={ask}>
        {words("studio:addStep.remove")}
      </Button>
      {asked === null ? null : (
        <Sheet
          title={words("studio:addStep.removeOne", { title: of.titleOf(step) })}
          onClose={() => setAsked(null)}
          footer={
            <Button kind="danger" wide id="remove-step-now" onClick={remove}>
              {words("studio:addStep.remove")}
            </Button>
          }
        >
          <Consequence of={of} />
          <ul className="card list dependents">
            {asked.map((one) => (
              <li key={`${one.why} ${JSON.stringify(one.spot)}`} className="row wraps">
                <DependentRow
                  of={of}
                  place={one}
                  onGo={() => {
                    setAsked(null);
                    onGo(one.spot);
                  }}
                />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

/** A text that says where the transitions to the removed step will lead. */
function Consequence({ of: { definition, step, titleOf } }: { readonly of: Edited }) {
  const words = useText();
  const file = definition.flow.steps[step];
  const onward = file === undefined || file.kind === "end" ? undefined : file.next?.at(-1)?.to;
  return (
    <p>
      {onward === undefined
        ? words("studio:addStep.removeEnd")
        : words("studio:addStep.removeText", { next: titleOf(onward) })}
    </p>
  );
}

/** A list entry for something that depends on the step, with the reason. */
function DependentRow({
  of: { definition, titleOf, places },
  place: { why, what, spot },
  onGo,
}: {
  readonly of: Edited;
  readonly place: DependentPlace;
  readonly onGo: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const read = places.find(({ path }) => path === what)?.name[lng];
  const reason =
    why === "reads" && read !== undefined
      ? words("studio:addStep.uses", { what: read })
      : words(`studio:addStep.why.${why}`);
  const nameOf = (): string => {
    if (spot.rule !== undefined) return words(definition.rules[spot.rule]?.title ?? "studio:rules.one");
    return spot.step === undefined ? words("studio:whole.title") : titleOf(spot.step);
  };
  return (
    <>
      <span>
        <b>{nameOf()}</b> <small>{reason}</small>
      </span>
      <Button small onClick={onGo}>
        {words("studio:findings.go", { place: nameOf() })}
      </Button>
    </>
  );
}
