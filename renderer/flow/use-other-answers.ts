import { useEffect, useRef } from "react";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { FlowState } from "./use-flow.ts";

/**
 * Restarts a flow that is opened with other values than its answers: someone who presses Invest at one strategy must
 * not continue an investment in another. Checked once, when the flow is opened; later answers are the person's own.
 */
export function useOtherAnswers(
  state: FlowState,
  wanted: Readonly<Record<string, JsonObject>> | undefined,
  startOver: () => void,
): void {
  const looked = useRef(false);
  const view = state.kind === "open" ? state.view : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the flow is there.
  useEffect(() => {
    if (view === null || looked.current) return;
    looked.current = true;
    const isOther = Object.entries(wanted ?? {}).some(([step, values]) => {
      const given = view.instance.answers[step]?.value as JsonObject | undefined;
      return given !== undefined && Object.entries(values).some(([name, value]) => !same(given[name], value));
    });
    if (isOther && !view.busy) startOver();
  }, [view]);
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null);
}
