import { createStore } from "../../kit/text/store.ts";

const KEY = "hide-amounts";

/** Whether amounts are hidden on this device. */
export const amountsHidden = createStore(kept());

/** Hides or shows amounts on this device. */
export function hideAmounts(hidden: boolean): void {
  amountsHidden.set(hidden);
  try {
    if (hidden) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}
