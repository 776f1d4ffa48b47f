import { afterAll, beforeAll, expect, test } from "vitest";
import { PHONE, settled, visit } from "../../journeys/driver.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";

const LONG_MS = 60_000;

let portal: SharedPortal;
beforeAll(async () => {
  portal = await sharedPortal();
}, LONG_MS);
afterAll(closeWindows);

test.each(["lost", "refused"])(
  "a feature whose switch is on appears a moment later if the first request for the switches was %s",
  {
    timeout: LONG_MS,
  },
  async (how) => {
    const { page, context } = await visit(await sharedBrowser(), {
      origin: portal.origin,
      lng: "th",
      viewport: PHONE,
    });
    let asked = 0;
    await page.route("**/api/frontend**", async (route) => {
      asked += 1;
      if (asked > 2) return await route.continue();
      if (how === "lost") return await route.abort("failed");
      return await route.fulfill({ status: 503, body: "{}" });
    });
    await page.goto("/log-in");
    await settled(page);
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { level: 1, name: /^[A-Z]/ }).waitFor();
    expect(asked).toBe(3);
    await context.close();
  },
);
