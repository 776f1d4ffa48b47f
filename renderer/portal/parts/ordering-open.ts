import { useKnownFlag } from "../../kit/api/flags.ts";

/** Whether ways into an order are shown: gone where the switch `invest` is off. Reducing and switching go on. */
export function useOrderingOpen(): boolean {
  return useKnownFlag("invest") !== false;
}
