import { type Brand, wearBrand } from "../brand/brand.ts";
import { createStore, useStore } from "../text/store.ts";
import { call } from "./client.ts";

/** What the server says about itself. */
export type Settings = {
  readonly brand: Brand;
  readonly env: "development" | "runtime";
  /** Whether figures and people are demonstration data. */
  readonly demo: boolean;
};

const settings = createStore<Settings | null>(null);

/** Asks the server once who it is; the brand is put on the page. */
export async function loadSettings(): Promise<void> {
  const answer = await call<Partial<Settings>>("GET", "/settings");
  if (!answer.ok) return;
  const { brand: name = "saphan", env = "runtime", demo } = answer.value;
  wearBrand(name);
  settings.set({ brand: name, env, demo: demo ?? env === "development" });
}

/** The settings inside a component; `null` until they are known. */
export function useSettings(): Settings | null {
  return useStore(settings);
}
