import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Brand } from "../../domain/brands.ts";
import type { Language } from "../../engine/values/languages.ts";
import { walkTheChain } from "./chain.ts";
import { DESKTOP, PHONE, type Viewport } from "./driver.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(closeWindows);

type Walk = {
  readonly title: string;
  readonly brand: Brand;
  readonly lng: Language;
  readonly viewport: Viewport;
  readonly series: string;
  readonly from: "first-page" | "verified";
};

const WHOLE: Walk = {
  title: "in Thai on a phone, first brand, from the first page",
  brand: "saphan",
  lng: "th",
  viewport: PHONE,
  series: "th-phone",
  from: "first-page",
};
const SHORT: Walk = {
  title: "in English on a desktop, second brand, once verified",
  brand: "nava",
  lng: "en",
  viewport: DESKTOP,
  series: "nava-en-desktop",
  from: "verified",
};
// Pictures for docs/screens.md are taken in both languages and both sizes.
const FOR_PICTURES: readonly Walk[] = [
  { ...WHOLE, title: "in Thai on a desktop", viewport: DESKTOP, series: "th-desktop" },
  { ...WHOLE, title: "in English on a phone", lng: "en", series: "en-phone" },
  { ...WHOLE, title: "in English on a desktop", lng: "en", viewport: DESKTOP, series: "en-desktop" },
];
const FIRST_MAILS = ["confirm-email", "kyc-received", "otp", "kyc-approved"];
const ORDER_MAILS = ["order-received", "order-paid", "order-allotted"];

test.each(process.env.KEEP_SCREENS === "1" ? [WHOLE, ...FOR_PICTURES] : [WHOLE, SHORT])(
  "a new investor registers, is verified, invests and sees her units: $title",
  async (walk) => {
    const portal: Portal = await startPortal({ brand: walk.brand });
    try {
      const result = await walkTheChain(browser, { ...walk, origin: portal.origin });
      expect(result.faults).toEqual([]);
      expect(result.reference).not.toBe("");
      expect(result.units).toMatch(/^\d[\d,]*\.\d{4}$/);
      const templates = new Set(result.mails.map((mail) => mail.template));
      for (const template of [...(walk.from === "first-page" ? FIRST_MAILS : []), ...ORDER_MAILS])
        expect([...templates], template).toContain(template);
      // Letters are in the account's language; the demo investor's is Thai.
      const lng = walk.from === "first-page" ? walk.lng : "th";
      expect(new Set(result.mails.map((mail) => mail.language))).toEqual(new Set([lng]));
    } finally {
      await portal.stop();
    }
  },
);
