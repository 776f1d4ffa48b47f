import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { PHONE, visit } from "../../journeys/driver.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, 120_000);
afterAll(closeWindows);

/**
 * Adds a bridge to the page as our app does. It stores calls in `asked`, and the test can send events through
 * it.
 */
function bridge(): void {
  const asked: string[] = [];
  const listeners = new Map<string, (data: object) => void>();
  const answers: Record<string, object> = {
    "App.getInfo": { version: "2.0.0" },
    "AppTrackingTransparency.getStatus": { status: "denied" },
    "Camera.checkPermissions": { photos: "denied" },
  };
  const headers: Record<string, readonly string[]> = {
    App: ["getInfo", "getLaunchUrl", "minimizeApp"],
    AppTrackingTransparency: ["getStatus", "requestPermission"],
    Camera: ["checkPermissions", "requestPermissions"],
    NativeSettings: ["open"],
  };
  Object.assign(window, {
    webkit: { messageHandlers: { bridge: {} } },
    asked,
    tell: (event: string, data: object) => listeners.get(event)?.(data),
    Capacitor: {
      isNativePlatform: () => true,
      PluginHeaders: Object.entries(headers).map(([name, methods]) => ({
        name,
        methods: [
          ...methods.map((method) => ({ name: method, rtype: "promise" })),
          { name: "addListener", rtype: "callback" },
          { name: "removeListener", rtype: "callback" },
        ],
      })),
      nativePromise: async (plugin: string, method: string) => {
        asked.push(`${plugin}.${method}`);
        return answers[`${plugin}.${method}`] ?? {};
      },
      nativeCallback: (plugin: string, method: string, given: { eventName: string }, listen: () => void) => {
        if (method === "addListener") listeners.set(`${plugin}.${given.eventName}`, listen);
        return given.eventName;
      },
    },
  });
}

type InApp = { readonly asked: string[]; readonly tell: (event: string, data: object) => void };

test.each(LANGUAGES)(
  "a page in our app handles the back button and deep links, and offers the settings after a refused permission (%s)",
  async (lng) => {
    const { page, faults, look } = await visit(browser, {
      origin: portal.origin,
      lng,
      viewport: PHONE,
      series: `in-app-${lng}`,
    });
    await page.addInitScript(bridge);
    await page.goto("/login");
    const tell = (event: string, data: object) =>
      page.evaluate(([name, what]) => (window as unknown as InApp).tell(name, what), [event, data] as const);
    const asked = () => page.evaluate(() => (window as unknown as InApp).asked);

    // Refused tracking offers the settings once, and the back button closes the dialog over the page.
    await page.locator("dialog[open]").waitFor();
    await look("tracking");
    await tell("App.backButton", {});
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    expect(await asked()).not.toContain("App.minimizeApp");

    // The page opens an address from the system if it belongs to the portal, and ignores a foreign one.
    await tell("App.appUrlOpen", { url: `${portal.origin}/forgot-password` });
    await page.waitForURL("**/forgot-password");
    await tell("App.appUrlOpen", { url: "https://elsewhere.example/overview" });
    await tell("App.appUrlOpen", { url: `${portal.origin}/api/auth/logout` });
    await tell("App.backButton", {});
    await page.waitForURL("**/login");

    // On a start page the back button leaves the app, because no earlier page exists.
    await tell("App.backButton", {});
    await expect.poll(asked).toContain("App.minimizeApp");

    // The same version of the app does not offer the settings again.
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(asked).toContain("AppTrackingTransparency.getStatus");
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(faults).toEqual([]);
  },
);
