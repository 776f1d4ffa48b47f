import { createStore } from "../text/store.ts";

/**
 * Whether staff pages must wait until the person has set up a second factor. Until then the server rejects
 * all other calls.
 */
export const factorMissing = createStore(false);

type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asked: Promise<boolean> | null = null;

/**
 * Sets the function that asks for a proof of identity while a page is shown (for staff, the second factor).
 * Returns a function that removes it. A proof that is still being asked for then counts as refused, so that
 * later calls do not wait.
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

/**
 * Asks the person to prove their identity again. Returns `false` if they did not. Concurrent calls share one
 * question.
 */
export async function proveFactor(): Promise<boolean> {
  if (ask === null) return false;
  asked ??= ask().finally(() => {
    asked = null;
  });
  return await asked;
}
