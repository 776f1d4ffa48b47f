import { downloadFile } from "./download-file.ts";
import type { NativeShell } from "./native-shell.ts";
import { safeArea } from "./safe-area.ts";

const nothing = () => {};

/** A browser: it asks its person by itself, has its own back button, and is opened at an address. */
export const webShell: NativeShell = {
  platform: "web",
  version: async () => "",
  photos: { check: async () => "granted", request: async () => "granted" },
  // Nobody is followed in a browser, so nobody is asked.
  tracking: { status: async () => "restricted", request: async () => "restricted" },
  openSettings: async () => {},
  onBack: () => nothing,
  leave: async () => {},
  onDeepLink: () => nothing,
  push: async () => null,
  openOutside: async (address) => void window.open(address, "_blank", "noopener"),
  give: async (file, name) => downloadFile(file, name),
  safeArea,
};
