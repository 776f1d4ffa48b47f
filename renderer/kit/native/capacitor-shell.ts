import { Capacitor, registerPlugin } from "@capacitor/core";
import type { NativeShell, PhotoPermission, Stop, TrackingPermission } from "./native-shell.ts";
import { safeArea } from "./safe-area.ts";

// The parts of Capacitor's plugins that the portal uses; `native/package.json` lists the plugins.
type Handle = { readonly remove: () => Promise<void> };
type AppPlugin = {
  readonly addListener: (
    event: "backButton" | "appUrlOpen",
    listen: (of: { readonly url?: string }) => void,
  ) => Promise<Handle>;
  readonly getLaunchUrl: () => Promise<{ readonly url: string } | undefined>;
  readonly getInfo: () => Promise<{ readonly version: string }>;
  readonly minimizeApp: () => Promise<void>;
};
type CameraPlugin = {
  readonly checkPermissions: () => Promise<{ readonly photos: string }>;
  readonly requestPermissions: (of: { readonly permissions: readonly string[] }) => Promise<{
    readonly photos: string;
  }>;
};
type TrackingPlugin = {
  readonly getStatus: () => Promise<{ readonly status: TrackingPermission }>;
  readonly requestPermission: () => Promise<{ readonly status: TrackingPermission }>;
};
type SettingsPlugin = {
  readonly open: (of: { readonly optionAndroid: string; readonly optionIOS: string }) => Promise<unknown>;
};
type PushPlugin = {
  readonly requestPermissions: () => Promise<{ readonly receive: string }>;
  readonly register: () => Promise<void>;
  readonly addListener: (
    event: "registration" | "registrationError",
    listen: (of: { readonly value?: string }) => void,
  ) => Promise<Handle>;
};
type BrowserPlugin = { readonly open: (of: { readonly url: string }) => Promise<void> };
type FilesPlugin = {
  readonly writeFile: (of: {
    readonly path: string;
    readonly data: string;
    readonly directory: "CACHE";
  }) => Promise<{ readonly uri: string }>;
};
type SharePlugin = {
  readonly share: (of: { readonly title: string; readonly files: readonly string[] }) => Promise<unknown>;
};

const app = registerPlugin<AppPlugin>("App");
const camera = registerPlugin<CameraPlugin>("Camera");
const tracking = registerPlugin<TrackingPlugin>("AppTrackingTransparency");
const settings = registerPlugin<SettingsPlugin>("NativeSettings");
const push = registerPlugin<PushPlugin>("PushNotifications");
const browser = registerPlugin<BrowserPlugin>("Browser");
const files = registerPlugin<FilesPlugin>("Filesystem");
const share = registerPlugin<SharePlugin>("Share");

/**
 * The native app, reached through Capacitor's bridge. A missing plugin counts as a denied permission, not as
 * an error.
 */
export function capacitorShell(): NativeShell {
  const platform = Capacitor.getPlatform() === "ios" ? "ios" : "android";
  return {
    platform,
    version: async () => (await orNull(app.getInfo()))?.version ?? "",
    photos: {
      check: async () => photoPermission(await orNull(camera.checkPermissions())),
      request: async () =>
        photoPermission(await orNull(camera.requestPermissions({ permissions: ["photos"] }))),
    },
    // On Android the app never asks for a tracking permission, because the system has none.
    tracking: {
      status: async () =>
        platform === "ios" ? ((await orNull(tracking.getStatus()))?.status ?? "restricted") : "restricted",
      request: async () =>
        platform === "ios"
          ? ((await orNull(tracking.requestPermission()))?.status ?? "restricted")
          : "restricted",
    },
    openSettings: async () =>
      void (await orNull(settings.open({ optionAndroid: "application_details", optionIOS: "app" }))),
    onBack: (listen) => listening(app.addListener("backButton", () => listen())),
    leave: async () => void (await orNull(app.minimizeApp())),
    onDeepLink: (listen) => {
      void orNull(app.getLaunchUrl()).then((started) => started?.url && listen(started.url));
      return listening(app.addListener("appUrlOpen", ({ url }) => url !== undefined && listen(url)));
    },
    push: async () => {
      const asked = await orNull(push.requestPermissions());
      if (asked?.receive !== "granted") return null;
      return await new Promise((resolve) => {
        void orNull(push.addListener("registration", ({ value }) => resolve(value ?? null)));
        void orNull(push.addListener("registrationError", () => resolve(null)));
        void push.register().catch(() => resolve(null));
      });
    },
    openOutside: async (address) => void (await orNull(browser.open({ url: address }))),
    give: async (file, name) => {
      const { uri } = await files.writeFile({ path: name, data: await base64Of(file), directory: "CACHE" });
      // If the person closes the share sheet, no error is reported.
      await orNull(share.share({ title: name, files: [uri] }));
    },
    safeArea,
  };
}

function photoPermission(said: { readonly photos: string } | null): PhotoPermission {
  const photos = said?.photos;
  if (photos === "granted" || photos === "limited") return photos;
  return photos === "prompt" || photos === "prompt-with-rationale" ? "prompt" : "denied";
}

function listening(handle: Promise<Handle>): Stop {
  return () => void handle.then(({ remove }) => remove()).catch(() => {});
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch {
    return null;
  }
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
