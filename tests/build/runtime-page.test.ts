import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildPage } from "../../server/build.ts";
import { distOf } from "../../server/dist-of.ts";
import { thirdPartyNotices } from "../../server/third-party-notices.ts";
import { firstRouteBytes, MOST_OF_FIRST_ROUTE } from "../bench/web.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const dist = distOf(ROOT, "runtime");

beforeAll(async () => {
  await buildPage({ env: "runtime" }, { quiet: true });
}, 180_000);

describe("the runtime page", () => {
  const scripts = () =>
    readdirSync(join(dist, "assets"))
      .filter((name) => name.endsWith(".js"))
      .map((name) => ({ name, text: readFileSync(join(dist, "assets", name), "utf8") }));

  test("has no development screen, and no link to one", () => {
    const names = readdirSync(join(ROOT, "renderer", "dev"));
    expect(names.length).toBeGreaterThan(0);
    const manifest: Record<string, unknown> = JSON.parse(
      readFileSync(join(dist, ".vite", "manifest.json"), "utf8"),
    );
    expect(Object.keys(manifest).filter((name) => /(^|\/)dev\//.test(name))).toEqual([]);
    expect(Object.keys(manifest).filter((name) => name.startsWith("staff/"))).not.toEqual([]);
    const wrong = scripts().filter(({ text }) =>
      /\/dev\/(mailbox|clock|jobs)|dev:(mailbox|clock)/.test(text),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test("loads little code at its first address, whatever the size of the flow renderer is", () => {
    expect(firstRouteBytes()).toBeLessThanOrEqual(MOST_OF_FIRST_ROUTE);
  });

  test("contains the licences of all its dependencies", () => {
    const notices = readFileSync(join(dist, "third-party-notices.txt"), "utf8");
    expect(notices).toBe(thirdPartyNotices(ROOT));
    for (const name of [
      "react",
      "react-dom",
      "fastify",
      "pg",
      "kysely",
      "@fontsource/ibm-plex-sans-thai",
      "echarts",
    ])
      expect(notices).toMatch(new RegExp(`\\n${name} \\d+\\.\\d+\\.\\d+`));
    // Packages that only tests need must not be shipped.
    for (const name of ["playwright", "vitest", "fast-check", "@biomejs/biome"])
      expect(notices).not.toMatch(new RegExp(`\\n${name} \\d`));
    expect(notices).toContain("Permission is hereby granted, free of charge");
    expect(notices).toContain("SIL OPEN FONT LICENSE");
  });

  test("shows a link to the licences on every public page", () => {
    expect(readFileSync(join(dist, ".site", "render.js"), "utf8")).toContain("/third-party-notices.txt");
    expect(existsSync(join(dist, "third-party-notices.txt"))).toBe(true);
  });
});
