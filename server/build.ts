import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Config, readLook } from "./config.ts";
import { distOf } from "./dist-of.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** Files and folders from which the page is built. Their hash decides whether a new build is needed. */
const SOURCES = ["renderer", "engine", "domain", "package-lock.json", "vite.config.ts", "server/build.ts"];

/**
 * Builds the page into `dist/<env>`, unless the existing page was built from the same sources. Only the page
 * of `development` has the development screens. Returns whether a build ran. Throws with the bundler's
 * message on failure.
 */
export async function buildPage(
  { env }: Pick<Config, "env">,
  options: { readonly quiet?: boolean } = {},
): Promise<boolean> {
  const dist = distOf(ROOT, env);
  const stamp = sourcesHash();
  if (isFresh(dist, stamp)) return false;
  // Vite is loaded only when needed, because loading takes most of the start time.
  const { build } = await import("vite");
  const staging = join(ROOT, ".cache", `dist-${process.pid}`);
  const mode = process.env.NODE_ENV;
  // The bundler reads this variable to choose React's development or production build. Without it, a page
  // built by a test would contain the slow development build, and later starts would reuse that page.
  process.env.NODE_ENV = "production";
  try {
    await build({
      configFile: join(ROOT, "vite.config.ts"),
      mode: "production",
      define: developmentScreens(env),
      logLevel: options.quiet === true ? "error" : "warn",
      build: {
        outDir: staging,
        emptyOutDir: true,
        rolldownOptions: {
          input: [
            join(ROOT, "renderer", "index.html"),
            join(ROOT, "renderer", "portal", "site", "site-script.ts"),
          ],
        },
      },
    });
    // Bundles the code that renders the public pages on the server into one file.
    await build({
      configFile: join(ROOT, "vite.config.ts"),
      mode: "production",
      define: { ...developmentScreens(env), "process.env.NODE_ENV": '"production"' },
      logLevel: options.quiet === true ? "error" : "warn",
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: join(ROOT, "renderer", "portal", "site", "render.tsx"),
        outDir: join(staging, ".site"),
        emptyOutDir: true,
        copyPublicDir: false,
        manifest: false,
      },
    });
    await compressAssets(join(staging, "assets"));
    writeFileSync(join(staging, "third-party-notices.txt"), thirdPartyNotices(ROOT));
    writeFileSync(join(staging, ".stamp"), stamp);
    replaceDist(staging, dist);
  } finally {
    if (mode === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = mode;
    rmSync(staging, { recursive: true, force: true });
  }
  return true;
}

/**
 * Defines constants for the bundler. With them it removes the development screens from the pages of other
 * environments.
 */
export function developmentScreens(env: Config["env"]): { readonly [name: string]: string } {
  return { "import.meta.env.DEVELOPMENT_SCREENS": JSON.stringify(env === "development") };
}

/** Returns the hash of the page's sources. */
export function sourcesHash(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addTo(hash, join(ROOT, source));
  return hash.digest("hex");
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  const entries = entriesOf(path);
  if (entries === null) {
    hash.update(path.slice(ROOT.length)).update("\0").update(readFileSync(path)).update("\0");
    return;
  }
  for (const entry of entries) addTo(hash, join(path, entry));
}

function entriesOf(path: string): readonly string[] | null {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return null;
    throw error;
  }
}

function isFresh(dist: string, stamp: string): boolean {
  const stampFile = join(dist, ".stamp");
  return (
    existsSync(join(dist, "index.html")) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp
  );
}

// The page is built in another folder and then moved into place, so that clients get the old or the new page,
// never a mixture.
function replaceDist(staging: string, dist: string): void {
  const before = `${staging}-before`;
  mkdirSync(join(dist, ".."), { recursive: true });
  if (existsSync(dist)) renameSync(dist, before);
  renameSync(staging, dist);
  rmSync(before, { recursive: true, force: true });
}

/** Compresses the assets once at build time. The server selects the encoding for each request. */
async function compressAssets(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
    }),
  );
}

if (import.meta.main) {
  const { env } = readLook(process.env);
  const built = await buildPage({ env });
  process.stdout.write(`dist/${env}/ is ${built ? "built" : "as new as its sources"}.\n`);
}
