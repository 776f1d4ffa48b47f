import { useKnownFlag } from "../../kit/api/flags.ts";

/**
 * Whether links to new investments are shown. They are hidden if the switch `invest` is off, and shown until
 * the answer arrives: the server rejects a new investment anyway. Reductions and switches between strategies
 * remain available.
 */
export function useInvestSwitch(): boolean {
  return useKnownFlag("invest") !== false;
}
