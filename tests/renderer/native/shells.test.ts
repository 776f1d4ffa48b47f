import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { NativeShell } from "../../../renderer/kit/native/native-shell.ts";
import { askPhotos, askTracking } from "../../../renderer/kit/native/permissions.ts";
import { type Script, scriptedShell } from "./scripted-shell.ts";

// The system gives the same answers to every shell.
const SYSTEM = { photos: "limited", tracking: "denied", version: "2.1.0" } as const;

const calls: string[] = [];
const listeners = new Map<string, (data: object) => void>();
let hasPlugins = true;
const answers: Record<string, (given: Record<string, unknown>) => object> = {
  "App.getInfo": () => ({ version: SYSTEM.version }),
  "App.getLaunchUrl": () => ({ url: "https://portal.example/orders/1" }),
  "App.minimizeApp": () => ({}),
  "Camera.checkPermissions": () => ({ camera: "granted", photos: SYSTEM.photos }),
  "Camera.requestPermissions": () => ({ camera: "granted", photos: SYSTEM.photos }),
  "AppTrackingTransparency.getStatus": () => ({ status: SYSTEM.tracking }),
  "AppTrackingTransparency.requestPermission": () => ({ status: SYSTEM.tracking }),
  "NativeSettings.open": () => ({ status: true }),
  "PushNotifications.requestPermissions": () => ({ receive: "granted" }),
  "PushNotifications.register": () => {
    queueMicrotask(() => listeners.get("PushNotifications.registration")?.({ value: "push-address" }));
    return {};
  },
  "Browser.open": () => ({}),
  "Filesystem.writeFile": ({ path }) => ({ uri: `file:///cache/${path}` }),
  "Share.share": () => ({}),
};
const methods = Object.keys(answers).map((key) => key.split(".") as [string, string]);

// The bridge of an app with plugins that answer like the system, called by the real `@capacitor/core`. That
// package looks for the bridge once, when it is loaded.
Object.assign(globalThis, {
  Capacitor: {
    isNativePlatform: () => "webkit" in globalThis || "androidBridge" in globalThis,
    PluginHeaders: [...new Set(methods.map(([plugin]) => plugin))].map((name) => ({
      name,
      methods: [
        ...methods
          .filter(([plugin]) => plugin === name)
          .map(([, method]) => ({ name: method, rtype: "promise" })),
        { name: "addListener", rtype: "callback" },
        { name: "removeListener", rtype: "callback" },
      ],
    })),
    nativePromise: async (plugin: string, method: string, given: Record<string, unknown> = {}) => {
      if (!hasPlugins) throw new Error("not implemented");
      const said = Object.keys(given).length > 0 ? ` ${JSON.stringify(given)}` : "";
      calls.push(`${plugin}.${method}${said}`);
      return answers[`${plugin}.${method}`]?.(given);
    },
    nativeCallback: (
      plugin: string,
      method: string,
      given: { eventName?: string },
      listen: (data: object) => void,
    ) => {
      if (!hasPlugins) throw new Error("not implemented");
      if (method === "addListener") listeners.set(`${plugin}.${given.eventName}`, listen);
      if (method === "removeListener") listeners.delete(`${plugin}.${given.eventName}`);
      return `${plugin}.${given.eventName}`;
    },
  },
});

beforeEach(() => {
  calls.length = 0;
  listeners.clear();
  hasPlugins = true;
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, "Capacitor");
});

async function capacitorOn(platform: "ios" | "android"): Promise<NativeShell> {
  if (platform === "ios") vi.stubGlobal("webkit", { messageHandlers: { bridge: {} } });
  else vi.stubGlobal("androidBridge", {});
  return (await import("../../../renderer/kit/native/capacitor-shell.ts")).capacitorShell();
}

const shells: readonly (readonly [string, () => Promise<NativeShell>])[] = [
  ["a browser", async () => (await import("../../../renderer/kit/native/web-shell.ts")).webShell],
  ["the app on iOS", async () => capacitorOn("ios")],
  ["the app on Android", async () => capacitorOn("android")],
  ["a script", async () => scriptedShell({ photos: ["limited"], tracking: ["denied"] }).shell],
];

describe.each(shells)("the native shell of %s", (_, open) => {
  test("implements the contract of native shells and never throws", async () => {
    const shell = await open();
    expect(["web", "ios", "android"]).toContain(shell.platform);
    expect(typeof (await shell.version())).toBe("string");
    for (const answer of [await shell.photos.check(), await shell.photos.request()])
      expect(["granted", "limited", "denied", "prompt"]).toContain(answer);
    for (const answer of [await shell.tracking.status(), await shell.tracking.request()])
      expect(["authorized", "denied", "notDetermined", "restricted"]).toContain(answer);
    await shell.openSettings();
    await shell.leave();
    for (const stop of [shell.onBack(() => {}), shell.onDeepLink(() => {})]) stop();
    expect([null, "push-address"]).toContain(await shell.push());
  });

  test("requests permission for tracking on iOS only", async () => {
    const shell = await open();
    if (shell.platform !== "ios") expect(await shell.tracking.status()).toBe("restricted");
  });
});

