import type { NativeShell } from "./native-shell.ts";

/** What Capacitor adds to `window` in an app. */
type Bridge = { readonly isNativePlatform?: () => boolean };

/** Whether the page runs in our own app. */
export function isInApp(): boolean {
  return (globalThis as { readonly Capacitor?: Bridge }).Capacitor?.isNativePlatform?.() === true;
}

let shell: Promise<NativeShell> | null = null;

/** The shell that the page runs in. Capacitor's part loads in the app only. */
export function nativeShell(): Promise<NativeShell> {
  shell ??= isInApp()
    ? import("./capacitor-shell.ts").then(({ capacitorShell }) => capacitorShell())
    : import("./web-shell.ts").then(({ webShell }) => webShell);
  return shell;
}
