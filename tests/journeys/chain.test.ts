import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Brand } from "../../domain/brands.ts";
import type { Language } from "../../engine/values/languages.ts";
import { editedFiles } from "../support/edited-files.ts";
import { walkTheChain } from "./chain.ts";
import { DESKTOP, PHONE, type Viewport } from "./driver.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";
import { publish } from "./staff-calls.ts";

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
      // Operations add a question as data only; the investor answers the question, and compliance reads the
      // answer.
      if (walk.from === "first-page") await publish(portal.origin, "kyc", addedQuestion());
      const added = walk.from === "first-page" ? { added: ADDED[walk.lng] } : {};
      const result = await walkTheChain(browser, { ...walk, ...added, origin: portal.origin });
      expect(result.faults).toEqual([]);
      expect(result.reference).not.toBe("");
      expect(result.units).toMatch(/^\d[\d,]*\.\d{4}$/);
      const templates = new Set(result.mails.map((mail) => mail.template));
      for (const template of [...(walk.from === "first-page" ? FIRST_MAILS : []), ...ORDER_MAILS])
        expect([...templates], template).toContain(template);
      // Letters are in the language of the account; the demo investor's language is Thai.
      const lng = walk.from === "first-page" ? walk.lng : "th";
      expect(new Set(result.mails.map((mail) => mail.language))).toEqual(new Set([lng]));
    } finally {
      await portal.stop();
    }
  },
);

const ADDED = {
  th: { fillings: { horizon: { "/heardFrom": { choice: 1 } } }, reads: ["คุณรู้จักเราจากไหน", "เพื่อนแนะนำ"] },
  en: {
    fillings: { horizon: { "/heardFrom": { choice: 1 } } },
    reads: ["How did you hear of us?", "From a friend"],
  },
};

function addedQuestion() {
  const files = [
    "flows/kyc/flow.json",
    "schemas/kyc/horizon.json",
    "locales/th/kyc.json",
    "locales/en/kyc.json",
  ];
  return editedFiles(files, [
    {
      op: "add-question",
      args: {
        ...{ flow: "kyc", step: "horizon", field: "heardFrom", required: true },
        schema: { type: "string", enum: ["NEWS", "FRIEND"] },
        hints: { widget: "choice-cards" },
        texts: {
          label: { th: "คุณรู้จักเราจากไหน", en: "How did you hear of us?" },
          options: {
            NEWS: { th: "ข่าว", en: "From the news" },
            FRIEND: { th: "เพื่อนแนะนำ", en: "From a friend" },
          },
          errors: { required: { th: "เลือกหนึ่งข้อ", en: "Please choose one" } },
        },
      },
    },
    // With two questions, the title of the step repeats neither of them.
    {
      op: "set-text",
      args: { key: "kyc:kyc.horizon.horizon.label", th: "ไม่ต้องใช้เงินก้อนนี้นานแค่ไหน", en: "How long?" },
    },
  ]);
}
