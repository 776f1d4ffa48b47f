import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Package = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/**
 * Returns the licences of all packages that server and page use, with the licence texts that they contain.
 * These are the packages that the sources import, and the packages that those depend on.
 */
export function thirdPartyNotices(rootDir: string): string {
  const packages = closureOf(rootDir, namedBySources(rootDir));
  const blocks = packages.map(({ folder, of }) =>
    [`${of.name} ${of.version} (${of.license ?? "see below"})`, ...licenceTexts(folder, of)].join("\n\n"),
  );
  const line = "-".repeat(80);
  return ["This portal is built with the work of others. Their licences:", ...blocks, ""].join(
    `\n\n${line}\n\n`,
  );
}

/** Returns the packages that the portal's own sources import. */
function namedBySources(rootDir: string): readonly string[] {
  const names = new Set<string>();
  for (const folder of ["server", "engine", "domain", "renderer"])
    for (const entry of readdirSync(join(rootDir, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(tsx?|css)$/.test(entry.name)) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
      for (const [, named = ""] of text.matchAll(
        /(?:from\s*|import\s*\(?\s*|url\()["']([^"'.\n][^"'\n]*)["']/g,
      )) {
        const name = /^(@[\w.-]+\/[\w.-]+|[a-z][\w.-]*)(\/|$)/.exec(named)?.[1];
        if (name !== undefined && existsSync(join(rootDir, "node_modules", name))) names.add(name);
      }
    }
  return [...names];
}

type Found = { readonly folder: string; readonly of: Package };

function closureOf(rootDir: string, names: readonly string[]): readonly Found[] {
  const found = new Map<string, Found>();
  const waiting = names.map((name) => ({ name, from: rootDir }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const folder = folderOf(rootDir, next.from, next.name);
    if (folder === null || found.has(folder)) continue;
    const of = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package;
    found.set(folder, { folder, of });
    for (const name of Object.keys({ ...of.dependencies, ...of.optionalDependencies }))
      waiting.push({ name, from: folder });
  }
  const byName = (one: Found, other: Found) =>
    `${one.of.name} ${one.of.version}`.localeCompare(`${other.of.name} ${other.of.version}`, "en");
  return [
    ...new Map([...found.values()].map((one) => [`${one.of.name} ${one.of.version}`, one])).values(),
  ].sort(byName);
}

/**
 * Returns the folder in which a dependency is installed: beside the package that needs it, or further up.
 * Returns `null` if it is not installed, because it is for another platform.
 */
function folderOf(rootDir: string, from: string, name: string): string | null {
  for (let at = from; at.length >= rootDir.length; at = join(at, "..")) {
    const folder = join(at, "node_modules", name);
    if (existsSync(join(folder, "package.json"))) return folder;
  }
  return null;
}

function licenceTexts(folder: string, { author }: Package): readonly string[] {
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /^(licen[cs]e|copying|notice)(?!.*\.(js|ts|json)$)/i.test(entry.name),
    )
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim());
  if (texts.length > 0) return texts;
  const by = typeof author === "string" ? author : author?.name;
  return by === undefined ? [] : [`By ${by}.`];
}
