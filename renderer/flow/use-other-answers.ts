import { useEffect, useEffectEvent, useRef } from "react";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { View } from "../kit/api/answers.ts";
import type { FlowState } from "./use-flow.ts";

/**
 * Restarts a flow that is opened with values other than the stored answers. For example, a person who presses
 * Invest on one strategy's page must not continue an investment in another. The check runs only when the flow
 * is opened, because the person makes all later changes.
 */
export function useOtherAnswers(
  state: FlowState,
  wanted: Readonly<Record<string, JsonObject>> | undefined,
  startOver: () => void,
): void {
  const looked = useRef(false);
  const view = state.kind === "open" ? state.view : null;
  const look = useEffectEvent((opened: View) => {
    const isOther = Object.entries(wanted ?? {}).some(([step, values]) => {
      const given = opened.instance.answers[step]?.value as JsonObject | undefined;
      return given !== undefined && Object.entries(values).some(([name, value]) => !same(given[name], value));
    });
    if (isOther && !opened.busy) startOver();
  });
  useEffect(() => {
    if (view === null || looked.current) return;
    looked.current = true;
    look(view);
  }, [view]);
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null);
}
