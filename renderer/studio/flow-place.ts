import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import type { Studied } from "./engine/use-engine.ts";
import { focusOn } from "./findings/focus-on.ts";
import { controlsOf, type FindingSpot, placeOfFinding } from "./findings/place-of-finding.ts";

type Search = {
  readonly step?: string;
  readonly field?: string;
  readonly change?: string;
  readonly whole?: boolean;
  readonly guide?: string;
};

type Goal = { readonly step: string; readonly field?: string | undefined; readonly whole?: true };

/** What the page of a flow shows, as its address says, with functions that show something else. */
export type FlowPlace = {
  readonly step: string;
  /** Name of the open question. */
  readonly field: string | undefined;
  /** Whether the page shows the settings of the flow, rather than a step. */
  readonly whole: boolean;
  readonly guide: string | undefined;
  readonly go: (to: Goal) => void;
  /** Goes to the control that fixes a finding and focuses it, even on another page. */
  readonly goTo: (place: FindingSpot) => void;
  readonly placeOf: (finding: SpokenFinding) => FindingSpot;
};

/** Returns what the page of a flow shows. */
export function useFlowPlace(flow: string, definition: Studied["definition"]): FlowPlace {
  const { step: wanted, field, change, whole = false, guide } = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const steps = definition === null ? [] : Object.keys(definition.flow.steps);
  const step = wanted !== undefined && steps.includes(wanted) ? wanted : (definition?.flow.start ?? "");
  const go = (to: Goal) =>
    void navigate({
      to: ".",
      search: {
        ...(change === undefined ? {} : { change }),
        ...(guide === undefined ? {} : { guide }),
        ...to,
      },
      replace: true,
      resetScroll: false,
      // The type is asserted, because the router does not know that this call only changes search parameters
      // of the current page.
    } as never);
  // The finding that the person wants to fix. As soon as the page shows its step, the control gets the focus.
  const [sought, setSought] = useState<FindingSpot | null>(null);
  useEffect(() => {
    if (sought === null || (sought.whole ?? false) !== whole) return;
    if (!whole && (sought.step !== step || sought.field !== field)) return;
    focusOn(controlsOf(sought));
    setSought(null);
  }, [sought, step, field, whole]);
  const goTo = (place: FindingSpot) => {
    if (place.rule !== undefined)
      void navigate({
        to: "/studio/flows/$flow/rules/$rule",
        params: { flow, rule: place.rule },
        hash: place.control ?? "",
      });
    else if (place.whole) {
      go({ step, whole: true });
      setSought(place);
    } else if (place.step !== undefined) {
      go({ step: place.step, field: place.field });
      setSought(place);
    }
  };
  const placeOf = (finding: SpokenFinding): FindingSpot =>
    placeOfFinding(finding, {
      flow,
      steps,
      texts: definition?.flow.namespace ?? "",
      rules: definition?.rules ?? {},
      contents: definition?.flow.steps ?? {},
      entries: definition?.flow.entries?.map(({ place }) => place) ?? [],
    });
  return { step, field, whole, guide, go, goTo, placeOf };
}
