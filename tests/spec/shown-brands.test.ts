import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BRANDS } from "../../renderer/kit/brand/brand.ts";
import { readConfig } from "../../server/config.ts";
import { createHttp, servePages } from "../../server/http/index.ts";
import { ROOT } from "../definitions/definition-files.ts";

// What section 1 says of the two brands.
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

describe("the brand", () => {
  test("is the first unless a setting says otherwise", async () => {
    const { html, settings } = await pageOf({});
    expect(html).toContain('data-brand="saphan"');
    expect(settings).toMatchObject({ brand: "saphan", slug: "saphan" });
  });

  test("is the second where the setting names it", async () => {
    const { html, settings } = await pageOf({ BRAND: "nava" }, "lng=en");
    expect(html).toContain('<html lang="en" data-brand="nava"');
    expect(settings).toMatchObject({ brand: "nava", slug: "nava" });
  });

  test("has its own name, contact, colours and icon", () => {
    expect(BRANDS.saphan.name).not.toBe(BRANDS.nava.name);
    expect(BRANDS.saphan.chat).not.toBe(BRANDS.nava.chat);
    const tokens = readFileSync(join(ROOT, "renderer", "kit", "brand", "tokens.css"), "utf8");
    const colourOf = (brand: string) =>
      /--brand: ([^;]+);/.exec(tokens.split(`[data-brand="${brand}"] {`)[1] ?? "")?.[1];
    expect(colourOf("saphan")).toMatch(/#/);
    expect(colourOf("nava")).toMatch(/#/);
    expect(colourOf("nava")).not.toBe(colourOf("saphan"));
    const icon = (brand: string) =>
      readFileSync(join(ROOT, "renderer", "kit", "brand", "public", `icon-${brand}.svg`), "utf8");
    expect(icon("nava")).not.toBe(icon("saphan"));
  });
});
