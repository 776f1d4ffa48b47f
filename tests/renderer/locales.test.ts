import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
// Some keys are composed in code; their results are tested where they are composed.
const OWN = [
  "startup",
  "common",
  "header",
  "tab",
  "button",
  "home",
  "faq",
  "article-testimonial",
  "public-info",
  "breadcrumb",
];

describe("the interface's own texts", () => {
  it.each(OWN)("have the same keys in both languages in %s", (namespace) => {
    expect(keysOf(read("th", namespace))).toEqual(keysOf(read("en", namespace)));
  });

  it("exist for every key that the renderer's code contains", () => {
    const missing = namedKeys().filter((key) => {
      const [namespace = "", path = ""] = key.split(":");
      const keys = new Set(keysOf(read("en", namespace)));
      return !keys.has(path) && !keys.has(`${path}_other`);
    });
    expect(missing).toEqual([]);
  });
});

function namedKeys(): readonly string[] {
  const found = new Set<string>();
  for (const file of sources(join(ROOT, "renderer")))
    for (const match of readFileSync(file, "utf8").matchAll(/"((?:[a-z-]+):[a-zA-Z][\w.-]*)"/g)) {
      const key = match[1] ?? "";
      if (OWN.includes(key.split(":")[0] ?? "")) found.add(key);
    }
  return [...found].sort();
}

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  );
}

function read(language: string, namespace: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(ROOT, "locales", language, `${namespace}.json`), "utf8")) as Record<
    string,
    unknown
  >;
}

function keysOf(tree: Record<string, unknown>, path = ""): readonly string[] {
  return Object.entries(tree)
    .flatMap(([name, part]) =>
      typeof part === "object" && part !== null
        ? keysOf(part as Record<string, unknown>, `${path}${name}.`)
        : [`${path}${name}`],
    )
    .sort();
}
