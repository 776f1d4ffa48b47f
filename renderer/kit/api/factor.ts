import { createStore } from "../text/store.ts";

/** Whether staff pages wait until a second factor is set up; the server rejects all other calls until then. */
export const factorMissing = createStore(false);

type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asked: Promise<boolean> | null = null;

/**
 * Sets who asks for the proof of identity (for staff, the second factor) while a page is shown. Returns a function that
 * stops it; a question without an answer then counts as no proof, so that no later call waits for it.
 */
export function askFactorWith(asks: Ask): () => void {
  const { promise: stopped, resolve: stop } = unsettled();
  const own = () => Promise.race([asks(), stopped]);
  ask = own;
  return () => {
    if (ask === own) ask = null;
    stop(false);
  };
}

function unsettled() {
  let resolve: (proved: boolean) => void = () => {};
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Asks the person to prove their identity again; `false` if they did not. Concurrent calls ask once. */
export async function proveFactor(): Promise<boolean> {
  if (ask === null) return false;
  asked ??= ask().finally(() => {
    asked = null;
  });
  return await asked;
}
