import { createStore } from "../text/store.ts";

/** Whether staff pages wait for a second factor to be set up: the server answers nothing else to whoever has none. */
export const factorMissing = createStore(false);

type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asked: Promise<boolean> | null = null;

/** Says who asks for the proof of who is there (of staff the second factor) while a page is shown; answers how to stop. */
export function askFactorWith(asks: Ask): () => void {
  ask = asks;
  return () => {
    if (ask === asks) ask = null;
  };
}

/** Has it proved again who is there; `false` where it was not. Calls that need it at once ask once. */
export async function proveFactor(): Promise<boolean> {
  if (ask === null) return false;
  asked ??= ask().finally(() => {
    asked = null;
  });
  return await asked;
}
