import type { NativeShell } from "./native-shell.ts";

/**
 * Maximum number of times that the app asks for a permission while iOS reports "not determined". iOS may show
 * its question late.
 */
const MOST_ASKED = 3;

/**
 * The result of a permission request: go on, or offer the system settings. A denial can only be changed in
 * the settings.
 */
export type Asked = "go-on" | "offer-settings";

/** Storage of the app version in which the app last offered to open the settings. */
export type Offered = { readonly get: () => string | null; readonly set: (version: string) => void };

/**
 * Asks for permission to track, on iOS only (specification, section 4, "Native iOS permissions").
 * - Authorized: does nothing.
 * - Denied: offers the settings, once per app version.
 * - Not determined: asks the person, then checks the permission again.
 * - Restricted: does nothing, because the person cannot decide.
 */
export async function askTracking(
  shell: Pick<NativeShell, "platform" | "tracking">,
  { offered, version }: { readonly offered: Offered; readonly version: string },
): Promise<Asked> {
  if (shell.platform !== "ios") return "go-on";
  let status = await shell.tracking.status();
  for (let asked = 0; status === "notDetermined" && asked < MOST_ASKED; asked += 1) {
    await shell.tracking.request();
    status = await shell.tracking.status();
  }
  if (status !== "denied" || offered.get() === version) return "go-on";
  offered.set(version);
  return "offer-settings";
}

/**
 * Asks for access to photos before a picture is chosen, on iOS only.
 * - Granted or limited: goes on.
 * - Denied: offers the settings every time, because no picture can be chosen without them.
 * - Not asked yet: asks, and uses the answer.
 */
export async function askPhotos(shell: Pick<NativeShell, "platform" | "photos">): Promise<Asked> {
  if (shell.platform !== "ios") return "go-on";
  const before = await shell.photos.check();
  const now = before === "prompt" ? await shell.photos.request() : before;
  return now === "granted" || now === "limited" ? "go-on" : "offer-settings";
}
