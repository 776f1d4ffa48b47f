import { createStore } from "../text/store.ts";

/** Whether staff pages wait until a second factor is set up; the server rejects all other calls until then. */
export const factorMissing = createStore(false);

type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asked: Promise<boolean> | null = null;

/**
 * Sets who asks for the proof of identity (for staff, the second factor) while a page is shown. Returns a function that
 * stops it.
 */
export function askFactorWith(asks: Ask): () => void {
  ask = asks;
  return () => {
    if (ask === asks) ask = null;
  };
}

/** Asks the person to prove their identity again; `false` if they did not. Concurrent calls ask once. */
export async function proveFactor(): Promise<boolean> {
  if (ask === null) return false;
  asked ??= ask().finally(() => {
    asked = null;
  });
  return await asked;
}
