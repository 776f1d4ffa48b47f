import { createStore } from "../text/store.ts";

/**
 * Maximum number of entries in the debug console (specification, section 9). The oldest entries are dropped.
 */
export const DEBUG_ENTRIES = 500;

/** One line of the debug console. It contains calls and codes, but never a person's input. */
export type DebugEntry = {
  readonly id: number;
  readonly at: string;
  readonly kind: "call" | "error";
  readonly text: string;
};

/** The entries of the debug console, newest last. */
export const debugLog = createStore<readonly DebugEntry[]>([]);

let count = 0;

/** Adds a line to the debug console. */
export function keepDebugEntry(kind: DebugEntry["kind"], text: string): void {
  count += 1;
  const entry: DebugEntry = { id: count, at: new Date().toISOString(), kind, text: text.slice(0, 500) };
  debugLog.set([...debugLog.get(), entry].slice(-DEBUG_ENTRIES));
}
