import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

// These tests read the app's project files. Building the app needs Xcode and the Android SDK
// (native/README.md).
const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), "utf8");

const config = JSON.parse(read("native", "capacitor.config.json")) as {
  readonly appId: string;
  readonly appName: string;
  readonly server: { readonly url: string; readonly errorPath: string };
};
const plist = read("native", "ios", "App", "App", "Info.plist");
const xcode = read("native", "ios", "App", "App.xcodeproj", "project.pbxproj");
const manifest = read("native", "android", "app", "src", "main", "AndroidManifest.xml");

/** Plugins that the page calls, with their packages. */
const PLUGINS = {
  App: "@capacitor/app",
  Camera: "@capacitor/camera",
  AppTrackingTransparency: "capacitor-plugin-app-tracking-transparency",
  NativeSettings: "capacitor-native-settings",
  PushNotifications: "@capacitor/push-notifications",
  Browser: "@capacitor/browser",
  Filesystem: "@capacitor/filesystem",
  Share: "@capacitor/share",
} as const;

describe("the app for iOS and Android", () => {
  test("opens the portal at its host, and accepts only that host's addresses", () => {
    const host = new URL(config.server.url).host;
    expect(new Set(xcode.match(/(?<=PRODUCT_BUNDLE_IDENTIFIER = )[^;]+/g))).toEqual(new Set([config.appId]));
    expect(read("native", "android", "app", "build.gradle")).toContain(`applicationId "${config.appId}"`);
    expect(manifest).toContain(`android:scheme="https" android:host="${host}"`);
    expect(read("native", "ios", "App", "App", "App.entitlements")).toContain(`applinks:${host}`);
    expect(plist).toContain(`<string>${config.appName}</string>`);
    expect(read("native", "android", "app", "src", "main", "res", "values", "strings.xml")).toContain(
      `<string name="app_name">${config.appName}</string>`,
    );
  });

  test("contains a page in both languages for a phone without a network", () => {
    const page = read("native", "www", config.server.errorPath);
    for (const says of ["ยังต่ออินเทอร์เน็ตไม่ได้", "You are offline"]) expect(page).toContain(says);
  });

  test("includes every native plugin that the portal's pages call", () => {
    const asked = read("renderer", "kit", "native", "capacitor-shell.ts").match(
      /(?<=registerPlugin<\w+>\(")\w+/g,
    );
    expect([...(asked ?? [])].sort()).toEqual(Object.keys(PLUGINS).sort());
    const { dependencies } = JSON.parse(read("native", "package.json")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const ios = read("native", "ios", "App", "CapApp-SPM", "Package.swift");
    const android = read("native", "android", "capacitor.settings.gradle");
    for (const name of Object.values(PLUGINS)) {
      expect(Object.keys(dependencies)).toContain(name);
      expect(ios).toContain(`path: "../../../node_modules/${name}"`);
      // Only iOS asks for permission to track.
      if (name !== PLUGINS.AppTrackingTransparency)
        expect(android).toContain(`new File('../node_modules/${name}/android')`);
    }
  });

  test("states in both languages on iOS why it uses camera, photos and tracking, and may use the camera on Android", () => {
    for (const permission of ["Camera", "PhotoLibrary", "UserTracking"]) {
      const why = new RegExp(`<key>NS${permission}UsageDescription</key>\\s*<string>([^<]*)</string>`).exec(
        plist,
      )?.[1];
      expect(why).toMatch(/[\u0E00-\u0E7F].* · To /);
    }
    expect(manifest).toContain("android.permission.CAMERA");
  });
});
