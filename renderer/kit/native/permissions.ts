import type { NativeShell } from "./native-shell.ts";

/** How often iOS is asked anew while it says that nothing is determined: it may hold its question back. */
const MOST_ASKED = 3;

/** What follows from asking: go on, or offer the system's settings, where alone a refusal can be taken back. */
export type Asked = "go-on" | "offer-settings";

/** Remembers, over starts of the app, for which of its versions the settings were offered. */
export type Offered = { readonly get: () => string | null; readonly set: (version: string) => void };

/**
 * The app-tracking question, on iOS only. Authorized: nothing. Denied: the settings are offered, once for each version of
 * the app. Not determined: asked, and checked again. Restricted: nothing, since the person may not decide. Specification
 * section 4, "Native iOS permissions".
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
 * Before a picture is chosen, on iOS only. Granted, also in part: go on. Denied: the settings are offered, each time, for
 * without them there is no picture. Not asked yet: asked, and what was answered counts.
 */
export async function askPhotos(shell: Pick<NativeShell, "platform" | "photos">): Promise<Asked> {
  if (shell.platform !== "ios") return "go-on";
  const before = await shell.photos.check();
  const now = before === "prompt" ? await shell.photos.request() : before;
  return now === "granted" || now === "limited" ? "go-on" : "offer-settings";
}
