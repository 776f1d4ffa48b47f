import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BRANDS } from "../../../domain/brands.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { createRenderer } from "../../../server/messages/render.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const { actions } = JSON.parse(readFileSync(join(ROOT, "schemas", "names.json"), "utf8")) as {
  readonly actions: readonly string[];
};
const render = createRenderer({ rootDir: ROOT, fresh: false });

/**
 * Characters of the GSM 03.38 alphabet that count once. A text with any other character is sent in 16 bits
 * per character.
 */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

/**
 * Returns the number of parts in which a phone network sends a text: 160 or 70 characters fit one part, 153
 * or 67 each of several.
 */
function partsOf(text: string): number {
  const [alone, each] = GSM.test(text) ? [160, 153] : [70, 67];
  return text.length <= alone ? 1 : Math.ceil(text.length / each);
}

const SENT = [
  ...actions.map((action) => ["otp", { code: "483920", reference: "ABCDE", action }] as const),
  ...["access-asked", "access-restored"].map(
    (template) => [template, { reference: "CAS-261129-ABCDE" }] as const,
  ),
  ...["phone-changed", "phone-restored"].map(
    (template) =>
      [template, { phone: "••• ••• 5678", when: "21/11/2026 16:30", until: "24/11/2026 16:30" }] as const,
  ),
];

describe.each(LANGUAGES)("a text message in %s", (language) => {
  test.each(SENT)("consists of at most two parts (%s, %o)", (template, data) => {
    for (const { name: brand, phone: hotline } of Object.values(BRANDS)) {
      const { short } = render(template, language, { brand, hotline, ...data });
      expect(short).not.toMatch(/\{\{|\$t/);
      expect(partsOf(short), short).toBeLessThanOrEqual(2);
    }
  });
});

test.each([
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["ก".repeat(70), 1],
  ["ก".repeat(71), 2],
  ["ก".repeat(135), 3],
])("the parts of a text message are counted as networks count them (case %#)", (text, parts) => {
  expect(partsOf(text)).toBe(parts);
});
