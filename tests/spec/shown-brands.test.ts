import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BRAND_CODES, brandFactsOf } from "../../domain/brands.ts";
import { readConfig } from "../../server/config.ts";
import { createHttp, servePages } from "../../server/http/index.ts";
import { ROOT } from "../definitions/definition-files.ts";

// Tests for section 1, about the two brands.
let rootDir: string;
beforeAll(() => {
  rootDir = mkdtempSync(join(tmpdir(), "saphan-brands-"));
  mkdirSync(join(rootDir, "dist", "development"), { recursive: true });
  writeFileSync(
    join(rootDir, "dist", "development", "index.html"),
    '<!doctype html><html lang="th"><body></body></html>',
  );
});
afterAll(() => rmSync(rootDir, { recursive: true, force: true }));

async function pageOf(env: { readonly BRAND?: string }, cookie = "") {
  const config = { ...readConfig({ ...env, LOG_LEVEL: "silent" }), rootDir };
  const app = await createHttp(config);
  await servePages(app, config, () => "");
  const page = await app.inject({ url: "/invest/register", headers: { cookie } });
  const settings = (await app.inject({ url: "/api/settings" })).json();
  await app.close();
  return { html: page.body, settings };
}

describe("the brand of the portal", () => {
  test("is the first brand by default", async () => {
    const { html, settings } = await pageOf({});
    expect(html).toContain('data-brand="saphan"');
    expect(settings).toMatchObject({ brand: "saphan", slug: "saphan" });
  });

  test("is the second brand if the setting says so", async () => {
    const { html, settings } = await pageOf({ BRAND: "nava" }, "lng=en");
    expect(html).toContain('<html lang="en" data-brand="nava"');
    expect(settings).toMatchObject({ brand: "nava", slug: "nava" });
  });

  test("has a name, contact, colours and icon of its own", () => {
    const tokens = readFileSync(join(ROOT, "renderer", "kit", "brand", "tokens.css"), "utf8");
    const coloursOf = (brand: string) =>
      tokens
        .split(`[data-brand="${brand}"] {`)[1]
        ?.split("}")[0]
        ?.match(/--[\w-]+: [^;]+;/g) ?? [];
    const own = BRAND_CODES.map((brand) => [
      brandFactsOf(brand).name,
      brandFactsOf(brand).chat,
      brandFactsOf(brand).referencePrefix,
      coloursOf(brand).find((line) => line.startsWith("--brand:")),
      readFileSync(join(ROOT, "renderer", "kit", "brand", "public", `icon-${brand}.svg`), "utf8"),
    ]);
    expect(new Set(own.flat()).size).toBe(own.flat().length);
    // Each brand defines every colour that the parts of the page use.
    const names = BRAND_CODES.map((brand) => coloursOf(brand).map((line) => line.split(":")[0]));
    for (const list of names) expect(list).toEqual(names[0]);
    expect(names[0]?.length).toBeGreaterThan(20);
    for (const brand of BRAND_CODES) {
      const frame = brandFactsOf(brand).themeColor.toLowerCase();
      expect(coloursOf(brand).join("")).toContain(`--brand: light-dark(${frame}`);
    }
  });
});
