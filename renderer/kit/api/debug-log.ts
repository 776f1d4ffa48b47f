import { createStore } from "../text/store.ts";

/** How many entries are kept; the oldest go first. Specification, section 9. */
export const DEBUG_ENTRIES = 500;

/** One line of the debug console. It names calls and codes, never what was typed. */
export type DebugEntry = {
  readonly id: number;
  readonly at: string;
  readonly kind: "call" | "error";
  readonly text: string;
};

/** The newest entries last. */
export const debugLog = createStore<readonly DebugEntry[]>([]);

let count = 0;

/** Keeps a line for the debug console. */
export function keepDebugEntry(kind: DebugEntry["kind"], text: string): void {
  count += 1;
  const entry: DebugEntry = { id: count, at: new Date().toISOString(), kind, text: text.slice(0, 500) };
  debugLog.set([...debugLog.get(), entry].slice(-DEBUG_ENTRIES));
}
