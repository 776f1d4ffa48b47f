import { useKnownFlag } from "../../kit/api/flags.ts";

/**
 * Whether links to new investments are shown: hidden if the switch `invest` is off. Reductions and switches continue.
 */
export function useOrderingOpen(): boolean {
  return useKnownFlag("invest") !== false;
}