describe("the app's shell, through the real bridge", () => {
  test("asks the plugins for photos, tracking and settings", async () => {
    const shell = await capacitorOn("ios");
    expect([shell.platform, await shell.version()]).toEqual(["ios", SYSTEM.version]);
    expect(await shell.photos.check()).toBe("limited");
    await shell.photos.request();
    expect(await shell.tracking.status()).toBe("denied");
    await shell.openSettings();
    expect(calls).toEqual([
      "App.getInfo",
      "Camera.checkPermissions",
      'Camera.requestPermissions {"permissions":["photos"]}',
      "AppTrackingTransparency.getStatus",
      'NativeSettings.open {"optionAndroid":"application_details","optionIOS":"app"}',
    ]);
  });

  test("receives presses of the back button and deep links, including the link that started the app", async () => {
    const shell = await capacitorOn("android");
    const heard: string[] = [];
    const stopBack = shell.onBack(() => heard.push("back"));
    shell.onDeepLink((address) => heard.push(address));
    await vi.waitFor(() => expect(heard).toEqual(["https://portal.example/orders/1"]));
    await vi.waitFor(() => expect(listeners.has("App.backButton")).toBe(true));
    listeners.get("App.backButton")?.({});
    listeners.get("App.appUrlOpen")?.({ url: "https://portal.example/overview" });
    expect(heard).toEqual(["https://portal.example/orders/1", "back", "https://portal.example/overview"]);
    stopBack();
    await vi.waitFor(() => expect(listeners.has("App.backButton")).toBe(false));
  });

  test("passes a file unchanged to the share sheet", async () => {
    const shell = await capacitorOn("ios");
    const bytes = new Uint8Array([0, 255, 37, 80, 68, 70]);
    await shell.give(new Blob([bytes]), "statement.pdf");
    const [written, shared] = calls;
    const { data } = JSON.parse((written ?? "").slice("Filesystem.writeFile ".length));
    expect([...Buffer.from(data, "base64")]).toEqual([...bytes]);
    expect(shared).toBe('Share.share {"title":"statement.pdf","files":["file:///cache/statement.pdf"]}');
  });

  test("treats a missing plugin as a refusal", async () => {
    const shell = await capacitorOn("ios");
    hasPlugins = false;
    expect([await shell.photos.check(), await shell.tracking.status(), await shell.push()]).toEqual([
      "denied",
      "restricted",
      null,
    ]);
    await shell.openSettings();
  });
});

describe("photo and tracking permissions on iOS", () => {
  const memory = (kept: string | null = null) => {
    let version = kept;
    return {
      get: () => version,
      set: (next: string) => {
        version = next;
      },
    };
  };
  const trackingRows: readonly (readonly [string, NonNullable<Script["tracking"]>, string, number])[] = [
    ["authorized, so nothing happens", ["authorized"], "go-on", 0],
    ["denied, so the settings are offered", ["denied"], "offer-settings", 0],
    ["restricted, so nothing happens because the person may not decide", ["restricted"], "go-on", 0],
    [
      "not determined, then authorized, with one request and another check",
      ["notDetermined", "authorized"],
      "go-on",
      1,
    ],
    ["not determined, then denied", ["notDetermined", "denied"], "offer-settings", 1],
    [
      "never determined, with at most three requests",
      Array<"notDetermined">(9).fill("notDetermined"),
      "go-on",
      3,
    ],
  ];

  test.each(trackingRows)(
    "are handled correctly if the tracking permission is %s",
    async (_, tracking, outcome, requests) => {
      const { shell, asked } = scriptedShell({ platform: "ios", tracking });
      expect(await askTracking(shell, { offered: memory(), version: "1" })).toBe(outcome);
      expect(asked.filter((one) => one === "tracking.request")).toHaveLength(requests);
    },
  );

  test("let the page offer the settings once per app version after the user denied tracking", async () => {
    const offered = memory();
    const outcomes = [];
    for (const version of ["1", "1", "2"])
      outcomes.push(
        await askTracking(scriptedShell({ platform: "ios", tracking: ["denied"] }).shell, {
          offered,
          version,
        }),
      );
    expect(outcomes).toEqual(["offer-settings", "go-on", "offer-settings"]);
  });

  const photoRows: readonly (readonly [string, NonNullable<Script["photos"]>, string, number])[] = [
    ["granted", ["granted"], "go-on", 0],
    ["granted for some photos", ["limited"], "go-on", 0],
    ["denied, so the settings are offered", ["denied"], "offer-settings", 0],
    ["not asked yet, then granted", ["prompt", "granted"], "go-on", 1],
    ["not asked yet, then denied", ["prompt", "denied"], "offer-settings", 1],
  ];

  test.each(photoRows)(
    "are handled correctly if the photo permission is %s",
    async (_, photos, outcome, requests) => {
      const { shell, asked } = scriptedShell({ platform: "ios", photos });
      expect(await askPhotos(shell)).toBe(outcome);
      expect(asked.filter((one) => one === "photos.request")).toHaveLength(requests);
    },
  );

  test.each(["web", "android"] as const)("are not requested by the page on %s", async (platform) => {
    const { shell, asked } = scriptedShell({ platform, photos: ["denied"], tracking: ["denied"] });
    expect(await askPhotos(shell)).toBe("go-on");
    expect(await askTracking(shell, { offered: memory(), version: "1" })).toBe("go-on");
    expect(asked).toEqual([]);
  });
});
