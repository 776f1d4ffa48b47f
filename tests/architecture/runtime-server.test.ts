import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..", "..");

/** Returns everything that is loaded with a file through static imports, directly and indirectly. */
function loadedWith(start: string): {
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
} {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [, to = ""] of text.matchAll(/^(?:import|export)(?!\s+type\b)\s[^;"]*?"([^"]+)";/gm)) {
      if (!to.startsWith(".")) packages.add(to);
      else if (to.endsWith(".ts")) waiting.push(join(file, "..", to));
    }
  }
  return { files, packages };
}

test("the runtime server loads neither demo data nor development tools", () => {
  const { files, packages } = loadedWith("server/main.ts");
  expect(files).toContain("server/accounts/log-in.ts");
  const tools = [...files].filter((file) =>
    /\/(development|sandbox)\/|development\.ts$|demo-|movable-clock/.test(file),
  );
  expect(tools).toEqual([]);
  const tests = [...packages].filter((name) => /vite|playwright|fast-check|biome|axe-core/.test(name));
  expect(tests).toEqual([]);
});

test("the development server loads demo data and development tools through one file of its own", () => {
  const { files } = loadedWith("server/development.ts");
  expect(files).toContain("server/accounts/demo-people.ts");
  expect(files).toContain("server/identity/sandbox/create-sandbox.ts");
  expect(files).toContain("server/clock/movable-clock.ts");
});
