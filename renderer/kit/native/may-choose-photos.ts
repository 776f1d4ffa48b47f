import { createStore } from "../text/store.ts";
import { isInApp, nativeShell } from "./find-shell.ts";
import { askPhotos } from "./permissions.ts";

/**
 * The denied permission for which the page offers to open the system settings; `null` if the page makes no
 * offer. A person can grant a denied permission only in these settings.
 */
export const settingsOffer = createStore<"photos" | "tracking" | null>(null);

/**
 * Whether the person may choose a picture now. If the permission is denied, offers to open the system
 * settings.
 */
export async function mayChoosePhotos(): Promise<boolean> {
  if (!isInApp()) return true;
  if ((await askPhotos(await nativeShell())) === "go-on") return true;
  settingsOffer.set("photos");
  return false;
}
