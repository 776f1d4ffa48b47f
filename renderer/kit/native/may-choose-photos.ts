import { createStore } from "../text/store.ts";
import { isInApp, nativeShell } from "./find-shell.ts";
import { askPhotos } from "./permissions.ts";

/** What the person refused and can take back in the system's settings only; `null` where nothing is offered. */
export const settingsOffer = createStore<"photos" | "tracking" | null>(null);

/** Whether a picture may be chosen now. Where it was refused, the settings are offered. */
export async function mayChoosePhotos(): Promise<boolean> {
  if (!isInApp()) return true;
  if ((await askPhotos(await nativeShell())) === "go-on") return true;
  settingsOffer.set("photos");
  return false;
}
