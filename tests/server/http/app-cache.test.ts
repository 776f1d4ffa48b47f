import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { type App, createHttp, keepToOneLanguage, servePages } from "../../../server/http/index.ts";

let rootDir: string;
let app: App;
let clears = false;
let manyLanguages = true;
beforeAll(async () => {
  rootDir = mkdtempSync(join(tmpdir(), "saphan-app-cache-"));
  mkdirSync(join(rootDir, "dist", "development"), { recursive: true });
  writeFileSync(join(rootDir, "dist", "development", "index.html"), "<!doctype html><html></html>");
  const config = { ...readConfig({ LOG_LEVEL: "silent" }), rootDir };
  app = await createHttp(config);
  keepToOneLanguage(app, () => manyLanguages);
  await servePages(app, config, () => "", { clearsAppCache: () => clears });
});
afterAll(async () => {
  await app.close();
  rmSync(rootDir, { recursive: true, force: true });
});

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15";

test.each([
  { on: true, agent: `${PHONE} SaphanApp/1.2`, header: '"cache"' },
  { on: false, agent: `${PHONE} SaphanApp/1.2`, header: undefined },
  { on: true, agent: PHONE, header: undefined },
])(
  "with clear-mobile-cache $on, the page makes the browser $agent clear: $header",
  async ({ on, agent, header }) => {
    clears = on;
    const page = await app.inject({ url: "/overview", headers: { "user-agent": agent } });
    expect(page.headers["clear-site-data"]).toBe(header);
  },
);

test.each([
  { on: true, cookie: "lng=en", shown: "en", put: undefined },
  { on: true, cookie: "lng=th", shown: "th", put: undefined },
  { on: false, cookie: "lng=en", shown: "th", put: "lng=th" },
  { on: false, cookie: "lng=th", shown: "th", put: undefined },
])(
  "with multiple-languages $on, a page for the cookie $cookie is displayed in $shown",
  async ({ on, cookie, shown, put }) => {
    manyLanguages = on;
    const page = await app.inject({ url: "/overview", headers: { cookie } });
    expect(page.body).toContain(`<html lang="${shown}"`);
    // The page uses the cookie of its language.
    expect(page.headers["set-cookie"]?.toString().split(";", 1)[0]).toBe(put);
  },
);
