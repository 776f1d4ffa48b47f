import { wearBrand } from "../brand/brand.ts";
import { createStore, useStore } from "../text/store.ts";
import type { Settings } from "./answers.ts";
import { call } from "./client.ts";

const settings = createStore<Settings | null>(null);

/** Loads the server's settings once and applies the brand. */
export async function loadSettings(): Promise<void> {
  const answer = await call("GET", "/settings");
  if (!answer.ok) return;
  wearBrand(answer.value.brand);
  settings.set(answer.value);
}

/** Returns the server's settings inside a component; `null` until they are loaded. */
export function useSettings(): Settings | null {
  return useStore(settings);
}
