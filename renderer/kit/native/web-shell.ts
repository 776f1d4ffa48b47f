import { downloadFile } from "./download-file.ts";
import type { NativeShell } from "./native-shell.ts";
import { safeArea } from "./safe-area.ts";

const nothing = () => {};

/** The shell for browsers. A browser has its own permission questions, back button and addresses. */
export const webShell: NativeShell = {
  platform: "web",
  version: async () => "",
  photos: { check: async () => "granted", request: async () => "granted" },
  // The web page does not track people, so it never asks for permission to track.
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
