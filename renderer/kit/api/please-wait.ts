import { createStore } from "../text/store.ts";

/** Whether the full-screen dialog blocks the page. */
export const pleaseWait = createStore(false);

/** Shows the full-screen dialog while `work` runs. */
export async function whileWaiting<Value>(work: () => Promise<Value>): Promise<Value> {
  pleaseWait.set(true);
  try {
    return await work();
  } finally {
    pleaseWait.set(false);
  }
}
