import type { NativeShell } from "./native-shell.ts";

/** The object that Capacitor adds to `window` inside an app. */
type Bridge = { readonly isNativePlatform?: () => boolean };

/** Whether the page runs in our native app. */
export function isInApp(): boolean {
  return (globalThis as { readonly Capacitor?: Bridge }).Capacitor?.isNativePlatform?.() === true;
}

let shell: Promise<NativeShell> | null = null;

/** Returns the shell (browser or app) that the page runs in. The Capacitor code loads only in the app. */
export function nativeShell(): Promise<NativeShell> {
  shell ??= isInApp()
    ? import("./capacitor-shell.ts").then(({ capacitorShell }) => capacitorShell())
    : import("./web-shell.ts").then(({ webShell }) => webShell);
  return shell;
}
