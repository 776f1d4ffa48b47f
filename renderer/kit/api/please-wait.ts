import { createStore } from "../text/store.ts";

/** Whether the page must not be touched for a moment: the full-screen modal stands. */
export const pleaseWait = createStore(false);

/** Shows the full-screen modal while something runs that must not be interrupted. */
export async function whileWaiting<Value>(work: () => Promise<Value>): Promise<Value> {
  pleaseWait.set(true);
  try {
    return await work();
  } finally {
    pleaseWait.set(false);
  }
}
