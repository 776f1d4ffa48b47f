import type { Compiled } from "../../engine/flow/index.ts";
import { reachableFrom } from "../../engine/verify/model/index.ts";
import type { FlowsDeps } from "./deps.ts";

/**
 * How a PIN at this step is looked at: quickly where every effect that may follow it says that this is enough, slowly
 * everywhere else. Rooms say so of their effects: whoever edits a flow cannot.
 */
export function pinLook(
  { registry }: Pick<FlowsDeps, "registry">,
  { definition }: Pick<Compiled, "definition">,
  challenge: string,
): "quick" | "slow" {
  const after = [...reachableFrom(definition, challenge)].flatMap((id) => {
    const step = definition.flow.steps[id];
    return step?.kind === "effect" ? [registry.effects.get(step.effect)] : [];
  });
  const quick = after.length > 0 && after.every((one) => one?.mode === "local" && one.quickPin === true);
  return quick ? "quick" : "slow";
}
