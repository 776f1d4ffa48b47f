import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildPage } from "../../server/build.ts";
import { distOf } from "../../server/dist-of.ts";
import { codeIn, filesOfEntry } from "../../server/http/page-code.ts";
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

  test.each(["/login", "/invest/register", "/strategies/M-BTCA"])(
    "%s loads at most six scripts, which the page links before the first one runs",
    (address) => {
      const first = readFileSync(join(dist, "index.html"), "utf8");
      const linked = [...first.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
      const files = [...linked, ...codeIn(dist)(address).filter((file) => file.endsWith(".js"))];
      expect(files.length).toBeLessThanOrEqual(6);
      const missing = files.flatMap((file) =>
        [...readFileSync(join(dist, file ?? ""), "utf8").matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)]
          .map(([, name]) => `assets/${name}`)
          .filter((name) => !files.includes(name)),
      );
      expect(missing).toEqual([]);
    },
  );

  test("loads no charts with the page of a strategy", () => {
    const files = codeIn(dist)("/strategies/M-BTCA").map((file) => readFileSync(join(dist, file), "utf8"));
    expect(files.filter((text) => text.includes("zrender"))).toEqual([]);
  });

  test("links the shared style sheet before the one that overrides it", () => {
    const styles = [...readFileSync(join(dist, "index.html"), "utf8").matchAll(/assets\/(\w+)-[^"]+\.css/g)];
    expect(styles.map(([, name]) => name)).toEqual(["site", "index"]);
  });

  test("loads no code of the app with a public page", () => {
    const { script } = filesOfEntry(dist, "portal/site/site-script.ts");
    expect(readFileSync(join(dist, script), "utf8")).not.toMatch(/(from|import)"/);
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
