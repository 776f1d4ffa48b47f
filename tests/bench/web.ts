import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { buildPage } from "../../server/build.ts";
import { distOf } from "../../server/dist-of.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const DIST = distOf(ROOT, "runtime");
const KILOBYTE = 1_000;

/** Maximum size of the first route in bytes, for figure 6. */
export const MOST_OF_FIRST_ROUTE = 100 * KILOBYTE;

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/**
 * Measures the bytes of figure 6, in JavaScript compressed with gzip at level 9. These are the bytes that the
 * first route (`/`) loads until it is complete on a phone, and the bytes that each other route adds. The
 * comparison in the same run is React with its DOM package alone.
 */
export async function bench(): Promise<{
  readonly name: "web";
  readonly figures: {
    readonly firstRouteGz: number;
    readonly reactAloneGz: number;
    readonly firstRouteToReact: number;
    /** The total size of each route, and the part that the first route has not loaded yet. */
    readonly routes: Readonly<Record<string, { readonly gz: number; readonly added: number }>>;
    readonly targets: { readonly firstRouteGz: number };
    readonly reached: boolean;
    readonly open: readonly string[];
  };
}> {
  await buildPage({ env: "runtime" }, { quiet: true });
  const manifest = manifestOf();
  const shell = ["index.html", ...shellOf(manifest)];
  const first = firstRoute(manifest);
  const firstRouteGz = gzOf(first);
  const reactAloneGz = await reactAlone();
  const routes = Object.fromEntries(
    Object.keys(manifest)
      .filter((name) =>
        /^(portal\/(account|flows|home|reading|still)\/[\w-]+|(portal|staff)\/.*-screen)\.tsx$/.test(name),
      )
      .map((name) => {
        const files = closure(manifest, [...shell, name]);
        const added = new Set([...files].filter((file) => !first.has(file)));
        return [name, { gz: gzOf(files), added: gzOf(added) }];
      }),
  );
  return {
    name: "web",
    figures: {
      firstRouteGz,
      reactAloneGz,
      firstRouteToReact: Number((firstRouteGz / reactAloneGz).toFixed(2)),
      routes,
      targets: { firstRouteGz: MOST_OF_FIRST_ROUTE },
      reached: firstRouteGz <= MOST_OF_FIRST_ROUTE,
      open: [
        "On a desktop the client of the switches (8 kB) follows the first page for the language switch in its head",
        "Lighthouse scores: npm run bench -- lighthouse; the time from key to paint of figure 6 is not measured yet",
      ],
    },
  };
}

/** Returns the bytes of the first route of the built page. */
export function firstRouteBytes(): number {
  return gzOf(firstRoute(manifestOf()));
}

function manifestOf(): Manifest {
  return JSON.parse(readFileSync(join(DIST, ".vite", "manifest.json"), "utf8"));
}

/**
 * The entry alone renders the first page. Router, queries and the page frame load when the user follows the
 * first link.
 */
function firstRoute(manifest: Manifest): ReadonlySet<string> {
  // If the first page is part of the entry, it has no separate chunk.
  const home = "portal/home/home.tsx" in manifest ? ["portal/home/home.tsx"] : [];
  return closure(manifest, ["index.html", ...home]);
}

/** Returns what every page except the first loads in addition to the entry: the page frame. */
function shellOf(manifest: Manifest): readonly string[] {
  return (manifest["index.html"]?.dynamicImports ?? []).filter((name) => name.startsWith("frame/"));
}

function closure(manifest: Manifest, names: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`bench web: ${name} is not in the manifest`);
    if (chunk.file.endsWith(".js")) files.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of names) visit(name);
  return files;
}

function gzOf(files: ReadonlySet<string>): number {
  return [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length,
    0,
  );
}

async function reactAlone(): Promise<number> {
  const made = await build({
    stdin: {
      contents: `import { createRoot } from "react-dom/client"; import { createElement } from "react";
        createRoot(document.body).render(createElement("p", null, "one line"));`,
      resolveDir: ROOT,
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return gzipSync(made.outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
}
