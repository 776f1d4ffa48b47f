import { createStore } from "../text/store.ts";
import { isInApp, nativeShell } from "./find-shell.ts";
import { askPhotos } from "./permissions.ts";

/** A denied permission that can only be changed in the system settings; `null` if nothing is offered. */
export const settingsOffer = createStore<"photos" | "tracking" | null>(null);

/** Whether a picture may be chosen now. If denied, offers the system settings. */
export async function mayChoosePhotos(): Promise<boolean> {
  if (!isInApp()) return true;
  if ((await askPhotos(await nativeShell())) === "go-on") return true;
  settingsOffer.set("photos");
  return false;
}
