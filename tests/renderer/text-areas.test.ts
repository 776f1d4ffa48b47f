import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DEVELOPMENT_PAGES, PAGES, type PageEntry, pageAt } from "../../domain/pages.ts";
import { areasOf } from "../../renderer/frame/areas.ts";
import { TEXT_AREAS } from "../../server/definitions/locales.ts";
import { isPageAddress } from "../../server/http/page-addresses.ts";
import { jsonNames, ROOT, readJson } from "../definitions/definition-files.ts";

const AREAS = readJson("locales/areas.json") as { readonly [area: string]: readonly string[] };
const RENDERER = join(ROOT, "renderer");

/** Pages of the app, each with its address and its file. */
const SCREENS = Object.entries<PageEntry>({ ...PAGES, ...DEVELOPMENT_PAGES }).flatMap(
  ([address, { screen }]) =>
    screen === undefined ? [] : [{ address, file: join(RENDERER, `${screen}-screen.tsx`) }],
);

describe("the text areas", () => {
  test("the text areas are those of the server and `server`, and each namespace belongs to one area", () => {
    expect(Object.keys(AREAS)).toEqual([...TEXT_AREAS, "server"]);
    const named = Object.values(AREAS).flat();
    expect([...named].sort()).toEqual(jsonNames("locales/th"));
  });

  test.each(SCREENS)("contain every text that the page at $address uses", ({ address, file }) => {
    const sent = new Set(areasOf(address).flatMap((area) => AREAS[area] ?? []));
    const missing = [...usedBy(file)].filter(([namespace]) => !sent.has(namespace));
    expect(missing).toEqual([]);
  });

  test.each(["public", "entry", "investor", "money", "forms", "warnings"])(
    "have a limited size, including the area %s",
    (area) => {
      for (const language of ["th", "en"]) {
        const texts = Object.fromEntries(
          (AREAS[area] ?? []).map((name) => [name, readJson(`locales/${language}/${name}.json`)]),
        );
        expect(brotliCompressSync(JSON.stringify(texts)).length).toBeLessThanOrEqual(12_000);
      }
    },
  );
});

describe("the addresses of pages", () => {
  test("each belong to an existing file, and a fixed part has precedence over a parameter", () => {
    expect(SCREENS.filter(({ file }) => !existsSync(file))).toEqual([]);
    expect(SCREENS.length).toBeGreaterThan(80);
    for (const { address, file } of SCREENS) expect(fileAt(address)).toBe(file);
  });

  test.each([
    ["/", "runtime", true],
    ["/faq/", "runtime", true],
    ["/strategies/M-BTCA", "runtime", true],
    ["/strategies/M-BTCA/more", "runtime", false],
    ["/nothing", "runtime", false],
    ["/dev/clock", "runtime", false],
    ["/dev/clock", "development", true],
  ] as const)("include only known pages: %s in %s is known: %s", (path, env, known) => {
    expect(isPageAddress(path, env)).toBe(known);
  });
});

function fileAt(address: string): string {
  return join(RENDERER, `${pageAt(address, { ...PAGES, ...DEVELOPMENT_PAGES })?.screen}-screen.tsx`);
}

/** Returns the namespaces that a file and all its imports name, each with one such file. */
function usedBy(file: string): ReadonlyMap<string, string> {
  const used = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const source = readFileSync(at, "utf8");
    for (const [, namespace = ""] of source.matchAll(/["'`]([a-z][a-z-]+):[a-zA-Z$]/g))
      if (existsSync(join(ROOT, "locales/th", `${namespace}.json`))) used.set(namespace, at);
    for (const [, from = ""] of source.matchAll(/(?:from |import )"(\.{1,2}\/[^"]+\.tsx?)"/g)) {
      const next = resolve(dirname(at), from);
      if (next.startsWith(RENDERER)) visit(next);
    }
  };
  visit(file);
  return used;
}
