import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { walkTheChain } from "./chain.ts";
import { DESKTOP, PHONE, type Viewport } from "./driver.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(closeWindows);

const WALKS: readonly {
  readonly title: string;
  readonly brand: "saphan" | "nava";
  readonly lng: "th" | "en";
  readonly viewport: Viewport;
  readonly series: string;
}[] = [
  {
    title: "in Thai on a desktop, first brand",
    brand: "saphan",
    lng: "th",
    viewport: DESKTOP,
    series: "th-desktop",
  },
  {
    title: "in English on a phone, second brand",
    brand: "nava",
    lng: "en",
    viewport: PHONE,
    series: "en-phone",
  },
];

// Pictures for docs/screens.md are taken in both languages on both sizes.
const FOR_PICTURES: typeof WALKS = [
  {
    title: "in Thai on a phone, first brand",
    brand: "saphan",
    lng: "th",
    viewport: PHONE,
    series: "th-phone",
  },
  {
    title: "in English on a desktop, first brand",
    brand: "saphan",
    lng: "en",
    viewport: DESKTOP,
    series: "en-desktop",
  },
];

test.each(process.env.KEEP_SCREENS === "1" ? [...WALKS, ...FOR_PICTURES] : WALKS)(
  "a new investor registers, is verified, invests and sees her units: $title",
  async (walk) => {
    const portal: Portal = await startPortal({ brand: walk.brand });
    try {
      const result = await walkTheChain(browser, {
        origin: portal.origin,
        lng: walk.lng,
        viewport: walk.viewport,
        series: walk.series,
        email: "kanchanok.w@example.com",
      });
      expect(result.faults).toEqual([]);
      expect(result.reference).not.toBe("");
      expect(result.units).toMatch(/^\d[\d,]*\.\d{4}$/);
      const templates = new Set(result.mails.map((mail) => mail.template));
      for (const template of [
        "confirm-email",
        "kyc-received",
        "otp",
        "kyc-approved",
        "order-received",
        "order-paid",
        "order-allotted",
      ])
        expect([...templates], template).toContain(template);
      expect(new Set(result.mails.map((mail) => mail.language))).toEqual(new Set([walk.lng]));
    } finally {
      await portal.stop();
    }
  },
);
