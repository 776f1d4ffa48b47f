import { createStore } from "../text/store.ts";

/** Maximum number of entries; the oldest are dropped. Specification, section 9. */
export const DEBUG_ENTRIES = 500;

/** One line of the debug console. It contains calls and codes, never input. */
export type DebugEntry = {
  readonly id: number;
  readonly at: string;
  readonly kind: "call" | "error";
  readonly text: string;
};

/** The log, newest entry last. */
export const debugLog = createStore<readonly DebugEntry[]>([]);

let count = 0;

/** Adds a line to the debug console. */
export function keepDebugEntry(kind: DebugEntry["kind"], text: string): void {
  count += 1;
  const entry: DebugEntry = { id: count, at: new Date().toISOString(), kind, text: text.slice(0, 500) };
  debugLog.set([...debugLog.get(), entry].slice(-DEBUG_ENTRIES));
}
